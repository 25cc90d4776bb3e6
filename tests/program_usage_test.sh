#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The programs as a newcomer meets them: help, version, and what a slip of the keyboard gets.
. "$(dirname "$0")/program.sh"

version=$(sed -n 's/^#define DPMF_VERSION "\(.*\)"/\1/p' "$(dirname "$0")/../ref/dpmf.h")
for program in dpmf dpmf-audit dpmf-vectors; do
	"$B/bin/$program" --help > "$T/help" 2> "$T/err" && [ -s "$T/help" ] && [ ! -s "$T/err" ]
	verdict "$program --help is on stdout" $?
	awk 'length($0) > 120 { exit 1 }' "$T/help"
	verdict "$program --help fits a terminal of 120 columns" $?
	[ "$("$B/bin/$program" --version 2>&1)" = "$program $version" ]
	verdict "$program --version is that of the header" $? "$("$B/bin/$program" --version 2>&1)"
	refused "$program, unknown option" no-such-option -- "$B/bin/$program" --no-such-option
	refused "$program, unknown command" "nosuch|command is" -- "$B/bin/$program" nosuch
	[ -n "${SANITIZE:-}" ] || (ulimit -v 60000; timeout 20 "$B/bin/$program" --version) > "$T/log" 2>&1
	verdict "$program starts in 60 megabytes: no thread before it is needed" $?
	refused "$program alone" "$program" -- "$B/bin/$program"
	"$B/bin/$program" --help > /dev/full 2> "$T/err"
	[ $? -eq 3 ] && [ -s "$T/err" ]
	verdict "$program says when its output did not arrive" $?
done

for words in 'dpmf train' 'dpmf-audit run'; do
	[ "$("$B/bin/${words% *}" help)" = "$("$B/bin/${words% *}" --help)" ] &&
		[ "$("$B/bin/${words% *}" help "${words#* }")" = "$("$B/bin/${words% *}" "${words#* }" --help)" ]
	verdict "${words% *} help, and help of a command" $?
done
refused 'dpmf help of no command' nosuch -- "$dpmf" help nosuch

commands() { # PROGRAM COMMAND...: each has a help of its own and refuses what it does not know
	local program=$1
	shift
	for command in "$@"; do
		"$B/bin/$program" "$command" --help > "$T/help" 2> "$T/err" && [ -s "$T/help" ] && [ ! -s "$T/err" ]
		verdict "$program $command --help is on stdout" $?
		"$B/bin/$program" --help | grep -q "$command"
		verdict "$program --help names $command" $?
		[ "$command" = account ] || refused "$program $command, unknown option" no-such-option -- "$B/bin/$program" "$command" --no-such-option
	done
}
commands dpmf train predict guarantee synth account sample
refused 'dpmf account mixture, unknown option' no-such-option -- "$dpmf" account mixture --no-such-option
commands dpmf-audit list run replay noise
commands dpmf-vectors generate verify list

# Long options take their value after "=" or after a blank.
"$dpmf" synth --users=20 --items=10 --ratings=100 --seed=3 --out="$T/a.tsv" > "$T/log" 2>&1 &&
	"$dpmf" synth --users 20 --items 10 --ratings 100 --seed 3 --out "$T/b.tsv" > "$T/log" 2>&1 &&
	cmp -s "$T/a.tsv" "$T/b.tsv"
verdict 'an option takes its value after "=" or a blank' $? "$(tail -n 1 "$T/log")"

json() { # NAME COMMAND...: one JSON document on stdout, and nothing else
	local name=$1
	shift
	"$@" 2> "$T/err" | python3 -c 'import json, sys; json.load(sys.stdin)' 2> "$T/why"
	[ "${PIPESTATUS[0]}" -eq 0 ] && [ ! -s "$T/why" ] && [ ! -s "$T/err" ]
	verdict "$name --json" $? "$(tail -qn 1 "$T/why" "$T/err" | xargs)"
}
json 'dpmf account mixture' "$dpmf" account mixture --scale=1 --sensitivity=1 --epsilon=1 --known-h --json
json 'dpmf train' "$dpmf" train --mech=hdpmf --variant=published --holdout=1 --ratings="$T/a.tsv" --factors=2 --epochs=2 --seed=1 --json
json 'dpmf-audit list' "$B/bin/dpmf-audit" list --json
json 'dpmf-vectors list' "$B/bin/dpmf-vectors" list --json
exit "$bad"
