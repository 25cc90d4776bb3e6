#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# --checkpoint and --resume: a run that was killed goes on, and says what a run says that was let be.
. "$(dirname "$0")/program.sh"
audit=$B/bin/dpmf-audit
some=(run --case=hdpmf/published --case=classics/randomized-response --trials=1000)
head=9 # lines that bind a checkpoint of run

lines() { cat "$1" 2> /dev/null | wc -l; }
# Ends the command, which writes FILE, by KILL as soon as FILE has so many lines.
kill_at() { # LINES FILE COMMAND ...
	local least=$1 file=$2 pid
	shift 2
	"$@" > "$T/log" 2>&1 &
	pid=$!
	while [ "$(lines "$file")" -lt "$least" ] && kill -0 $pid 2> /dev/null; do sleep 0.01; done
	kill -KILL $pid
	wait $pid 2> /dev/null
	[ $? -eq 137 ]
}

"$audit" "${some[@]}" --json --junit="$T/whole.xml" > "$T/whole.json" 2> "$T/err"
"$audit" "${some[@]}" > "$T/whole.txt" 2>> "$T/err"
all=$(grep -c '"id":' "$T/whole.json")
kill_at $((head + 3)) "$T/c" "$audit" "${some[@]}" --checkpoint="$T/c" --jobs=1 &&
	[ "$(lines "$T/c")" -lt $((head + all)) ] && cp "$T/c" "$T/first"
verdict "a run is killed after a few cases" $? "$(tail -1 "$T/log")"
printf ':hdpmf/published/torn 12 0' >> "$T/c"
kill_at $((head + 9)) "$T/c" "$audit" "${some[@]}" --checkpoint="$T/c" --resume --jobs=2 &&
	[ "$(lines "$T/c")" -lt $((head + all)) ] && cmp -s "$T/c" <(cat "$T/first"; tail -c +$(($(wc -c < "$T/first") + 1)) "$T/c") &&
	! grep -q torn "$T/c"
verdict "and once more; what was finished is kept, a torn line is not" $? "$(tail -1 "$T/log")"
"$audit" "${some[@]}" --checkpoint="$T/c" --resume --json --junit="$T/resumed.xml" > "$T/resumed.json" 2>> "$T/err"
cmp -s "$T/whole.json" "$T/resumed.json" && cmp -s "$T/whole.xml" "$T/resumed.xml" && [ "$(lines "$T/c")" -eq $((head + all)) ]
verdict "after two kills the documents are those of one run, and each case was run once" $? "$(tail -1 "$T/err")"
cp "$T/c" "$T/done"
"$audit" "${some[@]}" --checkpoint="$T/c" --resume > "$T/resumed.txt" 2>> "$T/err"
cmp -s "$T/whole.txt" "$T/resumed.txt" && cmp -s "$T/c" "$T/done" && [ ! -s "$T/err" ]
verdict "when all is finished nothing is run again" $? "$(tail -1 "$T/err")"

go() { "$audit" "${some[@]}" --checkpoint="$1" --resume "${@:2}"; }
refused "a checkpoint that exists, without --resume" '/c exists: give --resume' -- "$audit" "${some[@]}" --checkpoint="$T/c"
refused "--resume alone" '--checkpoint=FILE' -- "$audit" "${some[@]}" --resume
refused "another seed" 'another run; its seed: 1; here: 2' -- go "$T/c" --seed=2
refused "other trials" 'its trials: .*; here: 5000' -- go "$T/c" --trials=5000
refused "another confidence" 'its confidence of a case: 0.98' -- go "$T/c" --confidence=0.98000000000000001
refused "the confidence of a family" 'its confidence of a case: 0.98' -- go "$T/c" --family-confidence=0.98
refused "other cases" 'its cases: ' -- go "$T/c" --case=hdpmf/corrected/message
refused "the broken twins" 'its cases: ' -- "$audit" run --mutants --mech=hdpmf --trials=1000 --checkpoint="$T/c" --resume
cp "$audit" "$T/other" && echo >> "$T/other"
refused "another build" 'its SHA-256 of the program: ' -- "$T/other" "${some[@]}" --checkpoint="$T/c" --resume
rm "$T/other"

changed() { # NAME SED: a copy of the checkpoint, edited, is refused
	sed "$2" "$T/done" > "$T/edited"
	! cmp -s "$T/edited" "$T/done" && refused "$1" 'edited.* line [0-9]+ is not as it was written' -- go "$T/edited"
}
changed "a number that was changed" "$((head + 2))s/ 1000 / 1001 /"
changed "a line that was taken out" $((head + 2))d
changed "a line that stands twice" $((head + 2))p
changed "a seed that was changed" '9s/1/2/'
changed "a line that was added" '$s/.*/&\n&/'
changed "the last line, changed" "\$s/ 1 / 0 /"
printf 'a diary, of one line' > "$T/diary"
refused "another file" 'no checkpoint' -- go "$T/diary"
: > "$T/empty"
refused "an empty file" 'no checkpoint' -- go "$T/empty"
mkfifo "$T/fifo"
refused "a FIFO" 'no file' -- go "$T/fifo"
refused "a folder" 'cannot open' -- go "$T"
refused "a folder that is not there" 'cannot be created' -- go "$T/none/c"
refused "a page that exists: no checkpoint is left" 'diary exists' -- go "$T/new" --html="$T/diary"

# A disk that is full: what fits is kept, and the run can go on.
(trap '' XFSZ; ulimit -f 8; exec "$audit" "${some[@]}" --checkpoint="$T/full" --jobs=1 --json) > "$T/log" 2>&1
[ $? -eq 3 ] && grep -q 'full cannot be written: .*what it holds is kept' "$T/log" && [ "$(lines "$T/full")" -gt $head ] &&
	[ -z "$(tail -c 1 "$T/full")" ] && { go "$T/full" --json > "$T/resumed.json"; cmp -s "$T/whole.json" "$T/resumed.json"; }
verdict "a full disk is exit 3, and --resume goes on from what fitted" $? "$(tail -1 "$T/log")"

"$audit" run --case=hdpmf/published/joint/entry/epoch --trials=3000000 --checkpoint="$T/held" > "$T/log" 2>&1 &
pid=$!
while [ ! -e "$T/held" ] && kill -0 $pid; do sleep 0.01; done
"$audit" run --case=hdpmf/published/joint/entry/epoch --trials=3000000 --checkpoint="$T/held" --resume 2> "$T/err"
[ $? -eq 2 ] && grep -q 'in use by another run' "$T/err"
verdict "two runs at once on one checkpoint are refused" $? "$(cat "$T/err")"
kill -INT $pid
wait $pid
[ $? -eq 3 ] && [ ! -e "$T/held" ]
verdict "Ctrl-C before anything is finished leaves no checkpoint" $?
exit $bad
