#!/usr/bin/env python3
"""Makes and checks the chess test suites kept beside this script.

Needs:
    pip install chess
    Stockfish, as `stockfish` on PATH or named with --engine

Use:
    make.py [--engine FILE] [--seed N] [--scratch FOLDER] [--resume] SUBCOMMAND

With --resume a theme keeps the entries its file already has and adds what is
missing; without it the file is made anew.

Subcommands:
    openings        120 positions after 8 half-moves, for matches
    games           the pool of weak self-play games that most themes are mined from
    middlegame      40 busy and roughly level positions, for benchmarks
    mate_in_one, mate_in_two, back_rank, smothered
    fork, pin, skewer, discovered
    hanging_queen, stalemate_trap
    all             every subcommand above, in a working order
    check           reads every file again and verifies it

`openings` must run before `games`, and `games` before every theme that is mined
from games (all but `smothered` and `stalemate_trap`). The pool of games is
written to the scratch folder, not beside this script.

Nothing here is copied from a published collection. Positions come either from
games that Stockfish plays against itself, weakened by choosing at random among
its better moves and now and then among all legal moves, or from pieces placed
at random around a pattern. Every choice is drawn from one seeded generator and
the engine runs on one thread with a node or depth limit, so a full run with the
same seed and the same engine gives the same files.
"""

import argparse
import json
import math
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import chess

FOLDER = Path(__file__).resolve().parent
MATE_SCORE = 100_000
CONFIRM_DEPTH = 18
TARGET = 60

VALUES = {
    chess.PAWN: 100,
    chess.KNIGHT: 300,
    chess.BISHOP: 310,
    chess.ROOK: 500,
    chess.QUEEN: 900,
    chess.KING: 10_000,
}
SLIDERS = (chess.BISHOP, chess.ROOK, chess.QUEEN)

MATE_THEMES = ("mate_in_one", "mate_in_two", "back_rank", "smothered")
TACTIC_THEMES = ("fork", "pin", "skewer", "discovered")
AVOID_THEMES = ("hanging_queen", "stalemate_trap")


# ---------------------------------------------------------------------------
# The engine


class Line:
    """One line of an analysis: a score for the side to move, and moves."""

    def __init__(self, score, moves):
        self.score = score
        self.moves = moves

    def text(self):
        """The score as shown in comments: centipawns, or mate in moves."""
        if abs(self.score) > MATE_SCORE - 1000:
            count = MATE_SCORE - abs(self.score)
            return f"mate {count if self.score > 0 else -count}"
        return f"{self.score:+d}"


class Engine:
    """A thin UCI client: one thread, fixed hash, one search at a time."""

    def __init__(self, command):
        self.process = subprocess.Popen(
            [command],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            universal_newlines=True,
            bufsize=1,
        )
        self.name = "engine"
        self.lines_wanted = 1
        self._send("uci")
        for line in self._until("uciok"):
            if line.startswith("id name "):
                self.name = line[len("id name "):]
        self._send("setoption name Threads value 1")
        self._send("setoption name Hash value 32")

    def _send(self, text):
        self.process.stdin.write(text + "\n")
        self.process.stdin.flush()

    def _until(self, word):
        lines = []
        while True:
            line = self.process.stdout.readline()
            if not line:
                raise RuntimeError("the engine stopped")
            line = line.strip()
            lines.append(line)
            if line.startswith(word):
                return lines

    def new_game(self):
        self._send("ucinewgame")
        self._send("isready")
        self._until("readyok")

    def analyse(self, board, depth=None, nodes=None, lines=1):
        """The best `lines` moves, best first, as a list of Line."""
        if lines != self.lines_wanted:
            self._send(f"setoption name MultiPV value {lines}")
            self.lines_wanted = lines
        self._send(f"position fen {board.fen()}")
        self._send(f"go depth {depth}" if depth else f"go nodes {nodes}")
        found = {}
        for line in self._until("bestmove"):
            if " pv " not in line or "bound" in line:
                continue
            head, moves = line.split(" pv ", 1)
            words = head.split()
            number = int(words[words.index("multipv") + 1])
            at = words.index("score")
            value = int(words[at + 2])
            if words[at + 1] == "mate":
                value = MATE_SCORE - value if value > 0 else -MATE_SCORE - value
            found[number] = Line(value, [chess.Move.from_uci(m) for m in moves.split()])
        return sorted(found.values(), key=lambda line: -line.score)

    def close(self):
        self._send("quit")
        self.process.wait()


# ---------------------------------------------------------------------------
# Collecting entries


def placement(board):
    """The set of (square, piece) pairs, for measuring how alike two boards are."""
    return frozenset((square, piece.symbol()) for square, piece in board.piece_map().items())


def reflections(board):
    """The placements of the board itself and of its mirror images."""
    images = [board, board.transform(chess.flip_horizontal)]
    images += [image.mirror() for image in images]
    return [placement(image) for image in images]


class Collector:
    """Gathers the entries of one theme and rewrites its file at each new one."""

    resume = False

    def __init__(self, theme, target=TARGET, distance=6, per_game=2):
        self.theme = theme
        self.target = target
        self.distance = distance
        self.per_game = per_game
        self.entries = []
        self.placements = []
        self.games = {}
        self.turns = {chess.WHITE: 0, chess.BLACK: 0}
        self.started = time.time()
        if Collector.resume and (FOLDER / f"{theme}.epd").exists():
            self._take_over((FOLDER / f"{theme}.epd").read_text().splitlines())

    def _take_over(self, lines):
        """Starts from the entries an earlier run left in the file."""
        for text in lines:
            board = chess.Board(None)
            operations = board.set_epd(text)
            source = re.search(r"game (\d+)", operations["c0"])
            operations.pop("id")
            self.add(board, operations.pop("c0"), int(source[1]) if source else None, **operations)

    def full(self):
        return len(self.entries) >= self.target

    def welcome(self, board, game=None):
        """Whether a position is new enough, before the costly confirmation."""
        if game is not None and self.games.get(game, 0) >= self.per_game:
            return False
        if self.turns[board.turn] >= math.ceil(self.target * 0.6):
            return False
        return all(
            len(image ^ other) >= self.distance
            for image in reflections(board)
            for other in self.placements
        )

    def add(self, board, comment, game=None, **operations):
        number = len(self.entries) + 1
        board = board.copy(stack=False)
        entry = board.epd(**operations, id=f"{self.theme}.{number:03d}", c0=comment)
        self.entries.append(entry)
        self.placements.append(placement(board))
        self.turns[board.turn] += 1
        if game is not None:
            self.games[game] = self.games.get(game, 0) + 1
        (FOLDER / f"{self.theme}.epd").write_text("\n".join(self.entries) + "\n")
        if number % 10 == 0:
            print(f"{self.theme}: {number} after {time.time() - self.started:.0f} s", flush=True)


