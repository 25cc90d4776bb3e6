#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The programs under WRAP (valgrind with its options): every command in a short run, and what it refuses.
. "$(dirname "$0")/program.sh"
here=$(cd "$(dirname "$0")/.." && pwd)

# A complaint of valgrind is exit code 99, as WRAP asks for; what is complained of is in the log.
clean() { # STATUS COMMAND...
	local expected=$1 status name
	shift
	name=${*//"$T/"/}
	${WRAP:-valgrind -q --leak-check=full --error-exitcode=99} "$@" > "$T/log" 2>&1 < /dev/null
	status=$?
	[ $status -eq "$expected" ]
	verdict "${name//"$B/bin/"/}" $? "exit code $status, not $expected"
	[ $status -eq "$expected" ] || sed 's/^/  /' "$T/log"
}

clean 0 "$dpmf" synth --users=300 --items=200 --ratings=10000 --seed=1 --out="$T/r.tsv"
clean 0 "$dpmf" synth --social --users=300 --ratings=900 --seed=2 --out="$T/trust.tsv"
train=("$dpmf" train --ratings="$T/r.tsv" --seed=1)
size=(--epochs=2 --factors=3)
for mech in mf dpmf pdpmf ials dpmf01 'hdpmf --variant=published' 'gaussmf --variant=published' 'gaussmf --variant=corrected'; do
	# shellcheck disable=SC2086 # a mechanism and its variant
	clean 0 "${train[@]}" "${size[@]}" --mech=$mech --jobs=2
done
for mech in pop dplcf ldpicf; do
	clean 0 "${train[@]}" --mech=$mech --jobs=2
done
clean 0 "${train[@]}" "${size[@]}" --mech=hdpmf --variant=published --noise=epoch --json
clean 0 "${train[@]}" --mech=hdpmf --variant=corrected --range=1:5 --items=200 --users=300 --out="$T/model"
clean 2 "${train[@]}" --mech=hdpmf --variant=corrected --out="$T/model"
clean 2 "${train[@]}" --mech=hdpmf
clean 0 "$dpmf" predict --model="$T/model" --test="$T/r.tsv"
clean 0 "$dpmf" predict --model="$T/model" --user=7 --json
clean 1 "$dpmf" guarantee "$T/model"
clean 1 "$dpmf" guarantee --json "$T/model" "$T/model"
echo >> "$T/model/public/record.json"
clean 2 "$dpmf" guarantee "$T/model"
clean 2 "$dpmf" train --mech=mf --ratings="$T/none"
printf '1\t1\t3\n1\t2\tnan\n' > "$T/nan.tsv"
clean 2 "$dpmf" train --mech=mf --ratings="$T/nan.tsv"

for law in laplace mixture exponential; do
	clean 0 "$dpmf" sample --law=$law --scale=2 --count=50 --seed=1
done
clean 0 "$dpmf" sample --law=normal --sigma=2 --count=50 --seed=1 --json
for law in geometric discrete-laplace fixed-laplace discrete-gaussian 'polya --parties=3' 'laplace-share --parties=3'; do
	# shellcheck disable=SC2086 # a law and its options
	clean 0 "$dpmf" sample --law=$law --p=1 --q=25 --count=50
done

account=("$dpmf" account)
clean 0 "${account[@]}" gaussian --sigma=1 --sensitivity=1 --delta=1e-5
clean 0 "${account[@]}" gaussian --epsilon=1 --delta=1e-5 --sensitivity=1 --json
clean 0 "${account[@]}" gaussmf --eps-i=0.4 --delta=0.01 --delta-r=1e-5 --steps=100
clean 0 "${account[@]}" laplace --scale=1 --sensitivity=1 --delta=1e-5
clean 0 "${account[@]}" discrete-laplace --p=1 --q=2 --steps=3 --epsilon=1
clean 0 "${account[@]}" discrete-gaussian --p=1 --q=2 --steps=1 --delta=1e-5
clean 0 "${account[@]}" mixture --scale=1 --sensitivity=1 --epsilon=1 --known-h
clean 0 "${account[@]}" pbm --users=10 --quanta=4 --theta=0.1 --alpha=2
clean 2 "${account[@]}" gaussian --sigma=0 --sensitivity=1 --epsilon=1

audit=$B/bin/dpmf-audit
clean 0 "$audit" list
clean 0 "$audit" run --case=hdpmf/corrected/server/entry --trials=1000 --html="$T/page.html"
clean 1 "$audit" run --case=hdpmf/published/joint/entry/once --trials=1000 --json
clean 0 "$audit" replay --neighbours=5
clean 0 "$audit" timing --trials=1000 --json
clean 0 "$audit" replay --neighbours=100 --mutants --json
mapfile -t small < <(find "$here/vectors/v1" -name '*.json' -size -100k | sort) # the sanitizers see them all
clean 0 "$B/bin/dpmf-vectors" verify --vectors="$here/vectors" "${small[@]}"
exit "$bad"
