#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# `dpmf train --mech=dpmf-rp`: one seed is one model, however the sum is made; the budget is that of `dpmf account`.
. "$(dirname "$0")/../program.sh"

"$dpmf" synth --users=60 --items=40 --ratings=900 --seed=5 --out="$T/r.tsv" > "$T/log" 2>&1
verdict 'synth writes ratings' $? "$(tail -1 "$T/log")"

train() { # OUT OPTION...
	local out=$1
	shift
	"$dpmf" train --mech=dpmf-rp --variant=published --ratings="$T/r.tsv" --epochs=4 --factors=3 --participation=0.25 --theta=0.0625 --quanta=2 \
		--seed=1 --out="$out" "$@" > "$T/log" 2>&1
}

for variant in published corrected; do
	train "$T/one" --variant=$variant && train "$T/two" --variant=$variant --jobs=2 && diff -r "$T/one" "$T/two" > "$T/diff"
	verdict "$variant: one thread and two give the same bytes" $? "$(tail -qn 1 "$T/log" "$T/diff" | xargs)"
	rm -rf "$T/two"
	train "$T/two" --variant=$variant --sum=secagg && cmp "$T/one/public/item_factors.txt" "$T/two/public/item_factors.txt" > "$T/diff"
	verdict "$variant: masks change nothing in the sum" $? "$(tail -qn 1 "$T/log" "$T/diff" | xargs)"
	rm -rf "$T/two"
	train "$T/two" --variant=$variant --seed=2 && ! diff -r "$T/one" "$T/two" > "$T/diff"
	verdict "$variant: another seed, other bytes" $? "$(tail -1 "$T/log")"
	rm -rf "$T/two" "$T/one"
done

value() { # KEY END: one end of an enclosure in the JSON document on stdin
	sed -n '/"'"$1"'": {/,/}/s/.*"'"$2"'": "\([^"]*\)".*/\1/p' | head -n 1
}
whole() { # KEY: a whole number of what was released
	sed -n '/"released": {/,$s/.*"'"$1"'": \([0-9]*\),*/\1/p' | head -n 1
}
spent=$(train "$T/one" --variant=corrected --colluding=0 --delta=1e-4 --json; cat "$T/log")
rounds=$(whole rounds <<< "$spent")
told=$("$dpmf" account pbm --users=15 --quanta=2 --theta=0.0625 --coordinates=48 --rounds="$rounds" --delta=1e-4 --json)
[ "$(whole users <<< "$spent")" = 15 ] && [ "$(whole coordinates <<< "$spent")" = 48 ] && [ "$rounds" -ge 1 ] && [ "$rounds" -le 4 ]
verdict 'p = 13 is padded to 16 rows, 15 users to a sum, a user in some of the rounds' $? "$(head -c 300 <<< "$spent")"
for end in lo hi; do
	[ -n "$(value epsilon $end <<< "$spent")" ] && [ "$(value epsilon $end <<< "$spent")" = "$(value epsilon $end <<< "$told")" ]
	verdict "the budget is what dpmf account says of as many rounds ($end)" $? "$(value epsilon $end <<< "$spent") $(value epsilon $end <<< "$told")"
done
rm -rf "$T/one"

told() { # KEY: the number behind it in the JSON document on stdin
	sed -n 's/.*"'"$1"'": \([-0-9.e+]*\),*$/\1/p' | head -n 1
}
under() { # OBJECT KEY: a number of that object
	sed -n '/"'"$1"'": {/,/}/p' | told "$2"
}
masked=$(train "$T/one" --sum=secagg --json; cat "$T/log")
ideal=$(train "$T/two" --json; cat "$T/log")
bare=$(train "$T/three" --sum=none --json; cat "$T/log")
rm -rf "$T/one" "$T/two" "$T/three"
grep -q '"counted": true' <<< "$masked" && grep -q '"counted": false' <<< "$ideal" && grep -q '"counted": false' <<< "$bare"
verdict 'what the masks cost is counted, what they would cost is computed' $? "$(grep counted <<< "$masked" | xargs)"
for way in sent received; do
	[ "$(under $way all <<< "$masked")" = "$(under $way all <<< "$ideal")" ] && [ -n "$(under $way share <<< "$masked")" ]
	verdict "and both are the same ($way)" $? "$(under $way all <<< "$masked") $(under $way all <<< "$ideal")"
done
# A head of 36 bytes and 48 coordinates of 8 bits; 48 of 2 bits; p k = 13 x 3 doubles of B
[ "$(under sent mask <<< "$masked")" = 84.0 ] && [ "$(under sent all <<< "$bare")" = 12.0 ] && [ "$(told item_profiles <<< "$bare")" = 312 ]
verdict 'a masked upload is what its format says, a bare one 2 bits a coordinate' $? "$(under sent mask <<< "$masked") $(under sent all <<< "$bare")"
grep -q '"ratings_from"' <<< "$masked" && [ -n "$(told variance <<< "$masked")" ] &&
	[[ $(at evaluation <<< "$masked") != *'"errors"'* ]]
