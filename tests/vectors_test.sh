#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The golden vectors: generated again to the same bytes, and verified by libdpmf; what is damaged is noticed; the program's
# errors and exit codes. What the consumers say of them is in vectors_consumers_test.sh.
# Starts early: it takes long.
. "$(dirname "${BASH_SOURCE[0]}")/vectors.sh"

# --- the same bytes again -------------------------------------------------------------------------------------------
exits 0 "$vectors" generate --out="$room/again" && diff -r "$room/again/v1" "$tree/v1" && diff -r "$room/again/schema" "$tree/schema" &&
	cmp "$room/again/SHA256SUMS" "$tree/SHA256SUMS" && diff -r "$room/again/pages" "$tree/pages" && cmp "$room/again/index.json" "$tree/index.json" &&
	(cd "$room/again" && find consumers -type f) | while read -r f; do cmp "$room/again/$f" "$tree/$f" || exit 1; done
ok "generate writes the committed bytes"
(cd "$tree" && sha256sum --quiet -c SHA256SUMS)
ok "SHA256SUMS"
[ "$(cat "$tree"/v1/*.json | wc -c)" -lt 25000000 ] && [ -z "$(find "$tree/v1" -size +2000000c)" ]
ok "size of v1, and of each of its files"

# --- verify -----------------------------------------------------------------------------------------------------------
exits 0 "$vectors" verify --vectors="$tree" && [ "$(grep -c ' 0 mismatches' "$room/out")" -eq "$files" ]
ok "verify agrees with every file"

