#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# exec --checkpoint and --resume: the audit of a foreign program goes on after a kill, and says what it would have said.
. "$(dirname "$0")/program.sh"
audit=$B/bin/dpmf-audit
cat > "$T/target.py" <<'END'
import os, random, struct, sys, time
how, pause = sys.argv[1], float(sys.argv[2])
for line in sys.stdin:
    world, count, seed = map(int, line.split()[1:])
    time.sleep(float(os.environ.get("PAUSE", pause)))
    r = random.Random(seed)
    if os.path.exists(sys.argv[3] + "/die") and how == "lines":
        sys.exit(7)
    if os.environ.get("ASKED"):
        print(line, end="", file=open(os.environ["ASKED"], "a"))
    x = [(0.3 * world + r.expovariate(1) - r.expovariate(1), r.choice(["yes", "näher", "w%d" % r.randrange(50)])) for _ in range(count)]
    if how == "binary":
        sys.stdout.buffer.write(struct.pack("<%dd" % count, *(a for a, b in x)))
        sys.stdout.flush()
    else:
        print(*("%r %s" % y for y in x), sep="\n", flush=True)
END

lines() { cat "$1" 2> /dev/null | wc -l; }
kill_at() { # LINES FILE ...: ends the audit by KILL when the file has so many lines; it is slow, so that much is left to do
	local least=$1 file=$2 pid
	shift 2
	PAUSE=0.1 "$@" > "$T/log" 2>&1 &
	pid=$!
	while [ "$(lines "$file")" -lt "$least" ] && kill -0 $pid 2> /dev/null; do sleep 0.02; done
	kill -KILL $pid
	wait $pid 2> /dev/null
	[ $? -eq 137 ]
}
target=(-- python3 "$T/target.py" lines 0.02 "$T")
plain=("$audit" exec --epsilon=1 --json --trials=12000)

"${plain[@]}" "${target[@]}" > "$T/whole.json" 2> "$T/err"
wanted=$?
kill_at 9 "$T/c" "${plain[@]}" --checkpoint="$T/c" "${target[@]}" && printf '0 1 12 torn' >> "$T/c" && cp "$T/c" "$T/first" &&
	kill_at 10 "$T/c" "${plain[@]}" --checkpoint="$T/c" --resume "${target[@]}" && cmp -s "$T/first" "$T/c" -n "$(head -9 "$T/first" | wc -c)"
verdict "an audit is killed twice" $? "$(tail -1 "$T/log")"
ASKED=$T/asked "${plain[@]}" --checkpoint="$T/c" --resume --html="$T/page.html" "${target[@]}" > "$T/resumed.json" 2> "$T/err"
[ $? -eq $wanted ] && cmp -s "$T/whole.json" "$T/resumed.json" && [ -s "$T/page.html" ]
verdict "after two kills the document is that of one audit" $? "$(cat "$T/err")"
sum=$(awk '{ n += $3 } END { print n }' "$T/asked")
[ "$sum" -gt 0 ] && [ "$sum" -lt 24000 ] # of 12,000 for each data set
verdict "only answers that were not kept are asked for" $? "$sum"
rm "$T/asked"
cp "$T/c" "$T/done"
ASKED=$T/asked "${plain[@]}" --checkpoint="$T/c" --resume "${target[@]}" > "$T/resumed.json" 2> "$T/err"
cmp -s "$T/whole.json" "$T/resumed.json" && cmp -s "$T/c" "$T/done" && [ ! -e "$T/asked" ]
verdict "when all was answered nothing is asked" $?
for how in "binary 0.04 --binary --trials=6000" "lines 0.003 --until=decided --trials=400 --epsilon=0.1"; do
	read -ra words <<< "$how"
	other=("$audit" exec --epsilon=1 --json "${words[@]:2}")
	program=(-- python3 "$T/target.py" "${words[0]}" "${words[1]}" "$T")
	"${other[@]}" "${program[@]}" > "$T/whole.json" 2> "$T/err"
	kill_at 9 "$T/d" "${other[@]}" --checkpoint="$T/d" "${program[@]}"
	killed=$?
	"${other[@]}" --checkpoint="$T/d" --resume "${program[@]}" > "$T/resumed.json" 2>> "$T/err"
	cmp -s "$T/whole.json" "$T/resumed.json" && [ -s "$T/whole.json" ] && [ $killed -eq 0 ]
	verdict "the same with ${words[2]}" $? "$(tail -1 "$T/err")"
	rm -f "$T/d"
done

go() { "${plain[@]}" --checkpoint="$T/c" --resume "${@:1}"; }
refused "a checkpoint that exists, without --resume" 'c exists: give --resume' -- "${plain[@]}" --checkpoint="$T/c" "${target[@]}"
refused "--resume alone" '--checkpoint=FILE' -- "${plain[@]}" --resume "${target[@]}"
refused "another claim" 'another run; its line' -- go --delta=0.1 "${target[@]}"
refused "another seed" 'another run; its line' -- go --seed=2 "${target[@]}"
refused "another word of CMD" 'another run; its line' -- go "${target[@]}" more
refused "a checkpoint of run" 'another run; its command: exec; here: run' -- "$audit" run --checkpoint="$T/c" --resume
sed '9s/^0 [01] [0-9]*/&1/' "$T/done" > "$T/c"
refused "an answer that was changed" 'line 9 is not as it was written' -- go "${target[@]}"
cp "$T/done" "$T/c"
echo '# another' >> "$T/target.py"
refused "another program of the same name" 'files that CMD names' -- go "${target[@]}"

# What ends by what a program says must not be left out of the counts.
rm "$T/c"
kill_at 9 "$T/c" "${plain[@]}" --checkpoint="$T/c" "${target[@]}"
touch "$T/die"
go "${target[@]}" > "$T/log" 2>&1
[ $? -eq 2 ] && grep -q 'ended.* 7' "$T/log"
verdict "a program that fails while the audit goes on" $? "$(cat "$T/log")"
rm "$T/die"
refused "is not gone on from afterwards" 'the target failed' -- go "${target[@]}"
touch "$T/die"
"${plain[@]}" --checkpoint="$T/e" "${target[@]}" > "$T/log" 2>&1
[ $? -eq 2 ] && [ ! -e "$T/e" ]
verdict "a program that fails at once leaves no checkpoint" $?

# On a terminal, after a second: how much is done, and how much time is left. The audit is ended as soon as that is said.
python3 - "$audit" exec --epsilon=1 --trials=100000 -- python3 "$T/target.py" lines 0.02 "$T/none" > "$T/log" << 'END'
import os, pty, re, signal, sys
pid, terminal = pty.fork()
if pid == 0:
    os.execvp(sys.argv[1], sys.argv[1:])
seen = b""
while not re.search(rb"answers \d+ %, \d+ (s|min) left", seen):
    try:
        some = os.read(terminal, 4096)
    except OSError:
        break
    seen += some
print(seen)
os.kill(pid, signal.SIGKILL)
os.waitpid(pid, 0)
END
grep -q ' left' "$T/log"
verdict "a terminal is told how much time is left" $? "$(tail -1 "$T/log")"
exit $bad