# ---------------------------------------------------------------------------
# Openings and the pool of games


def make_openings(engine, chooser, scratch, count=120):
    """Eight half-moves, each drawn from the engine's moves within 40 cp of its best."""
    choices = {}
    seen = set()
    starts = {}
    fens = []
    while len(fens) < count:
        board = chess.Board()
        first_moves = []
        for _ in range(8):
            key = board.epd()
            if key not in choices:
                lines = engine.analyse(board, depth=10, lines=12)
                choices[key] = [line.moves[0] for line in lines if line.score >= lines[0].score - 40]
            move = chooser.choice(choices[key])
            first_moves.append(move.uci())
            board.push(move)
        start = tuple(first_moves[:3])
        if board.epd() in seen or starts.get(start, 0) >= 2 or board.is_check():
            continue
        if abs(engine.analyse(board, depth=CONFIRM_DEPTH)[0].score) >= 60:
            continue
        seen.add(board.epd())
        starts[start] = starts.get(start, 0) + 1
        fens.append(board.fen())
        (FOLDER / "openings.fen").write_text("\n".join(fens) + "\n")
        if len(fens) % 20 == 0:
            print(f"openings: {len(fens)}", flush=True)


def choose_weakly(chooser, board, lines, weakness):
    """A move among the engine's lines, worse ones less likely; sometimes any move."""
    if chooser.random() < 0.04:
        return chooser.choice(list(board.legal_moves))
    best = lines[0].score
    weights = [math.exp(-min(best - line.score, 2000) / weakness) for line in lines]
    return chooser.choices(lines, weights)[0].moves[0]


def make_games(engine, chooser, scratch, count=700):
    """Weak self-play games from the openings, with the engine's quick view of each ply."""
    openings = (FOLDER / "openings.fen").read_text().splitlines()
    path = scratch / "games.jsonl"
    with path.open("w") as output:
        for number in range(count):
            start = openings[number % len(openings)]
            board = chess.Board(start)
            engine.new_game()
            weakness = {colour: chooser.choice((30, 80, 150)) for colour in chess.COLORS}
            plies = []
            while not board.is_game_over(claim_draw=True) and len(plies) < 160:
                lines = engine.analyse(board, nodes=2500, lines=4)
                move = choose_weakly(chooser, board, lines, weakness[board.turn])
                second = lines[1].score if len(lines) > 1 else None
                line = " ".join(m.uci() for m in lines[0].moves[:7])
                plies.append([move.uci(), lines[0].score, second, line])
                board.push(move)
            output.write(json.dumps({"start": start, "plies": plies}) + "\n")
            output.flush()
            if number % 50 == 49:
                print(f"games: {number + 1}", flush=True)


class Mined:
    """A position from the pool with the engine's quick view of it."""

    def __init__(self, game, ply, board, best, second, moves):
        self.game = game
        self.ply = ply
        self.board = board
        self.best = best
        self.second = second
        self.moves = moves

    def source(self):
        return f"self-play game {self.game}"


def mined_positions(scratch, wanted):
    """Yields every pool position whose quick scores satisfy `wanted(best, second)`."""
    with (scratch / "games.jsonl").open() as pool:
        for number, text in enumerate(pool, start=1):
            record = json.loads(text)
            board = chess.Board(record["start"])
            for ply, (move, best, second, line) in enumerate(record["plies"], start=9):
                if wanted(best, second):
                    moves = [chess.Move.from_uci(m) for m in line.split()]
                    yield Mined(number, ply, board.copy(stack=False), best, second, moves)
                board.push(chess.Move.from_uci(move))


def shuffled_positions(scratch, chooser, wanted):
    positions = list(mined_positions(scratch, wanted))
    chooser.shuffle(positions)
    return positions


def make_middlegame(engine, chooser, scratch, count=40):
    fens = []
    games = set()
    for mined in shuffled_positions(scratch, chooser, lambda best, second: abs(best) < 120):
        board = mined.board
        if mined.game in games or not 12 <= board.fullmove_number <= 25:
            continue
        if len(board.piece_map()) < 20 or board.is_check():
            continue
        lines = engine.analyse(board, depth=CONFIRM_DEPTH)
        if abs(lines[0].score) >= 120:
            continue
        games.add(mined.game)
        fens.append(board.fen())
        (FOLDER / "middlegame.fen").write_text("\n".join(fens) + "\n")
        if len(fens) == count:
            return


# ---------------------------------------------------------------------------
# An exhaustive mate solver


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

    The only shortcuts are move ordering and a table of answers already found,
    neither of which can change an answer. Draw claims are ignored: a mate within
    three moves is far shorter than any of them.
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
        """Whether the side to move can force mate within `count` moves."""
        key = self._key(board, count)
        if key not in self.table:
            self.table[key] = self._can_mate(board, count)
        return self.table[key]

    def _can_mate(self, board, count):
        if count == 0:
            return False
        if mating_moves(board):
            return True
        if count == 1:
            return False
        moves = sorted(board.legal_moves, key=board.gives_check, reverse=True)
        return any(self.move_mates(board, move, count) for move in moves)

    def move_mates(self, board, move, count):
        """Whether playing `move` forces mate within `count` moves, itself included."""
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
        """The least number of moves to a forced mate, or None above `limit`."""
        for count in range(1, limit + 1):
            if self.can_mate(board, count):
                return count
        return None

    def first_moves(self, board, count):
        """Every first move that forces mate within `count` moves."""
        return [move for move in board.legal_moves if self.move_mates(board, move, count)]

    def main_line(self, board):
        """The final position of a shortest mate against a longest defence, and its last move."""
        board = board.copy()
        move = None
        while True:
            count = self.shortest(board, 3)
            if count == 1:
                move = mating_moves(board)[0]
                board.push(move)
                return board, move
            board.push(self.first_moves(board, count)[0])
            lengths = []
            for reply in board.legal_moves:
                board.push(reply)
                lengths.append((self.shortest(board, count - 1), reply.uci()))
                board.pop()
            board.push_uci(max(lengths)[1])


class Variety:
    """Keeps one kind of mating piece, or near-empty boards, from filling a file."""

    def __init__(self, per_piece, per_small):
        self.left = {kind: per_piece for kind in chess.PIECE_TYPES}
        self.left["small"] = per_small

    @staticmethod
    def _kinds(board, move):
        kinds = [board.piece_type_at(move.from_square)]
        if len(board.piece_map()) < 11:
            kinds.append("small")
        return kinds

    def allows(self, board, move):
        return all(self.left[kind] > 0 for kind in self._kinds(board, move))

    def count(self, board, move):
        for kind in self._kinds(board, move):
            self.left[kind] -= 1


