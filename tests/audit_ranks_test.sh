#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# mpirun -n N dpmf-audit run|exec: the same bytes for any N, after kills too; and dpmf-audit itself knows no MPI.
# Not with sanitizers: Open MPI itself is not built with them, and the work of a rank is tested without it.
. "$(dirname "$0")/program.sh"
audit=$B/bin/dpmf-audit
! ldd "$audit" | grep -q mpi
verdict "dpmf-audit itself is not linked with MPI" $?
command -v mpirun > /dev/null && [ -x "$B/libexec/dpmf/dpmf-audit-mpi" ] ||
	{ echo "skip ranks: Open MPI is missing: make deps-full mpi"; exit $bad; }
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1

ranks() { timeout 100 mpirun --oversubscribe --bind-to none -n "$@" 2> "$T/err"; }
lines() { cat "$1" 2> /dev/null | wc -l; }
# The processes of a run on this checkpoint, mpirun among them: those that have it as a word.
those() { grep -lazxF "-e--checkpoint=$1" /proc/[0-9]*/cmdline 2> /dev/null | cut -d/ -f3 | grep .; }
# Kills every process of a run as soon as its checkpoint has so many lines.
kill_at() { # LINES FILE RANKS COMMAND ...
	local least=$1 file=$2 pid tries=0
	shift 2
	mpirun --oversubscribe --bind-to none -n "$@" > "$T/log" 2>&1 &
	pid=$!
	while [ "$(lines "$file")" -lt "$least" ] && kill -0 $pid 2> /dev/null && [ $((tries += 1)) -lt 3000 ]; do sleep 0.02; done
	# shellcheck disable=SC2046 # one word a process
	kill -KILL $pid $(those "$file") 2> /dev/null
	wait $pid 2> /dev/null
	[ $? -eq 137 ] || return 1
	for tries in $(seq 500); do those "$file" > "$T/left" || return 0; sleep 0.02; done
}

few=(run --case=hdpmf/published/message --case=classics/randomized-response --case=hdpmf/published/joint --trials=1000 --json)
runs() {
	local n wanted
	"$audit" "${few[@]}" --junit="$T/whole.xml" > "$T/whole.json"
	wanted=$?
	for n in 1 2 4; do
		ranks $n "$audit" "${few[@]}" --junit="$T/$n.xml" > "$T/$n.json"
		[ $? -eq $wanted ] && cmp -s "$T/whole.json" "$T/$n.json" && cmp -s "$T/whole.xml" "$T/$n.xml"
		verdict "run with $n ranks: the same bytes" $? "$(head -3 "$T/err" | xargs)"
	done
}

killed_runs() {
	local many=(run --case=hdpmf/published --trials=2000 --json) all
	"$audit" "${many[@]}" > "$T/whole.json"
	all=$((9 + $(grep -c '"id":' "$T/whole.json")))
	kill_at 11 "$T/c" 4 "$audit" "${many[@]}" --checkpoint="$T/c" && kill_at 14 "$T/c" 2 "$audit" "${many[@]}" --checkpoint="$T/c" --resume &&
		[ "$(lines "$T/c")" -lt $all ] && ranks 2 "$audit" "${many[@]}" --checkpoint="$T/c" --resume > "$T/resumed.json"
	cmp -s "$T/whole.json" "$T/resumed.json" && [ "$(lines "$T/c")" -eq $all ]
	verdict "run after two kills of all ranks: the same bytes, each case once" $? "$(lines "$T/c") of $all; $(head -3 "$T/err" | xargs)"
}

cat > "$T/target.py" <<'END'
import os, random, struct, sys, time
for line in sys.stdin:
    world, count, seed = map(int, line.split()[1:])
    time.sleep(float(os.environ.get("PAUSE", 0)))
    r = random.Random(seed)
    if os.environ.get("OMPI_COMM_WORLD_RANK"):
        sys.exit(9)
    x = [(0.3 * world + r.expovariate(1) - r.expovariate(1), r.choice(["yes", "näher", "w%d" % r.randrange(50)])) for _ in range(count)]
    if sys.argv[1] == "binary":
        sys.stdout.buffer.write(struct.pack("<%dd" % count, *(a for a, b in x)))
        sys.stdout.flush()
    else:
        print(*("%r %s" % y for y in x), sep="\n", flush=True)
