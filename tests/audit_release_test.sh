#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# dpmf-audit release: what it prints, its exit codes, that it leaves nothing behind. tests/release_bugs_test.sh shows what it finds.
# Starts early: it takes long.
cd "$(dirname "$0")/.." || exit 3
. tests/program.sh
audit=$B/bin/dpmf-audit
mkdir "$T/tmp"
export TMPDIR=$T/tmp

[ "$("$audit" --help | grep -c '^  release ')" -eq 1 ]
verdict "the help of dpmf-audit lists release" $?

refused "an unknown mechanism" 'no mechanism "nobody"' -- "$audit" release --mech=nobody
refused "an unknown variant" 'a variant "better"' -- "$audit" release --variant=better
refused "no neighbours" '--neighbours=0: give a whole number' -- "$audit" release --neighbours=0
refused "a word" 'takes options only' -- "$audit" release hdpmf

TMPDIR=$T/missing "$audit" release --mech=hdpmf --neighbours=1 > "$T/out" 2> "$T/err"
[ $? -eq 3 ] && [ ! -s "$T/out" ] && grep -q 'set TMPDIR' "$T/err"
verdict "no folder to work in is exit code 3" $?

"$audit" release --mech=hdpmf --variant=corrected --neighbours=24 > "$T/one" 2> "$T/err"
status=$?
[ $status -eq 0 ] && [ ! -s "$T/err" ] && [ "$(grep -c 'no byte$' "$T/one")" -eq 3 ]
verdict "corrected lets out not one byte" $? "$(head -c 300 "$T/one")"
"$audit" release --mech=hdpmf --variant=corrected --neighbours=24 | cmp -s - "$T/one"
verdict "the same seed gives the same table" $?
[ -z "$(ls -A "$TMPDIR")" ]
verdict "nothing is left in the temporary folder" $?

"$audit" release --mech=gaussmf --variant=published --neighbours=100 > "$T/out"
[ $? -eq 0 ] && grep -q 'published: as known' "$T/out" && grep -q 'files .*public/item_factors.txt differs in line' "$T/out" &&
	grep -q 'claim gaussmf.thm2' "$T/out" && grep -q 'asked .*the first run' "$T/out"
verdict "published strays as the ledger says, and what does is named" $? "$(tail -8 "$T/out")"

"$audit" release --mech=hdpmf --variant=as-run --neighbours=20 > "$T/shared"
[ $? -eq 0 ] && grep -q 'as-run, full gradient: as known' "$T/shared" && grep -q 'draws .*one draw of noise is used twice' "$T/shared" && grep -q 'claim hdpmf.program' "$T/shared"
verdict "the h that all items share in the authors' program is found" $? "$(tail -8 "$T/shared")"

[ "$(wc -L < "$T/out")" -le 100 ]
verdict "the table fits a hundred columns" $?

"$audit" release --mech=dpimf --neighbours=8 --json > "$T/json" &&
	python3 - "$T/json" <<'P'
import json, sys
document = json.load(open(sys.argv[1]))
assert document["format"] == "dpmf-audit-release" and document["version"] == 1
rows = document["releases"]
assert len(rows) >= 10 and {row["variant"] for row in rows} == {"published", "corrected"}
for row in rows:
    assert row["neighbours"] == 8 and row["as_expected"] is True, row
    assert set(row["found"]) == {"files", "printed", "asked", "beyond", "draws", "budget", "failed"}
    if row["variant"] == "corrected":
        assert not any(row["found"].values()) and row["known"] == [] and row["claim"] is None
P
verdict "the JSON document has a row for each mechanism, variant and setting" $?

# Every mechanism that has variants stands in the table, with both.
for mech in $(mechanisms); do
	for variant in published corrected; do
		grep -q "{ \"$mech\", \"$variant\"," audit/release/subjects.c
		verdict "$mech $variant is in the table" $?
	done
done
exit $bad