copies_with_crlf
exits 0 "$vectors" verify --json --vectors "$tree" "$room"/crlf/*.json &&
	python3 -c 'import json, sys; d = json.load(open(sys.argv[1])); assert len(d["files"]) == int(sys.argv[2]) and not any(f["mismatches"] for f in d["files"])' "$room/out" "$files"
ok "verify --json, which reads CRLF"

copies_flipped
for flip in integer hex bits; do
	flipped "$flip" && says 'test [0-9]* \[Ordinary\]: ' 1 "$vectors" verify --vectors="$tree" "$room/flip/$flip.json"
	ok "verify notices a flipped digit ($flip)"
done
copies_damaged
exits 1 "$vectors" verify --vectors="$tree" "$room"/damage/*.json && [ "$(grep -c ' 1 mismatches' "$room/out")" -eq "$damaged" ]
ok "verify notices every damage"

copy_unknown

# --- input errors: exit 2, the file, the test and the remedy are named ------------------------------------------------------
bad() { # NAME PATTERN: verify refuses $room/bad.json
	says "bad.json.*$2" 2 "$vectors" verify --vectors="$tree" "$room/bad.json"
	ok "verify refuses $1"
}
good=$tree/v1/bernoulli.json
bad "a missing file" 'No such file'
: > "$room/bad.json"
bad "an empty file" 'no JSON'
head -c 3000 /dev/urandom > "$room/bad.json"
bad "a binary file" 'no JSON'
head -c 3000 "$good" > "$room/bad.json"
bad "half a file" 'line [0-9]'
echo '{}' > "$room/bad.json"
bad "another document" 'algorithm'
cp "$room/unknown.json" "$room/bad.json"
bad "an unknown algorithm" 'bernouilli.*list'
sed 's/"result": "valid"/"result": "valid", "extra": 1/' "$good" > "$room/bad.json"
bad "an unknown member" 'extra.*restore'
sed 's/"result": "valid"/"result": "valid", "result": "valid"/' "$good" > "$room/bad.json"
bad "a member that occurs twice" 'duplicate'
sed '0,/"tcId": 2,/s/"tcId": 2,/"tcId": 1,/' "$good" > "$room/bad.json"
bad "a test number that occurs twice" 'ascend'
sed '0,/\["Ordinary"\]/s/\["Ordinary"\]/["Odd"]/' "$good" > "$room/bad.json"
bad "a flag without a meaning" 'test 1.*Odd'
sed '0,/"tape": "..../s/"tape": "..../"tape": "zzzz/' "$good" > "$room/bad.json"
bad "bytes that are none" 'test 1: .*tests/0/inputs/tape.*restore'
sed '0,/"tape": "[0-9a-f]*"/s/"tape": "[0-9a-f]*"/"tape": "00"/' "$good" > "$room/bad.json"
bad "a tape that is too short" 'test 1.*tape'
sed '0,/"q": "[0-9]*"/s/"q": "[0-9]*"/"q": "18446744073709551616"/' "$good" > "$room/bad.json"
bad "an integer of 65 bits" 'test 1'
sed '0,/"bits": "[0-9a-f]*"/s/"bits": "[0-9a-f]*"/"bits": "3ff0000000000001"/' "$tree/v1/grid_round.json" > "$room/bad.json"
bad "an input whose hex and bits disagree" 'test 1.*disagree'
sed '0,/"exact"/s/"exact"/"roughly"/' "$good" > "$room/bad.json"
bad "an unknown comparison" 'exact'
sed '0,/"result": "invalid"/s/"result": "invalid"/"result": "valid"/' "$good" > "$room/bad.json"
bad "a valid test without outputs" 'missing'

cp -r "$room/again" "$room/changed"
sed -i '$a\ ' "$room/changed/v1/polya.json"
says 'polya.json.*SHA-256' 1 "$vectors" verify --vectors="$room/changed"
ok "verify notices a changed file by its sum"
rm "$room/changed/v1/polya.json"
says 'polya.json' 2 "$vectors" verify --vectors="$room/changed"
ok "verify notices a missing file"
sed -i '/v1.polya/d' "$room/changed/SHA256SUMS"
says 'SHA256SUMS does not list' 2 "$vectors" verify --vectors="$room/changed"
ok "verify notices a file that is not listed"
sed -i 's/"minItems"/"mostItems"/' "$room/changed/schema/bernoulli.json"
says 'mostItems' 3 "$vectors" verify --vectors="$room/changed" "$good"
ok "verify refuses a schema that it understands only in part"

# --- the program --------------------------------------------------------------------------------------------------------
exits 0 "$vectors" --help && grep -q generate "$room/out"
ok "--help"
exits 0 "$vectors" --version && grep -q '^dpmf-vectors [0-9]' "$room/out"
ok "--version"
exits 0 "$vectors" list && [ "$(wc -l < "$room/out")" -eq "$files" ]
ok "list"
exits 0 "$vectors" list --json && python3 -c 'import json, sys; assert len(json.load(open(sys.argv[1]))["algorithms"]) == int(sys.argv[2])' "$room/out" "$files"
ok "list --json"
for usage in "" "prove" "generate" "generate --out" "list polya" "verify --out=x" "--nonsense" "generate --out=$room/x polya"; do
	# shellcheck disable=SC2086 # words
	says 'dpmf-vectors' 2 "$vectors" $usage && [ ! -e "$room/x" ]
	ok "usage error: $usage"
done
mkdir -p "$room/prefix/bin" "$room/prefix/share/dpmf" "$room/alone/bin"
cp "$vectors" "$room/prefix/bin" && cp "$vectors" "$room/alone/bin" && cp -r "$room/again" "$room/prefix/share/dpmf/vectors"
(cd "$room" && exits 0 "$room/prefix/bin/dpmf-vectors" verify "$good")
ok "an installed program finds its vectors"
(cd "$room" && says '--vectors' 2 "$room/alone/bin/dpmf-vectors" verify "$good")
ok "a program without vectors says what to do"
says 'exists' 2 "$vectors" generate --out="$room/crlf" && [ "$(find "$room/crlf" -name '*.json' | wc -l)" -eq "$files" ] && [ ! -e "$room/crlf/v1" ]
ok "generate overwrites nothing"
says 'parent' 2 "$vectors" generate --out "$room/no/such"
ok "generate into a folder that cannot be made"
(trap '' XFSZ && ulimit -f 16 && says 'make room' 3 "$vectors" generate --out="$room/full")
ok "generate on a full disk"
! compgen -G "$room/full*" > /dev/null
ok "a full disk leaves nothing half-written"
says 'standard output' 3 bash -c "'$vectors' verify --vectors='$tree' '$good' > /dev/full"
ok "an answer that cannot be written"
says 'standard output' 3 bash -c "'$vectors' list --json > /dev/full"
ok "a document that cannot be written"
