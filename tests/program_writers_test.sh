#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Every program that writes a file: in place of nothing, whole or not at all; and the catalogues that `dpmf synth` writes.
. "$(dirname "$0")/program.sh"
audit=$B/bin/dpmf-audit vectors=$B/bin/dpmf-vectors
synth=("$dpmf" synth --users=20 --items=10 --ratings=60 --seed=3)
page=("$audit" run --case=hdpmf/corrected/message --trials=1000)

echo old > "$T/file"
ln -s "$T/file" "$T/link"
ln -s "$T/nowhere" "$T/loose"
mkfifo "$T/fifo"
mkdir "$T/folder"
for there in file link loose fifo folder; do
	refused "synth --out: $there" "$there exists" 'nothing is overwritten' -- "${synth[@]}" --out="$T/$there"
	refused "synth --items-out: $there" "$there exists" -- "${synth[@]}" --out="$T/out" --items-out="$T/$there"
	refused "synth --users-out: $there" "$there exists" -- "${synth[@]}" --out="$T/out" --items-out="$T/out2" --users-out="$T/$there"
	refused "--html: $there" "$there exists" -- "${page[@]}" --html="$T/$there"
	refused "vectors generate: $there" "$there exists" -- "$vectors" generate --out="$T/$there"
done
refused 'synth --out: a device' '/dev/full exists, a device' -- "${synth[@]}" --out=/dev/full
refused '--html: a device' '/dev/full exists, a device' -- "${page[@]}" --html=/dev/full
refused 'vectors generate: a device' '/dev/full exists, a device' -- "$vectors" generate --out=/dev/full
refused 'synth --out in no folder' 'cannot be created' -- "${synth[@]}" --out="$T/none/r.tsv"
refused 'one name for two outputs' 'come to exist meanwhile' -- "${synth[@]}" --out="$T/out" --items-out="$T/out"
refused 'a trust list has no items' 'does not apply' -- "$dpmf" synth --social --users=9 --ratings=9 --seed=1 --out="$T/out" --items-out="$T/out2"
[ "$(cat "$T/file")" = old ] && [ ! -e "$T/nowhere" ]
verdict 'what was there is as it was' $?

full() { # NAME COMMAND...: exit 3 where no byte can be written, and nothing left
	local name=$1 before status
	shift
	before=$(contents "$T")
	(trap '' XFSZ; ulimit -f 0; "$@" > /dev/null 2> /dev/null)
	status=$?
	[ $status -eq 3 ] && [ "$before" = "$(contents "$T")" ]
	verdict "$name" $? "exit $status"
}
# (vectors generate: tests/vectors_test.sh)
full 'synth on a full disk' "${synth[@]}" --out="$T/out"
full 'synth --items-out on a full disk' "${synth[@]}" --out="$T/out" --items-out="$T/items"
full '--html on a full disk' "${page[@]}" --html="$T/page.html"

"${synth[@]}" --out="$T/r.tsv" --items-out="$T/items" --users-out="$T/users" > "$T/log" 2>&1
verdict 'synth writes its catalogues' $? "$(tail -1 "$T/log")"
seq 10 | cmp -s - "$T/items" && seq 20 | cmp -s - "$T/users"
verdict 'all items and users of its universe stand in them' $?
"$dpmf" synth --users=4 --items=50 --ratings=5 --seed=1 --out="$T/few.tsv" --items-out="$T/all" > /dev/null 2>&1 &&
	seq 50 | cmp -s - "$T/all" && [ "$(cut -f2 "$T/few.tsv" | sort -u | wc -l)" -lt 50 ]
verdict 'those without ratings, too' $?
"$dpmf" synth --social --users=9 --ratings=9 --seed=1 --out="$T/trust" --users-out="$T/trusters" > /dev/null 2>&1 &&
	seq 9 | cmp -s - "$T/trusters"
verdict 'a trust list has users' $?
[ -z "$(find "$T" -name '*.part*')" ]
verdict 'nothing beside the files' $?
exit $bad
