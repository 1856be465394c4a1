"""Tactics with one winning move that a shallow look at exchanges does not choose."""

import random
import re

import chess

from . import pool
from .entries import Collector

DEPTH = 20
EASY = 25
VALUES = {chess.PAWN: 100, chess.KNIGHT: 300, chess.BISHOP: 310, chess.ROOK: 500, chess.QUEEN: 900, chess.KING: 0}


def material(board):
    """What the side to move is ahead in material."""
    total = 0
    for piece, value in VALUES.items():
        total += value * len(board.pieces(piece, board.turn)) - value * len(board.pieces(piece, not board.turn))
    return total


def exchanges(board, alpha, beta):
    """Material after captures alone are played out; mate is seen when no move is left."""
    if board.is_checkmate():
        return -20_000
    standing = material(board)
    if standing >= beta:
        return standing
    alpha = max(alpha, standing)
    captures = [m for m in board.generate_legal_captures()] + [
        m for m in board.legal_moves if m.promotion == chess.QUEEN and not board.is_capture(m)
    ]
    captures.sort(key=lambda m: -(VALUES.get(board.piece_type_at(m.to_square), 100)))
    for move in captures:
        board.push(move)
        score = -exchanges(board, -beta, -alpha)
        board.pop()
        alpha = max(alpha, score)
        if alpha >= beta:
            break
    return alpha


def shallow(board, depth, alpha=-30_000, beta=30_000):
    moves = list(board.legal_moves)
    if not moves:
        return -20_000 - depth if board.is_check() else 0
    if depth == 0:
        return exchanges(board, alpha, beta)
    for move in moves:
        board.push(move)
        alpha = max(alpha, -shallow(board, depth - 1, -beta, -alpha))
        board.pop()
        if alpha >= beta:
            break
    return alpha


def found_shallowly(board, move, depth=2):
    """Whether a plain search of `depth` plies with exchanges prefers `move` to all others."""
    board.push(move)
    own = -shallow(board, depth - 1)
    board.pop()
    for other in list(board.legal_moves):
        if other != move:
            board.push(other)
            # Whether this move is at least as good as `move`.
            score = -shallow(board, depth - 1, -own, -own + 1)
            board.pop()
            if score >= own:
                return False
    return True


def plain(board, move):
    """Whether the move takes something dearer than the piece it moves."""
    if not board.is_capture(move):
        return False
    taken = board.piece_type_at(move.to_square) or chess.PAWN
    return VALUES[taken] > VALUES[board.piece_type_at(move.from_square)] > 0


def kind(board, move):
    if board.is_capture(move):
        return "capture"
    return "check" if board.gives_check(move) else "quiet"


def confirm(engine, board):
    """(move, best, second, depth from which it stays best) of a decisive tactic, or None."""
    glance = engine.analyse(board, "depth 12", lines=2)
    if len(glance) < 2 or glance[0].score < 230 or glance[1].score > 170:
        return None
    depths = engine.history(board, f"depth {DEPTH}", lines=2)
    last = depths[max(depths)]
    if max(depths) < DEPTH and last[0].mate() is None or len(last) < 2:
        return None
    best, second = last
    if best.score < 250 or second.score > 150 or best.score - second.score < 200:
        return None
    if best.mate() is not None and best.mate() <= 3:
        return None
    move = best.moves[0]
    seen = max((depth for depth, lines in depths.items() if lines[0].moves[0] != move), default=0) + 1
    # Clear for some depths, not only at the end.
    if seen > DEPTH - 5 or any(
        lines[0].score - lines[-1].score < 180 for depth, lines in depths.items() if depth > DEPTH - 4
    ):
        return None
    return move, best, second, seen


def make(engine, seed, scratch):
    chooser = random.Random(f"tactics {seed}")
    collector = Collector("tactics", target=64, distance=6)

    def wanted(scores):
        return len(scores) > 1 and scores[0] >= 150 and scores[0] - scores[1] >= 100 and scores[1] <= 250

    candidates = list(pool.mined(scratch, wanted))
    chooser.shuffle(candidates)
    # Quiet moves first, then checks; captures fill what is left.
    order = {"quiet": 0, "check": 1, "capture": 2}
    if collector.entries:
        # A resumed run begins with what is searched fastest.
        candidates.sort(key=lambda c: chess.popcount(c.board.occupied))
    else:
        candidates.sort(key=lambda c: order[kind(c.board, c.best)])
    limits = {"quiet": 30, "check": 22, "capture": 40}
    kept = {sort: sum(f"; {sort};" in entry for entry in collector.entries) for sort in order}
    easy = sum(re.search(r"from depth [1-4]\b", entry) is not None for entry in collector.entries)
    for mined in candidates:
        board = mined.board
        if collector.full():
            break
        sort = kind(board, mined.best)
        if kept[sort] >= limits[sort] or not collector.welcome(board, mined.game):
            continue
        if board.legal_moves.count() < 6 or found_shallowly(board, mined.best):
            continue
        answer = confirm(engine, board)
        if answer is None:
            continue
        move, best, second, seen = answer
        sort = kind(board, move)
        if move != mined.best and (kept[sort] >= limits[sort] or found_shallowly(board, move)):
            continue
        if seen < 5 and plain(board, move):
            continue
        # Only so many may be seen by the engine before its fifth iteration.
        if seen < 5 and easy >= EASY:
            continue
        easy += seen < 5
        kept[sort] += 1
        comment = (
            f"self-play game {mined.game}; {sort}; {engine.name} depth {DEPTH}: "
            f"{best.text()}, next {second.text()}; best from depth {seen}"
        )
        collector.add(board, mined.game, bm=[move], c0=comment)
    print(f"tactics: {kept}, {easy} seen before depth 5", flush=True)
