"""Proofs of fortresses: a defender who keeps to a few squares against everything the attacker can do.

White attacks, Black defends, and no pawn moves. A state is safe if Black, to
move, has a move to a safe state, or takes a piece so that White has too little
left to win; and if, White to move, every move leads to a
safe state. Whatever takes something from Black for nothing counts as White's
success, and so does a stalemate of Black, so the answer errs on the side of "not
safe". The safe states are what is left when all others have been struck
out, in the manner of retrograde analysis. That White cannot be beaten in turn
is not proved here; the engine's score shows that neither side is winning.
"""

from itertools import product

import chess

from .entries import random_image

DEPTH = 24


def attacks(piece, square, occupied):
    if piece == "K":
        return chess.BB_KING_ATTACKS[square]
    if piece == "N":
        return chess.BB_KNIGHT_ATTACKS[square]
    found = 0
    if piece in "BQ":
        found |= chess.BB_DIAG_ATTACKS[square][chess.BB_DIAG_MASKS[square] & occupied]
    if piece in "RQ":
        found |= chess.BB_RANK_ATTACKS[square][chess.BB_RANK_MASKS[square] & occupied]
        found |= chess.BB_FILE_ATTACKS[square][chess.BB_FILE_MASKS[square] & occupied]
    return found


class Siege:
    """White's king and one piece against Black's king and perhaps a rook, among pawns that stand still."""

    def __init__(self, white_piece, white_squares, black_piece, black_squares, king_squares, white_pawns, black_pawns):
        self.white_piece = white_piece
        self.black_piece = black_piece
        self.white_pawns = sum(1 << square for square in white_pawns)
        self.black_pawns = sum(1 << square for square in black_pawns)
        self.pawn_cover = {chess.WHITE: 0, chess.BLACK: 0}
        for square in white_pawns:
            self.pawn_cover[chess.WHITE] |= chess.BB_PAWN_ATTACKS[chess.WHITE][square]
        for square in black_pawns:
            self.pawn_cover[chess.BLACK] |= chess.BB_PAWN_ATTACKS[chess.BLACK][square]
        pawns = self.white_pawns | self.black_pawns
        self.white_squares = [s for s in white_squares if not pawns >> s & 1]
        self.black_squares = [s for s in black_squares if not pawns >> s & 1] if black_piece else [None]
        self.king_squares = [s for s in king_squares if not pawns >> s & 1]
        self.kings = [s for s in chess.SQUARES if not self.black_pawns >> s & 1]
        self.pawns = pawns
        self.safe = self._solve()

    def _occupied(self, king, piece, foe, guard):
        return self.pawns | 1 << king | 1 << piece | 1 << foe | (0 if guard is None else 1 << guard)

    def _white_covers(self, king, piece, occupied):
        """Squares White attacks; the black king is taken off by the caller."""
        return chess.BB_KING_ATTACKS[king] | attacks(self.white_piece, piece, occupied) | self.pawn_cover[chess.WHITE]

    def _black_covers(self, foe, guard, occupied):
        cover = chess.BB_KING_ATTACKS[foe] | self.pawn_cover[chess.BLACK]
        return cover if guard is None else cover | attacks(self.black_piece, guard, occupied)

    def black_moves(self, state):
        """States Black can move to within its squares, and whether Black may take the piece and be safe at once."""
        king, piece, foe, guard = state
        occupied = self._occupied(*state)
        own = self.black_pawns | 1 << foe | (0 if guard is None else 1 << guard)
        found = []
        takes = False
        cover = self._white_covers(king, piece, occupied & ~(1 << foe))
        for to in chess.scan_forward(chess.BB_KING_ATTACKS[foe] & ~own & ~self.white_pawns):
            if to == piece:
                takes |= not self.white_pawns and not chess.BB_KING_ATTACKS[king] >> to & 1
            elif not cover >> to & 1 and to in self.king_squares:
                found.append((king, piece, to, guard))
        if guard is not None:
            reach = attacks(self.black_piece, guard, occupied) & ~own & ~self.white_pawns & ~(1 << king)
            for to in chess.scan_forward(reach):
                if to == piece:
                    takes |= not self.white_pawns
                elif to in self.black_squares:
                    moved = occupied & ~(1 << guard) | 1 << to
                    if not self._white_covers(king, piece, moved) >> foe & 1:
                        found.append((king, piece, foe, to))
        return found, takes

    def in_check(self, state):
        king, piece, foe, _ = state
        return bool(self._white_covers(king, piece, self._occupied(*state) & ~(1 << foe)) >> foe & 1)

    def _retaken(self, state, to):
        """Whether Black retakes at once when White's piece takes a man on `to`, leaving White a bare king."""
        king, piece, foe, guard = state
        if self.white_pawns:
            return False
        moved = self._occupied(*state) & ~(1 << piece) | 1 << to
        rest = self.pawn_cover[chess.BLACK]
        if not chess.BB_KING_ATTACKS[king] >> to & 1:
            rest |= chess.BB_KING_ATTACKS[foe]
        if guard is not None and guard != to:
            rest |= attacks(self.black_piece, guard, moved)
        return bool(rest >> to & 1)

    def white_moves(self, state):
        """States White can move to, or None if some move may win something."""
        king, piece, foe, guard = state
        occupied = self._occupied(*state)
        black = self.black_pawns | (0 if guard is None else 1 << guard)
        if self.pawn_cover[chess.WHITE] & black:
            return None
        cover = self._black_covers(foe, guard, occupied & ~(1 << king))
        found = []
        for to in chess.scan_forward(chess.BB_KING_ATTACKS[king] & ~self.white_pawns & ~(1 << piece) & ~cover):
            if black >> to & 1:
                return None
            found.append((to, piece, foe, guard))
        reach = attacks(self.white_piece, piece, occupied) & ~self.white_pawns & ~(1 << king) & ~(1 << foe)
        for to in chess.scan_forward(reach):
            if black >> to & 1:
                if not self._retaken(state, to):
                    return None
                continue
            moved = occupied & ~(1 << piece) | 1 << to
            if not self._black_covers(foe, guard, moved & ~(1 << king)) >> king & 1:
                found.append((king, to, foe, guard))
        return found

    def _states(self):
        for state in product(self.kings, self.white_squares, self.king_squares, self.black_squares):
            king, piece, foe, guard = state
            men = [king, piece, foe] + ([] if guard is None else [guard])
            if len(set(men)) == len(men) and chess.square_distance(king, foe) > 1 and not self.in_check(state):
                yield state

    def _solve(self):
        """All safe states with White to move."""
        attack = set(self._states())
        unsafe, queue = set(), []
        parents, relies, waiting, lost = {}, {}, {}, []
        for state in attack:
            moves = self.white_moves(state)
            if moves is None:
                unsafe.add(state)
                queue.append(state)
            else:
                for answer in moves:
                    parents.setdefault(answer, []).append(state)
        for state in parents:
            moves, takes = self.black_moves(state)
            if takes:
                continue
            moves = [move for move in moves if move in attack]
            waiting[state] = len(moves)
            for move in moves:
                relies.setdefault(move, []).append(state)
            if not moves:
                lost.append(state)
        while queue or lost:
            while lost:
                for parent in parents[lost.pop()]:
                    if parent not in unsafe:
                        unsafe.add(parent)
                        queue.append(parent)
            while queue:
                for state in relies.get(queue.pop(), ()):
                    waiting[state] -= 1
                    if waiting[state] == 0:
                        lost.append(state)
        return attack - unsafe

    def board(self, state, turn):
        king, piece, foe, guard = state
        board = chess.Board(None)
        for pawns, letter in ((self.white_pawns, "P"), (self.black_pawns, "p")):
            for square in chess.scan_forward(pawns):
                board.set_piece_at(square, chess.Piece.from_symbol(letter))
        board.set_piece_at(king, chess.Piece.from_symbol("K"))
        board.set_piece_at(piece, chess.Piece.from_symbol(self.white_piece))
        board.set_piece_at(foe, chess.Piece.from_symbol("k"))
        if guard is not None:
            board.set_piece_at(guard, chess.Piece.from_symbol(self.black_piece.lower()))
        board.turn = turn
        return board

    def after(self, state, move):
        """The state after a quiet move of Black's king or guard, or None for any other move."""
        king, piece, foe, guard = state
        if move.to_square == piece or move.from_square not in (foe, guard):
            return None
        return (king, piece, move.to_square, guard) if move.from_square == foe else (king, piece, foe, move.to_square)