def make_mate_in_one(engine, chooser, scratch):
    """Positions before a mate, the mating pieces kept varied."""
    collector = Collector("mate_in_one")
    variety = Variety(per_piece=18, per_small=15)
    wanted = lambda best, second: best == MATE_SCORE - 1
    for mined in shuffled_positions(scratch, chooser, wanted):
        moves = mating_moves(mined.board)
        if len(moves) > 3 or not variety.allows(mined.board, moves[0]):
            continue
        if not collector.welcome(mined.board, mined.game):
            continue
        variety.count(mined.board, moves[0])
        comment = f"{mined.source()}; every move tried"
        collector.add(mined.board, comment, mined.game, dm=1, bm=moves)
        if collector.full():
            return


def make_mate_in_two(engine, chooser, scratch):
    """Positions with a forced mate in two; first moves that give no check are taken first."""
    collector = Collector("mate_in_two")
    variety = Variety(per_piece=22, per_small=15)
    wanted = lambda best, second: best == MATE_SCORE - 2
    positions = shuffled_positions(scratch, chooser, wanted)
    positions.sort(key=lambda mined: mined.board.gives_check(mined.moves[0]))
    quiet = 0
    for mined in positions:
        board = mined.board
        gives_check = board.gives_check(mined.moves[0])
        if (not gives_check and quiet >= 25) or not collector.welcome(board, mined.game):
            continue
        if not variety.allows(board, mined.moves[0]):
            continue
        solver = MateSolver()
        if solver.shortest(board, 2) != 2:
            continue
        moves = solver.first_moves(board, 2)
        if len(moves) > 2:
            continue
        quiet += not gives_check
        variety.count(board, mined.moves[0])
        comment = f"{mined.source()}; first move {'with' if gives_check else 'without'} check; every line tried"
        collector.add(board, comment, mined.game, dm=2, bm=moves)
        if collector.full():
            return


# ---------------------------------------------------------------------------
# Mates with a given final picture: back rank and smothered


def neighbours(square):
    return list(chess.SquareSet(chess.BB_KING_ATTACKS[square]))


def is_back_rank_mate(board, move):
    """A rook or queen mates along the king's back rank, its own pieces in its way."""
    loser = board.turn
    king = board.king(loser)
    back = 0 if loser == chess.WHITE else 7
    forward = 1 if loser == chess.WHITE else 6
    if board.piece_type_at(move.to_square) not in (chess.ROOK, chess.QUEEN):
        return False
    if chess.square_rank(king) != back or chess.square_rank(move.to_square) != back:
        return False
    ahead = [square for square in neighbours(king) if chess.square_rank(square) == forward]
    own = [square for square in ahead if board.color_at(square) == loser]
    return len(own) >= 2


def is_smothered_mate(board, move):
    """A knight mates a king whose neighbour squares are all taken by its own pieces."""
    loser = board.turn
    return board.piece_type_at(move.to_square) == chess.KNIGHT and all(
        board.color_at(square) == loser for square in neighbours(board.king(loser))
    )


def scatter(chooser, board, pieces, allowed=chess.BB_ALL):
    """Puts each piece symbol on a random free square; pawns on ranks that suit them."""
    for symbol in pieces:
        piece = chess.Piece.from_symbol(symbol)
        ranks = range(8)
        if piece.piece_type == chess.PAWN:
            ranks = (1, 1, 2, 3, 4) if piece.color == chess.WHITE else (6, 6, 5, 4, 3)
        free = [
            square
            for square in chess.SquareSet(allowed & ~board.occupied)
            if chess.square_rank(square) in ranks
        ]
        if free:
            board.set_piece_at(chooser.choice(free), piece)


def plausible(board):
    """Valid, with no more pieces of a kind than a game starts with."""
    if not board.is_valid():
        return False
    limits = {chess.PAWN: 8, chess.KNIGHT: 2, chess.BISHOP: 2, chess.ROOK: 2, chess.QUEEN: 1}
    return all(
        len(board.pieces(kind, colour)) <= limit
        for kind, limit in limits.items()
        for colour in chess.COLORS
    )


def random_image(chooser, board):
    """The board or one of its mirror images, files or colours exchanged."""
    if chooser.random() < 0.5:
        board = board.transform(chess.flip_horizontal)
    if chooser.random() < 0.5:
        board = board.mirror()
    return board


def compose_back_rank(chooser):
    """White heavy pieces against a black king boxed in on its back rank."""
    board = chess.Board(None)
    king = chess.square(chooser.choice((1, 2, 5, 6, 6, 6, 7, 7)), 7)
    board.set_piece_at(king, chess.Piece.from_symbol("k"))
    for square in neighbours(king):
        if chess.square_rank(square) == 6 and chooser.random() < 0.88:
            board.set_piece_at(square, chess.Piece.from_symbol(chooser.choice("pppppbn")))
    white = ["K"] + chooser.sample(["Q", "R", "R", "B", "N"], chooser.randint(2, 4))
    black = chooser.sample(["q", "r", "r", "b", "n"], chooser.randint(2, 4))
    scatter(chooser, board, white + black + ["P"] * chooser.randint(2, 5) + ["p"] * chooser.randint(0, 3))
    board.turn = chess.WHITE
    return board


def make_back_rank(engine, chooser, scratch):
    """Mates of at most three moves ending on the back rank, from games, then composed."""
    collector = Collector("back_rank")
    lengths = {1: 0, 2: 0, 3: 0}
    caps = {1: 8, 2: 40, 3: 20}

    def consider(board, quick, source, game):
        if quick not in lengths or lengths[quick] >= caps[quick] or not collector.welcome(board, game):
            return
        solver = MateSolver()
        if solver.shortest(board, quick) != quick:
            return
        if not is_back_rank_mate(*solver.main_line(board)):
            return
        moves = solver.first_moves(board, 3)
        if len(moves) > 3:
            return
        lengths[quick] += 1
        collector.add(board, f"{source}; every line tried", game, dm=quick, bm=moves)

    wanted = lambda best, second: best >= MATE_SCORE - 3
    for mined in shuffled_positions(scratch, chooser, wanted):
        final = mined.board.copy()
        moves = mined.moves[: 2 * (MATE_SCORE - mined.best) - 1]
        for move in moves:
            final.push(move)
        if final.is_checkmate() and is_back_rank_mate(final, moves[-1]):
            consider(mined.board, MATE_SCORE - mined.best, mined.source(), mined.game)
        if collector.full():
            return
    print(f"back_rank: {len(collector.entries)} from games", flush=True)
    while not collector.full():
        board = compose_back_rank(chooser)
        if not plausible(board) or board.is_game_over():
            continue
        board = random_image(chooser, board)
        line = engine.analyse(board, depth=7)[0]
        if not MATE_SCORE - 3 <= line.score < MATE_SCORE - 1:
            continue
        final = board.copy()
        moves = line.moves[: 2 * (MATE_SCORE - line.score) - 1]
        for move in moves:
            final.push(move)
        if final.is_checkmate() and is_back_rank_mate(final, moves[-1]):
            consider(board, MATE_SCORE - line.score, "composed at random", None)


