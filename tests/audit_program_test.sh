#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# dpmf-audit as a script meets it: exit codes, one seed one result, what is refused and how.
# Starts early: it takes long.
. "$(dirname "$0")/program.sh"
audit=$B/bin/dpmf-audit

"$audit" run --case=hdpmf/published/message --trials=3000 > "$T/table" 2> "$T/err"
[ $? -eq 0 ] && [ ! -s "$T/err" ] && tail -2 "$T/table" | head -1 | grep -q '/message.*VIOLATED'
verdict "every verdict as expected: exit 0, the table last" $? "$(tail -1 "$T/table")"

# Four hundred runs are too few to show anything at this confidence.
"$audit" run --case=hdpmf/published/joint/entry/epoch --trials=400 --confidence=0.999999 > "$T/table" 2>&1
[ $? -eq 1 ] && grep -q 'NOT WHAT WAS EXPECTED' "$T/table"
verdict "a verdict that is not the expected one: exit 1" $? "$(tail -1 "$T/table")"

run() { "$audit" run --case=hdpmf/published/joint --case hdpmf/corrected/server --trials=2000 --json "$@"; }
run --jobs=1 > "$T/1.json" 2> "$T/err"
run --jobs=2 > "$T/2.json" 2>> "$T/err"
cmp -s "$T/1.json" "$T/2.json" && [ ! -s "$T/err" ]
verdict "the same result with 1 job and 2" $?
run --seed=2 > "$T/3.json"
! cmp -s "$T/1.json" "$T/3.json"
verdict "another result with another seed" $?
python3 - "$T/1.json" << 'END'
import json, sys
document = json.load(open(sys.argv[1]))
assert document["format"] == "dpmf-audit" and document["version"] == 1
cases = document["cases"]
keys = {"id", "claim", "epsilon_claimed", "delta", "epsilon_lower", "confidence", "trials", "verdict", "expected",
        "seed", "event", "assumed", "detectable_epsilon", "detectable_share", "again", "why", "until_decided", "curve",
        "picture", "sentences"}
sys.exit(0 if len(cases) == 7 and all(set(c) - {"epsilon_exact"} == keys for c in cases) else 1)
END
verdict "JSON has the keys of the interface" $?

"$audit" run --case=hdpmf/corrected/message --trials=1000 --html="$T/page.html" > "$T/log" 2>&1 &&
	grep -q '<svg' "$T/page.html" && [ -z "$(find "$T" -name "page.html.part*")" ]
verdict "--html writes a page and nothing beside it" $?

# A long case after a short one: the first Ctrl-C ends it, and the short one is reported.
"$audit" run --case=hdpmf/corrected/message --case=hdpmf/published/joint/entry/epoch --trials=3000000 --jobs=1 > "$T/table" 2> "$T/err" &
pid=$!
"$audit" list > "$T/all" 2>&1
for _ in $(seq 200); do [ -s "$T/all" ] && break; sleep 0.05; done
sleep 1
kill -INT $pid 2> /dev/null
wait $pid
[ $? -eq 3 ] && grep -q 'stopped after [01] of' "$T/err"
verdict "Ctrl-C stops a run and says so: exit 3" $? "$(cat "$T/err")"
"$audit" run --case=hdpmf/corrected/message --trials=1000 --junit="$T/run.xml" --markdown="$T/run.md" > "$T/log" 2>&1 &&
	python3 -c 'import sys, xml.etree.ElementTree as x; sys.exit(0 if x.parse(sys.argv[1]).getroot().get("failures") == "0" else 1)' "$T/run.xml" &&
	grep -q '^| hdpmf/corrected/message' "$T/run.md"
verdict "run writes JUnit and Markdown" $? "$(tail -1 "$T/log")"
"$audit" run --case=hdpmf/corrected/message --case=hdpmf/published/message --trials=1000 --family-confidence=0.99 --json > "$T/1.json" &&
	python3 -c 'import json, sys; c = json.load(open(sys.argv[1]))["cases"]; sys.exit(0 if all(abs(1 - x["confidence"] - 0.01 / len(c)) < 1e-12 for x in c) and len(c) > 1 else 1)' "$T/1.json"
verdict "--family-confidence: each case gets its share" $? "$(grep confidence "$T/1.json")"
"$audit" calibrate --classic=response-1 --trials=1000 --repeats=5 --json | python3 -c 'import json, sys
d = json.load(sys.stdin); sys.exit(0 if d["format"] == "dpmf-audit-calibrate" and 0.5 < d["classics"][0]["found_mean"] < 1.1 else 1)'
verdict "calibrate --json is one document" $?
"$audit" calibrate --classic=response-1 --classic=laplace-0.5-as-1 --until=decided --trials=800 --repeats=12 --jobs=1 --json > "$T/until.json" 2> "$T/err" &&
	python3 -c 'import json, sys
