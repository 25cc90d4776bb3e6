# SPDX-License-Identifier: GPL-3.0-or-later
"""Frama-C WP: goals and smoke tests of one row of kernels.json.

frama-c exits 0 when goals stay unproved, so nothing here trusts its status:
the JSON report is read, and what it does not say counts as a failure."""
import json
import os
import re
import shutil

from check.common import OUT, ROOT, run, setting

MODEL = {"REAL": ["-wp-model", "Typed+real"], "INT": ["-wp-model", "Typed", "-warn-unsigned-overflow"]}
NO_GOALS_BUT_SMOKE = ",".join("-@" + category for category in (
    "ensures", "invariant", "assigns", "requires", "variant", "assert", "lemma", "complete_behaviors", "disjoint_behaviors"))
GOAL_COST = re.compile(r"\[([^\]\s]+)[^\]]*\] Goal (\S+) : Valid .*\((\d+(?:\.\d+)?)(ms|s)\) \((\d+)\)(?: \(cached\))?$", re.M)
TROUBLE = re.compile(r"^.*(?:User Error|annot-error|[Ww]arning:|not tried|fatal|Unknown function).*$", re.M)
# What WP always says when a memory model is used; SOUNDNESS.md speaks of it.
EXPECTED_TROUBLE = re.compile(r"Warning:\s*$|Memory model hypotheses|Failed smoke-test")
TIMEOUT = 30  # seconds; generous, so that a busy machine does not refuse a sound kernel
# Which of the provers are alone at first, and their steps, before all try what is left: the cheaper one goes first.
ALONE = {"INT": [(0, 100000)], "REAL": [(-1, 300000), (0, 100000)]}
ALONE_TIMEOUT = 5
SMOKE_STEPS = 250000  # proofs/regression/contradictions.c needs 125,000 to 150,000
LEMMAS = "(lemmas)"
CLAUSE = re.compile(r"_(ensures|invariant|assigns|requires|variant|assert)(?:_rte)?(?:_([a-z]\w*?))?(?:_(?:preserved|established|part\d+|\d+))*$")
UNNAMED = re.compile(r"preserved|established|decrease|positive|normal|exit|part\d+|(?:normal|exit)_part\d+")
LIGHT = ["-no-autoload-plugins", "-load-module", "wp,rtegen"]  # a third of the time that frama-c takes to start
CALLEE = re.compile(r"^(\w+)_wp_smoke_dead_call_s\d+$")


