#!/usr/bin/env python3
"""Checks puzzles of chess with another UCI engine: at every turn of the solver one move must be the only good one.

    verify.py FILE OUT [--engine stockfish] [--depths 12,16,20] [--nodes N] [--processes N] [--most N]
                       [--refused FILE] [--follow SECONDS] [--longer]

The engine is asked for two lines at fixed depths, at every turn at the first depth, then at the next. The small depths
refuse most of the wrong puzzles at little cost; the last depth decides. A puzzle is written to OUT if at every depth
the engine's first move is the move of the puzzle at every turn and the second line misses the goal:

    finish-N   the first line mates, in N moves at the first turn; the second does not mate
    win        the first line is worth 200 or more, the second less than 100
    save       the first line is worth -100 or more, the second -200 or less

The mate itself is asked for at the last depth only. A turn with one legal move is not searched. With --nodes a puzzle
is undecided if a turn needs more nodes than that at the last depth but one; it is written to the refused file and does
not count as a disagreement.

Puzzles that OUT or the refused file hold are passed over, so that the same command goes on. With --follow the input is
read on until nothing has been added to it for so many seconds. With --processes several engines work at once. --most
ends the run after so many accepted puzzles. With --longer puzzles of one move are passed over unless they finish the
game.
"""

import argparse
import os
import subprocess
import sys
import threading
import time

MATE = 100_000
UNDECIDED = "undecided"
# Faults that a search of small depth may find where there are none.
DEEP = {"no-mate", "other-length"}


class Engine:
    """A UCI program with two lines and one thread."""

    def __init__(self, program):
        self.nodes = 0
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.send("uci")
        self.wait("uciok")
        for option in ("Threads value 1", "Hash value 32", "MultiPV value 2"):
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

    def lines(self, position, moves, depth):
        """The first move and the score of the two best lines, or of the only one; notes the nodes of the search."""
        self.send(f"position fen {position} moves {' '.join(moves)}")
        self.send(f"go depth {depth}")
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
            self.nodes = int(words[words.index("nodes") + 1])
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


def verify(engine, line, depths, nodes):
    """Why a puzzle is refused, or nothing."""
    _, _, goal, _, _, position, moves = line.split("\t")
    moves = moves.split(" ")
    turns = len(moves) // 2
    engine.new_puzzle()
    # From the last turn to the first: what the engine finds late in the line helps it earlier.
    before = {at: moves[: 2 * at + 1] for at in reversed(range(turns))}
    choices = [at for at in before if len(engine.lines(position, before[at], 1)) > 1]
    for depth in depths:
        for at in choices:
            lines = engine.lines(position, before[at], depth)
            found = fault(goal, turns, at, lines, moves[2 * at + 1])
            if found and (depth == depths[-1] or found not in DEEP):
                return f"{found}-{depth}"
            if nodes and depth == depths[-2] and engine.nodes > nodes:
                return UNDECIDED
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


class Run:
    """What several engines work on together."""

    def __init__(self, args, out, refused, known):
        self.args, self.out, self.refused, self.known = args, out, refused, known
        self.lock = threading.Lock()
        self.lines = read_on(args.file, args.follow)
        self.agreed, self.reasons = 0, {}

    def next(self):
        """The next puzzle that is not known, or nothing at the end."""
        with self.lock:
            if self.args.most and self.agreed >= self.args.most:
                return None
            for line in self.lines:
                puzzle, game, goal, *_, moves = line.split("\t")
                is_short = moves.count(" ") < 2 and not goal.startswith("finish")
                if game == "chess" and puzzle not in self.known and not (self.args.longer and is_short):
                    self.known.add(puzzle)
                    return line
            return None

    def note(self, line, reason):
        """Writes what was found."""
        puzzle, _, goal, *_ = line.split("\t")
        with self.lock:
            if reason is None:
                self.agreed += 1
                print(line, file=self.out, flush=True)
            else:
                self.reasons[reason] = self.reasons.get(reason, 0) + 1
                print(puzzle, reason, goal, sep="\t", file=self.refused, flush=True)

    def work(self):
        """Verifies puzzles with one engine until there are no more."""
        engine = Engine(self.args.engine)
        while (line := self.next()) is not None:
            self.note(line, verify(engine, line, self.args.depths, self.args.nodes))
        engine.send("quit")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file")
    parser.add_argument("out")
    parser.add_argument("--engine", default="stockfish")
    parser.add_argument("--depths", type=lambda text: [int(depth) for depth in text.split(",")], default=[12, 16, 20])
    parser.add_argument("--nodes", type=int)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--most", type=int)
    parser.add_argument("--refused")
    parser.add_argument("--follow", type=float, default=0)
    parser.add_argument("--longer", action="store_true")
    args = parser.parse_args()
    if args.nodes and len(args.depths) < 2:
        parser.error("--nodes needs two depths")
    refused_path = args.refused or args.out + ".refused"
    known = held(args.out) | held(refused_path)
    with open(args.out, "a", encoding="utf-8") as out, open(refused_path, "a", encoding="utf-8") as bad:
        run = Run(args, out, bad, known)
        workers = [threading.Thread(target=run.work) for _ in range(args.processes)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
    undecided = run.reasons.pop(UNDECIDED, 0)
    refused = sum(run.reasons.values())
    print(f"{run.agreed + refused} puzzles, {run.agreed} agreed, {refused} refused: {run.reasons}")
    print(f"{undecided} undecided")


if __name__ == "__main__":
    sys.exit(main())
