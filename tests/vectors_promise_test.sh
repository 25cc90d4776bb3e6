#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# A tcId never changes its meaning: what is promised holds, and each way to break it is noticed; tests may be added, and
# comments worded better.
set -u
export LC_ALL=C PYTHONDONTWRITEBYTECODE=1
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 3
room=$(mktemp -d) || exit 3
trap 'rm -rf "$room"' EXIT

ok() { # NAME: the last command's answer
	if [ $? -eq 0 ]; then echo "ok $1"; else echo "not ok $1"; fi
}

vectors/promise > "$room/out" && grep -q ' 0 promises broken or missing$' "$room/out" && grep -q '^[89][0-9] \|^[1-9][0-9][0-9] ' "$room/out"
ok "what is promised holds"

grep -q '"vectors": "1.5"' vectors/index.json && grep -q '^# Vectors 1\.5\. A tcId never changes' vectors/PROMISE && grep -q 'vectors 1\.5' ref/CHANGELOG.md &&
	grep -q 'These are the vectors 1\.5 ' vectors/README.md
ok "index, promise, changelog and manual name one version of the vectors"

change() { # PYTHON: bernoulli.json after a change of `root`, whose tests are `tests`
	rm -rf "$room/v" && mkdir -p "$room/v/v1" && cp vectors/v1/bernoulli.json vectors/v1/polya.json "$room/v/v1" &&
		grep '^#\|^bernoulli \|^polya ' vectors/PROMISE > "$room/v/PROMISE" &&
		python3 - "$room/v/v1/bernoulli.json" "$1" <<'EOF2'
import json, sys
root = json.load(open(sys.argv[1]))
tests = [test for group in root["testGroups"] for test in group["tests"]]
exec(sys.argv[2])
json.dump(root, open(sys.argv[1], "w"))
EOF2
}
answers() { # CODE PATTERN ARGUMENT...
	local code=$1 pattern=$2
	shift 2
	vectors/promise "$@" "$room/v" > "$room/out" 2>&1
	[ $? -eq "$code" ] && grep -q -- "$pattern" "$room/out" || { cat "$room/out"; false; }
}
change 'pass' && answers 0 ' 0 promises'
ok "a file as it was"
change 'tests[0]["comment"] = "better"; tests[3]["flags"] = []' && answers 0 ' 0 promises'
ok "a comment may be worded better"
for broken in 'tests[0]["inputs"]["p"] = "2"' 'tests[5]["outputs"]["value"]["value"] = "7"' 'next(t for t in tests if t["result"] == "invalid")["result"] = "valid"' \
	'tests[2]["outputs"]["value"]["compare"] = "ulp:1"' 'tests[0]["inputs"], tests[1]["inputs"] = tests[1]["inputs"], tests[0]["inputs"]'; do
	change "$broken" && cp "$room/v/PROMISE" "$room/before" && answers 1 'bernoulli: one of the tests' && answers 1 'bernoulli: one of' --pin &&
		cmp -s "$room/before" "$room/v/PROMISE"
	ok "noticed, and not pinned: $broken"
done
change 'root["testGroups"][-1]["tests"].pop()' && answers 1 'are promised'
ok "a test that is gone"
change 'pass' && rm "$room/v/v1/polya.json" && answers 1 'polya: the algorithm is gone'
ok "an algorithm that is gone"
change 'tests[4]["tcId"] = 40' && ! vectors/promise "$room/v" > "$room/out" 2>&1 && grep -q 'count from 1' "$room/out"
ok "a number that is left out"
change 'root["testGroups"][-1]["tests"].append({**tests[0], "tcId": len(tests) + 1})' && answers 1 '1 tests are not promised yet' &&
	answers 0 ' 0 promises' --pin && answers 0 ' 0 promises'
ok "a test that is added is pinned, and then promised"
vectors/promise --nonsense > "$room/out" 2>&1
[ $? -eq 2 ] && grep -q usage "$room/out"
ok "a usage error"
