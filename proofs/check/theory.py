# SPDX-License-Identifier: GPL-3.0-or-later
"""Coq: compiles proofs/theory in order and reads what each theorem assumes."""
import re

from check.common import OUT, ROOT, run, setting, substitute

# Words that let a file state what it does not prove.
LOOPHOLE = re.compile(r"\b(Admitted|admit|Axioms?|Parameters?|Conjecture|Unset\s+Guard\w*|bypass_check|give_up)\b")
ASKS = 3  # runs of Coq that ask for axioms
LOT = 8  # mutants at most in one run of Coq
OUTSIDE = re.compile(r"^From (?!Dpmf\b)\w+ Require [^.]*\.", re.M)
REFUSED = "The command has indeed failed with message:"
SLIPS = ("Syntax error", "Cannot find a physical path", "Can't find file")
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


def lots(mutants):
    """The mutants in lots whose files load the same from outside: loading takes most of a run's time."""
    by_header = {}
    for number, mutant in enumerate(mutants):
        text = uncommented((ROOT / "proofs/theory" / mutant["file"]).read_text(encoding="utf-8"))
        by_header.setdefault(" ".join(OUTSIDE.findall(text)), []).append((number, mutant))
    return [(header, lot[i:i + LOT]) for header, lot in by_header.items() for i in range(0, len(lot), LOT)]


def answers(header, twins):
    """What Coq says of each twin, tried one after the other from the same state; None and why when it did not try all."""
    script = header + "\n" + "".join(f'Check tt.\nFail Load "{twin}".\n' for twin in twins)
    coqtop = re.sub(r"coqc(?=[^/]*$)", "coqtop", setting("COQC", "coqc"))
    status, said = run([coqtop, "-q", "-color", "no", "-w", "-ambiguous-paths", "-Q", OUT / "theory", "Dpmf"],
                       cwd=OUT / "mutants", given=script)  # lia writes its caches where it runs
    told = re.split(r"^(?:Coq < )*tt\n +: unit$", said, flags=re.M)[1:]
    return (told if status == 0 and len(told) == len(twins) else None), said


def kill(header, lot, verdicts):
    """Twins of files with one constant changed must not compile; the files whose mutants were killed."""
    twins = []
    for number, mutant in lot:
        name = f"theory/{mutant['file']}: mutant '{mutant['name']}'"
        changed = substitute((ROOT / "proofs/theory" / mutant["file"]).read_text(encoding="utf-8"),
                             mutant["from"], mutant["to"])
        if changed is None:
            verdicts.fail(f"{name}: the substitution does not apply exactly once")
            continue
        twin = OUT / "mutants" / "theory" / str(number) / mutant["file"]
        twin.parent.mkdir(parents=True, exist_ok=True)
        twin.write_text(changed, encoding="utf-8")
        twins.append((name, mutant["file"], twin))
    told, said = answers(header, [twin for _, _, twin in twins])
    if told is None:
        verdicts.fail(f"{', '.join(name for name, _, _ in twins)}: not tried: {said[-300:]}")
        return []
    killed = []
    for (name, file, _), answer in zip(twins, told):
        # A syntax error or a missing file is no kill.
        refused = REFUSED in answer and not any(slip in answer for slip in SLIPS)
        if verdicts.demand(refused, f"{name}: not tried: {answer[-300:]}" if REFUSED in answer else f"{name}: survived"):
            killed.append(file)
    return killed


def begin(rows, allowed, mutants, verdicts, queue):
    """Compiles in order and puts into the queue what may follow: the axioms used and the mutants of each file."""
    files = [row["file"] for row in rows]
    present = sorted(p.name for p in (ROOT / "proofs/theory").glob("*.v"))
    verdicts.demand(sorted(files) == present, f"theory: in kernels.json {sorted(files)}, in the folder {present}")
    for mutant in mutants:
        verdicts.demand(mutant["file"] in files, f"theory: a mutant of {mutant['file']}, which is not there")
    result = []

    def try_lot(header, lot):
        for file in kill(header, lot, verdicts):
            next(entry for entry in result if entry["module"] + ".v" == file)["kills"].append(True)

    for row in rows:
        theorems = compile_file(row["file"], verdicts)
        verdicts.demand(len(theorems) == row["theorems"],
                        f"{row['file']}: {len(theorems)} theorems, {row['theorems']} recorded")
        entry = {"file": "proofs/theory/" + row["file"], "module": row["file"][:-2], "theorems": len(theorems),
                 "names": theorems, "axioms": set(), "kills": []}
        result.append(entry)
    asked = [entry for entry in result if entry["names"]]
    for number in range(ASKS):
        if asked[number::ASKS]:
            queue.add(assumptions, asked[number::ASKS], number, allowed, verdicts)
    for header, lot in lots(mutants):
        queue.add(try_lot, header, lot)
    return result


def end(result, verdicts):
    """After the queue is finished."""
    for entry in result:
        verdicts.demand(any(entry["kills"]), f"{entry['file']}: no mutant killed")
