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
import ast
import os
import re
import sys

LINES_OF_A_FUNCTION, PARAMETERS, LINES_OF_A_FILE = 80, 8, 400
LINES_OF_A_MECHANISM = {"hdpmf": 3000, "dpimf": 6000}
# Functions that keep more parameters, each with its reason; one that needs none is an error.
PROOF = "a program of a proof, which nobody calls: both runs' arrays and numbers, which in a struct the provers would have to tell apart"
MORE_PARAMETERS = {
    "proofs/dpmf-rp/relational.c": ({"rp_row_apart", "both", "rp_others_add"}, PROOF),
    "proofs/dpimf/relational.c": ({"dpimf_loss_apart", "dpimf_quadratics_apart"}, PROOF),
    "proofs/dpimf/bounds.c": ({"on_sphere", "in_ball"}, PROOF),
    "proofs/gaussmf/relational.c": ({"gaussmf_gradient_apart", "both"}, PROOF),
    "proofs/hdpmf/relational.c": ({"both_apart"}, PROOF),
}
ROOMS = ("ref", "proofs", "audit", "vectors", "tests")
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*"([^"]+)"', re.M)
FOUND = []  # what exceeds a limit


def walk():
    for room in ROOMS:
        for folder, folders, files in os.walk(room):
            folders.sort()
            yield from sorted(os.path.join(folder, f) for f in files)


def sources():
    return (path for path in walk() if path.endswith((".c", ".h")))


SCRIPTS = (".py", ".js", ".sh", ".v", ".g")


def written():
    """Sources and scripts in any language, those apart that dpmf-vectors makes from the specs."""
    for path in walk():
        if path.endswith((".c", ".h")):
            yield path
        elif path.endswith(SCRIPTS) or "." not in os.path.basename(path):
            head = read(path)[:400]
            if (path.endswith(SCRIPTS) or head.startswith("#!")) and "made by dpmf-vectors generate" not in head:
                yield path


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


def functions_in_python(path):
    for node in ast.walk(ast.parse(read(path))):
        if isinstance(node, ast.FunctionDef):
            names = node.args.posonlyargs + node.args.args + node.args.kwonlyargs
            yield node.name, node.lineno, node.end_lineno - node.lineno + 1, len(names)


def functions(path):
    """Name, line, number of lines and of parameters of every function that stands in the file or is declared there."""
    if not path.endswith((".c", ".h")):
        yield from functions_in_python(path)
        return
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
    FOUND.extend(f"{row}: {limit}" for row in rows)


def longest(title, rows, most):
    print(title)
    for number, where in sorted(rows, reverse=True)[:5]:
        print(f"  {number:5} lines       {where}")
    found(f"{most} lines at most", (where for number, where in sorted(rows, reverse=True) if number > most))


def measure_parameters(many):
    """many: path, name, line and number of parameters of each function with too many."""
    print(f"functions with more than {PARAMETERS} parameters")
    for path, name, line, number in sorted(many, key=lambda f: -f[3]):
        allowed, reason = MORE_PARAMETERS.get(path, ((), ""))
        print(f"  {number:5} parameters  {path}:{line} {name}" + (f" ({reason.split(',')[0]})" if name in allowed else ""))
        if name not in allowed:
            found(f"{PARAMETERS} parameters at most: a struct with names instead", [f"{path}:{line} {name}"])
    for path, (allowed, _) in MORE_PARAMETERS.items():
        needed = {name for file, name, *_ in many if file == path}
        found("no exception is needed", (f"{path} {name}" for name in sorted(allowed - needed)))


def measure_sources():
    bodies, many = [], []
    python = (p for p in written() if not p.endswith((".c", ".h")) and (p.endswith(".py") or "python3" in read(p)[:40]))
    for path in [*sources(), *python]:
        for name, line, lines, number in functions(path):
            bodies.append((lines, f"{path}:{line} {name}"))
            if number > PARAMETERS:
                many.append((path, name, line, number))
    if len(bodies) < 1000:
        sys.exit(f"house.py: only {len(bodies)} functions found: is this the top of the tree?")
    longest("the longest functions", bodies, LINES_OF_A_FUNCTION)
    measure_parameters(many)
    longest("the longest files", [(read(path).count("\n"), path) for path in written()], LINES_OF_A_FILE)


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
            found(f"a reader opens {lines} lines, of {limit} at most", [f"ref/mech/{name}"])


if len(sys.argv) == 3 and sys.argv[1] == "closure":
    for path, lines in sorted(closure(sys.argv[2]).items()):
        print(f"{lines:5} {path}")
else:
    measure_sources()
    measure_mechanisms()
for row in FOUND:
    print(row, file=sys.stderr)
sys.exit(1 if FOUND else 0)
