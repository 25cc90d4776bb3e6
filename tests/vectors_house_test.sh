#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The house of the vectors: one spec an algorithm, from which the rest is made; oracles that know nothing of ref/;
# licences that let anybody use what leaves the room.
# Not with sanitizers: it compiles what it runs.
set -u
export LC_ALL=C
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 3
case ${B:=build} in /*) ;; *) B=$PWD/$B ;; esac
tree=$PWD/vectors
room=$(mktemp -d) || exit 3
trap 'rm -rf "$room"' EXIT

ok() { # NAME: the last command's answer
	if [ $? -eq 0 ]; then echo "ok $1"; else echo "not ok $1"; fi
}

names() { # FOLDER: its JSON files, without .json
	find "$1" -name '*.json' ! -name shared.json -printf '%f\n' | sed 's/\.json$//' | sort
}

# --- lists that could drift -----------------------------------------------------------------------------------------
names "$tree/spec" > "$room/spec"
[ "$(wc -l < "$room/spec")" -gt 50 ]
ok "specs"
for folder in v1 schema; do
	names "$tree/$folder" | diff "$room/spec" -
	ok "$folder has one file for each spec, and no other"
done
find "$tree/pages" -name '*.md' ! -name README.md -printf '%f\n' | sed 's/\.md$//' | sort | diff "$room/spec" -
ok "pages has one page for each spec, and no other"
# The sampler oracles and checks stand in macros of their own; the linker asks for what is missing, this for what is left over.
nm "$B"/obj/vectors/oracle/*.o | sed -n 's/.* T oracle_//p' | sort | diff "$room/spec" -
ok "every oracle has a spec"
nm "$B"/obj/vectors/check/*.o | sed -n 's/.* T check_//p' | grep -v '^put_' | sort | diff "$room/spec" -
ok "every check has a spec"

# --- the oracles share no code with ref/ ------------------------------------------------------------------------------
# By what the compiler read, and by what the linker is asked for.
[ "$(find "$B/obj/vectors/oracle" -name '*.d' | wc -l)" -eq "$(find "$tree/oracle" -name '*.c' | wc -l)" ] &&
	! grep -l ' ref/' "$B"/obj/vectors/oracle/*.d "$B"/obj/vectors/format/{book,number,print}.d
ok "the oracles read no header of ref/"
nm -u "$B"/obj/vectors/oracle/*.o "$B"/obj/vectors/format/{book,number,print,spec}.o | sed -n 's/^ *U //p' > "$room/asked" && grep -q json_ "$room/asked" &&
	! nm --defined-only "$B/lib/libdpmf.a" | sed -n 's/.* [TDRB] //p' | grep -x -F -f - "$room/asked"
ok "the oracles ask libdpmf for nothing"

# --- the compiler of specs --------------------------------------------------------------------------------------------
compile=$B/vectors/compile
refused() { # NAME PATTERN SED: the spec of bernoulli after SED is refused with PATTERN
	mkdir -p "$room/one"
	sed "$3" "$tree/spec/bernoulli.json" > "$room/one/bernoulli.json"
	! cmp -s "$room/one/bernoulli.json" "$tree/spec/bernoulli.json" && "$compile" "$tree/spec/shared.json" "$room/one/bernoulli.json" > "$room/out" 2> "$room/said"
	[ $? -eq 2 ] && grep -q "bernoulli.json: .*$2" "$room/said"
	ok "the compiler of specs refuses $1"
}
"$compile" "$tree/spec/shared.json" "$tree/spec/bernoulli.json" | grep -q check_bernoulli
ok "the compiler of specs takes a spec"
refused "an unknown kind" 'kind number' 's/"q": "integer"/"q": "number"/'
refused "a note that nobody wrote" 'no note drawing' 's/@draws/@drawing/'
refused "a flag without bugType" 'flag Odd' 's/"Rejection":/"Odd":/'
refused "an unknown reason" 'p > q.*none of' 's/"p > q": "domain"/"p > q": "taste"/'
refused "an unknown member" '`famly`' 's/"family"/"famly"/'
refused "a missing member" '`summary`' '/"summary"/d'
refused "another file's name" 'called bernouilli' 's/"algorithm": "bernoulli"/"algorithm": "bernouilli"/'
refused "half a file" 'line' '$d'

# A spec and an oracle that refuse different things: the program is linked with another table, and generates nothing.
other() { # NAME PATTERN SED
	local status
	rm -rf "$room/spec.d" && cp -r "$tree/spec" "$room/spec.d" && sed -i "$3" "$room/spec.d/bernoulli.json" &&
		"$compile" "$room/spec.d/shared.json" $(sed "s|.*|$room/spec.d/&.json|" "$room/spec") > "$room/specs.c" &&
		${CC:-cc} @"$B/cflags" -c "$room/specs.c" -o "$room/specs.o" &&
		${CC:-cc} -o "$room/vectors" $(find "$B/obj/vectors" -name '*.o' ! -name specs.o ! -name compile.o) "$room/specs.o" "$B/obj/ref/tool/wrap.o" "$B/obj/ref/tool/program.o" "$B/lib/libdpmf.a" @"$B/libs" &&
		"$room/vectors" generate --out="$room/none" 2> "$room/said"
	status=$?
	[ $status -eq 3 ] && grep -q "$2" "$room/said" && [ ! -e "$room/none" ]
	ok "generate notices $1"
}
other "a refusal that no test tries" 'refuses .p > 2 q., which no test' 's/"p > q": "domain"/"p > q": "domain", "p > 2 q": "domain"/'
other "a test that the spec does not refuse" 'oracle refuses .p > q.' 's/, *"p > q": "domain"//; /"p > q": "domain"/d; s/"q = 0": "domain",/"q = 0": "domain"/'

# --- licences -----------------------------------------------------------------------------------------------------------
! find "$tree/consumers" -type f ! -name LICENSE ! -name '.*' ! -path '*/__pycache__/*' -exec grep -L 'SPDX-License-Identifier: 0BSD' {} + | grep . &&
	grep -q 'with or without fee' "$tree/consumers/LICENSE"
ok "every file of the consumers is under 0BSD, whose text stands beside them"
grep -q 'CC0 1.0 Universal' "$tree/LICENSE" && ! grep -L '"license": "CC0-1.0"' "$tree"/v1/*.json "$tree/index.json" | grep .
ok "every vector file is under CC0, whose text stands in the room"
