#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# dpmf-audit exec on hostile targets: each is told what is wrong with it, none is waited for, and nothing of it is left.
. "$(dirname "$0")/program.sh"
audit=$B/bin/dpmf-audit

cat > "$T/hostile.py" << 'END'
import os, random, signal, sys, time
mode = sys.argv[1]
mark = sys.argv[2]          # a file for the number of every process that must not outlive us
def note():
    with open(mark, "a") as f: f.write("%d\n" % os.getpid())
note()
def answer(world, count, seed):
    draw = random.Random(seed + world)
    return ["%.3f" % (int(world) + draw.gauss(0, 2)) for _ in range(count)]
def child(detach):
    if os.fork() == 0:
        if detach:
            os.setsid()
            if os.fork() != 0: os._exit(0)
        signal.signal(signal.SIGTERM, signal.SIG_IGN); note(); time.sleep(300); os._exit(0)
    time.sleep(0.2)
if mode == "early": print("0.5", flush=True); time.sleep(0.3)
if mode == "deaf": os.close(0); time.sleep(300)
if mode == "mute": os.close(1); time.sleep(300)
if mode == "stubborn": signal.signal(signal.SIGTERM, signal.SIG_IGN); signal.signal(signal.SIGHUP, signal.SIG_IGN)
if mode in ("child", "orphan"): child(False)
if mode in ("daemon", "orphandaemon"): child(True)
if mode == "endless":
    while True: sys.stdout.write("1" * 65536)
if mode == "flood":
    while True: sys.stdout.write("1\n" * 65536)
