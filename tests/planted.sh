# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash disable=SC2034 # why is read where this is sourced
# A dpmf-audit with a bug in it: one source of the tree is damaged and compiled, everything else is linked as it was built. Sourced
# after tests/program.sh.
CC=${CC:-cc}

objects() { # WITHOUT: those of dpmf-audit, but for one source
	for source in audit/*.c audit/*/*.c ref/tool/*.c ref/mech/*/descriptor*.c ref/peers/descriptor*.c; do
		[ "$source" = ref/tool/main.c ] || [[ $source =~ ^audit/(rng/|examples/|ranks/mpi\.c) ]] || [ "$source" = "$1" ] || echo "$B/obj/${source%.c}.o"
	done
}

damaged() { # FILE SED: makes $T/audit
	sed -e "$2" "$1" > "$T/damaged.c" || { why="sed does not understand what is to be done to $1"; return 1; }
	! cmp -s "$1" "$T/damaged.c" || { why="its pattern changes nothing in $1"; return 1; }
	# shellcheck disable=SC2046 # one word an object
	"$CC" "@$B/cflags" -O1 -g0 -Wno-error -c "$T/damaged.c" -o "$T/damaged.o" 2> "$T/log" &&
		"$CC" -o "$T/audit" "$T/damaged.o" $(objects "$1") "$B/lib/libdpmf.a" "@$B/libs" \
			2>> "$T/log" || { why="it does not build: $(head -c 300 "$T/log")"; return 1; }
}
