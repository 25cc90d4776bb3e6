# SPDX-License-Identifier: GPL-3.0-or-later
"""Frama-C WP: goals and smoke tests of one row of kernels.json.

frama-c exits 0 when goals stay unproved, so nothing here trusts its status:
the JSON report is read, and what it does not say counts as a failure."""
import json
import os
import re
import shutil

from check import drivers
from check.cache import Cache, NoCache, keep, recall
from check.common import OUT, ROOT, Stopped, run, setting

MODEL = {"REAL": ["-wp-model", "Typed+real"], "INT": ["-wp-model", "Typed", "-warn-unsigned-overflow"]}
NO_GOALS_BUT_SMOKE = ",".join("-@" + category for category in (
    "ensures", "invariant", "assigns", "requires", "variant", "assert", "lemma", "complete_behaviors", "disjoint_behaviors"))
GOAL_COST = re.compile(r"\[([^\]\s]+)[^\]]*\] Goal (\S+) : Valid .*\((\d+)\)(?: \(cached\))?$", re.M)
# What WP says of an attempt that came to no answer; a prover gives up by itself as one of SETTLED.
ATTEMPT = re.compile(r"^\[wp\] \[[^\]\s]+ [^\]]*\] Goal (\S+) : (\w+(?: limit)?)", re.M)
SETTLED = ("Valid", "Unknown", "Step limit")
LENGTH = re.compile(r"(?<![\w.])(?:(\d+)h)?(?:(\d+)['m](?!s))?(?:(\d+)(?:\.\d+)?s)?(?![\w.])")
# A prover that does not run proves nothing, and kills no mutant.
TROUBLE = re.compile(r"^.*(?:User Error|Why3 Error|annot-error|[Ww]arning:|not tried|fatal|Unknown function).*$", re.M)
# What WP always says when a memory model is used (SOUNDNESS.md speaks of it), and of a stage that has nothing left to do:
# whoever asks for goals counts them.
EXPECTED_TROUBLE = re.compile(r"Warning:\s*$|Memory model hypotheses|Failed smoke-test|No goal generated")
# Seconds for one attempt at a goal. Steps decide, which are the same on every machine; whoever is stopped by this limit
# has decided nothing.
SAFETY = 900
# Which prover tries what is left, with which steps: the cheaper one goes first, and one at a time, for where two were at
# a goal again this WP may forget what one proved.
ATTEMPTS = {"INT": [(0, 100000), (-1, 5000000), (0, 2000000), (-1, 10000000)],
            "REAL": [(-1, 300000), (0, 100000), (-1, 5000000), (0, 2000000), (-1, 10000000)]}
AT_ONCE = "2"  # goals of one frama-c that are at the provers
SMOKE_STEPS = 50000  # of the first prover's; SOUNDNESS.md says what they find
LEMMAS = "(lemmas)"
LIGHT = ["-no-autoload-plugins", "-load-module", "wp,rtegen"]  # a third of the time that frama-c takes to start
CALLEE = re.compile(r"^(\w+)_wp_smoke_dead_call_s\d+$")


