#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# `make install` from a copy of the tree, what a user of the library gets, and that nothing is written outside build/.
# Not with sanitizers: it builds a tree of its own without them.
# Starts early: it takes long.
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
"${make[@]}" all 2>&1 | grep -v ' is left out: it needs ' > ../again # where TestU01 or Open MPI is missing
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
[ -s "$T/dest/opt/dpmf/share/man/man1/dpmf-train.1" ] && [ -s "$T/dest/opt/dpmf/share/man/man5/dpmf-release.5" ] &&
	[ -s "$T/dest/opt/dpmf/share/bash-completion/completions/dpmf-audit" ]
verdict 'the manual pages and the completion are installed' $?
targets=$(sed -n 's/^\([a-z-]*\):.*##.*/\1/p' GNUmakefile)
make help > ../help
missing=$(for target in $targets; do grep -q "^$target  *[^ ]" ../help || echo "$target"; done)
[ -z "$missing" ] && [ "$(wc -w <<< "$targets")" -ge 13 ] && ! grep -q '.\{101\}' ../help
verdict 'make help has a line for every target' $? "$missing"
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
#include <dpmf/dpmf.h>
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

# Nothing that is exported, nor any word of a header, is without the prefix; what a header does not declare is hidden.
"${make[@]}" -C "$T/tree" install PREFIX="$T/usr" > "$T/log" 2>&1
nm -D --defined-only "$T/usr/lib/libdpmf.so" | awk '{ print $3 }' | sort > "$T/exported"
[ "$(wc -l < "$T/exported")" -gt 200 ] && ! grep -v '^dpmf_' "$T/exported" > "$T/stray"
verdict 'every exported symbol begins with dpmf_' $? "$(xargs < "$T/stray")"
nm --defined-only "$T/usr/lib/libdpmf.a" 2> /dev/null | awk '$2 ~ /^[A-TV-Z]$/ && $3 !~ /^dpmf_/ { print $3 }' > "$T/stray"
[ ! -s "$T/stray" ]
verdict 'and every one of the static library' $? "$(xargs < "$T/stray")"
cd "$T/usr/include/dpmf" || exit 3
printf '#include <dpmf/dpmf.h>\n' | $CC -E -I"$T/usr/include" - > "$T/all.i"
while read -r name; do grep -qw "$name" "$T/all.i" || echo "$name"; done < "$T/exported" > "$T/stray"
[ ! -s "$T/stray" ]
verdict 'and stands in an installed header' $? "$(xargs < "$T/stray")"
printf '#include <dpmf/dpmf.h>\n' | $CC -E -dM -I"$T/usr/include" - | sort > "$T/with"
printf '#include <%s>\n' $(grep -rho '^#include <[^>]*' . | sed 's/.*<//' | sort -u) | $CC -E -dM - | sort > "$T/without"
comm -23 "$T/with" "$T/without" | awk '$2 !~ /^DPMF_/ { print $2 }' > "$T/stray"
[ ! -s "$T/stray" ]
verdict 'every macro begins with DPMF_' $? "$(xargs < "$T/stray")"

# Each installed header stands alone: in C, to Frama-C, and in C++, beside files of the user's own of the same names.
mkdir -p "$T/user/core" "$T/user/noise" && echo '#error "the wrong one"' | tee "$T/user/core/status.h" > "$T/user/noise/door.h"
alone() { # NAME COMPILER SOURCE [FLAGS ...]
	local name=$1
	shift
	"$@" -Wall -Wextra -Werror -fsyntax-only -I"$T/user" -I"$T/usr/include" > "$T/log" 2>&1
	verdict "$name" $? "$(grep -m1 error "$T/log")"
}
cxx=$(command -v "${CXX:-g++}") || echo 'skip every header in C++: g++ is missing, make deps-full installs it'
for header in $(find . -name '*.h' -printf '%P\n' | sort); do
	printf '#include <dpmf/%s>\n#include <dpmf/%s>\n' "$header" "$header" | tee "$T/user/alone.c" > "$T/user/alone.cc"
	alone "<dpmf/$header> stands alone" $CC -std=c17 "$T/user/alone.c"
	alone "<dpmf/$header> stands alone to Frama-C" $CC -std=c17 -D__FRAMAC__ "$T/user/alone.c"
	[ -z "$cxx" ] || alone "<dpmf/$header> stands alone in C++" "$cxx" -std=c++17 "$T/user/alone.cc"
done

# The examples, against what is installed.
cd "$T/user" || exit 3
for example in publish account audited; do
	# shellcheck disable=SC2046 # words
	$CC -std=c17 -Wall -Wextra -Wconversion -Wshadow -Werror "$T/tree/ref/examples/$example.c" $(pkg-config --cflags --libs dpmf) -o $example > ../log 2>&1
	verdict "$example.c compiles" $? "$(tail -n 3 ../log)"
done
./account > ../out 2>&1 && grep -q '^epsilon lies in \[2.254084650219' ../out && grep -q '^epsilon 1 needs sigma 42.2467' ../out
verdict 'account says what it costs' $? "$(xargs < ../out)"
"$T/usr/bin/dpmf" synth --users=50 --items=20 --ratings=600 --seed=1 --out=ratings.tsv > ../log 2>&1
./publish ratings.tsv 50 20 > ../out 2> ../log && head -n 1 ../out | grep -q '^# one rating: epsilon at most 1.0*e+00, delta' &&
	[ "$(wc -l < ../out)" -eq 21 ]
verdict 'publish publishes' $? "$(tail -n 1 ../log)"
./publish ratings.tsv 50 19 > ../out 2> ../log
[ $? -eq 1 ] && [ ! -s ../out ] && grep -q 'ratings.tsv' ../log
verdict 'publish refuses an item that is not in the catalogue' $? "$(tail -n 1 ../log)"
"$T/usr/bin/dpmf-audit" exec --epsilon=1 --trials=20000 -- ./audited > ../out 2>&1
verdict 'audited is consistent with its epsilon' $? "$(head -n 1 ../out)"
"$T/usr/bin/dpmf-audit" exec --epsilon=0.7 --trials=20000 -- ./audited > ../out 2>&1
[ $? -eq 1 ]
verdict 'and violates a smaller one' $? "$(head -n 1 ../out)"

cd "$T/tree" || exit 3
make uninstall DESTDIR="$T/dest" PREFIX=/opt/dpmf > ../log 2>&1 && [ -z "$(find "$T/dest" ! -type d)" ]
verdict 'make uninstall leaves nothing' $? "$(find "$T/dest" ! -type d | xargs)"
make clean > /dev/null && [ ! -e build ]
verdict 'make clean removes build/' $?
exit "$bad"
