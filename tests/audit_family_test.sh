#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Not with sanitizers: thousands of runs of every case of a mechanism, which other tests run with them.
# `make audit` runs all cases with one confidence for all together. Each `violated` is held against that by nothing but its counts
# (tests/family.py): the cases of one mechanism, with few trials.
cd "$(dirname "$0")/.." || exit 3
. tests/program.sh
audit=$B/bin/dpmf-audit family=0.999999 least=10

grep -qxF "part \"\$audit\" run --family-confidence=$family --checkpoint=\"\$results.part\" > \"\$work/table\"" .ci/audit
verdict "make audit runs every case, as often as each asks for, at $family for all together" $?
"$audit" run --mech=hdpmf --trials=2000 --family-confidence=$family --json > "$T/run.json" 2> "$T/err"
status=$? # 1: with few trials not every violation is seen
[ $status -le 1 ]
verdict "run comes to its end" $? "exit code $status: $(head -c 300 "$T/err")"
"$audit" list --mech=hdpmf --json > "$T/list.json"
python3 -B tests/family.py "$T/list.json" "$T/run.json" $family $least > "$T/said" 2>&1
verdict "every violation of hdpmf stands at 1 - 10^-6 for all together" $? "$(cat "$T/said")"

# It notices what it is there for.
broken() { # NAME PYTHON PATTERN
	python3 -c "import json, sys
run = json.load(open(sys.argv[1]))
found = [c for c in run['cases'] if c['verdict'] == 'violated']
$2
json.dump(run, sys.stdout)" "$T/run.json" > "$T/broken.json" && ! python3 -B tests/family.py "$T/list.json" "$T/broken.json" $family $least > "$T/said" 2>&1 &&
		grep -q "$3" "$T/said"
	verdict "is noticed: $1" $? "$(cat "$T/said")"
}
broken "each case at $family by itself" 'for c in run["cases"]: c["confidence"] = 0.999999' 'more than'
broken "a case that is left out" 'run["cases"].pop()' 'are not those'
broken "counts that show less" 'found[0]["event"]["likely"]["hits"] = found[0]["event"]["unlikely"]["hits"]' 'do not show'
broken "a case that is violated and should not be" 'found[0]["expected"] = "consistent"' 'expected to be'
exit $bad