END
asked=("$audit" exec --epsilon=1 --json --trials=8000)
target=(-- python3 "$T/target.py")
programs() { # with 1 rank and 4; killed_programs has 2, 4 and 3
	local n wanted
	"${asked[@]}" "${target[@]}" lines > "$T/whole.json"
	wanted=$?
	for n in 1 4; do
		ranks $n "${asked[@]}" "${target[@]}" lines > "$T/$n.json"
		[ $? -eq $wanted ] && cmp -s "$T/whole.json" "$T/$n.json"
		verdict "exec with $n ranks: the same bytes" $? "$(head -3 "$T/err" | xargs)"
	done
	"${asked[@]}" --binary "${target[@]}" binary > "$T/whole.json"
	ranks 3 "${asked[@]}" --binary "${target[@]}" binary > "$T/3.json"
	cmp -s "$T/whole.json" "$T/3.json"
	verdict "exec --binary with 3 ranks: the same bytes" $? "$(head -3 "$T/err" | xargs)"
}

killed_programs() {
	local slow=("${asked[@]}" --trials=20000 --checkpoint="$T/e" --resume "${target[@]}" lines)
	"${asked[@]}" --trials=20000 "${target[@]}" lines > "$T/whole.json"
	export PAUSE=0.08
	kill_at 9 "$T/e" 2 "${slow[@]}" && kill_at 10 "$T/e" 4 "${slow[@]}" && unset PAUSE && ranks 3 "${slow[@]}" > "$T/resumed.json"
	cmp -s "$T/whole.json" "$T/resumed.json"
	verdict "exec after two kills of all ranks: the same bytes" $? "$(lines "$T/e") lines; $(head -3 "$T/err" | xargs)"
}

failures() {
	ranks 3 "${asked[@]}" --checkpoint="$T/f" --html="$T/f.html" -- false > "$T/log"
	[ $? -eq 2 ] && grep -q 'the target ended' "$T/err" && [ -z "$(ls "$T" | grep '^f')" ]
	verdict "a target that fails: exit 2, and nothing is left" $? "$(head -3 "$T/err" | xargs)"
	ranks 2 "${asked[@]}" --until=decided -- false > "$T/log"
	[ $? -eq 2 ] && grep -q 'leave mpirun away' "$T/err"
	verdict "--until=decided is for one process" $?
	ranks 3 "$audit" run --case=nosuch > "$T/log"
	[ $? -eq 2 ] && [ "$(grep -c 'no case "nosuch"' "$T/err")" -eq 1 ] && ranks 3 "$audit" exec --help > "$T/log" && cmp -s "$T/log" <("$audit" exec --help)
	verdict "what is refused is said once, and so is a help" $? "$(head -3 "$T/err" | xargs)"
	# More processes than the machine has cores: mpirun's own exit code is 1, as that of a violated claim.
	timeout 100 mpirun --bind-to none -n 4096 "$audit" "${few[@]}" > "$T/log" 2> "$T/err"
	[ $? -eq 1 ] && [ ! -s "$T/log" ]
	verdict "mpirun starts nothing: its exit code is 1, and there is no document" $? "$(head -3 "$T/err" | xargs)"
	mkdir "$T/bin" && cp "$audit" "$T/bin"
	ranks 2 "$T/bin/dpmf-audit" "${few[@]}" > "$T/log"
	[ $? -eq 2 ] && [ "$(grep -c 'make mpi builds it' "$T/err")" -eq 1 ] && [ ! -s "$T/log" ]
	verdict "where it was built without MPI: exit 2, and how to build it" $? "$(head -3 "$T/err" | xargs)"
}

# One rank dies: all end, and no document is there. mpirun's exit code is 128 and the signal's number.
one_dies() {
	local pid
	mpirun --oversubscribe --bind-to none -n 3 "$audit" run --case=hdpmf/published/joint --trials=3000000 --checkpoint="$T/g" --html="$T/g.html" --json > "$T/log" 2> "$T/err" &
	pid=$!
	for _ in $(seq 1500); do [ -e "$T/g" ] && [ "$(those "$T/g" | wc -l)" -ge 4 ] && break; sleep 0.02; done
	kill -KILL "$(those "$T/g" | grep -vx $pid | tail -1)"
	wait $pid
	[ $? -eq 137 ] && [ ! -s "$T/log" ] && [ ! -e "$T/g.html" ] && ! ls "$T" | grep -q part
	verdict "one rank is killed: all end with 137, and nothing half-written is there" $? "$(ls "$T" | xargs)"
}

# Side by side, each in a folder of its own: most of their time goes by while mpirun starts.
parts=(runs killed_runs programs killed_programs failures one_dies)
whole=$T
for part in "${parts[@]}"; do
	mkdir "$whole/$part"
	(T=$whole/$part && "$part" > "$whole/$part.out" 2>&1) &
done
wait
for part in "${parts[@]}"; do
	cat "$whole/$part.out"
	grep -q '^ok' "$whole/$part.out" && ! grep -q '^not ok' "$whole/$part.out" || bad=1
done
exit $bad