class Tool:
    """frama-c, its provers, and a Why3 configuration that knows them."""

    def __init__(self, verdicts):
        self.frama_c = setting("FRAMAC", "frama-c")
        self.provers = setting("PROVERS", "cvc4,z3")
        self.last = self.provers.split(",")[-1]
        self.cached = setting("CACHE", "update") != "none"
        self.env = dict(os.environ)
        self.env["PWD"] = str(ROOT)  # frama-c reads it, not the real one
        self.env.setdefault("OCAMLRUNPARAM", "s=8M")  # frama-c keeps little of what it makes: collect seldom
        self.env["FRAMAC_SESSION"] = str(OUT / "session")
        status, self.version = run([self.frama_c, "-version"], env=self.env)
        self.version = self.version.strip()
        self.light = LIGHT if run([self.frama_c, *LIGHT, "-wp-help"], env=self.env)[0] == 0 else []
        self.present = verdicts.demand(status == 0, f"{self.frama_c} -version: {self.version}")
        if self.present:
            self.configure(verdicts)

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
        verdicts.demand(status == 0 and conf.exists(), f"why3 config detect: {text.strip()}")
        self.env["WHY3CONFIG"] = str(conf)

    def alone(self, arithmetic):
        """The attempts of one prover alone: (prover, steps)."""
        provers = self.provers.split(",")
        return [(provers[place], steps) for place, steps in ALONE[arithmetic]]

    def prove(self, file, model, options, report, cache=None):
        """Runs WP, two provers at a time; ({function: {goal: (total, valid)}}, text) or (None, why).

        `cache` is a folder for what was proved; none by default, but that of all earlier runs if the gate uses it."""
        report.parent.mkdir(parents=True, exist_ok=True)
        report.unlink(missing_ok=True)
        cache = cache or (OUT / "cache/all" if self.cached else None)
        if cache:
            cache.mkdir(parents=True, exist_ok=True)
        status, text = run([self.frama_c, *self.light, "-wp", "-wp-rte", *MODEL[model],
                            *(["-wp-cache", "update", "-wp-cache-dir", cache] if cache else ["-wp-cache", "none"]),
                            "-wp-par", "2", "-cpp-extra-args=-Iref -I.", "-wp-report-json", report, *options, file],
                           env=self.env)
        if status != 0:
            return None, f"exit {status}: {text[-600:].strip()}"
        trouble = [line for line in TROUBLE.findall(text) if not EXPECTED_TROUBLE.search(line)]
        if trouble:
            return None, "; ".join(trouble[:3])
        try:
            said = json.loads(report.read_text())
            functions = dict(said.get("wp:functions", {}))
            for entries in said.get("wp:axiomatics", {}).values():
                functions.setdefault(LEMMAS, {}).update(entries)
        except (OSError, ValueError, TypeError, KeyError) as e:
            return None, f"no report: {e!r}"
        goals = {}
        for function, entries in functions.items():
            for goal, provers in entries.items():
                if goal != "wp:section":
                    counts = provers.get("wp:main", {})
                    goals.setdefault(function, {})[goal] = (counts.get("total", 1), counts.get("valid", 0))
        return goals, text


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
    """{goal: (prover, steps, seconds)}; the steps do not depend on the machine's load."""
    return {goal: (prover.lower(), int(number), float(time) / (1000 if unit == "ms" else 1))
            for prover, goal, time, unit, number in GOAL_COST.findall(text)}


def disagreement(goals, text):
    """What frama-c says of a report, if it is not what the report says; None when they agree."""
    stated = re.search(r"Proved goals:\s+(\d+) / (\d+)", text)
    valid = sum(valid for f in goals.values() for _, valid in f.values())
    if stated and (int(stated.group(1)), int(stated.group(2))) == (valid, count(goals)):
        return None
    return f"the report has {valid} / {count(goals)} goals, frama-c says: {stated and stated.group(0)}"


def chooses(goal):
    """What -wp-prop is given to choose a goal: the name of its clause, or the clause's kind; None when it is of no kind known."""
    found = CLAUSE.search(goal)
    if found is None:
        return None
    kind, name = found.groups()
    return name if name and not UNNAMED.fullmatch(name) else "@" + kind


def those_left(goals):
    """Options of one or two runs that together choose the functions and the clauses of which some goals stay unproved, and
    perhaps more; None when a goal is of no kind known. Lemmas belong to no function: -wp-fct leaves them out."""
    functions = [f for f in goals if f != LEMMAS and unproved({f: goals[f]})]
    clauses = {chooses(goal) for goal in unproved({f: goals[f] for f in functions})}
    if None in clauses:
        return None
    runs = [["-wp-prop", "@lemma"]] if unproved({LEMMAS: goals.get(LEMMAS, {})}) else []
    if functions:
        runs.append(["-wp-fct", ",".join(functions), "-wp-prop", ",".join(sorted(clauses))])
    return runs


def ranked(entries):
    """The goals of a function by what they are named for: WP numbers those of one name through all functions that a run
    chooses, so that only their order within a function is the same in two runs."""
    named = {}
    for goal in entries:
        name, number = re.fullmatch(r"(.*?)(?:_(\d+))?", goal).groups()
        named.setdefault(name, []).append((int(number or 1), goal))
    return {name: [goal for _, goal in sorted(numbered)] for name, numbered in named.items()}


def merge(goals, more):
    """A goal is proved when one of two runs proved it; None when they speak of different goals."""
    result = {function: dict(entries) for function, entries in goals.items()}
    for function, entries in more.items():
        known = ranked(result.get(function, {}))
        for name, again in ranked(entries).items():
            if len(known.get(name, [])) != len(again):
                return None
            for goal, twin in zip(known[name], again):
                (total, valid), (total_again, valid_again) = result[function][goal], entries[twin]
                if total != total_again:
                    return None
                result[function][goal] = (total, max(valid, valid_again))
    return result


