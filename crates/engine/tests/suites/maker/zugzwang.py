"""Positions that turn on zugzwang, where a search that lets a side pass goes wrong.

A side is in zugzwang when it is not in check and would do better if it could
pass. `c0` is the result for the side to move, `c1` says which of these it is:

- "in zugzwang": the side to move is in zugzwang itself;
- "into zugzwang": `bm` is the only move that wins, and it puts the opponent in zugzwang;
- "mate by zugzwang": `bm` is the only move that mates in `dm`, and it would not do if the opponent could pass.
"""

import random

import chess

from .entries import Collector, random_image
from .mates import MateSolver
from .tables import WORDS, Tables, place

GLANCE, DEPTH = 14, 22
TRIES = 15_000
CORES = 24
# How many entries of each kind lead into zugzwang, and how many are in it.
SMALL = {"KP-K": (9, 3), "KP-KP": (9, 3)}


def passed(board):
    """The position with the other side to move, or None if that cannot be."""
    if board.is_check():
        return None
    other = board.copy(stack=False)
    other.turn = not other.turn
    other.ep_square = None
    return other if other.is_valid() else None


def in_zugzwang(tables, board):
    other = passed(board)
    if other is None or not any(board.legal_moves):
        return False
    here, there = tables.result(board), tables.result(other)
    return here is not None and there is not None and -there > here


def before(board):
    """Positions from which the side that is not to move may have come by moving a piece or king without a capture."""
    mover = not board.turn
    for square in chess.SquareSet(board.occupied_co[mover] & ~board.pawns):
        for origin in chess.SquareSet(board.attacks_mask(square) & ~board.occupied):
            earlier = board.copy(stack=False)
            earlier.set_piece_at(origin, earlier.remove_piece_at(square))
            earlier.turn = mover
            if earlier.is_valid():
                yield earlier, chess.Move(origin, square)


def huddled(chooser, white, black):
    """Men at random with the kings near the first pawn, which is stopped by a pawn if Black has one."""
    file, row = chooser.randrange(8), chooser.randint(1, 5)
    pawn = chess.square(file, row)
    near = sum(1 << square for square in chess.SQUARES if chess.square_distance(square, pawn) <= 3)
    rows = {"K": near, "k": near}
    if "P" in black:
        rows |= {"P": 1 << pawn, "p": 1 << pawn + 8}
    elif white.count("P") == 1:
        rows["P"] = 1 << pawn
    return place(chooser, white[1:] + "K", black[1:] + "K", chooser.random() < 0.5, rows)


def add_small(collector, chooser, tables, kind, into, inside):
    """Exact entries of one kind: some that lead into zugzwang, some that are in it; all found are returned."""
    cores = []
    white, black = kind.split("-")
    kept = {"into": 0, "in": 0}
    name = kind.replace("-", "")
    for _ in range(TRIES):
        if len(cores) >= CORES and kept["into"] >= into and kept["in"] >= inside:
            break
        board = huddled(chooser, white, black)
        if board is None:
            continue
        if not in_zugzwang(tables, board):
            continue
        image = random_image(chooser, board)
        if kept["in"] < inside and collector.welcome(image):
            result, keep, lose = tables.keeping(image)
            operations = {"bm": keep} if lose else {}
            collector.add(image, c0=WORDS[result], c1=f"in zugzwang; composed at random; exact, {name}", **operations)
            kept["in"] += 1
        if tables.result(image) != -1:
            continue
        cores.append((image, None))
        earlier = list(before(image))
        chooser.shuffle(earlier)
        for origin, move in earlier:
            answer = tables.keeping(origin)
            if answer and answer[0] == 1 and answer[1] == [move] and answer[2]:
                cores.append((origin, move))
                if kept["into"] >= into or not collector.welcome(origin):
                    break
                collector.add(origin, c0="win", bm=[move], c1=f"into zugzwang; composed at random; exact, {name}")
                kept["into"] += 1
                break
    print(f"zugzwang {kind}: {kept}", flush=True)
    return cores


def add_mates(collector, chooser, count):
    """Mates in two and three whose first move only waits."""
    kept = 0
    forces = ("RN", "RB", "QN", "BN", "RR", "QP", "BB", "NNP", "RP", "QB")
    for _ in range(100_000):
        if kept >= count:
            return
        board = place(
            chooser, "K" + chooser.choice(forces), "K" + chooser.choice(["P", "PP", "NP", "BP", "N", "B"]), chess.WHITE,
            {"k": chess.BB_RANK_8 | chess.BB_RANK_7 | chess.BB_FILE_H},
        )
        if board is None or chess.square_distance(board.king(chess.WHITE), board.king(chess.BLACK)) > 3:
            continue
        # A zugzwang needs an opponent with few moves to begin with.
        other = passed(board)
        if other is None or other.legal_moves.count() > 4:
            continue
        solver = MateSolver()
        length = solver.shortest(board, 2)
        if length != 2:
            continue
        moves = solver.first_moves(board, length)
        if len(moves) != 1 or board.is_capture(moves[0]):
            continue
        after = board.copy(stack=False)
        after.push(moves[0])
        other = passed(after)
        if other is None or solver.can_mate(other, length - 1):
            continue
        image = random_image(chooser, board)
        if collector.welcome(image):
            move = MateSolver().first_moves(image, length)
            comment = "mate by zugzwang; composed at random; every line tried"
            collector.add(image, dm=length, bm=move, c0="win", c1=comment)
            kept += 1


