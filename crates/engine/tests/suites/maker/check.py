"""Reads every file again and verifies what can be verified without an engine."""

import chess

from .entries import FOLDER, placement
from .hostile import KINDS, lawful
from .mates import LONGEST, PROVED, MateSolver
from .refused import readable
from .tables import WORDS, Tables
from .tactics import found_shallowly
from .zugzwang import passed

THEMES = ("mates", "tactics", "endings", "underpromotion", "zugzwang", "fortress")


def check_mates(board, operations, tables):
    length = operations.get("dm")
    if length not in range(1, LONGEST + 1):
        return "dm is missing or out of range"
    solver = MateSolver()
    if solver.shortest(board, min(length, PROVED)) != (length if length <= PROVED else None):
        return "the shortest mate is another"
    if length <= PROVED and set(solver.first_moves(board, length)) != set(operations["bm"]):
        return "bm is not the set of all first moves that mate in time"
    return None


def check_tactics(board, operations, tables):
    if len(operations["bm"]) != 1:
        return "not exactly one best move"
    return "found by a shallow search" if found_shallowly(board, operations["bm"][0]) else None


def check_result(board, operations, tables):
    """Of four men or fewer, the result and the set of moves that keep it."""
    if operations.get("c0") not in WORDS.values():
        return "c0 is not a result"
    if operations["c0"] == "loss" and "bm" in operations:
        return "a lost position has no best move"
    if tables is None or chess.popcount(board.occupied) > 4:
        return None
    result, keep, lose = tables.keeping(board)
    if WORDS[result] != operations["c0"]:
        return f"the tables say {WORDS[result]}"
    if "bm" in operations and set(operations["bm"]) != set(keep):
        return "bm is not the set of moves that keep the result"
    return "no move can go wrong" if "bm" in operations and not lose else None


def check_underpromotion(board, operations, tables):
    moves = operations.get("bm", [])
    if len(moves) != 1 or moves[0].promotion in (None, chess.QUEEN):
        return "bm is not one underpromotion"
    return check_result(board, operations, tables)


def check_zugzwang(board, operations, tables):
    where = operations.get("c1", "").split(";")[0]
    if where not in ("in zugzwang", "into zugzwang", "mate by zugzwang"):
        return "c1 does not say what kind it is"
    target = board.copy(stack=False)
    if where != "in zugzwang":
        if len(operations.get("bm", [])) != 1:
            return "not exactly one best move"
        target.push(operations["bm"][0])
    other = passed(target)
    if other is None:
        return "a pass is not possible where the zugzwang should be"
    if where == "mate by zugzwang":
        solver, length = MateSolver(), operations["dm"]
        if solver.shortest(board, length) != length or solver.first_moves(board, length) != operations["bm"]:
            return "bm is not the only first move that mates in dm"
        return "mates after a pass as well" if solver.can_mate(other, length - 1) else None
    if tables is not None and chess.popcount(board.occupied) <= 4 and not tables.result(target) < -tables.result(other):
        return "no zugzwang"
    return check_result(board, operations, tables)


def check_fortress(board, operations, tables):
    if operations.get("c0") != "draw" or not operations.get("bm"):
        return "not a draw with best moves"
    return check_result(board, operations, tables)


CHECKS = {
    "mates": check_mates,
    "tactics": check_tactics,
    "endings": check_result,
    "underpromotion": check_underpromotion,
    "zugzwang": check_zugzwang,
    "fortress": check_fortress,
}


def check_theme(theme, tables, names, problems):
    seen, black = [], 0
    lines = (FOLDER / f"{theme}.epd").read_text().splitlines()
    for number, text in enumerate(lines, start=1):
        board = chess.Board(None)
        try:
            operations = board.set_epd(text)
        except ValueError as error:
            problems.append(f"{theme}.epd line {number}: {error}")
            continue
        if not operations.get("id") or operations["id"] in names:
            problems.append(f"{theme}.epd line {number}: id missing or used twice")
        names.add(operations.get("id"))
        if not lawful(board) or not any(board.legal_moves):
            problems.append(f"{theme}.epd line {number}: not a lawful, unfinished position")
            continue
        trouble = CHECKS[theme](board, operations, tables)
        if trouble:
            problems.append(f"{theme}.epd line {number}: {trouble}")
        if (placement(board), board.turn) in seen:
            problems.append(f"{theme}.epd line {number}: a position occurs twice")
        seen.append((placement(board), board.turn))
        black += board.turn == chess.BLACK
    if len(lines) < 50:
        problems.append(f"{theme}.epd: only {len(lines)} entries")
    if black * 3 < len(lines) or black * 3 > len(lines) * 2:
        problems.append(f"{theme}.epd: Black to move in {black} of {len(lines)}")
    print(f"{theme}.epd: {len(lines)} entries, {black} with Black to move", flush=True)


def check_hostile(names, problems):
    lines = (FOLDER / "hostile.epd").read_text().splitlines()
    kinds, most, seen = {}, 0, set()
    for number, text in enumerate(lines, start=1):
        board = chess.Board(None, chess960='c0 "chess960' in text)
        operations = board.set_epd(text)
        kind, count = operations["c0"].split("; moves ")
        if operations["id"] in names or text in seen:
            problems.append(f"hostile.epd line {number}: occurs twice")
        names.add(operations["id"])
        seen.add(text)
        if not lawful(board) or board.legal_moves.count() != int(count):
            problems.append(f"hostile.epd line {number}: not lawful, or another number of moves")
        if (kind == "finished") == any(board.legal_moves):
            problems.append(f"hostile.epd line {number}: finished or not finished against its name")
        kinds[kind] = kinds.get(kind, 0) + 1
        most = max(most, int(count))
    if len(lines) < 1000 or set(kinds) != set(KINDS):
        problems.append(f"hostile.epd: {len(lines)} entries of {len(kinds)} kinds")
    print(f"hostile.epd: {len(lines)} entries of {len(kinds)} kinds, at most {most} moves", flush=True)


def check_refused(problems):
    lines = (FOLDER / "refused.txt").read_text().splitlines()
    for number, text in enumerate(lines, start=1):
        if readable(text):
            problems.append(f"refused.txt line {number}: can be read")
    if len(lines) < 60 or len(set(lines)) != len(lines):
        problems.append("refused.txt: too few lines, or a line occurs twice")
    print(f"refused.txt: {len(lines)} lines", flush=True)


def check(folder):
    """Verifies every file; prints what it finds and returns whether all is well."""
    tables = Tables(folder) if folder else None
    problems, names = [], set()
    for theme in THEMES:
        if (FOLDER / f"{theme}.epd").exists():
            check_theme(theme, tables, names, problems)
        else:
            problems.append(f"{theme}.epd: missing")
    check_hostile(names, problems)
    check_refused(problems)
    for problem in problems:
        print(f"PROBLEM {problem}")
    print("all is well" if not problems else f"{len(problems)} problems")
    return not problems
