# SPDX-License-Identifier: GPL-3.0-or-later
"""Damages every constant of every kernel, one at a time: each must be noticed.

A constant is a literal, or a name in capitals, in a function's body or at file
scope; annotations are left alone. It is noticed when a goal of the function stays
unproved, or when the compiler refuses the twin. One that is not noticed needs a
reason in kernels.json ("equivalent"), and a reason needs one that is not noticed."""
import os
import re
from concurrent.futures import ThreadPoolExecutor

from check import mutants, wp
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


def attempt(tool, row, functions, file, report, tries):
    """The goals of these functions."""
    stages = [[*tool.only(provers), "-wp-steps", steps, "-wp-timeout", wp.SAFETY, "-wp-fct", ",".join(functions)]
              for provers, steps in tries]
    goals, said = tool.prove(file, row["arithmetic"], stages, report)
    return goals and {f: g for f, g in goals.items() if f in functions}, said


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
    goals, said = attempt(tool, row, functions, file, folder / "goals.json", [(tool.provers, limit)])
    if goals is None:
        return ("the compiler", None) if refused(file) else (None, said)
    if not wp.count(goals):
        return None, "no goals"
    if len(left := wp.undecided(goals, said)) == len(wp.unproved(goals)) and left:
        return None, "stopped by the safety limit"
    found = [g if len(functions) == 1 else f"{f} {g}" for f in goals for g in wp.unproved({f: goals[f]})]
    more = f" and {len(found) - 2} more" if len(found) > 2 else ""
    return ", ".join(g.replace(f"{functions[0]}_", "", 1) for g in found[:2]) + more, None


def row_constants(tool, row, verdicts):
    """Lines of the table for one row; verdicts hear of every survivor."""
    name, text = wp.label(row), (ROOT / row["file"]).read_text(encoding="utf-8")
    place = OUT / "constants" / f"{row['file'].replace('/', '_')}.{row['arithmetic']}"
    proved, excused = functions_of(row, text), dict(row.get("equivalent", {}))
    everything = [(f, *rest) for f, *rest in constants(text) if f in proved or f == FILE_SCOPE]
    if all(f != FILE_SCOPE for f, *_ in everything):
        proved = sorted({f for f, *_ in everything})
    if not proved:
        return
    goals, said = attempt(tool, row, proved, row["file"], place / "sound.json", tool.attempts(row["arithmetic"]))
    if not verdicts.demand(goals and set(goals) == set(proved) and not wp.unproved(goals),
                           f"{name}: does not close undamaged: {wp.unproved(goals) if goals else said[-300:]}"):
        return
    taken = {goal: number for goal, (_, number) in wp.costs(said).items()}

    def one(numbered):
        number, (function, line, what, after, twin) = numbered
        names = proved if function == FILE_SCOPE else [function]
        limit = max([75000, *(n for goal, n in taken.items() if any(f"_{f}_" in goal for f in names))])
        return notice(tool, row, names, twin, place / str(number), 4 * limit)

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