# Corners in which white pieces cannot move, for ever, as long as nobody comes to help: squares of the men.
CORNERS = (
    {"B": "a1", "P": "b2", "p": "b3"},
    {"N": "a1", "P": "b3 c2", "p": "b4 c3"},
    {"R": "a1", "B": "b1", "P": "a2 c2", "p": "a3 c3"},
    {"R": "a1", "N": "b1", "P": "a2 c2 d2", "p": "a3 c3 d3"},
)


def corner(chooser, colour, left):
    """The men of a frozen corner on the left or right of a side's first rows."""
    men = {}
    for symbol, squares in chooser.choice(CORNERS).items():
        for name in squares.split():
            square = chess.parse_square(name)
            square = square if left else chess.square(7 - chess.square_file(square), chess.square_rank(square))
            piece = chess.Piece.from_symbol(symbol)
            if colour == chess.BLACK:
                square, piece = chess.square_mirror(square), chess.Piece(piece.piece_type, not piece.color)
            men[square] = piece
    return men


def frozen(chooser, core):
    """The core with a frozen corner for each side, or None if they get in each other's way."""
    board = core.copy(stack=False)
    left = chooser.random() < 0.5
    for colour, side in ((chess.WHITE, left), (chess.BLACK, left if chooser.random() < 0.5 else not left)):
        for square, piece in corner(chooser, colour, side).items():
            near = [board.piece_at(s) for s in chess.SquareSet(chess.BB_KING_ATTACKS[square] | 1 << square)]
            if board.piece_at(square) or any(man and man.piece_type == chess.KING for man in near):
                return None
            board.set_piece_at(square, piece)
    # No pawn may be able to take another.
    return board if board.is_valid() and not any(board.generate_legal_captures()) else None


def scores(engine, board):
    """The scores for the side to move as it is and after a pass, if it is lost and a pass would save it, or None."""
    other = passed(board)
    if other is None or not any(other.legal_moves):
        return None
    for limit in (f"depth {GLANCE}", f"depth {DEPTH}"):
        here = engine.analyse(board, limit)[0]
        if here.score > -300:
            return None
        there = engine.analyse(other, limit)[0]
        if there.score > 60:
            return None
    return here, -there.score


def add_frozen(engine, collector, chooser, cores):
    """Exact zugzwangs of kings and pawns with pieces added that cannot move."""
    for turn in range(len(cores) * 12):
        if collector.full():
            return
        core, move = cores[turn % len(cores)]
        board = frozen(chooser, core)
        if board is None or not collector.welcome(board):
            continue
        if move is None:
            answer = scores(engine, board)
            if answer is None:
                continue
            comment = (
                f"in zugzwang; composed at random; {engine.name} depth {DEPTH}: {answer[0].text()}, "
                f"after a pass {answer[1]:+d}"
            )
            collector.add(board, c0="loss", c1=comment)
        else:
            if move not in board.legal_moves:
                continue
            after = board.copy(stack=False)
            after.push(move)
            answer = scores(engine, after)
            if answer is None:
                continue
            lines = engine.analyse(board, f"depth {DEPTH}", lines=2)
            if len(lines) < 2 or lines[0].moves[0] != move or lines[0].score < 300 or lines[1].score > 60:
                continue
            comment = (
                f"into zugzwang; composed at random; {engine.name} depth {DEPTH}: {lines[0].text()}, "
                f"next {lines[1].text()}, if the opponent passes {-answer[1]:+d}"
            )
            collector.add(board, c0="win", bm=[move], c1=comment)


def make(engine, seed, tables):
    tables = Tables(tables)
    collector = Collector("zugzwang", target=64, distance=2)
    chooser = random.Random(f"zugzwang {seed}")
    cores = []
    resumed = bool(collector.entries)
    for kind, (into, inside) in SMALL.items():
        into, inside = (0, 0) if resumed else (into, inside)
        cores += add_small(collector, chooser, tables, kind, into, inside)
    add_mates(collector, chooser, 20)
    print(f"zugzwang: {len(collector.entries)} before the frozen corners", flush=True)
    add_frozen(engine, collector, chooser, cores)
    print(f"zugzwang: {len(collector.entries)}", flush=True)
