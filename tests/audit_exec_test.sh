#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# dpmf-audit exec on programs in another language: a verdict for those that answer, exit 2 and the reason for the others.
. "$(dirname "$0")/program.sh"
audit=$B/bin/dpmf-audit

# Laplace noise of scale 1 on 0 or 1: epsilon 1. MODE says what goes wrong.
cat > "$T/target.py" << 'END'
import math, os, random, sys, time
mode = sys.argv[1]
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
    scale = 0.25 if mode == "quarter" else 1
    rows = []
    for _ in range(int(count)):
        x = int(world) + scale * random.Random.choice(draw, (-1, 1)) * draw.expovariate(1)
        rows.append(x.hex() if mode == "hex" else "%r %r" % (x, 0.0) if mode == "two" else "%r" % x)
    if mode == "words":
        rows[3] = "three"
    if mode == "nan":
        rows[3] = "nan"
    if mode == "more":
        rows.append("0")
    print("\n".join(rows), flush=True)
END
target() { "$audit" exec --trials=6000 --timeout=5 "$@"; }

target --epsilon=1 -- python3 "$T/target.py" sound > "$T/log" 2>&1
[ $? -eq 0 ] && grep -q 'consistent' "$T/log"
verdict "a sound program is consistent: exit 0" $? "$(cat "$T/log")"
target --epsilon=1 --confidence=0.999999 -- python3 "$T/target.py" quarter > "$T/log" 2>&1
[ $? -eq 1 ] && grep -q 'VIOLATED' "$T/log"
verdict "a quarter of the noise is violated: exit 1" $? "$(cat "$T/log")"
target --epsilon=1 --delta=0.999 -- python3 "$T/target.py" quarter > "$T/log" 2>&1
verdict "with a delta that allows it, it is not" $? "$(cat "$T/log")"
target --epsilon=1 --dims=2 -- python3 "$T/target.py" two > "$T/log" 2>&1
verdict "two numbers a line" $? "$(cat "$T/log")"
target --epsilon=0.5 --json -- python3 "$T/target.py" sound > "$T/1.json" 2> "$T/err"
target --epsilon=0.5 --json -- python3 "$T/target.py" hex > "$T/2.json" 2>> "$T/err"
cmp -s "$T/1.json" "$T/2.json" && [ ! -s "$T/err" ] && python3 -c 'import json, sys
one = json.load(open(sys.argv[1]))["cases"][0]
sys.exit(0 if one["verdict"] == "violated" and 0.5 < one["epsilon_lower"] < 1 else 1)' "$T/1.json"
verdict "--json, the same from decimals and from hex floats, one seed one result" $? "$(cat "$T/err")"

for mode in dies:'exit status 7' killed:'signal 9' words:three nan:nan more:'more than' two:'more than 1 numbers'; do
	refused "a target that fails (${mode%%:*})" "${mode#*:}" -- "$audit" exec --epsilon=1 --trials=1000 -- python3 -B "$T/target.py" "${mode%%:*}"
done
start=$SECONDS
refused "a target that hangs" 'within 1 seconds' -- "$audit" exec --epsilon=1 --timeout=1 -- python3 -B "$T/target.py" hangs
[ $((SECONDS - start)) -lt 20 ]
verdict "and it is not waited for" $? "$((SECONDS - start)) s"
refused "a target that is not there" 'cannot start|exit status 127' -- "$audit" exec --epsilon=1 -- "$T/nosuch"
refused "no epsilon" 'epsilon' -- "$audit" exec -- true
refused "no command" 'command' -- "$audit" exec --epsilon=1
refused "epsilon below 0" 'epsilon=-1' -- "$audit" exec --epsilon=-1 -- true
exit "$bad"
