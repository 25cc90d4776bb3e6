#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# dpmf-vectors exec: the Python kernels behind it pass; broken copies of them fail, and the mistake is named; a target that
# dies, hangs or answers rubbish is exit 2 with the reason; it ends with us. explain; JUnit; Markdown.
set -u
export LC_ALL=C PYTHONDONTWRITEBYTECODE=1
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 3
case ${B:=build} in /*) ;; *) B=$PWD/$B ;; esac
vectors=$B/bin/dpmf-vectors tree=$PWD/vectors python=$PWD/vectors/consumers/python
room=$(mktemp -d) || exit 3
trap 'rm -rf "$room"' EXIT

ok() { # NAME: the last command's answer
	if [ $? -eq 0 ]; then echo "ok $1"; else echo "not ok $1"; fi
}

run() { # CODE ARGUMENT...: exec with these arguments ends with this code
	local code=$1
	shift
	"$vectors" exec --vectors="$tree" "$@" > "$room/out" 2> "$room/said" < /dev/null
	local got=$?
	[ $got -eq "$code" ] || { echo "exit $got instead of $code: $*" | cut -c 1-200; head -c 600 "$room/said"; return 1; }
}

# --- a target that is right ---------------------------------------------------------------------------------------------
tests=$(sed -n 's/^ "numberOfTests": \([0-9]*\),.*/\1/p' "$tree/index.json")
run 0 --json -- python3 "$python/target.py" &&
	python3 -c 'import json, sys; d = json.load(open(sys.argv[1])); assert sum(a["passed"] for a in d["algorithms"]) == int(sys.argv[2])' "$room/out" "$tests"
ok "the Python kernels pass every test"
run 0 --algorithm=bernoulli --algorithm=polya -- python3 "$python/target.py" && [ "$(tail -n 1 "$room/out" | cut -d ' ' -f 1)" = 2 ]
ok "some algorithms alone"

