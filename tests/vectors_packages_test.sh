#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The vectors as packages: the same bytes twice; installed from their archives into empty projects, where the toolchain is at
# hand, they hold every test of the tree, and their comparison tells right from wrong.
set -u
export LC_ALL=C
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 3
tree=$PWD/vectors
room=$(mktemp -d) || exit 3
trap 'rm -rf "$room"' EXIT

ok() { # NAME: the last command's answer
	if [ $? -eq 0 ]; then echo "ok $1"; else echo "not ok $1"; fi
}

python3 -B "$tree/packages/build" "$room/one" && (umask 077 && TZ=Asia/Tokyo python3 -B "$tree/packages/build" "$room/two") && diff -r "$room/one" "$room/two" &&
	[ "$(find "$room/one" -type f | wc -l)" -eq 4 ]
ok "four archives, the same bytes twice"
python3 -B "$tree/packages/build" > /dev/null 2> "$room/said"
[ $? -eq 2 ] && grep -q usage "$room/said"
ok "the program without a folder says how it is used"
tests=$(sed -n 's/^ "numberOfTests": \([0-9]*\),$/\1/p' "$tree/index.json")
files=$(find "$tree/v1" -name '*.json' | wc -l)
[ "$tests" -gt 2000 ] && [ "$files" -gt 80 ]
ok "what the tree has"

agrees() { # NAME: what the project in $room/NAME says is what the tree has, and that right is right and wrong is wrong
	[ "$(cat "$room/$1.out")" = "$files files, $tests tests, true false" ] || { cat "$room/$1.out" "$room/$1.err"; false; }
	ok "$1: every test, and the comparison"
}

# --- Python -------------------------------------------------------------------------------------------------------------
cat > "$room/use.py" <<'PY'
import dpmf_vectors as v
names = v.algorithms()
test = v.tests("laplace_delta")[0]
right = v.read_double(test["outputs"]["delta"]["value"]["lo"])
assert v.read_inputs("laplace_delta", test) == {"scale": 1.0, "sensitivity": 1.0, "epsilon": 0.5}
found = [v.agrees("laplace_delta", test, "delta", x) for x in (right, right * (1 - 2.0**-40))]
print(f"{len(names)} files, {sum(len(v.tests(n)) for n in names)} tests, {str(found[0]).lower()} {str(found[1]).lower()}")
PY
if python3 -m pip --version > /dev/null 2>&1; then
	python3 -m pip install --quiet --no-index --no-deps --disable-pip-version-check --target "$room/python" "$room"/one/*.whl > "$room/pip.out" 2>&1
else # as pip would lay it out
	python3 -m zipfile -e "$room"/one/*.whl "$room/python"
fi
ok "python: the wheel installs into an empty folder"
(cd "$room" && PYTHONPATH=$room/python python3 -B use.py) > "$room/python.out" 2> "$room/python.err"
agrees python
python3 - "$room"/one/*.whl <<'PY'
import base64, hashlib, sys, zipfile
archive = zipfile.ZipFile(sys.argv[1])
record = next(n for n in archive.namelist() if n.endswith("RECORD"))
lines = [line.rsplit(",", 2) for line in archive.read(record).decode().splitlines()]
assert sorted(n for n, _, _ in lines) == sorted(archive.namelist())
for name, digest, size in lines:
    if name != record:
        content = archive.read(name)
        assert digest == "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode() and int(size) == len(content), name
PY
ok "python: the wheel's record is that of its files"

# --- Node ---------------------------------------------------------------------------------------------------------------
mkdir "$room/node" && cat > "$room/node/use.js" <<'JS'
const v = require('dpmf-vectors');
const names = v.algorithms(), test = v.tests('laplace_delta')[0], { compare, value } = test.outputs.delta;
const right = v.doubleOf(value.lo);
if (v.readInputs('laplace_delta', test).epsilon !== 0.5) throw new Error('inputs');
const found = [right, right * (1 - 2 ** -40)].map((x) => v.agrees(compare, value, x));
console.log(`${names.length} files, ${names.reduce((n, name) => n + v.tests(name).length, 0)} tests, ${found[0]} ${found[1]}`);
JS
if command -v npm > /dev/null; then
	(cd "$room/node" && npm init -y > /dev/null 2>&1 && npm install --cache "$room/npm" --offline --no-audit --no-fund "$room"/one/*.tgz) > "$room/npm.out" 2>&1
else # as npm would lay it out
	mkdir -p "$room/node/node_modules/dpmf-vectors" && tar -xzf "$room"/one/*.tgz -C "$room/node/node_modules/dpmf-vectors" --strip-components=1
fi
ok "node: the archive installs into an empty project"
(cd "$room/node" && node use.js) > "$room/node.out" 2> "$room/node.err"
agrees node

# --- Rust ---------------------------------------------------------------------------------------------------------------
if command -v cargo > /dev/null && cargo --version > /dev/null 2>&1; then
	mkdir -p "$room/rust/src" && tar -xzf "$room"/one/*.crate -C "$room/rust" && mv "$room"/rust/dpmf-vectors-* "$room/rust/vectors" &&
		printf '[package]\nname = "use"\nversion = "0.0.0"\nedition = "2021"\n\n[dependencies]\ndpmf-vectors = { path = "vectors" }\n' > "$room/rust/Cargo.toml"
	cat > "$room/rust/src/main.rs" <<'RS'
fn main() {
    let tests: usize = dpmf_vectors::FILES.iter().map(|file| file.json.matches("\"tcId\": ").count()).sum();
    let known = dpmf_vectors::load("laplace_delta").map_or(false, |file| dpmf_vectors::INDEX.contains(file.algorithm));
    assert_eq!(dpmf_vectors::double("3fe0000000000000"), Some(0.5));
    assert_eq!(dpmf_vectors::double("+fe0000000000000"), None);
    println!("{} files, {} tests, {} {}", dpmf_vectors::FILES.len(), tests, known, dpmf_vectors::load("nothing").is_some());
}
RS
	(cd "$room/rust" && CARGO_HOME=$room/cargo cargo run --offline --quiet) > "$room/rust.out" 2> "$room/rust.err"
	agrees rust
else
	echo "skip rust: cargo is not at hand"
fi

# --- Go -----------------------------------------------------------------------------------------------------------------
if command -v go > /dev/null; then
	mkdir -p "$room/go" && python3 -m zipfile -e "$room"/one/*go*.zip "$room/go" && mv "$room"/go/dpmf.example/vectors@* "$room/go/vectors" &&
		printf 'module use\n\ngo 1.18\n\nrequire dpmf.example/vectors v0.0.0\n\nreplace dpmf.example/vectors => ./vectors\n' > "$room/go/go.mod"
	cat > "$room/go/main.go" <<'GO'
package main

import (
	"fmt"

	"dpmf.example/vectors"
)

func main() {
	names, _ := vectors.Algorithms()
	tests := 0
	for _, name := range names {
		file, err := vectors.Load(name)
		if err != nil {
			panic(err)
		}
		for _, group := range file.TestGroups {
			tests += len(group.Tests)
		}
	}
	half, err := vectors.Double{Bits: "3fe0000000000000"}.Float64()
	_, missing := vectors.Load("nothing")
	fmt.Printf("%d files, %d tests, %t %t\n", len(names), tests, half == 0.5 && err == nil, missing == nil)
}
GO
	(cd "$room/go" && GOFLAGS=-mod=mod GOPROXY=off GOCACHE=$room/gocache go run .) > "$room/go.out" 2> "$room/go.err"
	agrees go
else
	echo "skip go: it is not at hand"
fi
