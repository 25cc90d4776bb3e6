#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# dpmf-audit replay --space on programs in two languages that report their noise: each planted bug is called what it is, and a sound program
# has no fault.
. "$(dirname "$0")/program.sh"
audit=$B/bin/dpmf-audit
room=$(realpath "$(dirname "$0")")
space=$(python3 -B "$room/foreign_targets.py" --space)
replay() { "$audit" replay --space="$space" --epsilon=1 "$@"; }
TIMEFORMAT='%U %S' # seconds of processors, the program's own among them: a busy machine takes none away

while read -r language program; do
	command -v "$language" > /dev/null || { echo "skip programs in $language: $language is missing"; continue; }
	replay --json -- "$language" "$room/$program" sound > "$T/log" 2> "$T/err" && [ "$(at faults < "$T/log")" = '[]' ] && [ "$(at composed is < "$T/log")" = epsilon ]
	verdict "$language: a sound program has no fault, and its budget is composed" $? "$(head -c 300 "$T/log" "$T/err")"
	python3 -B "$room/schema.py" "$room/../audit/schema/foreign.json" "$T/log" > "$T/err" 2>&1
	verdict "$language: its document follows the schema" $? "$(cat "$T/err")"
	while read -r bug kind; do
		{ time replay --json -- "$language" "$room/$program" "$bug" > "$T/log" 2> "$T/err"; } 2> "$T/seconds"
		[ $? -eq 1 ] && python3 - "$T/log" "$kind" < /dev/null > "$T/why" 2>&1 <<- 'END'
			import json, sys
			kinds = {fault["kind"] for fault in json.load(open(sys.argv[1]))["faults"]}
			# Where a statistic is no number, the output is none; a range of the data makes the scale as well.
			also = {"not-finite": {"output"}, "declared": {"scale"}}.get(sys.argv[2], set())
			assert sys.argv[2] in kinds and kinds <= also | {sys.argv[2]}, kinds
		END
		verdict "$language: $bug is called $kind" $? "$(tail -n 1 "$T/why") $(cat "$T/err")"
		[ -n "${SANITIZE:-}" ] || { awk '{ exit !(NF == 2 && $1 + $2 < 1) }' "$T/seconds"; verdict "$language: $bug is found in less than a second" $? "$(cat "$T/seconds")"; }
		[ "$bug" != forgets-to-clip ] || { python3 -B "$room/schema.py" "$room/../audit/schema/foreign.json" "$T/log" > "$T/err" 2>&1; verdict "$language: its document follows the schema" $? "$(cat "$T/err")"; }
	done < <(python3 -B "$room/foreign_targets.py" --bugs)
done << 'END'
python3 foreign_targets.py
node foreign_targets.mjs
END
replay -- python3 -B "$room/foreign_targets.py" skips-empty > "$T/log"
[ $? -eq 1 ] && grep -q '^additions  *what gets noise' "$T/log" && grep -qx '  data set [01]   \[\]' "$T/log" && grep -qE '^  data set [01]   \[[^,]+\]$' "$T/log"
verdict "the data sets of a fault are made small" $? "$(cat "$T/log")"
"$audit" replay --space="$space" -- python3 -B "$room/foreign_targets.py" spends-too-much > "$T/log"
verdict "no budget is compared where none is asked for" $? "$(cat "$T/log")"

# Normal noise: 4 statistics of sensitivity 1 and sigma 4 are one of mu = 1/2, whose delta at epsilon 1 is
# Phi(-1.75) - e Phi(-2.25) = 0.006829....
cat > "$T/normal.py" << 'END'
import json, random, sys
for line in sys.stdin:
    r = json.loads(line)
    out, rng = [], random.Random(r["seed"])
    for k in range(4):
        noise = rng.gauss(0, 4)
        n = len(r["data"])
        out.append({"name": "n", "statistic": n, "sensitivity": 1, "law": "normal", "scale": 4, "stream": k, "answer": r["answers"][k] if r["answers"] else n + noise})
    print(json.dumps({"additions": out, "output": None}), flush=True)
END
for delta in 0.00683:0 0.006829:1; do
	"$audit" replay --space="$space" --epsilon=1 --delta="${delta%:*}" -- python3 "$T/normal.py" > "$T/log"
	[ $? -eq "${delta#*:}" ] && grep -q 'a delta of 0.006829' "$T/log"
	verdict "normal noise composes to its delta, against ${delta%:*}" $? "$(cat "$T/log")"
done

bad_answer() { # NAME PATTERN ANSWER
	refused "$1" "$2" -- "$audit" replay --space="$space" -- python3 -c 'import sys
for line in sys.stdin: print(sys.argv[1], flush=True)' "$3"
}
bad_answer "an answer that is no JSON" 'no JSON' '{"additions": ['
bad_answer "an answer without additions" 'must answer' '{"output": 1}'
bad_answer "an answer without output" 'must answer' '{"additions": []}'
bad_answer "an unknown law" '"law" must be' '{"additions": [{"name": "a", "law": "cauchy"}], "output": 1}'
bad_answer "an addition without a stream" '"stream" must be' '{"additions": [{"name": "a", "law": "laplace"}], "output": 1}'
bad_answer "a statistic that is a word" 'a number or a list' '{"additions": [{"name": "a", "law": "laplace", "stream": 1, "sensitivity": 1, "scale": 1, "statistic": "x", "answer": 1}], "output": 1}'
bad_answer "two answers to one statistic" 'as many numbers' '{"additions": [{"name": "a", "law": "laplace", "stream": 1, "sensitivity": 1, "scale": 1, "statistic": 1, "answer": [1, 2]}], "output": 1}'
bad_answer "an empty line" 'no JSON' ''
refused "a program that ignores the answers" 'did not hand out' -- "$audit" replay --space="$space" -- python3 -c 'import json, random, sys
for line in sys.stdin: print(json.dumps({"additions": [{"name": "a", "law": "laplace", "stream": 1, "sensitivity": 1, "scale": 1, "statistic": 1, "answer": random.random()}], "output": 1}), flush=True)'
refused "no command" 'command' -- "$audit" replay --space="$space"
refused "options of others" 'does not apply' -- "$audit" replay --space="$space" --trials=500 -- cat
refused "a space without neighbours" 'neighbours' -- "$audit" replay --space='{"kind": "histogram", "bins": 1, "size": [2, 2], "relation": "replace"}' -- cat
exit "$bad"
