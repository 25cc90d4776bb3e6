#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# dpmf-audit exec on programs in another language: a verdict for those that answer, exit 2 and the reason for the others.
. "$(dirname "$0")/program.sh"
audit=$B/bin/dpmf-audit

# Laplace noise of scale 1 on 0 or 1: epsilon 1. MODE says what goes wrong.
cat > "$T/target.py" << 'END'
import math, os, random, struct, sys, time
mode, binary = sys.argv[1], sys.argv[2:] == ["binary"]
asked = 0
for line in sys.stdin:
    word, world, count, seed = line.split()
    assert word == "sample"
    if mode == "dies":
        os._exit(7)
    if mode == "killed":
        os.kill(os.getpid(), 9)
    if mode == "hangs":
        time.sleep(60)
    draw = random.Random(seed + "," + world)
    scale = {"quarter": 0.25, "two-halves": 0.5}.get(mode, 1)
    asked += 1
    rows = []
    for _ in range(int(count)):
        # On a grid: else the doubles themselves tell the worlds apart (MODE naive).
        x = round((int(world) + scale * draw.choice((-1, 1)) * draw.expovariate(1)) * 2 ** 20) / 2 ** 20
        if mode == "naive":
            x = int(world) + draw.choice((-1, 1)) * -math.log(1 - draw.random())
        rows.append(x.hex() if mode in ("hex", "naive") else "%r %r" % (x, 0.0) if mode == "two" else "%r" % x)
    if mode == "words":
        rows = ["yes" if (draw.random() < 0.7) == (world == "1") else "no" for _ in rows]
    if mode == "nan": # epsilon ln 9 by the words alone
        rows = [("nan" if (draw.random() < 0.9) == (world == "1") else "-inf") if draw.random() < 0.5 else row for row in rows]
    if mode == "whole": # the first is higher by 2 on data set 0
        rows = ["%d %d %d" % (draw.randrange(20) + 2 * (world == "0"), draw.randrange(20), draw.randrange(20)) for _ in rows]
    if mode == "same":
        rows = [draw.choice(("nan", "0", "1")) for _ in rows]
    if mode in ("number", "parity"):
        rows = [str(asked if mode == "number" else asked % 2)] * int(count)
    if mode == "only":
        rows = ["99.0" if world == "1" and draw.random() < 0.02 else row for row in rows]
    if mode == "fields":
        rows[3] = "1 2"
    if mode == "more":
        rows.append("0")
    if binary:
        sys.stdout.buffer.write(b"".join(struct.pack("<d", float(field)) for row in rows for field in row.split()))
        sys.stdout.buffer.flush()
    else:
        print("\n".join(rows), flush=True)
END
target() { "$audit" exec --trials=6000 --timeout=5 "$@"; }

target --epsilon=1 -- python3 "$T/target.py" sound > "$T/log" 2>&1
[ $? -eq 0 ] && grep -q 'consistent' "$T/log"
verdict "a sound program is consistent: exit 0" $? "$(cat "$T/log")"
target --epsilon=1 --confidence=0.999999 -- python3 "$T/target.py" quarter > "$T/log" 2>&1
[ $? -eq 1 ] && grep -q 'VIOLATES epsilon = 1\.' "$T/log"
verdict "a quarter of the noise is violated: exit 1" $? "$(cat "$T/log")"
target --epsilon=1 --delta=0.999 -- python3 "$T/target.py" quarter > "$T/log" 2>&1
verdict "with a delta that allows it, it is not" $? "$(cat "$T/log")"
target --epsilon=1 --delta=0 -- python3 "$T/target.py" sound > "$T/log" 2>&1
verdict "a delta of 0 may be said" $? "$(cat "$T/log")"
target --epsilon=1 -- python3 "$T/target.py" two > "$T/log" 2>&1
verdict "two numbers a line" $? "$(cat "$T/log")"
target --epsilon=1 -- python3 "$T/target.py" words > "$T/log" 2>&1 && grep -q 'when the answer is "no"; data set 1 is guessed when the answer is "yes"' "$T/log"
verdict "words are categories, and the event names them" $? "$(cat "$T/log")"
target --epsilon=1.5 -- python3 "$T/target.py" nan > "$T/log" 2>&1
[ $? -eq 1 ] && grep -q 'VIOLATES epsilon = 1\.5\.' "$T/log" # the numbers by themselves have an epsilon of 1
verdict "nan and infinity are categories, beside numbers" $? "$(cat "$T/log")"
"$audit" exec --epsilon=1 --trials=20000 -- python3 "$T/target.py" naive > "$T/log" 2>&1
[ $? -eq 1 ] && grep -q 'as a double' "$T/log"
verdict "Laplace noise in doubles gives itself away" $? "$(cat "$T/log")"
grep -q '^note .*whole numbers' "$T/log" && ! grep -q '^could be seen' "$T/log"
verdict "and the remedy is named, not what else could be seen" $? "$(cat "$T/log")"
"$audit" exec --epsilon=40 --trials=2000 -- python3 "$T/target.py" naive > "$T/log" 2>&1 && grep -q '^note .*does not clear it' "$T/log" &&
	"$audit" exec --epsilon=40 --trials=2000 -- python3 "$T/target.py" sound > "$T/log" 2>&1 && ! grep -q '^note ' "$T/log"
