#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# `dpmf train`: the same seed gives the same bytes, and no model is ever half-written.
. "$(dirname "$0")/program.sh"

"$dpmf" synth --users=300 --items=200 --ratings=9000 --seed=5 --out="$T/r.tsv" > "$T/log" 2>&1
verdict 'synth writes ratings' $? "$(tail -1 "$T/log")"
[ "$(wc -l < "$T/r.tsv")" -ge 9000 ]
verdict 'synth writes as many as were asked for' $?
"$dpmf" synth --users=300 --items=200 --ratings=9000 --seed=5 --out="$T/r2.tsv" && cmp -s "$T/r.tsv" "$T/r2.tsv"
verdict 'synth: same seed, same bytes' $?
"$dpmf" synth --users=300 --items=200 --ratings=9000 --seed=6 --out="$T/r3.tsv" && ! cmp -s "$T/r.tsv" "$T/r3.tsv"
verdict 'synth: another seed, other bytes' $?
refused 'synth does not overwrite' r.tsv -- "$dpmf" synth --users=3 --items=2 --ratings=4 --seed=6 --out="$T/r.tsv"

"$dpmf" synth --social --users=300 --ratings=900 --seed=7 --out="$T/trust.tsv" > "$T/log" 2>&1
verdict 'synth writes a trust list' $? "$(tail -1 "$T/log")"

train() { # OUT OPTION...: of a mechanism without --variant the published one
	local out=$1 more=()
	shift
	case $* in
	*--variant=corrected*) ;;
	*--variant=as-run*) more=(--epochs=5 --factors=5) ;;
	--mech=hdpmf* | --mech=gaussmf* | --mech=privsr*) more=(--variant=published --epochs=5 --factors=5) ;;
	*) more=(--epochs=5 --factors=5) ;;
	esac
	"$dpmf" train --ratings="$T/r.tsv" "${more[@]}" --out="$out" "$@" > "$T/log" 2>&1
}

social=--social=$T/trust.tsv
for mech in 'mf' 'dpmf' 'pdpmf' 'hdpmf' 'hdpmf --variant=corrected' 'hdpmf --noise=epoch' 'hdpmf --variant=as-run' 'pdpmf --as-run' \
	'gd' 'gaussmf' 'gaussmf --variant=corrected' "soreg $social" "privsr $social" \
	"privsr --variant=corrected $social" "privsr --noise=epoch $social"; do
	# shellcheck disable=SC2086 # a mechanism and its options
	train "$T/one" --mech=$mech --seed=1 --jobs=1 && train "$T/two" --mech=$mech --seed=1 --jobs=2 &&
		[ -n "$(find "$T/one" -type f)" ] && diff -r "$T/one" "$T/two" > "$T/diff"
	verdict "${mech% --social*}: one thread and two give the same bytes" $? "$(tail -qn 1 "$T/log" "$T/diff" 2>&1 | xargs)"
	rm -rf "$T/two"
	# shellcheck disable=SC2086
	train "$T/two" --mech=$mech --seed=1 && diff -r "$T/one" "$T/two" > "$T/diff"
	verdict "${mech% --social*}: same seed, same bytes" $?
	rm -rf "$T/two"
	# shellcheck disable=SC2086
	train "$T/two" --mech=$mech --seed=2 && ! diff -r "$T/one" "$T/two" > "$T/diff"
	verdict "${mech% --social*}: another seed, other bytes" $?
	rm -rf "$T/one" "$T/two"
done

refused 'gaussmf has no third variant' '"as-run": gaussmf has published and corrected' -- \
	"$dpmf" train --mech=gaussmf --variant=as-run --ratings="$T/r.tsv"
refused 'as-run has no colluders' 'only corrected' -- \
	"$dpmf" train --mech=hdpmf --variant=as-run --ratings="$T/r.tsv" --colluding=2

# What training says it spent is what `dpmf account` says of the same rounds.
value() { # KEY: the upper end of an enclosure in the JSON document on stdin
	sed -n '/"'"$1"'": {/,/}/s/.*"hi": "\([^"]*\)".*/\1/p' | head -n 1
}
spent=$("$dpmf" train --mech=gaussmf --variant=published --ratings="$T/r.tsv" --epochs=7 --eps-i=0.3 --delta=0.02 --delta-r=1e-6 \
	--tolerance=0 --seed=1 --json)
