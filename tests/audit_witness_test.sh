#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# A witness of dpmf-audit search and its replay: the same again, a test of its own with another seed, and no verdict from a file that was
# edited into something that is none.
. "$(dirname "$0")/program.sh"
audit=$B/bin/dpmf-audit
room=$(realpath "$(dirname "$0")")
run() { "$audit" search --epsilon=1 --pairs=40 --trials=1500 --space="$(python3 -B "$room/search_targets.py" "$1" --space)" "${@:2}" -- python3 -B "$room/search_targets.py" "$1"; }

run users --witness="$T/w.json" > "$T/log" 2>&1
[ $? -eq 1 ] && grep -q "^again  *dpmf-audit replay $T/w.json" "$T/log"
verdict "a search keeps its witness" $? "$(cat "$T/log")"
"$audit" replay "$T/w.json" > "$T/log2" 2> "$T/err"
[ $? -eq 1 ] && [ "$(grep -o 'at least [0-9.]*' "$T/log" | head -n 1)" = "$(grep -o 'at least [0-9.]*' "$T/log2" | head -n 1)" ] &&
	grep -q 'no new evidence' "$T/log2" && grep -q '^dpmf-audit replay: runs the command of the witness: python3' "$T/err"
verdict "its replay finds the same, says which command it runs, and that this is no new evidence" $? "$(cat "$T/log2" "$T/err")"
"$audit" replay --seed=5 "$T/w.json" > "$T/log2" 2> "$T/err"
[ $? -eq 1 ] && grep -q 'a test of its own, at 99 %' "$T/log2"
verdict "another seed is a test of its own" $? "$(cat "$T/log2" "$T/err")"
"$audit" replay --seed=5 --trials=600 --confidence=0.9 --json "$T/w.json" > "$T/log2" 2> "$T/err"
[ $? -eq 1 ] && [ "$(at cases 0 confidence < "$T/log2")" = 0.9 ] && [ "$(at cases 0 trials < "$T/log2")" = 600 ]
verdict "with trials and a confidence of its own" $? "$(cat "$T/err")"
"$audit" replay "$T/w.json" -- python3 -B "$room/search_targets.py" by-users > "$T/log2" 2> "$T/err"
[ $? -eq 0 ] && [ ! -s "$T/err" ] && grep -q 'is consistent with epsilon = 1' "$T/log2"
verdict "another program on the same data sets: sound" $? "$(cat "$T/log2" "$T/err")"
run by-users --witness="$T/none.json" > "$T/log" 2>&1 && [ ! -e "$T/none.json" ]
verdict "a sound program leaves no witness" $? "$(cat "$T/log")"
refused "--confidence with the seed of the witness" 'another --seed' -- "$audit" replay --confidence=0.9 "$T/w.json"
refused "options of the mechanisms" 'does not apply to a witness' -- "$audit" replay "$T/w.json" --mech=hdpmf
refused "options of a witness without one" 'does not apply to the mechanisms' -- "$audit" replay --trials=500
refused "a witness that is not there" 'cannot read' -- "$audit" replay "$T/nosuch"
refused "another program that dies" 'exit status 1' -- "$audit" replay "$T/w.json" -- false

edited() { # NAME PATTERN CHANGE
	python3 - "$T/w.json" "$B/edited.$$.json" "$3" << 'END'
import json, sys
w = json.load(open(sys.argv[1]))
longer = max(w["data"], key=len)
exec(sys.argv[3])
json.dump(w, open(sys.argv[2], "w"), indent=1)
END
	refused "edited: $1" "$2" -- "$audit" replay "$B/edited.$$.json"
	rm -f "$B/edited.$$.json"
}
edited "no neighbours" 'no neighbours: that would be so if all rows' 'w["data"] = [[{"user": 1, "item": 0}, {"user": 2, "item": 0}], []]'
edited "a data set against itself" 'no neighbours' 'w["data"][1] = w["data"][0]'
edited "a value out of its range" '(first|second) data set is no data set' 'longer[0]["item"] = 3'
edited "a column more" 'is no data set' 'longer[0]["x"] = 3'
edited "three data sets" 'two data sets' 'w["data"].append([])'
edited "no data" '"data"' 'del w["data"]'
edited "another relation" '"relation"' 'w["space"]["relation"] = "any"'
edited "no space" 'object' 'w["space"] = 3'
edited "a confidence of 1" 'confidence' 'w["confidence"] = 1'
edited "a bound of less confidence than its share" 'line [0-9]+, "confidence_by_itself"' 'w["found"]["confidence_by_itself"] = w["confidence"]'
edited "a negative epsilon" 'epsilon_claimed' 'w["epsilon_claimed"] = -1'
edited "trials as a text" 'line [0-9]+, "trials"' 'w["found"]["trials"] = "1500"'
edited "no trials" 'trials' 'w["found"]["trials"] = 3'
edited "another format" 'is no witness' 'w["format"] = "dpmf-audit"'
edited "a later version" 'version' 'w["version"] = 2'
edited "no command" 'behind --' 'w["command"] = []'
edited "a command that is none" 'behind --' 'w["command"] = ["a", None]'
head -c 300 "$T/w.json" > "$T/cut.json"
refused "cut off" 'line [0-9]+: this is no JSON' -- "$audit" replay "$T/cut.json"

