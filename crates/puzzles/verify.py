#!/usr/bin/env python3
"""Checks puzzles of chess with another UCI engine: at every turn of the solver one move must be the only good one.

    verify.py FILE OUT [--engine stockfish] [--depth 20] [--refused FILE] [--follow SECONDS] [--longer]

The engine is asked for two lines at a fixed depth. A puzzle is written to OUT if the engine's first move is the move of
the puzzle at every turn and the second line misses the goal:

    finish-N   the first line mates, in N moves at the first turn; the second does not mate
    win        the first line is worth 200 or more, the second less than 100
    save       the first line is worth -100 or more, the second -200 or less

Puzzles that OUT or the refused file hold are passed over, so that the same command goes on. With --follow the input is read
on until nothing has been added to it for so many seconds. A forced move is not asked about. With --longer
puzzles of one move are passed over unless they finish the game.
"""

import argparse
import os
import subprocess
import sys
import time

MATE = 100_000


class Engine:
    """A UCI program with two lines and one thread."""

    def __init__(self, program, depth):
        self.depth = depth
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.send("uci")
        self.wait("uciok")
        for option in ("Threads value 1", "Hash value 64", "MultiPV value 2"):
            self.send(f"setoption name {option}")
        self.new_puzzle()

    def send(self, line):
        self.process.stdin.write(line + "\n")

    def wait(self, word):
        for line in self.process.stdout:
            if line.startswith(word):
                return
        raise RuntimeError("the engine has ended")

    def new_puzzle(self):
        self.send("ucinewgame")
        self.send("isready")
        self.wait("readyok")

    def lines(self, position, moves):
        """The first move and the score of the two best lines; one line if there is one move."""
        self.send(f"position fen {position} moves {' '.join(moves)}")
        self.send(f"go depth {self.depth}")
        found = {}
        for line in self.process.stdout:
            words = line.split()
            if words[:1] == ["bestmove"]:
                return [found[rank] for rank in sorted(found)]
            if words[:1] != ["info"] or "multipv" not in words or "pv" not in words or "upperbound" in words:
                continue
            if "lowerbound" in words:
                continue
            kind, number = words[words.index("score") + 1 : words.index("score") + 3]
            score = int(number)
            if kind == "mate":
                score = MATE - score if score > 0 else -MATE - score
            found[int(words[words.index("multipv") + 1])] = (words[words.index("pv") + 1], score)
        raise RuntimeError("the engine has ended")


def fault(goal, turns, at, lines, move):
    """Why a turn is not as the puzzle says, or nothing."""
    if not lines or lines[0][0] != move:
        return "other-move"
    best = lines[0][1]
    second = lines[1][1] if len(lines) > 1 else -MATE
    if goal.startswith("finish-"):
        if best < MATE - 1000:
            return "no-mate"
        if at == 0 and MATE - best != turns:
            return "other-length"
        return "second-mates" if second > MATE - 1000 else None
    if goal == "win":
        if best < 200:
            return "not-won"
        return "second-wins" if second >= 100 else None
    if best < -100:
        return "not-saved"
    return "second-saves" if second > -200 else None


def verify(engine, line):
    """Why a puzzle is refused, or nothing."""
    _, _, goal, _, _, position, moves = line.split("\t")
    moves = moves.split(" ")
    turns = len(moves) // 2
    engine.new_puzzle()
    # From the last turn to the first: what the engine finds late in the line helps it earlier.
    for at in reversed(range(turns)):
        before = moves[: 2 * at + 1]
        lines = engine.lines(position, before)
        if len(lines) == 1 and lines[0][0] == moves[2 * at + 1]:
            continue
        found = fault(goal, turns, at, lines, moves[2 * at + 1])
        if found:
            return found
    return None


def held(path):
    """The ids in a file."""
    if not path or not os.path.exists(path):
        return set()
    with open(path, encoding="utf-8") as file:
        return {line.split("\t", 1)[0] for line in file}


def read_on(path, timeout):
    """The whole lines of a file; waits for more as long as it grows."""
    last = time.monotonic()
    with open(path, encoding="utf-8") as file:
        rest = ""
        while True:
            rest += file.readline()
            if rest.endswith("\n"):
                last = time.monotonic()
                yield rest.rstrip("\n")
                rest = ""
            elif time.monotonic() - last >= timeout:
                return
            else:
                time.sleep(1)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file")
    parser.add_argument("out")
    parser.add_argument("--engine", default="stockfish")
    parser.add_argument("--depth", type=int, default=20)
    parser.add_argument("--refused")
    parser.add_argument("--follow", type=float, default=0)
    parser.add_argument("--longer", action="store_true")
    args = parser.parse_args()
    refused_path = args.refused or args.out + ".refused"
    known = held(args.out) | held(refused_path)
    engine = Engine(args.engine, args.depth)
    agreed, refused = 0, {}
    with open(args.out, "a", encoding="utf-8") as out, open(refused_path, "a", encoding="utf-8") as bad:
        for line in read_on(args.file, args.follow):
            puzzle, game, goal, *_, moves = line.split("\t")
            is_short = moves.count(" ") < 2 and not goal.startswith("finish")
            if game != "chess" or puzzle in known or (args.longer and is_short):
                continue
            known.add(puzzle)
            found = verify(engine, line)
            if found is None:
                agreed += 1
                print(line, file=out, flush=True)
            else:
                refused[found] = refused.get(found, 0) + 1
                print(puzzle, found, line.split("\t")[2], sep="\t", file=bad, flush=True)
    all_of_them = agreed + sum(refused.values())
    print(f"{all_of_them} puzzles, {agreed} agreed, {sum(refused.values())} refused: {refused}")


if __name__ == "__main__":
    sys.exit(main())