# --- a target that is wrong: FILE of the kernels, sed, algorithm, what is said ----------------------------------------------
broken() {
	rm -rf "$room/copy" && cp -r "$python" "$room/copy" && sed -i "$2" "$room/copy/$1"
	cmp -s "$room/copy/$1" "$python/$1" && { echo "nothing planted: $2"; false; ok "planted in $3: $4"; return; }
	run 1 --algorithm="$3" -- python3 "$room/copy/target.py" && grep -q -e "$4" "$room/out"
	local status=$?
	[ $status -eq 0 ] || grep 'known mistake' "$room/out" | sort | uniq -c | sort -rn | head -3
	[ $status -eq 0 ]
	ok "planted in $3: $4"
}
exactly='a known mistake gives exactly this: '
broken kernels.py 's/return 2 \* delta \* math.sqrt(k)/return delta * math.sqrt(k)/' hdpmf_noise_scale "${exactly}a factor 2 is missing"
broken kernels.py 's/return 2 \* delta \* math.sqrt(k)/return 2 * delta/' hdpmf_noise_scale "${exactly}a factor sqrt(k) is missing"
broken kernels.py 's/return 2 \* delta \* math.sqrt(k)/return 2 * delta * k/' hdpmf_noise_scale "${exactly}a factor sqrt(k) too many"
broken kernels.py 's|math.sqrt(k) / epsilon|math.sqrt(k)|' hdpmf_noise_scale "${exactly}a factor epsilon too many"
broken kernels.py 's|2 \* delta \* math.sqrt(k)|2 * math.sqrt(k)|' hdpmf_noise_scale "${exactly}a factor delta is missing"
broken kernels.py 's|return 2 \* delta \* math.sqrt(k) / epsilon|return (2 * delta * math.sqrt(k) / epsilon)**2|' hdpmf_noise_scale "${exactly}its square"
broken kernels.py 's/or delta < 0 or epsilon <= 0/or delta < 0 or epsilon == 0/' hdpmf_noise_scale "${exactly}a test of the domain is missing"
broken kernels.py 's/if k < 1 or not finite(delta, epsilon)/if k < 2 or not finite(delta, epsilon)/' hdpmf_noise_scale "${exactly}the domain is too narrow"
broken kernels.py 's/round(math.ldexp(x, -exponent))/math.floor(math.ldexp(x, -exponent) + 0.5)/' grid_round "${exactly}.*a tie is rounded the other way"
broken kernels.py 's/"x": math.ldexp(i\["steps"\], i/"x": -math.ldexp(-i["steps"], i/' grid_value "${exactly}the sign of a zero"
broken kernels.py 's/after = projected(x, radius)/after = x/' project_ball "${exactly}the input x comes back as it was"
broken kernels.py 's|"rating": dot(u, v) / w|"rating": dot(u, v)|' hdpmf_predict "${exactly}.*the output dot stands in its place"
broken kernels.py 's|"rating": dot(u, v) / w|"rating": dot(u, v) * w|' hdpmf_predict "${exactly}the square of w too many\|${exactly}.*is missing"
broken kernels.py 's/scale \* math.sqrt(2 \* a/scale * math.sqrt(a/' hdpmf_noise_share "${exactly}a factor sqrt(2) is missing"
broken kernels.py 's|math.sqrt(2 \* a / raters)|math.sqrt(2 * a)|' hdpmf_noise_share "${exactly}.*a factor sqrt(raters) too many"
broken kernels.py 's|math.sqrt(2 \* a / raters)|math.sqrt(2 * a) / raters|' hdpmf_noise_share "${exactly}a factor sqrt(raters) is missing"
broken kernels.py 's/s + 2 \* error \* a for/s + error * a for/' hdpmf_gradient_share "${exactly}a factor 2 is missing"
broken kernels.py 's/s + 2 \* error \* a for/s - 2 * error * a for/' hdpmf_gradient_share "${exactly}the sign is the other one"
broken gaussmf.py 's/math.sqrt(2 \* math.log(1.25/math.sqrt(math.log(1.25/' gaussmf_sigma "${exactly}a factor sqrt(2) is missing"
broken gaussmf.py 's/math.log(1.25/math.log2(1.25/' gaussmf_sigma "${exactly}log to base 2 where ln is meant, under a root"
broken gaussmf.py 's|return tau \* clip / eps_i|return clip / eps_i|' gaussmf_sigma "${exactly}a factor tau is missing"
broken gaussmf.py 's|return tau \* clip / eps_i|return tau / eps_i|' gaussmf_sigma "${exactly}a factor clip is missing"
broken gaussmf.py 's|return tau \* clip / eps_i|return tau * clip|' gaussmf_sigma "${exactly}a factor eps_i too many"
broken gaussmf.py 's/"norm": norm(x), "clipped": clipped(x, clip)/"norm": norm(x), "clipped": x/' gaussmf_clip "${exactly}the input x comes back as it was"
broken gaussmf.py 's/"norm": norm(x), "clipped"/"norm": dot(x, x), "clipped"/' gaussmf_clip "${exactly}its square"
broken privsr.py 's|"friends": math.sqrt(k) / epsilon|"friends": 1 / epsilon|' privsr_scales "${exactly}a factor sqrt(k) is missing"
broken samplers.py 's/return uniform_below(tape, q) >= q - p/return uniform_below(tape, q) < p/' bernoulli "first differing draw: number 0: expected bernoulli"
broken samplers.py 's/return uniform_below(tape, q) >= q - p/return uniform_below(tape, q) < p/' bernoulli "${exactly}x < p is asked, not x >= q - p"
broken samplers.py 's/return -m if s else m/return m if s else -m/' discrete_laplace "${exactly}the sign is the other one"
broken samplers.py 's|return (u + q \* v) // p|return (u + q * v) // p + 1|' geometric "${exactly}off by one: one too many"
broken samplers.py 's/2 \* p \* m \* m)/p * m * m)/' discrete_gaussian "first differing draw: number [0-9]*: expected bernoulli_exp with"
broken samplers.py 's/return -math.log(uniform/return math.log(uniform/' textbook_exponential "${exactly}the sign is the other one"
broken samplers.py 's/return -math.log(uniform/return -math.log2(uniform/' textbook_exponential "${exactly}log to base 2 where ln is meant"
broken samplers.py 's/return scale \* math.log(2 \* u) if u < 0.5 else -scale/return math.log(2 * u) if u < 0.5 else -1/' textbook_laplace "${exactly}a factor scale is missing"
broken samplers.py 's/math.sqrt(2 \* found\["h"\])/math.sqrt(found["h"])/' textbook_mixture "${exactly}a factor sqrt(2) is missing"
broken samplers.py 's/return sum(bernoulli/return 1 + sum(bernoulli/' pbm_draw "${exactly}off by one: one too many"
broken streams.py 's/{"child": hashed(i\["parent"\], i\["name"\].encode("utf-8"))}/{"child": hashed(i["parent"], i["name"].encode("utf-8"))[::-1]}/' key_derive "${exactly}the bytes stand in reverse order"
broken dpmf_rp.py 's/"chance": 2\*\*39 + theta \* steps/"chance": 2**39 + theta * steps + 1/' dpmf_rp_chance "${exactly}off by one: one too many"