def queen_against_rook(file):
    """Queen against rook and a pawn on its second row, the rook kept where the pawn protects it."""
    pawn = chess.square(file, 6)
    guards = [chess.square(f, 5) for f in (file - 1, file + 1) if 0 <= f < 8]
    kings = [s for s in chess.SQUARES if chess.square_rank(s) >= 6 and chess.square_distance(s, pawn) <= 2]
    return Siege("Q", chess.SQUARES, "R", guards, kings, [], [pawn])


def choose(engine, collector, chooser, siege, count, kind):
    """Entries with Black to move in which a proved move and a clearly lost move stand side by side."""
    kept = tried = 0
    states = sorted(siege.safe, key=str)
    if not states:
        return 0
    while kept < count and tried < 60:
        tried += 1
        # A white move from a safe state gives a state in which Black is to move and safe.
        following = siege.white_moves(chooser.choice(states))
        if not following:
            continue
        state = chooser.choice(following)
        board = siege.board(state, chess.BLACK)
        if not board.is_valid():
            continue
        legal = list(board.legal_moves)
        proved = [move for move in legal if siege.after(state, move) in siege.safe]
        others = [move for move in legal if move not in proved]
        if not proved or not others or any(board.is_capture(move) for move in legal):
            continue
        worst = engine.analyse(board, f"depth {DEPTH - 8}", moves=others)[0]
        if worst.score > -700:
            continue
        if not collector.welcome(board):
            continue
        best = engine.analyse(board, f"depth {DEPTH}", moves=proved)[0]
        if best.score > 60:
            continue
        comment = (
            f"composed at random; proved, {kind}; {engine.name} depth {DEPTH}: {best.text()}, "
            f"best of the others {worst.text()}"
        )
        flipped = random_image(chooser, board)
        moves = [move for move in flipped.legal_moves if move in images(board, flipped, proved)]
        collector.add(flipped, c0="draw", bm=moves, c1=comment)
        kept += 1
    return kept


def images(board, image, moves):
    """The moves as they look in the mirror image of their board."""
    for flip_file in (False, True):
        for flip_row in (False, True):
            def turn(square):
                file, row = chess.square_file(square), chess.square_rank(square)
                return chess.square(7 - file if flip_file else file, 7 - row if flip_row else row)

            pieces = {turn(square): piece for square, piece in board.piece_map().items()}
            if flip_row:
                pieces = {square: chess.Piece(piece.piece_type, not piece.color) for square, piece in pieces.items()}
            if pieces == image.piece_map() and image.turn == (board.turn != flip_row):
                return {chess.Move(turn(move.from_square), turn(move.to_square)) for move in moves}
    raise ValueError(f"not an image: {image.fen()}")


def add(engine, collector, chooser):
    for file in (1, 2, 3):
        siege = queen_against_rook(file)
        kept = choose(engine, collector, chooser, siege, 3, "KQKRP")
        print(f"fortress siege KQKRP file {file}: {len(siege.safe)} safe, {kept} kept", flush=True)
