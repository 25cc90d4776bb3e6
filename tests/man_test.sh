#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Manual pages and completion: made of the helps, with every option that the programs take and every key that they write.
. "$(dirname "$0")/program.sh"
root=$(realpath "$(dirname "$0")/..")
"$root/ref/man/pages" "$B/bin" "$T/man" > "$T/log" 2>&1
verdict 'the pages are made' $? "$(tail -n 1 "$T/log")"
"$root/ref/man/pages" "$B/bin" "$T/again" && diff -r "$T/man" "$T/again" > /dev/null
verdict 'and a second time the same' $?

if command -v mandoc > /dev/null; then
	mandoc -Tlint -W warning "$T"/man/man?/* > "$T/lint" 2>&1
	verdict 'mandoc has no warning' $? "$(head -n 1 "$T/lint")"
else
	echo 'skip mandoc has no warning: mandoc is missing, make deps-full installs it'
fi

# The options that a command really takes: its table, as getopt_long sees it.
cat > "$T/table.c" <<'END'
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
int getopt_long(int argc, char *const *argv, const char *shorts, const struct option *o, int *place)
{
	FILE *out = fopen(getenv("TABLE"), "w");

	(void)argc, (void)argv, (void)shorts, (void)place;
	for (; o->name; o++)
		fprintf(out, "%s%s\n", o->name, o->has_arg == required_argument ? "=" : "");
	fclose(out);
	_Exit(0);
}
END
${CC:-cc} -shared -fPIC -D_GNU_SOURCE "$T/table.c" -o "$T/table.so" 2> "$T/log"
verdict 'the tables can be seen' $? "$(head -n 1 "$T/log")"
takes() { # PROGRAM WORD...: what the table has, --help and --version aside
	rm -f "$T/table"
	TABLE=$T/table ASAN_OPTIONS=verify_asan_link_order=0 LD_PRELOAD=$T/table.so "$B/bin/$1" "${@:2}" --nothing > /dev/null 2>&1
	[ -s "$T/table" ] && grep -vxE 'help|version' "$T/table" | sort -u
}
on_page() { # PAGE [SECTION]: what has an entry there
	awk -v section="$2" '/^\.S[sh] / { here = $0 } /^\.It Fl/ && (section == "" || here == ".Ss " section)' "$1" |
		sed 's/ Ns = Ns Ar [^ ]*/=/g; s/\\-/-/g' | grep -o 'Fl -[^ ]*' | sed 's/Fl -//' | grep -vxE 'help|version' | sort -u
}
same() { # NAME PAGE SECTION PROGRAM WORD...
	takes "${@:4}" > "$T/takes" && on_page "$T/man/man1/$2.1" "$3" > "$T/page" && diff "$T/takes" "$T/page" > "$T/diff"
	verdict "$1: the options that it takes are those of its page" $? "$(grep '^[<>]' "$T/diff" | xargs)"
}
for command in train list predict guarantee synth sample; do same "dpmf $command" "dpmf-$command" '' dpmf $command; done
for law in $("$dpmf" account --help | sed -n 's/^  \([a-z-]*\)  .*/\1/p' | grep -v '^dpmf'); do
	same "dpmf account $law" dpmf-account "dpmf account ${law//-/\\\\-}" dpmf account "$law"
done
for command in $("$B/bin/dpmf-audit" --help | sed -n 's/^  \([a-z]*\)  .*/\1/p'); do
	same "dpmf-audit $command" "dpmf-audit-$command" '' dpmf-audit "$command"
done
same dpmf-vectors dpmf-vectors '' dpmf-vectors
[ ! -x "$B/bin/dpmf-rng" ] || same dpmf-rng dpmf-rng '' dpmf-rng

# A line that fits nowhere is an error, not an option lost.
mkdir "$T/bin" && for program in dpmf dpmf-audit dpmf-vectors; do ln -s "$B/bin/$program" "$T/bin"; done
printf '#!/bin/sh\nprintf "dpmf-rng: it\\n\\nusage: dpmf-rng\\n\\n           --lost  an option\\n"\n' > "$T/bin/dpmf-rng"
chmod +x "$T/bin/dpmf-rng"
! "$root/ref/man/pages" "$T/bin" "$T/lost" > "$T/log" 2>&1 && grep -q 'belongs to nothing' "$T/log"
verdict 'a help that cannot be taken apart is refused' $?

# The keys of real documents and those of the pages of section 5.
"$dpmf" synth --users=40 --items=20 --ratings=400 --seed=1 --out="$T/r.tsv"
"$dpmf" synth --social --users=40 --ratings=100 --seed=1 --out="$T/t.tsv"
written() { "$dpmf" train --ratings="$T/r.tsv" --out="$T/$1" "${@:2}" > "$T/log" 2>&1; }
written good --mech=hdpmf --variant=corrected --range=1:5 &&
	written broken --mech=privsr --variant=published --epochs=2 --social="$T/t.tsv" &&
	written rounds --mech=gaussmf --variant=published --epochs=2 &&
	written weights --mech=hdpmf --variant=published --epochs=2 &&
	written pop --mech=pop && written dplcf --mech=dplcf &&
	written rp --mech=dpmf-rp --variant=corrected --epochs=1 --items=20 --users=40 --range=1:5 --errors=yes
