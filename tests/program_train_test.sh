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

train() { # OUT OPTION...
	local out=$1
	shift
	"$dpmf" train --ratings="$T/r.tsv" --epochs=5 --factors=5 --out="$out" "$@" > "$T/log" 2>&1
}

for mech in 'mf' 'dpmf' 'pdpmf' 'hdpmf' 'hdpmf --variant=corrected' 'hdpmf --noise=epoch'; do
	# shellcheck disable=SC2086 # a mechanism and its options
	train "$T/one" --mech=$mech --seed=1 --jobs=1 && train "$T/two" --mech=$mech --seed=1 --jobs=2 &&
		[ -n "$(find "$T/one" -type f)" ] && diff -r "$T/one" "$T/two" > "$T/diff"
	verdict "$mech: one thread and two give the same bytes" $? "$(tail -qn 1 "$T/log" "$T/diff" 2>&1 | xargs)"
	rm -rf "$T/two"
	# shellcheck disable=SC2086
	train "$T/two" --mech=$mech --seed=1 && diff -r "$T/one" "$T/two" > "$T/diff"
	verdict "$mech: same seed, same bytes" $?
	rm -rf "$T/two"
	# shellcheck disable=SC2086
	train "$T/two" --mech=$mech --seed=2 && ! diff -r "$T/one" "$T/two" > "$T/diff"
	verdict "$mech: another seed, other bytes" $?
	rm -rf "$T/one" "$T/two"
done
train "$T/one" --mech=hdpmf && train "$T/two" --mech=hdpmf && ! diff -r "$T/one" "$T/two" > "$T/diff"
verdict 'without a seed no two runs are alike' $? "$(tail -1 "$T/log")"
rm -rf "$T/one" "$T/two" "$T/log" "$T/diff"

# A full disk: a file system with little room where one may be mounted, and a limit on the size of a file.
mkdir "$T/small"
if mount -t tmpfs -o size=16k none "$T/small" 2> /dev/null; then
	"$dpmf" train --mech=mf --ratings="$T/r.tsv" --epochs=1 --factors=50 --seed=1 --out="$T/small/out" > "$T/log" 2>&1
	status=$?
	[ $status -eq 3 ] && [ -z "$(ls -A "$T/small")" ] && grep -q 'No space left' "$T/log"
	verdict 'a full disk leaves nothing behind' $? "exit code $status, $(ls -A "$T/small" | xargs), $(tail -1 "$T/log")"
	umount "$T/small"
else
	echo 'skip a full disk: no file system may be mounted here'
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
