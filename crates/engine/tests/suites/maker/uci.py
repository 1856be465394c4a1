"""A thin UCI client: one thread, fixed hash, one search at a time.

Every search starts from an empty hash unless the caller keeps it, so that an answer
depends on the position and the limit alone and not on what was asked before.
"""

import subprocess

import chess

MATE_SCORE = 100_000


class Line:
    """One line of an analysis: a score for the side to move, and moves."""

    def __init__(self, score, moves):
        self.score = score
        self.moves = moves

    def mate(self):
        """Moves to mate, negative if the side to move is mated, or None."""
        if abs(self.score) <= MATE_SCORE - 1000:
            return None
        count = MATE_SCORE - abs(self.score)
        return count if self.score > 0 else -count

    def text(self):
        mate = self.mate()
        return f"{self.score:+d}" if mate is None else f"mate {mate}"


class Engine:
    def __init__(self, command):
        self.process = subprocess.Popen(
            [command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, universal_newlines=True, bufsize=1
        )
        self.name = "engine"
        self.lines_wanted = 1
        self._send("uci")
        for line in self._until("uciok"):
            if line.startswith("id name "):
                self.name = line[len("id name "):]
        self.option("Threads", 1)
        self.option("Hash", 16)

    def _send(self, text):
        self.process.stdin.write(text + "\n")
        self.process.stdin.flush()

    def _until(self, word):
        lines = []
        while True:
            line = self.process.stdout.readline()
            if not line:
                raise RuntimeError("the engine stopped")
            line = line.strip()
            lines.append(line)
            if line.startswith(word):
                return lines

    def option(self, name, value):
        self._send(f"setoption name {name} value {value}")

    def forget(self):
        self._send("ucinewgame")
        self._send("isready")
        self._until("readyok")

    def history(self, board, limit, lines=1, moves=None, fresh=True):
        """What was reported at each depth: a dictionary from depth to Lines, best first."""
        if fresh:
            self.forget()
        if lines != self.lines_wanted:
            self._send(f"setoption name MultiPV value {lines}")
            self.lines_wanted = lines
        self._send(f"position fen {board.fen()}")
        chosen = " searchmoves " + " ".join(m.uci() for m in moves) if moves else ""
        self._send(f"go {limit}{chosen}")
        depths = {}
        for text in self._until("bestmove"):
            if " pv " not in text or "bound" in text:
                continue
            head, line = text.split(" pv ", 1)
            words = head.split()
            depth = int(words[words.index("depth") + 1])
            number = int(words[words.index("multipv") + 1])
            at = words.index("score")
            value = int(words[at + 2])
            if words[at + 1] == "mate":
                value = MATE_SCORE - value if value > 0 else -MATE_SCORE - value
            depths.setdefault(depth, {})[number] = Line(value, [chess.Move.from_uci(m) for m in line.split()])
        return {depth: sorted(found.values(), key=lambda l: -l.score) for depth, found in depths.items()}

    def analyse(self, board, limit, lines=1, moves=None, fresh=True):
        """The best `lines` moves, best first, of the last depth that reported them all."""
        depths = self.history(board, limit, lines, moves, fresh)
        full = max(len(found) for found in depths.values())
        return depths[max(depth for depth, found in depths.items() if len(found) == full)]

    def close(self):
        self._send("quit")
        self.process.wait()
