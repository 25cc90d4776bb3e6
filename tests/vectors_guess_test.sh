#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# dpmf-vectors exec --guess: a program that changes one thing of the Python kernels at a time names mistakes that the vectors do not know,
# and none where it does not find the one; what goes wrong with it is exit 2 with the reason. The whole list of 49: vectors_guess.py.
# Not with sanitizers: the mistakes are planted in Python.
set -u
export LC_ALL=C PYTHONDONTWRITEBYTECODE=1
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 3
case ${B:=build} in /*) ;; *) B=$PWD/$B ;; esac
vectors=$B/bin/dpmf-vectors python=$PWD/vectors/consumers/python
guess=$python/guess/guess.py
room=$(mktemp -d) || exit 3
trap 'rm -rf "$room"' EXIT

ok() { # NAME: the last command's answer
	if [ $? -eq 0 ]; then echo "ok $1"; else echo "not ok $1"; fi
}

run() { # CODE PATTERN ARGUMENT...: exec with these arguments ends with this code, and says this
	local code=$1 pattern=$2
	shift 2
	"$vectors" exec --vectors=vectors "$@" > "$room/out" 2>&1 < /dev/null
	local got=$?
	[ $got -eq "$code" ] && grep -q -e "$pattern" "$room/out" || { echo "exit $got instead of $code: $*"; head -c 600 "$room/out"; return 1; }
}

some="dppop_release gaussmf_row hdpmf_step hdpmf_noise_share gaussmf_clip textbook_laplace"
count() { # PROGRAM: how many of some are named, otherwise, not
	# shellcheck disable=SC2086 # a list
	python3 tests/vectors_guess.py "$vectors" vectors "$1" $some > "$room/list" && sed -n 's/^\([0-9]*\) named, \([0-9]*\) otherwise, \([0-9]*\) not$/\1 \2 \3/p' "$room/list"
}
read -r named otherwise _ < <(count "$guess") && [ "$named" -ge 6 ] && [ "$otherwise" -eq 0 ] || { cat "$room/list"; false; }
ok "what the vectors do not know is named by the change that gives the same answers, and nothing else is"
read -r few _ < <(count none) && [ "$few" -lt "$named" ]
ok "without --guess fewer are named"

# Two mistakes at once: no single change gives these answers.
cp -r "$python" "$room/two" && sed -i 's|2 \* (math.log(1.25) - math.log(delta))|3 * (math.log(1.75) - math.log(delta))|' "$room/two/curves.py" &&
	! cmp -s "$room/two/curves.py" "$python/curves.py" && run 1 'gaussian_classical_sigma .* failed' --algorithm=gaussian_classical_sigma --guess="$guess" -- python3 "$room/two/target.py" &&
	! grep 'known mistake' "$room/out"
ok "two mistakes at once get no name"
# A target in another language, so to speak: it omits an output, and its doubles differ in the last places.
cat > "$room/other.py" <<'EOF2'
import json, sys
for line in sys.stdin:
    i = json.loads(line)["inputs"]
    u, v, w = [float.fromhex(x["hex"]) for x in i["u"]], [float.fromhex(x["hex"]) for x in i["v"]], float.fromhex(i["w"]["hex"])
    fine = u and all(abs(x) < float("inf") for x in u + v) and 0 < w <= 1
    print(json.dumps({"outputs": {"rating": sum(abs(a * b) for a, b in zip(reversed(u), reversed(v))) / w}} if fine else {"refuse": ""}), flush=True)
EOF2
run 1 'known mistake .*`abs(.*(kernels.py)' --algorithm=hdpmf_predict --guess="$guess" -- python3 "$room/other.py"
ok "a program that is no copy gets a name"

# --- what goes wrong --------------------------------------------------------------------------------------------------------
run 0 ' 0 failed' --algorithm=bernoulli --guess="$room/none" -- python3 "$python/target.py"
ok "where nothing fails nobody is asked"
mkdir "$room/bad" && cp -r "$python/." "$room/bad" && sed -i 's/return 2 \* delta/return delta/' "$room/bad/kernels.py"
bad() { # PATTERN PROGRAM
	run 2 "$1" --algorithm=hdpmf_noise_scale --guess="$2" -- python3 "$room/bad/target.py"
}
bad 'program of --guess, asked about hdpmf_noise_scale: cannot start' "$room/none"
ok "a program that is not there"
printf '#!/bin/sh\nread -r line; echo "{\\"guess\\": 7}"\n' > "$room/rubbish" && printf '#!/bin/sh\nexit 5\n' > "$room/dies" && chmod +x "$room/rubbish" "$room/dies"
bad 'it answered no line of the form' "$room/rubbish"
ok "one that answers rubbish"
bad 'ended with exit status 5' "$room/dies"
ok "one that dies"
"$vectors" verify --guess=x 2>&1 | grep -q 'go with exec alone' && run 2 'takes no .*--guess' --law=bernoulli --guess=x -- true
ok "--guess goes with the tests of exec alone"
