"""Whole games through python-chess, a UCI client that this project did not write.

    python3 crates/threefold/tests/python_chess.py PATH_TO_THREEFOLD

It needs python-chess (pip install chess); `cargo xtask test` runs it.
"""

import glob
import io
import logging
import os
import random
import subprocess
import sys
import tempfile
import unittest

import chess
import chess.engine
import chess.pgn

PROGRAM = "threefold"

# Far longer than anything takes: only what hangs is caught by it.
TIMEOUT = 120


class Games(unittest.TestCase):
    def setUp(self):
        self.engine = chess.engine.SimpleEngine.popen_uci([PROGRAM, "uci"], timeout=TIMEOUT)

    def tearDown(self):
        self.engine.quit()

    def play(self, board, limit, plies, **settings):
        """Plays the engine against itself; python-chess checks that every move is legal."""
        game = object()
        while not board.is_game_over(claim_draw=True) and plies > 0:
            result = self.engine.play(board, limit, game=game, **settings)
            self.assertIn(result.move, board.legal_moves)
            board.push(result.move)
            plies -= 1

    def test_it_introduces_itself(self):
        self.assertTrue(self.engine.id["name"].startswith("Threefold"))
        self.assertEqual(self.engine.options["Hash"].min, 1)
        self.assertEqual(self.engine.options["UCI_Chess960"].type, "check")

    def test_games_by_depth(self):
        for _ in range(2):
            self.play(chess.Board(), chess.engine.Limit(depth=3), 300)

    def test_a_game_by_nodes(self):
        self.play(chess.Board(), chess.engine.Limit(nodes=2000), 300)

    def test_a_game_by_the_clock(self):
        limit = chess.engine.Limit(white_clock=1, black_clock=1, white_inc=0.005, black_inc=0.005)
        self.play(chess.Board(), limit, 120)

    def test_a_game_with_pondering(self):
        self.play(chess.Board(), chess.engine.Limit(time=0.01), 60, ponder=True)

    def test_games_from_chess960(self):
        chance = random.Random(5)
        for _ in range(4):
            board = chess.Board.from_chess960_pos(chance.randrange(960))
            self.play(board, chess.engine.Limit(depth=2), 80)

    def test_castling_of_chess960(self):
        board = chess.Board("1rk3r1/pppppppp/8/8/8/8/PPPPPPPP/1RK3R1 w KQkq - 0 1", chess960=True)
        castling = [move for move in board.legal_moves if board.is_castling(move)]
        self.assertEqual(len(castling), 2)
        for move in castling:
            result = self.engine.play(board, chess.engine.Limit(depth=1), root_moves=[move])
            self.assertEqual(result.move, move)

    def test_several_lines(self):
        infos = self.engine.analyse(chess.Board(), chess.engine.Limit(depth=3), multipv=4)
        self.assertEqual(len(infos), 4)
        self.assertEqual(len({info["pv"][0] for info in infos}), 4)
        scores = [info["score"].relative for info in infos]
        self.assertEqual(scores, sorted(scores, reverse=True))

    def test_an_analysis_that_is_stopped(self):
        for _ in range(5):
            with self.engine.analysis(chess.Board()) as analysis:
                for info in analysis:
                    if info.get("pv"):
                        break
        self.engine.ping()

    def test_a_mate_is_announced(self):
        board = chess.Board("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4")
        info = self.engine.analyse(board, chess.engine.Limit(depth=3))
        self.assertEqual(info["score"].relative, chess.engine.Mate(1))

    def test_the_end_of_a_game(self):
        board = chess.Board("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")
        self.assertIsNone(self.engine.play(board, chess.engine.Limit(depth=1)).move)


def random_tree(chance):
    """A game with variations inside one another, comments and glyphs."""
    game = chess.pgn.Game()
    game.headers["White"] = "Anna Ö."
    game.comment = chance.choice(["", "before the first move"])
    # Every node with its board: to ask a node for its board plays all its moves again.
    nodes = [(game, game.board())]
    for _ in range(chance.randrange(80)):
        parent, board = nodes[-1] if chance.random() < 0.7 else chance.choice(nodes)
        moves = list(board.legal_moves)
        if not moves:
            continue
        move = chance.choice(moves)
        if parent.has_variation(move):
            continue
        node = parent.add_variation(move)
        node.comment = chance.choice(["", "", "a comment (1. e4)", "[%clk 0:00:07] [%eval 0.12]"])
        if len(parent.variations) > 1:
            node.starting_comment = chance.choice(["", "instead"])
        node.nags = set(chance.sample(range(1, 140), chance.randrange(3)))
        after = board.copy(stack=False)
        after.push(move)
        nodes.append((node, after))
    return game


