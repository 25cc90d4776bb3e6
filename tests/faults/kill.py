# SPDX-License-Identifier: GPL-3.0-or-later
"""Usage: kill.py BUILD [KILLS [SEED]]

Every program that writes files, ended KILLS times (200) by TERM, INT, HUP or PIPE at a random moment of its run. What it
leaves must be nothing, or all of its files with the bytes of a run that was let be. The last line says how many kills
there were and how many left something else; exit 1 if any did."""
import pathlib, random, signal, subprocess, sys, tempfile, time

SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGPIPE)
SYNTH = "dpmf synth --users=2000 --items=1500 --ratings=200000 --seed=3 --out=r.tsv"
TRAIN = "dpmf train --mech=hdpmf --variant=corrected --range=1:5 --items=1500 --users=2000 --seed=5 --ratings={}/r.tsv --out=model"
WRITERS = (
    SYNTH + " --items-out=items --users-out=users",
    TRAIN,
    "dpmf-audit run --case=hdpmf/corrected/message --trials=20000 --jobs=1 --html=page.html --junit=j.xml --markdown=m.md",
    "dpmf-audit exec --epsilon=1 --trials=1000 --seed=3 --html=page.html --markdown=m.md -- python3 {}/target.py",
    "dpmf-vectors generate --out=vectors",
)
TARGET = """import random, sys
for line in sys.stdin:
    w, n, s = map(int, line.split()[1:])
    r = random.Random(s)
    print(*(w + r.expovariate(1) - r.expovariate(1) for _ in range(n)), sep='\\n', flush=True)
"""


def start(build, words, folder):
    program, *rest = words.split()
    return subprocess.Popen([build / "bin" / program, *rest], cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                            stderr=subprocess.DEVNULL)


def contents(folder):
    return {str(p.relative_to(folder)): p.read_bytes() if p.is_file() else None for p in folder.rglob("*")}


def kill_one(build, words, number, after):
    """What is left behind by one run that is ended after so many seconds, and how it ended."""
    with tempfile.TemporaryDirectory() as name:
        process = start(build, words, name)
        try:
            process.wait(after)
        except subprocess.TimeoutExpired:
            process.send_signal(number)
        try:
            process.wait(60)
        except subprocess.TimeoutExpired:
            process.kill()
            return {"it hangs": None}, process.wait()
        return contents(pathlib.Path(name)), process.returncode


def try_writer(build, words, kills, draw):
    with tempfile.TemporaryDirectory() as name:
        begin = time.monotonic()
        if start(build, words, name).wait() > 1:
            print(f"fails without a signal: {words}")
            return 1
        length, whole = time.monotonic() - begin, contents(pathlib.Path(name))
    bad, ended = 0, 0
    for _ in range(kills):
        number, after = draw.choice(SIGNALS), draw.uniform(0, 1.02 * length)
        left, code = kill_one(build, words, number, after)
        ended += code not in (0, 1)
        if left not in ({}, whole) or (not left and code in (0, 1)):
            bad += 1
            print(f"{number.name} after {after:.4f} of {length:.4f} s, exit {code}: {words}: left {sorted(left)[:5]}", flush=True)
    print(f"{kills:5} kills, {ended} of them before the end, {bad} left something: {words.split(' --')[0]}")
    return bad


def main():
    build, kills, seed = pathlib.Path(sys.argv[1]).resolve(), int((sys.argv[2:] or [200])[0]), int((sys.argv[3:] or [1])[0])
    draw, bad = random.Random(seed), 0
    with tempfile.TemporaryDirectory() as name:
        pathlib.Path(name, "target.py").write_text(TARGET)
        if start(build, SYNTH, name).wait() != 0:
            sys.exit(3)
        for words in WRITERS:
            slow = "generate" in words  # half a minute
            if not slow or kills >= 10:
                bad += try_writer(build, words.replace("{}", name), kills // 10 if slow else kills, draw)
    print(f"{bad} kills left something behind")
    return 1 if bad else 0


sys.exit(main())