def line_squares(square, occupied, kind):
    """The squares a piece of this kind on `square` could have come from."""
    if kind == chess.KNIGHT:
        return chess.BB_KNIGHT_ATTACKS[square]
    helper = chess.Board(None)
    for other in chess.SquareSet(occupied):
        helper.set_piece_at(other, chess.Piece(chess.PAWN, chess.WHITE))
    helper.set_piece_at(square, chess.Piece(kind, chess.WHITE))
    return int(helper.attacks(square))


def compose_smothered(chooser, length):
    """A position, White to move, built backwards from a smothered mate.

    Returns the position and the intended line, or None where the random choices
    do not fit together. Going back from the mate: the knight returns to where it
    came from; for two moves or more a black piece that captured a white queen
    beside its king returns too, and the queen to where it came from; for three
    moves the king returns to that square and the knight goes back once more, to
    a place from which it came with check.
    """
    board = chess.Board(None)
    king = chess.square(chooser.choice((7, 7, 7, 7, 6, 5, 4)), 7)
    if length == 3:
        king = chess.H8
    elif length == 1 and chooser.random() < 0.2:
        king = chess.square(7, chooser.choice((4, 5, 6)))
    around = neighbours(king)
    board.set_piece_at(king, chess.Piece.from_symbol("k"))
    for square in around:
        symbols = "rrrbnq" if chess.square_rank(square) == 7 else "pppppppbrn"
        board.set_piece_at(square, chess.Piece.from_symbol(chooser.choice(symbols)))
    checks = [s for s in chess.SquareSet(chess.BB_KNIGHT_ATTACKS[king]) if not board.piece_at(s)]
    mate_square = chooser.choice(checks)
    origins = chess.SquareSet(chess.BB_KNIGHT_ATTACKS[mate_square] & ~board.occupied)
    line = []
    queen_square = None
    if length > 1:
        queen_square = chooser.choice([s for s in around if board.piece_type_at(s) != chess.PAWN] or around)
        if length == 3:
            queen_square = chess.G8
        kind = board.piece_type_at(queen_square)
        if kind == chess.PAWN:
            return None
        if chooser.random() < 0.8 or length == 3:
            origins &= chess.BB_KNIGHT_ATTACKS[queen_square]
    origins = [s for s in origins if s != king and not chess.BB_KNIGHT_ATTACKS[s] >> king & 1]
    if not origins:
        return None
    knight_origin = chooser.choice(origins)
    line.append(chess.Move(knight_origin, mate_square))
    reserved = chess.BB_SQUARES[mate_square] | chess.BB_SQUARES[knight_origin]
    white_knight = knight_origin
    if length > 1:
        capturer = board.remove_piece_at(queen_square)
        sources = line_squares(queen_square, board.occupied | reserved, kind) & ~board.occupied & ~reserved
        if not sources:
            return None
        if length == 3 and sources & chess.BB_KING_ATTACKS[queen_square] and chooser.random() < 0.7:
            sources &= chess.BB_KING_ATTACKS[queen_square]
        source = chooser.choice(list(chess.SquareSet(sources)))
        board.set_piece_at(source, capturer)
        queens = line_squares(queen_square, board.occupied | reserved, chess.QUEEN) & ~board.occupied & ~reserved
        queens &= ~chess.BB_KING_ATTACKS[king]
        if not queens:
            return None
        queen = chooser.choice(list(chess.SquareSet(queens)))
        board.set_piece_at(queen, chess.Piece.from_symbol("Q"))
        line = [chess.Move(queen, queen_square), chess.Move(source, queen_square)] + line
        reserved |= chess.between(queen, queen_square) | chess.between(source, queen_square)
        reserved |= chess.BB_SQUARES[queen_square]
        if length == 3:
            earlier = chess.BB_KNIGHT_ATTACKS[knight_origin] & ~board.occupied
            between = earlier & chess.between(queen, queen_square)
            if between or chooser.random() < 0.8:
                earlier = between
            earlier = list(chess.SquareSet(earlier & ~chess.BB_SQUARES[mate_square]))
            if not earlier:
                return None
            white_knight = chooser.choice(earlier)
            board.remove_piece_at(king)
            board.set_piece_at(queen_square, chess.Piece.from_symbol("k"))
            line = [chess.Move(white_knight, knight_origin), chess.Move(queen_square, king)] + line
            reserved |= chess.BB_SQUARES[king]
    board.set_piece_at(white_knight, chess.Piece.from_symbol("N"))
    present = [piece.symbol() for piece in board.piece_map().values()]
    white = ["K"] + chooser.sample(["Q", "R", "R", "B", "B", "N"], chooser.randint(0, 3))
    black = chooser.sample(["q", "r", "r", "b", "b", "n"], chooser.randint(0, 3))
    white = [s for s in white if not (s == "Q" and "Q" in present)]
    pawns = ["P"] * chooser.randint(2, 6) + ["p"] * chooser.randint(1, 4)
    scatter(chooser, board, white + black + pawns, chess.BB_ALL & ~reserved)
    board.turn = chess.WHITE
    return board, line


def line_is_sound(board, line):
    """Whether the intended line is legal and ends in a smothered mate."""
    board = board.copy()
    for move in line:
        if not board.is_legal(move):
            return False
        board.push(move)
    return board.is_checkmate() and is_smothered_mate(board, line[-1])


def make_smothered(engine, chooser, scratch):
    """Composed around the pattern; the solver decides."""
    collector = Collector("smothered", distance=8)
    caps = {1: 17, 2: 28, 3: 15}
    lengths = {1: 0, 2: 0, 3: 0}
    while not collector.full():
        length = chooser.choice([n for n in caps if lengths[n] < caps[n]])
        composed = compose_smothered(chooser, length)
        if composed is None:
            continue
        board, line = composed
        if not plausible(board) or not line_is_sound(board, line):
            continue
        solver = MateSolver()
        if not solver.move_mates(board, line[0], length) or solver.can_mate(board, length - 1):
            continue
        board = random_image(chooser, board)
        solver = MateSolver()
        if not collector.welcome(board) or not is_smothered_mate(*solver.main_line(board)):
            continue
        moves = solver.first_moves(board, 3)
        if len(moves) > 2:
            continue
        lengths[length] += 1
        collector.add(board, "composed at random; every line tried", dm=length, bm=moves)


