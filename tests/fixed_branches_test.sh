#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# No branch and no address of the fixed-budget sampler follows from what it draws, nor any of the door's where it releases it, at -O0
# to -O3 (fixed_branches.c), and none of the sampler's instructions divides. Valgrind does tell of a branch that was planted, and
# of the plain sampler. One branch is allowed, since its outcome is public: tests/fixed_branches.supp names it.
# Not with sanitizers: it compiles what it runs.
. "$(dirname "$0")/program.sh"
command -v valgrind > /dev/null || { echo "skip branches: valgrind is missing (make deps-full)"; exit 0; }
here=$(cd "$(dirname "$0")/.." && pwd)
flags=$(grep -oE -- '-(std|I|D)[^ ]*' "$B/cflags" | grep -v FORTIFY)

built() { # LEVEL: the program, of this level
	# shellcheck disable=SC2086,SC2046 # words
	(cd "$here" && ${CC:-cc} $flags -g "$1" tests/fixed_branches.c ref/noise/{fixed_laplace,exact,door_release,door_check,law/fixed_laplace}.c ref/core/stream.c \
		-o "$T/branches$1" "$B/lib/libdpmf.a" $(grep -oE -- '-l[^ ]*' "$B/libs") &&
		${CC:-cc} $flags "$1" -c ref/noise/fixed_laplace.c -o "$T/fixed$1.o") 2> "$T/log"
}

told() { # LEVEL [WHAT]: how often valgrind tells of what was drawn; 99 for a run that failed
	valgrind -q --suppressions="$here/tests/fixed_branches.supp" "$T/branches$1" "${@:2}" > "$T/log" 2>&1 || return 99
	return "$(grep -cE 'depends on uninitialised|of size .* uninitialised|points to uninitialised' "$T/log")"
}

for level in -O0 -O1 -O2 -O3; do
	built $level || { verdict "nothing drawn decides at $level" 1 "$(head -3 "$T/log")"; continue; }
	told $level
	verdict "nothing drawn decides at $level" $? "$(head -c 600 "$T/log")"
	! grep -q 'nothing secret' "$T/log"
	verdict "what left of it was secret at $level" $?
	told $level leak
	[ $? -eq 1 ]
	verdict "a branch that was planted is told at $level" $?
	told $level plain
	[ $? -gt 0 ] && ! grep -q fixed_laplace "$T/log" && grep -q dpmf_discrete_laplace "$T/log"
	verdict "the plain sampler's are told at $level" $? "$(head -c 600 "$T/log")"
	objdump -d "$T/fixed$level.o" > "$T/code" && grep -q 'dpmf_fixed_laplace' "$T/code" && ! grep -E '\bi?div' "$T/code"
	verdict "nothing is divided at $level" $?
done
exit $bad
