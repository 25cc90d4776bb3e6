#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# `make check` counts what ran and fails closed: each way in which a test can go wrong must be seen.
. "$(dirname "$0")/program.sh"
check=$(realpath "$(dirname "$0")/../.ci/check")
cd "$T" || exit 3

counts() { # NAME STATUS LAST-LINE TEST...
	local name=$1 status=$2 line=$3
	shift 3
	LIMIT=1 "$check" "$@" > out 2>&1
	[ $? -eq "$status" ] && [ "$(tail -1 out)" = "$line" ]
	verdict "$name" $? "$(tail -1 out)"
}
program() { # NAME, and its body on stdin: a program that talks like cmocka
	{ echo '#!/bin/sh'; cat; } > "$1"
	chmod +x "$1"
}

echo 'echo ok one; echo ok two; echo "skip three: why"' > good.sh
echo 'echo ok one; echo not ok two; exit 0' > bad.sh
echo 'echo ok one; exit 3' > dies.sh
echo ':' > nothing.sh
echo 'echo ok one; sleep 30' > hangs.sh
program passes <<< 'echo "[  PASSED  ] 3 test(s)." >&2'
program fails <<< 'printf "[  PASSED  ] 2 test(s).\n[  FAILED  ] 2 test(s), listed below:\n[  FAILED  ] a\n" >&2; exit 2'
program crashes <<< 'kill -SEGV $$'
program late <<< 'echo "[  PASSED  ] 3 test(s)." >&2; exit 1'
program empty <<< 'exit 0'
counts 'a script that passes' 0 '2 passed, 0 failed' good.sh
counts 'a script with a failure' 1 '1 passed, 1 failed' bad.sh
counts 'a script that dies' 1 '1 passed, 1 failed' dies.sh
counts 'a script that tests nothing' 1 '0 passed, 1 failed' nothing.sh
counts 'a script that hangs' 1 '1 passed, 1 failed' hangs.sh
counts 'a program that passes' 0 '3 passed, 0 failed' ./passes
counts 'a program with failures' 1 '2 passed, 2 failed' ./fails
counts 'a program that crashes' 1 '0 passed, 1 failed' ./crashes
counts 'a program that fails after its tests' 1 '3 passed, 1 failed' ./late
counts 'a program that tests nothing' 1 '0 passed, 1 failed' ./empty
counts 'a program that is missing' 1 '0 passed, 1 failed' ./absent
counts 'no test at all' 1 '0 passed, 1 failed'
counts 'all together' 1 '12 passed, 8 failed' good.sh bad.sh dies.sh nothing.sh ./passes ./fails ./crashes ./late ./empty
JOBS=2 counts 'two at a time' 1 '12 passed, 8 failed' good.sh bad.sh dies.sh nothing.sh ./passes ./fails ./crashes ./late ./empty
JOBS=3 counts 'three at a time, all good' 0 '8 passed, 0 failed' good.sh ./passes ./passes

# make check T=NAME: those of that name, in whatever folder, and no other; a name that no test has is a slip of the keyboard.
root=$(dirname "$(dirname "$check")")
unset MAKEFLAGS MFLAGS MAKELEVEL SANITIZE
named() { # NAME T WANTED...: the tests that would be run
	local name=$1 names=$2
	shift 2
	make -C "$root" -n B=b check T="$names" 2> err | tr '\n\\' '  ' | grep -o '\.ci/check .*' | grep -oE '[^ ]*_test(\.sh)?( |$)' | tr -d ' ' | sort > out
	printf '%s\n' "$@" | sort | diff - out > diff
	verdict "$name" $? "$(xargs < diff) $(tail -n 1 err)"
}
named 'one test by name' status b/tests/status_test
named 'a program and a script' 'door twins' b/tests/door_test tests/twins_test.sh
named 'by its file' tests/door_test.c b/tests/door_test
named 'in a folder' hdpmf/kernels b/tests/hdpmf/kernels_test
named 'by a pattern' 'door_s*' b/tests/door_shares_test
env -u MAKEFLAGS -u MFLAGS -u T make -C "$root" -n B=b check > out 2> err
[ "$(tr ' ' '\n' < out | grep -c '_test$\|_test.sh$')" -gt 100 ]
verdict 'all of them without T' $?
make -C "$root" B=b check T='door nosuch' > out 2> err
[ $? -eq 2 ] && grep -q 'no test is named "nosuch"' err && [ ! -e "$root/b" ]
verdict 'a name that no test has' $? "$(head -n 1 err)"
exit "$bad"
