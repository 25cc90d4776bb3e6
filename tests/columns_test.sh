#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Helps, tables and lists fit the terminal: 80 columns and 100. Examples are as they are typed, and no word is broken.
. "$(dirname "$0")/program.sh"
root=$(realpath "$(dirname "$0")/..")
unset MAKEFLAGS MFLAGS MAKELEVEL

# What is longer than WIDTH characters: examples aside, and lines of one word.
too_long() { # WIDTH
	awk -v w="$1" '/^example:/ { skip = 1 } /^$/ { skip = 0 } !skip && length($0) > w && NF > 1' | head -n 3
}
fits() { # NAME COMMAND...
	local name=$1 width long=
	shift
	for width in 80 100; do
		COLUMNS=$width "$@" > "$T/out" 2> "$T/err" < /dev/null
		[ -s "$T/out" ] && [ -z "$(too_long "$width" < "$T/out")" ] || long="$long at $width: $(too_long "$width" < "$T/out")"
	done
	[ -z "$long" ]
	verdict "$name fits 80 and 100 columns" $? "$long"
}
commands() { # PROGRAM: the names in its help
	"$B/bin/$1" --help | sed -n 's/^  \([a-z-]*\)  .*/\1/p' | grep -v '^dpmf'
}
for program in dpmf dpmf-audit dpmf-vectors; do
	fits "$program --help" "$B/bin/$program" --help
	[ $program = dpmf-vectors ] || for command in $(commands $program); do fits "$program $command --help" "$B/bin/$program" "$command" --help; done
done
for mech in hdpmf gaussmf dpimf dpmf-rp privsr pop; do fits "dpmf train --mech=$mech --help" "$dpmf" train --mech=$mech --help; done
for law in $("$dpmf" account --help | sed -n 's/^  \([a-z-]*\)  .*/\1/p' | grep -v '^dpmf'); do fits "dpmf account $law --help" "$dpmf" account "$law" --help; done

fits 'dpmf list' "$dpmf" list
fits 'dpmf-audit list' "$B/bin/dpmf-audit" list
fits 'dpmf-audit list --mutants' "$B/bin/dpmf-audit" list --mutants
fits 'dpmf-audit run' "$B/bin/dpmf-audit" run --case=hdpmf/corrected --case=hdpmf/published/message --trials=1000 --seed=2
fits 'dpmf-audit replay' "$B/bin/dpmf-audit" replay --neighbours=2
fits 'dpmf-audit sensitivity' "$B/bin/dpmf-audit" sensitivity --mech=hdpmf --evaluations=200
fits 'dpmf-audit timing' "$B/bin/dpmf-audit" timing --trials=1000
fits 'dpmf-audit noise' "$B/bin/dpmf-audit" noise --trials=10000
fits 'dpmf-vectors list' "$B/bin/dpmf-vectors" list
fits 'make help' make -s -C "$root" help
"$dpmf" synth --users=40 --items=20 --ratings=400 --seed=1 --out="$T/r.tsv"
"$dpmf" train --mech=hdpmf --variant=corrected --ratings="$T/r.tsv" --range=1:5 --holdout=1 --out="$T/m" > "$T/log" 2>&1
cd "$T" && fits 'dpmf guarantee' "$dpmf" guarantee m

# The ids are those that --case takes.
"$B/bin/dpmf-audit" list --mech=privsr | grep -o '^privsr/[^ ]*' > "$T/ids"
"$B/bin/dpmf-audit" list --mech=privsr --json | sed -n 's/.*"id": "\(.*\)",.*/\1/p' | diff - "$T/ids" > "$T/diff" && [ "$(wc -l < "$T/ids")" -gt 5 ]
verdict 'dpmf-audit list has the ids that --case takes, uncut' $? "$(head -n 2 "$T/diff" | xargs)"
[ "$(COLUMNS=80 "$dpmf" list | tr -s ' \n' ' ')" = "$(COLUMNS=100 "$dpmf" list | tr -s ' \n' ' ')" ] &&
	[ "$(COLUMNS=7 "$dpmf" list | wc -L)" -le 60 ] && [ "$(COLUMNS=x "$dpmf" list)" = "$("$dpmf" list)" ]
verdict 'no word is lost on the way, and a width that is none does no harm' $?
exit "$bad"
