#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# verify: each member of a draw is checked; a mismatch names its flags; where memory is short it says so, and never that
# the library is wrong.
set -u
export LC_ALL=C
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 3
case ${B:=build} in /*) ;; *) B=$PWD/$B ;; esac
vectors=$B/bin/dpmf-vectors tree=$PWD/vectors
room=$(mktemp -d) || exit 3
trap 'rm -rf "$room"' EXIT

ok() { # NAME: the last command's answer
	if [ $? -eq 0 ]; then echo "ok $1"; else echo "not ok $1"; fi
}

# --- every member of a draw ---------------------------------------------------------------------------------------------
damage() { # FILE MEMBER: the last draw of the first test that lists some has another MEMBER
	python3 - "$tree/v1/$1.json" "$2" > "$room/$1-$2.json" <<'EOF'
import json, sys
root = json.load(open(sys.argv[1]))
test = next(t for g in root["testGroups"] for t in g["tests"] if len(t["outputs"].get("draws", {"value": []})["value"]) > 1)
draw = [d for d in test["outputs"]["draws"]["value"] if d["with"]][-1]
if sys.argv[2] == "with":
    draw["with"][-1] = str(int(draw["with"][-1]) + 1)
elif sys.argv[2] == "call":
    draw["call"] = "sign"
else:
    draw[sys.argv[2]] = str(int(draw[sys.argv[2]]) + 1)
json.dump(root, sys.stdout)
EOF
}
for file in bernoulli geometric discrete_gaussian polya laplace_share pbm_draw; do
	for member in call with at words value; do
		damage $file $member
		"$vectors" verify --vectors="$tree" "$room/$file-$member.json" > /dev/null 2> "$room/said"
		[ $? -eq 1 ] && grep -q 'test [0-9]* \[[A-Za-z ]*\]: draws: ' "$room/said"
		ok "verify notices another \`$member\` in a draw of $file, and names the flags"
	done
done

# --- memory that is short -------------------------------------------------------------------------------------------------
# A preloaded malloc whose Nth call gives up, and no other: whatever N is, the answer is not exit 1. (One that is not noticed
# changes nothing, so exit 0 is right, too.)
if [ -n "${SANITIZE:-}" ]; then
	echo "skip verify with failing allocations: the sanitizers have a malloc of their own"
	exit 0
fi
cat > "$room/short.c" <<'EOF'
#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t);
static long left = -1, calls;
static int none(void)
{
	if (left < 0) {
		const char *text = getenv("SHORT");
		left = text == NULL ? 1L << 62 : atol(text);
	}
	calls++;
	if (left == 0 || --left > 0)
		return 0;
	errno = ENOMEM;
	return 1;
}
__attribute__((destructor)) static void tell(void)
{
	if (getenv("COUNT") != NULL)
		fprintf(stderr, "calls %ld\n", calls);
}
void *malloc(size_t n) { return none() ? NULL : __libc_malloc(n); }
void *calloc(size_t n, size_t m) { return none() ? NULL : __libc_calloc(n, m); }
void *realloc(void *p, size_t n) { return none() ? NULL : __libc_realloc(p, n); }
EOF
${CC:-cc} -O1 -shared -fPIC "$room/short.c" -o "$room/short.so"
ok "the malloc that gives up"
for file in pbm_draw ball_qp dpmf_rp_projection dpimf_weights; do
	COUNT=1 LD_PRELOAD=$room/short.so "$vectors" verify --vectors="$tree" "$tree/v1/$file.json" > "$room/out" 2>&1 &&
		grep -q ' 0 mismatches' "$room/out" && calls=$(sed -n 's/^calls //p' "$room/out") && [ "$calls" -gt 1000 ]
	ok "verify of $file with a malloc that does not give up"
	wrong=0 short=0
	# The file is read first; what the checks ask for comes after it.
	for k in $(seq 1 40); do
		n=$((calls - calls * k / 81))
		SHORT=$n LD_PRELOAD=$room/short.so "$vectors" verify --vectors="$tree" "$tree/v1/$file.json" > "$room/out" 2>&1
		status=$?
		[ $status -ne 0 ] && short=$((short + 1))
		if [ $status -eq 1 ] || grep -q 'the library is wrong' "$room/out"; then
			wrong=$((wrong + 1))
			echo "$file: after $n allocations: exit $status: $(head -c 300 "$room/out")"
		fi
	done
	[ $wrong -eq 0 ] && [ $short -gt 10 ]
	ok "verify of $file never says that the library is wrong because memory is short"
done
