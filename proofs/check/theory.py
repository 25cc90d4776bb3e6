# SPDX-License-Identifier: GPL-3.0-or-later
"""Coq: compiles proofs/theory in order and reads what each theorem says and assumes."""
import re

from check.common import OUT, ROOT, Stopped, run, setting, substitute

# Words that let a file state what it does not prove.
LOOPHOLE = re.compile(r"\b(Admitted|admit|Axioms?|Parameters?|Conjecture|Unset\s+Guard\w*|bypass_check|give_up)\b")
ASKS = 3  # runs of Coq that ask for statements and axioms
LOT = 8  # mutants at most in one run of Coq
OUTSIDE = re.compile(r"^From (?!Dpmf\b)\w+ Require [^.]*\.", re.M)
REFUSED = "The command has indeed failed with message:"
SLIPS = ("Syntax error", "Cannot find a physical path", "Can't find file")
THEOREM = re.compile(r"^\s*Theorem\s+(\w+)", re.M)
DEFINITION = re.compile(r"^\s*(?:Definition|Fixpoint|CoFixpoint|Function|Record|Structure|Class|Inductive|CoInductive)\s+(\w+)", re.M)
TOLD = re.compile(r"^told\n\s+: unit\n", re.M)
# How a statement is printed: the notations of the reals, names of the theory with their file.
PRELUDE = """From Coq Require Import Reals ZArith List.
From Coquelicot Require Import Coquelicot.
From Dpmf Require {modules}.
Open Scope R_scope.
Set Printing Width 110.
Set Printing Depth 100000.
Definition told := tt.
"""


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
    """Compiles one file; the theorems in it, and the definitions."""
    source = ROOT / "proofs/theory" / name
    text = uncommented(source.read_text(encoding="utf-8"))
    for word in LOOPHOLE.findall(text):
        verdicts.fail(f"{name}: {word}")
    status, said = coqc(source, OUT / "theory" / (name[:-2] + ".vo"))
    if status != 0:
        verdicts.complain(name, said if status is None else f"coqc: {said.strip()[-600:]}")
        return [], []
    return THEOREM.findall(text), DEFINITION.findall(text)


def questions(entry):
    """What is asked of a file: each theorem's statement and axioms, each definition's text."""
    module = f"Dpmf.{entry['module']}"
    for theorem in entry["names"]:
        yield f"Check {module}.{theorem}."
        yield f"Print Assumptions {module}.{theorem}."
    for name in entry["defined"]:
        yield f"Print {module}.{name}."


def statement(said):
    """What `Check` says of a theorem, on one line."""
    return " ".join(said.split(":", 1)[1].split()) if ":" in said else ""


def told(entries, number, allowed):
    """Statements, axioms and definitions of some files. One run of Coq for several: most of the time goes into what they load."""
    ask = OUT / "ask" / f"Ask_{number}.v"
    ask.parent.mkdir(parents=True, exist_ok=True)
    asked = [question for entry in entries for question in questions(entry)]
    text = PRELUDE.format(modules=" ".join(entry["module"] for entry in entries))
    ask.write_text(text + "".join(f"Check told.\n{question}\n" for question in asked), encoding="utf-8")
    status, said = coqc(ask, ask.with_suffix(".vo"))
    answers = TOLD.split(said)[1:]
    if status != 0 or len(answers) != len(asked):
        for entry in entries:
            entry["verdicts"].complain(entry["file"], said if status is None else
                                       f"{len(answers)} answers to {len(asked)} questions: {said.strip()[-600:]}")
        return
    left = iter(answers)
    for entry in entries:
        read(entry, left, allowed)


def read(entry, answers, allowed):
    """Into the entry, against the list of axioms."""
    for theorem in entry["names"]:
        says, assumes = statement(next(answers)), next(answers)
        # An axiom starts its line; its type is indented or follows a colon.
        axioms = set(re.findall(r"^(?!Axioms:)([A-Za-z_][\w.']*)(?=\s*:|$)", assumes, re.M))
        closed = assumes.startswith("Closed under the global context")
        entry["verdicts"].demand(says and (closed or axioms), f"{entry['file']}: {theorem}: what Coq says of it cannot be read")
        entry["statements"][theorem] = {"statement": says, "assumes": sorted(axioms) if not closed else []}
        entry["axioms"] |= axioms if not closed else set()
    for name in entry["defined"]:
        entry["definitions"][f"{entry['module']}.{name}"] = " ".join(next(answers).split("\n\nArguments")[0].split())
    for axiom in sorted(entry["axioms"] - set(allowed)):
        entry["verdicts"].fail(f"{entry['file']}: assumes {axiom}, which is not on the list")


def rests_on(text, definitions):
    """The definitions that a statement names, and those that these name."""
    found, new = set(), [text]
    while new:
        words = {word for text in new for word in re.findall(r"\b[A-Z]\w*\.\w+", text)}
        names = (words & definitions.keys()) - found
        found |= names
        new = [definitions[name] for name in names]
    return sorted(found)


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
    spoken = re.split(r"^(?:Coq < )*tt\n +: unit$", said, flags=re.M)[1:]
    return (spoken if status == 0 and len(spoken) == len(twins) else None), said


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
    spoken, said = answers(header, [twin for _, _, twin in twins])
    if spoken is None:
        verdicts.complain(f"{', '.join(name for name, _, _ in twins)}: not tried", said if isinstance(said, Stopped) else said[-300:])
        return []
    killed = []
    for (name, file, _), answer in zip(twins, spoken):
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
        own = verdicts.part()
        theorems, defined = compile_file(row["file"], own)
        own.demand(len(theorems) == row["theorems"], f"{row['file']}: {len(theorems)} theorems, {row['theorems']} recorded")
        entry = {"file": "proofs/theory/" + row["file"], "module": row["file"][:-2], "theorems": len(theorems), "names": theorems,
                 "defined": defined, "axioms": set(), "kills": [], "statements": {}, "definitions": {}, "verdicts": own}
        result.append(entry)
    asked = [entry for entry in result if entry["names"] or entry["defined"]]
    for number in range(ASKS):
        if asked[number::ASKS]:
            queue.add(told, asked[number::ASKS], number, allowed)
    for header, lot in lots(mutants):
        queue.add(try_lot, header, lot)
    return result


def end(result, verdicts):
    """After the queue is finished."""
    definitions = {name: text for entry in result for name, text in entry["definitions"].items()}
    for entry in result:
        verdicts.demand(any(entry["kills"]), f"{entry['file']}: no mutant killed")
        for says in entry["statements"].values():
            says["rests_on"] = rests_on(says["statement"], definitions)
