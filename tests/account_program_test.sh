#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# dpmf account as a user meets it: each law's help and example, its JSON, and what lies outside its domain.
. "$(dirname "$0")/program.sh"

for law in gaussian gaussmf laplace discrete-laplace discrete-gaussian mixture pbm; do
	"$dpmf" account "$law" --help > "$T/help" 2> "$T/err" && [ -s "$T/help" ] && [ ! -s "$T/err" ]
	verdict "account $law --help is on stdout" $?
	awk 'length($0) > 120 { exit 1 }' "$T/help"
	verdict "account $law --help fits a terminal of 120 columns" $?
	sed -n '/^example:/,$p' "$T/help" | grep '^  dpmf' > "$T/examples"
	[ -s "$T/examples" ]
	verdict "account $law --help has an example" $?
	while read -r _ line; do
		# shellcheck disable=SC2086 # words
		"$dpmf" $line --json > "$T/json" 2> "$T/err" < /dev/null && python3 -c 'import json, sys; json.load(sys.stdin)' < "$T/json"
		verdict "dpmf $line --json" $? "$(tail -n 1 "$T/err")"
	done < "$T/examples"
	refused "account $law, unknown option" no-such-option -- "$dpmf" account "$law" --no-such-option
	refused "account $law alone" . -- "$dpmf" account "$law"
	"$dpmf" account --help | grep -q "^  $law "
	verdict "account --help names $law" $?
done

# What `exact`, `rdp` and `published` are to each other, as decimal strings.
ordered() { # NAME COMMAND...
	local name=$1
	shift
	"$@" --json 2> "$T/err" | python3 -c '
import decimal, json, sys
decimal.getcontext().prec = 60
a = json.load(sys.stdin)
e, r, p = ([decimal.Decimal(a[k][s]) for s in ("lo", "hi")] for k in ("exact", "rdp", "published"))
assert (e[1] - e[0]) <= decimal.Decimal("1e-12") * e[0], "exact is wide"
assert e[0] <= e[1] <= r[0] <= r[1] <= p[0] <= p[1], "not in order"' 2> "$T/why"
	verdict "$name" $? "$(tail -qn 1 "$T/why" "$T/err")"
}
ordered 'gaussian, epsilon at 1e-5' "$dpmf" account gaussian --sigma=1 --sensitivity=1 --delta=1e-5
ordered 'gaussian, delta at 1' "$dpmf" account gaussian --sigma=1 --sensitivity=1 --epsilon=1
ordered 'gaussian, 100 steps' "$dpmf" account gaussian --sigma=25.5 --sensitivity=0.7 --steps=100 --delta=1e-300
ordered gaussmf "$dpmf" account gaussmf --eps-i=0.4 --delta=0.01 --delta-r=1e-5 --steps=100

# The double that calibration prints keeps the target as its own account sees it, and a little less does not.
"$dpmf" account gaussian --epsilon=1 --delta=1e-5 --sensitivity=1 --json > "$T/json" && python3 - "$T/json" "$dpmf" <<'PY' 2> "$T/why"
import decimal, json, subprocess, sys
sigma = float(json.load(open(sys.argv[1]))["sigma"]["hi"])
def delta(s):
    out = subprocess.run([sys.argv[2], "account", "gaussian", f"--sigma={s:.40g}", "--sensitivity=1", "--epsilon=1", "--json"],
                         capture_output=True, check=True).stdout
    return json.loads(out)["exact"]
assert sigma == float.fromhex(json.load(open(sys.argv[1]))["sigma_hex"])
assert decimal.Decimal(delta(sigma)["hi"]) <= decimal.Decimal("1e-5")
assert decimal.Decimal(delta(sigma * (1 - 1e-12))["lo"]) > decimal.Decimal("1e-5")
PY
verdict 'gaussian calibrates sigma' $? "$(tail -n 1 "$T/why")"

g=("$dpmf" account gaussian)
refused 'delta of 0' 'Balle and Wang' -- "${g[@]}" --sigma=1 --sensitivity=1 --delta=0
refused 'delta of 1' 'between 0 and 1' -- "${g[@]}" --sigma=1 --sensitivity=1 --delta=1
refused 'negative epsilon' 'epsilon must be 0 or more' -- "${g[@]}" --sigma=1 --sensitivity=1 --epsilon=-1
refused 'sigma of 0' 'sigma must be above 0' -- "${g[@]}" --sigma=0 --sensitivity=1 --epsilon=1
refused 'no steps' 'steps must be 1' -- "${g[@]}" --sigma=1 --sensitivity=1 --epsilon=1 --steps=0
refused 'a sensitivity of 0' 'above 0' -- "${g[@]}" --epsilon=1 --delta=0.1 --sensitivity=0
refused 'a sigma that is no number' 'finite decimal' -- "${g[@]}" --sigma=one --sensitivity=1 --epsilon=1
refused 'the classical theorem from epsilon 1 on' 'Dwork and Roth 2014' -- "${g[@]}" --epsilon=1 --delta=0.1 --sensitivity=1 --classical
refused 'everything at once' 'leave one out' -- "${g[@]}" --epsilon=1 --delta=0.1 --sensitivity=1 --sigma=1 --steps=3
refused 'gaussmf from eps_i 1 on' 'gaussmf Theorem 1' -- "$dpmf" account gaussmf --eps-i=1 --delta=0.01 --delta-r=1e-5 --steps=9
refused 'laplace of scale 0' 'scale' -- "$dpmf" account laplace --scale=0 --sensitivity=1
refused 'laplace with both' 'not both' -- "$dpmf" account laplace --scale=1 --sensitivity=1 --epsilon=1 --delta=0.1
refused 'laplace at delta 1' 'Dwork and Roth' -- "$dpmf" account laplace --scale=1 --sensitivity=1 --delta=1
refused 'discrete-laplace at delta 1' 'Dwork and Roth' -- "$dpmf" account discrete-laplace --p=1 --q=2 --steps=1 --delta=1
refused 'discrete-laplace without steps' 'steps' -- "$dpmf" account discrete-laplace --p=1 --q=2
refused 'discrete-laplace of rate 0' 'whole numbers from 1' -- "$dpmf" account discrete-laplace --p=0 --q=2 --steps=1
refused 'discrete-gaussian at delta 0' 'Canonne' -- "$dpmf" account discrete-gaussian --p=1 --q=2 --steps=1 --delta=0
refused 'a law that is not there' 'discrete-gaussian, mixture' -- "$dpmf" account student
exit "$bad"
