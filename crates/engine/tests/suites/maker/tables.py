"""Exact results of positions with three or four men, from Syzygy tables."""

import chess
import chess.syzygy

WORDS = {1: "win", 0: "draw", -1: "loss"}


class Tables:
    def __init__(self, folder):
        if folder is None:
            raise SystemExit("this suite needs --tables FOLDER with Syzygy tables of three and four men")
        self.tablebase = chess.syzygy.open_tablebase(str(folder))

    def result(self, board):
        """1, 0 or -1 for the side to move; None if the fifty-move rule would matter."""
        if board.is_checkmate():
            return -1
        if not any(board.legal_moves) or board.is_insufficient_material():
            return 0
        value = self.tablebase.probe_wdl(board)
        return None if abs(value) == 1 else (value > 0) - (value < 0)

    def distance(self, board):
        return abs(self.tablebase.probe_dtz(board))

    def distances(self, board):
        """Every legal move that keeps a win, with the distance that is left in half-moves."""
        found = []
        for move in list(board.legal_moves):
            board.push(move)
            if board.is_checkmate():
                found.append((move, 0))
            elif self.result(board) == -1:
                found.append((move, self.distance(board)))
            board.pop()
        return found

    def moves(self, board):
        """Every legal move with the result it leads to for the side that makes it."""
        found = []
        for move in list(board.legal_moves):
            board.push(move)
            result = self.result(board)
            board.pop()
            found.append((move, None if result is None else -result))
        return found

    def keeping(self, board):
        """(result, moves that keep it, moves that throw it away), or None if anything is cursed."""
        values = self.moves(board)
        if not values or any(value is None for _, value in values):
            return None
        best = max(value for _, value in values)
        keep = [move for move, value in values if value == best]
        lose = [move for move, value in values if value < best]
        return best, keep, lose


def place(chooser, white, black, turn, rows=None):
    """Men on random squares; `rows` may narrow the squares of a letter to a mask."""
    board = chess.Board(None)
    for symbol in [letter.upper() for letter in white] + [letter.lower() for letter in black]:
        mask = ~board.occupied & (rows or {}).get(symbol, chess.BB_ALL)
        if symbol in "Pp":
            mask &= ~chess.BB_BACKRANKS
        squares = list(chess.SquareSet(mask))
        if not squares:
            return None
        board.set_piece_at(chooser.choice(squares), chess.Piece.from_symbol(symbol))
    board.turn = turn
    return board if board.is_valid() else None
