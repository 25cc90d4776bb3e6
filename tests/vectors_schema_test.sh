#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Every vector file follows its schema, asked of a validator that is not ours; and no schema has what a strict validator refuses: a keyword
# without the type that it is for, a required member that nothing describes. Where ajv is at hand, its strict mode says the same.
set -u
export LC_ALL=C
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 3
room=$(mktemp -d) || exit 3
trap 'rm -rf "$room"' EXIT

ok() { # NAME: the last command's answer
	if [ $? -eq 0 ]; then echo "ok $1"; else echo "not ok $1"; fi
}

cat > "$room/strict.py" <<'PY'
"""strict.py SCHEMA ...: exit 1 and a line for each keyword that stands without its type, and each required member without a schema."""
import json
import sys

FOR = {"object": ("properties", "required", "additionalProperties", "maxProperties"), "array": ("items", "minItems"), "string": ("pattern",),
       "integer": ("minimum",)}
found = 0


def complain(path, text):
    global found
    found += 1
    print(f"{path}: {text}")


def walk(path, schema, inherited):
    if not isinstance(schema, dict):
        return
    kind = schema.get("type", inherited)
    for name, keywords in FOR.items():
        for keyword in keywords:
            if keyword in schema and kind != name:
                complain(path, f"{keyword} without the type {name}")
    for name in schema.get("required", []):
        if name not in schema.get("properties", {}):
            complain(path, f"{name} is required, and nothing describes it")
    for keyword in ("if", "then", "else"):
        walk(f"{path}/{keyword}", schema.get(keyword), kind)
    for keyword in ("items", "additionalProperties"):
        walk(f"{path}/{keyword}", schema.get(keyword), None)
    for keyword in ("properties", "$defs"):
        for name, one in schema.get(keyword, {}).items():
            walk(f"{path}/{keyword}/{name}", one, None)


for file in sys.argv[1:]:
    with open(file, encoding="utf-8") as source:
        walk(file, json.load(source), None)
sys.exit(found > 0)
PY
python3 "$room/strict.py" vectors/schema/*.json
ok "every schema is strict"
python3 - "$room/loose.json" <<'PY'
import json, sys
root = json.load(open("vectors/schema/bernoulli.json"))
del root["$defs"]["test"]["else"]["properties"]["outputs"]["type"]
json.dump(root, open(sys.argv[1], "w"))
PY
! python3 "$room/strict.py" "$room/loose.json" > "$room/out" && grep -q 'maxProperties without the type object' "$room/out"
ok "a keyword without its type is found"

if python3 -c 'import jsonschema' 2> /dev/null; then
	python3 - <<'PY'
import glob, json, os
from jsonschema import Draft202012Validator as V
for path in sorted(glob.glob("vectors/v1/*.json")):
    schema = json.load(open(os.path.join("vectors/schema", os.path.basename(path))))
    V.check_schema(schema)
    V(schema).validate(json.load(open(path)))
    schema["$defs"]["test"]["properties"]["tcId"]["minimum"] = 2
    assert not V(schema).is_valid(json.load(open(path))), path
PY
	ok "python3-jsonschema: every file follows its schema, and none a schema that its first test breaks"
else
	echo "skip jsonschema: python3-jsonschema is not at hand"
fi

cat > "$room/ajv.js" <<'JS'
const Ajv = require('ajv/dist/2020'), fs = require('fs');
for (const name of fs.readdirSync('vectors/v1')) {
	const ajv = new Ajv({ strict: true }), follows = ajv.compile(JSON.parse(fs.readFileSync(`vectors/schema/${name}`)));
	if (!follows(JSON.parse(fs.readFileSync(`vectors/v1/${name}`)))) throw new Error(`${name}: ${ajv.errorsText(follows.errors)}`);
}
JS
# Debian has no ajv that knows this draft: who has one names its folder in NODE_PATH.
if [ -n "${NODE_PATH:-}" ]; then
	node "$room/ajv.js"
	ok "ajv, strict: every file follows its schema"
fi