def shape(node):
    """A tree of python-chess that can be compared."""
    todo = [node]
    found = []
    while todo:
        node = todo.pop()
        comment = " ".join(node.comment.split())
        starting = " ".join(node.starting_comment.split())
        move = node.move.uci() if node.move else None
        found.append((move, comment, starting, sorted(node.nags), len(node.variations)))
        todo.extend(reversed(node.variations))
    return found


class Trees(unittest.TestCase):
    def games(self, path):
        with open(path, encoding="utf-8") as file:
            games = []
            while game := chess.pgn.read_game(file):
                self.assertEqual(game.errors, [])
                games.append(game)
            return games

    def test_rewritten_trees_are_the_same_trees(self):
        chance = random.Random(7)
        count = int(os.environ.get("THREEFOLD_TREES", "150"))
        trees = [random_tree(chance) for _ in range(count)]
        with tempfile.TemporaryDirectory() as folder:
            before, after = os.path.join(folder, "before.pgn"), os.path.join(folder, "after.pgn")
            with open(before, "w", encoding="utf-8") as file:
                for tree in trees:
                    print(tree, file=file, end="\n\n")
            subprocess.run([PROGRAM, "pgn", before, "--check"], check=True, stdout=subprocess.DEVNULL)
            subprocess.run([PROGRAM, "pgn", before, "--rewrite", after], check=True, stderr=subprocess.DEVNULL)
            expected, found = self.games(before), self.games(after)
        self.assertEqual(len(found), count)
        for one, other in zip(expected, found):
            self.assertEqual(shape(one), shape(other))
            self.assertEqual(one.headers["White"], other.headers["White"])

    def test_files_of_others_are_rewritten_without_loss(self):
        """THREEFOLD_PGN names a folder with PGN files of others; without it there is nothing to compare."""
        folder = os.environ.get("THREEFOLD_PGN")
        if not folder:
            self.skipTest("THREEFOLD_PGN names no folder")
        # What python-chess cannot play it logs; here it is counted.
        logging.getLogger("chess.pgn").setLevel(logging.CRITICAL)
        games = variations = broken = 0
        for name in sorted(glob.glob(os.path.join(folder, "**", "*.pgn"), recursive=True)):
            with tempfile.TemporaryDirectory() as out:
                once, twice = os.path.join(out, "once.pgn"), os.path.join(out, "twice.pgn")
                for before, after in ((name, once), (once, twice)):
                    subprocess.run([PROGRAM, "pgn", before, "--rewrite", after], check=True, stderr=subprocess.DEVNULL)
                with open(once, "rb") as one, open(twice, "rb") as other:
                    self.assertEqual(one.read(), other.read(), name)
                expected, found = read_all(name), read_all(once)
            self.assertEqual(len(expected), len(found), name)
            for one, other in zip(expected, found):
                games += 1
                # A game that python-chess itself cannot follow is copied unchanged.
                broken += bool(one.errors)
                variations += any(branches > 1 for *_, branches in shape(one))
                self.assertEqual(shape(one), shape(other), name)
                # Castling rights that cannot be are dropped from a start, with a warning; the shape shows moves that
                # need them.
                self.assertEqual(one.board().board_fen(), other.board().board_fen(), name)
                self.assertEqual(one.turn(), other.turn(), name)
                for tag in ("White", "Black", "Result", "Date"):
                    # python-chess leaves the escapes of quotes in a tag where they are.
                    plain = [game.headers.get(tag, "").replace('\\"', '"') for game in (one, other)]
                    self.assertEqual(plain[0], plain[1], name)
        print(f"{games} games, {variations} with variations, {broken} with moves that cannot be played", file=sys.stderr)
        self.assertGreater(games, 0)


def read_all(path):
    """Every game of a file, also those with errors; those before one that python-chess itself fails at."""
    with open(path, "rb") as file:
        content = file.read()
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = content.decode("latin-1")
    lines = io.StringIO(text)
    games = []
    try:
        while game := chess.pgn.read_game(lines):
            games.append(game)
    except IndexError:
        # python-chess 1.11 cannot read a variation that comes before the first move.
        pass
    return games


if __name__ == "__main__":
    PROGRAM = sys.argv.pop()
    unittest.main()
