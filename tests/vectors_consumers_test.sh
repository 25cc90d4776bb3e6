#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The golden vectors, checked by three consumers that do without libdpmf; what is damaged is noticed by each.
# Starts early: it takes long.
. "$(dirname "${BASH_SOURCE[0]}")/vectors.sh"
# Of the three only the one in C is built with sanitizers.
kinds="c python js"
[ -z "${SANITIZE:-}" ] || kinds=c

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
for kind in $kinds; do
	consume $kind "$tree"/v1/*.json > "$room/$kind.out" 2> "$room/$kind.err" && [ ! -s "$room/$kind.err" ] &&
		[ "$(grep -c ' checked, 0 failed$' "$room/$kind.out")" -eq "$files" ]
	ok "the $kind consumer agrees with every file"
done
alike=yes
for kind in $kinds; do cmp "$room/c.out" "$room/$kind.out" || alike=; done
[ $alike ] && grep -q "^$files files, [0-9]* tests, 0 failed, 0 files not read$" "$room/c.out"
ok "the consumers count the same tests, in total too"

copies_with_crlf
for kind in $kinds; do
	exits 0 consume $kind "$room"/crlf/*.json
	ok "the $kind consumer reads CRLF"
done

copies_flipped
for flip in integer hex bits; do
	for kind in $kinds; do
		flipped "$flip" && exits 1 consume $kind "$room/flip/$flip.json"
		ok "the $kind consumer notices a flipped digit ($flip)"
	done
done

# A test on which a kernel gives up (its tape ends too soon) fails by itself: the flags are named and the others run.
sed '0,/"tape": "[0-9a-f]*"/s/"tape": "[0-9a-f]*"/"tape": "00"/' "$tree/v1/bernoulli.json" > "$room/flip/short.json"
for kind in $kinds; do
	says 'test 1 \[Ordinary\]: ' 1 consume $kind "$room/flip/short.json" && grep -q '^bernoulli  *[0-9]* checked, 1 failed$' "$room/out"
	ok "the $kind consumer goes on after a test on which its kernel gives up"
done

copies_damaged
for kind in $kinds; do
	exits 1 consume $kind "$room"/damage/*.json && [ "$(grep -c ' checked, 1 failed$' "$room/out")" -eq "$damaged" ]
	ok "the $kind consumer notices every damage"
done

copy_unknown
for kind in $kinds; do
	says 'bernouilli' 2 consume $kind "$room/unknown.json"
	ok "the $kind consumer refuses an unknown algorithm"
	says 'nowhere.json' 2 consume $kind "$room/nowhere.json" "$tree/v1/polya.json" && grep -q '^polya .* 0 failed$' "$room/out"
	ok "the $kind consumer refuses a missing file, and reads the next one"
	says 'usage' 2 consume $kind
	ok "the $kind consumer without a file says how it is used"
done
