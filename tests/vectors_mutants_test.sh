#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Random mistakes in the kernels of a consumer: the vectors notice nearly all of a small sample, and where an algorithm's tests
# are taken away, fewer. (tests/vectors_mutants.py vectors 500 SEED is the whole measurement; it takes half an hour.)
set -u
export LC_ALL=C PYTHONDONTWRITEBYTECODE=1
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 3
room=$(mktemp -d) || exit 3
trap 'rm -rf "$room"' EXIT

ok() { # NAME: the last command's answer
	if [ $? -eq 0 ]; then echo "ok $1"; else echo "not ok $1"; fi
}

noticed() { # VECTORS: how many of 24
	python3 tests/vectors_mutants.py "$1" 24 7 > "$room/out" && sed -n 's/^\([0-9]*\) of 24 noticed$/\1/p' "$room/out"
}

all=$(noticed vectors) && [ "$all" -ge 20 ] || { cat "$room/out"; false; }
ok "of 24 random mistakes at least 20 are noticed"
# The same with one test a file: the consumer is the same, so are the mistakes.
mkdir -p "$room/v/v1" && cp -r vectors/consumers "$room/v" && python3 - vectors/v1 "$room/v/v1" <<'EOF2'
import json, os, sys
for name in os.listdir(sys.argv[1]):
    root = json.load(open(os.path.join(sys.argv[1], name)))
    root["testGroups"] = [{**root["testGroups"][0], "tests": root["testGroups"][0]["tests"][:1]}]
    json.dump(root, open(os.path.join(sys.argv[2], name), "w"))
EOF2
few=$(noticed "$room/v") && [ "$few" -lt "$all" ]
ok "with one test a file, fewer are noticed"