# ---------------------------------------------------------------------------
# Tactics that win material


def value_at(board, square):
    kind = board.piece_type_at(square)
    return VALUES[kind] if kind else 0


def material(board, colour):
    """Material of one side less that of the other, kings left out."""
    total = 0
    for piece in board.piece_map().values():
        if piece.piece_type != chess.KING:
            total += VALUES[piece.piece_type] * (1 if piece.color == colour else -1)
    return total


def settle(board, lower=-100_000, upper=100_000, depth=8):
    """Material for the side to move once the captures have been played out."""
    if board.is_checkmate():
        return -50_000
    score = material(board, board.turn)
    in_check = board.is_check()
    if depth == 0:
        return score
    if in_check:
        moves = list(board.legal_moves)
        score = -50_000
    else:
        if score >= upper:
            return score
        moves = list(board.generate_legal_captures())
    lower = max(lower, score)
    moves.sort(key=lambda m: value_at(board, m.from_square) - 10 * value_at(board, m.to_square))
    for move in moves:
        board.push(move)
        reply = -settle(board, -upper, -lower, depth - 1)
        board.pop()
        score = max(score, reply)
        lower = max(lower, score)
        if lower >= upper:
            break
    return score


def gain_along(board, moves, plies=5):
    """Material won by the side to move after some plies of a line, captures played out."""
    mover = board.turn
    before = material(board, mover)
    board = board.copy(stack=False)
    for move in moves[:plies]:
        board.push(move)
    after = settle(board)
    return (after if board.turn == mover else -after) - before


def captures_by_mover(board, moves):
    """(origin, target, captured piece type) for the mover's captures at plies 3 and 5."""
    found = []
    board = board.copy(stack=False)
    for number, move in enumerate(moves[:5], start=1):
        if number in (3, 5) and board.piece_at(move.to_square):
            found.append((move.from_square, move.to_square, board.piece_type_at(move.to_square)))
        board.push(move)
    return found


def attacks_through(board, slider, blocker):
    """The squares a slider attacks once the piece on `blocker` is taken away."""
    board = board.copy(stack=False)
    board.remove_piece_at(blocker)
    return board.attacks(slider)


def piece_behind(board, slider, front):
    """The first piece behind `front` as seen from the slider, or None."""
    ray = chess.SquareSet(chess.ray(slider, front))
    beyond = [
        square
        for square in attacks_through(board, slider, front)
        if square in ray and board.piece_at(square) and front in chess.SquareSet(chess.between(slider, square))
    ]
    return beyond[0] if beyond else None


def is_fork(before, after, move, later):
    """The moved piece attacks two targets at once and captures one of them."""
    mover = before.turn
    own_value = value_at(after, move.to_square)
    targets = []
    for square in after.attacks(move.to_square):
        if after.color_at(square) != (not mover) or after.piece_type_at(square) == chess.PAWN:
            continue
        dearer = value_at(after, square) >= own_value + 100
        if dearer or not after.is_attacked_by(not mover, square):
            targets.append(square)
    fresh = [square for square in targets if square not in before.attacks(move.from_square)]
    taken = [target for origin, target, kind in later if origin == move.to_square and kind != chess.PAWN]
    return len(targets) >= 2 and len(fresh) >= 1 and any(square in targets for square in taken)


def is_skewer(before, after, move, later):
    """A slider attacks a piece that must step aside, and takes the one behind it."""
    if after.piece_type_at(move.to_square) not in SLIDERS:
        return False
    mover = before.turn
    own_value = value_at(after, move.to_square)
    for front in after.attacks(move.to_square):
        if after.color_at(front) != (not mover) or value_at(after, front) < 500:
            continue
        if value_at(after, front) < own_value + 100 and after.is_attacked_by(not mover, front):
            continue
        rear = piece_behind(after, move.to_square, front)
        if rear is None or after.color_at(rear) != (not mover):
            continue
        if after.piece_type_at(rear) == chess.PAWN or value_at(after, rear) > value_at(after, front):
            continue
        if any(origin == move.to_square and target == rear for origin, target, _ in later):
            return True
    return False


def is_discovered(before, after, move, later):
    """The move opens another own slider's line to a target."""
    mover = before.turn
    if before.is_castling(move):
        return False
    for slider in chess.SquareSet(before.occupied_co[mover]):
        if slider == move.from_square or before.piece_type_at(slider) not in SLIDERS:
            continue
        if move.from_square not in before.attacks(slider):
            continue
        for target in after.attacks(slider):
            if target in before.attacks(slider) or after.color_at(target) != (not mover):
                continue
            kind = after.piece_type_at(target)
            if kind == chess.KING:
                gains = [t for origin, t, k in later if origin == move.to_square and k != chess.PAWN]
                if gains or value_at(before, move.to_square) >= 300:
                    return True
            elif kind != chess.PAWN:
                dear = VALUES[kind] > value_at(after, slider) or not after.is_attacked_by(not mover, target)
                moved_gains = [t for origin, t, k in later if origin == move.to_square and k != chess.PAWN]
                if dear and (any(o == slider and t == target for o, t, _ in later) or moved_gains):
                    return True
    return False


def pinned_pieces(board, mover):
    """Enemy pieces pinned to their king, or to their queen by a lesser or safe slider."""
    pinned = set()
    enemy = not mover
    for square in chess.SquareSet(board.occupied_co[enemy]):
        if board.piece_type_at(square) not in (chess.KING, chess.PAWN) and board.is_pinned(enemy, square):
            pinned.add(square)
    for slider in chess.SquareSet(board.occupied_co[mover]):
        if board.piece_type_at(slider) not in (chess.BISHOP, chess.ROOK):
            continue
        for front in board.attacks(slider):
            if board.color_at(front) != enemy or value_at(board, front) not in (300, 310, 500):
                continue
            rear = piece_behind(board, slider, front)
            if rear is not None and board.piece_at(rear) == chess.Piece(chess.QUEEN, enemy):
                pinned.add(front)
    return pinned


def is_pin(before, after, move, later):
    """A pinned piece is won, or a piece is taken that only pinned pieces defend."""
    mover = before.turn
    taken = value_at(before, move.to_square)
    pinned = pinned_pieces(after, mover)
    if any(target in pinned and kind != chess.PAWN for _, target, kind in later):
        return True
    if taken < 300:
        return False
    bound = [
        square
        for square in chess.SquareSet(after.occupied_co[not mover])
        if after.is_pinned(not mover, square) and move.to_square in after.attacks(square)
    ]
    recaptures = any(reply.to_square == move.to_square for reply in after.legal_moves)
    return bool(bound) and not recaptures


