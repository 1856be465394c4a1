"""Records a session of the real program in a terminal of 80×24, as an asciinema file and as an animated picture.

    python3 xtask/record.py PROGRAM FOLDER

`cargo xtask pictures` runs it. Every step types keys and waits for a text on the screen, so the recording does not
depend on the speed of the machine; the pauses of the picture are those of the script below.
"""

import fcntl
import json
import os
import pty
import select
import struct
import sys
import tempfile
import termios
import time
from pathlib import Path
from xml.sax.saxutils import escape

import pyte

WIDTH, HEIGHT = 80, 24
# Keys to type, a text to wait for, seconds that the picture shows the result.
STEPS = [
    ("", "Quit", 2.0),
    ("\r", "Opponent", 2.0),
    ("\r", "Your move", 1.5),
    ("e4", "e4", 0.7),
    ("\r", "1. e4", 0.7),
    ("", "Your move", 1.5),
    ("\x1bOR", "Hint: ", 2.0),
    ("Nf3", "Nf3", 0.7),
    ("\r", "2. Nf3", 0.7),
    ("", "Your move", 1.5),
    ("/undo", "/undo", 0.7),
    ("\r", "Taken back", 1.5),
    ("\x1bOP", "At the board", 2.5),
    ("\x1b", "You (White)", 1.5),
]
DEADLINE = 60.0
# The screen is shown once nothing has been drawn for so long.
QUIET = 0.3
CELL_WIDTH, CELL_HEIGHT = 9, 18
GROUND, TEXT = "#16181b", "#d8d8d8"
# Signs for half a cell, with where the half begins.
HALVES = {"▀": 0, "▄": CELL_HEIGHT // 2}
NAMED = {
    "black": "#000000", "red": "#cd3131", "green": "#0dbc79", "brown": "#e5e510", "blue": "#2472c8",
    "magenta": "#bc3fbc", "cyan": "#11a8cd", "white": "#e5e5e5", "brightblack": "#666666", "brightred": "#f14c4c",
    "brightgreen": "#23d18b", "brightbrown": "#f5f543", "brightblue": "#3b8eea", "brightmagenta": "#d670d6",
    "brightcyan": "#29b8db", "brightwhite": "#ffffff",
}


class Session:
    """The program in a pseudo-terminal, and what it has drawn."""

    def __init__(self, program, home):
        self.screen = pyte.Screen(WIDTH, HEIGHT)
        self.stream = pyte.ByteStream(self.screen)
        self.begin = time.monotonic()
        self.events = []
        child, self.terminal = pty.fork()
        if child == 0:
            environment = {
                "HOME": home, "XDG_DATA_HOME": home, "XDG_CONFIG_HOME": home, "TERM": "xterm-256color",
                "COLORTERM": "truecolor", "LANG": "C.UTF-8", "PATH": os.environ["PATH"],
            }
            os.execve(program, [program], environment)
        self.child = child
        size = struct.pack("HHHH", HEIGHT, WIDTH, 0, 0)
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, size)

    def read(self, seconds):
        """Takes what the program writes within a time; says whether it wrote anything."""
        ready, _, _ = select.select([self.terminal], [], [], seconds)
        if not ready:
            return False
        data = os.read(self.terminal, 65536)
        self.stream.feed(data)
        self.events.append([round(time.monotonic() - self.begin, 3), "o", data.decode("utf-8", "replace")])
        return True

    def until(self, text):
        """Waits until a text is on the screen and nothing more is drawn."""
        deadline = time.monotonic() + DEADLINE
        while True:
            drew = self.read(QUIET)
            if any(text in line for line in self.screen.display) and not drew:
                return
            if time.monotonic() > deadline:
                sys.exit(f"'{text}' does not come:\n" + "\n".join(self.screen.display))

    def type(self, keys):
        os.write(self.terminal, keys.encode())

    def rows(self):
        """The screen as tuples of cells."""
        return [tuple(self.screen.buffer[row][column] for column in range(WIDTH)) for row in range(HEIGHT)]

    def end(self):
        self.type("\x03")
        while True:
            try:
                if not self.read(DEADLINE):
                    break
            except OSError:
                break
        os.waitpid(self.child, 0)


