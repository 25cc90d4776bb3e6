# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash disable=SC2034 # used where it is sourced
# What the tests of the programs share; each sources it. B is the build folder, T a scratch folder of its own.
set -u
export LC_ALL=C
B=$(realpath "${B:-build}")
dpmf=$B/bin/dpmf
T=$(mktemp -d) || exit 3
trap 'rm -rf "$T"' EXIT
bad=0

verdict() { # NAME STATUS [WHY]: one line of the result; STATUS 0 is good
	if [ "$2" -eq 0 ]; then
		echo "ok $1"
	else
		echo "not ok $1${3:+: $3}"
		bad=1
	fi
}

# Every mechanism that has variants.
mechanisms() {
	"$dpmf" list --json | python3 -c 'import json, sys; print(*(m["name"] for m in json.load(sys.stdin)["mechanisms"] if m["variants"]))'
}

# The names and contents below a folder, to see whether anything was written.
contents() {
	(cd "$1" && find . -type f -exec cksum {} + | sort; find . | sort) 2> /dev/null
}

# gone FILE: no process whose number stands there is left; the numbers of those that are on stdout.
gone() {
	local left pid
	for _ in $(seq 60); do
		left=
		for pid in $(cat "$1" 2> /dev/null); do [ -d "/proc/$pid" ] && ! grep -q '^State:.Z' "/proc/$pid/status" 2> /dev/null && left="$left $pid"; done
		[ -z "$left" ] && return 0
		sleep 0.05
	done
	echo "left:$left"
	return 1
}

# refused NAME PATTERN... -- COMMAND...: exit 2, nothing on stdout, nothing written to T, every PATTERN on stderr.
refused() {
	local name=$1 patterns=() before status why=
	shift
	while [ "$1" != -- ]; do patterns+=("$1"); shift; done
	shift
	before=$(contents "$T")
	"$@" > "$B/refused.$$.out" 2> "$B/refused.$$.err" < /dev/null
	status=$?
	[ $status -eq 2 ] || why="exit code $status, not 2"
	[ ! -s "$B/refused.$$.out" ] || why="wrote to stdout"
	[ "$before" = "$(contents "$T")" ] || why="left something behind"
	for pattern in "${patterns[@]}"; do
		grep -qE -- "$pattern" "$B/refused.$$.err" || why="stderr has no /$pattern/: $(head -c 400 "$B/refused.$$.err")"
	done
	rm -rf "$B/refused.$$.out" "$B/refused.$$.err" "$T"/out*
	[ -z "$why" ]
	verdict "$name" $? "$why"
}

# at KEY ...: what stands there in the JSON document on stdin (a list's members by number), a text bare, else as JSON.
at() {
	python3 -c 'import json, sys
x = json.load(sys.stdin)
for key in sys.argv[1:]: x = x[int(key)] if isinstance(x, list) else x[key]
print(x if isinstance(x, str) else json.dumps(x))' "$@"
}

# Ratings of USERS users, ITEMS of ITEM items each, values 1 to 5, as triples between tabs.
some_ratings() { # USERS ITEMS EACH
	awk -v n="$1" -v m="$2" -v r="$3" 'BEGIN { for (i = 1; i <= n; i++) for (j = 0; j < r; j++)
		printf "%d\t%d\t%d\n", i, 1 + (i * 7 + j * 11) % m, 1 + (i * i + 3 * j) % 5 }'
}
