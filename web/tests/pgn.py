"""Reads the games that the page exported with python-chess, a library that this project did not write.

    python3 web/tests/pgn.py FOLDER

It needs python-chess (pip install chess); `cargo xtask web` runs it after the tests of the page.
"""

import pathlib
import sys
import unittest

import chess.pgn

FOLDER = pathlib.Path()


class Exports(unittest.TestCase):
    def read(self, name):
        with open(FOLDER / f"{name}.pgn", encoding="utf-8") as file:
            game = chess.pgn.read_game(file)
            self.assertIsNone(chess.pgn.read_game(file), "one game a file")
        self.assertEqual(game.errors, [])
        board = game.end().board()
        self.assertEqual(board.ply(), 20)
        self.assertEqual(board.piece_at(chess.A8), chess.Piece.from_symbol("N"))
        self.assertEqual((game.headers["White"], game.headers["Black"]), ("Anna", "Bert"))
        return game.headers["Result"]

    def test_a_game_that_goes_on(self):
        self.assertEqual(self.read("open"), "*")

    def test_a_game_that_was_given_up(self):
        self.assertEqual(self.read("resigned"), "0-1")

    def test_a_draw(self):
        self.assertEqual(self.read("drawn"), "1/2-1/2")


if __name__ == "__main__":
    FOLDER = pathlib.Path(sys.argv.pop())
    unittest.main()
