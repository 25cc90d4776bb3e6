#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# How the programs and the library are built, read from the files themselves.
. "$(dirname "$0")/program.sh"
[ -z "${SANITIZE:-}" ] || { echo "skip hardened: a sanitizer checks more, and asks for a build of its own"; exit 0; }
command -v readelf > /dev/null || { echo "skip hardened: readelf is missing"; exit 0; }

has() { # NAME FILE READELF-OPTION PATTERN
	readelf -W "$3" "$2" | grep -qE -- "$4"
	verdict "$1: ${2##*/}" $?
}
for file in "$B"/bin/dpmf "$B"/bin/dpmf-audit "$B"/bin/dpmf-vectors; do
	has 'loaded at an address of its own each time' "$file" -d 'FLAGS_1.* PIE'
done
for file in "$B"/bin/dpmf "$B"/bin/dpmf-audit "$B"/bin/dpmf-vectors "$B"/lib/libdpmf.so.0; do
	has 'relocations are read-only' "$file" -l 'GNU_RELRO'
	has 'and bound before it runs' "$file" -d 'FLAGS_1.* NOW'
	has 'its stack is watched' "$file" -s '__stack_chk_fail'
	grep -qE -- '-O[123s]' "$B/cflags" && has 'calls that know the size of their buffers' "$file" -s ' __[a-z]+_chk(@|$)'
	! readelf -W -l "$file" | grep -E 'GNU_STACK' | grep -q 'E  *0x'
	verdict "no code on its stack: ${file##*/}" $?
done
if grep -q -- '-fcf-protection=full' "$B/cflags"; then
	all=$(ar t "$B/lib/libdpmf.a" | wc -l)
	marked=$(readelf -n "$B/lib/libdpmf.a" | grep -c 'IBT, SHSTK')
	[ "$marked" -eq "$all" ]
	verdict 'every object says that its jumps land where they may' $? "$marked of $all"
fi
exit $bad
