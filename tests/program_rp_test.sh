#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# `dpmf train --mech=dpmf-rp`: one seed is one model, however the sum is made; the budget is that of `dpmf account`.
. "$(dirname "$0")/program.sh"

"$dpmf" synth --users=60 --items=40 --ratings=900 --seed=5 --out="$T/r.tsv" > "$T/log" 2>&1
verdict 'synth writes ratings' $? "$(tail -1 "$T/log")"

train() { # OUT OPTION...
	local out=$1
	shift
	"$dpmf" train --mech=dpmf-rp --ratings="$T/r.tsv" --epochs=4 --factors=3 --participation=0.25 --theta=0.0625 --quanta=2 \
		--seed=1 --out="$out" "$@" > "$T/log" 2>&1
}

for variant in published corrected; do
	train "$T/one" --variant=$variant && train "$T/two" --variant=$variant --jobs=2 && diff -r "$T/one" "$T/two" > "$T/diff"
	verdict "$variant: one thread and two give the same bytes" $? "$(tail -qn 1 "$T/log" "$T/diff" | xargs)"
	rm -rf "$T/two"
	train "$T/two" --variant=$variant --sum=secagg && cmp "$T/one/item_factors.txt" "$T/two/item_factors.txt" > "$T/diff"
	verdict "$variant: masks change nothing in the sum" $? "$(tail -qn 1 "$T/log" "$T/diff" | xargs)"
	rm -rf "$T/two"
	train "$T/two" --variant=$variant --seed=2 && ! diff -r "$T/one" "$T/two" > "$T/diff"
	verdict "$variant: another seed, other bytes" $? "$(tail -1 "$T/log")"
	rm -rf "$T/two" "$T/one"
done

value() { # KEY END: one end of an enclosure in the JSON document on stdin
	sed -n '/"'"$1"'": {/,/}/s/.*"'"$2"'": "\([^"]*\)".*/\1/p' | head -n 1
}
whole() { # KEY: a whole number in its budget
	sed -n '/"budget": {/,$s/.*"'"$1"'": \([0-9]*\),*/\1/p' | head -n 1
}
spent=$(train "$T/one" --variant=corrected --delta=1e-4 --json; cat "$T/log")
rounds=$(whole rounds <<< "$spent")
told=$("$dpmf" account pbm --users=15 --quanta=2 --theta=0.0625 --coordinates=48 --rounds="$rounds" --delta=1e-4 --json)
[ "$(whole users <<< "$spent")" = 15 ] && [ "$(whole coordinates <<< "$spent")" = 48 ] && [ "$rounds" -ge 1 ] && [ "$rounds" -le 4 ]
verdict 'p = 13 is padded to 16 rows, 15 users to a sum, a user in some of the rounds' $? "$(head -c 300 <<< "$spent")"
for end in lo hi; do
	[ -n "$(value epsilon $end <<< "$spent")" ] && [ "$(value epsilon $end <<< "$spent")" = "$(value epsilon $end <<< "$told")" ]
	verdict "the budget is what dpmf account says of as many rounds ($end)" $? "$(value epsilon $end <<< "$spent") $(value epsilon $end <<< "$told")"
done
rm -rf "$T/one"

rp=("$dpmf" train --mech=dpmf-rp --ratings="$T/r.tsv" --out="$T/out")
refused 'theta without quanta' 'given together' -- "${rp[@]}" --theta=0.1
refused 'theta beyond a quarter' 'theta must be' -- "${rp[@]}" --theta=0.3 --quanta=1
refused 'a ratio below 1' '--ratio is 0.5' -- "${rp[@]}" --ratio=0.5
refused 'an unknown sum' 'ideal, secagg, none' -- "${rp[@]}" --sum=some
refused 'nobody takes part' 'participation' -- "${rp[@]}" --participation=0 --theta=0.1 --quanta=1
refused 'masks without integers' 'adds integers' -- "${rp[@]}" --private=no --sum=secagg
refused 'a threshold of half' 'threshold' -- "${rp[@]}" --sum=secagg --stay=0.5 --theta=0.1 --quanta=1
refused 'a budget that no theta keeps' 'raise --epsilon' -- "${rp[@]}" --epsilon=1e-6 --factors=2 --epochs=2
refused 'an option of another mechanism' 'no such option' -- "${rp[@]}" --scheme=opt

"$dpmf" train --mech=dpmf-rp --ratings="$T/r.tsv" --private=no --epochs=2 --seed=1 --json > "$T/log" 2>&1 &&
	grep -q '"epsilon": null' "$T/log"
verdict 'without noise there is no budget' $? "$(tail -1 "$T/log")"
exit $bad
