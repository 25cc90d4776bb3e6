#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# audit/clients: a function of Python or JavaScript is audited in eight lines, without a program of its own. audit/examples: a target in
# some ten lines of C, Python, JavaScript, Java or Rust.
. "$(dirname "$0")/program.sh"
clients=$(realpath "$(dirname "$0")/../audit/clients")
export DPMF_AUDIT=$B/bin/dpmf-audit PYTHONDONTWRITEBYTECODE=1

cat > "$T/eight.py" << 'END'
import sys; sys.path.insert(0, sys.argv[1])
import dpmf_audit

def mechanism(data, rng):
    return [bit if rng.random() < 0.75 else 1 - bit for bit in data]

print(dpmf_audit.audit(mechanism, [1, 0], [1, 1], epsilon=0.8, trials=4000))
END
cat > "$T/eight.mjs" << 'END'
const { audit } = await import(process.argv[2] + "/dpmf_audit.mjs");

const mechanism = (data, random) => data.map(bit => random() < 0.75 ? bit : 1 - bit);

console.log(await audit(mechanism, [1, 0], [1, 1], { epsilon: 0.8, trials: 4000 }));
END
# Randomized response with these coins: epsilon is ln 3, so that 0.8 is violated.
cat > "$T/more.py" << 'END'
import fractions, sys; sys.path.insert(0, sys.argv[1])
import dpmf_audit

def mechanism(data, rng):
    return [bit if rng.random() < 0.75 else 1 - bit for bit in data]

space = {"kind": "numbers", "type": "integer", "min": 0, "max": 1, "size": [2, 2], "relation": "replace"}
fine = dpmf_audit.audit(mechanism, [1, 0], [1, 1], epsilon=1.0986122886681098, trials=2000, seed=3)
found = dpmf_audit.search(mechanism, space, epsilon=0.8, pairs=10, trials=3000)
again = dpmf_audit.audit(mechanism, [1, 0], [1, 1], epsilon=1.0986122886681098, trials=2000, seed=3)
assert not fine.violated and 0 < fine.epsilon_lower < 1.0987 and fine.confidence == 0.99
assert fine.epsilon_lower == again.epsilon_lower, "one seed, one result"
assert found.violated and sorted(map(sum, found.data)) in ([0, 1], [1, 2])
assert found._repr_html_().startswith("<table>") and "VIOLATES" in found._repr_html_() and "<script" not in found._repr_html_()
words = dpmf_audit.audit(lambda data, rng: "a <b>" if rng.random() < data else "no", 0.9, 0.1, epsilon=5, trials=1000)
assert not words.violated and "&lt;b&gt;" in words._repr_html_(), words._repr_html_()
half = dpmf_audit.audit(lambda data, rng: fractions.Fraction(data + rng.randrange(9), 2), 0, 1, epsilon=5, trials=500)
assert half.seen and '"' not in half.seen, half.seen  # numbers, and no words
for function, why in ((lambda d, r: 1 / 0, "ZeroDivisionError"), (lambda d, r: 7, "nothing varied"), (lambda d, r: [1] * r.randint(1, 2), "fields"),
                      (lambda d, r: [[r.random()], [d]], "in it stands a list"), (lambda d, r: {"x": r.random()}, "in it stands a dict")):
    try:
        dpmf_audit.audit(function, 1, 2, epsilon=1, trials=500)
    except dpmf_audit.AuditError as error:
        assert why in str(error), error
    else:
        assert False, why
try:
    dpmf_audit.audit(mechanism, [1], [0], epsilon=-1)
except dpmf_audit.AuditError as error:
    assert "--epsilon=-1" in str(error)
print("all")
END
cat > "$T/more.mjs" << 'END'
const { audit, search, AuditError } = await import(process.argv[2] + "/dpmf_audit.mjs");
import assert from "node:assert";

