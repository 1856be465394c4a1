"""Forced mates in one to eight moves.

Up to three moves every line is tried. A longer mate is kept when the engine
gives the same length and first move at each of its last depths, no other move
mates as fast, and a bounded search for a shorter mate finds none; of a mate in
four, a shorter one is also ruled out by trying every line. Lengths that the
pool lacks are filled from the tables.
"""

import random

import chess

from . import pool
from .entries import Collector, random_image
from .tables import Tables, place
from .uci import MATE_SCORE

PER_LENGTH = 8
PROVED = 3
SPAN = 5
LONGEST = 8
# Longer mates become rare in the pool; after so many candidates the tables fill what is missing.
MINED = 2379
BARE = ("KR", "KQ", "KBB", "KBN")
TRIES = 60_000


def mating_moves(board):
    """Every legal move that mates at once."""
    found = []
    for move in list(board.legal_moves):
        if board.gives_check(move):
            board.push(move)
            if not any(board.generate_legal_moves()):
                found.append(move)
            board.pop()
    return found


class MateSolver:
    """Answers, by trying every move, whether a side can force mate within some moves.

    Move ordering and a table of answers are the only shortcuts; neither can
    change an answer. Draw claims are ignored.
    """

    def __init__(self):
        self.table = {}
        self.refutations = {}

    @staticmethod
    def _key(board, count):
        return (
            board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings,
            board.occupied_co[chess.WHITE], board.turn, board.castling_rights, board.ep_square, count,
        )

    def can_mate(self, board, count):
        if count <= 0:
            return False
        key = self._key(board, count)
        if key not in self.table:
            self.table[key] = self._can_mate(board, count)
        return self.table[key]

    def _can_mate(self, board, count):
        if mating_moves(board):
            return True
        if count == 1:
            return False
        moves = sorted(board.legal_moves, key=board.gives_check, reverse=True)
        return any(self.move_mates(board, move, count) for move in moves)

    def move_mates(self, board, move, count):
        """Whether `move` forces mate within `count` moves, itself included."""
        board.push(move)
        answer = self._is_lost(board, count - 1)
        board.pop()
        return answer

    def _is_lost(self, board, count):
        replies = list(board.legal_moves)
        if not replies:
            return board.is_check()
        if count == 0:
            return False
        known = self.refutations.get(count)
        if known in replies:
            replies.remove(known)
            replies.insert(0, known)
        for reply in replies:
            board.push(reply)
            mated = self.can_mate(board, count)
            board.pop()
            if not mated:
                self.refutations[count] = reply
                return False
        return True

    def shortest(self, board, limit):
        return next((count for count in range(1, limit + 1) if self.can_mate(board, count)), None)

    def first_moves(self, board, count):
        return [move for move in list(board.legal_moves) if self.move_mates(board, move, count)]


def confirm_long(engine, board):
    """(length, move) of a mate whose length and only first move are beyond doubt, or None."""
    glance = engine.analyse(board, "depth 16 nodes 200000")[0].mate()
    if glance is None or not PROVED < glance <= LONGEST + 1:
        return None
    last = 2 * glance + 12
    depths = engine.history(board, f"depth {last}", lines=2)
    late = [depths[depth] for depth in range(last - SPAN + 1, last + 1) if len(depths.get(depth, [])) == 2]
    length = late[-1][0].mate() if late else None
    if len(late) < SPAN or length is None or not PROVED < length <= LONGEST:
        return None
    if any(lines[0].mate() != length or lines[1].mate() == length for lines in late):
        return None
    if len({lines[0].moves[0] for lines in late}) != 1:
        return None
    shorter = engine.analyse(board, f"mate {length - 1} nodes 500000")[0].mate()
    if shorter is not None and 0 < shorter < length:
        return None
    if length == PROVED + 1 and MateSolver().can_mate(board, PROVED):
        return None
    return length, late[-1][0].moves[0], f"{engine.name} depths {last - SPAN + 1} to {last}"


