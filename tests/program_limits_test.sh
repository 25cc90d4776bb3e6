#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What the samplers leave open is in the delta of everything that has an epsilon, and where that comes to 1 nothing is
# promised.
. "$(dirname "$0")/program.sh"
cd "$T" || exit 3
"$dpmf" synth --users=40 --items=30 --ratings=600 --seed=1 --out=r.tsv || exit 3
public=(--variant=corrected --ratings=r.tsv --items=30 --users=40 --holdout=0 --json)

told() { # MECH OPTION... -- EXPRESSION: whether it is true of the guarantee g
	local options=()
	while [ "$1" != -- ]; do options+=("$1"); shift; done
	"$dpmf" train "${public[@]}" "${options[@]}" > log 2> err || return 1
	python3 -c 'import json, sys
g = json.load(open("log"))["guarantee"]
d = [float(p["delta"]["hi"]) if float(p["delta"]["hi"]) > 0 else p["delta"]["hi"] for p in g["protects"] if "delta" in p]
sys.exit(0 if eval(sys.argv[1]) else 1)' "$2"
}
broken='g["holds"] is False and g["epsilon"] is None and any(p["id"] == "delta below 1" and p["state"] == "broken" for p in g["premises"])'

told --mech=hdpmf --range=1:5 --epsilon=1 -- 'g["holds"] and len(d) == 1'
verdict 'hdpmf at epsilon 1 has a delta, and it is small' $?
told --mech=hdpmf --range=1:5 --epsilon=5000 -- "$broken"
verdict 'hdpmf at epsilon 5000 promises nothing' $?
told --mech=dpimf --epsilon=0.5 -- 'g["holds"] and len(d) == 2 and len(g["protects"]) == 2'
verdict 'dpimf: an interaction and a row have a delta each' $?
told --mech=dpimf --epsilon=60 -- 'g["holds"] and len(g["protects"]) == 1 and g["protects"][0]["relation"] == "entry"'
verdict 'dpimf at epsilon 60: a row of 30 items is promised nothing, an interaction is' $?
told --mech=dpimf --epsilon=1100 -- "$broken"
verdict 'dpimf at epsilon 1100 promises nothing' $?
told --mech=dpals --range=1:5 --epsilon=1 -- 'g["holds"] and len(d) == 2 and min(d) >= 1e-5'
verdict 'dpals: a row there or not and a row replaced have a delta each' $?
