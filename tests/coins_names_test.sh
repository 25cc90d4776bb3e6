#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The table of ref/core/stream.h: every name of a sub-key in ref/ stands there as coin or as secret, and is drawn from that
# key; and what stands there is in the code.
. "$(dirname "$0")/program.sh"
cd "$(dirname "$0")/.." || exit 3
table() { sed -n '/^     coins /,/\*\/$/p' ref/core/stream.h | awk '/^     secret /{ kind = "secret" } /^     coins /{ kind = "coins" }
	{ line = $0; while (match(line, /"[^"]*"/)) { print kind "\t" substr(line, RSTART + 1, RLENGTH - 2); line = substr(line, RSTART + RLENGTH) } }'; }
table | sort -u > "$T/table"

# Names as they are handed to what derives a key, with the first argument: whose key.
grep -rhoE '\b(dpmf_key_derive|dpmf_door_secret|start|start_factors|start_profiles|draw_signs|draw_weights)\([^;{]*"[^";]*"' ref --include='*.c' \
	> "$T/calls"
grep -rhoE 'snprintf\(name, sizeof name, "[^%"]*' ref/mech >> "$T/calls"
sed -E 's/ %.*$//' "$T/calls" | awk '{ line = $0; while (match(line, /"[^"]*"?/)) { text = substr(line, RSTART, RLENGTH); gsub(/"/, "", text);
	sub(/ +$/, "", text); kind = $0 ~ /dpmf_door_secret|door->|plan->key|request.key|secagg/ || text == "server" || text == "user" || text == "secret" ? "secret" : "coins";
	print kind "\t" text; line = substr(line, RSTART + RLENGTH) } }' | sort -u > "$T/code"
[ "$(wc -l < "$T/code")" -ge 20 ]
verdict 'the names of sub-keys are found' $?
diff "$T/table" "$T/code" > "$T/diff"
verdict 'the table of stream.h and the code say the same of every name' $? "$(grep '^[<>]' "$T/diff" | xargs)"
grep -rnE 'dpmf_key_derive\([^;]*"(importance sample|sampled ratings|secure aggregation)"' ref > "$T/bare"
[ ! -s "$T/bare" ]
verdict 'what is secret comes through the door' $? "$(head -1 "$T/bare")"
exit $bad
