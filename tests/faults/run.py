# SPDX-License-Identifier: GPL-3.0-or-later
"""Usage: run.py BUILD [--seconds=S] [--seed=N] [--most=M] [--only=WORDS] [--jobs=J] [--show]

Every command of commands.list, with one allocation or one write that fails (inject.c): each in its turn, at most M of
either kind, spread evenly; with --seconds=S as many as fit, drawn by the seed. What must come of it is one of two:

  exit 3   a reason on standard error, and nothing written in the folder that the command was to write to;
  the same the same exit code, standard output and files as without the fault.

Half of the draws let everything behind the fault fail as well, as a full memory or disk does. The last line says how
many were tried and how many came out wrong; exit 1 if any did, 99 if faults cannot be injected here."""
import concurrent.futures, itertools, os, pathlib, random, shutil, signal, subprocess, sys, tempfile, time

HERE = pathlib.Path(__file__).parent
LIMIT = 120  # seconds for one run
VALUES = {
    "round": "--epochs=2 --factors=2 --seed=5 --holdout=0 --jobs=1",
    "message": "--participation=0.25 --theta=0.0625 --quanta=2",
}


def build_of(words):
    return pathlib.Path(words).resolve()


def fields(build, folder):
    given = "--items=30 --users=20 --seed=5"
    values = dict(VALUES, F=str(folder), V=str((HERE / "../../vectors").resolve()), round="--epochs=2 --factors=2",
                  explicit=f"--ratings={folder}/r.tsv --test={folder}/test.tsv --range=1:5 {given}",
                  implicit=f"--ratings={folder}/i.tsv --test={folder}/itest.tsv {given}")
    return dict(os.environ, PATH=f"{build}/bin:{os.environ['PATH']}", LC_ALL="C", **values)


def prepare(build, folder):
    """The inputs of all commands."""
    (folder / "bad.tsv").write_text("1\t2\t3\n1\ttwo\t3\n")
    (folder / "pairs.tsv").write_text("1\t2\n3\t4\n5\t6\n")
    (folder / "target.py").write_text(
        "import random, sys\nfor line in sys.stdin:\n    w, n, s = map(int, line.split()[1:])\n    r = random.Random(s)\n"
        "    print(*(w + r.expovariate(1) - r.expovariate(1) for _ in range(n)), sep='\\n', flush=True)\n")
    (folder / "costs.py").write_text(
        "import random, sys\nfor line in sys.stdin:\n    w, n, s = map(int, line.split()[1:])\n    r = random.Random(s)\n"
        "    print(w + r.randrange(9), r.randrange(5), flush=True)\n")
    (folder / "space.json").write_text(
        '{"kind": "numbers", "type": "number", "min": 0, "max": 1, "size": [0, 3], "relation": "add-remove"}\n')
    (folder / "asked.py").write_text(
        "import json, random, sys\nfor line in sys.stdin:\n    q = json.loads(line)\n    r, n = random.Random(q['seed']), len(q['data'])\n"
        "    if q['do'] == 'sample':\n        print(*(n + int(r.expovariate(1)) for _ in range(q['count'])), sep='\\n', flush=True)\n"
        "    else:\n        one = {'name': 'n', 'statistic': n, 'sensitivity': 0.5, 'law': 'laplace', 'scale': 1, 'stream': 'a'}\n"
        "        one['answer'] = q['answers'][0] if q['answers'] else n + r.random()\n"
        "        print(json.dumps({'additions': [one], 'output': 0}), flush=True)\n")
    (folder / "canaries").write_text("".join(f"{'in' if i % 3 else 'out'} {i % 3 + i / 99}\n" for i in range(60)))
    (folder / "vectors.py").write_text(
        "import sys\nfor line in sys.stdin:\n    print('{\"refuse\": \"all\"}', flush=True)\n")
    script = """set -e; cd "$F"
dpmf synth --users=20 --items=30 --ratings=200 --seed=1 --out=all.tsv; awk 'NR % 5' all.tsv > r.tsv; awk 'NR % 5 == 0' all.tsv > test.tsv
dpmf synth --implicit --users=20 --items=30 --ratings=200 --seed=5 --out=alli.tsv
awk 'NR % 15' alli.tsv > i.tsv; awk 'NR % 15 == 0' alli.tsv > itest.tsv
dpmf synth --social --users=20 --ratings=40 --seed=1 --out=t.tsv
dpmf train --mech=hdpmf --variant=corrected $explicit --out=model > log 2>&1
dpmf train --mech=dplcf $implicit --out=neighbours > log 2>&1"""
    subprocess.run(["bash", "-c", script], env=fields(build, folder), check=True)


def commands(only):
    lines = (HERE / "commands.list").read_text().splitlines()
    return [line for line in lines if line and not line.startswith("#") and only in line]


def contents(folder):
    return {str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None for path in sorted(folder.rglob("*"))}


