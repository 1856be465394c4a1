"""Positions that are legal to set up but made to hurt: an engine must neither hang nor fall over.

Each kind has a builder that scatters pieces around an idea; what a builder
yields is kept if the rules accept it and the idea is really on the board.
The counters stand in the operations `hmvc` and `fmvn`.
"""

import random

import chess

from .entries import FOLDER

PER_KIND = 70


def lawful(board):
    """Whether the rules accept the position.

    Beyond python-chess's checks there are no more promoted pieces than missing
    pawns, and no two pawns or knights give check together.
    """
    if not board.is_valid():
        return False
    if chess.popcount(board.checkers_mask() & (board.pawns | board.knights)) > 1:
        return False
    for colour in chess.COLORS:
        own = board.occupied_co[colour]
        bishops = board.bishops & own
        promoted = (
            max(0, chess.popcount(board.queens & own) - 1)
            + max(0, chess.popcount(board.rooks & own) - 2)
            + max(0, chess.popcount(board.knights & own) - 2)
            + max(0, chess.popcount(bishops & chess.BB_LIGHT_SQUARES) - 1)
            + max(0, chess.popcount(bishops & chess.BB_DARK_SQUARES) - 1)
        )
        if promoted > 8 - chess.popcount(board.pawns & own):
            return False
    return True


def scatter(chooser, board, symbols, mask=chess.BB_ALL):
    for symbol in symbols:
        allowed = mask & ~board.occupied
        if symbol in "pP":
            allowed &= ~chess.BB_BACKRANKS
        squares = list(chess.SquareSet(allowed))
        if not squares:
            return
        board.set_piece_at(chooser.choice(squares), chess.Piece.from_symbol(symbol))


def army(chooser, men):
    """The letters of a lawful army of at most `men` pieces besides the king, rich in promoted ones."""
    pawns = chooser.randint(0, min(8, men))
    spare = 8 - pawns
    letters = ["P"] * pawns
    have = {"Q": 1, "R": 2, "B": 2, "N": 2}
    while len(letters) < men:
        letter = chooser.choice("QQRBN")
        if have[letter] > 0:
            have[letter] -= 1
        elif spare > 0 and letter != "B":
            spare -= 1
        else:
            letter = None
            if not spare and not any(have.values()):
                break
        if letter:
            letters.append(letter)
    return letters


def scattered(chooser, white, black, turn=None, checks=0.03):
    """Kings and armies at random; no piece attacks the king that is not to move, few the other one."""
    board = chess.Board(None)
    board.turn = chooser.random() < 0.5 if turn is None else turn
    scatter(chooser, board, ["K", "k"])
    men = [letter.upper() for letter in white] + [letter.lower() for letter in black]
    chooser.shuffle(men)
    for symbol in men:
        piece = chess.Piece.from_symbol(symbol)
        king = board.king(not piece.color)
        free = ~board.occupied & chess.BB_ALL
        if piece.piece_type == chess.PAWN:
            free &= ~chess.BB_BACKRANKS
        squares = list(chess.SquareSet(free))
        for _ in range(12):
            square = chooser.choice(squares)
            board.set_piece_at(square, piece)
            attacks = bool(board.attacks_mask(square) & chess.BB_SQUARES[king])
            if not attacks or (piece.color != board.turn and chooser.random() < checks):
                break
            board.remove_piece_at(square)
    return board


def nine_queens(chooser):
    board = scattered(chooser, "Q" * chooser.randint(7, 9), "Q" * chooser.randint(7, 9))
    return board, True


def one_sided_queens(chooser):
    board = scattered(chooser, "Q" * 9 + "RR" + "BN" * chooser.randint(0, 2), "P" * chooser.randint(0, 3), chess.WHITE)
    return board, board.legal_moves.count() >= 100


def most_moves(chooser):
    """Climbs from a random placing of nine queens to one with as many moves as it can find."""
    board = scattered(chooser, "QQQQQQQQQRRBBNN", "", chess.WHITE)
    if not lawful(board):
        return board, False
    best = board.legal_moves.count()
    for _ in range(3000 if chooser.random() < 0.2 else 260):
        square = chooser.choice(list(chess.SquareSet(board.occupied)))
        target = chooser.choice(list(chess.SquareSet(~board.occupied & chess.BB_ALL)))
        other = board.copy(stack=False)
        other.set_piece_at(target, other.remove_piece_at(square))
        if lawful(other) and (count := other.legal_moves.count()) >= best:
            board, best = other, count
    return board, best >= 150


def all_captures(chooser):
    board = scattered(chooser, army(chooser, 15), army(chooser, 15))
    captures = sum(1 for _ in board.generate_legal_captures())
    return board, captures >= 20


