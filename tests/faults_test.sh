#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# A sample of `make faults`: what a command does while one allocation or one write fails, drawn by a fixed seed.
# Starts early: it takes long.
. "$(dirname "$0")/program.sh"
[ -z "${SANITIZE:-}" ] || { echo "skip faults: a sanitizer has a malloc of its own"; exit 0; }
python3 -B "$(dirname "$0")/faults/run.py" "$B" --seconds=60 --seed=1 > "$T/log" 2>&1
status=$?
[ $status -ne 99 ] || { echo "skip faults: $(head -1 "$T/log")"; exit 0; }
grep -E '^(killed|other|left|silent|hangs|without)' "$T/log"
tail -1 "$T/log"
verdict 'no fault ends in a signal, in other output, or in something left behind' $status
python3 -B "$(dirname "$0")/faults/kill.py" "$B" 6 > "$T/log" 2>&1
verdict 'a signal leaves nothing half-written' $? "$(grep left "$T/log")"
exit $bad
