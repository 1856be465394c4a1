"""The pool of weak self-play games that mates and tactics are mined from.

A game starts with six random half-moves that leave the game level, and goes on
with moves drawn from the engine's best three, worse ones less likely; now and
then any legal move is played. Each game has a generator of its own, so games
may be made in any order and by several processes.
"""

import json
import math
import random

import chess

NODES = 3000


def opening(engine, chooser):
    while True:
        board = chess.Board()
        for _ in range(6):
            board.push(chooser.choice(list(board.legal_moves)))
        if not board.is_game_over() and abs(engine.analyse(board, "depth 8")[0].score) < 150:
            return board


def choose_weakly(chooser, board, lines, weakness):
    if chooser.random() < 0.03:
        return chooser.choice(list(board.legal_moves))
    best = lines[0].score
    weights = [math.exp(-min(best - line.score, 2000) / weakness) for line in lines]
    return chooser.choices(lines, weights)[0].moves[0]


def play(engine, seed, number):
    """One game as a record: the start, and per ply the move, the scores and the best line."""
    chooser = random.Random(f"game {seed} {number}")
    board = opening(engine, chooser)
    start = board.fen()
    weakness = {colour: chooser.choice((25, 60, 120)) for colour in chess.COLORS}
    engine.forget()
    plies = []
    while not board.is_game_over(claim_draw=False) and len(plies) < 150 and not board.can_claim_draw():
        lines = engine.analyse(board, f"nodes {NODES}", lines=3, fresh=False)
        move = choose_weakly(chooser, board, lines, weakness[board.turn])
        plies.append([move.uci(), lines[0].moves[0].uci(), [line.score for line in lines]])
        board.push(move)
    return {"number": number, "start": start, "plies": plies}


def make(engine, seed, scratch, first, last):
    path = scratch / f"games_{first:04d}.jsonl"
    with path.open("w") as output:
        for number in range(first, last):
            output.write(json.dumps(play(engine, seed, number)) + "\n")
            output.flush()


class Mined:
    """A position from the pool with the engine's quick view of it."""

    def __init__(self, game, board, best, scores):
        self.game = game
        self.board = board
        self.best = best
        self.scores = scores


def mined(scratch, wanted):
    """Every pool position whose quick scores satisfy `wanted(scores)`, in the order of the games."""
    records = []
    for path in sorted(scratch.glob("games_*.jsonl")):
        records += [json.loads(text) for text in path.read_text().splitlines()]
    for record in sorted(records, key=lambda r: r["number"]):
        board = chess.Board(record["start"])
        for move, best, scores in record["plies"]:
            if wanted(scores):
                yield Mined(record["number"], board.copy(stack=False), chess.Move.from_uci(best), scores)
            board.push(chess.Move.from_uci(move))