def motif(board, moves):
    """The one motif a line shows, the rarest first, or None."""
    move = moves[0]
    if len(moves) < 5 or move.promotion:
        return None
    taken = value_at(board, move.to_square)
    if taken > max(100, value_at(board, move.from_square) + 50):
        return None  # a plain capture of something dearer, whatever else it does
    after = board.copy(stack=False)
    after.push(move)
    later = captures_by_mover(board, moves)
    modest = taken <= 100
    if modest and is_skewer(board, after, move, later):
        return "skewer"
    if is_discovered(board, after, move, later):
        return "discovered"
    if is_pin(board, after, move, later):
        return "pin"
    if modest and is_fork(board, after, move, later):
        return "fork"
    return None


def wins_material(lines):
    """Best clearly ahead and clearly better than the next, and not by mate."""
    if len(lines) < 2:
        return False
    best, second = lines[0].score, lines[1].score
    return 150 <= best <= 2000 and best - second >= 200 and second <= 700


def confirmed_tactic(engine, board, theme):
    """The depth-18 lines if they show the motif and its gain, which the next best move lacks."""
    for depth in (11, CONFIRM_DEPTH):
        lines = engine.analyse(board, depth=depth, lines=2)
        if not wins_material(lines) or motif(board, lines[0].moves) != theme:
            return None
        gain = gain_along(board, lines[0].moves)
        if gain < 180 or gain - gain_along(board, lines[1].moves) < 150:
            return None
    return lines


def shift(board, origin, target):
    """Takes a piece from one square to another without regard to the rules."""
    board.set_piece_at(target, board.remove_piece_at(origin))


def open_squares(board, square):
    """For each direction a slider on `square` moves in, the empty squares, nearest first."""
    kind = board.piece_type_at(square)
    steps = []
    if kind in (chess.ROOK, chess.QUEEN):
        steps += [(0, 1), (0, -1), (1, 0), (-1, 0)]
    if kind in (chess.BISHOP, chess.QUEEN):
        steps += [(1, 1), (1, -1), (-1, 1), (-1, -1)]
    rays = []
    for across, up in steps:
        ray = []
        file, rank = chess.square_file(square) + across, chess.square_rank(square) + up
        while 0 <= file <= 7 and 0 <= rank <= 7 and not board.piece_at(chess.square(file, rank)):
            ray.append(chess.square(file, rank))
            file, rank = file + across, rank + up
        rays.append(ray)
    return rays


def arrange(chooser, original, theme):
    """Moves two or three pieces of a game position so that a motif may arise, or None.

    What comes out is only a candidate: the engine and `motif` decide about it.
    """
    board = original.copy(stack=False)
    board.castling_rights = 0
    board.ep_square = None
    board.halfmove_clock = 0
    mover = board.turn
    enemies = [
        square
        for square in chess.SquareSet(board.occupied_co[not mover])
        if board.piece_type_at(square) != chess.PAWN
    ]
    chooser.shuffle(enemies)
    if len(enemies) < 2:
        return None
    if theme == "discovered":
        sliders = [s for s in chess.SquareSet(board.occupied_co[mover]) if board.piece_type_at(s) in SLIDERS]
        helpers = [
            s
            for s in chess.SquareSet(board.occupied_co[mover])
            if board.piece_type_at(s) in (chess.KNIGHT, chess.BISHOP, chess.ROOK)
        ]
        if not sliders or not helpers:
            return None
        slider, helper = chooser.choice(sliders), chooser.choice(helpers)
        rays = [ray for ray in open_squares(board, slider) if len(ray) >= 2]
        if slider == helper or not rays:
            return None
        ray = chooser.choice(rays)
        near, far = sorted(chooser.sample(range(len(ray)), 2))
        shift(board, helper, ray[near])
        shift(board, enemies[0], ray[far])
        return board
    moves = [move for move in board.legal_moves if not board.piece_at(move.to_square) and not move.promotion]
    if theme != "fork":
        moves = [move for move in moves if board.piece_type_at(move.from_square) in SLIDERS]
    moves = [move for move in moves if not board.is_castling(move)]
    if not moves:
        return None
    move = chooser.choice(moves)
    shift(board, move.from_square, move.to_square)
    if theme == "fork":
        seen = [s for s in board.attacks(move.to_square) if not board.piece_at(s) and s != move.from_square]
        if len(seen) < 2:
            return None
        targets = chooser.sample(seen, 2)
    else:
        rays = [ray for ray in open_squares(board, move.to_square) if len(ray) >= 2]
        if not rays:
            return None
        ray = chooser.choice(rays)
        near, far = sorted(chooser.sample(range(len(ray)), 2))
        targets = [ray[near], ray[far]]
        dear_first = theme == "skewer"
        enemies = sorted(enemies[:2], key=lambda s: value_at(board, s), reverse=dear_first)
        if move.from_square in ray:
            return None
    for origin, target in zip(enemies, targets):
        shift(board, origin, target)
    shift(board, move.to_square, move.from_square)
    return board


def make_tactic(theme):
    def make(engine, chooser, scratch):
        collector = Collector(theme, distance=10)

        def consider(board, source, game):
            if not collector.welcome(board, game):
                return
            lines = confirmed_tactic(engine, board, theme)
            if lines is None:
                return
            comment = (
                f"{source}; {engine.name} depth {CONFIRM_DEPTH}: "
                f"{lines[0].text()}, next {lines[1].text()}"
            )
            collector.add(board, comment, game, bm=[lines[0].moves[0]])

        wanted = lambda best, second: (
            second is not None and 100 <= best <= 2000 and best - second >= 150 and second <= 800
        )
        for mined in shuffled_positions(scratch, chooser, wanted):
            if motif(mined.board, mined.moves) == theme:
                consider(mined.board, mined.source(), mined.game)
            if collector.full():
                return
        print(f"{theme}: {len(collector.entries)} from games", flush=True)
        bases = shuffled_positions(scratch, chooser, lambda best, second: abs(best) < 400)
        while not collector.full():
            mined = chooser.choice(bases)
            board = arrange(chooser, mined.board, theme)
            if board is None or not board.is_valid() or board.is_check() or board.is_game_over():
                continue
            lines = engine.analyse(board, nodes=1500, lines=2)
            if wins_material(lines) and motif(board, lines[0].moves) == theme:
                consider(board, f"{mined.source()} with pieces moved", mined.game)

    return make


