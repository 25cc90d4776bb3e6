#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# dpmf-rng as a script meets it, and that no other program is linked with TestU01, which is not free.
. "$(dirname "$0")/program.sh"

for program in dpmf dpmf-audit dpmf-vectors; do
	ldd "$B/bin/$program" > "$T/libraries" && ! grep -qi 'testu01\|mylib\|probdist' "$T/libraries" &&
		! grep -qa 'bbattery_SmallCrush' "$B/bin/$program"
	verdict "$program is built without TestU01" $? "$(cat "$T/libraries")"
done
refused "dpmf-audit rng points to dpmf-rng" 'dpmf-rng' -- "$B/bin/dpmf-audit" rng

rng=$B/bin/dpmf-rng
if [ ! -x "$rng" ]; then
	echo "skip dpmf-rng: TestU01 is missing, make deps installs it"
	exit "$bad"
fi
"$rng" --help > "$T/help" 2> "$T/err" && grep -q 'battery' "$T/help" && [ ! -s "$T/err" ]
verdict "dpmf-rng --help is on stdout" $?
"$rng" --version | grep -q '^dpmf-rng [0-9]'
verdict "dpmf-rng --version" $?
refused "dpmf-rng, unknown option" no-such-option -- "$rng" --no-such-option
refused "dpmf-rng, unknown battery" 'battery=nosuch' -- "$rng" --battery=nosuch
refused "dpmf-rng, a seed that is no number" 'seed=x' -- "$rng" --seed=x
refused "dpmf-rng, a word that is no option" hello -- "$rng" hello
exit "$bad"
