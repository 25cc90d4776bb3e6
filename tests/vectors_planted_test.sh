#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Mistakes that a person would make, planted in the Python consumer one at a time: `dpmf-vectors exec` names nearly all of those
# whose answers the vectors carry, and fewer when the answers are taken out; a known mistake whose answer is right is refused.
# Not with sanitizers: the mistakes are planted in Python.
set -u
export LC_ALL=C PYTHONDONTWRITEBYTECODE=1
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 3
case ${B:=build} in /*) ;; *) B=$PWD/$B ;; esac
vectors=$B/bin/dpmf-vectors
room=$(mktemp -d) || exit 3
trap 'rm -rf "$room"' EXIT

ok() { # NAME: the last command's answer
	if [ $? -eq 0 ]; then echo "ok $1"; else echo "not ok $1"; fi
}

python3 tests/vectors_planted.py "$vectors" vectors > "$room/out" && all=$(sed -n 's/^\([0-9]*\) of 5[0-9] named$/\1/p' "$room/out") &&
	[ "$all" -ge 50 ] || { cat "$room/out"; false; }
ok "of more than 50 planted mistakes at least 50 are named"
other=$(sed -n 's/^\([0-9]*\) of 26 of the second list named$/\1/p' "$room/out") && [ "$other" -ge 25 ] || { tail -12 "$room/out"; false; }
ok "of the 26 of a second list at least 25"

# The same without the answers of three algorithms, of which the first list has four mistakes.
mkdir "$room/v" && cp -r vectors/v1 vectors/schema vectors/consumers "$room/v" && python3 - "$room/v/v1" <<'EOF2'
import json, os, sys
for name in ("grid_round", "laplace_delta", "stream_words"):
    path = os.path.join(sys.argv[1], f"{name}.json")
    root = json.load(open(path))
    taken = [test.pop("mistakes") for group in root["testGroups"] for test in group["tests"] if "mistakes" in test]
    assert taken, name
    json.dump(root, open(path, "w"))
EOF2
python3 tests/vectors_planted.py "$vectors" "$room/v" > "$room/out" && few=$(sed -n 's/^\([0-9]*\) of 5[0-9] named$/\1/p' "$room/out") && [ "$few" -eq $((all - 4)) ]
ok "without the answers of known mistakes, fewer are named"

# A known mistake that answers what is expected.
mkdir -p "$room/w" && python3 - vectors/v1/laplace_delta.json "$room/w/bad.json" <<'EOF2'
import json, sys
root = json.load(open(sys.argv[1]))
test = next(test for group in root["testGroups"] for test in group["tests"] if "mistakes" in test)
test["mistakes"] = {"nothing": test["outputs"]}
json.dump(root, open(sys.argv[2], "w"))
EOF2
"$vectors" verify --vectors=vectors "$room/w/bad.json" > /dev/null 2> "$room/said"
[ $? -eq 2 ] && grep -q 'bad.json: test 1: the mistake "nothing" has the answer that is expected' "$room/said"
ok "verify refuses a known mistake whose answer is right"
"$vectors" explain --vectors=vectors laplace_delta/1 | grep -q '^  the exponent is not halved = '
ok "explain lists the mistakes that a test knows"