class Tool:
    """frama-c, its provers, and a Why3 configuration that knows them."""

    def __init__(self, verdicts):
        self.frama_c = setting("FRAMAC", "frama-c")
        self.provers = setting("PROVERS", "cvc4,z3")
        self.cached = setting("CACHE", "update") != "none"
        self.env = dict(os.environ)
        self.env["PWD"] = str(ROOT)  # frama-c reads it, not the real one
        self.env.setdefault("OCAMLRUNPARAM", "s=1M,o=1000")  # frama-c keeps little of what it makes: collect seldom
        self.env["FRAMAC_SESSION"] = str(OUT / "session")
        status, self.version = run([self.frama_c, "-version"], env=self.env)
        self.version = self.version.strip()
        self.light = LIGHT if run([self.frama_c, *LIGHT, "-wp-help"], env=self.env)[0] == 0 else []
        self.present = verdicts.demand(status == 0, f"{self.frama_c} -version: {self.version}")
        if self.present:
            self.configure(verdicts)
        self.cache = Cache(self.version, *self.provers_known(), drivers.SPARED.pattern) if self.cached else NoCache()

    def configure(self, verdicts):
        if self.env.get("WHY3CONFIG"):
            return
        beside = os.path.join(os.path.dirname(self.frama_c), "why3")
        why3 = beside if os.path.dirname(self.frama_c) and os.path.exists(beside) else shutil.which("why3")
        home = os.path.expanduser("~/.why3.conf")
        if why3 is None:
            verdicts.demand(os.path.exists(home), "why3: not found, and no ~/.why3.conf that names the provers")
            return
        conf = OUT / "why3.conf"
        conf.unlink(missing_ok=True)
        status, text = run([why3, "config", "detect", "-C", conf])
        self.env["WHY3CONFIG"] = str(conf)
        if verdicts.demand(status == 0 and conf.exists(), f"why3 config detect: {text.strip()}"):
            self.env["WHY3CONFIG"] = str(drivers.spare(conf, why3))

    def provers_known(self):
        """The configuration: which provers there are, of which versions."""
        try:
            with open(self.env.get("WHY3CONFIG") or os.path.expanduser("~/.why3.conf"), encoding="utf-8") as conf:
                return [conf.read()]
        except OSError:
            return []

    def attempts(self, arithmetic):
        """The attempts at a goal: (prover, steps)."""
        provers = self.provers.split(",")
        return [(provers[place], steps) for place, steps in ATTEMPTS[arithmetic]]

    def only(self, provers):
        """Options for these provers and no other: in a later stage WP adds those named to those it has, even twice."""
        known = dict.fromkeys([*self.provers.split(","), *provers.split(",")])
        return ["-wp-prover=" + ",".join([*("-" + p for p in known), *("+" + p for p in provers.split(","))])]

    def prove(self, file, model, stages, report, lasting=lambda goals: True):
        """Runs WP, one stage of options after the other, each on what those before left unproved of what it chooses;
        ({function: {goal: (total, valid)}}, text) or (None, why). Limits stay as they are until a stage changes them; what
        a stage does not choose by name or function it chooses all of. An answer that is lasting, and of which no attempt was stopped, is kept."""
        first, *others = [[str(option) for option in stage] for stage in stages]
        options = ["-wp", "-wp-rte", *MODEL[model], "-wp-cache", "none", "-wp-par", AT_ONCE, "-cpp-extra-args=-Iref -I.", *first]
        later = [option for stage in others for option in ["-then", "-wp", *stage]]
        place = self.cache.place(file, [*options, *later])
        answer = recall(place)
        if answer is None or stopped(answer[1]) or slow(answer[1]):
            answer = self.ask([*options, "-wp-report-json", report, file, *later], report)
            if answer[0] is not None and not stopped(answer[1]) and not slow(answer[1]) and lasting(answer[0]):
                keep(place, answer)
        return answer

    def ask(self, options, report):
        report.parent.mkdir(parents=True, exist_ok=True)
        report.unlink(missing_ok=True)
        status, text = run([self.frama_c, *self.light, *options], env=self.env)
        if isinstance(text, Stopped):
            return None, text
        if status != 0:
            return None, f"exit {status}: {text[-600:].strip()}"
        trouble = [line for line in TROUBLE.findall(text) if not EXPECTED_TROUBLE.search(line)]
        if trouble:
            return None, "; ".join(trouble[:3])
        try:
            return proved_by(json.loads(report.read_text())), text
        except (OSError, ValueError, TypeError, KeyError, AttributeError) as e:
            return None, f"no report: {e!r}"


def proved_by(said):
    """{function: {goal: (total, valid)}} of a report."""
    functions = dict(said.get("wp:functions", {}))
    for entries in said.get("wp:axiomatics", {}).values():
        functions.setdefault(LEMMAS, {}).update(entries)
    goals = {}
    for function, entries in functions.items():
        for goal, provers in entries.items():
            if goal != "wp:section":
                counts = provers.get("wp:main", {})
                goals.setdefault(function, {})[goal] = (counts.get("total", 1), counts.get("valid", 0))
    return goals


def unproved(goals):
    return [g for f in goals.values() for g, (total, valid) in f.items() if valid < total]


def count(goals):
    return sum(total for f in goals.values() for total, _ in f.values())