const mechanism = (data, random) => data.map(bit => random() < 0.75 ? bit : 1 - bit);
const claim = { epsilon: 1.0986122886681098, trials: 2000, seed: 3 };
const fine = await audit(mechanism, [1, 0], [1, 1], claim), again = await audit(mechanism, [1, 0], [1, 1], claim);
assert(!fine.violated && fine.epsilonLower > 0 && fine.epsilonLower < 1.0987 && fine.epsilonLower === again.epsilonLower);
const space = { kind: "numbers", type: "integer", min: 0, max: 1, size: [2, 2], relation: "replace" };
const found = await search(mechanism, space, { epsilon: 0.8, pairs: 10, trials: 3000 });
assert(found.violated && found.data.length === 2);
const typed = await audit((data, random) => Float64Array.of(random() < 0.9 ? data : 1 - data, 0.5), 1, 0, { epsilon: 1, trials: 1000 });
assert(typed.violated && !typed.seen.includes('"'), typed.seen);
for (const [f, why] of [[() => { throw new Error("broken"); }, "broken"], [() => 7, "nothing varied"], [(d, r) => r() < 0.5 ? [1] : [1, 2], "fields"],
	[(d, r) => [[r()], d], "in it stands a list"], [(d, r) => ({ x: r() }), "in it stands object"], [() => {}, "in it stands undefined"]])
	await assert.rejects(audit(f, 1, 2, { epsilon: 1, trials: 500 }), error => error instanceof AuditError && error.message.includes(why));
console.log("all");
END
cat > "$T/serve.py" << 'END'
import sys; sys.path.insert(0, sys.argv[1])
import dpmf_audit
dpmf_audit.serve(lambda data, rng: data if rng.random() < 0.75 else 1 - data, 0, 1)
END
cat > "$T/serve.mjs" << 'END'
const { serve } = await import(process.argv[2] + "/dpmf_audit.mjs");
await serve((data, random) => random() < 0.75 ? data : 1 - data, 0, 1);
END
while read -r language end; do
	command -v "$language" > /dev/null || { echo "skip the client for $language: $language is missing"; continue; }
	"$language" "$T/eight.$end" "$clients" > "$T/log" 2>&1 && grep -q '^verdict  *The function VIOLATES epsilon = 0.8\.' "$T/log" && grep -q '^what was seen ' "$T/log"
	verdict "$language: eight lines to a verdict" $? "$(tail -n 3 "$T/log")"
	[ "$(wc -l < "$T/eight.$end")" -le 8 ]
	verdict "$language: they are no more than eight" $?
	"$language" "$T/more.$end" "$clients" > "$T/log" 2>&1 && grep -qx all "$T/log"
	verdict "$language: sound, searched, words, and what has no verdict" $? "$(tail -n 3 "$T/log")"
	"$DPMF_AUDIT" exec --epsilon=0.8 --trials=3000 -- "$language" "$T/serve.$end" "$clients" > "$T/log" 2>&1
	[ $? -eq 1 ] && grep -q VIOLATES "$T/log"
	verdict "$language: a script that serves is a target itself" $? "$(tail -n 3 "$T/log")"
	DPMF_AUDIT=$T/nosuch "$language" "$T/eight.$end" "$clients" > "$T/log" 2>&1
	[ $? -eq 1 ] && grep -qE 'DPMF_AUDIT|nosuch' "$T/log"
	verdict "$language: a program that is not there is named" $? "$(tail -n 3 "$T/log")"
done << 'END'
python3 py
node mjs
END
# The same program in five languages: randomized response, whose epsilon is ln 3.
examples=$(realpath "$clients/../examples")
while IFS='|' read -r source needs build run; do
	command -v "$needs" > /dev/null || { echo "skip $source: $needs is missing"; continue; }
	# shellcheck disable=SC2086 # words of their own
	( cd "$T" && ${build//@/$examples} ) > "$T/log" 2>&1 &&
		"$DPMF_AUDIT" exec --epsilon=0.8 --trials=3000 --json -- ${run//@/$examples} > "$T/coins.json" 2>> "$T/log"
	[ $? -eq 1 ] && python3 -c 'import json, sys; assert 0.8 < json.load(open(sys.argv[1]))["cases"][0]["epsilon_lower"] < 1.0987' "$T/coins.json" 2>> "$T/log"
	verdict "$source: VIOLATES 0.8, by no more than ln 3" $? "$(tail -n 3 "$T/log")"
	[ "$(grep -cvE '^ *(//.*|/\*.*|# .*|""".*)?$' "$examples/$source")" -le 13 ]
	verdict "$source: some ten lines" $?
done << END
coins.c|${CC:-cc}|${CC:-cc} -O2 @/coins.c -o coins|$T/coins
coins.py|python3|true|python3 @/coins.py
coins.mjs|node|true|node @/coins.mjs
Coins.java|java|true|java @/Coins.java
coins.rs|rustc|rustc -O @/coins.rs -o coins_rs|$T/coins_rs
END
! grep -L 'SPDX-License-Identifier: 0BSD' "$clients"/dpmf_audit.* | grep -q . && grep -q 'with or without fee' "$clients/LICENSE"
verdict "the clients are under 0BSD, whose text stands beside them" $?
exit "$bad"
