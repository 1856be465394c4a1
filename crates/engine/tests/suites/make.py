#!/usr/bin/env python3
"""Makes and checks the engine's test suites kept beside this script.

Needs:
    pip install chess
    Stockfish, as `stockfish` on PATH or named with --engine
    Syzygy tables of three and four men, their folder named with --tables

Use:
    make.py [--engine FILE] [--seed N] [--scratch FOLDER] [--tables FOLDER] [--resume] SUITE...
    make.py [--tables FOLDER] --check

The suites are mates, tactics, hostile, refused, endings, underpromotion,
zugzwang and fortress; `games` makes the pool that the first two are mined from
and must run before them; `all` makes everything in a working order. Every
choice is drawn from generators seeded by name, and every search has an empty
hash and a limit of depth or nodes, so the same seed, engine and tables give
the same files.

--check needs no engine. With --tables it also probes every position of four
men or fewer again.
"""

import argparse
import shutil
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True

from maker import check, endings, fortress, hostile, mates, pool, refused, tactics, underpromotion, zugzwang  # noqa: E402
from maker.entries import Collector  # noqa: E402
from maker.uci import Engine  # noqa: E402

GAMES = 500
MINED = ("mates", "tactics")
BUILT = {"hostile": hostile, "refused": refused}
PROBED = {"endings": endings, "underpromotion": underpromotion, "zugzwang": zugzwang, "fortress": fortress}
ALL = ["games", *MINED, *BUILT, *PROBED]


def make(name, options):
    engine = None if name in BUILT else Engine(options.engine)
    if name == "games":
        pool.make(engine, options.seed, options.scratch, 0, GAMES)
    elif name == "mates":
        mates.make(engine, options.seed, options.scratch, options.tables)
    elif name == "tactics":
        tactics.make(engine, options.seed, options.scratch)
    elif name in PROBED:
        PROBED[name].make(engine, options.seed, options.tables)
    else:
        BUILT[name].make(options.seed)
    if engine:
        engine.close()


def main():
    parser = argparse.ArgumentParser(description="Makes and checks the engine's test suites.")
    parser.add_argument("--engine", default="stockfish")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scratch", type=Path, default=Path(tempfile.gettempdir()) / "engine_suites")
    parser.add_argument("--tables", type=Path, help="folder of Syzygy tables of three and four men")
    parser.add_argument("--resume", action="store_true", help="keep the entries a file already has, and add to them")
    parser.add_argument("--check", action="store_true", help="verify the files instead of making them")
    parser.add_argument("suites", nargs="*", choices=[*ALL, "all", []], metavar="SUITE")
    options = parser.parse_args()
    if options.check:
        return 0 if check.check(options.tables) else 1
    if not options.suites:
        parser.error("name a suite, or all, or --check")
    names = ALL if "all" in options.suites else options.suites
    if not set(names) <= set(BUILT) and shutil.which(options.engine) is None:
        sys.exit(f"no engine found as {options.engine}; name one with --engine")
    Collector.resume = options.resume
    options.scratch.mkdir(parents=True, exist_ok=True)
    for name in names:
        make(name, options)
    return 0


if __name__ == "__main__":
    sys.exit(main())