verdict 'the variance of groups is reported, errors where asked for' $? "$(told variance <<< "$masked")"
train "$T/one" --errors=yes --json && cp "$T/log" "$T/errors" && train "$T/two" --json &&
	diff "$T/one/public/item_factors.txt" "$T/two/public/item_factors.txt" > "$T/diff"
verdict 'measuring errors changes nothing' $? "$(tail -qn 1 "$T/log" "$T/diff" | xargs)"
rm -rf "$T/one" "$T/two"
awk -v g="$(told gradient < "$T/errors")" -v exact="$(under projection exact < "$T/errors")" -v bound="$(under projection bound < "$T/errors")" \
	'BEGIN { d = exact / g * 13 / 39; exit !(g > 0 && d > 0.999999 && d < 1.000001 && bound > 2 * exact) }'
verdict 'the exact projection error is (m - 1) / p of the gradient' $? "$(tr -d '\n' < "$T/errors" | tail -c 600)"
# Lemma 5.2 with Delta_1 = 4 e (1 + kappa) B_1 / beta = 0.256: 40 x 3 x 0.256^2 / (4 x 15 x 2 x 0.0625^2)
awk -v bound="$(under privatization bound < "$T/errors")" 'BEGIN { d = bound / (120 * 0.065536 / 0.46875); exit !(d > 0.999999 && d < 1.000001) }'
verdict "Lemma 5.2's bound in its own units" $? "$(under privatization bound < "$T/errors")"

rp=("$dpmf" train --mech=dpmf-rp --variant=published --ratings="$T/r.tsv" --out="$T/out")
refused 'theta without quanta' 'given together' -- "${rp[@]}" --theta=0.1
refused 'theta beyond a quarter' 'theta must be' -- "${rp[@]}" --theta=0.3 --quanta=1
refused 'a ratio below 1' '--ratio is 0.5' -- "${rp[@]}" --ratio=0.5
refused 'errors neither yes nor no' '--errors' -- "${rp[@]}" --errors=some
refused 'an unknown sum' 'ideal, secagg, none' -- "${rp[@]}" --sum=some
refused 'nobody takes part' 'participation' -- "${rp[@]}" --participation=0 --theta=0.1 --quanta=1
refused 'more than all take part' 'at most 1, not 2' -- "${rp[@]}" --participation=2
refused 'no rounds' 'rounds must be' -- "${rp[@]}" --epochs=0
refused 'more factors than there may be' 'factors must be' -- "${rp[@]}" --factors=257
refused 'a rate below 0' 'the rate must be' -- "${rp[@]}" --rate=-1
refused 'a rate at which it diverges' 'diverged in round [0-9]*: take a smaller rate' -- "${rp[@]}" --variant=corrected --rate=1e300
refused 'theta 0' 'theta must be' -- "${rp[@]}" --theta=0 --quanta=1
refused 'theta 0 alone' 'given together' -- "${rp[@]}" --theta=0
refused 'a cut where nothing is cut' 'published cuts no' -- "${rp[@]}" --cut=1
refused 'a cut to nothing' '--cut is 0' -- "${rp[@]}" --variant=corrected --cut=0
refused 'more than all stay' '--stay is 2' -- "${rp[@]}" --stay=2
refused 'masks without integers' 'adds integers' -- "${rp[@]}" --private=no --sum=secagg
refused 'a threshold of half' '--stay is 0.5' -- "${rp[@]}" --sum=secagg --stay=0.5 --theta=0.1 --quanta=1
refused 'a budget that no theta keeps' 'raise --epsilon' -- "${rp[@]}" --epsilon=1e-6 --factors=2 --epochs=2
refused 'an option of another mechanism' 'no such option' -- "${rp[@]}" --scheme=opt

"$dpmf" train --mech=dpmf-rp --variant=published --ratings="$T/r.tsv" --private=no --epochs=2 --seed=1 --json > "$T/log" 2>&1 &&
	[ "$(at guarantee epsilon < "$T/log")$(at guarantee if < "$T/log")$(at released < "$T/log")" = 'nullnull{"noise": "none"}' ]
verdict 'without noise there is no budget' $? "$(tail -1 "$T/log")"
for holdout in 0 10; do
	train "$T/one" --holdout=$holdout && ! grep -n nan "$T/log" > "$T/diff" && [ "$(grep -c '^groups' "$T/log")" = $((holdout / 10)) ]
	verdict "$holdout ratings held out: groups and lists that are there, and no others" $? "$(tail -qn 1 "$T/log" "$T/diff" | xargs)"
	rm -rf "$T/one"
done
exit $bad
