# SPDX-License-Identifier: GPL-3.0-or-later
"""Coq: compiles proofs/theory in order and reads what each theorem assumes."""
import re

from check.common import OUT, ROOT, run, setting, substitute

# Words that let a file state what it does not prove.
LOOPHOLE = re.compile(r"\b(Admitted|admit|Axioms?|Parameters?|Conjecture|Unset\s+Guard\w*|bypass_check|give_up)\b")
ASKS = 3  # runs of Coq that ask for axioms
THEOREM = re.compile(r"^\s*Theorem\s+(\w+)", re.M)


def uncommented(text):
    """Coq without its comments, which may nest."""
    kept, depth, i = [], 0, 0
    while i < len(text):
        if text.startswith("(*", i):
            depth, i = depth + 1, i + 2
        elif depth and text.startswith("*)", i):
            depth, i = depth - 1, i + 2
        else:
            if not depth:
                kept.append(text[i])
            i += 1
    return "".join(kept)


def coqc(source, target):
    out = OUT / "theory"
    target.parent.mkdir(parents=True, exist_ok=True)
    return run([setting("COQC", "coqc"), "-q", "-noglob", "-w", "-ambiguous-paths", "-Q", out, "Dpmf",
                "-o", target, source], cwd=target.parent)


def compile_file(name, verdicts):
    """Compiles one file; the theorems in it."""
    source = ROOT / "proofs/theory" / name
    text = uncommented(source.read_text(encoding="utf-8"))
    for word in LOOPHOLE.findall(text):
        verdicts.fail(f"{name}: {word}")
    status, said = coqc(source, OUT / "theory" / (name[:-2] + ".vo"))
    verdicts.demand(status == 0, f"{name}: coqc: {said.strip()[-600:]}")
    return THEOREM.findall(text) if status == 0 else []


def assumptions(entries, number, allowed, verdicts):
    """Print Assumptions for some files, of all theorems of each together, against the list. One run of Coq for several
    files: most of the time goes into what they load."""
    ask = OUT / "ask" / f"Ask_{number}.v"
    ask.parent.mkdir(parents=True, exist_ok=True)
    lines = [f"From Dpmf Require {' '.join(entry['module'] for entry in entries)}."]
    for entry in entries:
        together = ", ".join(f"Dpmf.{entry['module']}.{theorem}" for theorem in entry["names"])
        lines += [f"Definition of_{entry['module']} := ({together}, tt).", f"Print Assumptions of_{entry['module']}."]
    ask.write_text("\n".join(lines) + "\n", encoding="utf-8")
    status, said = coqc(ask, ask.with_suffix(".vo"))
    if not verdicts.demand(status == 0, f"Print Assumptions: {said.strip()[-600:]}"):
        return
    answers = re.split(r"^(?=Axioms:|Closed under the global context)", said, flags=re.M)[1:]
    if not verdicts.demand(len(answers) == len(entries), f"Print Assumptions: {len(answers)} answers for {len(entries)} files"):
        return
    for entry, answer in zip(entries, answers):
        # An axiom starts its line; its type is indented or follows a colon.
        entry["axioms"] = set(re.findall(r"^(?!Axioms:)([A-Za-z_][\w.']*)(?=\s*:|$)", answer, re.M))
        for axiom in sorted(entry["axioms"] - set(allowed)):
            verdicts.fail(f"{entry['file']}: assumes {axiom}, which is not on the list")


def kill(mutant, number, verdicts):
    """A twin of a file with one constant changed must not compile."""
    name = f"theory/{mutant['file']}: mutant '{mutant['name']}'"
    changed = substitute((ROOT / "proofs/theory" / mutant["file"]).read_text(encoding="utf-8"),
                         mutant["from"], mutant["to"])
    if changed is None:
        verdicts.fail(f"{name}: the substitution does not apply exactly once")
        return False
    twin = OUT / "mutants" / "theory" / str(number) / mutant["file"]
    twin.parent.mkdir(parents=True, exist_ok=True)
    twin.write_text(changed, encoding="utf-8")
    status, said = coqc(twin, twin.with_suffix(".vo"))
    # A syntax error or a missing file is no kill.
    refused = status == 1 and "Error:" in said and "Syntax error" not in said and "Cannot find a physical path" not in said
    return verdicts.demand(refused, f"{name}: survived" if status == 0 else f"{name}: not tried: {said[-300:]}")


def begin(rows, allowed, mutants, verdicts, queue):
    """Compiles in order and puts into the queue what may follow: the axioms used and the mutants of each file."""
    files = [row["file"] for row in rows]
    present = sorted(p.name for p in (ROOT / "proofs/theory").glob("*.v"))
    verdicts.demand(sorted(files) == present, f"theory: in kernels.json {sorted(files)}, in the folder {present}")
    for mutant in mutants:
        verdicts.demand(mutant["file"] in files, f"theory: a mutant of {mutant['file']}, which is not there")
    result = []

    def twin(entry, mutant, number):
        entry["kills"].append(kill(mutant, number, verdicts))

    for row in rows:
        theorems = compile_file(row["file"], verdicts)
        verdicts.demand(len(theorems) == row["theorems"],
                        f"{row['file']}: {len(theorems)} theorems, {row['theorems']} recorded")
        entry = {"file": "proofs/theory/" + row["file"], "module": row["file"][:-2], "theorems": len(theorems),
                 "names": theorems, "axioms": set(), "kills": []}
        result.append(entry)
        for number, mutant in enumerate(mutants):
            if mutant["file"] == row["file"]:
                queue.add(twin, entry, mutant, number)
    asked = [entry for entry in result if entry["names"]]
    for number in range(ASKS):
        if asked[number::ASKS]:
            queue.add(assumptions, asked[number::ASKS], number, allowed, verdicts)
    return result


def end(result, verdicts):
    """After the queue is finished."""
    for entry in result:
        verdicts.demand(any(entry["kills"]), f"{entry['file']}: no mutant killed")
