#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What no goal can see, since it is the same in real numbers or unreachable there, a test sees: each line of
# proofs/tested.json damages one file, and the test that it names must fail on the twin.
# Not with sanitizers: whether a test notices a damaged copy does not depend on them.
# Starts early: it takes long.
set -u
export LC_ALL=C
here=$(cd "$(dirname "$0")/.." && pwd)
B=$(realpath "${B:-build}")
T=$(mktemp -d) || exit 3
trap 'rm -rf "$T"' EXIT
cd "$here" || exit 3
count=$(python3 -c 'import json; print(len(json.load(open("proofs/tested.json"))["twins"]))') || exit 3

for number in $(seq 0 $((count - 1))); do
	mapfile -t twin < <(python3 - "$number" "$T/twin.c" <<'PY'
import json, sys
twin = json.load(open("proofs/tested.json"))["twins"][int(sys.argv[1])]
text = open(twin["file"]).read()
print(twin["name"], twin["file"], *twin["test"].split(":"), text.count(twin["from"]), sep="\n")
open(sys.argv[2], "w").write(text.replace(twin["from"], twin["to"]))
PY
	)
	name="${twin[1]}: ${twin[0]}" program=${twin[2]%.c} case=${twin[3]}
	[ "${twin[4]}" = 1 ] || { echo "not ok $name: does not apply exactly once"; continue; }
	# shellcheck disable=SC2046 # the flags are words
	if ! ${CC:-cc} @"$B/cflags" -w -I"$(dirname "${twin[1]}")" -c "$T/twin.c" -o "$T/twin.o" 2> "$T/said" ||
		! ${CC:-cc} -o "$T/test" "$B/obj/$program.o" "$T/twin.o" "$B/lib/libdpmf.a" -lcmocka @"$B/libs" 2>> "$T/said"; then
		echo "not ok $name: $(head -c 300 "$T/said")"
		continue
	fi
	timeout -k 1 60 "$T/test" > "$T/said" 2>&1 < /dev/null
	status=$?
	# A twin that never ends, or that a sanitizer stops, is seen while the test runs.
	if [ $status -ne 0 ] && { grep -qE "^\[  FAILED  \] $case$" "$T/said" ||
		[ "$(grep -oE '^\[ RUN      \] .*' "$T/said" | tail -1)" = "[ RUN      ] $case" ]; }; then
		echo "ok $name is seen by $case"
	else
		echo "not ok $name: $case does not see it (exit $status)"
	fi
done
