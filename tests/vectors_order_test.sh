#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# A port of the paper's pseudo-code passes every test of its order, and is told apart by the tests of the program's.
set -u
export LC_ALL=C PYTHONDONTWRITEBYTECODE=1
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 3
case ${B:=build} in /*) ;; *) B=$PWD/$B ;; esac
said=$(mktemp) || exit 3
trap 'rm -f "$said"' EXIT

for law in bernoulli_exp geometric discrete_laplace discrete_gaussian; do
	"$B/bin/dpmf-vectors" exec --vectors=vectors --algorithm=paper_$law -- python3 tests/vectors_paper_order.py paper > "$said" 2>&1 &&
		tests=$(sed -n 's/.* \([0-9]*\) tests, *\([0-9]*\) passed, 0 failed, 0 unsupported$/\1 \2/p' "$said" | sort -u | head -1) &&
		[ "${tests% *}" = "${tests#* }" ] && [ "${tests% *}" -ge 30 ]
	if [ $? -eq 0 ]; then echo "ok the pseudo-code passes paper_$law"; else echo "not ok the pseudo-code passes paper_$law"; head -5 "$said"; fi
	"$B/bin/dpmf-vectors" exec --vectors=vectors --algorithm=program_$law -- python3 tests/vectors_paper_order.py program > "$said" 2>&1
	if [ $? -eq 1 ]; then echo "ok the pseudo-code is told apart by program_$law"; else echo "not ok the pseudo-code is told apart by program_$law"; fi
done
