#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# `dpmf account pbm` as a user meets it.
# shellcheck source=tests/program.sh
. "$(dirname "$0")/program.sh"

refused 'alpha 1' 'alpha is 1' 'Lemma 4.3' -- "$dpmf" account pbm --users=9 --quanta=4 --theta=0.1 --alpha=1
refused 'theta above 1/4' 'theta is 0.3' '1/4' -- "$dpmf" account pbm --users=9 --quanta=4 --theta=0.3 --alpha=2
refused 'no users' 'users is 0' 'Lemma 4.3' -- "$dpmf" account pbm --users=0 --quanta=4 --theta=0.1 --alpha=2
refused 'delta 0' 'delta is 0' -- "$dpmf" account pbm --users=9 --quanta=4 --theta=0.1 --delta=0
refused 'delta 1' 'delta is 1' -- "$dpmf" account pbm --users=9 --quanta=4 --theta=0.1 --delta=1
refused 'both' 'either --alpha or --delta' -- "$dpmf" account pbm --users=9 --quanta=4 --theta=0.1 --delta=1e-5 --alpha=2
refused 'neither' 'either --alpha or --delta' -- "$dpmf" account pbm --users=9 --quanta=4 --theta=0.1
refused 'theta missing' 'theta is missing' -- "$dpmf" account pbm --users=9 --quanta=4 --alpha=2

# One user, q = 1, theta = 1/4: P = (3/4, 1/4) against (1/4, 3/4), e^D_2 = 9/4 + 1/12 = 7/3.
"$dpmf" account pbm --users=1 --quanta=1 --theta=0.25 --alpha=2 --json > "$T/one.json"
verdict 'one user is exact' $? 'it failed'
python3 - "$T/one.json" << 'PY'
import json, math, sys
from decimal import Decimal, getcontext
getcontext().prec = 40
answer = json.load(open(sys.argv[1]))
exact = (Decimal(7) / 3).ln()
lo, hi = Decimal(answer["rdp"]["lo"]), Decimal(answer["rdp"]["hi"])
assert lo <= exact <= hi and hi - lo < Decimal("1e-18"), answer
assert set(answer["c0"]) == {"lo", "hi"} and answer["placements"]["each_visited"]
PY
verdict 'its Renyi divergence is ln 7/3' $? 'it is not'

"$dpmf" account pbm --users=20 --bits=6 --epsilon=0.3 --alpha=2 --coordinates=6 --json > "$T/choice.json"
verdict 'theta and q are chosen' $? 'it failed'
python3 - "$T/choice.json" << 'PY'
import json, sys
answer = json.load(open(sys.argv[1]))
assert float(answer["rdp"]["hi"]) <= 0.3 and answer["quanta"] * 20 < 64 and float(answer["theta"]["hi"]) <= 0.25, answer
PY
verdict 'what is chosen keeps the target' $? 'it does not'

# One coordinate is accounted exactly, and many more than are composed unasked come closer bit by bit.
refused 'finer without delta' 'goes with --delta' -- "$dpmf" account pbm --users=9 --quanta=4 --theta=0.1 --alpha=2 --finer=1
refused 'finer than there is' '0 to 8' -- "$dpmf" account pbm --users=9 --quanta=4 --theta=0.1 --delta=1e-5 --coordinates=2 --finer=9
for finer in '' 0 2 4; do
	"$dpmf" account pbm --users=40 --quanta=1 --theta=0.01 --delta=1e-5 --coordinates=500 --rounds=30 ${finer:+--finer=$finer} --json \
		>> "$T/finer.json"
done
python3 - "$T/finer.json" << 'PY'
import json, sys
from decimal import Decimal
text, answers, at = open(sys.argv[1]).read(), [], 0
while at < len(text.rstrip()):
    answer, at = json.JSONDecoder().raw_decode(text, at)
    at += 1
    answers.append([Decimal(answer["epsilon"][end]) for end in ("lo", "hi")])
assert len(answers) == 4 and all(lo <= hi for lo, hi in answers), answers
assert all(worse[0] <= better[0] and better[1] <= worse[1] for worse, better in zip(answers, answers[1:])), answers
assert answers[1][1] < answers[0][1] and answers[3][0] > Decimal("0.9") * answers[3][1] > 10 * answers[0][0], answers
PY
verdict 'every bit of the grid brings the ends closer' $? "$(tr -d '\n' < "$T/finer.json" | tail -c 500)"
exit $bad
