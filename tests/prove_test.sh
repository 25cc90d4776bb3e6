#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Not with sanitizers: nothing that they look at runs here.
# The gate and the ledger fail closed: a stand-in for frama-c that exits 0 whatever it has proved, and a
# stand-in for dpmf-audit, against what must be noticed. Needs neither Frama-C nor Coq.
set -u
here=$(cd "$(dirname "$0")/.." && pwd)
T=$(mktemp -d) || exit 3
trap 'rm -rf "$T"' EXIT
mkdir -p "$T/tree" "$T/build/bin"
cp -r "$here/proofs" "$T/tree/"
rm -f "$T"/tree/proofs/*/{claims,kernels,functions}.json # the stand-ins prove nothing of any mechanism

cat > "$T/frama-c" <<'EOF'
#!/usr/bin/env python3
# Proves what SAY holds: "total valid stated", or "silent" for no report at all; TWIN for a damaged constant. What is stated
# of several stages stands apart by ";"; of those in between that are not there, that nothing more was proved.
import json, os, sys
if "-version" in sys.argv:
    print("stand-in")
    sys.exit()
said = os.environ["TWIN" if "/constants/" in sys.argv[-1] else "SAY"].split()
if said == ["silent"]:
    sys.exit()
total, valid, stated = said[0], said[1], " ".join(said[2:]).split(";")
report = sys.argv[sys.argv.index("-wp-report-json") + 1]
functions = [sys.argv[at + 1] for at, word in enumerate(sys.argv) if word == "-wp-fct"] or ["f"]
lasts = os.environ.get("SURVIVOR")  # the function whose goals are all proved
goals = {f: {f"{f}_ensures_e": {"wp:main": {"total": int(total), "valid": int(total if f == lasts else valid)}}} for f in functions}
json.dump({"wp:functions": goals}, open(report, "w"))
stages = 1 + sys.argv.count("-then")
left = str(int(total) - int(valid))
print(os.environ.get("ATTEMPT", ""))  # what WP says of one attempt at a goal
for stage in range(stages):
    print("[wp] Running WP plugin...")
    if stage < len(stated):
        print("[wp] Proved goals:   " + stated[stage])
    elif stage < stages - 1 and left != "0":
        print(f"[wp] Proved goals:   0 / {left}")
    else:
        print("[wp] Warning: No goal generated")
EOF
chmod +x "$T/frama-c"

cat > "$T/ask.py" <<'EOF'
import sys
sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[1] + "/proofs")
from check import common, constants, drivers, formulas, mutants, theory, wp
verdicts = common.Verdicts()
row = {"file": "f.c", "arithmetic": "INT", "goals": 2, "smoke": 0, "version": "stand-in", "costs": {}, "mutants": []}
(common.ROOT / "f.c").write_text("int f(void) { return 1 + 1; }\n")
what = sys.argv[2]
if what == "prove":
    wp.prove_row(wp.Tool(verdicts), row, verdicts)
elif what == "again": # what an earlier run said, perhaps of another source
    said = common.os.environ["SAY"]
    common.os.environ["SAY"] = sys.argv[3]
    wp.prove_row(wp.Tool(common.Verdicts()), dict(row), common.Verdicts())
    common.os.environ["SAY"] = said
    if len(sys.argv) > 4:
        (common.ROOT / "f.c").write_text(sys.argv[4])
    wp.prove_row(wp.Tool(verdicts), row, verdicts)
elif what == "kill":
    mutant = {"function": "f", "property": "e", "name": "m", "from": sys.argv[3], "to": sys.argv[4]}
    mutants.kill(wp.Tool(verdicts), row, [(0, mutant)], verdicts)
elif what == "lots": # how many there should be, then a mutant of f and one of g
    (common.ROOT / "f.c").write_text("#define N 1\nint f(int x)\n{\n\treturn x;\n}\n\nint g(void)\n{\n\treturn N;\n}\n")
    row["mutants"] = [{"function": f, "property": "e", "name": f, "from": old, "to": new}
                      for f, old, new in (("f", *sys.argv[4:6]), ("g", *sys.argv[6:8]))]
    tool = wp.Tool(verdicts)
    lots = mutants.together(row)
    if len(lots) != int(sys.argv[3]):
        verdicts.fail(f"{len(lots)} lots")
    for lot in lots:
        mutants.kill(tool, row, lot, verdicts)
    if len(lots) == 1 and "return x + 1;" not in mutants.damage((common.ROOT / "f.c").read_text(), lots[0]):
        verdicts.fail("not all of the lot is damaged")
elif what == "constants":
    (common.ROOT / "f.c").write_text("/* 7 */\nint f(void) { return 1; }\n")
    row["equivalent"] = {sys.argv[3]: sys.argv[4]} if len(sys.argv) > 3 else {}
    if len(list(constants.check(wp.Tool(verdicts), [row], "", verdicts))) != 2:
        verdicts.fail("not one constant")
