# SPDX-License-Identifier: GPL-3.0-or-later
"""Damages every constant of every kernel, one at a time: each must be noticed.

A constant is a literal, or a name in capitals, in a function's body or at file
scope; annotations are left alone. It is noticed when a goal of the function stays
unproved, or when the compiler refuses the twin. One that is not noticed needs a
reason in kernels.json ("equivalent"), and a reason needs one that is not noticed."""
import os
import re
from concurrent.futures import ThreadPoolExecutor

from check import wp
from check.common import OUT, ROOT, run, setting

HIDDEN = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|^[ \t]*#[ \t]*(?!define)[^\n]*', re.S | re.M)
FUNCTION = re.compile(r"^[a-z][\w \t*]*?\b(\w+)\([^;{}()]*\)\s*\{", re.M)
CONSTANT = re.compile(r"(?<![\w.])(?:(?P<float>0[xX][\da-fA-F.]+[pP][+-]?\d+|(?:\d+\.\d*|\.\d+)(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+)"
                      r"|(?P<whole>0[xX][\da-fA-F]+|\d+)[uUlL]*|(?P<name>[A-Z][A-Z\d_]{2,})(?!\s*\())(?![\w.])")
FILE_SCOPE = "(file)"


def hide(text):
    """The text with comments, strings and directives blanked, place by place."""
    return HIDDEN.sub(lambda m: re.sub(r"[^\n]", " ", m.group(0)), text)


def bodies(code):
    """{function: (from, to)} of the definitions in code without comments."""
    found = {}
    for match in FUNCTION.finditer(code):
        depth, at = 1, match.end()
        while depth and at < len(code):
            depth += {"{": 1, "}": -1}.get(code[at], 0)
            at += 1
        found[match.group(1)] = (match.start(), at)
    return found


def damage(match):
    if match["whole"]:
        return match.group(0).replace(match["whole"], str(int(match["whole"], 0) + 1), 1)
    return f"({match.group(0)} {'-' if 'MAX' in match.group(0) else '+'} 1)"


def defined(code, match):
    """True for the name that a #define defines."""
    return bool(match["name"]) and re.search(r"#\s*define\s+$", code[:match.start()]) is not None


def constants(text):
    """(function, line number, damage, line after it, damaged text) for every constant."""
    code = hide(text)
    ranges = bodies(code)
    for match in CONSTANT.finditer(code):
        if defined(code, match):
            continue
        function = next((f for f, (low, high) in ranges.items() if low <= match.start() < high), FILE_SCOPE)
        twin = text[:match.start()] + damage(match) + text[match.end():]
        line = text.count("\n", 0, match.start())
        yield function, line + 1, f"{match.group(0)} -> {damage(match)}", twin.split("\n")[line].strip(), twin


def functions_of(row, text):
    """Those that the row proves."""
    left_out = [*row.get("skip", []), *row.get("unproved", {})]
    return [f for f in bodies(hide(text)) if (f in row["only"] if "only" in row else f not in left_out)]


def attempt(tool, row, functions, file, folder, limit):
    options = ["-wp-prover", tool.provers, "-wp-timeout", wp.MUTANT_TIMEOUT, "-wp-fct", ",".join(functions)]
    goals, said = tool.prove(file, row["arithmetic"], options + (["-wp-steps", limit] if limit else []),
                             folder / "goals.json")
    if goals is not None:
        goals = {f: g for f, g in goals.items() if f in functions}
    return goals, said


def refused(file):
    """What the compiler says of the twin, if it refuses it."""
    status, said = run([setting("CC", "cc"), "-std=c17", "-fsyntax-only", "-Wall", "-Wextra", "-Werror",
                        "-Iref", "-I.", file])
    return None if status == 0 else said.strip().split("\n")[0]


def notice(tool, row, functions, twin, folder, limit):
    """(who noticed, None), or (None, why not tried); ("", None) when no one did."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / os.path.basename(row["file"])
    file.write_text(twin, encoding="utf-8")
    goals, said = attempt(tool, row, functions, file, folder, limit)
    if goals is None:
        return ("the compiler", None) if refused(file) else (None, said)
    if not wp.count(goals):
        return None, "no goals"
    open_goals = [f"{f}: {g.removeprefix(f + '_')}" for f, g in
                  ((f, g) for f in goals for g in wp.unproved({f: goals[f]}))]
    more = f" and {len(open_goals) - 2} more" if len(open_goals) > 2 else ""
    return ", ".join(open_goals[:2]) + more, None


def row_constants(tool, row, verdicts):
    """Lines of the table for one row; verdicts hear of every survivor."""
    name, text = wp.label(row), (ROOT / row["file"]).read_text(encoding="utf-8")
    place = OUT / "constants" / f"{row['file'].replace('/', '_')}.{row['arithmetic']}"
    known, excused, proved = {}, dict(row.get("equivalent", {})), functions_of(row, text)
    everything = [(f, *rest) for f, *rest in constants(text) if f in proved or f == FILE_SCOPE]
    for function in sorted({f for f, *_ in everything}):
        names = proved if function == FILE_SCOPE else [function]
        goals, said = attempt(tool, row, names, row["file"], place / "sound" / function.strip("()"), 0)
        if not verdicts.demand(goals and wp.count(goals) and not wp.unproved(goals),
                               f"{name}: {function} does not close undamaged: {goals and wp.unproved(goals) or said[-300:]}"):
            return
        known[function] = (names, max(300000, 4 * max(wp.steps(said).values(), default=0)))

    def one(numbered):
        number, (function, line, what, after, twin) = numbered
        names, limit = known[function]
        return notice(tool, row, names, twin, place / str(number), limit)

    with ThreadPoolExecutor(2) as two:
        answers = list(two.map(one, enumerate(everything)))
    for (function, line, what, after, _), (who, why) in zip(everything, answers):
        key = f"{function}: {after}"
        if why is not None:
            verdicts.fail(f"{name}:{line}: {what} not tried: {why}")
            who = "not tried"
        elif not who:
            who = f"no one; equivalent: {excused[key]}" if excused.get(key) else "NO ONE"
            verdicts.demand(excused.pop(key, None), f"{name}:{line}: {what} in {function} is noticed by no goal")
        yield name, line, function, what, who
    for key in excused:
        verdicts.fail(f"{name}: called equivalent, but noticed or not there: {key}")


def check(tool, rows, file, verdicts):
    """The table, for one file or for all."""
    rows = [row for row in rows if not file or row["file"] == file]
    verdicts.demand(rows, f"{file}: no such row")
    yield ("kernel", "line", "function", "damage", "noticed by")
    for row in rows:
        yield from row_constants(tool, row, verdicts)