# ---------------------------------------------------------------------------
# Moves to avoid


def queen_falls(board, moves, plies=4):
    """Whether the mover's queen is taken within some plies of a line and not traded."""
    mover = board.turn
    own, other = (chess.Piece(chess.QUEEN, colour) for colour in (mover, not mover))
    board = board.copy(stack=False)
    lost = traded = False
    for number, move in enumerate(moves[:plies + 1], start=1):
        taken = board.piece_at(move.to_square)
        lost = lost or (taken == own and number <= plies)
        traded = traded or taken == other
        board.push(move)
    return lost and not traded


def queen_is_loose(board, mover):
    """Whether the opponent, to move, can take the mover's queen and keep a clear profit."""
    for capture in board.generate_legal_captures():
        if board.piece_at(capture.to_square) != chess.Piece(chess.QUEEN, mover):
            continue
        if VALUES[board.piece_type_at(capture.from_square)] <= 500:
            return True
        if not board.is_attacked_by(mover, capture.to_square):
            return True
    return False


def careless_queen_moves(board):
    """How many moves leave the queen loose, and how many of the queen's own do."""
    mover = board.turn
    loose = own_loose = own = 0
    for move in list(board.legal_moves):
        by_queen = board.piece_type_at(move.from_square) == chess.QUEEN
        board.push(move)
        bad = queen_is_loose(board, mover)
        board.pop()
        loose += bad
        own += by_queen
        own_loose += by_queen and bad
    return loose, own_loose, own


def queen_losing_moves(engine, board, depth):
    """The moves that lose the queen, or None where the position does not suit the theme."""
    count = board.legal_moves.count()
    lines = engine.analyse(board, depth=depth, lines=count)
    best = lines[0].score
    if len(lines) < count or not -150 <= best <= 600:
        return None
    losing = [
        line.moves[0]
        for line in lines
        if line.score <= best - 400 and queen_falls(board, line.moves)
    ]
    safe = [line for line in lines if line.score >= best - 150]
    return losing if len(losing) >= 3 and len(safe) >= 2 else None


def make_hanging_queen(engine, chooser, scratch):
    """Half with the queen attacked, half where at least half of its moves lose it."""
    collector = Collector("hanging_queen")
    kinds = {True: 0, False: 0}
    wanted = lambda best, second: -150 <= best <= 600
    for mined in shuffled_positions(scratch, chooser, wanted):
        board = mined.board
        queens = board.pieces(chess.QUEEN, board.turn)
        if len(queens) != 1 or board.is_check() or not collector.welcome(board, mined.game):
            continue
        attacked = board.is_attacked_by(not board.turn, queens.pop())
        if kinds[attacked] >= TARGET // 2:
            continue
        loose, own_loose, own = careless_queen_moves(board)
        if loose < 3 or (not attacked and (own < 4 or own_loose * 2 < own)):
            continue
        if queen_losing_moves(engine, board, 6) is None:
            continue
        deep = engine.analyse(board, depth=CONFIRM_DEPTH)[0]
        if not -150 <= deep.score <= 600:
            continue
        avoid = queen_losing_moves(engine, board, 12)
        if avoid is None or deep.moves[0] in avoid:
            continue
        kinds[attacked] += 1
        comment = (
            f"{mined.source()}; queen {'attacked' if attacked else 'not attacked'}; {engine.name} "
            f"depth 12 every move, depth {CONFIRM_DEPTH} best {deep.text()}"
        )
        collector.add(board, comment, mined.game, am=avoid)
        if collector.full():
            return


def compose_stalemate(chooser):
    """White ahead against a king at the edge, any black pawns blocked by white ones."""
    board = chess.Board(None)
    edge = [s for s in chess.SQUARES if chess.square_file(s) in (0, 7) or chess.square_rank(s) in (0, 7)]
    corner = [chess.A1, chess.A8, chess.H1, chess.H8]
    king = chooser.choice(corner if chooser.random() < 0.5 else edge)
    board.set_piece_at(king, chess.Piece.from_symbol("k"))
    for _ in range(chooser.choice((0, 0, 1, 1, 2, 3))):
        square = chess.square(chooser.randint(0, 7), chooser.randint(2, 6))
        below = square - 8
        if not board.piece_at(square) and not board.piece_at(below):
            board.set_piece_at(square, chess.Piece.from_symbol("p"))
            board.set_piece_at(below, chess.Piece.from_symbol("P"))
    force = chooser.choice((
        "Q", "Q", "R", "P", "PP", "QP", "QPP", "RP", "RPP", "QB", "QN", "QR",
        "RR", "RB", "BN", "BB", "BP", "NP",
    ))
    near = 0
    for square in chess.SQUARES:
        if chess.square_distance(square, king) <= 4:
            near |= chess.BB_SQUARES[square]
    scatter(chooser, board, ["K"], near)
    for symbol in force:
        if symbol == "P":
            free = list(chess.SquareSet(~(chess.BB_BACKRANKS | board.occupied) & chess.BB_ALL))
            board.set_piece_at(chooser.choice(free), chess.Piece.from_symbol("P"))
        else:
            scatter(chooser, board, [symbol])
    board.turn = chess.WHITE
    return board


def stalemating_moves(board):
    found = []
    for move in list(board.legal_moves):
        board.push(move)
        if board.is_stalemate():
            found.append(move)
        board.pop()
    return found


def material_key(board):
    return "".join(sorted(piece.symbol() for piece in board.piece_map().values()))


def make_stalemate_trap(engine, chooser, scratch):
    """Won endings composed at random in which at least one move stalemates."""
    collector = Collector("stalemate_trap", distance=4)
    kinds = {}
    quick_mates = 0
    while not collector.full():
        board = compose_stalemate(chooser)
        if not board.is_valid() or board.is_check():
            continue
        traps = stalemating_moves(board)
        if not traps:
            continue
        natural = [m for m in traps if not m.promotion or m.promotion in (chess.QUEEN, chess.ROOK)]
        board = random_image(chooser, board)
        key = material_key(board).swapcase() if board.turn == chess.BLACK else material_key(board)
        if not natural or kinds.get(key, 0) >= 4 or not collector.welcome(board):
            continue
        quick = engine.analyse(board, depth=8)[0]
        if quick.score < 300 or (quick.score >= MATE_SCORE - 3 and quick_mates >= 20):
            continue
        count = board.legal_moves.count()
        lines = engine.analyse(board, depth=CONFIRM_DEPTH, lines=count)
        if len(lines) < count or lines[0].score < 400:
            continue
        doubtful = [line for line in lines if 60 < line.score < 300]
        avoid = [line.moves[0] for line in lines if line.score <= 60]
        if doubtful or count - len(avoid) < 2 or not set(stalemating_moves(board)) <= set(avoid):
            continue
        is_quick_mate = lines[0].score >= MATE_SCORE - 3
        if is_quick_mate and quick_mates >= 20:
            continue
        quick_mates += is_quick_mate
        kinds[key] = kinds.get(key, 0) + 1
        comment = f"composed at random; {engine.name} depth {CONFIRM_DEPTH} every move, best {lines[0].text()}"
        collector.add(board, comment, am=avoid)


