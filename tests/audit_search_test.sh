#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# dpmf-audit search: finds the neighbours that break a program, makes them small, calls no sound program violated more often than it may, and
# says what is wrong with a schema or a target.
. "$(dirname "$0")/program.sh"
audit=$B/bin/dpmf-audit
room=$(realpath "$(dirname "$0")")
target() { echo python3 -B "$room/search_targets.py" "$1"; }
space() { python3 -B "$room/search_targets.py" "$1" --space; }
search() { # NAME OPTION...
	# shellcheck disable=SC2046 # words of their own
	"$audit" search --epsilon=1 --space="$(space "$1")" "${@:2}" -- $(target "$1") 2> "$T/err"
}

# NAME, and what the smallest pair is, whichever of the two comes first.
while IFS='|' read -r name one other options; do
	rm -f "$T/$name.json"
	# shellcheck disable=SC2086 # words of their own
	search "$name" --pairs=24 --trials=1000 --json $options > "$T/$name.json"
	[ $? -eq 1 ] && python3 - "$T/$name.json" "$one" "$other" << 'END' > "$T/log" 2>&1
import json, re, sys
found = json.load(open(sys.argv[1]))
want = [sys.argv[2].replace(" ", ""), sys.argv[3].replace(" ", "")]
have = [re.sub('"user":.', '"user":1', json.dumps(data).replace(" ", "")) for data in found["data"]] # which user has no meaning
assert found["verdict"] == "violated" and found["epsilon_lower"] > 1 and found["minimal"], found["epsilon_lower"]
assert want == ["", ""] or sorted(want) == sorted(have), have
END
	verdict "search finds $name" $? "$(tail -n 1 "$T/log") $(cat "$T/err")"
done << 'END'
users|[{"user":1,"item":0},{"user":1,"item":0}]|[]
deterministic|[1]|[]
echo||
says-empty|[0]|[]
by-size|[0,0,0,0,0,0,0,0]|[0,0,0,0,0,0,0]
svt-no-noise|||--seed=2
END
search mean --pairs=16 --trials=1000 > "$T/log"
[ $? -eq 1 ] && grep -q '^data set [01]  *\[-\?1000\]$' "$T/log" && grep -q '^data set [01]  *\[0\]$' "$T/log"
verdict "a mean without bound: one number against the smallest or the largest" $? "$(cat "$T/log" "$T/err")"
search filter --pairs=24 --trials=1000 > "$T/log"
[ $? -eq 1 ] && grep -q 'VIOLATES epsilon = 1\.' "$T/log" && grep -q '^how sure .*as a whole' "$T/log"
verdict "a count whose filter reads the private column" $? "$(cat "$T/log" "$T/err")"
search filter --pairs=24 --trials=1000 > "$T/log2"
cmp -s "$T/log" "$T/log2"
verdict "one seed, one result" $? "$(diff "$T/log" "$T/log2" | head -n 2)"

# Sound programs at a confidence of 0.8, so that errors would be seen: 20 runs, and a twin of each program. make alarms has more.
"$room/../audit/examples/alarms" --seeds=2 --confidence=0.8 --pairs=8 --trials=400 --programs="$B/bin" "$B/examples/sound" > "$T/log" 2>&1
verdict "ten sound programs: no more alarms than 80 % allows, and their twins are found" $? "$(tail -n 2 "$T/log" | xargs)"

# Runs that choose are never those of a bound: every request of a search has a seed of its own.
cat > "$T/log.py" << 'END'
import json, random, sys
with open(sys.argv[1], "a") as log:
    for line in sys.stdin:
        r = json.loads(line)
        print(r["seed"], file=log, flush=True)
        rng = random.Random(r["seed"])
        print(*(2 * len(r["data"]) + int(rng.expovariate(1)) - int(rng.expovariate(1)) for _ in range(r["count"])), sep="\n", flush=True)
END
"$audit" search --epsilon=1 --pairs=16 --trials=800 --space="$(space bounded)" -- python3 "$T/log.py" "$T/seeds" > "$T/log" 2>&1
[ $? -eq 1 ] && [ "$(wc -l < "$T/seeds")" -gt 60 ] && [ -z "$(sort "$T/seeds" | uniq -d)" ]
verdict "every request of a search has a seed of its own" $? "$(sort "$T/seeds" | uniq -d | wc -l) of $(wc -l < "$T/seeds") seeds came twice; $(tail -n 1 "$T/log")"

# What a schema may be told.
bad_space() { # NAME PATTERN SCHEMA
	printf '%s' "$3" > "$B/space.$$.json"
	refused "$1" "$2" -- "$audit" search --epsilon=1 --space="$B/space.$$.json" -- true
	rm -f "$B/space.$$.json"
}
bad_space "no JSON: the line is named" 'line 2: this is no JSON' '{"kind": "numbers",
 "min" 3}'
bad_space "an unknown kind: the line is named" 'line 3, "kind": give table' '{

 "kind": "list"}'
