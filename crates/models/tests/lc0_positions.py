#!/usr/bin/env python3
"""Writes data/lc0_positions.txt: what the classical input of lc0 is for many positions, and the policy index of their moves.

It is written from the description of lc0's input planes and knows nothing of the Rust code. Squares are walked one by one
on the boards of python-chess. Run with python-chess (`pip install chess==1.11.2`):

    python3 lc0_positions.py

The file has a line `start FEN` and a line `moves ...` for each game, then a line for each position of the game:

    ply digest*8 castling*4 black rule50 policy...

A digest is the 64-bit FNV-1a hash of the 13 planes of a history step, each as a 64-bit number, lowest byte first, a1 the
lowest bit. The policy indices are those of the legal moves in the order of their UCI text.
"""

import random
from pathlib import Path

import chess

STEPS = 8
KINDS = [chess.PAWN, chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN, chess.KING]


def policy_names():
    """The 1,858 moves: by start and target square as a queen or knight goes, then promotions to queen, rook and bishop."""
    names = []
    for start in range(64):
        for target in range(64):
            files = abs(start % 8 - target % 8)
            ranks = abs(start // 8 - target // 8)
            straight = (files == 0) != (ranks == 0)
            diagonal = files == ranks and files > 0
            leap = sorted((files, ranks)) == [1, 2]
            if straight or diagonal or leap:
                names.append(chess.square_name(start) + chess.square_name(target))
    for file in range(8):
        for target in (file - 1, file, file + 1):
            if 0 <= target < 8:
                for piece in "qrb":
                    names.append(f"{'abcdefgh'[file]}7{'abcdefgh'[target]}8{piece}")
    assert len(names) == 1858
    return {name: index for index, name in enumerate(names)}


POLICY = policy_names()


def policy_index(board, move):
    start, target = move.from_square, move.to_square
    if board.is_castling(move):
        # The king goes to the square of its rook.
        rank = chess.square_rank(start)
        target = chess.square(7 if target > start else 0, rank)
    if board.turn == chess.BLACK:
        start, target = start ^ 56, target ^ 56
    name = chess.square_name(start) + chess.square_name(target)
    if move.promotion in (chess.QUEEN, chess.ROOK, chess.BISHOP):
        name += chess.piece_symbol(move.promotion)
    return POLICY[name]


class Seen:
    """A position as lc0 remembers it."""

    def __init__(self, board, is_first):
        self.board = board.copy(stack=False)
        # A square named by a FEN counts as it is; after a move only if a pawn attacks it.
        double_step = board.ep_square
        if double_step is not None and not is_first:
            attackers = board.attackers(board.turn, double_step)
            if not any(board.piece_type_at(square) == chess.PAWN for square in attackers):
                double_step = None
        self.double_step = double_step
        self.identity = (
            str(board),
            board.turn,
            board.castling_rights,
            double_step,
        )
        self.repeated = False


def oriented(square, viewer):
    return square if viewer == chess.WHITE else square ^ 56


def planes_of(seen, viewer, undo_double_step):
    planes = [0] * 13
    for square in range(64):
        piece = seen.board.piece_at(square)
        if piece is None:
            continue
        at = square
        if undo_double_step and piece.piece_type == chess.PAWN and piece.color != seen.board.turn:
            behind = seen.double_step
            if behind is not None and square == behind + (8 if piece.color == chess.WHITE else -8):
                at = behind + (-8 if piece.color == chess.WHITE else 8)
        number = KINDS.index(piece.piece_type) + (0 if piece.color == viewer else 6)
        planes[number] |= 1 << oriented(at, viewer)
    if seen.repeated:
        planes[12] = 2**64 - 1
    return planes


def digest(planes):
    number = 0xCBF29CE484222325
    for plane in planes:
        for byte in plane.to_bytes(8, "little"):
            number = ((number ^ byte) * 0x100000001B3) % 2**64
    return number


def steps(history):
    """The planes of the eight steps, the present position first."""
    viewer = history[-1].board.turn
    is_usual_start = history[0].identity == Seen(chess.Board(), True).identity
    found = []
    for back in range(STEPS):
        index = len(history) - 1 - back
        if index >= 0:
            found.append(planes_of(history[index], viewer, False))
        elif is_usual_start:
            found.append([0] * 13)
        else:
            found.append(planes_of(history[0], viewer, True))
    return found


def line(ply, history):
    board = history[-1].board
    own, other = board.turn, not board.turn
    castling = [
        board.has_queenside_castling_rights(own),
        board.has_kingside_castling_rights(own),
        board.has_queenside_castling_rights(other),
        board.has_kingside_castling_rights(other),
    ]
    words = [str(ply)]
    words += [f"{digest(planes):016x}" for planes in steps(history)]
    words += [str(int(right)) for right in castling]
    words += [str(int(board.turn == chess.BLACK)), str(board.halfmove_clock)]
    legal = sorted(board.legal_moves, key=lambda move: move.uci())
    words += [str(policy_index(board, move)) for move in legal]
    return " ".join(words)


def game(out, start, moves):
    board = chess.Board() if start == "startpos" else chess.Board(start)
    out.append(f"start {board.fen(en_passant='fen')}")
    played = []
    history = [Seen(board, True)]
    lines = [line(0, history)]
    for ply, wanted in enumerate(moves(), 1):
        move = wanted(board) if callable(wanted) else board.parse_uci(wanted)
        if move is None:
            break
        played.append(move.uci())
        board.push(move)
        seen = Seen(board, False)
        seen.repeated = any(earlier.identity == seen.identity for earlier in history)
        history.append(seen)
        lines.append(line(ply, history))
    out.append("moves " + " ".join(played))
    out.extend(lines)
    return len(lines)


def written(text):
    return lambda: text.split()


def by_chance(seed, plies):
    """Legal moves by chance; captures, castling, promotions and en passant are preferred where there are any."""
    chance = random.Random(seed)

    def choose(board):
        legal = sorted(board.legal_moves, key=lambda move: move.uci())
        if not legal or board.is_insufficient_material():
            return None
        rare = [
            move
            for move in legal
            if move.promotion or board.is_castling(move) or board.is_en_passant(move)
        ]
        if rare and chance.random() < 0.7:
            return chance.choice(rare)
        return chance.choice(legal)

    return lambda: [choose] * plies


def main():
    out = []
    count = 0
    count += game(out, "startpos", written("e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1 g8f6 d2d3 e8g8 c1g5 h7h6"))
    count += game(out, "startpos", written("d2d4 d7d5 b1c3 b8c6 c1f4 c8f5 d1d2 d8d7 e1c1 e8c8 c1b1 c8b8"))
    # En passant, taken by both sides and left alone.
    count += game(out, "startpos", written("e2e4 a7a6 e4e5 d7d5 e5d6 c7d6 a2a3 h7h5 a3a4 h5h4 g2g4 h4g3 h2g3"))
    count += game(out, "startpos", written("e2e4 a7a6 e4e5 f7f5 g1f3 e8f7 f3g1 f7e8 g1f3 e8f7 f3g1 f7e8"))
    # Repetitions, three times and more; the first position after a double step that nobody can take does not differ.
    count += game(out, "startpos", written("g1f3 g8f6 f3g1 f6g8 " * 5))
    count += game(out, "startpos", written("e2e4 g8f6 " + "g1f3 f6g8 f3g1 g8f6 " * 4))
    # Promotions of both colours to every piece, with and without capture.
    for piece in "qrbn":
        start = "1n6/P5P1/8/k7/7K/8/p5p1/1N6 w - - 0 1"
        count += game(out, start, written(f"a7b8{piece} a2b1{piece} g7g8{piece} g2g1{piece}"))
    # A start that is not the usual one: its history is filled; with an en passant square the double step is undone.
    count += game(out, "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", written("e5f6 g8f6 d2d4 e7e6 a2a4"))
    count += game(out, "rnbqkbnr/pppp1ppp/8/8/3Pp3/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 3", written("e4d3 c2d3 d7d5 h2h4 h7h5"))
    count += game(out, "4k3/8/8/8/8/8/4P3/4K3 b - - 12 40", written("e8d7 e2e4 d7c6 e1d2 c6b5 e4e5"))
    count += game(out, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1", written("e7e5 e2e4 b8c6"))
    count += game(out, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1", written("e2e4 e7e5"))
    # Late counts of the fifty-move rule.
    count += game(out, "8/5k2/8/8/3R4/8/2K5/8 w - - 86 120", written("d4d5 f7e6 d5d4 e6e5 d4d8 e5e4 c2c3 e4e3 d8d7 e3e2 d7d6 e2e1 c3c2"))
    count += game(out, "8/5k2/8/8/3R4/8/2K5/8 b - - 140 150", written("f7e6 d4d8 e6e7 d8d4 e7e6 d4d8 e6e7 d8d4"))
    # Single castling rights.
    for rights in ("K", "Q", "k", "q", "Kq", "Qk", "KQkq"):
        for turn in "wb":
            start = f"r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R {turn} {rights} - 4 9"
            count += game(out, start, by_chance(len(rights) + ord(rights[0]), 6))
    for seed in range(6):
        count += game(out, "startpos", by_chance(seed, 50))
    for seed in range(6, 10):
        count += game(out, "r3k2r/1P4P1/2n2n2/3pP3/3Pp3/2N2N2/1p4p1/R3K2R w KQkq d6 0 20", by_chance(seed, 25))
    for seed in range(10, 13):
        count += game(out, "6k1/5n2/8/8/8/8/2N5/1K6 b - - 60 90", by_chance(seed, 30))
    path = Path(__file__).parent / "data" / "lc0_positions.txt"
    path.write_text("\n".join(out) + "\n")
    print(f"{count} positions")


if __name__ == "__main__":
    main()
