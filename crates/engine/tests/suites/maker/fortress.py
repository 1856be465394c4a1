"""Dead draws that the material calls lost: the side to move must keep its fortress.

`bm` holds every move that keeps the draw. Positions of four men are exact. Those
of five and six men are confirmed by the engine, which may use tables once four
men are left. `siege` adds positions whose draw is proved by trying everything
the attacker can do against a defender who keeps to a few squares.
"""

import random

import chess

from . import siege
from .entries import Collector, random_image
from .tables import Tables, place

EXACT = (
    "KR-KB", "KR-KN", "KQ-KP", "KBP-K", "KR-KP", "KNP-K", "KNN-K", "KPP-K", "KQ-KB", "KQ-KN", "KQ-KR",
)
PER_EXACT = 4
LARGER = ("KRP-KR", "KBP-KB", "KBPP-KB", "KRB-KR", "KRN-KR", "KQ-KRP", "KBP-KN", "KNP-KN", "KRP-KB", "KQ-KNN", "KQ-KBB")
PER_LARGER = 4
LOOK, DEPTH = 18, 30


def add_exact(collector, chooser, tables, kind):
    white, black = kind.split("-")
    found = []
    for _ in range(12_000):
        board = place(chooser, white, black, chess.BLACK)
        if board is None or not any(board.legal_moves) or tables.result(board) != 0:
            continue
        answer = tables.keeping(board)
        if answer is None or not answer[2] or any(board.is_capture(move) for move in answer[1]):
            continue
        found.append((len(answer[1]), board))
    # One or few drawing moves first, and among those the ones with most ways to go wrong.
    found.sort(key=lambda item: (min(item[0], 3), -item[1].legal_moves.count()))
    kept = 0
    for _, board in found:
        image = random_image(chooser, board)
        if kept < PER_EXACT and collector.welcome(image):
            keep = tables.keeping(image)[1]
            collector.add(image, c0="draw", bm=keep, c1=f"composed at random; exact, {kind.replace('-', '')}")
            kept += 1
    print(f"fortress {kind}: {kept}", flush=True)


def opposite_bishops(board):
    return bool(board.bishops & chess.BB_LIGHT_SQUARES) and bool(board.bishops & chess.BB_DARK_SQUARES)


def divided(engine, board):
    """(drawing moves, scores) if every move is clearly a draw or clearly lost, or None."""
    count = board.legal_moves.count()
    lines = engine.analyse(board, f"depth {LOOK}", lines=count)
    if len(lines) < count:
        return None
    keep = [line.moves[0] for line in lines if line.score >= -60]
    lost = [line for line in lines if line.score < -60]
    if not keep or not lost or lost[0].score > -350:
        return None
    return keep, lost[0]


def add_larger(engine, collector, chooser, kind):
    """Positions of more men: all moves at one depth, the best kept and the best lost move deeper."""
    white, black = kind.split("-")
    kept = tried = 0
    while kept < PER_LARGER and tried < 400:
        board = place(chooser, white, black, chess.BLACK)
        if board is None or board.is_check() or board.legal_moves.count() < 4:
            continue
        if "BP" in white and black == "KB" and not opposite_bishops(board):
            continue
        if any(board.generate_legal_captures()):
            continue
        tried += 1
        quick = engine.analyse(board, "nodes 4000", lines=3)
        if abs(quick[0].score) > 80 or quick[-1].score > -150:
            continue
        image = random_image(chooser, board)
        if not collector.welcome(image):
            continue
        answer = divided(engine, image)
        if answer is None or len(answer[0]) > 4:
            continue
        keep, lost = answer
        best = engine.analyse(image, f"depth {DEPTH} nodes 8000000", moves=keep)[0]
        worst = engine.analyse(image, f"depth {LOOK + 6} nodes 4000000", moves=lost.moves[:1])[0]
        if abs(best.score) > 50 or worst.score > -350:
            continue
        comment = (
            f"composed at random; {engine.name} depth {DEPTH}: {best.text()}, "
            f"best of the others {worst.text()}; {kind.replace('-', '')}"
        )
        collector.add(image, c0="draw", bm=keep, c1=comment)
        kept += 1
    print(f"fortress {kind}: {kept} of {tried}", flush=True)


def make(engine, seed, tables):
    exact = Tables(tables)
    engine.option("SyzygyPath", tables)
    collector = Collector("fortress", target=90, distance=2)
    chooser = random.Random(f"fortress {seed}")
    for kind in EXACT:
        add_exact(collector, chooser, exact, kind)
    siege.add(engine, collector, chooser)
    for kind in LARGER:
        add_larger(engine, collector, chooser, kind)
    print(f"fortress: {len(collector.entries)}", flush=True)