n = 0
asked = {"0": 0, "1": 0}
for line in sys.stdin:
    word, world, count, seed = line.split()
    count = int(count); n += 1
    rows, draw = answer(world, count, seed), random.Random(seed)
    asked[world] += count
    if mode == "late" and world == "0" and asked[world] > 600: rows = [str(float(row) + 8) for row in rows]
    if mode == "hang": time.sleep(300)
    if mode == "half": sys.stdout.write("\n".join(rows[:1])); sys.stdout.flush(); time.sleep(300)
    if mode == "few": rows = rows[:-1]
    if mode == "drip":
        while True: sys.stdout.write("1"); sys.stdout.flush(); time.sleep(0.2)
    if mode == "stop": os.kill(os.getpid(), signal.SIGSTOP)
    if mode == "zero": rows[0] = "1\0" + "2"
    if mode == "empty": rows[0] = ""
    if mode == "binary": sys.stdout.buffer.write(bytes(range(256)) * 999); sys.stdout.flush(); time.sleep(300)
    if mode == "later" and n == 3: os._exit(9)
    if mode == "segv" and n == 2: os.kill(os.getpid(), signal.SIGSEGV)
    if mode == "wide": rows[0] = " ".join("1" for _ in range(100))
    if mode == "constant": rows = ["7"] * count
    if mode == "each": rows = [world] * count
    if mode == "reseed": rows = answer(world, count, "same")
    if mode == "parity": rows = [str(n % 2)] * count
    if mode == "number": rows = [str(n)] * count
    if mode == "shout": sys.stderr.write("x" * 10000)
    if mode == "once": rows = rows[:1] * count if (n // 2) % 2 else ["0.5"] * count
    mark_it = world == "1"     # what follows is in how a line is spelled, and not in what it says
    if mode == "decimals": rows = [row + "0" * mark_it for row in rows]
    if mode == "some": rows = [row + "0" * (mark_it and i % 2 == 0) for i, row in enumerate(rows)]
    if mode == "blank": rows = [row + " " * mark_it for row in rows]
    if mode == "tab": rows = [row + ("\t" if mark_it else " ") + "1" for row in rows]
    if mode == "return": rows = [row + "\r" * mark_it for row in rows]
    if mode == "plus": rows = [("+" if mark_it and row[0] != "-" else "") + row for row in rows]
    if mode == "zeros": rows = [row.replace("-", "-0") if row[0] == "-" else "0" + row for row in rows] if mark_it else rows
    if mode == "exponent": rows = [row + ("E0" if mark_it else "e0") for row in rows]
    if mode == "hex": rows = [float(row).hex() if mark_it else row for row in rows]
    if mode == "digit": rows = [row + "00000000000000000%s" % world for row in rows]
    if mode == "nan": rows = [("NaN" if mark_it else "nan") if i % 2 else row for i, row in enumerate(rows)]
    if mode == "payload": rows = ["nan(0x%s)" % world if i % 2 else row for i, row in enumerate(rows)]
    if mode == "infinity": rows = [("Infinity" if mark_it else "inf") if i % 2 else row for i, row in enumerate(rows)]
    if mode == "tiny": rows = [("1e-400" if mark_it else "1e-500") if i % 2 else row for i, row in enumerate(rows)]
    if mode == "huge": rows = [("1e400" if mark_it else "2e400") if i % 2 else row for i, row in enumerate(rows)]
    if mode == "minus": rows = [("-0" if mark_it else "0") if i % 2 else row for i, row in enumerate(rows)]
    if mode == "case": rows = [("Yes" if mark_it else "yes") if i % 2 else row for i, row in enumerate(rows)]
    if mode == "digits": rows = ["٣" if mark_it and i % 2 else "3" if i % 2 else row for i, row in enumerate(rows)]
    if mode == "unlike": rows = [["%.1f", "%.2f", "%+.3f", "%e", "0%.2f"][draw.randrange(5)] % float(row.replace("-", "")) for row in rows]
    if mode == "names": rows = ["u%d" % draw.randrange(10 ** 9) for _ in rows]
    if mode == "crlf": rows = [row + "\r" for row in rows]
    print("\n".join(rows), flush=True)
if mode in ("stubborn", "stays", "orphan", "orphandaemon"): time.sleep(300)
END


hostile() { # MODE STATUS PATTERN
	local start=$SECONDS status patience=60
	[[ $3 == *'within 2 seconds'* ]] && patience=2
	"$audit" exec --epsilon=3 --trials=2000 --timeout=$patience -- python3 -B "$T/hostile.py" "$1" "$T/$1.pids" > "$T/$1.log" 2>&1 < /dev/null
	status=$?
	[ $status -eq "$2" ] && grep -qE -- "$3" "$T/$1.log" && [ $((SECONDS - start)) -lt $((patience + 13)) ] && [ -s "$T/$1.pids" ] && gone "$T/$1.pids" >> "$T/$1.log"
	verdict "hostile target: $1" $? "exit $status after $((SECONDS - start)) s: $(tail -n 3 "$T/$1.log")"
}
hostile early 2 'before it was asked|more than'
hostile deaf 2 'closed its input|within 2 seconds'
hostile mute 2 'closed its'
hostile endless 2 'line of more than|before it was asked'
hostile flood 2 'more than the|more lines than|before it was asked'
hostile hang 2 'within 2 seconds'
hostile half 2 'within 2 seconds'
hostile few 2 'within 2 seconds'
hostile drip 2 'within 2 seconds'
hostile stop 2 'within 2 seconds'
hostile zero 2 'byte of value 0'
hostile empty 2 '0 fields'
hostile binary 2 'the target'
hostile later 2 'exit status 9'
hostile segv 2 'signal 11'
hostile wide 2 '100 fields'
hostile stubborn 0 'consistent'
hostile stays 0 'consistent'
hostile child 0 'consistent'
hostile daemon 0 'consistent'
hostile shout 0 'consistent'
hostile constant 2 'nothing varied'
hostile each 1 'VIOLATES'
hostile reseed 2 'does not depend on SEED'
hostile once 2 'does not draw anew|follow the requests'
for mode in decimals some blank tab return plus zeros exponent hex digit; do hostile $mode 2 'how the answers are spelled gives the data set away'; done
for mode in nan payload infinity tiny huge minus case digits; do hostile $mode 1 'VIOLATES'; done
for mode in unlike crlf; do hostile $mode 0 'consistent'; done
hostile names 2 'words that came for the first time'
hostile parity 2 'does not draw anew|follow the requests'
hostile number 2 'follow the requests'
hostile late 2 'early runs, and in [0-9]* of [0-9]* later ones'

ended() { # SIGNAL MODE: what is left when dpmf-audit gets that signal while its target works
	env --default-signal=INT "$audit" exec --epsilon=1 --trials=2000 --timeout=100 -- python3 -B "$T/hostile.py" "$2" "$T/$2.pids" > "$T/$2.log" 2>&1 < /dev/null &
	local pid=$!
	for _ in $(seq 100); do [ "$(cat "$T/$2.pids" 2> /dev/null | wc -l)" -ge "$3" ] && break; sleep 0.05; done
	sleep 0.3
	kill "-$1" $pid
	wait $pid 2> /dev/null
	gone "$T/$2.pids" >> "$T/$2.log"
	verdict "nothing is left of a target ($2) when dpmf-audit dies of SIG$1" $? "$(tail -n 1 "$T/$2.log")"
	rm -f "$T/$2.pids"
}
rm -f "$T"/*.pids
for signal in TERM INT KILL; do
	ended $signal hang 1
	ended $signal orphan 2
	ended $signal orphandaemon 2
done
exit "$bad"
