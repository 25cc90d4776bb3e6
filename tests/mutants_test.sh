#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Not with sanitizers: what they look at is run by the other tests of the audit.
# tests/mutants.list: each mutant makes a damaged dpmf-audit, and the part of `make audit` that is named for it must catch it, in the row that is
# named; without damage that row must be as expected. MUTANTS=N (default 3) takes as many, chosen by SEED; MUTANTS=all takes all, ONLY=PATTERN
# those whose mechanism, kind and words match.
cd "$(dirname "$0")/.." || exit 3
. tests/program.sh
. tests/planted.sh

# Each case of `run` by itself, with the confidence that it has within the family of all in .ci/audit.
confidence() {
	"$B/bin/dpmf-audit" list --json | python3 -c 'import json, re, sys
family = float(re.search(r"run --family-confidence=(\S+)", open(".ci/audit").read()).group(1))
print(repr(1 - (1 - family) / len(json.load(sys.stdin)["cases"])))'
}

part() { # AUDIT MECHANISM PART ROW: what that part says, as JSON; with fewer trials than `make audit` where fewer do
	case $3 in
	run) "$1" run --case="$4" --confidence="$confidence" --json ;;
	release) "$1" release --mech="$2" --variant="${4%% *}" --neighbours="$neighbours" --json ;;
	replay) "$1" replay --mech="$2" --neighbours=200 --json ;;
	sensitivity) "$1" sensitivity --mech="$2" --json ;;
	noise) "$1" noise --trials=20000 --json ;;
	*) echo "make audit has no part $3" >&2; return 3 ;;
	esac
}

sound() { # MECHANISM PART ROW: nothing is found where nothing is planted
	local said=$T/sound.$(echo "$*" | cksum | tr -d ' ')
	[ -e "$said" ] || part "$B/bin/dpmf-audit" "$@" > "$said" 2> "$T/err" || { why="undamaged: $(head -c 300 "$T/err")"; return 1; }
	why=$(python3 -B tests/mutants.py judge "$2" "$3" sound < "$said" 2>&1)
}

found() { # MECHANISM PART ROW SAYS
	part "$T/audit" "$@" > "$T/said" 2> "$T/err"
	local status=$?
	[ $status -eq 1 ] || { why="$2: exit code $status, not 1: $(head -c 300 "$T/err")"; return 1; }
	why=$(python3 -B tests/mutants.py judge "$2" "$3" "$4" < "$T/said" 2>&1)
}

# What audit/README.md shows.
python3 -B tests/mutants.py guide > "$T/guide" && python3 - "$T/guide" <<'EOF'
import sys
sys.exit(open(sys.argv[1], encoding="utf-8").read() not in open("audit/README.md", encoding="utf-8").read())
EOF
verdict "audit/README.md has the table that mutants.py guide prints" $?

confidence=$(confidence) || exit 3
neighbours=$(sed -n 's/.* release --neighbours=\([0-9]*\)$/\1/p' .ci/audit) # fewer do not show every mutant
[ -n "$neighbours" ] || exit 3
python3 -B tests/mutants.py chosen "${MUTANTS:-3}" "${SEED:-2}" "${ONLY:-}" > "$T/chosen" 2> "$T/err"
verdict "every mechanism has every kind, or the reason why not, and every mutant still changes something" $? "$(head -c 600 "$T/err")"
while IFS=$'\t' read -r mechanism kind what file patch part row says; do
	why=
	sound "$mechanism" "$part" "$row" && damaged "$file" "$patch" && found "$mechanism" "$part" "$row" "$says"
	verdict "$part catches $kind of $mechanism: $what" $? "$why"
done < "$T/chosen"
exit $bad