def endless_checks(chooser):
    board = scattered(chooser, "Q" * chooser.randint(1, 4), "QR" + "PNB"[: chooser.randint(0, 3)], chess.WHITE)
    checks = sum(board.gives_check(move) for move in board.legal_moves)
    return board, checks >= 12


def mass_promotion(chooser):
    board = chess.Board(None)
    scatter(chooser, board, ["K", "k"], ~(chess.BB_RANK_7 | chess.BB_RANK_2) & chess.BB_ALL)
    scatter(chooser, board, ["P"] * chooser.randint(5, 8), chess.BB_RANK_7)
    scatter(chooser, board, ["p"] * chooser.randint(5, 8), chess.BB_RANK_2)
    scatter(chooser, board, ["r", "n", "b", "q"][: chooser.randint(0, 4)], chess.BB_RANK_8)
    scatter(chooser, board, ["R", "N", "B", "Q"][: chooser.randint(0, 4)], chess.BB_RANK_1)
    board.turn = chooser.random() < 0.5
    return board, sum(move.promotion is not None for move in board.legal_moves) >= 20


def deep_pins(chooser):
    """A king from which own pieces stand pinned in four or more directions."""
    board = chess.Board(None)
    colour = chooser.random() < 0.5
    board.turn = colour
    king = chess.square(chooser.randint(2, 5), chooser.randint(2, 5))
    board.set_piece_at(king, chess.Piece(chess.KING, colour))
    own = ["Q", "R", "R", "B", "N", "N", "P", "P", "P"]
    chooser.shuffle(own)
    for step in chooser.sample((1, -1, 8, -8, 7, -7, 9, -9), chooser.randint(4, 8)):
        ray = [king]
        while 0 <= ray[-1] + step < 64 and chess.square_distance(ray[-1], ray[-1] + step) == 1:
            ray.append(ray[-1] + step)
        near, far = sorted(chooser.sample(range(1, len(ray)), 2))
        slider = chess.QUEEN if chooser.random() < 0.4 else chess.ROOK if step in (1, -1, 8, -8) else chess.BISHOP
        board.set_piece_at(ray[near], chess.Piece(chess.Piece.from_symbol(own.pop()).piece_type, colour))
        board.set_piece_at(ray[far], chess.Piece(slider, not colour))
    scatter(chooser, board, ["k" if colour else "K"])
    scatter(chooser, board, ["pppnn", "PPPNN"][not colour][: chooser.randint(0, 5)])
    if not board.is_valid():
        return board, False
    pins = sum(board.is_pinned(colour, square) for square in chess.SquareSet(board.occupied_co[colour] & ~board.kings))
    return board, pins >= 4


def double_check(chooser):
    board = scattered(chooser, army(chooser, chooser.randint(3, 15)), army(chooser, chooser.randint(3, 15)), checks=0.5)
    return board, chess.popcount(board.checkers_mask()) == 2 and not board.is_checkmate()


def late_clock(chooser):
    board = scattered(chooser, army(chooser, chooser.randint(1, 8)), army(chooser, chooser.randint(0, 6)))
    board.halfmove_clock = chooser.randint(95, 99)
    board.fullmove_number = chooser.randint(60, 300)
    return board, True


def clock_and_mate(chooser):
    """Mate at hand with the clock about to run out."""
    board = scattered(chooser, chooser.choice(["QR", "RR", "QN", "Q", "R", "BBN"]), "P" * chooser.randint(0, 2), chess.WHITE)
    board.halfmove_clock = chooser.randint(96, 99)
    board.fullmove_number = chooser.randint(60, 300)
    if not lawful(board):
        return board, False
    for move in list(board.legal_moves):
        board.push(move)
        mate = board.is_checkmate()
        board.pop()
        if mate:
            return board, True
    return board, False


def bare_king(chooser):
    return scattered(chooser, army(chooser, chooser.randint(0, 15)), ""), True


def huge_numbers(chooser):
    board = scattered(chooser, army(chooser, chooser.randint(2, 15)), army(chooser, chooser.randint(2, 15)))
    board.fullmove_number = chooser.choice((5949, 9999, 32767, 65535, 65536, 1_000_000, 2_147_483_647, 4_294_967_295))
    board.halfmove_clock = chooser.choice((0, 7, 50, 99))
    return board, True


def few_moves(chooser):
    board = scattered(chooser, army(chooser, 15), army(chooser, 15), checks=0.3)
    return board, board.is_valid() and 1 <= board.legal_moves.count() <= 2


def finished(chooser):
    """Mate or stalemate on the board: there is no move to give."""
    if chooser.random() < 0.6:
        board = scattered(chooser, army(chooser, 14), army(chooser, 3), chess.BLACK, checks=0.3)
    else:
        board = scattered(chooser, army(chooser, chooser.randint(2, 5)), "", chess.BLACK)
        return board, board.is_valid() and board.is_stalemate()
    return board, board.is_valid() and not any(board.legal_moves)


