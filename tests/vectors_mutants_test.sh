#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Not with sanitizers: nothing that they look at runs here.
# Random mistakes in the kernels of a consumer: the vectors notice at least 95 % of a small sample, and where an algorithm's tests
# are taken away, fewer. The whole measurement, half an hour each: tests/vectors_mutants.py vectors 500 SEED, and
# tests/vectors_mutants_text.py c|js vectors 500 SEED.
set -u
export LC_ALL=C PYTHONDONTWRITEBYTECODE=1
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 3
room=$(mktemp -d) || exit 3
trap 'rm -rf "$room"' EXIT

ok() { # NAME: the last command's answer
	if [ $? -eq 0 ]; then echo "ok $1"; else echo "not ok $1"; fi
}

noticed() { # VECTORS: how many of those of 24 that change something, and how many those are
	python3 tests/vectors_mutants.py "$1" 24 7 > "$room/out" && sed -n 's/^\([0-9]*\) of \([0-9]*\) noticed, [0-9]* change nothing$/\1 \2/p' "$room/out"
}

read -r all of < <(noticed vectors) && [ "$of" -ge 20 ] && [ $((100 * all)) -ge $((95 * of)) ] || { cat "$room/out"; false; }
ok "of 24 random mistakes, but for those that change nothing, at least 95 % are noticed"
if command -v node > /dev/null; then
	python3 tests/vectors_mutants_text.py js vectors 12 9 > "$room/out" && read -r found tried < <(sed -n 's/^\([0-9]*\) of \([0-9]*\) noticed, [0-9]* change nothing$/\1 \2/p' "$room/out") &&
		[ "$tried" -ge 10 ] && [ $((100 * found)) -ge $((95 * tried)) ] || { cat "$room/out"; false; }
	ok "of 12 random mistakes in JavaScript at least 95 %"
fi
# What earlier vectors let through.
python3 tests/vectors_named.py vectors > "$room/out" && [ "$(grep -c '^noticed: ' "$room/out")" -ge 15 ] || { cat "$room/out"; false; }
ok "every named mistake is noticed"
# A list that names a line or a change that is not there any more would hide nothing, and say something false.
python3 - <<'EOF2'
import sys
sys.path.insert(0, "tests")
import vectors_mutants
for key in vectors_mutants.equivalent():
    file, line, column, change = (key.split(" | ")[0], " | ".join(key.split(" | ")[1:-2]), *key.split(" | ")[-2:])
    folder = {"py": "python", "js": "js", "c": "c"}[file.split(".")[-1]]
    texts = [text for text in open(f"vectors/consumers/{folder}/{file}", encoding="utf-8").read().splitlines() if text.strip() == line]
    start = int(column.removeprefix("column ")) - 1
    assert any(text[start:].lstrip("(").startswith(change.split(" -> ")[0].replace("'", '"').split(" ")[0].lstrip("(")) for text in texts), key
EOF2
ok "the list of changes that change nothing fits the consumer"
# The same with one test a file: the consumer is the same, so are the mistakes.
mkdir -p "$room/v/v1" && cp -r vectors/consumers "$room/v" && python3 - vectors/v1 "$room/v/v1" <<'EOF2'
import json, os, sys
for name in os.listdir(sys.argv[1]):
    root = json.load(open(os.path.join(sys.argv[1], name)))
    root["testGroups"] = [{**root["testGroups"][0], "tests": root["testGroups"][0]["tests"][:1]}]
    json.dump(root, open(os.path.join(sys.argv[2], name), "w"))
EOF2
read -r few _ < <(noticed "$room/v") && [ "$few" -lt "$all" ]
ok "with one test a file, fewer are noticed"