bad_space "an unknown key" '"sise": is not known here' '{"kind": "numbers", "sise": [0, 3]}'
bad_space "a key that is missing" '"relation" is missing' '{"kind": "numbers", "type": "number", "min": 0, "max": 1, "size": [0, 3]}'
bad_space "a range upside down" '"max": is less than' '{"kind": "numbers", "type": "number", "min": 2, "max": 1, "size": [0, 3], "relation": "change"}'
bad_space "a number that is too large for a double" 'no JSON' '{"kind": "numbers", "type": "number", "min": 0, "max": 1e999}'
bad_space "too many rows" '"size": give' '{"kind": "numbers", "type": "number", "min": 0, "max": 1, "size": [0, 65]}'
bad_space "a unit that is no column" '"unit": give row, or the name' '{"kind": "table", "columns": [{"name": "a", "type": "boolean"}], "size": [0, 3],
 "relation": "replace", "unit": "b"}'
bad_space "a list" 'is an object' '[1, 2]'
for schema in '"size": [0, 0], "relation": "add-remove"' '"size": [2, 2], "relation": "add-remove"' '"size": [0, 5], "relation": "change"'; do
	refused "no neighbours: $schema" 'neighbours' -- "$audit" search --epsilon=1 --space="{\"kind\": \"numbers\", \"type\": \"integer\", \"min\": 3, \"max\": 3, $schema}" -- cat
done
numbers=$(space bounded)
refused "a schema that is not there" 'cannot read' -- "$audit" search --epsilon=1 --space="$T/nosuch" -- true
refused "no schema" 'space' -- "$audit" search --epsilon=1 -- true
refused "no epsilon" 'epsilon' -- "$audit" search --space="$numbers" -- true
refused "no command" 'command' -- "$audit" search --epsilon=1 --space="$numbers"
touch "$T/there"
refused "a witness that exists" 'there' -- "$audit" search --epsilon=1 --space="$numbers" --witness="$T/there" -- cat

# And a target.
cat > "$T/hostile.py" << 'END'
import json, random, sys, time
mode = sys.argv[1]
for line in sys.stdin:
    r = json.loads(line)
    rng, n, data = random.Random(r["seed"]), r["count"], r["data"]
    rows = [str(len(data) + rng.expovariate(1) - rng.expovariate(1)) for _ in range(n)]
    if mode == "dies" and not data: raise SystemExit(3)
    if mode == "hangs": time.sleep(60)
    if mode == "few": rows = rows[1:]
    if mode == "more": rows.append("1")
    if mode == "constant": rows = ["7"] * n
    if mode == "reseed": rows = [str(random.Random(i).random()) for i in range(n)]
    if mode == "object": rows[0] = json.dumps({"answer": 1})
    if mode == "open": rows[0] = "[1, 2"
    if mode == "nested": rows[0] = "[[1], 2]"
    if mode == "ragged": rows = [json.dumps([1.5] * len(data) + [2]) for _ in rows]
    if mode == "refuses": rows = ['{"refuse": "never"}']
    if mode == "empty" and not data: rows = ['{"refuse": "no \\u001b[31m\\nrows"}']
    if mode == "words": rows = [rng.choice(('"a b"', "NaN", "-Infinity", '""', "true", "null", "1e400", "\"\\u00e9\"")) for _ in rows]
    if mode == "half" and rng.random() < 0.01: rows = rows[:1] + ['{"refuse": "later"}'] + rows[2:]
    print("\n".join(rows), flush=True)
END
hostile() { # MODE PATTERN [SECONDS]: those of one answer, where none comes
	refused "a target that fails ($1)" "$2" -- "$audit" search --epsilon=9 --pairs=20 --trials=500 --timeout="${3:-60}" --space="$numbers" -- python3 -B "$T/hostile.py" "$1"
}
hostile dies 'exit status 3 .*the data set was \[\]'
hostile hangs 'within 1 seconds.*the data set was' 1
hostile few 'within 1 seconds' 1
hostile more 'more than'
hostile constant 'nothing varied'
hostile reseed 'does not depend on SEED'
hostile object 'each line must be'
hostile open 'each line must be'
hostile nested 'each line must be'
hostile ragged 'as many parts'
hostile refuses 'refused .*never'
refused "a target that is not there" 'cannot start|exit status 127' -- "$audit" search --epsilon=1 --space="$numbers" -- "$T/nosuch"
"$audit" search --epsilon=9 --pairs=40 --trials=500 --space="$numbers" -- python3 -B "$T/hostile.py" empty > "$T/log" 2>&1 && grep -q '^left out  *[0-9]* pairs' "$T/log" && grep -qF '"no ?[31m?rows"' "$T/log"
verdict "pairs with a data set that is refused are left out and counted, and the reason is one line" $? "$(cat "$T/log")"
"$audit" search --epsilon=9 --pairs=20 --trials=500 --space="$numbers" -- python3 -B "$T/hostile.py" words > "$T/log" 2>&1
verdict "words, what is no number, and what is too large for one" $? "$(cat "$T/log")"
exit "$bad"
