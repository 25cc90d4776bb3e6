#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# `make lint` complains of what it should, and of nothing else: a tree of three files, each made worse in turn.
# Not with sanitizers: nothing that it looks at runs.
. "$(dirname "$0")/program.sh"
root=$(realpath "$(dirname "$0")/..")
if ! command -v clang-tidy > /dev/null; then
	echo 'skip lint: clang-tidy is missing, make deps-full installs it'
	exit 0
fi
mkdir -p "$T/tree"/{ref,proofs,audit,vectors,tests} && cp -r "$root/.ci" "$root/.clang-tidy" "$T/tree" && cd "$T/tree" || exit 3
echo '-std=c17 -Wall' > ../flags
spdx='SPDX-License-Identifier: 0BSD'
fresh() {
	printf '/* %s */\nint twice(int x);\nint twice(int x)\n{\n\treturn 2 * x;\n}\n' "$spdx" > ref/a.c
	printf '<!-- %s -->\n# A\n' "$spdx" > README.md
	printf '# %s\nall:\n' "$spdx" > GNUmakefile
}
lint() { # NAME STATUS PATTERN
	.ci/lint ../flags "${@:4}" > "$T/out" 2>&1
	local got=$?
	[ $got -eq "$2" ] && grep -q -- "$3" "$T/out"
	verdict "$1" $? "exit $got: $(tail -n 2 "$T/out" | xargs)"
	fresh
}
fresh
lint 'a clean tree' 0 '^1 files, 0 with complaints$'
sed -i 's/int twice(int x);/int twice(int y);/' ref/a.c
lint 'a declaration with another name' 1 'inconsistent-declaration-parameter-name'
sed -i 's/int twice(int x);/int twice(int y);/' ref/a.c
lint 'the same, asked for by name' 1 '^1 files, 1 with complaints$' ref/a.c
{ printf 'int nine(int a, int b, int c, int d, int e, int f, int g, int h, int i)\n{\n\treturn a + b + c + d + e + f + g + h + i;\n}\n'; } >> ref/a.c
lint 'nine parameters' 1 'function-size'
echo 'int broken(' >> ref/a.c
lint 'a file that does not compile' 1 'error'
printf 'a  \n' >> README.md
lint 'blanks at the end of a line' 1 'README.md:3:a'
printf 'a\r\n' >> README.md
lint 'a carriage return' 1 'README.md:3:a'
printf 'a' >> README.md
lint 'a last line without an end' 1 'README.md: its last line has no end'
echo '# A' > README.md
lint 'no licence on top' 1 'README.md: no SPDX line on top'
echo > --json
lint 'a file that fell at the top' 1 '^--json: nothing but the rooms'
rm ./--json
exit "$bad"
