#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# dpmf-audit noise on programs: draws from the law that is named pass, others do not, and hostile programs are told why.
. "$(dirname "$0")/program.sh"
audit=$B/bin/dpmf-audit
room=$(realpath "$(dirname "$0")/..")
few=${SHORT_RUN:+20000}
few=${few:-60000}

# Geometric noise of rate 1/10, but for the mistake.
cat > "$T/target.py" << 'END'
import math, os, random, struct, sys, time
mode = sys.argv[1]
if len(sys.argv) > 2:
    with open(sys.argv[2], "a") as f: f.write("%d\n" % os.getpid())
asked = 0
def draw(rng):
    x = int(-math.log(1 - rng.random()) * (9 if mode == "narrow" else 10))
    if mode == "shifted": x += 1
    if mode == "below": x -= rng.random() < 0.001
    if mode == "half" and rng.random() < 0.001: x += 0.5
    return x
for line in sys.stdin:
    _, world, count, seed = line.split()
    assert world == "0"
    rng, count = random.Random(1 if mode == "reseed" else int(seed)), int(count)
    asked += 1
    rows = [repr(draw(rng)) for _ in range(count)]
    if mode == "doubled": rows = [row for row in rows[: (count + 1) // 2] for _ in (0, 1)][:count]
    if mode == "first": rows[0] = "30"
    if mode == "constant": rows = ["3"] * count
    if mode == "nan": rows[-1] = "nan"
    if mode == "inf": rows[-1] = "-inf"
    if mode == "word": rows[-1] = "seven"
    if mode == "two": rows = ["1 2"] * count
    if mode == "later" and asked == 3: rows[0] = "1 2"
    if mode == "dies" and asked == 3: os._exit(7)
    if mode == "hangs" and asked == 3: time.sleep(300)
    if mode == "more": rows.append("1")
    if mode == "fewer": rows.pop()
    if mode == "binary": sys.stdout.buffer.write(b"".join(struct.pack("<d", float(row)) for row in rows))
    else: sys.stdout.write("".join(row + "\n" for row in rows))
    sys.stdout.flush()
END
noise() { "$audit" noise --law=geometric --p=1 --q=10 --timeout=2 "$@"; }

while read -r mode status pattern; do
	noise --trials=$few -- python3 -B "$T/target.py" "$mode" > "$T/log" 2>&1
	[ $? -eq "$status" ] && grep -qE "${pattern//_/ }" <(tr -s ' \n' ' ' < "$T/log")
	verdict "against its law: $mode" $? "$(head -n 4 "$T/log")"
done << 'END'
sound 0 no_difference_from_--law=geometric_--p=1_--q=10_was_found
narrow 1 NOT_FROM
shifted 1 NOT_FROM
below 1 one_that_the_law_never_has
half 1 one_that_the_law_never_has
doubled 1 a_draw_and_the_next_one
first 1 the_first_draws_of_two_requests
END
noise --trials=20000 --json -- python3 -B "$T/target.py" sound > "$T/1.json" 2> "$T/err" &&
	noise --trials=20000 --json --binary -- python3 -B "$T/target.py" binary > "$T/2.json" 2>> "$T/err" && cmp -s <(grep -v '"again"' "$T/1.json") <(grep -v '"again"' "$T/2.json")
verdict "the same from doubles of eight bytes" $? "$(cat "$T/err")"
(PATH=$B/bin:$PATH; sh -c "$(at again < "$T/1.json")" > "$T/again" && grep -q 'no difference' "$T/again")
verdict "the line that repeats it does" $? "$(head -n 2 "$T/again")"

# Of programs as they are: what their doubles give away.
tells() { # NAME LAW PATTERN COMMAND...
	"$audit" noise --law=$2 --trials=60000 -- "${@:4}" > "$T/log" 2>&1
	[ $? -eq 0 ] && tr -s ' \n' ' ' < "$T/log" | grep -qE -- "$3"
	verdict "$1 gives away what it is made of" $? "$(cat "$T/log")"
}
# shellcheck disable=SC2086 # a law and its options
tells "Python's exponential law" 'exponential --scale=1' 'multiples of 1/2\^53' python3 -B "$room/audit/examples/samplers.py" exponential
tells "Python's normal law" 'normal --sigma=1' 'radii of two consecutive draws .* multiples of 1/2\^53' python3 -B "$room/audit/examples/samplers.py" normal
tells "noise of node's Math.random" 'laplace --scale=1' 'multiples of 1/2\^5[23]' node "$room/audit/examples/samplers.mjs" laplace
${CC:-cc} -O2 "$room/audit/examples/samplers.c" -lm -o "$T/samplers" 2> "$T/log"
verdict "the example in C compiles" $? "$(head -n 1 "$T/log")"
tells "noise of C's rand" 'laplace --scale=1' 'multiples of 1/2\^32' "$T/samplers"

while read -r mode pattern; do
	noise --trials=20000 -- python3 -B "$T/target.py" "$mode" "$T/pids.$mode" > "$T/out.$mode" 2> "$T/err" < /dev/null
	[ $? -eq 2 ] && grep -qE "${pattern//_/ }" "$T/err" && [ ! -s "$T/out.$mode" ] && [ -s "$T/pids.$mode" ] && gone "$T/pids.$mode" >> "$T/err"
	verdict "exit 2 and the reason: $mode" $? "$(cat "$T/err" "$T/out.$mode")"
done << 'END'
constant nothing_varied
reseed does_not_depend_on_SEED
nan "nan".*finite
inf "-inf".*finite
word "seven".*finite
two 2_fields
later 2_fields_where_1
dies exit_status_7
hangs within_2_seconds
more more_than|before_it_was_asked
fewer within_2_seconds
END
refused "a law without a command" 'the command to audit is missing' -- "$audit" noise --law=laplace --scale=1
refused "a command without a law" 'law=NAME is missing' -- "$audit" noise -- true
refused "a parameter without a law" 'the law and the command' -- "$audit" noise --scale=1
refused "a parameter too few" 'needs --sigma' -- "$audit" noise --law=normal -- true
refused "a parameter too many" 'has no --q' -- "$audit" noise --law=normal --sigma=1 --q=2 -- true
refused "no law of that name" 'it is one of' -- "$audit" noise --law=cauchy -- true
refused "a chance above 1" 'P/Q is a chance' -- "$audit" noise --law=bernoulli --p=2 --q=1 -- true
refused "a law that so few draws do not show" 'take more' -- "$audit" noise --law=geometric --p=100 --q=1 --trials=10000 -- true
refused "a program that is not there" 'cannot start|exit status 127' -- "$audit" noise --law=uniform -- "$T/nosuch"
exit "$bad"