# ---------------------------------------------------------------------------
# Checking


def check_plain_file(name, least, problems):
    fens = (FOLDER / name).read_text().splitlines()
    if len(fens) < least:
        problems.append(f"{name}: {len(fens)} positions, {least} wanted")
    if len({" ".join(fen.split()[:4]) for fen in fens}) != len(fens):
        problems.append(f"{name}: a position occurs twice")
    for fen in fens:
        board = chess.Board(fen)
        if len(fen.split()) != 6 or not board.is_valid() or board.is_game_over():
            problems.append(f"{name}: bad position {fen}")
        if name == "openings.fen" and board.ply() != 8:
            problems.append(f"{name}: not after eight half-moves: {fen}")
        if name == "middlegame.fen" and (
            len(board.piece_map()) < 20 or board.is_check() or not 12 <= board.fullmove_number <= 25
        ):
            problems.append(f"{name}: not a busy middlegame: {fen}")
    return len(fens)


def check_mate(theme, board, operations):
    """What is wrong with a mate entry, found by trying every line, or None."""
    limit = {"mate_in_one": 1, "mate_in_two": 2}.get(theme, 3)
    solver = MateSolver()
    shortest = solver.shortest(board, limit)
    if shortest != operations.get("dm"):
        return f"dm {operations.get('dm')} but shortest mate {shortest}"
    if set(solver.first_moves(board, limit)) != set(operations["bm"]):
        return "bm is not the set of all mating first moves"
    picture = {"back_rank": is_back_rank_mate, "smothered": is_smothered_mate}.get(theme)
    if picture and not picture(*solver.main_line(board)):
        return "the main line does not end in the mate of the theme"
    if theme == "mate_in_two" and shortest != 2 or theme == "mate_in_one" and shortest != 1:
        return "mate of another length"
    return None


def check_entry(theme, board, operations):
    """What is wrong with one entry, or None. Illegal moves never get this far."""
    if not board.is_valid() or board.is_game_over():
        return "not a valid, unfinished position"
    if theme in MATE_THEMES:
        return check_mate(theme, board, operations)
    if theme in TACTIC_THEMES:
        return None if operations.get("bm") else "no bm"
    avoid = operations.get("am")
    if not avoid or board.legal_moves.count() - len(avoid) < 2:
        return "am missing, or fewer than two moves left over"
    if theme == "stalemate_trap":
        traps = stalemating_moves(board)
        if not traps or not set(traps) <= set(avoid):
            return "no stalemating move, or one missing from am"
    if theme == "hanging_queen":
        if len(avoid) < 3 or not board.pieces(chess.QUEEN, board.turn):
            return "fewer than three moves to avoid, or no queen"
    return None


def check():
    """Verifies every file; prints what it finds and returns whether all is well."""
    problems = []
    names = set()
    for theme in MATE_THEMES + TACTIC_THEMES + AVOID_THEMES:
        name = f"{theme}.epd"
        if not (FOLDER / name).exists():
            problems.append(f"{name}: missing")
            continue
        seen = []
        black = 0
        closest = 64
        for number, text in enumerate((FOLDER / name).read_text().splitlines(), start=1):
            board = chess.Board(None)
            try:
                operations = board.set_epd(text)
            except ValueError as error:
                problems.append(f"{name} line {number}: {error}")
                continue
            if operations.get("id") in names or not operations.get("id"):
                problems.append(f"{name} line {number}: id missing or used twice")
            names.add(operations.get("id"))
            trouble = check_entry(theme, board, operations)
            if trouble:
                problems.append(f"{name} line {number}: {trouble}")
            near = min((len(p ^ q) for p in reflections(board) for q in seen), default=64)
            closest = min(closest, near)
            seen.append(placement(board))
            black += board.turn == chess.BLACK
        if len(seen) < 50:
            problems.append(f"{name}: only {len(seen)} entries")
        if black * 3 < len(seen):
            problems.append(f"{name}: Black to move in only {black} of {len(seen)}")
        if closest < 4:
            problems.append(f"{name}: two entries differ in only {closest} places")
        counts = f"{len(seen)} entries, {black} with Black to move"
        print(f"{name}: {counts}, closest pair differs in {closest} places", flush=True)
    for name, least in (("middlegame.fen", 40), ("openings.fen", 120)):
        if (FOLDER / name).exists():
            print(f"{name}: {check_plain_file(name, least, problems)} positions")
        else:
            problems.append(f"{name}: missing")
    for problem in problems:
        print(f"PROBLEM {problem}")
    print("all is well" if not problems else f"{len(problems)} problems")
    return not problems


SUBCOMMANDS = {
    "openings": make_openings,
    "games": make_games,
    "middlegame": make_middlegame,
    "mate_in_one": make_mate_in_one,
    "mate_in_two": make_mate_in_two,
    "smothered": make_smothered,
    "back_rank": make_back_rank,
    "fork": make_tactic("fork"),
    "pin": make_tactic("pin"),
    "discovered": make_tactic("discovered"),
    "skewer": make_tactic("skewer"),
    "hanging_queen": make_hanging_queen,
    "stalemate_trap": make_stalemate_trap,
}


def main():
    parser = argparse.ArgumentParser(description="Makes and checks the chess test suites.")
    parser.add_argument("--engine", default="stockfish")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scratch", type=Path, default=Path(tempfile.gettempdir()) / "suites")
    parser.add_argument("--resume", action="store_true", help="keep the entries a file already has")
    parser.add_argument("subcommand", choices=[*SUBCOMMANDS, "all", "check"])
    options = parser.parse_args()
    Collector.resume = options.resume
    if options.subcommand == "check":
        return 0 if check() else 1
    if shutil.which(options.engine) is None:
        sys.exit(f"no engine found as {options.engine}; name one with --engine")
    options.scratch.mkdir(parents=True, exist_ok=True)
    names = SUBCOMMANDS if options.subcommand == "all" else [options.subcommand]
    for name in names:
        engine = Engine(options.engine)
        chooser = random.Random(f"{name} {options.seed}")
        SUBCOMMANDS[name](engine, chooser, options.scratch)
        engine.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