elif what == "contradictions":
    wp.contradictions(wp.Tool(verdicts), verdicts)
elif what == "drivers": # of which data the configuration speaks
    common.OUT.mkdir(parents=True)
    data, conf, why3 = common.OUT / "data", common.OUT / "why3.conf", common.OUT / "tell"
    (data / "drivers").mkdir(parents=True)
    (data / "drivers/p.drv").write_text('theory int.Int\n x\nend\ntheory ieee_float.Float64\n y\nend\ntheory bv.BV8\n z\nend\nw\n')
    why3.write_text(f"#!/bin/sh\necho {data}\n")
    why3.chmod(0o755)
    conf.write_text(f'datadir = "{common.OUT / sys.argv[3]}"\n')
    used = wp.re.search('"(.*)"', drivers.spare(conf, why3).read_text()).group(1)
    if used != str(common.OUT / sys.argv[4]):
        verdicts.fail(f"uses {used}")
    if used.endswith("why3") and "".join(open(used + "/drivers/p.drv").read().split()) != "theoryint.Intxendw":
        verdicts.fail("not the sections that should be left")
elif what == "axioms":
    (common.ROOT / "f.c").write_text(sys.argv[3])
    if len(sys.argv) > 4: # a header in a folder's folder
        deep = common.ROOT / "ref/mech/m/kernels.h"
        deep.parent.mkdir(parents=True, exist_ok=True)
        deep.write_text(sys.argv[4])
    wp.axioms([row], ["known"], verdicts)
elif what == "theory": # a file that has what the mutant changes, and what Coq says of the mutant
    (common.ROOT / "proofs/theory").mkdir(exist_ok=True)
    (common.ROOT / "proofs/theory/F.v").write_text("From Coq Require Import Arith.\n" + sys.argv[3])
    coq = common.OUT / "coqc"
    common.OUT.mkdir(parents=True)
    coq.with_name("coqtop").write_text("#!/bin/sh\n: > .lia.cache\nprintf 'Coq < tt\\n     : unit\\n" + sys.argv[4] + "\\nCoq < '\n")
    coq.with_name("coqtop").chmod(0o755)
    common.os.environ["COQC"] = str(coq)
    for header, lot in theory.lots([{"file": "F.v", "name": "m", "from": "1", "to": "2"}]):
        if theory.kill(header, lot, verdicts) != ([] if verdicts.failures else ["F.v"]):
            verdicts.fail("not the file whose mutant was killed")
    if (common.ROOT / ".lia.cache").exists():
        verdicts.fail("Coq wrote beside the sources")
elif what == "limits": # steps decide: no attempt has seconds of its own
    tool = wp.Tool(verdicts)
    for arithmetic in wp.ATTEMPTS:
        row["arithmetic"] = arithmetic
        mutant = {"function": "f", "property": "e", "name": "m", "from": "1", "to": "2"}
        for stage in [*wp.stages(tool, row), *mutants.stages(tool, row, mutant)]:
            options = [str(option) for option in stage]
            seconds = [options[at + 1] for at, option in enumerate(options) if option == "-wp-timeout"]
            if seconds not in ([], [str(wp.SAFETY)]) or not seconds and "-wp-steps" in options:
                verdicts.fail(f"{seconds} seconds in {options}")
    if wp.SAFETY < 600 or wp.costs("[wp] [CVC4 1.8] Goal g : Valid (Qed:2ms) (1'20s) (66644)") != {"g": ("cvc4", 66644)}:
        verdicts.fail("seconds decide")
