"""Endings of three and four men with their exact results."""

import random

import chess

from .entries import FOLDER, random_image, reflections, placement
from .tables import WORDS, Tables, place

KINDS = ("KQ-K", "KR-K", "KP-K", "KBN-K", "KBB-K", "KQ-KR", "KR-KB", "KR-KN", "KQ-KP", "KR-KP", "KP-KP")
WANTED = {1: 7, 0: 5, -1: 2}
TRIES = 6000
DEPTH = 16


def seen_by_search(engine, board, result, keep, lose):
    """Whether the engine without tables scores moves that keep the result at least 200 centipawns above the others."""
    if not lose or result < 0:
        return False
    kept = engine.analyse(board, f"depth {DEPTH}", moves=keep)[0].score
    lost = engine.analyse(board, f"depth {DEPTH}", moves=lose)[0].score
    if kept - lost < 200:
        return False
    return kept >= 300 if result > 0 else abs(kept) <= 100


def candidates(chooser, tables, kind):
    """Random positions of a kind by result, those with the fewest keeping moves first."""
    white, black = kind.split("-")
    found = {1: [], 0: [], -1: []}
    for _ in range(TRIES):
        board = place(chooser, white, black, chooser.random() < 0.6)
        if board is None or not any(board.legal_moves) or board.is_insufficient_material():
            continue
        answer = tables.keeping(board)
        if answer is None:
            continue
        result, keep, lose = answer
        if result < 0 or lose:
            found[result].append((len(keep) / (len(keep) + len(lose)), board, keep, lose))
    for result, list_ in found.items():
        if result >= 0:
            # A third of the entries may be any, the rest are the hard ones.
            easy = list_[: WANTED[result] // 3]
            hard = sorted(list_[WANTED[result] // 3:], key=lambda item: item[0])
            chooser.shuffle(top := hard[: 40])
            found[result] = easy + top + hard[40:]
    return found


def make(engine, seed, tables):
    tables = Tables(tables)
    entries = []
    for kind in KINDS:
        chooser = random.Random(f"endings {seed} {kind}")
        number = 0
        near = []
        for result, items in candidates(chooser, tables, kind).items():
            kept = 0
            for _, board, keep, lose in items:
                if kept >= WANTED[result]:
                    break
                if any(len(image ^ other) < 2 for image in reflections(board) for other in near):
                    continue
                image = random_image(chooser, board)
                answer = tables.keeping(image)
                _, keep, lose = answer
                operations = {"c0": WORDS[result]}
                if result >= 0:
                    operations["bm"] = keep
                    if seen_by_search(engine, image, result, keep, lose):
                        operations["c1"] = "search"
                if result:
                    operations["c2"] = f"dtz {tables.distance(image)}"
                number += 1
                kept += 1
                near.append(placement(image))
                entries.append(image.epd(**operations, id=f"endings.{kind.replace('-', '')}.{number:02d}"))
        (FOLDER / "endings.epd").write_text("\n".join(entries) + "\n")
        print(f"endings {kind}: {number}", flush=True)