verdict "what is consistent and drawn in doubles is not cleared; what is on a grid has no such note" $? "$(cat "$T/log")"
target --epsilon=1 --delta=0.001 --assume=gaussian -- python3 "$T/target.py" sound > "$T/log" 2>&1
grep -q 'if the outcomes are as far apart as a Gaussian' "$T/log"
verdict "what was assumed is said" $? "$(cat "$T/log")"
sequential() { "$audit" exec --epsilon=1 --until=decided "$@"; }
for seed in 1 2 3 4 5 6 7 8 9; do
	sequential --trials=3000 --seed=$seed -- python3 "$T/target.py" two-halves | sed -n 's/.*; \([0-9,]*\) runs in all.*/\1/p' | tr -d ,
done | sort -n > "$T/decided"
[ "$(wc -l < "$T/decided")" -eq 9 ] && [ "$(sed -n 5p "$T/decided")" -le 600 ]
verdict "half of the noise: decided after a median of at most 300 runs a data set" $? "$(xargs < "$T/decided")"
sequential --trials=1500 -- python3 "$T/target.py" sound > "$T/log" 2>&1
verdict "a sound program is never decided against" $? "$(cat "$T/log")"
sequential --trials=600 -- python3 "$T/target.py" number > "$T/log" 2>&1 && sequential --trials=600 -- python3 "$T/target.py" parity > "$T/log" 2>&1
verdict "nor one that follows the requests" $? "$(cat "$T/log")"
refused "an assumed Gaussian law without a delta" 'needs --delta' -- "$audit" exec --epsilon=1 --assume=gaussian -- python3 "$T/target.py" sound
refused "a sequential test of an assumed law" 'assume' -- "$audit" exec --epsilon=1 --until=decided --assume=gaussian -- true
"$audit" exec --epsilon=1 --trials=6000 --seed=4 -- python3 "$T/target.py" sound > "$T/log"
sh -c "$(sed -n 's/^again *dpmf-audit/"$0"/p' "$T/log")" "$audit" > "$T/log2" && cmp -s "$T/log" "$T/log2"
verdict "the line that repeats it gives the same bytes" $? "$(cat "$T/log")"
"$audit" exec --epsilon=1.1 --trials=1000 -- python3 "$T/target.py" sound "$(printf 'x%.0s' {1..3000})" 'a b' > "$T/long"
[ $? -eq 0 ] && grep -q '^again .*xx \.\.\.$' "$T/long"
verdict "a command that is too long for its line is cut, and says so" $? "$(tail -c 200 "$T/long")"
grep -q '^what was seen .* in [0-9,]* of [0-9,]* runs' "$T/log" && grep -q '^could be seen .*an epsilon of 1\.' "$T/log"
verdict "event, counts, and what could have been seen" $? "$(cat "$T/log")"
grep -q "^python3 $T/target.py sound is consistent with epsilon = 1: " "$T/log"
verdict "the program is named as it was called" $? "$(head -n 1 "$T/log")"
target --epsilon=1 --html="$T/p.html" --junit="$T/p.xml" --markdown="$T/p.md" -- python3 "$T/target.py" quarter > "$T/log" 2>&1
python3 - "$T/p.xml" "$T/p.md" "$T/p.html" << 'END' > "$T/why" 2>&1
import sys, xml.etree.ElementTree as x
suites = x.parse(sys.argv[1]).getroot()
assert suites.get("failures") == "1" and "VIOLATES" in suites.find(".//failure").get("message")
assert "**VIOLATED**" in open(sys.argv[2]).read() and "VIOLATED" in open(sys.argv[3]).read().upper()
END
verdict "the same verdict as a page, JUnit and Markdown" $? "$(cat "$T/why")"
target --epsilon=1.2 --html="$T/only.html" -- python3 "$T/target.py" only > "$T/log" 2>&1
[ $? -eq 1 ] && grep -q 'the answer is at least [0-9.]*: in [0-9,]* of [0-9,]* runs on data set 1, in 0 of' "$T/log" && grep -q '<line class="out"' "$T/only.html"
verdict "what only one data set gives is found, and drawn in red" $? "$(cat "$T/log")"
target --epsilon=0.5 --json -- python3 "$T/target.py" sound > "$T/1.json" 2> "$T/err"
target --epsilon=0.5 --json -- python3 "$T/target.py" hex > "$T/2.json" 2>> "$T/err"
cmp -s <(grep -v '"again"' "$T/1.json") <(grep -v '"again"' "$T/2.json") && [ ! -s "$T/err" ] && python3 -c 'import json, sys
one = json.load(open(sys.argv[1]))["cases"][0]
sys.exit(0 if one["verdict"] == "violated" and 0.5 < one["epsilon_lower"] < 1 else 1)' "$T/1.json"
verdict "--json, the same from decimals and from hex floats, one seed one result" $? "$(cat "$T/err")"