class Trial:
    """One run of a command: `code`, `out`, `err`, `files`, and how many steps there were to fail."""

    def __init__(self, build, folder, command, kind, at=0, on=False):
        with tempfile.TemporaryDirectory(dir=folder) as cell:
            work, count = pathlib.Path(cell, "work"), pathlib.Path(cell, "count")
            work.mkdir()
            env = dict(fields(build, folder), FAULT_KIND=kind, FAULT_AT=str(at), FAULT_COUNT=str(count))
            if on:
                env["FAULT_ON"] = "1"
            words = f'LD_PRELOAD="{build}/tests/faults/inject.so" exec {command} > ../out 2> ../err < /dev/null'
            process = subprocess.Popen(["bash", "-c", words], env=env, cwd=work, start_new_session=True)
            try:
                self.code = process.wait(timeout=LIMIT)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                self.code = process.wait() and "hangs"
            self.out, self.err = pathlib.Path(cell, "out").read_bytes(), pathlib.Path(cell, "err").read_bytes()
            self.files = contents(work)
            self.count = int(count.read_text()) if count.exists() else 0

    def same(self, other):
        return (self.code, self.out, self.files) == (other.code, other.out, other.files)


def judge(trial, plain):
    """One word for what came of a fault: "clean" and "same" are right."""
    if trial.code == "hangs":
        return "hangs"
    if trial.code < 0:
        return "killed"
    if trial.same(plain):
        return "same"
    if trial.code != 3:
        return "other"
    if trial.files:
        return "left"
    return "clean" if trial.err.strip() else "silent"


def spread(count, most):
    return range(1, count + 1) if count <= most else sorted({1 + i * count // most for i in range(most)})


def options(words):
    given = {"seconds": 0, "seed": 1, "most": 4000, "only": "", "jobs": os.cpu_count(), "show": False}
    for word in words:
        name, _, value = word.removeprefix("--").partition("=")
        if name not in given:
            sys.exit(__doc__)
        given[name] = True if value == "" else type(given[name])(value)
    return given


def plan(build, folder, given, pool):
    """[(command, kind, at, on)], and what each command does without a fault."""
    plain, tries, bad = {}, [], 0
    pairs = list(itertools.product(commands(given["only"]), ("alloc", "write")))
    for (command, kind), trial in zip(pairs, pool.map(lambda pair: Trial(build, folder, *pair), pairs)):
        if trial.code == 99:
            print(trial.err.decode())
            sys.exit(99)
        if trial.code not in (0, 1, 2) or (command in plain and not trial.same(plain[command])) or trial.count == 0:
            print(f"without a fault: {command}: exit {trial.code}, {trial.count} {kind}: {trial.err.decode()[:200]}")
            bad += 1
            continue
        plain.setdefault(command, trial)
        for at in spread(trial.count, given["most"]):
            tries.append((command, kind, at, bool(at % 2) if given["seconds"] else False))
            if not given["seconds"] and at % 7 == 0:
                tries.append((command, kind, at, True))
    return plain, tries, bad


KINDS = ("clean", "same", "killed", "other", "left", "silent", "hangs")


def table(tally):
    print(f"{'':6} {'faults':>7}" + "".join(f"{kind:>7}" for kind in KINDS) + "  command")
    for (command, kind), row in sorted(tally.items()):
        print(f"{kind:6} {sum(row.values()):7}" + "".join(f"{row[k]:7}" for k in KINDS) + f"  {command}")


def main():
    build, given = build_of(sys.argv[1]), options(sys.argv[2:])
    end = time.monotonic() + (given["seconds"] or 1e9)
    with tempfile.TemporaryDirectory() as name, concurrent.futures.ThreadPoolExecutor(given["jobs"]) as pool:
        folder = pathlib.Path(name)
        prepare(build, folder)
        plain, tries, bad = plan(build, folder, given, pool)
        if given["seconds"]:
            random.Random(given["seed"]).shuffle(tries)
        tally, wrong, tried = {}, bad, 0

        def one(item):
            if time.monotonic() > end:
                return None
            trial = Trial(build, folder, *item)
            return item, judge(trial, plain[item[0]]), trial

        for result in pool.map(one, tries):
            if result is None:
                continue
            (command, kind, at, on), word, trial = result
            tried += 1
            row = tally.setdefault((command, kind), dict.fromkeys(KINDS, 0))
            row[word] += 1
            if word not in ("clean", "same"):
                wrong += 1
                if given["show"] or row[word] == 1:
                    print(f"{word}: {kind} {at}{' and on' if on else ''}: {command}: exit {trial.code}, files "
                          f"{list(trial.files)[:4]}: {trial.err.decode(errors='replace').strip()[-200:]}", flush=True)
        table(tally)
        print(f"{tried} of {len(tries)} faults tried, {wrong} wrong")
        return 1 if wrong or not tried else 0


sys.exit(main())