def choice(row):
    if "only" in row:
        return ["-wp-fct", ",".join(row["only"])]
    left_out = [*row.get("skip", []), *row.get("unproved", {})]
    return ["-wp-skip-fct", ",".join(left_out)] if left_out else []


def label(row):
    return f"{row['file']} ({row['arithmetic']})"


def place(row, what):
    return OUT / "wp" / f"{row['file'].replace('/', '_')}.{row['arithmetic']}.{what}.json"


def costs(text):
    """{goal: (prover, steps)}, which do not depend on the machine or its load."""
    return {goal: (prover.lower(), int(steps)) for prover, goal, steps in GOAL_COST.findall(text)}


def stopped(text):
    """The goals at which an attempt was stopped by the safety limit, or every prover broke down: CVC4 fails on some goals, at the
    same steps on every machine, and another prover's answer then counts."""
    said = {}
    for goal, answer in ATTEMPT.findall(text):
        said.setdefault(goal, []).append(answer)
    return {goal for goal, answers in said.items() if any(answer not in (*SETTLED, "Failed") for answer in answers)
            or not any(answer in SETTLED for answer in answers)}


def undecided(goals, text):
    """The unproved goals of which that can be said; another machine may prove them."""
    names = stopped(text)
    return [goal for goal in unproved(goals) if any(name.endswith(goal) for name in names)]


def slow(text):
    """True when the summary of a run has an attempt as long as the safety limit: of smoke tests WP says no more."""
    lines = re.findall(r"^ +\S+ [\d.]+[^:\n]*: .*$", text, re.M)
    return any(3600 * int(h or 0) + 60 * int(m or 0) + int(s or 0) >= SAFETY for h, m, s in LENGTH.findall(" ".join(lines)))


def disagreement(goals, text):
    """What frama-c says of the stages of a report, if it is not what the report says; None when they agree."""
    stated = []
    for stage in text.split("Running WP plugin...")[1:]:
        said = re.search(r"Proved goals:\s+(\d+) / (\d+)", stage)
        stated.append((int(said.group(1)), int(said.group(2))) if said else (0, 0))
    left = sum(total - valid for f in goals.values() for total, valid in f.values())
    if len(stated) > 2:
        (_, first), (valid, again), (lemmas_valid, lemmas) = stated[0], *stated[-2:]
        if (first + lemmas, again - valid + lemmas - lemmas_valid) == (count(goals), left):
            return None
    return f"the report has {count(goals) - left} / {count(goals)} goals, frama-c says: {stated}"


def stages(tool, row):
    """The attempts, each on what is left; then the lemmas by all provers: WP takes none for proved, and would try them
    every time."""
    tries = [[*tool.only(prover), "-wp-steps", steps, "-wp-timeout", SAFETY, "-wp-prop=-@lemma"]
             for prover, steps in tool.attempts(row["arithmetic"])]
    return [[*stage, *choice(row)] for stage in [*tries, [*tool.only(tool.provers), "-wp-prop=@lemma"]]]


def prove_row(tool, row, verdicts):
    """All goals of the row, proved, and as many as are recorded."""
    name = label(row)
    row["found"], row["functions"], row["costs"] = 0, set(), {}
    goals, text = tool.prove(row["file"], row["arithmetic"], stages(tool, row), place(row, "goals"),
                             lasting=lambda goals: not unproved(goals))
    wrong = text if goals is None else disagreement(goals, text)
    if wrong:
        verdicts.complain(name, wrong)
        return
    row["found"], row["functions"], row["costs"] = count(goals), set(goals) - {LEMMAS}, costs(text)
    left = undecided(goals, text)
    for goal in unproved(goals):
        verdicts.complain(name, Stopped(f"undecided, stopped by the safety limit: {goal}") if goal in left else f"unproved: {goal}")
    if tool.version == row["version"]:
        verdicts.demand(row["found"] == row["goals"], f"{name}: {row['found']} goals, {row['goals']} recorded")
    else:
        verdicts.demand(row["found"] > 0, f"{name}: no goals")


