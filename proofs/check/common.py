# SPDX-License-Identifier: GPL-3.0-or-later
"""What the parts of the gate share: the settings, running a program, a verdict."""
import fcntl
import json
import os
import pathlib
import subprocess
from concurrent.futures import ThreadPoolExecutor

ROOT = pathlib.Path(__file__).resolve().parents[2]
OUT = ROOT / (os.environ.get("B") or "build") / "proofs"
SAFETY = 4 * 3600  # seconds for one program: no verdict rests on it, what it stops is trouble


class Stopped(str):
    """Why a run came to no end: the machine's limit and not its own. It says nothing of what was asked."""


class Verdicts:
    """Collects what is wrong; the gate is green only when nothing was. What the safety limit stopped is trouble: neither
    proved nor refused. What a part hears, the whole hears too."""

    def __init__(self, whole=None):
        self.failures, self.troubles, self.whole = [], [], whole

    def part(self):
        return Verdicts(self)

    def fail(self, text):
        self.failures.append(text)
        if self.whole:
            self.whole.fail(text)

    def trouble(self, text):
        self.troubles.append(text)
        if self.whole:
            self.whole.trouble(text)

    def complain(self, name, why):
        """A failure, or trouble when the run was stopped."""
        (self.trouble if isinstance(why, Stopped) else self.fail)(f"{name}: {why}")

    def good(self):
        return not self.failures and not self.troubles

    def demand(self, condition, text):
        if not condition:
            self.fail(text)
        return bool(condition)


class Queue:
    """Tasks for twice as many workers as there are processors, since frama-c sleeps while its provers run. A task may
    add others at the end, and must not wait for them."""

    def __init__(self):
        self.pool = ThreadPoolExecutor(2 * (os.cpu_count() or 2))
        self.tasks = []

    def add(self, task, *arguments):
        self.tasks.append(self.pool.submit(task, *arguments))
        return self.tasks[-1]

    def finish(self):
        """Waits for all, also for those added meanwhile; raises what one of them raised."""
        for task in self.tasks:
            task.result()
        self.pool.shutdown()


def alone():
    """Waits until no other gate or ledger writes here; keep what it returns."""
    OUT.mkdir(parents=True, exist_ok=True)
    lock = open(OUT / "lock", "w", encoding="utf-8")
    fcntl.flock(lock, fcntl.LOCK_EX)
    return lock


def setting(name, default):
    """An empty variable means the default: make passes unset ones as ""."""
    return os.environ.get(name) or default


def run(command, env=None, timeout=SAFETY, cwd=ROOT, given=""):
    """Exit status and all output of a program that is given some input, or None and the reason when it did not end."""
    try:
        done = subprocess.run([str(c) for c in command], cwd=cwd, env=env, timeout=timeout,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              input=given, text=True, errors="replace")
    except FileNotFoundError:
        return None, f"{command[0]}: not found"
    except subprocess.TimeoutExpired:
        return None, Stopped(f"{command[0]}: still running after {timeout} s")
    return done.returncode, done.stdout


def table(name):
    """proofs/NAME, with the rows of a mechanism's own proofs/*/NAME behind its rows: a list of the same name there is more
    of the list."""
    whole = json.loads((ROOT / "proofs" / name).read_text(encoding="utf-8"))
    for part in sorted(ROOT.glob("proofs/*/" + name)):
        for key, rows in json.loads(part.read_text(encoding="utf-8")).items():
            whole[key] = rows + whole[key] if key == "covered" else whole[key] + rows
    return whole


def substitute(text, old, new):
    """The text with `old` replaced, or None unless it occurs exactly once."""
    if not old or old == new or text.count(old) != 1:
        return None
    return text.replace(old, new)
