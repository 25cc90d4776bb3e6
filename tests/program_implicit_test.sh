#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# `dpmf train` on interactions: what is held out, what is printed, the same bytes.
. "$(dirname "$0")/program.sh"

"$dpmf" synth --implicit --long-tail --users=300 --items=200 --ratings=9000 --seed=5 --out="$T/r.tsv"
verdict 'synth writes interactions' $?
[ "$(cut -f 3 "$T/r.tsv" | sort -u)" = 1 ]
verdict 'all of them ones' $?

train() { # OUT MECH OPTION...
	local out=$1 mech=$2 size=()
	shift 2
	case $mech in ials | dpmf01) size=(--epochs=5 --factors=4) ;; esac
	"$dpmf" train --mech="$mech" --ratings="$T/r.tsv" "${size[@]}" --out="$out" "$@" > "$T/log" 2>&1
}

for mech in pop ials dpmf01 dplcf ldpicf; do
	train "$T/one" $mech --seed=1 --jobs=1 && train "$T/two" $mech --seed=1 --jobs=2 &&
		[ -n "$(find "$T/one" -type f)" ] && diff -r "$T/one" "$T/two" > "$T/diff"
	verdict "$mech: one thread and two give the same bytes" $? "$(tail -qn 1 "$T/log" "$T/diff" 2>&1 | xargs)"
	rm -rf "$T/one" "$T/two"
	train "$T/one" $mech --seed=1 && grep -q '^HR@10 .* among all items, .* among 99 drawn$' "$T/log" &&
		grep -q '^NDCG@10 .* among all items, .* among 99 drawn$' "$T/log" && grep -q '^data          300 users ' "$T/log" &&
		grep -q '^interactions  8700, and 300 for testing$' "$T/log"
	verdict "$mech: HR and NDCG, one of every user held out" $? "$(head -3 "$T/log" | xargs)"
	rm -rf "$T/one" "$T/two"
done
for mech in ials dpmf01 dplcf ldpicf; do
	train "$T/one" $mech --seed=1 && train "$T/two" $mech --seed=2 && ! diff -r "$T/one" "$T/two" > "$T/diff"
	verdict "$mech: another seed, other bytes" $?
	rm -rf "$T/one" "$T/two"
done
train "$T/one" dplcf --seed=1 --epsilon=1.5 --neighbours=7 && grep -q 'epsilon = 1.5 for one interaction, present or not$' "$T/log" &&
	grep -q "epsilon = 300 for all of a user's interactions\$" "$T/log"
verdict 'dplcf: one budget for an interaction, another for a row' $? "$(grep epsilon "$T/log" | tr '\n' ' ')"
awk 'NF > 15 || NF % 2 == 0 { exit 1 } END { exit NR != 200 }' "$T/one/public/item_neighbours.txt"
verdict 'dplcf publishes each item with its neighbours' $?
rm -rf "$T/one"

number() { # KEY PART: of the JSON document on stdin
	sed -n '/"'"$1"'": {/,/}/s/.*"'"$2"'": \([0-9.e-]*\).*/\1/p' | head -n 1
}
"$dpmf" train --mech=ials --ratings="$T/r.tsv" --epochs=5 --seed=1 --top=5 --negatives=20 --json > "$T/json"
for key in hr ndcg; do
	awk -v full="$(number $key full < "$T/json")" -v sampled="$(number $key sampled < "$T/json")" \
		'BEGIN { exit !(full > 0 && sampled > full && sampled < 1) }'
	verdict "$key in JSON: more among 20 than among all" $? "$(number $key full < "$T/json") $(number $key sampled < "$T/json")"
done
"$dpmf" train --mech=ials --ratings="$T/r.tsv" --epochs=5 --seed=1 --top=200 --json > "$T/json"
[ "$(number hr full < "$T/json")" = 1.0 ]
verdict 'a list of all items has them all' $?

