"""Positions in which only a promotion to knight, rook or bishop keeps the result.

Those of four men are exact. The larger ones are composed at random around a
fork, a check or a stalemate and confirmed by the engine.
"""

import random

import chess

from .entries import Collector, random_image
from .tables import WORDS, Tables, place

DEPTH = 20
SMALL = ("KP-KR", "KP-KN", "KP-KB", "KP-KQ")
EDGE = chess.BB_BACKRANKS | chess.BB_FILE_A | chess.BB_FILE_H
MINOR = (chess.KNIGHT, chess.ROOK, chess.BISHOP)


def promoted(board, move, piece):
    other = board.copy(stack=False)
    other.push(chess.Move(move.from_square, move.to_square, piece))
    return other


def small(chooser, tables, kind, tries):
    """Positions of four men whose only keeping move is an underpromotion."""
    white, black = kind.split("-")
    rows = {"P": chess.BB_RANK_7}
    if kind != "KP-KR":
        # The pawn takes the last man that could move.
        rows |= {black[1].lower(): chess.BB_RANK_8, "k": EDGE}
    for _ in range(tries):
        board = place(chooser, white, black, chess.WHITE, rows)
        if board is None:
            continue
        queens = [move for move in board.legal_moves if move.promotion == chess.QUEEN]
        if kind != "KP-KR":
            queens = [move for move in queens if board.is_capture(move) and stalemates(board, move, chess.QUEEN)]
        if not queens:
            continue
        answer = tables.keeping(board)
        if answer and len(answer[1]) == 1 and answer[1][0].promotion in MINOR:
            yield board, answer[1][0], WORDS[answer[0]]


def scatter(chooser, board, symbols, mask=chess.BB_ALL):
    for symbol in symbols:
        allowed = mask & ~board.occupied
        if symbol in "pP":
            allowed &= ~chess.BB_BACKRANKS
        squares = list(chess.SquareSet(allowed))
        if squares:
            board.set_piece_at(chooser.choice(squares), chess.Piece.from_symbol(symbol))


def compose_fork(chooser):
    """A king, and mostly a queen or rook, a knight's leap from the promotion square."""
    board = chess.Board(None)
    file = chooser.randrange(8)
    leap = chess.BB_KNIGHT_ATTACKS[chess.square(file, 7)]
    board.set_piece_at(chess.square(file, 6), chess.Piece.from_symbol("P"))
    scatter(chooser, board, ["k"], leap)
    free = ~(chess.BB_FILES[file] & (chess.BB_RANK_8 | chess.BB_RANK_7)) & chess.BB_ALL
    if chooser.random() < 0.8:
        scatter(chooser, board, [chooser.choice("qqr")], leap & free)
    scatter(chooser, board, ["K"], free)
    extra = chooser.choice(["", "P", "PP", "RP", "RPP", "BPP", "NPPP", "RBPP", "RNPP"])
    scatter(chooser, board, extra, free)
    scatter(chooser, board, chooser.choice(["", "p", "pp", "rp", "rpp", "bpp", "npp", "rbppp", "bnpp"]), free)
    move = chess.Move(chess.square(file, 6), chess.square(file, 7), chess.KNIGHT)
    return board, move


def compose_stalemate(chooser):
    """A king at the edge with hardly a move, and a pawn that takes the last man that could move."""
    board = chess.Board(None)
    scatter(chooser, board, ["k"], EDGE)
    king = board.king(chess.BLACK)
    near = sum(1 << square for square in chess.SQUARES if chess.square_distance(square, king) <= 3)
    scatter(chooser, board, ["K"], near)
    file = chooser.randrange(8)
    target = file + chooser.choice([step for step in (-1, 1) if 0 <= file + step < 8])
    squares = chess.square(file, 6), chess.square(target, 7)
    if any(board.piece_at(square) for square in squares):
        return board, None
    board.set_piece_at(squares[0], chess.Piece.from_symbol("P"))
    board.set_piece_at(squares[1], chess.Piece.from_symbol(chooser.choice("qrrbn")))
    for _ in range(chooser.randint(0, 2)):
        column, row = chooser.randrange(8), chooser.randint(2, 5)
        pair = chess.square(column, row), chess.square(column, row - 1)
        if not any(board.piece_at(square) for square in pair):
            board.set_piece_at(pair[0], chess.Piece.from_symbol("p"))
            board.set_piece_at(pair[1], chess.Piece.from_symbol("P"))
    scatter(chooser, board, chooser.choice(["", "", "P", "N", "B", "NP", "BP"]))
    return board, chess.Move(*squares, chess.ROOK)


