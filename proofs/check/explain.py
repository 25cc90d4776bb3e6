# SPDX-License-Identifier: GPL-3.0-or-later
"""The ledger in words: what a verdict means, what a piece of evidence is, and one claim in five lines."""
import re
import shutil
import textwrap

VERDICTS = {
    "refuted": "false as printed",
    "gap": "the paper's proof has a gap",
    "proved": "true, and proved here",
    "enclosed": "true as far as numbers were enclosed",
    "cited": "taken from elsewhere, not proved here",
    "reproduced": "comes out here, too",
    "reproduced under another reading": "comes out where the text is read in another way",
    "not reproduced": "does not come out here",
    "no data": "cannot be tried: its data are not at hand",
}
# The verdicts on experiments, and what stands for them in a line.
SHORT = {"reproduced": "same", "reproduced under another reading": "reread", "not reproduced": "other", "no data": "no data"}
ARITHMETIC = {"INT": "for machine integers", "REAL": "over the real numbers", "FLOAT": "for doubles"}
KINDS = (
    (re.compile(r"^proofs/theory/(\w+\.v):(\w+)$"), "theorem", r"theorem \2 (Coq, proofs/theory/\1)"),
    (re.compile(r"^proofs/rounding/(\w+\.g) \(FLOAT\)$"), "rounding", r"bound on rounding (Gappa, proofs/rounding/\1)"),
    (re.compile(r"^(\S+\.[ch]):(\w+) \((\w+)\)$"), "contract", None),
    (re.compile(r"^audit: (\S+) violated$"), "audit above the claim", r"audit \1: more leakage than claimed was found"),
    (re.compile(r"^audit: (\S+) consistent$"), "audit within the claim", r"audit \1: no more leakage than claimed was found"),
    (re.compile(r"^test: (\S+):(\w+)$"), "test", r"test \2 (\1)"),
    (re.compile(r"^account: (.+): ([\w.]+) (above|below) (\S+)$"), "number", r"dpmf account \1: \2 is \3 \4"),
    (re.compile(r"^table: (.+)$"), "table", r"the table that make tables MECH=\1 trains and prints"),
    (re.compile(r"^absent: (.+)$"), "gap in the data", r"\1"),
    (re.compile(r"^cited: (.+)$"), "citation", r"\1"),
)


def evidence(text):
    """(kind, in words) of one piece of evidence."""
    for pattern, kind, words in KINDS:
        if match := pattern.match(text):
            said = match.expand(words) if words else f"contract of {match[2]} {ARITHMETIC[match[3]]} (Frama-C, {match[1]})"
            return kind, said
    raise ValueError(f"evidence of no known form: {text}")


def counted(entry):
    """"2 theorems, 1 audit above the claim"."""
    kinds = [evidence(text)[0] for text in entry["evidence"]]
    plural = {kind: re.sub(r"^\w+?(y?)(?= |$)", lambda m: m[0][:-1] + "ies" if m[1] else m[0] + "s", kind) for kind in kinds}
    return ", ".join(f"{kinds.count(kind)} {kind if kinds.count(kind) == 1 else plural[kind]}" for kind in dict.fromkeys(kinds))


def line(label, text, width):
    return textwrap.fill(text, width, initial_indent=f"{label:<11} ", subsequent_indent=" " * 12, break_long_words=False,
                         break_on_hyphens=False)


def claim(entry):
    """What is claimed, whether it is so, why, what is so instead, and by which evidence; of an experiment, what came out."""
    width = min(max(shutil.get_terminal_size((100, 24)).columns, 40), 100)
    if entry["status"] in SHORT:
        return "\n".join((
            line(entry["id"], f"{entry['place']} of {entry['paper']}: {VERDICTS[entry['status']]}", width),
            line("claim", entry["statement"], width),
            line("found", entry["limits"], width),
            line("evidence", f"{counted(entry)}. Again: {entry['recheck']}", width)))
    corrected = entry.get("correction")
    instead = f"{corrected['statement']} ({VERDICTS[corrected['status']]}; its limits: make ledger)" if corrected else "nothing: it stands as it is"
    found = counted(entry) + (f"; for what is so instead: {counted(corrected)}" if corrected else "")
    return "\n".join((
        line(entry["id"], f"{entry['place']} of {entry['paper']}: {VERDICTS[entry['status']]}", width),
        line("claim", entry["statement"], width),
        line("why" if corrected else "limits", entry["limits"], width),
        line("instead", instead, width),
        line("evidence", f"{found}. Recheck: {entry['recheck']}", width)))


def row(entry, width):
    """A claim in one line, for the list of all."""
    head = f"{entry['id']:<16}  {SHORT.get(entry['status'], entry['status']):<8}  {entry['place']:<26.26}  "
    return head + textwrap.shorten(entry["statement"], max(width - len(head), 20))