# A mistake that the vectors do not know has no name, though some of its answers are what known ones give.
nameless() { # FILE of the kernels, sed, algorithm
	rm -rf "$room/copy" && cp -r "$python" "$room/copy" && sed -i "$2" "$room/copy/$1" && ! cmp -s "$room/copy/$1" "$python/$1" &&
		run 1 --algorithm="$3" -- python3 "$room/copy/target.py" && ! grep 'known mistake' "$room/out"
	ok "no name for another mistake in $3"
}
nameless gaussian.py 's|epsilon / mu - mu / 2, epsilon / mu + mu / 2|epsilon / mu - mu, epsilon / mu + mu|' gaussian_delta
nameless renyi.py 's/range(2, alpha + 1)/range(2, alpha)/' sampled_gaussian_renyi
nameless samplers.py 's/for _ in range(quanta))/for _ in range(quanta)) % 3/' pbm_draw
nameless curves.py 's/-pure \* pure/-pure/' mixture_delta

# --- a target that does not behave ---------------------------------------------------------------------------------------
one=--algorithm=key_of_seed
bad() { # NAME PATTERN SHELL: a target in sh that is exit 2, with PATTERN on stderr
	run 2 $one --timeout=1 -- sh -c "$3" && grep -q -e "$2" "$room/said" && [ ! -s "$room/out" ]
	ok "a target that $1 is exit 2 with the reason"
}
bad "dies at once" 'key_of_seed/1: the target ended with exit status 7' 'exit 7'
bad "dies of a signal" 'signal 9' 'read line; kill -9 $$'
bad "says nothing" 'no answer within 1 seconds' 'read line; sleep 60'
bad "does not read" 'no answer within 1 seconds' 'sleep 60'
bad "closes its output" 'closed its output' 'exec >&-; sleep 60'
bad "answers no JSON" 'rubbish.*no JSON object' 'while read -r line; do echo rubbish; done'
bad "answers a list" 'no JSON object' 'while read -r line; do echo "[1]"; done'
bad "answers neither outputs nor a refusal" 'without outputs' 'while read -r line; do echo "{\"value\": 1}"; done'
bad "answers an unknown output" 'no output called keys' 'while read -r line; do echo "{\"outputs\": {\"keys\": \"00\"}}"; done'
bad "answers another kind" 'output key of key_of_seed should be of the kind bytes' 'while read -r line; do echo "{\"outputs\": {\"key\": 7}}"; done'
bad "answers twice" 'more than one line for one test\|more lines than it was asked for' 'while read -r line; do echo "{\"refuse\": \"\"}"; echo "{\"refuse\": \"\"}"; done'
bad "speaks first" 'before it was asked\|answered "hello"' 'echo hello; sleep 60'
bad "supports nothing" 'supports none' 'while read -r line; do echo "{\"unsupported\": \"\"}"; done'
run 2 $one -- "$room/nowhere" && grep -q 'cannot start' "$room/said"
ok "a target that cannot be started"
run 1 $one -- sh -c 'while read -r line; do echo "{\"outputs\": {}}"; done' && grep -q 'no output was answered' "$room/out"
ok "a target that answers no output fails"
run 2 --algorithm=nothing -- true && grep -q 'no algorithm nothing' "$room/said"
ok "an unknown algorithm"
run 2 --timeout=x -- true && run 2 --timeout=0 -- true && run 2
ok "usage errors"