false, true = json.load(open(sys.argv[1]))["sequential"]
rules = [rule["rule"] for rule in true["rules"]]
assert rules == ["decided", "end", "doubling", "hopeful", "adversary"], rules
caught = {rule["rule"]: rule for rule in false["rules"]}
assert all(rule["claim_refuted"] <= 2 for rule in true["rules"])
assert caught["decided"]["claim_refuted"] == caught["adversary"]["claim_refuted"] == 12 and caught["decided"]["median_runs"] <= 300
assert all(rule["claim_refuted"] <= 12 for rule in false["rules"])' "$T/until.json" 2>> "$T/err"
verdict "calibrate --until=decided: five rules, at a true claim and at a false one" $? "$(cat "$T/err")"
refused "a sequential test of what assumes a law" gaussian-assumed -- "$audit" calibrate --until=decided --classic=gaussian-assumed
refused "another --until" decided -- "$audit" calibrate --until=dawn
refused "an unknown classic" nosuch laplace-1 -- "$audit" calibrate --classic=nosuch

refused "unknown case" 'no case "nosuch"' hdpmf/published/model/entry hdpmf/corrected/rounds/entry -- "$audit" run --case=nosuch
refused "unknown mechanism" 'no mechanism "nosuch"' hdpmf -- "$audit" run --mech=nosuch
refused "unknown mechanism, list" nosuch -- "$audit" list --mech=nosuch
refused "unknown mechanism, replay" nosuch hdpmf -- "$audit" replay --mech=nosuch
refused "too few trials" trials=10 400 -- "$audit" run --trials=10
refused "confidence 1" confidence=1 -- "$audit" run --confidence=1
refused "confidence nan" confidence=nan -- "$audit" run --confidence=nan
refused "jobs 0" jobs=0 -- "$audit" run --jobs=0
refused "seed -1" seed=-1 -- "$audit" run --seed=-1
refused "no neighbours" neighbours=0 -- "$audit" replay --neighbours=0
refused "a word that is no option" hello -- "$audit" replay hello
refused "a page in no folder" nowhere/page.html -- "$audit" run --case=hdpmf/corrected/message --html="$T/nowhere/page.html"

"$audit" replay --mech=hdpmf > "$T/replay" 2> "$T/err"
[ $? -eq 0 ] && [ ! -s "$T/err" ] && grep -q 'published  *model .* exact$' "$T/replay" && grep -q 'joint .* exceeds, as known$' "$T/replay"
verdict "replay: exact in view model, a named excess in view joint" $? "$(tail -1 "$T/replay")"
"$audit" replay --mutants > "$T/replay" 2>&1 && [ "$(grep -c ' caught$' "$T/replay")" -eq 26 ]
verdict "replay: every broken twin is caught" $?
"$audit" replay --json 2> "$T/err" | python3 -c 'import json, sys; sys.exit(0 if len(json.load(sys.stdin)["replays"]) >= 3 else 1)'
verdict "replay --json is one document" $?
"$audit" sensitivity --mech=hdpmf > "$T/sens" 2> "$T/err"
[ $? -eq 0 ] && [ ! -s "$T/err" ] && grep -q 'model  .* within$' "$T/sens" && grep -q 'joint  .* exceeds, as known$' "$T/sens"
verdict "sensitivity: attained in view model, a known excess in view joint" $? "$(tail -1 "$T/sens")"
"$audit" sensitivity --mutants > "$T/sens" 2>&1 && grep -q ' caught' "$T/sens" && ! grep -q 'NOT CAUGHT' "$T/sens"
verdict "sensitivity: every broken twin is caught" $?
"$audit" sensitivity --mech=hdpmf --evaluations=10 > "$T/sens" 2>&1
[ $? -eq 1 ] && grep -q 'UNEXPECTED' "$T/sens"
verdict "sensitivity: a bound that is not come near is not expected: exit 1" $?
"$audit" sensitivity --mech=hdpmf --json > "$T/1.json" && "$audit" sensitivity --mech=hdpmf --json > "$T/2.json" && cmp -s "$T/1.json" "$T/2.json" &&
	python3 - "$T/1.json" << 'END'
import json, sys
found = json.load(open(sys.argv[1]))["sensitivities"]
keys = {"mechanism", "variant", "view", "claim", "norm", "round", "moved", "claimed", "ratio", "instance", "as_expected"}
fine = all(keys <= set(f) and float(f["ratio"]["lo"]) <= float(f["ratio"]["hi"]) and len(f["ratio"]["lo"].split("e")[0]) > 18 for f in found)
sys.exit(0 if fine and len(found) >= 3 else 1)
END
verdict "sensitivity --json: enclosures and the instance, the same bytes with the same seed" $?
refused "unknown mechanism, sensitivity" nosuch hdpmf -- "$audit" sensitivity --mech=nosuch
refused "too few evaluations" evaluations=5 10 -- "$audit" sensitivity --evaluations=5
exit "$bad"
