#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Bugs at the boundary (tests/release_bugs.list, and those of one mechanism in its folder) in copies of the real source: each makes a damaged dpmf-audit, whose
# `release` must end with exit code 1 and the bug's own reason.
# Not with sanitizers: whether a planted bug is noticed does not depend on them.
# Starts early: it takes long.
cd "$(dirname "$0")/.." || exit 3
. tests/program.sh
. tests/planted.sh
neighbours=40

found() { # MECHANISM VARIANT REASON
	"$T/audit" release --mech="$1" --variant="$2" --neighbours=$neighbours > "$T/out" 2>&1
	local status=$?
	[ $status -eq 1 ] || { why="exit code $status, not 1"; return 1; }
	# What was broken to fit the line is one line again.
	awk '/^           / { sub(/^ +/, " "); line = line $0; next } { if (NR > 1) print line; line = $0 } END { print line }' "$T/out" > "$T/lines"
	grep -qE "^  ($3)" "$T/lines" || { why="another reason: $(grep -E '^  (files|printed|asked|beyond|draws|budget|failed)' "$T/lines" | head -3)"; return 1; }
}

count=0
while IFS=$'\t' read -r name file whom patch reason; do
	case $name in '#'*) continue ;; esac
	[ $# -eq 0 ] || [ "$1" = "$name" ] || continue
	why='' count=$((count + 1))
	# Sanitizers look at what the program reads, which is alike in all of them: there one in five is enough.
	[ -z "${SANITIZE:-}" ] || [ $((count % 5)) -eq 1 ] || continue
	# shellcheck disable=SC2086 # mechanism and variant are two words
	damaged "$file" "$patch" && found $whom "$reason"
	verdict "planted: $name" $? "$why"
done < <(cat tests/release_bugs.list tests/*/release_bugs.list 2> /dev/null)
[ $# -gt 0 ] || { [ $count -ge 20 ]; verdict "at least twenty bugs are planted" $? "$count"; }
exit $bad
