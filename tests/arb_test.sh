#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The enclosures of ref/account hold what Arb finds (tests/arb), in a sample of random settings; and where an end is rounded
# the wrong way, Arb says so. (build/tests/arb 125000 2 is a million settings in all; it takes ten minutes.)
. "$(dirname "$0")/program.sh"
root=$(realpath "$(dirname "$0")/..")
if ! echo '#include <arb.h>' | "${CC:-cc}" -E - > /dev/null 2>&1; then
	echo 'skip arb: libflint-arb-dev is missing, make deps-full installs it'
	exit 0
fi
# shellcheck disable=SC2046 # words
build() { # PROGRAM SOURCE...: with sources that take the place of the library's own
	local program=$1
	shift
	(cd "$root" && "${CC:-cc}" @"$B/cflags" "$@" tests/arb/*.c -o "$program" "$B/lib/libdpmf.a" $(cat "$B/libs") -lflint-arb -lflint) > "$T/log" 2>&1
}

build "$B/tests/arb"
verdict 'it builds' $? "$(tail -1 "$T/log")"
settings=${SHORT_RUN:+50}
"$B/tests/arb" "${settings:-500}" 1 > "$T/log" 2>&1 && [ "$(grep -c ' 0 not as Arb has them$' "$T/log")" -eq 8 ]
verdict 'every enclosure holds the exact value' $? "$(grep -m1 -v ' 0 not' "$T/log")"
"$B/tests/arb" 0 1 > "$T/log" 2>&1
[ $? -eq 2 ]
verdict 'no settings are refused' $?

turned() { # QUANTITY FILE SED: with this change of a source of ref/account the quantity, and it alone, is no longer as Arb has it
	sed "$3" "$root/ref/account/$2" > "$T/$2" && ! cmp -s "$root/ref/account/$2" "$T/$2" && build "$T/arb" "$T/$2" &&
		! "$T/arb" 100 1 > "$T/log" 2>&1 && [ "$(grep -vc ' 0 not as Arb has them$' "$T/log")" -eq 3 ] &&
		grep -q "^$1: outside" "$T/log"
	verdict "$1: an end that is rounded the wrong way is outside" $? "$(tail -1 "$T/log")"
}
turned 'mixture with h known, delta' mixture.c 's/mpfr_expm1(delta, delta, away)/mpfr_expm1(delta, delta, to)/'
turned "a record's budget" entry_cost.c 's/one(entry, MPFR_RNDU, epsilon->hi)/one(entry, MPFR_RNDD, epsilon->hi)/'
turned 'quotient in doubles' directed.c '/dpmf_quotient_above/,/^}/s/MPFR_RNDU/MPFR_RNDD/'
exit "$bad"