"$audit" exec --epsilon=1 --json -- python3 "$T/target.py" whole > "$T/1.json" 2> "$T/err"
[ $? -eq 1 ] && grep -q 'number 1 tells most, such as when it is at least 20"' "$T/1.json" && grep -q 'when it is at most 1"' "$T/1.json" &&
	grep -q '"note": ""' "$T/1.json" && python3 -c 'import json, sys
sys.exit(0 if json.load(open(sys.argv[1]))["cases"][0]["event"]["parts"] == [2, 2] else 1)' "$T/1.json"
verdict "whole numbers are told as such, and are no noise in doubles" $? "$(grep -A6 '"event"' "$T/1.json")"
target --epsilon=1 -- python3 "$T/target.py" same > "$T/log" 2>&1 && grep -q 'any answer, since no event was found' "$T/log"
verdict "where nothing tells the data sets apart, this is said" $? "$(cat "$T/log")"
for mode in sound two nan; do
	dims=$([ "$mode" = two ] && echo 2 || echo 1)
	target --epsilon=1.5 --json -- python3 "$T/target.py" "$mode" > "$T/1.json" 2> "$T/err"
	target --epsilon=1.5 --json --binary "--dims=$dims" -- python3 "$T/target.py" "$mode" binary > "$T/2.json" 2>> "$T/err"
	cmp -s <(grep -v '"again"' "$T/1.json") <(grep -v '"again"' "$T/2.json") && grep -q '"again".* --binary ' "$T/2.json"
	verdict "--binary: the same from doubles ($mode)" $? "$(cat "$T/err")"
done
refused "doubles where more are meant" 'more than' -- "$audit" exec --epsilon=1 --trials=1000 --binary -- python3 -B "$T/target.py" two binary
refused "fewer doubles than are meant" 'no whole answer' -- "$audit" exec --epsilon=1 --trials=1000 --binary --dims=2 --timeout=1 -- python3 -B "$T/target.py" sound binary

for mode in dies:'exit status 7' killed:'signal 9' fields:'2 fields where 1' more:'more than|more lines than'; do
	refused "a target that fails (${mode%%:*})" "${mode#*:}" -- "$audit" exec --epsilon=1 --trials=1000 -- python3 -B "$T/target.py" "${mode%%:*}"
done
refused "too few --dims" '2 fields where 1' -- "$audit" exec --epsilon=1 --dims=1 --trials=1000 -- python3 -B "$T/target.py" two
start=$SECONDS
refused "a target that hangs" 'within 1 seconds' -- "$audit" exec --epsilon=1 --timeout=1 -- python3 -B "$T/target.py" hangs
[ $((SECONDS - start)) -lt 20 ]
verdict "and it is not waited for" $? "$((SECONDS - start)) s"
refused "a target that is not there" 'cannot start|exit status 127' -- "$audit" exec --epsilon=1 -- "$T/nosuch"
refused "no epsilon" 'epsilon' -- "$audit" exec -- true
refused "no command" 'command' -- "$audit" exec --epsilon=1
for delta in 1 -0 -1e-5 nan 0x0; do
	refused "delta=$delta" "delta=$delta" -- "$audit" exec --epsilon=1 --delta="$delta" -- true
done
refused "epsilon below 0" 'epsilon=-1' -- "$audit" exec --epsilon=-1 -- true
exit "$bad"
