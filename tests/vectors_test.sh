#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The golden vectors: generated again to the same bytes, verified by libdpmf and by three consumers that do without
# it; what is damaged is noticed by all four; the program's errors and exit codes.
set -u
export LC_ALL=C PYTHONDONTWRITEBYTECODE=1
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 3
case ${B:=build} in /*) ;; *) B=$PWD/$B ;; esac
vectors=$B/bin/dpmf-vectors tree=$PWD/vectors
room=$(mktemp -d) || exit 3
trap 'chmod -R u+w "$room"; rm -rf "$room"' EXIT

ok() { # NAME: the last command's answer
	if [ $? -eq 0 ]; then echo "ok $1"; else echo "not ok $1"; fi
}

exits() { # CODE COMMAND...: it ends with this code; what it says is in $room/said
	local code=$1
	shift
	"$@" > "$room/out" 2> "$room/said" < /dev/null
	local got=$?
	[ $got -eq "$code" ] || { echo "exit $got instead of $code: $*" | cut -c 1-300; tail -5 "$room/said"; return 1; }
}

says() { # PATTERN CODE COMMAND...: that code, and one line on stderr that matches
	local pattern=$1
	shift
	exits "$@" && { grep -q -- "$pattern" "$room/said" || { echo "no \"$pattern\" in:"; cat "$room/said"; return 1; }; }
}

# --- the same bytes again -------------------------------------------------------------------------------------------
exits 0 "$vectors" generate --out="$room/again" && diff -r "$room/again/v1" "$tree/v1" && diff -r "$room/again/schema" "$tree/schema" &&
	cmp "$room/again/SHA256SUMS" "$tree/SHA256SUMS" && diff -r "$room/again/pages" "$tree/pages" && cmp "$room/again/index.json" "$tree/index.json" &&
	(cd "$room/again" && find consumers -type f) | while read -r f; do cmp "$room/again/$f" "$tree/$f" || exit 1; done
ok "generate writes the committed bytes"
(cd "$tree" && sha256sum --quiet -c SHA256SUMS)
ok "SHA256SUMS"
[ "$(cat "$tree"/v1/*.json | wc -c)" -lt 25000000 ] && [ -z "$(find "$tree/v1" -size +2000000c)" ]
ok "size of v1, and of each of its files"

# --- the consumers ----------------------------------------------------------------------------------------------------
flags="-std=c17 -O2 -Wall -Wextra -Wconversion -Wshadow -Werror ${SANITIZE:+-fsanitize=address,undefined -fno-sanitize-recover=all}"
# shellcheck disable=SC2086 # a list of options
${CC:-cc} $flags "$tree"/consumers/c/*.c -o "$room/consumer" -lm
ok "the C consumer builds without a warning"
for tool in node python3; do
	command -v $tool > /dev/null || { echo "not ok $tool is missing: make deps"; exit 1; }
done
consume() { # c|python|js FILE...
	local kind=$1
	shift
	case $kind in
	c) "$room/consumer" "$@" ;;
	python) python3 "$tree/consumers/python/consumer.py" "$@" ;;
	js) node "$tree/consumers/js/consumer.js" "$@" ;;
	esac
}
files=$(find "$tree/v1" -name '*.json' | wc -l)
for kind in c python js; do
	consume $kind "$tree"/v1/*.json > "$room/$kind.out" 2> "$room/$kind.err" && [ ! -s "$room/$kind.err" ] &&
		[ "$(grep -c ' checked, 0 failed$' "$room/$kind.out")" -eq "$files" ]
	ok "the $kind consumer agrees with every file"
done
cmp "$room/c.out" "$room/python.out" && cmp "$room/c.out" "$room/js.out" && grep -q "^$files files, [0-9]* tests, 0 failed, 0 files not read$" "$room/c.out"
ok "the consumers count the same tests, in total too"

mkdir "$room/crlf"
for file in "$tree"/v1/*.json; do sed 's/$/\r/' "$file" > "$room/crlf/${file##*/}"; done
for kind in c python js; do
	exits 0 consume $kind "$room"/crlf/*.json
	ok "the $kind consumer reads CRLF"
done
exits 0 "$vectors" verify --vectors="$tree" "$room"/crlf/*.json
ok "verify reads CRLF"

# --- verify -----------------------------------------------------------------------------------------------------------
exits 0 "$vectors" verify --vectors="$tree" && [ "$(grep -c ' 0 mismatches' "$room/out")" -eq "$files" ]
ok "verify agrees with every file"
exits 0 "$vectors" verify --json --vectors "$tree" &&
	python3 -c 'import json, sys; d = json.load(open(sys.argv[1])); assert len(d["files"]) == int(sys.argv[2]) and not any(f["mismatches"] for f in d["files"])' "$room/out" "$files"
ok "verify --json"

# One digit, by hand: a digit of the first expected value.
mkdir "$room/flip"
sed '0,/"value": {"compare": "exact", "value": "[0-9]*[0-8]"}/s/\("value": {"compare": "exact", "value": "[0-9]*\)[0-8]"}/\19"}/' \
	"$tree/v1/discrete_laplace.json" > "$room/flip/integer.json"
sed '0,/"scale": {"compare"/{/"scale": {"compare"/s/"hex": "0x1/"hex": "0x0/}' "$tree/v1/hdpmf_noise_scale.json" > "$room/flip/hex.json"
sed '0,/"scale": {"compare"/{/"scale": {"compare"/s/"bits": "4/"bits": "3/}' "$tree/v1/hdpmf_noise_scale.json" > "$room/flip/bits.json"
for flip in integer hex bits; do
	cmp -s "$room/flip/$flip.json" "$tree/v1/discrete_laplace.json" || cmp -s "$room/flip/$flip.json" "$tree/v1/hdpmf_noise_scale.json"
	[ $? -ne 0 ] && exits 1 consume c "$room/flip/$flip.json" && exits 1 consume python "$room/flip/$flip.json" &&
		exits 1 consume js "$room/flip/$flip.json" && says 'test [0-9]* \[Ordinary\]: ' 1 "$vectors" verify --vectors="$tree" "$room/flip/$flip.json"
	ok "a flipped digit ($flip) is noticed by all four"
done

# A test on which a kernel gives up (its tape ends too soon) fails by itself: the flags are named and the others run.
sed '0,/"tape": "[0-9a-f]*"/s/"tape": "[0-9a-f]*"/"tape": "00"/' "$tree/v1/bernoulli.json" > "$room/flip/short.json"
for kind in c python js; do
	says 'test 1 \[Ordinary\]: ' 1 consume $kind "$room/flip/short.json" && grep -q '^bernoulli  *[0-9]* checked, 1 failed$' "$room/out"
	ok "the $kind consumer goes on after a test on which its kernel gives up"
done

# Every output of every file, wrong by the least amount that must be noticed.
mkdir "$room/damage"
python3 tests/vectors_damage.py "$tree/v1" "$room/damage" && damaged=$(find "$room/damage" -name '*.json' | wc -l) && [ "$damaged" -gt 90 ]
ok "damaged copies"
for kind in c python js; do
	exits 1 consume $kind "$room"/damage/*.json && [ "$(grep -c ' checked, 1 failed$' "$room/out")" -eq "$damaged" ]
	ok "the $kind consumer notices every damage"
done
exits 1 "$vectors" verify --vectors="$tree" "$room"/damage/*.json && [ "$(grep -c ' 1 mismatches' "$room/out")" -eq "$damaged" ]
ok "verify notices every damage"

sed 's/"algorithm": "bernoulli"/"algorithm": "bernouilli"/' "$tree/v1/bernoulli.json" > "$room/unknown.json"
for kind in c python js; do
	says 'bernouilli' 2 consume $kind "$room/unknown.json"
	ok "the $kind consumer refuses an unknown algorithm"
	says 'nowhere.json' 2 consume $kind "$room/nowhere.json" "$tree/v1/polya.json" && grep -q '^polya .* 0 failed$' "$room/out"
	ok "the $kind consumer refuses a missing file, and reads the next one"
	says 'usage' 2 consume $kind
	ok "the $kind consumer without a file says how it is used"
done

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
(cd "$room" && exits 0 "$room/prefix/bin/dpmf-vectors" verify)
ok "an installed program finds its vectors"
(cd "$room" && says '--vectors' 2 "$room/alone/bin/dpmf-vectors" verify)
ok "a program without vectors says what to do"
says 'exists' 2 "$vectors" generate --out="$room/crlf" && [ "$(find "$room/crlf" -name '*.json' | wc -l)" -eq "$files" ] && [ ! -e "$room/crlf/v1" ]
ok "generate overwrites nothing"
says 'parent' 2 "$vectors" generate --out "$room/no/such"
ok "generate into a folder that cannot be made"
(trap '' XFSZ && ulimit -f 16 && says 'make room' 3 "$vectors" generate --out="$room/full")
ok "generate on a full disk"
! compgen -G "$room/full*" > /dev/null
ok "a full disk leaves nothing half-written"
says 'standard output' 3 bash -c "'$vectors' verify --vectors='$tree' > /dev/full"
ok "an answer that cannot be written"
says 'standard output' 3 bash -c "'$vectors' list --json > /dev/full"
ok "a document that cannot be written"
