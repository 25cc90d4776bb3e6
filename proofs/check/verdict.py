# SPDX-License-Identifier: GPL-3.0-or-later
"""What the gate has said, of which tree: build/proofs/verdict.json.

The ledger reads it instead of believing: the hash of every file that the gate depends on, and for every row which
functions, theorems and enclosures it has proved. There is none while the gate runs, and none after a part of it."""
import hashlib
import json
import re

from check.common import OUT, ROOT, table

FILE = OUT / "verdict.json"
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.M)
MACHINERY = ("proofs/gate", "proofs/kernels.json", "proofs/formulas.json")
FOLDERS = ("proofs/check/*.py", "proofs/logic/*.h", "proofs/regression/*.c", "proofs/rounding/*.g",
           "proofs/theory/*.v", "proofs/*/kernels.json", "ref/**/*.h")  # in ref's headers the gate looks for axioms
LEDGERS = ("pins.py", "explain.py", "page.py")  # of proofs/check, what the ledger alone runs: no verdict depends on it
AGAIN = "make prove"


def included(file, seen):
    """The file and all that it includes, into seen."""
    if file in seen or not file.exists():
        return
    seen.add(file)
    for name in INCLUDE.findall(file.read_text(encoding="utf-8")):
        for folder in (file.parent, ROOT / "ref", ROOT):
            if (folder / name).exists():
                included((folder / name).resolve(), seen)
                break


def depends(demanded):
    """The files on which the gate depends, by name."""
    files = {path.resolve() for pattern in FOLDERS for path in ROOT.glob(pattern)}
    files |= {ROOT / name for name in MACHINERY}
    for row in demanded["kernels"]:
        included(ROOT / row["file"], files)
    return sorted(str(path.relative_to(ROOT)) for path in files - {ROOT / "proofs/check" / name for name in LEDGERS} if path.exists())


def hashes(demanded):
    return {name: hashlib.sha256((ROOT / name).read_bytes()).hexdigest() for name in depends(demanded)}


def forget():
    FILE.unlink(missing_ok=True)


def write(verdicts, before, rows, floats, proofs):
    """`before`: the hashes from before anything was proved. What changed meanwhile is no tree that was proved."""
    if before != hashes(table("kernels.json")):
        verdicts.fail("a file changed while the gate ran: " + AGAIN)
    said = {
        "format": "dpmf verdict 1", "files": before, "open": verdicts.good(),
        "failures": verdicts.failures, "troubles": verdicts.troubles,
        "kernels": [{"file": row["file"], "arithmetic": row["arithmetic"], "functions": sorted(row["functions"]),
                     "good": row["verdicts"].good()} for row in rows],
        "rounding": [{"file": row["file"], "good": bool(row["proved"])} for row in floats],
        "theory": [{"file": entry["file"], "good": entry["verdicts"].good(), "theorems": entry["statements"]} for entry in proofs],
        "definitions": {name: text for entry in proofs for name, text in entry["definitions"].items()},
    }
    part = FILE.with_suffix(".part")
    part.write_text(json.dumps(said, indent=1) + "\n", encoding="utf-8")
    part.replace(FILE)


class Verdict:
    """The gate's verdict for this tree; `wrong` says why there is none that counts."""

    def __init__(self):
        self.said, self.wrong = {}, None
        try:
            self.said = json.loads(FILE.read_text(encoding="utf-8"))
            recorded, opened = self.said["files"], self.said["open"]
        except (OSError, ValueError, KeyError, TypeError):
            self.wrong = f"the gate has given no verdict for this tree: {AGAIN}"
            return
        now = hashes(table("kernels.json"))
        other = sorted(name for name in now.keys() | recorded.keys() if now.get(name) != recorded.get(name))
        if other:
            self.wrong = f"the gate's verdict is of another tree ({', '.join(other[:3])}{' and more' if len(other) > 3 else ''}): {AGAIN}"
        elif not opened:
            bad = [*self.said.get("failures", []), *self.said.get("troubles", [])]
            self.wrong = f"the gate is closed ({len(bad)} failures, {bad[0] if bad else 'none named'}): {AGAIN}"

    def kernel(self, file, function, arithmetic):
        return any(row["good"] and function in row["functions"] for row in self.said.get("kernels", [])
                   if row["file"] == file and row["arithmetic"] == arithmetic)

    def rounding(self, file):
        return any(row["good"] for row in self.said.get("rounding", []) if row["file"] == file)

    def theorem(self, file, name):
        """{"statement", "rests_on", "assumes"}, or None."""
        for row in self.said.get("theory", []):
            if row["file"] == "proofs/theory/" + file and row["good"]:
                return row["theorems"].get(name)
        return None

    def theorems(self):
        """{file:name: the same}, in the order of the theory."""
        return {f"{row['file']}:{name}": told for row in self.said.get("theory", []) for name, told in row["theorems"].items()}

    def definitions(self):
        return self.said.get("definitions", {})
