#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What a stranger has to read stays within the limits of tests/house.py: functions, parameters, files, and what a
# reader of one mechanism opens. Then each limit is exceeded in a copy, which must be found.
# Not with sanitizers: nothing that it looks at runs.
set -u
export LC_ALL=C
here=$(cd "$(dirname "$0")/.." && pwd)
T=$(mktemp -d) || exit 3
trap 'rm -rf "$T"' EXIT
cd "$here" || exit 3

python3 -B tests/house.py > "$T/said" 2> "$T/beyond"
status=$?
cat "$T/said" "$T/beyond"
[ $status -eq 0 ] && [ ! -s "$T/beyond" ] && grep -q ' hdpmf$' "$T/said" && grep -q ' dpimf$' "$T/said" &&
	echo "ok all within the limits" || echo "not ok all within the limits: $(head -1 "$T/beyond")"

mkdir "$T/tree" && cp -r ref proofs audit vectors tests "$T/tree" && cd "$T/tree" || exit 3

beyond() { # NAME FILE PATTERN: with what stands on stdin added to FILE it is found
	local kept
	kept=$(mktemp -p "$T") && { [ ! -e "$2" ] || cp "$2" "$kept"; }
	cat >> "$2"
	python3 -B tests/house.py > "$T/said" 2> "$T/beyond"
	if [ $? -eq 1 ] && [ "$(wc -l < "$T/beyond")" -eq 1 ] && grep -q -e "$3" "$T/beyond"; then echo "ok $1 is found"
	else echo "not ok $1 is found: $(head -3 "$T/beyond" | xargs)"; fi
	if [ -s "$kept" ]; then cp "$kept" "$2"; else rm "$2"; fi
}

{ echo 'int new_one(int x)'; echo '{'; yes '	x++;' | head -76; echo '	return x;'; echo '}'; } > "$T/just"
python3 -B tests/house.py > /dev/null 2>&1 && cat "$T/just" >> ref/eval/split.c && python3 -B tests/house.py > /dev/null 2>&1 &&
	echo "ok a function of 80 lines is none too long" || echo "not ok a function of 80 lines is none too long"
cp "$here/ref/eval/split.c" ref/eval/split.c
sed 's/^	return x;/	x++;\n&/' "$T/just" | beyond "a function of 81 lines" ref/eval/split.c 'split.c:[0-9]* new_one: 80 lines at most'
beyond "a function of nine parameters" audit/exec/fields.h 'fields.h:[0-9]* new_one: 8 parameters at most' <<'END'
void new_one(int a, int b, /* c, */ void (*c)(int, int), int d,
             int e, int f, int g, int h, const char *text);
END
printf 'def new_one(a, b, c, d, e, f, g, *, h, i):\n    return a\n' | beyond "a function of nine parameters in Python" tests/new_one.py \
	'new_one.py:1 new_one: 8 parameters at most'
printf 'int x;\n%.0s' {1..401} | beyond "a file of 401 lines" tests/new_one.h 'tests/new_one.h: 400 lines at most'
echo '#include "secagg/simulate.h"' | beyond "secure aggregation in what a reader of hdpmf opens" ref/mech/hdpmf/steps.h \
	'ref/mech/hdpmf: a reader opens [0-9]* lines, of 3000 at most'
sed -i 's/"both_apart"/&, "none"/' tests/house.py
beyond "an exception that nobody needs" ref/eval/split.c 'relational.c none: no exception is needed' < /dev/null