verdict 'models to look at' $? "$(tail -n 1 "$T/log")"
"$B/bin/dpmf-audit" run --case=hdpmf/published/model/entry --trials=1000 --json > "$T/audit.json" 2> "$T/log"
cat > "$T/coin.py" <<'END'
import random, sys
for line in sys.stdin:
    _, world, count, seed = line.split()
    rng = random.Random(int(seed))
    print(*(int(rng.random() < 0.5) for _ in range(int(count))), sep="\n", flush=True)
END
keys() { # NAME PAGE SECTION FILE...: the paths in the documents are those of the page
	python3 - "$T/man/man5/$2.5" "$3" "${@:4}" > "$T/diff" 2>&1 <<'END'
import json, re, sys
page, section, *files = sys.argv[1:]
text = re.search(r"^\.Ss " + re.escape(section) + r"\n(.*?)(?=^\.S[sh] )", open(page).read() + ".Sh\n.Sh ", re.M | re.S)[1]
said = {path.replace("\\-", "-") for path in re.findall(r"^\.It Li (\S+)", text, re.M)}
closed = {path for path in said if not any(other.startswith(path + ".") for other in said)}
def paths(x, at=""):
    """Down to what the page describes as a whole."""
    if at in closed or not isinstance(x, (dict, list)):
        return {at}
    if isinstance(x, list):
        return {at}.union(*(paths(one, at) for one in x)) if at in said else set().union(*(paths(one, at) for one in x))
    return set().union(*(paths(value, f"{at}.{key}" if at else key) for key, value in x.items()))
found = set().union(*(paths(json.load(open(file))) for file in files))
said &= {path for path in said if path in closed or path in found}
print("written, not on the page:", *sorted(found - said), "; on the page, never written:", *sorted(said - found))
sys.exit(found != said)
END
	verdict "$1: its keys are those of $2(5)" $? "$(cat "$T/diff")"
}
keys model.json dpmf-release model.json "$T"/*/public/model.json
keys record.json dpmf-release record.json "$T"/good/public/record.json "$T"/r*/public/record.json
keys evaluation.json dpmf-release evaluation.json "$T"/*/evaluation.json
"$B/bin/dpmf-audit" exec --epsilon=1 --trials=1000 --json -- python3 "$T/coin.py" > "$T/exec.json" 2> "$T/log"
keys 'dpmf-audit run and exec --json' dpmf-audit 'run and exec' "$T/audit.json" "$T/exec.json"
keys 'a file of vectors' dpmf-vectors v1/ALGORITHM.json "$root"/vectors/v1/discrete_laplace.json
find "$T"/*/public "$T"/*/devices -type f -printf '%f\n' | grep -v '\.json$' | sort -u > "$T/files"
sed -n '/^\.Ss Tables/,/^\.Ss evaluation/s/^\.It Li \(.*\.txt\|SHA256SUMS\)$/\1/p' "$T/man/man5/dpmf-release.5" | sort -u > "$T/said"
diff "$T/files" "$T/said" > "$T/diff"
verdict 'the files of a release are those of dpmf-release(5)' $? "$(grep '^[<>]' "$T/diff" | xargs)"

# The completion, as bash runs it: words behind the command, the last of them unfinished.
offers() { # WANTED WORD...: WANTED is among what is offered; "=" is a word of its own, as bash has it
	local wanted=$1
	shift
	bash -c '. "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _dpmf; printf "%s\n" "${COMPREPLY[@]}"' \
		- "$T/man/bash-completion/dpmf" "$@" > "$T/offered" 2> "$T/err"
	grep -qxF -- "$wanted" "$T/offered" && [ ! -s "$T/err" ]
	verdict "completion of \"$*\" offers $wanted" $? "$(xargs < "$T/offered") $(head -n 1 "$T/err")"
}
offers train dpmf tr
offers --mech= dpmf train --me
offers hdpmf dpmf train --mech = hd
offers --user-groups= dpmf train --mech = hdpmf --user
offers published dpmf train --variant = ''
offers corrected dpmf train --variant =
offers opt-is dpmf train --mech = dpimf --scheme = o
offers yes dpmf train --mech = mf --clip = ''
offers pbm dpmf account ''
offers --theta= dpmf account pbm --th
offers hdpmf/published/server/entry/known-h dpmf-audit run --case = hdpmf/published/server
offers discrete-laplace dpmf sample --law = dis
offers decided dpmf-audit exec --until = d
offers grid_round dpmf-vectors exec --algorithm = grid
offers --algorithm= "$B/bin/dpmf-vectors" exec --al
(cd "$T" && offers r.tsv dpmf train --ratings = r.t)
(cd "$T" && offers good dpmf guarantee goo)
(cd "$T" && offers t.tsv dpmf-audit exec --epsilon = 1 -- t.t)
bash -c '. "$1"; complete -p dpmf dpmf-audit dpmf-vectors' - "$T/man/bash-completion/dpmf" | grep -c '_dpmf' | grep -qx 3
verdict 'bash calls it for each program' $?
exit "$bad"
