#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# `make install` from a copy of the tree, what a user of the library gets, and that nothing is written outside build/.
. "$(dirname "$0")/program.sh"
unset MAKEFLAGS MFLAGS MAKELEVEL SANITIZE
CC=${CC:-cc}
make=(make B=build CC="$CC" CFLAGS=-O0)
tree=$(realpath "$(dirname "$0")/..")
mkdir "$T/tree"
(cd "$tree" && tar -c --exclude=./build --exclude=./.git . ) | tar -x -C "$T/tree"
cd "$T/tree" || exit 3
contents . > ../before

"${make[@]}" -j2 all > ../log 2>&1
verdict 'the tree builds' $? "$(tail -n 3 ../log)"
"${make[@]}" all > ../again 2>&1
[ ! -s ../again ]
verdict 'a second make does nothing' $? "$(tail -n 3 ../again)"
one() { # a build of one object: is it compiled?
	"${make[@]}" "$@" build/obj/ref/core/status.o 2>&1 | grep -q -- '-c ref/core/status.c'
}
one CFLAGS=-O1 && ! one CFLAGS=-O1
verdict 'another flag rebuilds, once' $?
one && sleep 0.1 && touch ref/core/status.h && one # file times move in ticks of some milliseconds
verdict 'a changed header rebuilds' $?

"${make[@]}" install DESTDIR="$T/dest" PREFIX=/opt/dpmf > ../log 2>&1
verdict 'make install DESTDIR= PREFIX=' $? "$(tail -n 3 ../log)"
make help | awk 'length($0) > 120 || NF < 2 { exit 1 }' && [ "$(make help | wc -l)" -ge 13 ]
verdict 'make help has a line for every target' $?
contents . | grep -v ' \?\./build' | diff ../before - > ../diff
verdict 'nothing was written outside build/' $? "$(xargs < ../diff)"
(cd "$T" && find . -path ./dest/opt/dpmf -prune -o -path './dest/*' -type f -print) > ../stray
[ ! -s ../stray ]
verdict 'nothing was installed outside the prefix' $? "$(xargs < ../stray)"
grep -rl "$T" "$T/dest/opt/dpmf/lib/pkgconfig" "$T/dest/opt/dpmf/include" > ../stray
[ ! -s ../stray ]
verdict 'DESTDIR is in no installed text' $?

"${make[@]}" install PREFIX="$T/usr" > ../log 2>&1
verdict 'make install PREFIX=' $? "$(tail -n 3 ../log)"
export PKG_CONFIG_PATH=$T/usr/lib/pkgconfig LD_LIBRARY_PATH=$T/usr/lib
mkdir "$T/user" && cd "$T/user" || exit 3
cat > three.c <<'END'
#include <dpmf.h>
#include <stdio.h>
int main(void) { struct dpmf_error e; return dpmf_stream_start(&e) != DPMF_OK || puts(DPMF_VERSION) < 0; }
END
uses() { # NAME [--static]
	# shellcheck disable=SC2046,SC2086 # words
	$CC -std=c17 -Wall -Wextra -Werror three.c $(pkg-config ${2:-} --cflags --libs dpmf) -o three > ../log 2>&1 &&
		./three > out 2>> ../log && [ "$(cat out)" = "$(pkg-config --modversion dpmf)" ]
	verdict "$1" $? "$(tail -n 3 ../log)"
}
uses 'three lines against the shared library'
ldd three | grep -q "libdpmf.so.0 => $T"
verdict 'the soname is libdpmf.so.0' $?
rm "$T"/usr/lib/libdpmf.so*
uses 'three lines against the static library' --static

(cd / && "$T/usr/bin/dpmf-vectors" verify) > ../log 2>&1
verdict 'the installed vectors are found and verify' $? "$(tail -n 1 ../log)"

# Each installed header stands alone.
cd "$T/usr/include/dpmf" || exit 3
for header in $(find . -name '*.h' -printf '%P\n' | sort); do
	printf '#include <%s>\n#include <%s>\n' "$header" "$header" > "$T/user/alone.c"
	# shellcheck disable=SC2046 # words
	$CC -std=c17 -Wall -Wextra -Werror -fsyntax-only $(pkg-config --cflags dpmf) "$T/user/alone.c" > "$T/log" 2>&1
	verdict "<$header> stands alone" $? "$(grep -m1 error "$T/log")"
done

cd "$T/tree" || exit 3
make uninstall DESTDIR="$T/dest" PREFIX=/opt/dpmf > ../log 2>&1 && [ -z "$(find "$T/dest" ! -type d)" ]
verdict 'make uninstall leaves nothing' $? "$(find "$T/dest" ! -type d | xargs)"
make clean > /dev/null && [ ! -e build ]
verdict 'make clean removes build/' $?
exit "$bad"