# The relations, each with two data sets that are neighbours and two that are not.
judged() { # NAME SPACE YES NO: as a witness of a program that only counts
	local d
	for d in "$3" "$4"; do
		printf '{"format":"dpmf-audit-witness","version":1,"command":["cat"],"epsilon_claimed":1,"delta":0,"confidence":0.9,"space":%s,"data":%s,"found":{"trials":400,"seed":1,"confidence_by_itself":0.99,"epsilon_lower":0}}' \
			"$2" "$d" > "$T/j.json"
		"$audit" replay "$T/j.json" -- false > "$T/log" 2>&1
		grep -q 'exit status 1' "$T/log" && echo yes || { grep -q 'no neighbours' "$T/log" && echo no; }
	done | xargs > "$T/said"
	[ "$(cat "$T/said")" = "yes no" ]
	verdict "neighbours: $1" $? "$(cat "$T/said" "$T/log")"
}
numbers='"kind":"numbers","type":"number","min":0,"max":9,"size":[0,5]'
judged "one number more" "{$numbers,\"relation\":\"add-remove\"}" '[[1,2],[1,3,2]]' '[[1,2],[2,1]]'
judged "one number replaced" "{$numbers,\"relation\":\"replace\"}" '[[1,2],[1,3]]' '[[1,2],[3,4]]'
judged "one number changed" "{$numbers,\"relation\":\"change\"}" '[[1,2],[1,3]]' '[[1,2],[1,2,3]]'
judged "a bin" '{"kind":"histogram","bins":3,"size":[0,9],"relation":"add-remove"}' '[[1,0,2],[1,0,3]]' '[[1,0,2],[1,1,3]]'
judged "another bin" '{"kind":"histogram","bins":3,"size":[0,9],"relation":"replace"}' '[[1,0,2],[0,0,3]]' '[[1,0,2],[1,0,3]]'
ratings='"kind":"ratings","users":3,"items":3,"type":"integer","min":1,"max":5,"size":[0,5]'
judged "the value of a rating" "{$ratings,\"relation\":\"change\"}" '[[[0,1,2]],[[0,1,5]]]' '[[[0,1,2]],[[0,2,2]]]'
judged "a user's ratings" "{$ratings,\"relation\":\"add-remove\",\"unit\":\"user\"}" '[[[0,1,2],[1,1,1],[0,2,3]],[[1,1,1]]]' '[[[0,1,2],[1,1,1],[0,2,3]],[[0,1,2],[1,1,1]]]'
graph='"kind":"graph","nodes":4,"size":[0,6]'
judged "an edge" "{$graph,\"relation\":\"add-remove\"}" '[{"nodes":4,"edges":[[0,1]]},{"nodes":4,"edges":[]}]' '[{"nodes":4,"edges":[[0,1],[2,3]]},{"nodes":4,"edges":[]}]'
judged "a node" "{$graph,\"relation\":\"add-remove\",\"unit\":\"node\"}" '[{"nodes":4,"edges":[[0,1],[1,3]]},{"nodes":4,"edges":[]}]' '[{"nodes":4,"edges":[[0,1],[2,3]]},{"nodes":4,"edges":[]}]'

# What is judged is what the program is given: two numbers that are one double, and the two zeros, make no second difference.
cat > "$T/spelling.py" << 'END'
import sys
for line in sys.stdin:
    print(line, end="", file=sys.stderr)
    sys.exit(1)
END
for d in '[[9007199254740993,0,2],[9007199254740992,0,1]]' '[[-0.0,0.0,2],[0,0,1]]' '[[1.0,0,2e0],[1,0,1]]'; do
	printf '{"format":"dpmf-audit-witness","version":1,"command":["cat"],"epsilon_claimed":1,"delta":0,"confidence":0.9,"space":%s,"data":%s,"found":{"trials":400,"seed":1,"confidence_by_itself":0.99,"epsilon_lower":0}}' \
		'{"kind":"numbers","type":"number","min":-9e15,"max":1e16,"size":[0,5],"relation":"change"}' "$d" > "$T/j.json"
	"$audit" replay "$T/j.json" -- python3 "$T/spelling.py" > "$T/log" 2>&1
	grep -qE '"data":\[[0-9.]+,0,[12]\]' "$T/log" && ! grep -q '740993' "$T/log"
	verdict "two spellings of a number are one: $d" $? "$(head -c 300 "$T/log")"
done
exit "$bad"