elif what == "slow": # what the summary of smoke tests says of their seconds
    if not wp.slow("  CVC4 1.8:  28  (1s-" + sys.argv[3] + ")"):
        verdicts.fail("not as long as the safety limit")
elif what == "formulas": # an ensures clause, and what Coq prints of the definition
    (common.ROOT / "f.h").write_text("/*@ logic integer twice(integer s) = s <= 0 ? 1 : 2 * twice(s - 1); */\n/*@ requires 0 < e;\n"
                                     "    assigns \\nothing;\n    ensures law: " + sys.argv[3] + ";\n    ensures sign: 0 < e; */\ndouble f(double e);\n")
    formulas.check([{"coq": "F.law", "file": "f.h", "function": "f", "clause": "law", "words": {"e": "eps"}},
                    {"coq": "F.twice", "file": "f.h", "clause": "twice", "words": {"twice": "twice"}}],
                   [{"definitions": {"F.law": sys.argv[4], "F.twice": "F.twice = fix twice (s : nat) {struct s} : nat := match s with"
                                     " | 0%nat => 1%nat | S t => (2 * twice t)%nat end : nat -> nat"}}], verdicts)
elif what == "statements": # what Coq is said to answer of a theorem t, a definition d
    entry = {"file": "F.v", "module": "F", "names": ["t"], "defined": ["d"], "statements": {}, "definitions": {}, "axioms": set(),
             "verdicts": verdicts.part()}
    theory.read(entry, iter(sys.argv[3:6]), ["known"])
    if not verdicts.failures and (entry["statements"]["t"]["statement"], entry["definitions"]["F.d"]) != ("1 = 1 -> F.d = 2", "d = 2 : nat"):
        verdicts.fail(f"read as {entry}")
elif what == "loophole":
    text = theory.uncommented(sys.argv[3])
    if theory.LOOPHOLE.findall(text):
        verdicts.fail("loophole")
print(*verdicts.failures, *verdicts.troubles, sep="\n")
sys.exit(1 if verdicts.failures else 3 if verdicts.troubles else 0)
EOF

verdict() { # NAME EXPECTED-STATUS STATUS
	if [ "$2" -eq "$3" ]; then echo "ok $1"; else echo "not ok $1: exit $3, not $2"; sed 's/^/  /' "$T/out"; fi
}
ask() { # NAME EXPECTED-STATUS SAY WHAT...
	local name=$1 want=$2 say=$3
	shift 3
	rm -rf "$T/tree/build"
	SAY=$say FRAMAC="$T/frama-c" WHY3CONFIG=none B=build python3 "$T/ask.py" "$T/tree" "$@" > "$T/out" 2>&1
	verdict "$name" "$want" $?
}

