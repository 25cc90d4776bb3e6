#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Four times as many runs take no more memory, from three quarters of a million on.
# Not with sanitizers: they keep freed memory.
. "$(dirname "$0")/program.sh"
audit=$B/bin/dpmf-audit

# Whole numbers below 16, of which world 1 has one more; eight bytes each.
cat > "$T/target.py" << 'END'
import random, struct, sys
number = [struct.pack("<d", i % 16) for i in range(256)]
for line in sys.stdin:
    _, world, count, seed = line.split()
    draw = random.Random(seed)
    sys.stdout.buffer.write(b"".join(map(number.__getitem__, draw.randbytes(int(count)))))
    sys.stdout.buffer.flush()
END
# The most memory, in KB, of the program alone, without its children.
peak() { python3 -c 'import os, subprocess, sys
pid = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ, file_actions=[(os.POSIX_SPAWN_OPEN, 1, "/dev/null", os.O_WRONLY, 0)])
_, status, usage = os.wait4(pid, 0)
print(usage.ru_maxrss if status == 0 else "exit status %d" % os.waitstatus_to_exitcode(status))' "$@"; }
compare() { # WHAT COMMAND ...
	local few many
	few=$(peak "${@:2}" --trials=750000 "${last[@]}" 2> "$T/err")
	many=$(peak "${@:2}" --trials=3000000 "${last[@]}" 2>> "$T/err")
	[ "$few" -gt 0 ] 2> /dev/null && [ "$many" -lt $((few + few / 12)) ] && [ "$many" -lt 120000 ]
	verdict "$1: memory does not grow with the runs" $? "$few KB, then $many KB; $(cat "$T/err")"
}
last=()
compare "run" "$audit" run --case=classics/randomized-response --jobs=1
last=(-- python3 -B "$T/target.py")
compare "exec" "$audit" exec --epsilon=1 --binary
exit "$bad"
