#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Every JSON document that dpmf-audit prints follows its schema in audit/schema, and a damaged one does not.
. "$(dirname "$0")/program.sh"
audit=$B/bin/dpmf-audit
room=$(realpath "$(dirname "$0")")
follows() { python3 -B "$room/schema.py" "$room/../audit/schema/$1.json" "${@:2}"; }
target() { python3 -c '
import random, sys
for line in sys.stdin:
    _, world, count, seed = line.split()
    draw = random.Random(seed + world)
    for _ in range(int(count)):
        print(sys.argv[1] % {"n": draw.randrange(4) + int(world), "w": "yes" if draw.random() < 0.3 + 0.3 * int(world) else "n\u00f6"})
    sys.stdout.flush()' "$@"; }
export -f target

"$audit" run --trials=400 --json > "$T/all.json" 2> "$T/err"
[ $? -le 1 ] && follows results "$T/all.json" > "$T/log" 2>&1
verdict "all cases of run" $? "$(cat "$T/err" "$T/log")"
"$audit" run --mutants --case=hdpmf --trials=400 --seed=9223372036854775807 --json > "$T/mutants.json" 2> "$T/err"
[ $? -le 1 ] && follows results "$T/mutants.json" > "$T/log" 2>&1
verdict "mutants, with the largest seed" $? "$(cat "$T/err" "$T/log")"
n=0
while IFS="|" read -r what options; do
	n=$((n + 1))
	# shellcheck disable=SC2086 # words of their own
	"$audit" exec --trials=2000 --epsilon=0.5 --json $options -- bash -c "target '$what'" > "$T/exec.$n.json" 2> "$T/err"
	[ $? -le 1 ] && follows results "$T/exec.$n.json" > "$T/log" 2>&1
	verdict "exec: $what $options" $? "$(cat "$T/err" "$T/log")"
done << 'END'
%(n)d|
%(w)s|
%(n)d %(w)s|
%(w)s|--delta=0.1 --assume=gaussian
%(w)s|--until=decided --trials=400
END
python3 "$room/search_targets.py" filter --space > "$T/space.json"
"$audit" search --epsilon=1 --trials=1000 --pairs=30 --space="$T/space.json" --witness="$T/witness.json" --json -- python3 -B "$room/search_targets.py" filter > "$T/search.json" 2> "$T/err"
[ $? -eq 1 ] && follows search "$T/search.json" > "$T/log" 2>&1 && follows witness "$T/witness.json" >> "$T/log" 2>&1
verdict "search and its witness" $? "$(cat "$T/err" "$T/log")"
python3 -c 'import json, sys
sys.exit(json.load(open(sys.argv[1]))["witness"] != json.load(open(sys.argv[2])))' "$T/search.json" "$T/witness.json"
verdict "the document holds the witness that was kept" $?
"$audit" replay "$T/witness.json" --json > "$T/again.json" 2> "$T/err"
[ $? -eq 1 ] && follows results "$T/again.json" > "$T/log" 2>&1
verdict "replay of a witness" $? "$(cat "$T/err" "$T/log")"
while read -r command options; do
	# shellcheck disable=SC2086 # words of their own
	"$audit" $command $options --json > "$T/$command.json" 2> "$T/err"
	[ $? -le 1 ] && follows "$command" "$T/$command.json" > "$T/log" 2>&1
	verdict "$command $options" $? "$(cat "$T/err" "$T/log")"
done << 'END'
list
list --mutants
calibrate --trials=400 --repeats=2
calibrate --trials=400 --repeats=2 --until=decided
release --mech=hdpmf --neighbours=2
replay --neighbours=3
replay --neighbours=3 --mutants
sensitivity --evaluations=12
noise --trials=10000
timing --trials=1000
END
"$audit" timing --trials=1000 --json -- bash -c "target '%(n)d'" > "$T/timing.target.json" 2> "$T/err"
[ $? -le 1 ] && follows timing_target "$T/timing.target.json" > "$T/log" 2>&1
verdict "timing of a program" $? "$(cat "$T/err" "$T/log")"
for law in 'geometric --p=1 --q=2' 'normal --sigma=1'; do
	# shellcheck disable=SC2086 # words of their own
	"$audit" noise --law=$law --trials=10000 --json -- bash -c "target '%(n)d.25'" > "$T/noise.target.json" 2> "$T/err"
	[ $? -eq 1 ] && follows noise_target "$T/noise.target.json" > "$T/log" 2>&1
	verdict "noise of a program: $law" $? "$(cat "$T/err" "$T/log")"
done
missing=
for name in $("$audit" --help | sed -n 's/^  \([a-z]*\)  .*/\1/p' | grep -v -e '^run$' -e '^exec$'); do
	[ -s "$T/$name.json" ] || missing="$missing $name"
done
[ -z "$missing" ]
verdict "every command that dpmf-audit has was asked" $? "$missing"

# Each damage is found: a key less, a key more, a number that is none, a share above 1, a word that is not in the list.
missed=
while read -r name change; do
	python3 - "$T/all.json" "$T/damaged.json" "$change" << 'END'
import json, sys
document = json.load(open(sys.argv[1]))
case = document["cases"][0]
exec(sys.argv[3])
json.dump(document, open(sys.argv[2], "w"))
END
	follows results "$T/damaged.json" 2> /dev/null && missed="$missed $name"
done << 'END'
missing del case["seed"]
surplus case["extra"] = 1
deep case["event"]["likely"]["extra"] = 1
text case["trials"] = "400"
share case["event"]["likely"]["interval"][1] = 1.5
third case["event"]["likely"]["interval"].append(0.5)
word case["verdict"] = "maybe"
version document["version"] = True
exact case["epsilon_exact"] = "huge"
id case["id"] = "no slash"
END
[ -z "$missed" ]
verdict "damaged documents are found" $? "$missed"
exit $bad