rm -f "$T"/tree/proofs/logic/*.h
ask "all goals proved, as many as recorded" 0 "2 2 2 / 2" prove
ask "an unproved goal behind exit 0" 1 "2 1 1 / 2" prove
ask "an unproved goal that the summary hides" 1 "2 1 2 / 2" prove
ask "a goal fewer than recorded" 1 "1 1 1 / 1" prove
ask "a goal more than recorded" 1 "3 3 3 / 3" prove
ask "report and summary disagree" 1 "2 2 3 / 3" prove
ask "a goal that a later stage proves" 0 "2 2 1 / 2;1 / 1" prove
ask "a goal that a later stage proves and the report does not have" 1 "2 1 1 / 2;1 / 1" prove
ask "a goal that the report has and no stage proves" 1 "2 2 1 / 2;0 / 1;0 / 1;0 / 1;0 / 1" prove
ask "a lemma that stays unproved" 1 "2 2 1 / 1;;;;0 / 1" prove
ask "a warning of the prover's front end" 1 "2 2 2 / 2 Warning: x" prove
export ATTEMPT="[wp] [Z3 4.8.12] Goal typed_f_ensures_e : Timeout (Qed:1ms) (15')"
ask "an unproved goal that the safety limit stopped is undecided" 3 "2 1 1 / 2" prove
ask "a goal stopped once and proved by the next attempt" 0 "2 2 1 / 2;1 / 1" prove
ask "a mutant that the safety limit stopped is undecided" 3 "2 1 1 / 2" kill "return 1" "return 2"
ATTEMPT="[wp] [CVC4 1.8] Goal typed_f_ensures_e : Failed"
ask "a goal at which the one prover broke down is undecided" 3 "2 1 1 / 2" prove
ATTEMPT="$ATTEMPT
[wp] [Z3 4.8.12] Goal typed_f_ensures_e : Unknown (Qed:1ms)"
ask "a goal at which one broke down and the other gave up" 1 "2 1 1 / 2" prove
ask "a mutant at which one broke down and the other gave up" 0 "2 1 1 / 2" kill "return 1" "return 2"
ATTEMPT="[wp] [Z3 4.8.12] Goal typed_f_ensures_e : Step limit (Qed:1ms) (5000000)"
ask "an unproved goal that ran out of steps" 1 "2 1 1 / 2" prove
unset ATTEMPT
ask "no attempt is bounded by seconds" 0 none limits
ask "smoke tests that the safety limit stopped" 0 none slow "15'"
ask "smoke tests that it did not stop" 1 none slow "14'59s"
ask "what was proved is not asked again" 0 "2 1 1 / 2" again "2 2 2 / 2"
CACHE=none ask "without the cache it is" 1 "2 1 1 / 2" again "2 2 2 / 2"
ask "another source is" 1 "2 1 1 / 2" again "2 2 2 / 2" "int f(void) { return 3; }"
ask "another annotation is" 1 "2 1 1 / 2" again "2 2 2 / 2" "/*@ ensures 0; */ int f(void) { return 1 + 1; }"
ask "what was not proved is asked again" 0 "2 2 2 / 2" again "2 1 1 / 2"
ask "a prover that does not run" 1 "2 2 2 / 2 [Why3 Error] x" prove
ask "no report" 1 silent prove
ask "a mutant killed" 0 "2 1 1 / 2" kill "return 1" "return 2"
ask "a mutant at which no prover runs" 1 "2 1 1 / 2 [Why3 Error] x" kill "return 1" "return 2"
ask "a mutant that survives" 1 "2 2 2 / 2" kill "return 1" "return 2"
ask "a mutant that applies nowhere" 1 "2 1 1 / 2" kill "return 7" "return 2"
ask "a mutant that applies twice" 1 "2 1 1 / 2" kill "1" "2"
ask "a mutant without goals" 1 "0 0 0 / 0" kill "return 1" "return 2"
ask "mutants of two functions in one run" 0 "2 1 1 / 2" lots 1 "return x;" "return x + 1;" "return N;" "return N + 1;"
ask "a mutant outside its function's body in a run of its own" 0 "2 1 1 / 2" lots 2 "return x;" "return x + 1;" "#define N 1" "#define N 2"
ask "a mutant in the other function's body, too" 0 "2 1 1 / 2" lots 2 "return x;" "return x + 1;" "int x)" "int x )"
SURVIVOR=g ask "one of two that survives in one run" 1 "2 1 1 / 2" lots 1 "return x;" "return x + 1;" "return N;" "return N + 1;"
SURVIVOR=f ask "the other of two that survives" 1 "2 1 1 / 2" lots 1 "return x;" "return x + 1;" "return N;" "return N + 1;"
export TWIN="2 1 1 / 2"
ask "a constant that a goal notices" 0 "2 2 2 / 2" constants
ask "a reason for a constant that is noticed" 1 "2 2 2 / 2" constants "f: int f(void) { return 2; }" because
ask "constants of a kernel that does not close" 1 "2 1 1 / 2" constants
TWIN="2 2 2 / 2"
ask "a constant that no goal notices" 1 "2 2 2 / 2" constants
ask "the same with a reason" 0 "2 2 2 / 2" constants "f: int f(void) { return 2; }" because
ask "the same with an empty reason" 1 "2 2 2 / 2" constants "f: int f(void) { return 2; }" ""
TWIN=silent
ask "a damaged constant that was not tried" 1 "2 2 2 / 2" constants
ask "contradictions that a smoke test finds" 0 "2 1 1 / 2" contradictions
ask "contradictions that no smoke test finds" 1 "2 2 2 / 2" contradictions
ask "drivers without bit vectors and floating point" 0 none drivers data why3
ask "a configuration of other data as it is" 0 none drivers other other
ask "the axioms listed" 0 none axioms "/*@ axiom known: 1 == 1; */"
ask "an axiom that is not listed" 1 none axioms "/*@ axiom known: 1 == 1; axiom other: 1 == 2; */"
ask "an axiom in a header of a folder's folder" 1 none axioms "/*@ axiom known: 1 == 1; */" "/*@ axiom other: 1 == 2; */"
rm -r "$T/tree/ref"
ask "an axiom that is gone" 1 none axioms "int x;"
ask "Coq without loopholes" 0 none loophole "Lemma a : True. (* Admitted (* x *) Axiom *) Proof. exact I. Qed."
ask "an admitted lemma" 1 none loophole "Lemma a : 1 = 2. Admitted."

