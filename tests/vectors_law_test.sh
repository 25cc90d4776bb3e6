#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# dpmf-vectors exec --law: right samplers pass, in any order of draws; planted mistakes are seen, each by the event that shows
# it; what is no answer is exit 2 with the reason.
set -u
export LC_ALL=C PYTHONDONTWRITEBYTECODE=1
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 3
case ${B:=build} in /*) ;; *) B=$PWD/$B ;; esac
said=$(mktemp) || exit 3
trap 'rm -f "$said"' EXIT

law() { # CODE PATTERN MISTAKE ARGUMENT...: exec --law=ARGUMENT of the sampler with that mistake ends so and says so
	local code=$1 pattern=$2 mistake=$3
	shift 3
	"$B/bin/dpmf-vectors" exec --samples=20000 --law="$@" -- python3 tests/law_target.py "$mistake" > "$said" 2>&1
	local got=$?
	if [ $got -eq "$code" ] && grep -q -e "$pattern" "$said"; then echo "ok $mistake: $*"; else echo "not ok $mistake: $*: exit $got"; head -5 "$said"; fi
}

for name in bernoulli bernoulli_exp geometric discrete_laplace program_discrete_laplace; do
	law 0 'p 1, q .*: consistent' none $name
done
law 0 'p 1, q 3, part 1, whole 100: consistent' none polya
law 0 'p 2, q 25, part 3, whole 7: consistent' none laplace_share
law 0 'quanta 16, chance 549755813888: consistent' none pbm_draw
law 1 'x = 1: ' 'a part of the scale' polya
law 1 'x = 0: ' 'each on its own' polya
law 1 'x <= -1: 0 times' 'one side alone' laplace_share
law 1 'x >= ' 'a part of the scale' laplace_share
law 1 'x is a multiple of 2: ' 'one coin for all' pbm_draw
law 1 'x <= -1: ' normal pbm_draw
law 0 'p 67108863, q 1: consistent' none paper_discrete_gaussian
law 0 'p 4, q 1: consistent' 'floor of sigma' discrete_gaussian # another proposal, the same law
law 0 ': consistent' texts bernoulli
law 1 'x = 0: ' 'negative zero' discrete_laplace
law 1 'x = 0: ' 'negative zero' discrete_gaussian
law 1 'x = 1: ' 'unfiltered' geometric
law 1 'x >= ' 'sigma' discrete_gaussian
law 1 'x <= -6: 0 times' 'cut' discrete_gaussian
law 1 'x is a multiple of 2: ' 'doubles' geometric
law 1 'x is a multiple of 2: ' 'doubles' discrete_laplace
law 1 '"probability": ' 'negative zero' discrete_laplace --json
law 2 'nothing was tested' unsupported bernoulli
law 2 'no list of 1000 integers' 'a sample too few' bernoulli
law 2 'sample 3 is no integer' 'no integer' bernoulli
law 2 'no law for pbm_c0; there is one for bernoulli, .*, laplace_share and pbm_draw' none pbm_c0
law 2 'takes no --algorithm' none bernoulli --algorithm=bernoulli
law 2 '--samples=999 is no number from 1000' none bernoulli --samples=999
"$B/bin/dpmf-vectors" exec --samples=1000 -- true > "$said" 2>&1
[ $? -eq 2 ] && grep -q 'goes with --law' "$said" && echo "ok --samples without --law" || echo "not ok --samples without --law"

# The share of false alarms is what it is said to be: a level of 1e-6 over all events, of which each law has dozens.
"$B/bin/dpmf-vectors" exec --samples=1000 --law=discrete_gaussian --json -- python3 tests/law_target.py none > "$said" &&
	python3 -c 'import json, sys; d = json.load(open(sys.argv[1])); n = sum(c["events"] for c in d["cases"]); assert n > 200 and abs(d["level"] * 2 * n - 1e-6) < 1e-15' "$said" &&
	echo "ok the level is divided among all events" || echo "not ok the level is divided among all events"
