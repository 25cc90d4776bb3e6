# SPDX-License-Identifier: GPL-3.0-or-later
"""What a stranger has to read, measured: the longest functions, functions with many
parameters, long files, and what a reader of one mechanism opens.

    python3 -B tests/house.py             prints all of it
    python3 -B tests/house.py closure M   prints what a reader of ref/mech/M opens, file by file

The exit status is 1 if a limit is exceeded. A reader of a mechanism opens its own .c files, the
headers that these include, the headers that those include, and beside each header the .c of the
same name, with what that includes in turn. Descriptors do not count: they are what the program
dpmf has to know of a mechanism, and speak of options and texts. Two files stop such a reading:
noise/release.h has what a mechanism asks of the door, and mech/secure_sum.h what it asks of secure
aggregation; both are read as contracts. So that nothing hides behind a file's name, the last
column is all of ref/ that is behind the headers: beside each of them every .c that defines one of
its functions, whatever that .c is called.
"""
import os
import re
import sys

LINES_OF_A_FUNCTION, PARAMETERS, LINES_OF_A_FILE = 80, 8, 400
LINES_OF_A_MECHANISM = {"hdpmf": 3000, "dpimf": 6000}
ROOMS = ("ref", "proofs", "audit", "vectors", "tests")
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*"([^"]+)"', re.M)
FOUND = []  # what exceeds a limit


def sources():
    for room in ROOMS:
        for folder, folders, files in os.walk(room):
            folders.sort()
            yield from sorted(os.path.join(folder, f) for f in files if f.endswith((".c", ".h")))


def read(path):
    with open(path, encoding="utf-8") as f:
        return f.read()


def bare(text):
    """The same lines without comments, strings and preprocessor lines."""
    blank = lambda m: re.sub(r"[^\n]", " ", m.group())
    text = re.sub(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'', blank, text, flags=re.S)
    return re.sub(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", blank, text, flags=re.M)


def closing(text, at, pair):
    """Where the bracket that opens at `at` is closed."""
    depth = 0
    for i in range(at, len(text)):
        depth += (text[i] == pair[0]) - (text[i] == pair[1])
        if depth == 0:
            return i
    return len(text)


def parameters(inside):
    """How many parameters stand between a function's brackets."""
    if inside.strip() in ("", "void"):
        return 0
    depth, number = 0, 1
    for c in inside:
        depth += (c in "([{") - (c in ")]}")
        number += c == "," and depth == 0
    return number


def functions(path):
    """Name, line, number of lines and of parameters of every function that stands in the file or is declared there."""
    text = bare(read(path))
    at = 0
    while True:
        m = re.compile(r"[;{}]|\b(\w+)[ \t\n]*\(").search(text, at)
        if not m:
            return
        if not m.group(1):
            # Of a brace at the top level that is no function's, what stands inside is not looked at.
            at = closing(text, m.start(), "{}") + 1 if m.group() == "{" and not text[:m.start()].rstrip().endswith('"C"') else m.end()
            continue
        end = closing(text, m.end() - 1, "()")
        inside, after = text[m.end():end], text[end + 1:].lstrip()
        line = text.count("\n", 0, m.start()) + 1
        if m.group(1) in ("__attribute__", "_Static_assert", "_Alignas"):
            at = end + 1
        elif after.startswith("{"):
            start = text.index("{", end)
            stop = closing(text, start, "{}")
            yield m.group(1), line, text.count("\n", m.start(), stop) + 1, parameters(inside)
            at = stop + 1
        else:
            yield m.group(1), line, 0, parameters(inside)
            at = end + 1


def found(limit, rows):
    for row in rows:
        FOUND.append(f"{row}: {limit}")


def measure_sources():
    files, bodies, many = [], [], []
    for path in sources():
        files.append((read(path).count("\n"), path))
        for name, line, lines, number in functions(path):
            bodies.append((lines, f"{path}:{line} {name}"))
            if number > PARAMETERS:
                many.append((number, f"{path}:{line} {name}"))
    if len(bodies) < 1000:
        sys.exit(f"house.py: only {len(bodies)} functions found: is this the top of the tree?")
    print("the longest functions")
    for lines, where in sorted(bodies, reverse=True)[:5]:
        print(f"  {lines:5} lines       {where}")
    found(f"more than {LINES_OF_A_FUNCTION} lines", (w for n, w in sorted(bodies, reverse=True) if n > LINES_OF_A_FUNCTION))
    print("functions with more than", PARAMETERS, "parameters")
    for number, where in sorted(many, reverse=True):
        print(f"  {number:5} parameters  {where}")
    found(f"more than {PARAMETERS} parameters", (w for _, w in sorted(many, reverse=True)))
    print("the longest files")
    for lines, path in sorted(files, reverse=True)[:5]:
        print(f"  {lines:5} lines       {path}")
    found(f"more than {LINES_OF_A_FILE} lines", (p for n, p in sorted(files, reverse=True) if n > LINES_OF_A_FILE))


def includes(path):
    """The files of the tree that `path` includes; what stands for Frama-C alone is included too."""
    for name in INCLUDE.findall(read(path)):
        for base in ("ref", ".", os.path.dirname(path)):
            if os.path.exists(os.path.join(base, name)):
                yield os.path.normpath(os.path.join(base, name))
                break


def beside(path):
    """The .c of the same name."""
    return [path[:-2] + ".c"] if os.path.exists(path[:-2] + ".c") else []


def defined():
    """Where each function of ref/ that begins with dpmf_ is defined."""
    return {name: path for path in sources() if path.startswith("ref/") and path.endswith(".c")
            for name, _, lines, _ in functions(path) if lines and name.startswith("dpmf_")}


def closure(mechanism, sources_of=beside):
    """The files that are opened, and their lines; sources_of(header) are the .c that stand for it."""
    folder = os.path.join("ref/mech", mechanism)
    waiting = [os.path.join(folder, f) for f in sorted(os.listdir(folder)) if f.endswith(".c") and not f.startswith("descriptor")]
    opened = {}
    while waiting:
        path = waiting.pop()
        if path in opened:
            continue
        opened[path] = read(path).count("\n")
        waiting += includes(path)
        if path.endswith(".h"):
            waiting += sources_of(path)
    return opened


def measure_mechanisms():
    where = defined()
    behind = lambda header: sorted({where[name] for name, *_ in functions(header) if name in where})
    print("what a reader of a mechanism opens, and all that is behind it")
    for name in sorted(os.listdir("ref/mech")):
        if not os.path.isdir(os.path.join("ref/mech", name)):
            continue
        opened = closure(name)
        lines, limit = sum(opened.values()), LINES_OF_A_MECHANISM.get(name)
        headers = [p for p in opened if p.endswith(".h")]
        everything = closure(name, behind)
        print(f"  {lines:5} lines in {len(opened):3} files, {sum(opened[p] for p in headers):4} of them in {len(headers):2} headers; "
              f"{sum(everything.values()):5} in {len(everything):3} behind  {name}")
        if limit and lines > limit:
            found(f"a reader opens more than {limit} lines", [f"ref/mech/{name}"])


if len(sys.argv) == 3 and sys.argv[1] == "closure":
    for path, lines in sorted(closure(sys.argv[2]).items()):
        print(f"{lines:5} {path}")
else:
    measure_sources()
    measure_mechanisms()
for row in FOUND:
    print(row, file=sys.stderr)
sys.exit(1 if FOUND else 0)