refused="The command has indeed failed with message:"
ask "a mutant that Coq refuses" 0 none theory "Check 1." "$refused a lemma"
ask "a mutant that Coq compiles" 1 none theory "Check 1." "Error: The command has not failed!"
ask "a mutant that Coq cannot read" 1 none theory "Check 1." "$refused Syntax error: x"
ask "a mutant of Coq that applies twice" 1 none theory "Check 1. Check 1." "$refused a lemma"
ask "a mutant that Coq does not answer" 1 none theory "Check 1." "tt\n     : unit\n$refused"

ask "a formula that C and Coq share" 0 none formulas '\result == 2 * \sqrt((real)k) / e' 'F.law = fun (k : nat) (eps : R) => 2 * sqrt (INR k) / eps : nat -> R -> R'
ask "a constant turned in code and contract" 1 none formulas '\result == 1 * \sqrt((real)k) / e' 'F.law = fun (k : nat) (eps : R) => 2 * sqrt (INR k) / eps : nat -> R -> R'
ask "a constant turned in Coq" 1 none formulas '\result == 2 * \sqrt((real)k) / e' 'F.law = fun (k : nat) (eps : R) => 1 * sqrt (INR k) / eps : nat -> R -> R'
ask "a formula that neither side can read" 1 none formulas '\result == 2 ! e' 'F.law = fun eps : R => 2 ! eps : R -> R'
ask "an array's formula after its quantifier" 0 none formulas '\forall integer l; 0 <= l < k ==> x[l] == \old(x[l]) - 2 * e' 'F.law = fun (x : nat -> R) (eps : R) (l : nat) => x l - 2 * eps : R'
ask "a theorem with its axioms and a definition" 0 none statements $'F.t\n     : 1 = 1 ->\n       F.d = 2\n' $'Axioms:\nknown : 1 = 1\n' $'d = 2\n     : nat\n\nArguments d'
ask "a theorem that assumes what is not listed" 1 none statements $'F.t\n     : 1 = 1 -> F.d = 2\n' $'Axioms:\nother : 1 = 2\n' $'d = 2\n     : nat\n'
ask "axioms that cannot be read" 1 none statements $'F.t\n     : 1 = 1 -> F.d = 2\n' "?" $'d = 2\n     : nat\n'

ledger() { # NAME EXPECTED-STATUS VERDICT PYTHON-EDIT; RESUMED is the verdict of an audit that was finished before
	mkdir -p "$T/tree/build/bin"
	cat > "$T/tree/build/bin/dpmf-audit" <<EOF
#!/bin/sh
verdict=$3
case "\$*" in *--resume*) verdict=\${RESUMED:-}; [ -n "\$verdict" ] || { echo "the checkpoint is of another program"; exit 2; } ;; esac
echo '{"cases": [{"id": "'\${CASE:-a/b}'", "claim": "x", "verdict": "'\$verdict'", "epsilon_lower": 2, "epsilon_claimed": 1}]}'
EOF
	chmod +x "$T/tree/build/bin/dpmf-audit"
	python3 - "$T/tree/proofs/claims.json" "$4" <<'EOF'
