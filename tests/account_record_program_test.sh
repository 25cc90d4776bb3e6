#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# dpmf account record as a user meets it: from the record alone comes the epsilon that the training has printed.
. "$(dirname "$0")/program.sh"
some_ratings 40 20 8 > "$T/r.tsv"
given=(--ratings="$T/r.tsv" --holdout=0 --range=1:5 --items=20 --users=40)

# NAME MECHANISM RELATION DELTA: the unit of that relation has the same epsilon in the guarantee and from the record.
same() {
	local name=$1 mech=$2 relation=$3 delta=$4
	# shellcheck disable=SC2086 # a mechanism and its options
	"$dpmf" train --mech=$mech "${given[@]}" --out="$T/$name" --json > "$T/$name.json" 2> "$T/err" &&
		"$dpmf" account record "$T/$name/public/record.json" --neighbours="$relation" --delta="$delta" --json > "$T/record" 2>> "$T/err" &&
		python3 - "$T/$name.json" "$T/record" "$relation" <<'PY' 2>> "$T/err"
import decimal, json, sys
trained, record = (json.load(open(path)) for path in sys.argv[1:3])
units = [u for u in trained["guarantee"]["protects"] if u["relation"] == sys.argv[3]] # dpals: a row that comes or goes, or is replaced
unit = next((u for u in units if u["epsilon"] == record["epsilon"]), units[0])
assert record["holds"] and record["why"] is None and record["neighbours"] == sys.argv[3], record
assert record["epsilon"] == unit["epsilon"], (record["epsilon"], unit["epsilon"])
assert decimal.Decimal(record["delta"]["hi"]) <= decimal.Decimal(unit["delta"]["hi"]), (record["delta"], unit["delta"])
PY
	verdict "$name: the epsilon of the guarantee" $? "$(tail -n 1 "$T/err")"
}
delta=$(python3 -c 'import decimal; print(decimal.Decimal(1e-5))') # what the training reads is the double next to it
same hdpmf 'hdpmf --variant=corrected' entry 0
same gaussmf 'gaussmf --variant=corrected --epochs=3 --delta-r=1e-5' entry "$delta"
same means 'means --epsilon=2' entry 0
same dpals 'dpals --variant=corrected --epochs=2 --factors=2 --delta=1e-5' user "$delta"

text=$("$dpmf" account record "$T/hdpmf/public/record.json")
[[ $text == 'epsilon in [1.0000000000000000000e+00, 1.0000000000000000000e+00]'*'takes for granted:'* ]]
verdict 'as text, with what it takes for granted' $? "$text"
"$dpmf" train --mech=hdpmf --variant=published "${given[@]}" --epochs=2 --out="$T/published" > "$T/log" 2>&1
text=$("$dpmf" account record "$T/published/public/record.json")
[ $? -eq 1 ] && [[ $text == 'no epsilon: '*doubles* ]]
verdict 'noise in doubles: exit 1, and why' $? "$text"
"$dpmf" account record "$T/published/public/record.json" --json | python3 -c '
import json, sys
said = json.load(sys.stdin)
assert said["holds"] is False and said["epsilon"] is None and said["delta"] is None and "doubles" in said["why"]' 2> "$T/err"
verdict 'the same as JSON' $? "$(tail -n 1 "$T/err")"

"$dpmf" account record --help > "$T/help" && ! awk 'length($0) > 100 { exit 1 }' "$T/help" | grep -q . && grep -q '^example:' "$T/help"
verdict 'its help' $?
record=$T/hdpmf/public/record.json
refused 'no file' 'name one record' -- "$dpmf" account record
refused 'two files' 'name one record' -- "$dpmf" account record "$record" "$record"
refused 'a file that is not there' 'No such file' -- "$dpmf" account record "$T/none"
refused 'another relation' 'neighbours.*entry, user' -- "$dpmf" account record "$record" --neighbours=item
refused 'a row of which the record does not tell' 'how far a whole row' -- "$dpmf" account record "$record" --neighbours=user
refused 'delta of 1' 'from 0 to below 1' -- "$dpmf" account record "$record" --delta=1
refused 'delta that is no number' 'delta' -- "$dpmf" account record "$record" --delta=x
refused 'the noise of a norm that needs a delta' 'delta' -- "$dpmf" account record "$T/gaussmf/public/record.json"
sed 's/"law": *"[^"]*"/"law": "none such"/' "$record" > "$T/edited.json"
refused 'a law that is not there' 'law' -- "$dpmf" account record "$T/edited.json"
refused 'another document' 'record' -- "$dpmf" account record "$T/hdpmf/public/model.json"
head -c 40 "$record" > "$T/short.json"
refused 'a record that was cut' 'line [0-9]*' -- "$dpmf" account record "$T/short.json"
exit "$bad"
