"""Gathering the entries of a suite: names, distinctness, balance of sides, and the file."""

import math
import re
from pathlib import Path

import chess

FOLDER = Path(__file__).resolve().parent.parent


def placement(board):
    """The set of (square, piece) pairs, for measuring how alike two boards are."""
    return frozenset((square, piece.symbol()) for square, piece in board.piece_map().items())


def reflections(board):
    """The placements of the board itself and of its mirror images."""
    images = [board, board.transform(chess.flip_horizontal)]
    images += [image.mirror() for image in images]
    return [placement(image) for image in images]


def random_image(chooser, board):
    """The board or one of its mirror images; only for boards without castling rights."""
    if chooser.random() < 0.5:
        board = board.transform(chess.flip_horizontal)
    return board.mirror() if chooser.random() < 0.5 else board


class Collector:
    """The entries of one suite so far; each new one is written at once."""

    resume = False

    def __init__(self, theme, target=60, distance=4, per_game=2):
        self.theme = theme
        self.target = target
        self.distance = distance
        self.per_game = per_game
        self.entries = []
        self.placements = []
        self.games = {}
        self.turns = {chess.WHITE: 0, chess.BLACK: 0}
        path = FOLDER / f"{theme}.epd"
        for text in path.read_text().splitlines() if Collector.resume and path.exists() else []:
            self._take_over(text)

    def _take_over(self, text):
        """Starts from an entry that an earlier run left in the file."""
        board = chess.Board(None)
        operations = board.set_epd(text)
        operations.pop("id")
        source = re.search(r"game (\d+)", operations["c0"])
        self.add(board, int(source[1]) if source else None, **operations)

    def full(self):
        return len(self.entries) >= self.target

    def welcome(self, board, game=None):
        """Whether a position is new enough, before the costly confirmation."""
        if game is not None and self.games.get(game, 0) >= self.per_game:
            return False
        if self.turns[board.turn] >= math.ceil(self.target * 0.6):
            return False
        return all(
            len(image ^ other) >= self.distance for image in reflections(board) for other in self.placements
        )

    def add(self, board, game=None, **operations):
        number = len(self.entries) + 1
        board = board.copy(stack=False)
        entry = board.epd(en_passant="legal", **operations, id=f"{self.theme}.{number:03d}")
        self.entries.append(entry)
        self.placements.append(placement(board))
        self.turns[board.turn] += 1
        if game is not None:
            self.games[game] = self.games.get(game, 0) + 1
        (FOLDER / f"{self.theme}.epd").write_text("\n".join(self.entries) + "\n")