told=$("$dpmf" account gaussmf --eps-i=0.3 --delta=0.02 --delta-r=1e-6 --steps=7 --json)
for key in published rdp exact; do
	awk -v a="$(value $key <<< "$spent")" -v b="$(value $key <<< "$told")" \
		'BEGIN { exit !(a > 0 && b > 0 && a - b < 1e-12 * b && b - a < 1e-12 * b) }'
	verdict "gaussmf: training and accounting agree on $key" $? "$(value $key <<< "$spent") $(value $key <<< "$told")"
done
[ "$(sed -n '/"train": \[/,/\]/p' <<< "$spent" | grep -c '[0-9]')" -eq 7 ]
verdict 'gaussmf: one RMSE for every round' $?
[ "$("$dpmf" train --mech=gaussmf --variant=published --ratings="$T/r.tsv" --epochs=50 --epsilon=1.5 --tolerance=0 --seed=1 --json |
	value published | cut -c 1-12)" = 1.4999999999 ]
verdict 'gaussmf: --epsilon is that of all rounds' $?
"$dpmf" train --mech=gaussmf --variant=published --ratings="$T/r.tsv" --epochs=500 --tolerance=0.5 --seed=1 > "$T/log" 2>&1 &&
	grep -q '^rounds        1[0-9] of 500, converged' "$T/log"
verdict 'gaussmf: stops when it has converged, and says so' $? "$(grep ^rounds "$T/log")"
train "$T/one" --mech=privsr "$social" && grep -q 'for the value of one rating$' "$T/log" && grep -q "one friend's vector" "$T/log"
verdict 'privsr: one budget for a rating, another for a friend' $?
rm -rf "$T/one"

train "$T/one" --mech=hdpmf && train "$T/two" --mech=hdpmf && ! diff -r "$T/one" "$T/two" > "$T/diff"
verdict 'without a seed no two runs are alike' $? "$(tail -1 "$T/log")"
rm -rf "$T/one" "$T/two" "$T/log" "$T/diff"

# A full disk: a limit on the size of a file, and, where one may be mounted, a file system with little room.
mkdir "$T/small"
if mount -t tmpfs -o size=16k none "$T/small" 2> /dev/null; then
	"$dpmf" train --mech=mf --ratings="$T/r.tsv" --epochs=1 --factors=50 --seed=1 --out="$T/small/out" > "$T/log" 2>&1
	status=$?
	[ $status -eq 3 ] && [ -z "$(ls -A "$T/small")" ] && grep -q 'No space left' "$T/log"
	verdict 'a full disk leaves nothing behind' $? "exit code $status, $(ls -A "$T/small" | xargs), $(tail -1 "$T/log")"
	umount "$T/small"
fi
bash -c 'trap "" XFSZ; ulimit -f 16; exec "$@"' limited \
	"$dpmf" train --mech=mf --ratings="$T/r.tsv" --epochs=1 --factors=50 --seed=1 --out="$T/small/out" > "$T/log" 2>&1
status=$?
[ $status -eq 3 ] && [ -z "$(ls -A "$T/small")" ] && grep -q 'File too large' "$T/log"
verdict 'a file that may not grow leaves nothing behind' $? "exit code $status, $(ls -A "$T/small" | xargs), $(tail -1 "$T/log")"

# A signal in mid-training.
for signal in TERM INT HUP; do
	"$dpmf" train --mech=mf --ratings="$T/r.tsv" --epochs=1000000 --factors=50 --seed=1 --out="$T/small/out" > "$T/log" 2>&1 &
	pid=$!
	sleep 1
	kill -$signal $pid
	alive=$?
	timeout 20 tail --pid=$pid -f /dev/null || kill -KILL $pid
	wait $pid
	status=$?
	[ $alive -eq 0 ] && [ $status -ne 0 ] && [ $status -ne 137 ] && [ -d "$T/small" ] && [ -z "$(ls -A "$T/small")" ]
	verdict "SIG$signal in mid-training leaves nothing behind" $? "exit code $status, $(ls -A "$T/small" | xargs), $(tail -n 1 "$T/log")"
done
exit "$bad"