def keep_proved(cache):
    """Forgets what a prover gave up: WP would not try it again, even with more steps."""
    for file in cache.glob("*.json"):
        if '"verdict": "valid"' not in file.read_text(encoding="utf-8", errors="replace"):
            file.unlink()


def prove_goals(tool, row):
    """All goals: one prover for a while, then another, then all provers, each on what is left, and at last all provers on
    everything, should what is left have been chosen badly; (goals, text) or (None, why)."""
    cache = OUT / "cache" / f"{row['file'].replace('/', '_')}.{row['arithmetic']}"
    if not tool.cached:
        shutil.rmtree(cache, ignore_errors=True)
    attempts = [(prover, ["-wp-steps", steps, "-wp-timeout", ALONE_TIMEOUT], those_left)
                for prover, steps in tool.alone(row["arithmetic"])]
    attempts += [(tool.provers, ["-wp-timeout", TIMEOUT], those_left), (tool.provers, ["-wp-timeout", TIMEOUT], lambda goals: None)]
    goals, text = None, ""
    for number, (provers, limits, left) in enumerate(attempts):
        if goals and not unproved(goals):
            break
        runs = left(goals) if goals else None
        for chosen in [choice(row)] if runs is None else runs:
            keep_proved(cache)
            more, said = tool.prove(row["file"], row["arithmetic"], ["-wp-prover", provers, *limits, *chosen],
                                    place(row, f"goals{number}"), cache)
            wrong = said if more is None else disagreement(more, said)
            if wrong:
                return None, wrong
            goals, text = merge(goals, more) if goals else more, text + said
            if goals is None:
                return None, "two runs speak of different goals"
    return goals, text


def prove_row(tool, row, verdicts):
    """All goals of the row, proved, and as many as are recorded."""
    name = label(row)
    row["found"], row["functions"], row["costs"], row["names"] = 0, set(), {}, {}
    goals, text = prove_goals(tool, row)
    if goals is None:
        verdicts.fail(f"{name}: {text}")
        return
    row["found"], row["functions"], row["costs"] = count(goals), set(goals) - {LEMMAS}, costs(text)
    row["names"] = {function: list(entries) for function, entries in goals.items()}
    for goal in unproved(goals):
        verdicts.fail(f"{name}: unproved: {goal}")
    if tool.version == row["version"]:
        verdicts.demand(row["found"] == row["goals"], f"{name}: {row['found']} goals, {row['goals']} recorded")
    else:
        verdicts.demand(row["found"] > 0, f"{name}: no goals")


def smoke(tool, row):
    """The smoke tests of a row: (goals, text) or (None, why). One that fails counts as unproved."""
    return tool.prove(row["file"], row["arithmetic"],
                      ["-wp-smoke-tests", "-wp-prop=" + NO_GOALS_BUT_SMOKE, "-wp-prover", tool.last,
                       "-wp-smoke-timeout", TIMEOUT, "-wp-steps", SMOKE_STEPS, *choice(row)], place(row, "smoke"))


def contradictions(tool, verdicts):
    """Smoke tests must be able to fail: contracts that contradict themselves by an axiom or by arithmetic."""
    for arithmetic, integers in (("REAL", {}), ("INT", {"only": ["product_below_zero", "square_below_itself"]})):
        row = {"file": "proofs/regression/contradictions.c", "arithmetic": arithmetic, **integers}
        goals, text = smoke(tool, row)
        if not verdicts.demand(goals, f"{label(row)}: smoke tests: {text}"):
            continue
        for function, entries in goals.items():
            verdicts.demand(unproved({function: entries}), f"{label(row)}: {function} contradicts itself, and no smoke test fails")


def smoke_row(tool, row, verdicts):
    """Smoke tests: a contract that contradicts itself proves everything."""
    name = label(row)
    goals, text = smoke(tool, row)
    row["smoked"], row["callees"] = 0, set()
    if goals is None:
        verdicts.fail(f"{name}: smoke tests: {text}")
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
                   set(ROOT.glob("ref/*/*.h")))
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
