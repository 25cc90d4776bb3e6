# SPDX-License-Identifier: GPL-3.0-or-later
"""What the ledger's evidence says, word for word: proofs/statements.json, and for readers proofs/STATEMENTS.md.

A name proves nothing: the theorem, or the contract, is to say what it said when the entry was written. Whoever changes
one writes the pins anew (proofs/claims --pin) and reads the difference."""
import json
import re

from check import contracts
from check.common import ROOT

FILE = ROOT / "proofs/statements.json"
PAGE = ROOT / "proofs/STATEMENTS.md"
IN_C = re.compile(r"^([\w./-]+\.[ch]):(\w+) \((REAL|INT)\)$")


def pinned():
    """The table, empty when there is none."""
    try:
        return json.loads(FILE.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {"theorems": {}, "definitions": {}, "contracts": {}, "meanings": {}}


def contract(file, function, sources):
    """(contract, {name: what it rests on}), or None."""
    if file not in sources:
        sources[file] = contracts.Source(file)
    text = sources[file].contract(function)
    return text and (text, sources[file].rests_on(text))


def wrong_theorem(name, told, definitions, pins):
    """Why a theorem as proved is not the one pinned; None when it is."""
    pin = pins["theorems"].get(name)
    if pin is None:
        return "its statement is pinned nowhere: proofs/claims --pin"
    if told["statement"] != pin["statement"]:
        return f"it says: {told['statement']}; pinned is: {pin['statement']}"
    for other in told["rests_on"]:
        if definitions.get(other) != pins["definitions"].get(other):
            return f"{other}, on which it rests, is: {definitions.get(other)}; pinned is: {pins['definitions'].get(other)}"
    return None


def wrong_contract(name, told, pins):
    pin = pins["contracts"].get(name)
    if pin is None:
        return "its contract is pinned nowhere: proofs/claims --pin"
    text, meanings = told
    if text != pin["contract"]:
        return f"its contract is: {text}; pinned is: {pin['contract']}"
    for word, meaning in meanings.items():
        if pins["meanings"].get(word) != meaning and meaning not in pin.get("own", {}).values():
            return f"{word}, which its contract uses, is: {meaning}; pinned is: {pins['meanings'].get(word)}"
    return None


def collect(evidence, verdict):
    """The table for these pieces of evidence and all theorems of the verdict."""
    theorems, definitions = verdict.theorems(), verdict.definitions()
    used = {name for told in theorems.values() for name in told["rests_on"]}
    table = {"format": "dpmf statements 1", "theorems": theorems, "definitions": {n: definitions[n] for n in sorted(used)},
             "contracts": {}, "meanings": {}}
    sources = {}
    for text in sorted(set(evidence)):
        match = IN_C.match(text)
        told = match and contract(match.group(1), match.group(2), sources)
        if not told:
            continue
        pin = {"contract": told[0], "rests_on": sorted(told[1])}
        # A word that means another thing in another file stands with the contract.
        own = {w: m for w, m in told[1].items() if table["meanings"].setdefault(w, m) != m}
        table["contracts"][text] = {**pin, "own": own} if own else pin
    table["meanings"] = dict(sorted(table["meanings"].items()))
    return table


def broken(statement):
    """A statement in lines: a new one after each arrow that stands in no parentheses, and after the variables."""
    lines, depth, start = [], 0, 0
    for at, sign in enumerate(statement):
        depth += {"(": 1, ")": -1, "{": 1, "}": -1}.get(sign, 0)
        cut = {True: at + 2, False: at + 1}[sign == "-"]
        if depth == 0 and (statement.startswith("-> ", at) or sign == "," and statement.startswith("forall", start)):
            lines.append(statement[start:cut])
            start = cut + 1
    return "\n  ".join([*lines, statement[start:]])


def sentence(source, theorem):
    """What the comment right above a theorem says, in plain words; nothing when there is none."""
    found = re.search(rf"\(\*((?:(?!\*\)).)*)\*\)\nTheorem {re.escape(theorem)}\b", source, re.S)
    return " ".join(found.group(1).split()) if found else ""


def page(table):
    """For a reader: every theorem in the words of its source, as Coq prints it, what it assumes, and what its words mean."""
    lines = ["<!-- SPDX-License-Identifier: GPL-3.0-or-later -->", "# What the theorems and contracts say", "",
             "Written by `proofs/claims --pin` from what Coq and the sources say; `make claims` refuses another text.",
             "`forall x : R, A -> B` reads: for every real x, if A then B. `INR k` is the number k, `sum f n` is f 0 + ... + f (n - 1).",
             "The sentence under a theorem's name is the source's, for readers without Coq; what is proved is what Coq prints.",
             "*Assumes* is what Coq's `Print Assumptions` answers: axioms of the classical real numbers, none of our own.", ""]
    file, source = None, ""
    for name, told in table["theorems"].items():
        if name.split(":")[0] != file:
            file = name.split(":")[0]
            source = (ROOT / file).read_text(encoding="utf-8") if (ROOT / file).exists() else ""
            lines += [f"## {file.removeprefix('proofs/theory/')}", ""]
            own = file.removeprefix("proofs/theory/").removesuffix(".v") + "."
            lines += [f"- `{text}`" for word, text in table["definitions"].items() if word.startswith(own)] + [""]
        short = ", ".join(axiom.split(".")[-1] for axiom in told["assumes"]) or "nothing"
        plain = sentence(source, name.split(":")[1])
        lines += [f"**{name.split(':')[1]}**", *([plain] if plain else []), "```", broken(told["statement"]), "```", f"*Assumes*: {short}.", ""]
    lines += ["## Contracts that the ledger names", ""]
    for name, told in table["contracts"].items():
        lines += [f"**{name}**", "```", re.sub(r" (?=(?:requires|assigns|ensures|behavior|assumes|complete|disjoint)\b)", "\n", told["contract"]),
                  "```", ""]
    lines += ["## Words of the contracts", ""] + [f"- `{text}`" for text in dict.fromkeys(table["meanings"].values())]
    return "\n".join(lines) + "\n"


def write(table):
    """Both files; the names whose text is another than it was."""
    before = pinned()
    changed = [name for kind in ("theorems", "definitions", "contracts", "meanings") for name in sorted({*before.get(kind, {}), *table[kind]})
               if before.get(kind, {}).get(name) != table[kind].get(name)]
    FILE.write_text(json.dumps(table, indent=1, sort_keys=False) + "\n", encoding="utf-8")
    PAGE.write_text(page(table), encoding="utf-8")
    return changed