# What the target started ends with it, also when we are told to stop.
sleeper='sleep 54321 & while read -r line; do sleep 54321; done'
"$vectors" exec --vectors="$tree" $one -- sh -c "$sleeper" > "$room/out" 2> "$room/said" &
ours=$!
for _ in $(seq 1 50); do group=$(tr -d " " < /proc/$ours/task/$ours/children); [ -n "$group" ] && break; sleep 0.1; done
sleep 0.5
kill -TERM $ours
wait $ours
[ $? -eq 3 ] && grep -q 'stopped by a signal' "$room/said" && [ -n "$group" ] && sleep 0.2 &&
	! cat /proc/[0-9]*/stat 2> /dev/null | awk -v group="$group" '{ sub(/.*\) /, "") } $1 != "Z" && $3 == group' | grep .
ok "a signal ends the target with its group"

# --- reports ------------------------------------------------------------------------------------------------------------
rm -rf "$room/copy" && cp -r "$python" "$room/copy" && sed -i 's/return 2 \* delta \* math.sqrt(k)/return delta * math.sqrt(k)/' "$room/copy/kernels.py"
run 1 --algorithm=hdpmf_noise_scale --junit="$room/r.xml" --markdown="$room/r.md" -- python3 "$room/copy/target.py" &&
	python3 - "$room/r.xml" <<'EOF'
import sys, xml.etree.ElementTree as tree
suite = tree.parse(sys.argv[1]).getroot().find("testsuite")
assert suite.get("name") == "hdpmf_noise_scale" and int(suite.get("failures")) == len(suite.findall("testcase/failure")) > 0
assert any("a factor 2 is missing" in f.text for f in suite.findall("testcase/failure"))
EOF
ok "--junit"
grep -q '^| hdpmf_noise_scale/[0-9]* | scale | expected .* ulps apart.* a factor 2 is missing |$' "$room/r.md" || grep -q '^| hdpmf_noise_scale/[0-9]* | scale | .*ulps.* a factor 2 is missing |$' "$room/r.md"
ok "--markdown, with the distance in ulps"
run 2 $one --junit="$room/no/such/r.xml" -- python3 "$python/target.py"
ok "a report that cannot be written"
"$vectors" explain --vectors="$tree" bernoulli/1 > "$room/out" && grep -q 'Ordinary: ' "$room/out" && grep -q 'tape = ' "$room/out" && grep -q 'pages/bernoulli.md' "$room/out"
ok "explain"
last=$(python3 -c 'import json, sys; print(max(t["tcId"] for g in json.load(open(sys.argv[1]))["testGroups"] for t in g["tests"] if t["result"] == "invalid"))' "$tree/v1/bernoulli.json")
"$vectors" explain --vectors="$tree" "bernoulli/$last" | grep -q 'must refuse this: p > q (domain)'
ok "explain says why a test must be refused"
for id in bernoulli bernoulli/0 bernoulli/12x nothing/1; do
	"$vectors" explain --vectors="$tree" $id > "$room/out" 2> "$room/said"
	[ $? -eq 2 ] && [ ! -s "$room/out" ]
	ok "explain refuses $id"
done
