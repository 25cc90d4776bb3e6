#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# No branch and no address of a user of secure aggregation follows from its secrets, at -O0 to -O3 (branches.c). Division is not
# looked at: sharing divides by one constant, for which compilers multiply, but at -O0.
# Not with sanitizers: it compiles what it runs.
. "$(dirname "$0")/../program.sh"
command -v valgrind > /dev/null || { echo "skip branches: valgrind is missing (make deps-full)"; exit 0; }
here=$(cd "$(dirname "$0")/../.." && pwd)
flags=$(grep -oE -- '-(std|I|D)[^ ]*' "$B/cflags" | grep -v FORTIFY)

built() { # LEVEL: the program, of this level
	# shellcheck disable=SC2086,SC2046 # words
	(cd "$here" && ${CC:-cc} $flags -g "$1" tests/secagg/branches.c ref/secagg/{expand,masks,keys,messages,pack,secret,shamir,field,setting,bits}.c \
		-o "$T/branches$1" "$B/lib/libdpmf.a" $(grep -oE -- '-l[^ ]*' "$B/libs")) 2> "$T/log"
}

told() { # LEVEL [leak]: how often valgrind tells of a secret; 99 for a run that failed
	valgrind -q --suppressions="$here/tests/secagg/branches.supp" "$T/branches$1" "${@:2}" > "$T/log" 2>&1 || return 99
	return "$(grep -cE 'depends on uninitialised|of size .* uninitialised|points to uninitialised' "$T/log")"
}

for level in -O0 -O1 -O2 -O3; do
	built $level || { verdict "no secret decides at $level" 1 "$(head -3 "$T/log")"; continue; }
	told $level
	verdict "no secret decides at $level" $? "$(head -c 600 "$T/log")"
	told $level leak
	[ $? -eq 1 ]
	verdict "a branch that was planted is told at $level" $?
done
exit $bad
