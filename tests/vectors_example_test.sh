#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Two corrected mechanisms that were written from the vectors' pages alone: short, without a library and without the consumer's kernels; they
# pass the vectors of all that they are made of; a whole run says what is public, and of a seeded one that nothing is guaranteed; planted
# mistakes are noticed.
set -u
export LC_ALL=C PYTHONDONTWRITEBYTECODE=1
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 3
example=$PWD/vectors/consumers/python/example v1=$PWD/vectors/v1
room=$(mktemp -d) || exit 3
trap 'rm -rf "$room"' EXIT

ok() { # NAME: the last command's answer
	if [ $? -eq 0 ]; then echo "ok $1"; else echo "not ok $1"; fi
}

! wc -l "$example"/*.py | awk '$2 != "total" && $1 >= 200' | grep .
ok "each file is below 200 lines"
python3 - "$example" <<'EOF2'
import ast, os, sys
files = sorted(os.listdir(sys.argv[1]))
taken = {part.split(".")[0] for name in files for node in ast.walk(ast.parse(open(os.path.join(sys.argv[1], name), encoding="utf-8").read()))
         if isinstance(node, (ast.Import, ast.ImportFrom)) for part in ([node.module] if isinstance(node, ast.ImportFrom) else [a.name for a in node.names])}
others = taken - {name[:-3] for name in files} - sys.stdlib_module_names
assert files and not others, others
EOF2
ok "nothing but Python's own library is used"
printf '%s\n' '0 0 5' '0 1 3' '1 1 4' '1 2 2' '2 4 5' '3 0 1' '3 2 3' '5 4 4' > "$room/ratings"
sed 's/5$/1/; t; s/\([14]\)$/5/; t; s/[23]$/1/' "$room/ratings" > "$room/other"

run() { # CODE ARGUMENT...: of $program
	local code=$1
	shift
	python3 "$program" "$@" > "$room/out" 2> "$room/said"
	local got=$?
	[ $got -eq "$code" ] || { echo "exit $got instead of $code: $program $*"; tail -3 "$room/said"; return 1; }
}

for name in gaussmf dpmf_rp; do
	program=$example/$name.py
	run 0 check "$v1" && [ "$(grep -c ' tests, 0 failed$' "$room/out")" -eq "$(wc -l < "$room/out")" ] && grep -q "^${name}_.*round: " "$room/out" &&
		sed 's/: .*//' "$room/out" | while read -r one; do [ -f "$v1/$one.json" ] || exit 1; done
	ok "$name passes every vector of what it is made of"
	run 0 run "$room/ratings" 7 && cp "$room/out" "$room/first" && run 0 run "$room/ratings" 7 && cmp "$room/out" "$room/first" &&
		grep -q '"holds": false' "$room/out" && grep -q 'a seeded run carries no guarantee' "$room/out"
	ok "$name from a seed: the same bytes twice, and no guarantee"
	for seed in 2 4 5; do # noise may hide all that the ratings do in one run, not in three
		run 0 run "$room/ratings" $seed && mv "$room/out" "$room/these.$seed" && run 0 run "$room/other" $seed && mv "$room/out" "$room/those.$seed"
	done
	! cat "$room"/these.* | cmp -s - <(cat "$room"/those.*)
	ok "$name on other ratings: another answer"
	run 0 run "$room/ratings" && ! grep -q seeded "$room/out" && cp "$room/out" "$room/first" && run 0 run "$room/ratings" && ! cmp -s "$room/out" "$room/first" &&
		python3 -c 'import json, sys; g = json.load(open(sys.argv[1]))["guarantee"]; assert 0 < g["epsilon"] < 10 and g["delta"] == 1e-6 and g["neighbours"]' "$room/out"
	ok "$name without a seed: another answer each time, an epsilon and whom it protects"
	echo '0 0 7' > "$room/beyond" && run 2 run "$room/beyond" 7 && grep -q 'do not fit' "$room/said" && [ ! -s "$room/out" ]
	ok "$name refuses a rating outside the range"
	run 2 && run 2 check && grep -q usage "$room/said"
	ok "$name without an argument says how it is used"
done

planted() { # MECHANISM FILE SED ALGORITHM: in a copy; `check` is exit 1 and names the algorithm
	rm -rf "$room/copy" && cp -r "$example" "$room/copy" && sed -i "$3" "$room/copy/$2"
	program=$room/copy/$1.py
	! cmp -s "$room/copy/$2" "$example/$2" && run 1 check "$v1" && grep -q "^$4: .* [1-9][0-9]* failed" "$room/out"
	ok "planted in $1: $3"
}
planted gaussmf gaussmf.py 's/Fraction(1, 2)/Fraction(0)/' gaussmf_corrected_round
planted gaussmf gaussmf.py 's/dot(steps, steps) > bound/False and bound > bound/' gaussmf_corrected_round
planted gaussmf gaussmf.py 's/i.lambda_ \* a for a in row/0 * a for a in row/' gaussmf_corrected_round
planted gaussmf gaussmf.py 's/if not negative or m:/if True:/' discrete_laplace
planted gaussmf gaussmf.py 's/2 \* p \* m \* m)/p * m * m)/' discrete_gaussian
planted gaussmf base.py 's/2\*\*64 \/\/ limit \* limit/2**64/' uniform_below
planted gaussmf account.py 's/(alpha - 1)$/alpha/' rdp_published_epsilon
planted dpmf_rp dpmf_rp.py 's/i.most_error \* (1 + i.kappa) \* /i.most_error * /' dpmf_rp_estimate
planted dpmf_rp dpmf_rp.py 's/one, 5, i.round)/one, 4, i.round)/' dpmf_rp_round
planted dpmf_rp dpmf_rp.py 's/max(-most, min(s, most))/s/' dpmf_rp_round
planted dpmf_rp dpmf_rp.py 's/-2 \* g \/ (i.part/-g \/ (i.part/' dpmf_rp_round
planted dpmf_rp dpmf_rp.py 's/(i & j).bit_count()/(i | j).bit_count()/' dpmf_rp_flatten
planted dpmf_rp base.py 's/first % 8/0/' stream_words