import json, sys
part = {"statement": "s", "status": "proved", "evidence": ["audit: a/b consistent"], "recheck": "r", "limits": "l"}
claim = {**part, "id": "x", "paper": "p", "place": "1"}
exec(sys.argv[2])
json.dump({"claims": [claim]}, open(sys.argv[1], "w"))
EOF
	B=build python3 "$T/tree/proofs/claims" --recheck > "$T/out" 2>&1
	verdict "$1" "$2" $?
}
ledger "a ledger that holds" 0 consistent 'pass'
ledger "an audit with another verdict" 1 violated 'pass'
touch "$T/tree/build/audit.checkpoint"
RESUMED=consistent ledger "an audit that this very program has finished" 0 violated 'pass'
RESUMED=violated ledger "an audit that it has finished with another verdict" 1 consistent 'pass'
ledger "an audit that another program has finished is run again" 0 consistent 'pass'
ledger "and may come to another verdict" 1 violated 'pass'
rm "$T/tree/build/audit.checkpoint"
ledger "an audit without an answer" 1 consistent 'claim["evidence"] = ["audit: a/c consistent"]'
ledger "evidence that is not there" 1 consistent 'claim["evidence"] += ["ref/mech/hdpmf/kernels.c:no_such_kernel (INT)"]'
ledger "evidence of no known form" 1 consistent 'claim["evidence"] += ["trust me"]'
ledger "citations alone, called proved" 1 consistent 'claim["evidence"] = ["cited: a book that is long enough to name"]'
ledger "a refutation without a correction" 1 violated 'claim["status"] = "refuted"; claim["evidence"] = ["audit: a/b violated"]'
ledger "a field too many" 1 consistent 'claim["comment"] = "c"'
ledger "a status of its own" 1 consistent 'claim["status"] = "obvious"'
ledger "the gate's table without the ledger's kernel" 1 consistent 'claim["evidence"] += ["ref/mech/hdpmf/kernels.c:dpmf_hdpmf_step (INT)"]'
mkdir -p "$T/tree/audit" && touch "$T/tree/audit/main.c"
ledger "an audit case that is evidence of the claim it names" 0 consistent 'pass'
CASE=a/c ledger "an audit case that names a claim and is no evidence" 1 consistent 'claim["evidence"] = ["proofs/theory/F.v:t"]'
grep -q "x: the audit's case a/c names it and is no evidence of it" "$T/out"
verdict "and the reason is said" 0 $?
rm -r "$T/tree/audit"

# A tree whose gate has proved f.c:f and F.v:t, pinned so; then EDIT changes it, and may say what the gate says afterwards.
cat > "$T/chain.py" <<'EOF'
import json, pathlib, sys
sys.dont_write_bytecode = True
root = pathlib.Path(sys.argv[1])
sys.path.insert(0, str(root / "proofs"))
from check import common, verdict
said = {"theory": [{"file": "proofs/theory/F.v", "good": True, "theorems": {"t": {"statement": "F.d = 2", "rests_on": ["F.d"], "assumes": []}}}],
        "definitions": {"F.d": "d = 2 : nat"}, "rounding": [], "open": True, "failures": [], "troubles": [],
        "kernels": [{"file": "f.c", "arithmetic": "INT", "functions": ["f"], "good": True}]}
def gate(): # has run on the tree as it is
    common.OUT.mkdir(parents=True, exist_ok=True)
    verdict.FILE.write_text(json.dumps({**said, "files": verdict.hashes(common.table("kernels.json"))}))
def write(name, text):
    (root / name).write_text(text)
header = "#define TWO 2\n/*@ predicate two(integer x) = x == TWO; */\n/*@ assigns \\nothing; ensures two: two(\\result); */\nint f(void);\n"
theorem = said["theory"][0]["theorems"]["t"]
if sys.argv[2] == "begin":
    write("f.h", header)
    write("f.c", '#include "f.h"\nint f(void) { return 2; }\n')
    write("proofs/kernels.json", json.dumps({"kernels": [{"file": "f.c", "arithmetic": "INT"}], "rounding": [], "theory": []}))
    part = {"statement": "s", "status": "proved", "evidence": ["f.c:f (INT)", "proofs/theory/F.v:t"], "recheck": "r", "limits": "l"}
    write("proofs/claims.json", json.dumps({"claims": [{**part, "id": "x", "paper": "p", "place": "1"}]}))
    gate()
else:
    exec(sys.argv[3])
