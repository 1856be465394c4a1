"""Texts that are not chess positions and must be refused, whatever door they come to.

One text per line, without comments: the line is the text. None of them is wrong
only in its castling rights or its en passant square, since those may also be
dropped with a notice, and none is merely shortened to fewer fields, since that
may be read with the usual defaults.
"""

import chess

from .entries import FOLDER
from .hostile import lawful

BOARDS = [
    # Kings.
    "8/8/8/8/8/8/8/8", "8/8/8/8/8/8/8/K7", "8/8/8/8/8/8/8/k7", "rnbqqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQQBNR", "rnbkkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
    "4k3/8/8/8/8/8/8/K6K", "k6k/8/8/8/8/8/8/4K3", "KKKKKKKK/8/8/8/8/8/8/k7", "k7/1K6/8/8/8/8/8/8",
    "8/8/8/3kK3/8/8/8/8", "QQQQQQQQ/8/8/8/8/8/8/8",
    # Pawns on the first or last row.
    "P3k3/8/8/8/8/8/8/4K3", "4k3/8/8/8/8/8/8/p3K3", "4k2p/8/8/8/8/8/8/4K3", "4k3/8/8/8/8/8/8/4K2P",
    "pppppppp/8/4k3/8/8/8/4K3/8",
    # Too much material.
    "rnbqkbnr/pppppppp/8/8/8/P7/PPPPPPPP/RNBQKBNR", "rnbqkbnr/pppppppp/p7/8/8/8/PPPPPPPP/RNBQKBNR",
    "4k3/8/8/8/8/QQQQQQQQ/QQ6/4K3", "rnbqkbnr/pppppppp/8/8/8/Q7/PPPPPPPP/RNBQKBNR",
    "rnbqkbnr/pppppppp/n7/8/8/8/PPPPPPPP/RNBQKBNR", "4k3/8/8/8/RRRR4/8/PPPPPPP1/RRRRK3",
    "4k3/8/8/8/8/2B1B3/PPPPPPPP/4K3", "4k3/pppppppp/8/8/8/8/8/QQQQKQQQ" + "/8",
    "QQQQQQQQ/QQQQQQQQ/8/8/8/8/6k1/K7", "RRRRRRRR/RRRRRRRR/8/8/5k2/8/8/K7",
]
OPPOSITE = [
    "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", "4k3/4r3/8/8/8/8/8/4K3 b - - 0 1", "k7/8/8/8/8/8/8/K6Q w - - 0 1",
    "4k3/3P4/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/3p4/4K3 b - - 0 1", "4k3/8/3N4/8/8/8/8/4K3 w - - 0 1",
    "r3k3/8/8/8/8/8/8/K7 b - - 0 1", "4k3/8/8/8/8/8/r7/KR6 b - - 0 1", "7k/8/8/8/8/8/1B6/K7 w - - 0 1",
]
IMPOSSIBLE = [
    "4k3/8/8/8/r3K2r/8/8/8 w - - 0 1", "4r1k1/8/8/4K3/8/8/8/4r3 w - - 0 1", "6k1/8/5n2/8/4K3/2n5/8/8 w - - 0 1",
    "6k1/8/8/3p1p2/4K3/8/8/8 w - - 0 1", "4r1k1/8/2n5/b7/8/8/8/4K2r w - - 0 1", "q3r1k1/8/8/8/4K2q/8/8/8 w - - 0 1",
]
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
BROKEN = [
    # The board.
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w KQkq - 0 1", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN w KQkq - 0 1",
    "rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "rnbqkbnr/pppppppp/0/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "rnbqkbnr/pppppppp/8/44p/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "rnbqkbnr/pppppppp/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "rnbqkbnr//pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "xnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/ w KQkq - 0 1 2",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNRR w KQkq - 0 1", "rnbqkbnrpppppppp8888PPPPPPPPRNBQKBNR w KQkq - 0 1",
    "rnbqkbnr\\pppppppp\\8\\8\\8\\8\\PPPPPPPP\\RNBQKBNR w KQkq - 0 1", "/rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "rnbqkbnr/pppppppp/8/8/8/-8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQK?NR w KQkq - 0 1",
    "8 w - - 0 1", "/ w - - 0 1", "/////// w - - 0 1", "64 w - - 0 1", "k", "w", "-", "0", "fen",
    # The side to move.
    START + " x KQkq - 0 1", START + " W KQkq - 0 1", START + " white KQkq - 0 1", START + " wb KQkq - 0 1",
    START + " - KQkq - 0 1", START + " KQkq w - 0 1", START + " 0 1",
    # The castling and en passant fields, as far as they cannot be read at all.
    START + " w KQxq - 0 1", START + " w 0-0 - 0 1", START + " w KQkq e9 0 1", START + " w KQkq i3 0 1",
    START + " w KQkq e 0 1", START + " w KQkq e33 0 1", START + " w KQkq 3e 0 1", START + " w ABCDEFGH - 0 1",
    # The counters.
    START + " w KQkq - -1 1", START + " w KQkq - 0 -1", START + " w KQkq - x 1", START + " w KQkq - 0 x",
    START + " w KQkq - 1.5 1", START + " w KQkq - 0 1e3", START + " w KQkq - 0x10 1", START + " w KQkq - 0 1 extra",
    START + " w KQkq - 0 1 0 1", START + " w KQkq - NaN 1", START + " w KQkq - ½ 1", START + " w KQkq - 0 ∞",
    # Other alphabets and other things altogether.
    "♜♞♝♛♚♝♞♜/♟♟♟♟♟♟♟♟/8/8/8/8/♙♙♙♙♙♙♙♙/♖♘♗♕♔♗♘♖ w KQkq - 0 1", "тнбкцбнт/8/8/8/8/8/8/4K3 w - - 0 1",
    "rnbqkbnr/pppppppp/８/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "4k3/8/8/8/8/8/8/4K3 ｗ - - 0 1",
    "4k3/8/8/8/8/8/8/4K3\u200b w - - 0 1", "\u202e4k3/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4K3 w - é3 0 1",
    "🂡🂢🂣 w - - 0 1", "e2e4 e7e5", "1. e4 e5 2. Nf3", "moves e2e4", "startposs", "null", "undefined",
    "{\"fen\": \"4k3/8/8/8/8/8/8/4K3\"}", "<fen>4k3/8/8/8/8/8/8/4K3</fen>", "'; DROP TABLE positions; --", "../../../etc/passwd",
    "%s%s%s%n w - - 0 1", "4k3/8/8/8/8/8/8/4K3,w,-,-,0,1", "4k3/8/8/8/8/8/8/4K3;w;-;-;0;1",
    # Too long by far.
    "8/" * 500 + "8 w - - 0 1", "k" * 4000, "/" * 3000, "4k3/8/8/8/8/8/8/4K3 w - - 0 1" + " 1" * 1000,
    "4k3/8/8/8/8/8/8/4K3 w - - 0 1 " + "x" * 4000, "1" * 5000 + " w - - 0 1",
]


def texts():
    found = []
    for board in BOARDS:
        found.append(f"{board} w - - 0 1")
    return found + OPPOSITE + IMPOSSIBLE + BROKEN


def readable(text):
    """Whether python-chess reads the text as a position the rules accept."""
    try:
        return lawful(chess.Board(text))
    except (ValueError, IndexError):
        return False


def make(seed):
    (FOLDER / "refused.txt").write_text("\n".join(texts()) + "\n")
    print(f"refused: {len(texts())}", flush=True)