def quiet(board, move):
    return not board.gives_check(move) and not board.is_capture(move)


class Quota:
    """Room for an entry of some length: half for each side, and at least half of the first moves quiet."""

    def __init__(self):
        self.kept = {}

    def open(self, board, length, still):
        turn = self.kept.get((length, board.turn), 0)
        loud = self.kept.get((length, "loud"), 0)
        return turn * 2 < PER_LENGTH and (still or length == 1 or loud * 2 < PER_LENGTH)

    def take(self, board, length, still):
        for key in [(length, board.turn)] + ([] if still else [(length, "loud")]):
            self.kept[key] = self.kept.get(key, 0) + 1

    def full(self, lengths):
        return all(
            self.kept.get((length, turn), 0) * 2 >= PER_LENGTH for length in lengths for turn in chess.COLORS
        )


def add_proved(collector, quota, candidates):
    for mined in candidates:
        board, length, still = mined.board, MATE_SCORE - mined.scores[0], quiet(mined.board, mined.best)
        if not 0 < length <= PROVED or not quota.open(board, length, still):
            continue
        solver = MateSolver()
        if not collector.welcome(board, mined.game) or solver.shortest(board, length) != length:
            continue
        quota.take(board, length, still)
        best = solver.first_moves(board, length)
        collector.add(board, mined.game, dm=length, bm=best, c0=f"self-play game {mined.game}; every line tried")


def add_long(engine, collector, quota, candidates):
    lengths = range(PROVED + 1, LONGEST + 1)
    for mined in candidates:
        board, seen = mined.board, MATE_SCORE - mined.scores[0]
        if quota.full(lengths):
            break
        # The mate that the pool's short search found is an upper bound of the length.
        if seen <= PROVED or all(not quota.open(board, length, True) for length in lengths if length <= seen):
            continue
        if not collector.welcome(board, mined.game):
            continue
        answer = confirm_long(engine, board)
        if answer is None:
            continue
        length, move, how = answer
        if quota.open(board, length, quiet(board, move)):
            quota.take(board, length, quiet(board, move))
            collector.add(board, mined.game, dm=length, bm=[move], c0=f"self-play game {mined.game}; {how}")


def add_tabled(engine, collector, quota, chooser, tables):
    """Mates against a bare king without pawns, where the tables' distance is the distance to mate."""
    for turn in range(TRIES):
        lengths = [length for length in range(PROVED + 1, LONGEST + 1) if not quota.full([length])]
        if not lengths:
            break
        board = place(chooser, BARE[turn % len(BARE)], "K", chess.WHITE)
        if board is None or tables.result(board) != 1:
            continue
        image = random_image(chooser, board)
        length = (tables.distance(image) + 1) // 2
        if length not in lengths or not quota.open(image, length, True) or not collector.welcome(image):
            continue
        line = engine.analyse(image, f"depth {2 * length + 14}")[0]
        best = [move for move, distance in tables.distances(image) if distance == 2 * length - 2]
        if line.mate() != length or line.moves[0] not in best:
            continue
        quota.take(image, length, True)
        comment = f"composed at random; exact, and {engine.name} depth {2 * length + 14}"
        collector.add(image, dm=length, bm=best, c0=comment)


def make(engine, seed, scratch, folder):
    tables = Tables(folder)
    chooser = random.Random(f"mates {seed}")
    collector = Collector("mates", target=LONGEST * PER_LENGTH, distance=6)
    candidates = list(pool.mined(scratch, lambda scores: scores[0] >= 900))
    chooser.shuffle(candidates)
    # A mate that the pool already saw comes before a mere advantage.
    candidates.sort(key=lambda mined: mined.scores[0] < MATE_SCORE - 1000)
    quota = Quota()
    add_proved(collector, quota, candidates)
    add_long(engine, collector, quota, candidates[:MINED])
    add_tabled(engine, collector, quota, chooser, tables)
    print(f"mates: {len(collector.entries)}, {quota.kept}", flush=True)