def stalemates(board, move, piece):
    return promoted(board, move, piece).is_stalemate()


def promising(board, move, theme):
    """Whether a cheap look finds the point of an underpromotion; the piece is returned."""
    if move is None or not board.is_valid() or board.is_check() or move not in board.legal_moves:
        return None
    if theme == "fork":
        return chess.KNIGHT if not promoted(board, move, chess.QUEEN).is_check() else None
    if not stalemates(board, move, chess.QUEEN):
        return None
    if not stalemates(board, move, chess.ROOK):
        return chess.ROOK
    return chess.BISHOP if not stalemates(board, move, chess.BISHOP) else None


def confirm(engine, board):
    """(move, word, scores) if one underpromotion is clearly the only way, or None."""
    quick = engine.analyse(board, "nodes 6000", lines=2)
    if len(quick) < 2 or quick[0].moves[0].promotion not in MINOR or quick[0].score - quick[1].score < 150:
        return None
    depths = engine.history(board, f"depth {DEPTH} nodes 1000000", lines=2)
    if len(depths.get(DEPTH, [])) < 2:
        return None
    best, second = depths[DEPTH]
    if best.moves[0].promotion not in MINOR or best.score - second.score < 250:
        return None
    if best.score >= 300 and second.score <= 80:
        word = "win"
    elif abs(best.score) <= 60 and second.score <= -300:
        word = "draw"
    else:
        return None
    return best.moves[0], word, f"{best.text()}, next {second.text()}"


def make(engine, seed, tables):
    tables = Tables(tables)
    collector = Collector("underpromotion", target=60, distance=3)
    chooser = random.Random(f"underpromotion {seed}")
    pieces = {piece: sum(f"={letter}" in entry for entry in collector.entries) for piece, letter in zip(MINOR, "NRB")}
    for kind in SMALL if not collector.entries else ():
        kept = 0
        for board, move, word in small(chooser, tables, kind, 20_000):
            image = random_image(chooser, board)
            if not collector.welcome(image):
                continue
            move = tables.keeping(image)[1][0]
            collector.add(image, bm=[move], c0=word, c1=f"composed at random; exact, {kind.replace('-', '')}")
            pieces[move.promotion] += 1
            kept += 1
            if kept == 8:
                break
        print(f"underpromotion {kind}: {kept}", flush=True)
    limits = {chess.KNIGHT: 40, chess.ROOK: 24, chess.BISHOP: 14}
    for tried in range(400_000):
        if collector.full():
            break
        theme = "fork" if tried % 60 == 0 else "stalemate"
        board, move = (compose_fork if theme == "fork" else compose_stalemate)(chooser)
        board.turn = chess.WHITE
        piece = promising(board, move, theme)
        if piece is None or pieces[piece] >= limits[piece]:
            continue
        image = random_image(chooser, board)
        if not collector.welcome(image) or len(image.piece_map()) < 5:
            continue
        answer = confirm(engine, image)
        if answer is None or pieces[answer[0].promotion] >= limits[answer[0].promotion]:
            continue
        move, word, scores = answer
        pieces[move.promotion] += 1
        collector.add(image, bm=[move], c0=word, c1=f"composed at random; {engine.name} depth {DEPTH}: {scores}")
    print(f"underpromotion: {len(collector.entries)}, {pieces}", flush=True)