EOF
chain() { # NAME EXPECTED-STATUS PATTERN EDIT
	rm -rf "$T/tree/build" "$T/tree/proofs/statements.json" "$T/tree/proofs/own"
	B=build python3 "$T/chain.py" "$T/tree" begin && B=build python3 "$T/tree/proofs/claims" --pin > "$T/out" &&
		B=build python3 "$T/chain.py" "$T/tree" edit "$4" && B=build python3 "$T/tree/proofs/claims" --recheck > "$T/out" 2>&1
	local status=$?
	grep -q -e "$3" "$T/out" || status="$status without /$3/"
	if [ "$status" = "$2" ]; then echo "ok $1"; else echo "not ok $1: exit $status, not $2"; sed 's/^/  /' "$T/out"; fi
}
chain "a claim that the gate has proved of this tree" 0 "every piece of evidence holds" 'pass'
chain "a claim without a verdict" 1 "no verdict for this tree: make prove" 'verdict.FILE.unlink()'
chain "a verdict that cannot be read" 1 "no verdict for this tree: make prove" 'verdict.FILE.write_text("{}")'
chain "a claim whose gate failed" 1 "the gate is closed" 'said.update(open=False, failures=["f.c (INT): unproved: e"]); gate()'
chain "a claim whose gate was undecided" 1 "the gate is closed" 'said.update(open=False, troubles=["stopped"]); gate()'
chain "a source changed after the verdict" 1 "of another tree (f.c)" 'write("f.c", "#include \"f.h\"\nint f(void) { return 1; }\n")'
chain "a header changed after the verdict" 1 "of another tree (f.h)" 'write("f.h", header + "int g(void);")'
chain "a theory changed after the verdict" 1 "of another tree (proofs/theory/Sums.v)" 'write("proofs/theory/Sums.v", "")'
chain "a table of the gate changed after the verdict" 1 "of another tree (proofs/kernels.json)" 'write("proofs/kernels.json", (root / "proofs/kernels.json").read_text() + " ")'
chain "a mechanism's own table that came after the verdict" 1 "of another tree (proofs/own/kernels.json)" '(root / "proofs/own").mkdir(); write("proofs/own/kernels.json", "{}")'
chain "a claim in a mechanism's own ledger that has no evidence" 1 "not among what the gate has proved" '(root / "proofs/own").mkdir(); c = json.loads((root / "proofs/claims.json").read_text())["claims"][0]; write("proofs/own/claims.json", json.dumps({"claims": [{**c, "id": "y", "evidence": ["f.c:g (INT)"]}]}))'
chain "a function that the gate has not proved" 1 "not among what the gate has proved" 'said["kernels"][0]["functions"] = ["g"]; gate()'
chain "a function proved in another arithmetic" 1 "not among what the gate has proved" 'said["kernels"][0]["arithmetic"] = "REAL"; gate()'
chain "a function whose row failed" 1 "not among what the gate has proved" 'said["kernels"][0]["good"] = False; gate()'
chain "a theorem whose file failed" 1 "not among what the gate has proved" 'said["theory"][0]["good"] = False; gate()'
chain "a vacuous theorem of the same name" 1 "it says: True; pinned is: F.d = 2" 'theorem.update(statement="True", rests_on=[]); gate()'
chain "a definition that means something else" 1 "F.d, on which it rests, is: d = 3" 'said["definitions"]["F.d"] = "d = 3 : nat"; gate()'
chain "a changed contract" 1 "its contract is" 'write("f.h", header.replace("two(\\result)", "two(\\result) || 1 == 1")); gate()'
chain "a changed predicate of a contract" 1 "two, which its contract uses, is" 'write("f.h", header.replace("x == TWO", "x >= TWO")); gate()'
chain "a changed constant of a contract" 1 "TWO, which its contract uses, is" 'write("f.h", header.replace("TWO 2", "TWO 3")); gate()'
chain "a contract that is gone" 1 "it has no contract" 'write("f.h", "int f(void);"); gate()'
chain "another page of statements" 1 "STATEMENTS.md is not what its pins make" 'write("proofs/STATEMENTS.md", "# Another")'
chain "an enclosure that the gate has not proved" 1 "not among what the gate has proved" 'c = json.loads((root / "proofs/claims.json").read_text()); c["claims"][0]["evidence"].append("proofs/rounding/a.g (FLOAT)"); write("proofs/claims.json", json.dumps(c))'
B=build python3 "$T/tree/proofs/claims" --recheck nothing > "$T/out" 2>&1
verdict "an id that the ledger does not have" 2 $?