def en_passant(chooser):
    """An en passant capture that is legal, often the only escape or next to a pin."""
    board = scattered(chooser, army(chooser, 10), army(chooser, 10), chess.WHITE)
    file = chooser.randrange(8)
    pawn = chess.square(file, 4)
    side = chess.square(file + chooser.choice([step for step in (-1, 1) if 0 <= file + step < 8]), 4)
    for square in (chess.square(file, 5), chess.square(file, 6)):
        if board.piece_type_at(square) == chess.KING:
            return board, False
        board.remove_piece_at(square)
    if chess.KING in (board.piece_type_at(pawn), board.piece_type_at(side)):
        return board, False
    board.set_piece_at(pawn, chess.Piece.from_symbol("p"))
    board.set_piece_at(side, chess.Piece.from_symbol("P"))
    board.ep_square = chess.square(file, 5)
    return board, board.is_valid() and board.has_legal_en_passant()


def back_row_960(chooser):
    king = chooser.randint(1, 6)
    return chooser.randrange(0, king), king, chooser.randrange(king + 1, 8)


def chess960(chooser):
    """Castling from odd squares: rooks beside kings, kings already at home, rooks under fire."""
    board = chess.Board(None, chess960=True)
    rows = {chess.WHITE: back_row_960(chooser), chess.BLACK: back_row_960(chooser)}
    if chooser.random() < 0.5:
        rows[chess.BLACK] = rows[chess.WHITE]
    for colour, (left, king, right) in rows.items():
        row = 0 if colour else 7
        board.set_piece_at(chess.square(king, row), chess.Piece(chess.KING, colour))
        for file in (left, right):
            if chooser.random() < 0.85:
                board.set_piece_at(chess.square(file, row), chess.Piece(chess.ROOK, colour))
                board.castling_rights |= chess.BB_SQUARES[chess.square(file, row)]
    middle = ~chess.BB_BACKRANKS & chess.BB_ALL
    scatter(chooser, board, [letter for letter in army(chooser, chooser.randint(2, 10)) if letter != "R"], middle)
    scatter(chooser, board, [letter.lower() for letter in army(chooser, chooser.randint(2, 10)) if letter != "R"], middle)
    board.turn = chooser.random() < 0.5
    castlings = sum(board.is_castling(move) for move in board.legal_moves) if lawful(board) else 0
    return board, castlings > 0


def walled_in(chooser):
    """Full armies with every pawn stopped by a pawn: almost nothing to do."""
    board = chess.Board(None)
    for file in range(8):
        row = chooser.randint(1, 5)
        board.set_piece_at(chess.square(file, row), chess.Piece.from_symbol("P"))
        board.set_piece_at(chess.square(file, row + 1), chess.Piece.from_symbol("p"))
    scatter(chooser, board, "KkQqRRrrBbNNnn")
    board.turn = chooser.random() < 0.5
    board.halfmove_clock = chooser.choice((0, 40, 80, 98))
    return board, True


KINDS = {
    "nine queens": nine_queens,
    "one-sided queens": one_sided_queens,
    "most moves": most_moves,
    "all captures": all_captures,
    "endless checks": endless_checks,
    "mass promotion": mass_promotion,
    "deep pins": deep_pins,
    "double check": double_check,
    "late clock": late_clock,
    "clock and mate": clock_and_mate,
    "bare king": bare_king,
    "huge numbers": huge_numbers,
    "few moves": few_moves,
    "finished": finished,
    "en passant": en_passant,
    "chess960": chess960,
    "walled in": walled_in,
}
FEWER = {"most moves": 24, "finished": 40}


def make(seed):
    entries = []
    for name, build in KINDS.items():
        chooser = random.Random(f"hostile {seed} {name}")
        seen = set()
        while len(seen) < FEWER.get(name, PER_KIND):
            board, idea = build(chooser)
            if not idea or not lawful(board):
                continue
            if name not in ("chess960", "en passant") and chooser.random() < 0.5:
                board = board.mirror()
            if name == "en passant" and chooser.random() < 0.5:
                board = board.mirror()
            finished = not any(board.legal_moves)
            if finished != (name == "finished") or board.epd() in seen:
                continue
            seen.add(board.epd())
            fields = board.epd(shredder=name == "chess960", en_passant="legal")
            comment = f"{name}; moves {board.legal_moves.count()}"
            entries.append(
                f'{fields} hmvc {board.halfmove_clock}; fmvn {board.fullmove_number}; '
                f'id "hostile.{len(entries) + 1:04d}"; c0 "{comment}";'
            )
    (FOLDER / "hostile.epd").write_text("\n".join(entries) + "\n")
    print(f"hostile: {len(entries)}", flush=True)