def smoke(tool, row):
    """The smoke tests of a row: (goals, text) or (None, why). One that fails counts as unproved."""
    goals, text = tool.prove(row["file"], row["arithmetic"],
                             [["-wp-smoke-tests", "-wp-prop=" + NO_GOALS_BUT_SMOKE, "-wp-prover", tool.provers.split(",")[0],
                               "-wp-smoke-timeout", SAFETY, "-wp-steps", SMOKE_STEPS, *choice(row)]], place(row, "smoke"))
    if goals is not None and slow(text):
        return None, Stopped("a prover was stopped by the safety limit")
    return goals, text


def contradictions(tool, verdicts):
    """Smoke tests must be able to fail: contracts that contradict themselves by an axiom or by arithmetic."""
    for arithmetic, integers in (("REAL", {}), ("INT", {"only": ["product_below_zero", "square_below_itself"]})):
        row = {"file": "proofs/regression/contradictions.c", "arithmetic": arithmetic, **integers}
        goals, text = smoke(tool, row)
        if not goals:
            verdicts.complain(f"{label(row)}: smoke tests", text)
            continue
        for function, entries in goals.items():
            verdicts.demand(unproved({function: entries}), f"{label(row)}: {function} contradicts itself, and no smoke test fails")


def smoke_row(tool, row, verdicts):
    """Smoke tests: a contract that contradicts itself proves everything."""
    name = label(row)
    goals, text = smoke(tool, row)
    row["smoked"], row["callees"] = 0, set()
    if goals is None:
        verdicts.complain(f"{name}: smoke tests", text)
        return
    row["smoked"] = count(goals)
    row["callees"] = {m.group(1) for f in goals.values() for g in f if (m := CALLEE.match(g))}
    strange = [g for f in goals.values() for g in f if "_wp_smoke_" not in g]
    verdicts.demand(not strange, f"{name}: not a smoke test: {strange[:3]}")
    # "dead" names what real numbers never reach, with the reason; each must indeed be dead.
    dead = {goal for goal in unproved(goals) if any(goal.startswith(known) for known in row.get("dead", {}))}
    verdicts.demand(len(dead) == len(row.get("dead", {})), f"{name}: no longer dead: {row.get('dead')}")
    for goal in sorted(set(unproved(goals)) - dead):
        verdicts.fail(f"{name}: smoke test failed, a contract contradicts itself: {goal}")
    if tool.version == row["version"]:
        verdicts.demand(row["smoked"] == row["smoke"], f"{name}: {row['smoked']} smoke tests, {row['smoke']} recorded")
    else:
        verdicts.demand(row["smoked"] > 0, f"{name}: no smoke tests")


def coverage(rows, assumed, verdicts):
    """Every function of a file in a row, a mutant for each, no contract taken for granted unnamed."""
    proved = set().union(*(row["functions"] for row in rows))
    for row in rows:
        killed = {m["function"] for m in row["mutants"]}
        for function in sorted(f for f in row["functions"] if f not in killed and f not in row.get("plain", [])):
            verdicts.fail(f"{label(row)}: no mutant of {function}")
        for callee in sorted(row["callees"] - proved - set(assumed)):
            verdicts.fail(f"{label(row)}: the contract of {callee} is neither proved nor listed as assumed")
        for skipped in row.get("skip", []):
            verdicts.demand(any(skipped in r["functions"] for r in rows if r["file"] == row["file"] and r is not row),
                            f"{label(row)}: {skipped} is skipped and proved nowhere")
        if "only" in row:
            verdicts.demand(any(set(r.get("skip", [])) == set(row["only"]) for r in rows if r["file"] == row["file"]),
                            f"{label(row)}: the other functions of the file have no row")


def axioms(rows, allowed, verdicts):
    """Axioms in shared logic and in the kernels' own files, against the list."""
    files = sorted({ROOT / row["file"] for row in rows} | set((ROOT / "proofs/logic").glob("*.h")) |
                   set(ROOT.glob("ref/**/*.h")))
    found = []
    for file in files:
        text = file.read_text(encoding="utf-8")
        found += re.findall(r"\baxiom\s+(\w+)", text)
        for word in re.findall(r"\b(admit\s+\w+)", text):
            verdicts.fail(f"{file.relative_to(ROOT)}: {word}")
    verdicts.demand(sorted(found) == sorted(allowed),
                    f"axioms: found and not listed {sorted(set(found) - set(allowed))}, "
                    f"listed and not found {sorted(set(allowed) - set(found))}")
    return found