def colour(name, usual):
    if name == "default":
        return usual
    return NAMED.get(name) or "#" + name


def drawn(row):
    """A row of cells as SVG."""
    parts = []
    column = 0
    while column < WIDTH:
        cell = row[column]
        look = paint(cell)
        end = column + 1
        while cell.data in HALVES and end < WIDTH and row[end].data == cell.data and paint(row[end]) == look:
            end += 1
        # Signs outside of ASCII may have another width than the font's; each has its own place.
        while end < WIDTH and cell.data.isascii() and row[end].data.isascii() and paint(row[end]) == look:
            end += 1
        ground, ink, bold = look
        x, width = column * CELL_WIDTH, (end - column) * CELL_WIDTH
        if ground != GROUND:
            parts.append(f'<rect x="{x}" width="{width}" height="{CELL_HEIGHT}" fill="{ground}"/>')
        text = cell.data if cell.data in HALVES else "".join(cell.data for cell in row[column:end])
        if text in HALVES:
            # As a sign it would leave a seam.
            y, half = HALVES[text], CELL_HEIGHT // 2
            parts.append(f'<rect x="{x}" y="{y}" width="{width}" height="{half}" fill="{ink}"/>')
        elif text.strip():
            weight = ' font-weight="bold"' if bold else ""
            length = f' textLength="{width}"' if end - column > 1 else ""
            parts.append(f'<text x="{x}" y="13" fill="{ink}"{weight}{length} xml:space="preserve">{escape(text)}</text>')
        column = end
    return "".join(parts)


def paint(cell):
    ground, ink = colour(cell.bg, GROUND), colour(cell.fg, TEXT)
    return (ink, ground, cell.bold) if cell.reverse else (ground, ink, cell.bold)


def animated(frames):
    """Frames beside each other, of which a window shows one after the other; every different row is drawn once."""
    names, defined, shown = {}, [], []
    for number, (rows, _) in enumerate(frames):
        for line, row in enumerate(rows):
            if row not in names:
                names[row] = f"r{len(names)}"
                defined.append(f'<g id="{names[row]}">{drawn(row)}</g>')
            x, y = number * WIDTH * CELL_WIDTH, line * CELL_HEIGHT
            shown.append(f'<use href="#{names[row]}" x="{x}" y="{y}"/>')
    total = sum(seconds for _, seconds in frames)
    steps, passed = [], 0.0
    for number, (_, seconds) in enumerate(frames):
        steps.append(f"{100 * passed / total:.2f}%{{transform:translateX({-number * WIDTH * CELL_WIDTH}px)}}")
        passed += seconds
    width, height = WIDTH * CELL_WIDTH, HEIGHT * CELL_HEIGHT
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        'font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="15">\n'
        f"<style>@keyframes play{{{''.join(steps)}}}"
        f"#film{{animation:play {total}s steps(1,end) infinite}}"
        "@media (prefers-reduced-motion: reduce){#film{animation:none}}</style>\n"
        f'<rect width="{width}" height="{height}" fill="{GROUND}"/>\n<defs>{"".join(defined)}</defs>\n'
        f'<g id="film">{"".join(shown)}</g>\n</svg>\n'
    )


def main():
    program, folder = os.path.abspath(sys.argv[1]), Path(sys.argv[2])
    frames = []
    with tempfile.TemporaryDirectory() as home:
        session = Session(program, home)
        for keys, text, seconds in STEPS:
            session.type(keys)
            session.until(text)
            frames.append((session.rows(), seconds))
        session.end()
    header = {"version": 2, "width": WIDTH, "height": HEIGHT, "title": "Threefold"}
    lines = [json.dumps(header)] + [json.dumps(event, ensure_ascii=False) for event in session.events]
    (folder / "session.cast").write_text("\n".join(lines) + "\n")
    (folder / "session.svg").write_text(animated(frames))


main()
