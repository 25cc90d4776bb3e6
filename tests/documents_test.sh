#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Every command that a document shows is run, its files are written, its links lead somewhere, its figures are true.
# A block "```LANGUAGE NAME" is the file NAME; one without a language holds commands, "# exit N" says how one ends;
# any other block ("```text", "```yaml") is to be read. What takes long, or installs, is named below and is not run.
# Not with sanitizers: whether a document is true does not depend on them, and other tests run the same programs.
# Starts early: it takes long.
. "$(dirname "$0")/program.sh"
root=$(realpath "$(dirname "$0")/..")
cd "$root" || exit 3
mapfile -t documents < <(ls README.md ref/*.md audit/README.md audit/examples/README.md vectors/README.md proofs/SOUNDNESS.md ref/mech/*/README.md)

cat > "$T/blocks.py" <<'END'
"""blocks.py files DOCUMENT... FOLDER writes the files of all; blocks.py commands DOCUMENT prints STATUS<tab>COMMAND."""
import pathlib, re, sys
def blocks(document):
    text = pathlib.Path(document).read_text(encoding="utf-8")
    assert text.count("\n```") % 2 == 0, f"{document}: a block without an end"
    return re.findall(r"^```([^\n]*)\n(.*?)^```$", text, re.M | re.S)
if sys.argv[1] == "files":
    for document in sys.argv[2:-1]:
        for info, body in blocks(document):
            if len(info.split()) == 2:
                (pathlib.Path(sys.argv[-1]) / info.split()[1]).write_text(body, encoding="utf-8")
else:
    for info, body in blocks(sys.argv[2]):
        for line in body.replace("\\\n", " ").splitlines() if not info else ():
            command, _, comment = line.partition("  #")
            status = re.search(r"\bexit (\d)\b", comment)
            if command.strip():
                print(status[1] if status else 0, " ".join(command.split()), sep="\t")
END
skipped='^(make .*|proofs/gate .*|proofs/claims --(pin|recheck).*)$'
known='^(dpmf|dpmf-audit|dpmf-vectors|cc|python3|node|sh|sed|proofs/(claims|functions))( |$)'
targets=$(sed -n 's/^\([a-z-]*\):.*## .*/\1/p' GNUmakefile)
ran=0
for document in "${documents[@]}"; do
	room=$T/${document//\//-}
	mkdir "$room" && ln -s "$root"/{vectors,proofs,ref} "$room"
	python3 "$T/blocks.py" files "${documents[@]}" "$room" && python3 "$T/blocks.py" commands "$document" > "$T/commands" 2> "$T/log"
	verdict "$document has whole blocks" $? "$(tail -n 1 "$T/log")"
	while IFS=$'\t' read -r status command; do
		if [[ $command =~ $skipped ]]; then
			[[ $command =~ ^make ]] || continue
			for word in ${command#make }; do
				[[ $word == *=* ]] || grep -qx -- "$word" <<< "$targets" || { verdict "$document: $command" 1 "there is no target $word"; }
			done
			continue
		fi
		[[ $command =~ $known ]] || { verdict "$document: $command" 1 'a command that nobody tries'; continue; }
		(cd "$room" && PATH=$B/bin:$PATH timeout 300 bash -c "$command") > "$T/out" 2> "$T/err" < /dev/null
		got=$?
		[ $got -eq "$status" ] && { [ -s "$T/out" ] || [[ $command =~ ^(sed|dpmf\ synth|dpmf-vectors\ generate) ]]; }
		verdict "$document: $command" $? "exit $got, not $status: $(tail -n 1 "$T/err")"
		ran=$((ran + 1))
	done < "$T/commands"
	# Targets of make and programs named in running text.
	grep -oE '`make [a-z -]*[a-z]' "$document" | sed 's/^`make //' | tr ' ' '\n' | sort -u | while IFS= read -r word; do
		grep -qx -- "$word" <<< "$targets" || echo "make $word"
	done > "$T/broken"
	[ ! -s "$T/broken" ]
	verdict "$document: targets of make exist" $? "$(xargs < "$T/broken")"
	# Links: to a file of the tree, or elsewhere.
	grep -oE '\]\([^)#]*' "$document" | sed 's/^](//' | grep -v '^https\?:' | while IFS= read -r link; do
		[ -z "$link" ] || [ -e "$(dirname "$document")/$link" ] || echo "$link"
	done > "$T/broken"
	[ ! -s "$T/broken" ]
	verdict "$document: links lead somewhere" $? "$(xargs < "$T/broken")"
done
[ "$ran" -ge 20 ]
verdict 'commands were run' $? "$ran of them"

awk 'length($0) > 120 { exit 1 } END { if (NR > 120) exit 1 }' README.md
verdict 'README.md has at most 120 lines of at most 120 columns' $? "$(wc -l < README.md) lines"
# Figures, where README has one.
said=$(grep -oE '[0-9,]+ of [0-9,]+ functions' README.md | tr -d ,)
counted=$(python3 -B proofs/functions | sed -n 's/^functions: \([0-9]*\) in ref\/, \([0-9]*\) proved.*/\2 of \1 functions/p')
[ -n "$counted" ] && [ "${said:-$counted}" = "$counted" ]
verdict 'README.md counts the functions as proofs/functions does' $? "$said; $counted"
exit "$bad"
