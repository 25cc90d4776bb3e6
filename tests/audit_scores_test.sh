#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# dpmf-audit scores: what it reads and refuses, that it does not look at the order of lines, and one training of a real mechanism with many
# canaries, at the noise of the claim and at less.
. "$(dirname "$0")/program.sh"
audit=$B/bin/dpmf-audit
root=$(realpath "$(dirname "$0")/..")
cd "$T" || exit 3
scores() { "$audit" scores --epsilon=1 "$@"; }

# Two of the three numbers of right answers that an epsilon of 1 allows, and all of them.
python3 -B - << 'END'
import random
rng = random.Random(7)
for name, right in (("private", 0.7), ("leaks", 0.95)):
    with open(name, "w") as file:
        for _ in range(600):
            coin = rng.random() < 0.5
            file.write(f"{'in' if coin else 'out'} {rng.random() + (coin == (rng.random() < right))!r}\n")
END
scores private > log 2> err && grep -q '^private is consistent with epsilon = 1: ' log && grep -q '^could be seen' log && grep -q '^it holds if' log && [ ! -s err ]
verdict 'scores of a private program are consistent' $? "$(cat log err)"
scores leaks > log 2> err
[ $? -eq 1 ] && grep -q '^leaks VIOLATES epsilon = 1' log && [ ! -s err ]
verdict 'scores that tell too much violate the claim' $? "$(cat log err)"
again=$(sed -n 's/^again *//p' log)
PATH=$B/bin:$PATH bash -c "$again" > log2
[ $? -eq 1 ] && cmp -s log log2
verdict 'the line that it prints gives the same again' $? "$again"
scores --json - < leaks > piped
[ $? -eq 1 ] && python3 -B "$root/tests/schema.py" "$root/audit/schema/scores.json" piped > err 2>&1
verdict 'standard input is read, and the document follows the schema' $? "$(cat err)"

# The same canaries in another order, with other words and line ends: the same counts, since no two scores are equal.
sort -R --random-source=leaks leaks | sed 's/^in /1,/; s/^out /  0\t/; s/$/\r/' > other
scores --json other > log2
python3 -c 'import json, sys
one, other = (json.load(open(name)) for name in sys.argv[1:])
sys.exit(any(one[key] != other[key] for key in one if key != "again"))' piped log2
verdict 'the order of lines and the words for the coins change nothing' $?
# Turned round, the highest scores are those that were out: nothing is found.
sed 's/ / -/' leaks > turned && scores turned > log
verdict 'scores of the wrong sign find nothing' $? "$(cat log)"
# All scores equal, all that were in first: the lines must not tell.
{ yes 'in 1' | head -n 300; yes 'out 1' | head -n 300; } > equal && scores --json equal > log && [ "$(at epsilon_lower < log)" = 0.0 ]
verdict 'equal scores are not guessed by their lines' $? "$(cat log)"

# Numbers as they come.
printf 'in 0x1.8p1\nout -inf\n\nin inf\nout 2e-320\nin 7\nout -0\n' > forms && scores --guesses=6 forms > log && grep -q '6 of 6 guesses are right' log
verdict 'hex, infinite and tiny scores are read' $? "$(cat log)"
printf 'in 3\nout 1' > short && scores short > log && grep -q 'nothing above the claim: if every guess had been right' log
verdict 'too few canaries are told so' $? "$(cat log)"

n=0
while IFS='|' read -r text pattern; do
	n=$((n + 1))
	printf '%b' "$text" > "bad$n"
	refused "a file: $text" "$pattern" -- "$audit" scores --epsilon=1 "bad$n"
done << 'END'
in 1\nin nan\nout 2\n|bad1:2: "in nan": the score is not a number
in 1\nout 1e999\n|bad2:2: .*too large
in\n|bad3:1: .*a line is
in 1 2\n|bad4:1: .*a line is
inn 1\n|bad5:1: .*a line is
yes 1\n|bad6:1: .*a line is
in,,1\n|bad7:1: .*a line is
in 1,\n|bad8:1: .*a line is
in 1\x00\n|bad9:1: .*a line is
in 1\n\x1b[31mout 2\n|bad10:2: "\?\[31mout 2"
\n\n|bad11: holds no canary
in \n1\n|bad12:1: .*a line is
-1 3\n|bad13:1: .*a line is
END
yes 'in 1' | head -n 40 > unfair
refused 'coins that are not fair' 'unfair|fair coins' -- "$audit" scores --epsilon=1 unfair
yes 'in 1' | head -n 12 > lucky && scores lucky > log
verdict 'twelve heads in a row are not refused' $?
refused 'no claim' 'epsilon=E is missing' -- "$audit" scores private
refused 'no file' 'give one FILE' -- "$audit" scores --epsilon=1
refused 'two files' 'give one FILE' -- "$audit" scores --epsilon=1 private leaks
refused 'a file that is not there' 'nowhere' -- "$audit" scores --epsilon=1 nowhere
refused 'a folder' 'irectory' -- "$audit" scores --epsilon=1 .
refused 'more guesses than canaries' 'guesses=601: there are 600' -- "$audit" scores --epsilon=1 --guesses=601 private
refused 'a side' 'both, in or out' -- "$audit" scores --epsilon=1 --side=up private
refused 'a law without a delta' 'needs --delta' -- "$audit" scores --epsilon=1 --assume=gaussian private
refused 'a law that is none' 'gaussian is the law' -- "$audit" scores --epsilon=1 --assume=laplace private
for value in -1 nan inf '' 1x; do refused "epsilon: $value" 'give a finite number' -- "$audit" scores --epsilon="$value" private; done
scores leaks > /dev/full 2> err
[ $? -eq 3 ] && [ -s err ]
verdict 'a full disk is exit 3' $? "$(cat err)"
for options in '--side=in' '--side=out' '--delta=1e-6' '--delta=1e-6 --assume=gaussian' '--epsilon=700 --delta=0.4' '--confidence=0.2' '--guesses=1'; do
	# shellcheck disable=SC2086 # words of their own
	scores $options --json leaks > log 2> err
	[ $? -le 1 ] && python3 -B "$root/tests/schema.py" "$root/audit/schema/scores.json" log > err 2>&1
	verdict "scores $options" $? "$(cat err)"
done

# The real program, trained once: consistent at its own noise, violated at 0.3 times as much.
"$dpmf" synth --users=300 --items=700 --ratings=14000 --seed=1 --out=ratings.tsv > log
for noise in 1 0.3; do
	DPMF=$dpmf python3 -B "$root/audit/examples/one_run.py" --ratings=ratings.tsv --mech=hdpmf --noise=$noise --seed=1 > "log$noise" 2> err
	echo $? > "status$noise"
done
[ "$(cat status1 status0.3 | xargs)" = '0 1' ]
verdict 'one training of hdpmf, many canaries: consistent, and violated at less noise' $? "$(head -n 1 log1) $(head -n 1 log0.3) $(tail -n 1 err)"
exit $bad
