# SPDX-License-Identifier: 0BSD
"""Audits a function for differential privacy with the program dpmf-audit. One file, standard library only.

    import dpmf_audit

    def mechanism(data, rng):
        return [bit if rng.random() < 0.75 else 1 - bit for bit in data]

    print(dpmf_audit.audit(mechanism, [1, 0], [1, 1], epsilon=1))

`audit` compares two data sets that you give. `search` looks for two neighbours that break the claim; `space` says which data
sets there are (dpmf-audit search --help). The function is called with a data set and a random.Random that depends on the seed;
rng=numpy.random.default_rng hands it one of numpy instead. It must draw from it alone. It returns a number, a word, or a list of
these, always as many. The function runs in this process: it may be a closure or stand in a notebook.

The program is found on the PATH, or where the environment variable DPMF_AUDIT says. `serve` makes a script a target of
`dpmf-audit exec -- python3 SCRIPT` itself.
"""
import html
import json
import numbers
import os
import random
import shutil
import socket
import subprocess
import sys
import tempfile
import threading


class AuditError(Exception):
    """No verdict: the function failed, never varied, or something else was wrong; the text says what."""


class Result:
    """A verdict. violated; epsilon_lower, which the true epsilon is at least, with this confidence; seen: the event that shows it; data: of a
    search, the two data sets; document: all of it, as dpmf-audit prints it."""

    def __init__(self, document):
        one = document["cases"][0] if "cases" in document else document
        self.document = document
        self.violated = one["verdict"] == "violated"
        self.epsilon_claimed, self.delta = one["epsilon_claimed"], one["delta"]
        self.epsilon_lower, self.confidence = one["epsilon_lower"], one["confidence"]
        self.verdict, self.seen = one["sentences"]["verdict"], one["sentences"]["seen"]
        self.data = document.get("data")

    def _lines(self):
        yield "verdict", "The function " + self.verdict
        if self.seen:
            yield "what was seen", self.seen
        for i, data in enumerate(self.data or ()):
            yield "data set %d" % i, json.dumps(data)

    def __repr__(self):
        return "\n".join("%-14s %s" % line for line in self._lines())

    def _repr_html_(self):
        """For notebooks."""
        rows = "".join("<tr><th style='text-align:left;vertical-align:top'>%s</th><td style='text-align:left'>%s</td></tr>"
                       % (html.escape(head), html.escape(text)) for head, text in self._lines())
        return "<table>%s</table>" % rows


def _plain(value):
    """What the function returned, without numpy."""
    return value.tolist() if hasattr(value, "tolist") else value


def _single(value):
    """A number or a word. Whatever else would become words that are all different, of which an audit learns nothing."""
    value = _plain(value)
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, numbers.Real):
        return float(value)
    raise TypeError("an answer is a number, a word, or a list of these: in it stands a %s" % type(value).__name__)


def _field(value):
    value = _single(value)
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return repr(value)
    return "_".join(str(value).split()) or "-"


def _line(value):
    value = _plain(value)
    return " ".join(map(_field, value)) if isinstance(value, (list, tuple)) else _field(value)


def _json(value):
    value = _plain(value)
    return json.dumps(list(map(_single, value)) if isinstance(value, (list, tuple)) else _single(value))


def _answers(request, mechanism, data, rng):
    """The lines that answer one request of either protocol."""
    if request.startswith("{"):
        asked = json.loads(request)
        one, count, seed, write = asked["data"], asked["count"], asked["seed"], _json
    else:
        _, world, count, seed = request.split()
        one, count, seed, write = data[int(world)], int(count), int(seed), _line
    made = rng(seed)
    return "".join(write(mechanism(one, made)) + "\n" for _ in range(count))


def serve(mechanism, d0=None, d1=None, rng=random.Random):
    """Answers requests on standard input: the script is a target of dpmf-audit exec, or of search."""
    for line in sys.stdin:
        sys.stdout.write(_answers(line, mechanism, (d0, d1), rng))
        sys.stdout.flush()


class _Door:
    """Listens on a socket of this process, for the relay that dpmf-audit starts."""

    def __init__(self, folder, mechanism, data, rng):
        self.path, self.failure = os.path.join(folder, "door"), None
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(self.path)
        self.listener.listen(1)
        self.work = mechanism, data, rng
        threading.Thread(target=self._run, daemon=True).start()

    def close(self):
        try:
            self.listener.shutdown(socket.SHUT_RDWR)  # wakes the thread where nobody has come
        except OSError:
            pass
        self.listener.close()

    def _run(self):
        try:
            connection, _ = self.listener.accept()
        except OSError:
            return
        with connection, connection.makefile("rw", encoding="utf-8", newline="\n") as lines:
            try:
                for line in lines:
                    lines.write(_answers(line, *self.work))
                    lines.flush()
            except OSError:
                pass  # dpmf-audit has ended
            except BaseException as failure:  # whatever the function raises is told to who called
                self.failure = failure


def _relay(path):
    """What dpmf-audit starts: passes its requests on, and the answers back."""
    door = socket.socket(socket.AF_UNIX)
    door.connect(path)

    def there():
        while data := os.read(0, 65536):
            door.sendall(data)
        door.shutdown(socket.SHUT_WR)
    threading.Thread(target=there, daemon=True).start()
    while data := door.recv(65536):
        while data:
            data = data[os.write(1, data):]


def _run(command, options, mechanism, data, rng):
    program = os.environ.get("DPMF_AUDIT") or shutil.which("dpmf-audit")
    if not program:
        raise AuditError("the program dpmf-audit is not on the PATH: install dpmf, or set DPMF_AUDIT to where it is")
    words = ["--%s=%s" % (name.replace("_", "-"), value if isinstance(value, str) else repr(value)) for name, value in options.items() if value is not None]
    with tempfile.TemporaryDirectory() as folder:
        door = _Door(folder, mechanism, data, rng)
        try:
            ran = subprocess.run([program, command, *words, "--json", "--", sys.executable, os.path.abspath(__file__), "--relay", door.path],
                                 stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
        except OSError as failure:
            raise AuditError("cannot start %s: %s" % (program, failure.strerror)) from failure
        finally:
            door.close()
    if ran.returncode in (0, 1):
        return Result(json.loads(ran.stdout))
    if door.failure is not None:
        raise AuditError("the function raised %s: %s" % (type(door.failure).__name__, door.failure)) from door.failure
    raise AuditError(ran.stderr.strip() or "dpmf-audit ended with exit status %d" % ran.returncode)


def audit(mechanism, d0, d1, epsilon, rng=random.Random, **options):
    """Whether the function is private as far as two neighbouring data sets show. Options: delta, trials, confidence, seed, and the others of
    dpmf-audit exec that have a value."""
    return _run("exec", dict(options, epsilon=epsilon), mechanism, (d0, d1), rng)


def search(mechanism, space, epsilon, rng=random.Random, **options):
    """Looks for neighbours that break the claim, in a space of data sets. Options: delta, pairs, trials, confidence, seed, and the others of
    dpmf-audit search that have a value."""
    return _run("search", dict(options, epsilon=epsilon, space=json.dumps(space)), mechanism, None, rng)


if __name__ == "__main__" and sys.argv[1:2] == ["--relay"]:
    _relay(sys.argv[2])
