#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# `dpmf train --mech=dpimf`: the same seed gives the same bytes, both budgets are printed, bad input is refused.
. "$(dirname "$0")/../program.sh"

"$dpmf" synth --implicit --users=120 --items=80 --ratings=3000 --seed=5 --out="$T/r.tsv" > "$T/log" 2>&1
verdict 'synth writes interactions' $? "$(tail -1 "$T/log")"

train() { # OUT OPTION...
	local out=$1
	shift
	"$dpmf" train --mech=dpimf --variant=published --ratings="$T/r.tsv" --factors=5 --out="$out" "$@" > "$T/log" 2>&1
}

for how in '--scheme=str' '--scheme=com' '--scheme=sym --by=items --parties=3' '--scheme=opt --parties=3 --local=2' \
	'--scheme=opt-is --bound=0.5' '--variant=corrected' '--variant=corrected --scheme=opt-is' \
	'--variant=corrected --protect=user --most=3'; do
	# shellcheck disable=SC2086 # several options
	train "$T/one" --epochs=2 --seed=1 --jobs=1 $how && train "$T/two" --epochs=2 --seed=1 --jobs=2 $how &&
		[ -n "$(find "$T/one" -type f)" ] && diff -r "$T/one" "$T/two" > "$T/diff"
	verdict "dpimf $how: one thread and two give the same bytes" $? "$(tail -qn 1 "$T/log" "$T/diff" 2>&1 | xargs)"
	rm -rf "$T/two"
	# shellcheck disable=SC2086
	train "$T/two" --epochs=2 --seed=2 $how && ! diff -r "$T/one" "$T/two" > "$T/diff"
	verdict "dpimf $how: another seed, other bytes" $?
	rm -rf "$T/one" "$T/two"
done

# budget WANTED OPTION...: the epsilons of an interaction and of a row, as the record composes to them, in text and in JSON.
# The variant published, and every run with a seed, has them under "if" only.
budget() {
	local wanted=$1 found json units
	local run=("$dpmf" train --mech=dpimf --variant=published --ratings="$T/r.tsv" --items=80 --users=120 --seed=1 "${@:2}")
	shift
	found=$("${run[@]}" 2> "$T/log" | sed -n 's/^would be *epsilon = \([^ ]*\) for.*/\1/p' | xargs)
	json=$("${run[@]}" --json)
	units=$(python3 -c 'import json, sys
for unit in json.load(sys.stdin)["guarantee"]["if"]["protects"]: print("%g" % float(unit["epsilon"]["hi"]))' <<< "$json" | xargs)
	[ "$units" = "$wanted" ] || found="$units in JSON, $found in text"
	[ "$found" = "$wanted" ]
	verdict "dpimf $*: its budgets are $wanted" $? "$found $(tail -n 1 "$T/log")"
}
budget '3 240' --epsilon=0.5 --epochs=3 --local=2 --scheme=sym
budget '3 240' --epsilon=0.5 --epochs=3 --local=2 --parties=4
budget '0.5 40' --epsilon=0.5 --variant=corrected
budget 0.5 --epsilon=0.5 --variant=corrected --protect=user

for wrong in '--scheme=best' '--scheme=opt --alpha0=0.5' '--budget-split=1,1' '--scheme=sym --budget-split=0.5,0.6,0.1' \
	'--parties=0' '--parties=121' '--by=rows' '--local=0' '--bound=-1' '--scheme=opt-is --target=0.5' '--protect=edge' \
	'--lambda=0' '--epsilon=0' '--epochs=0' '--variant=corrected --scheme=sym' '--variant=corrected --parties=2' \
	'--variant=corrected --by=items' '--variant=corrected --protect=user --most=0' \
	'--variant=corrected --protect=user --bound=0' '--variant=corrected --epsilon=1e-14' '--neighbours=3'; do
	name=${wrong##* --}
	name=${name#--}
	# shellcheck disable=SC2086
	refused "dpimf $wrong is refused" "${name%%=*}|rounds|users|lambda|opt" -- "$dpmf" train --mech=dpimf --variant=published \
		--ratings="$T/r.tsv" --out="$T/out" $wrong
done
refused 'another mechanism has no scheme' scheme -- "$dpmf" train --mech=mf --ratings="$T/r.tsv" --scheme=opt
exit "$bad"
