#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Every function of ref/ is proved or listed with a reason, and the list cannot leave one out.
set -u
here=$(cd "$(dirname "$0")/.." && pwd)
T=$(mktemp -d) || exit 3
trap 'rm -rf "$T"' EXIT
mkdir "$T/tree"
cp -r "$here/proofs" "$here/ref" "$here/tests" "$T/tree/"

listed() { # NAME EXPECTED-STATUS PATTERN
	python3 "$T/tree/proofs/functions" > "$T/out" 2>&1
	local status=$?
	grep -q -e "$3" "$T/out" || status="$status without /$3/"
	if [ "$status" = "$2" ]; then echo "ok $1"; else echo "not ok $1: exit $status, not $2"; grep -v '^ ' "$T/out" | head -5; fi
}
change() { # FILE PYTHON: an edit of its text t
	python3 -c 'import sys; p = sys.argv[1]; t = open(p).read(); u = eval(sys.argv[2]); assert t != u; open(p, "w").write(u)' "$T/tree/$1" "$2"
}
back() { cp "$here/$1" "$T/tree/$1"; }

listed "every function is proved or listed" 0 " 0 neither$"
change ref/secagg/bits.c 't + "int new_one(int x)\n{\n\treturn x;\n}\n"'
listed "a new function of a proved file counts as its row's" 0 " 0 neither$"
back ref/secagg/bits.c
change ref/secagg/pack.c 't + "struct pair { int a[2]; };\nconst struct pair *new_one(const struct pair *x,\n\tint y[static 2])\n{\n\treturn y[0] ? x : x + 1;\n}\n"'
listed "a new function that is not listed" 1 "ref/secagg/pack.c: new_one is neither proved nor listed"
back ref/secagg/pack.c
change proofs/kernels.json 't.replace("\"file\": \"ref/secagg/bits.c\"", "\"file\": \"ref/secagg/bytes.c\"")'
listed "a function whose row is gone" 1 "ref/secagg/bits.c: dpmf_secagg_bits is neither proved nor listed"
back proofs/kernels.json
change proofs/functions.json 't.replace("\"not_proved\": [", "\"not_proved\": [{\"file\": \"ref/none.c\", \"functions\": [\"f\"], \"reason\": \"r\"},")'
listed "a reason that no function needs" 1 "no function needs the reason of ref/none.c"
back proofs/functions.json
change proofs/functions.json 't.replace("tests/status_test.c", "tests/no_such_test.c")'
listed "a test that is not there" 1 "tests/no_such_test.c, which covers"
back proofs/functions.json
echo '{"not_proved": [{"file": "ref/none.c", "functions": ["f"], "reason": "r"}]}' > "$T/tree/proofs/hdpmf/functions.json"
listed "a reason in a mechanism's own table that no function needs" 1 "no function needs the reason of ref/none.c"