# Of lists of ten: relevant is what is rated 4 or higher, so an interaction, which is a 1, never is.
lists() { # OPTION...
	"$dpmf" train "$@" --seed=1 --json | python3 -c 'import json, sys; print(json.load(sys.stdin)["evaluation"]["lists"]["recall"])'
}
"$dpmf" synth --long-tail --users=300 --items=200 --ratings=9000 --seed=5 --out="$T/rated.tsv"
for how in 'ials --epochs=5' 'dpals --variant=corrected --range=1:5'; do
	recall=$(lists --mech=$how --ratings="$T/rated.tsv" --holdout=5)
	awk -v recall="$recall" 'BEGIN { exit !(recall > 0 && recall < 1) }'
	verdict "$how: the recall of lists of ten" $? "$recall"
done
[ "$(lists --mech=ials --epochs=5 --ratings="$T/r.tsv")" = None ]
verdict 'ials: no recall where nothing is relevant' $?

# The same lines with times that run backwards: the first line of a user is the latest.
awk -F '\t' '{ print $0 "\t" 100000 - NR }' "$T/r.tsv" > "$T/timed.tsv"
tac "$T/r.tsv" > "$T/reversed.tsv"
"$dpmf" train --mech=pop --ratings="$T/timed.tsv" --seed=1 > "$T/timed" && "$dpmf" train --mech=pop --ratings="$T/reversed.tsv" \
	--seed=1 > "$T/reversed" && cmp -s "$T/timed" "$T/reversed"
verdict 'the latest by time, without times the last line' $?
"$dpmf" train --mech=pop --ratings="$T/r.tsv" --seed=1 > "$T/log" && ! cmp -s "$T/log" "$T/timed"
verdict 'the other way round another one' $?
"$dpmf" train --mech=pop --ratings="$T/r.tsv" --seed=1 --holdout=random > "$T/log" &&
	awk '/^interactions / { held = $4; ok = $2 + held == 9000 && held <= 300 && held >= 290 } END { exit !ok }' "$T/log"
verdict '--holdout=random: at most one of every user, and of nearly all of them one' $? "$(grep ^interactions "$T/log")" # whose public coins mark one of theirs
awk -F "\t" -v OFS="\t" "{ \$3 = 1 + NR % 5; print }" "$T/timed.tsv" > "$T/rated.tsv"
"$dpmf" train --mech=mf --ratings="$T/rated.tsv" --seed=1 --epochs=2 --holdout=latest > "$T/log" && grep -q ', and 300 for testing$' "$T/log"
verdict '--holdout=latest with ratings' $?

sed 's/$/\ttrain/' "$T/r.tsv" > "$T/words.tsv"
refused 'a fourth column of words is no time' 'words.tsv:1: field 4' 'holdout=random' -- \
	"$dpmf" train --mech=pop --ratings="$T/words.tsv"
"$dpmf" train --mech=pop --ratings="$T/words.tsv" --seed=1 --holdout=random > "$T/log" 2>&1
verdict 'at random it does not matter' $?
refused 'a holdout that is none' 'latest, random' -- "$dpmf" train --mech=pop --ratings="$T/r.tsv" --holdout=first
refused 'no list' '1 or more' -- "$dpmf" train --mech=pop --ratings="$T/r.tsv" --top=0
refused '--top is of interactions' '--top: mf has no such option' -- "$dpmf" train --mech=mf --ratings="$T/r.tsv" --top=5
refused '--alpha0 is ials' '--alpha0: pop has no such option' -- "$dpmf" train --mech=pop --ratings="$T/r.tsv" --alpha0=1
refused 'an alpha0 that is no weight' 'above 0 and at most 1' -- "$dpmf" train --mech=ials --ratings="$T/r.tsv" --alpha0=2
refused 'no neighbours' 'ask for 1 or more' -- "$dpmf" train --mech=dplcf --ratings="$T/r.tsv" --neighbours=0
refused 'an epsilon that no bit has' 'randomized response takes' -- "$dpmf" train --mech=dplcf --ratings="$T/r.tsv" --epsilon=1e9
exit $bad
