#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# dpmf-audit timing on programs: what a cost tells of is found and named, what tells nothing convicts nobody, hostile ones are told why.
. "$(dirname "$0")/program.sh"
audit=$B/bin/dpmf-audit
few=${SHORT_RUN:+2000}
few=${few:-4000}

# Whole numbers, and what they are said to have cost. The third argument is a file for the number of every process.
cat > "$T/target.py" << 'END'
import os, random, sys, time
mode, form = sys.argv[1], sys.argv[2]
if len(sys.argv) > 3:
    with open(sys.argv[3], "a") as f: f.write("%d\n" % os.getpid())
asked = 0
for line in sys.stdin:
    word, world, count, seed = line.split()
    assert word == "sample"
    draw = random.Random("one" if mode == "reseed" else seed)
    rows = []
    for _ in range(int(count)):
        asked += 1
        x = 50 * int(world) + draw.randrange(-20, 21)
        y = x - 50 * int(world)
        cost = draw.randrange(100, 110)
        if mode == "far": cost += (abs(y) > 10) * 2
        if mode == "side": cost -= (y > 0) * 2
        if mode == "world": cost += int(world) * 2
        if mode == "fewer": cost -= abs(y)
        if mode == "steady": cost = 7
        if mode == "drift": cost += asked
        if mode == "bursts": cost *= 1 + 50 * (asked // 97 % 2)
        if mode == "rare": cost = 10 ** 9 if draw.random() < 0.005 else 100
        if mode == "sleep": time.sleep(0.004 if abs(y) > 10 else 0.001)
        if mode == "order": x = asked % 5
        if mode == "constant": x = 3
        if mode == "system": x = random.SystemRandom().randrange(-20, 21)
        row = "%d %s" % (x, cost) if form == "field" else "%d" % x
        if mode == "nan": row = "%d nan" % x
        if mode == "word": row = "yes 5"
        if mode == "below": row = "%d -1" % x
        if mode == "huge": row = "%d 1e300" % x
        if mode == "long": row = "1" * 5000
        rows.append(row)
    if mode == "dies" and asked > 500: os._exit(7)
    if mode == "hangs" and asked > 500: time.sleep(300)
    if mode == "more": rows.append(rows[0])
    if mode == "fewerlines": rows.pop()
    sys.stdout.write("".join(row + "\n" for row in rows))
    sys.stdout.flush()
END
timing() { "$audit" timing --timeout=5 "$@"; }

while read -r mode status pattern; do
	timing --cost=field --trials=$few -- python3 -B "$T/target.py" "$mode" field > "$T/log" 2>&1
	[ $? -eq "$status" ] && grep -qE "${pattern//_/ }" "$T/log"
	verdict "costs that tell: $mode" $? "$(head -n 3 "$T/log")"
done << 'END'
sound 0 nothing_was_seen
far 1 TELLS_OF_THE_NOISE\.
fewer 1 TELLS_OF_THE_NOISE\.
side 1 TELLS_OF_THE_NOISE\.
world 1 TELLS_OF_THE_DATA_SET\.
steady 0 nothing_was_seen
drift 0 nothing_was_seen
bursts 0 nothing_was_seen
rare 0 nothing_was_seen
system 0 got_another_answer
END
timing --cost=field --trials=2000 -- python3 -B "$T/target.py" far field > "$T/log" 2>&1
for line in '^what was seen  how far' '^not seen ' '^control .* 4 times' '^could be seen' '^repeated .*differ by 0 ' '^again '; do
	grep -qE "$line" "$T/log"
	verdict "the verdict has a line $line" $? "$(cat "$T/log")"
done
timing --cost=field --trials=2000 -- python3 -B "$T/target.py" sound field | tr -s ' \n' ' ' > "$T/log"
grep -q 'does not mean that its time is constant' "$T/log"
verdict "nothing seen is not called constant" $? "$(cat "$T/log")"
timing --cost=field --trials=2000 --seed=5 --json -- python3 -B "$T/target.py" far field > "$T/1.json"
[ $? -eq 1 ] && [ "$(at result tells_of < "$T/1.json")" = '["far"]' ] && timing --cost=field --trials=2000 --seed=5 --json -- python3 -B "$T/target.py" far field | cmp -s - "$T/1.json"
verdict "one seed, one document; it names what is told" $? "$(at result tells_of < "$T/1.json")"
(PATH=$B/bin:$PATH; sh -c "$(at again < "$T/1.json") > '$T/again'"; [ $? -eq 1 ] && [ -s "$T/again" ])
verdict "the line that repeats it does" $?

# By the clock: three milliseconds are more than the machine can hide.
timing --trials=1000 -- python3 -B "$T/target.py" sleep time > "$T/log" 2>&1
[ $? -eq 1 ] && grep -q 'its time TELLS OF THE NOISE' "$T/log"
verdict "a leak of milliseconds is seen from outside" $? "$(cat "$T/log")"
timing --cost=field --count=20 --trials=1000 -- python3 -B "$T/target.py" fewer field > "$T/log" 2>&1
[ $? -eq 1 ] && grep -q TELLS "$T/log"
verdict "several costs a request are added up" $? "$(cat "$T/log")"
timing --trials=1000 --count=20 --json -- python3 -B "$T/target.py" system time > "$T/2.json" 2> "$T/err"
[ $? -le 1 ] && [ "$(at count < "$T/2.json")" = 20 ] && [ "$(at unit < "$T/2.json")" = nanoseconds ] && [ ! -s "$T/err" ]
verdict "several answers a request" $? "$(cat "$T/err")"

while read -r mode pattern; do
	timing --timeout=2 --cost=field --trials=2000 -- python3 -B "$T/target.py" "$mode" field "$T/pids.$mode" > "$T/out.$mode" 2> "$T/err" < /dev/null
	[ $? -eq 2 ] && grep -qE "${pattern//_/ }" "$T/err" && [ ! -s "$T/out.$mode" ] && [ -s "$T/pids.$mode" ] && gone "$T/pids.$mode" >> "$T/err"
	verdict "exit 2 and the reason: $mode" $? "$(cat "$T/err" "$T/out.$mode")"
done << 'END'
dies exit_status_7
hangs within_2_seconds
more more_than|before_it_was_asked
fewerlines within_2_seconds
nan no_finite_number
word no_finite_number
below from_0_to_1e12
huge from_0_to_1e12
long more_than_2047
constant nothing_varied
reseed Does_it_read_SEED
order follow_the_order_of_requests
END
refused "no cost where one is meant" '1 field, where' -- "$audit" timing --cost=field --trials=1000 -- python3 -B "$T/target.py" sound time
refused "words" 'no finite number' -- "$audit" timing --trials=1000 -- sh -c 'while read x; do echo yes; done'
refused "no command" 'the command to audit is missing' -- "$audit" timing --cost=field --
refused "a cost without a command" 'for a program' -- "$audit" timing --cost=field
refused "a sampler that there is not" 'no sampler has the name' -- "$audit" timing --sampler=nosuch
refused "a sampler and a command" 'for our own samplers' -- "$audit" timing --sampler=polya -- true
"$audit" timing --sampler='fixed laplace' --trials=3000 > "$T/log" 2>&1 && [ "$(grep -c '^fixed laplace' "$T/log")" -gt 1 ] && ! grep -q '^discrete' "$T/log" &&
	[ "$(grep -c 'words .* always' "$T/log")" -eq "$(grep -c '^fixed laplace' "$T/log")" ]
verdict "one sampler alone, whose words never vary" $? "$(cat "$T/log")"
refused "another cost" 'cost=words' -- "$audit" timing --cost=words -- true
refused "too few" 'trials=10' -- "$audit" timing --trials=10
refused "a target that is not there" 'cannot start|exit status 127' -- "$audit" timing -- "$T/nosuch"

# Our own samplers: by their words, the same everywhere.
"$audit" timing --trials=3000 --json > "$T/own.json" 2> "$T/err"
[ $? -eq 0 ] && python3 - "$T/own.json" > "$T/why" 2>&1 << 'END'
import json, sys
rows = json.load(open(sys.argv[1]))["samplers"]
by = {(row["sampler"], row["parameters"]): row for row in rows}
told = by["discrete laplace", "p/q 1/20"]["words"]
assert told["verdict"] == "tells" and "far" in told["tells_of"], told
assert 0.4 < next(r["correlation"] for r in told["ranks"] if r["label"] == "far") < 0.6
assert all(row["words"]["verdict"] == "nothing was seen" for row in rows if row["steady"])
assert sum(row["steady"] for row in rows) >= 10 and len(rows) > 40
END
verdict "our own samplers: the discrete Laplace law tells by its words, those known as steady do not" $? "$(cat "$T/err" "$T/why")"
exit "$bad"
