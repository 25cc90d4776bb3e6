# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash disable=SC2034 # used where it is sourced
# What the tests of the vectors share: the program, the tree, a scratch folder, and damaged copies of the files.
set -u
export LC_ALL=C PYTHONDONTWRITEBYTECODE=1
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 3
case ${B:=build} in /*) ;; *) B=$PWD/$B ;; esac
vectors=$B/bin/dpmf-vectors tree=$PWD/vectors
room=$(mktemp -d) || exit 3
trap 'chmod -R u+w "$room"; rm -rf "$room"' EXIT
files=$(find "$tree/v1" -name '*.json' | wc -l)

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

copies_with_crlf() {
	mkdir "$room/crlf"
	for file in "$tree"/v1/*.json; do sed 's/$/\r/' "$file" > "$room/crlf/${file##*/}"; done
}

# One digit, by hand: a digit of the first expected value.
copies_flipped() {
	mkdir "$room/flip"
	sed '0,/"value": {"compare": "exact", "value": "[0-9]*[0-8]"}/s/\("value": {"compare": "exact", "value": "[0-9]*\)[0-8]"}/\19"}/' \
		"$tree/v1/discrete_laplace.json" > "$room/flip/integer.json"
	sed '0,/"scale": {"compare"/{/"scale": {"compare"/s/"hex": "0x1/"hex": "0x0/}' "$tree/v1/hdpmf_noise_scale.json" > "$room/flip/hex.json"
	sed '0,/"scale": {"compare"/{/"scale": {"compare"/s/"bits": "4/"bits": "3/}' "$tree/v1/hdpmf_noise_scale.json" > "$room/flip/bits.json"
}
flipped() { # NAME: the copy is none of the two
	! cmp -s "$room/flip/$1.json" "$tree/v1/discrete_laplace.json" && ! cmp -s "$room/flip/$1.json" "$tree/v1/hdpmf_noise_scale.json"
}

# Every output of every file, wrong by the least amount that must be noticed.
copies_damaged() {
	mkdir "$room/damage"
	python3 tests/vectors_damage.py "$tree/v1" "$room/damage" && damaged=$(find "$room/damage" -name '*.json' | wc -l) && [ "$damaged" -gt 90 ]
	ok "damaged copies"
}

copy_unknown() {
	sed 's/"algorithm": "bernoulli"/"algorithm": "bernouilli"/' "$tree/v1/bernoulli.json" > "$room/unknown.json"
}
