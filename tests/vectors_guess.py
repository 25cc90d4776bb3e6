#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""vectors_guess.py DPMF-VECTORS VECTORS PROGRAM|none [ALGORITHM ...]: plants each mistake of this list (of these algorithms alone) in a copy of
the Python consumer and asks `dpmf-vectors exec --guess=PROGRAM` what is wrong. Prints each name, and how many are named by what was planted,
named otherwise, and not named."""
import collections
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

from vectors_planted import best_of, plant

# The algorithm, the file, what stands there once, what is planted, what exec has to say.
PLANTED = (
    ("dpals_half", "dpals.py", 'return {"half": least + (2 * least * least < square * square)}', 'return {"half": int(square / math.sqrt(2)) + 1}', r"`2 \* least \* least <= square"),
    ("dpimf_sensitivity", "dpimf.py", "keep * (l1 * l1 + squares) / 2, keep]", "keep * (l1 * l1 - squares) / 2, keep]", r"`l1 \* l1 - squares`"),
    ("gaussmf_row", "gaussmf.py", "regularized = plus(accumulated, regularization, own)", 'regularized = plus(accumulated, regularization, i["other"])', r"`i\['other'\]` stands for `own`"),
    ("discrete_gaussian_epsilon", "discrete.py", "first = math.ceil(epsilon * variance / k - k / 2)", "first = math.ceil(epsilon * variance / k + k / 2)", r"/ k \+ k / 2`"),
    ("hdpmf_step", "kernels.py", "x - rate * (g + 2 * regularization * x)", "x - rate * g + 2 * regularization * x", r"`\[x - rate \* g \+ 2"),
    ("geometric", "samplers.py", "return (u + q * v) // p", "return (u + p * v) // q", r"p and q are exchanged|divides by q|`u \+ p \* v"),
    ("textbook_laplace", "samplers.py", "scale * math.log(2 * u) if u < 0.5 else -scale * math.log(2 * (1 - u))", "scale * math.log(u) if u < 0.5 else -scale * math.log(1 - u)", r"`1` stands for `2` wherever"),
    ("discrete_gaussian_mass", "laws.py", "(2 * sum(weights) - weights[0])", "(2 * sum(weights))", r"`2 \* sum\(weights\)` stands for|zero"),
    ("textbook_mixture", "samplers.py", 'scale * math.sqrt(2 * found["h"]) * found["c"]', 'scale * math.sqrt(found["h"]) * found["c"]', r"sqrt\(2\) is missing"),
    ("secagg_answers", "secagg_answers.py", 'if len(entries) + (self.turn == 1) < self.i["threshold"]:', 'if len(entries) < self.i["threshold"]:', r"`len\(entries\)` stands for"),
    ("mixture_share", "samplers.py", '(i["user"], i["item"], i["draw"]), 2 * len(h))', '(i["item"], i["user"], i["draw"]), 2 * len(h))', r"\(i\['item'\], i\['user'\], i\['draw'\]\)`"),
    ("hdpmf_noise_scale", "kernels.py", "return 2 * delta * math.sqrt(k) / epsilon", "return 2 * delta * math.sqrt(k) / epsilon**2", r"a factor epsilon is missing"),
    ("randomized_delta", "curves.py", "(1 + (k - 1) * math.exp(-e0))}", "(1 + (k - 1) * math.exp(-epsilon))}", r"`epsilon` stands for `e0`"),
    ("rdp_delta", "renyi.py", "alpha * math.log1p(-p) - (alpha - 1) * math.log1p(-q)", "alpha * math.log1p(-p) - alpha * math.log1p(-q)", r"`alpha` stands for `alpha - 1`"),
    ("bernoulli_exp_mass", "laws.py", "def decay(n, d):\n    \"\"\"exp(-n/d)\"\"\"\n    return power(E_INVERSE, n // d) * series(n % d, d) >> BITS", "def decay(n, d):\n    \"\"\"exp(-n/d)\"\"\"\n    return power(E_INVERSE, round(n / d)) * ONE >> BITS", r"round"),
    ("laplace_delta", "curves.py", "return -math.expm1(log_ratio) if log_ratio < 0 else 0.0", "return 1 - math.exp(log_ratio)", r"negative|< 0"),
    ("adam_step", "metrics.py", "rate * (m / (1 - b1**t)) / (math.sqrt", "rate * (m / (1 - b1)) / (math.sqrt", r"`b1` stands for `b1 \*\* t`"),
    ("mixture_delta", "curves.py", "-pure * pure / (epsilon + math.hypot(epsilon, pure)) / 2", "-pure * pure / (epsilon + math.hypot(epsilon, pure))", r"halved|factor 2|/ 2`"),
    ("polya_tail", "counts.py", 'lambda k: (r + k) / (k + 1) * a, i["x"], 0)', 'lambda k: (r + k) / (k + 1) * a, i["x"] + 1, 0)', r"k \+ 1|x \+ 1|`i\['x'\] \+ 1`"),
    ("dppop_release", "dppop.py", 'if v == u) < i["most"])', 'if v == u) <= i["most"])', r"<= i\['most'\]`"),
    ("textbook_normal", "samplers.py", "size * math.cos(2 * math.pi * uniform", "size * math.cos(math.pi * uniform", r"`math.pi` stands for `2 \* math.pi`|`1` stands for `2`"),
    ("privsr_friend_add", "privsr.py", '[a - 2 * s * b for a, b in zip(i["sum"], u)]', '[a + 2 * s * b for a, b in zip(i["sum"], u)]', r"the other sign"),
    ("hdpmf_gradient_add", "kernels.py", "error = dot(u, v) - w * r", "error = w * dot(u, v) - w * r", r"dot|w \*"),
    ("hdpmf_noise_share", "kernels.py", "[scale * math.sqrt(2 * a / raters) * b for a, b in zip(h, c)]", "[scale * math.sqrt(2 * h[0] / raters) * b for a, b in zip(h, c)]", r"`h\[0\]` stands for `a`"),
    ("polya", "samplers.py", "kept += cycle", "kept += 1", r"counts cycles"),
    ("importance_loss", "curves.py", "math.log1p(math.expm1(a * w) / w)", "math.log(math.expm1(a * w) / w)", r"`math.log` stands for `math.log1p`"),
    ("textbook_uniform", "samplers.py", "((tape.word() >> 12) + 0.5) * 2.0**-52", "((tape.word() >> 11) + 0.5) * 2.0**-53", r"11|53"),
    ("bracket_search", "search.py", "reach *= 2", "reach *= 3", r"`3` stands for `2`"),
    ("pbm_epsilon", "composed.py", "if p > delta:\n            epsilon = max(epsilon, math.log((p - delta) / q))", "if p > delta:\n            epsilon = max(epsilon, math.log(p / q))", r"`p` stands for `p - delta`"),
    ("secagg_transcript", "secagg.py", "x[v] = [a - m for a, m in zip(x[v], mask)]", "x[v] = [a + m for a, m in zip(x[v], mask)]", r"`a \+ m` stands for `a - m`"),
    ("privsr_round", "privsr.py", "sum(b == j and o == g for _, _, b, o, _ in ratings))", "sum(b == j for _, _, b, o, _ in ratings))", r"`b == j` stands for `b == j and o == g`"),
    ("hdpmf_round", "kernels.py", 'i["item"].count(j)) for n', 'i["user"].count(j)) for n', r"`i\['user'\]|user"),
    ("grid_round", "kernels.py", "round(math.ldexp(x, -exponent))", "math.floor(math.ldexp(x, -exponent) + 0.5)", r"a tie is rounded the other way"),
    ("dpmf_rp_gradient", "dpmf_rp.py", '1 + i["kappa"] if j in rating else i["unobserved"]', 'i["kappa"] if j in rating else i["unobserved"]', r"`i\['kappa'\]` stands for `1 \+ i\['kappa'\]`"),
    ("gaussmf_clip", "gaussmf.py", "max(1.0, norm(x) / clip)", "max(1.0, sum(abs(a) for a in x) / clip)", r"`sum\(map\(abs, x\)\)` stands for `norm\(x\)`"),
    ("dpmf_rp_profile", "dpmf_rp.py", "right = summed([[weight * r * a for a in v[j]]", "right = summed([[more * r * a for a in v[j]]", r"`more` stands for `weight`"),
    ("leave_one_out", "data.py", 'key=lambda c: (i["time"][c], i["line"][c]))', 'key=lambda c: (i["time"][c], -i["line"][c]))', r"of equal times the first line"),
    ("program_discrete_gaussian", "order.py", "t = math.isqrt(p // q) + 1", "t = math.isqrt(p) // q + 1", r"`q \*\* 2` stands for `q`"),
    ("ball_qp", "ball_qp.py", "c / (2 * (value - least + t))", "c / (value - least + t)", r"`value - least \+ t` stands for `2 \*"),
    ("polya_mass", "counts.py", "(-math.expm1(-p / q))**r, math.exp(-p / q * x)])", "(-math.expm1(-p / q)), math.exp(-p / q * x)])", r"1 - a stands for its power"),
    ("gaussmf_contribute", "gaussmf.py", 'products = [i["rating_steps"] * a for a in i["outer"]]', 'products = [i["rating_steps"] * abs(a) for a in i["outer"]]', r"`abs\(a\)` stands for `a`"),
    ("pbm_draw", "samplers.py", "sum(bernoulli(tape, chance, 2**40) for _ in range(quanta))", "sum(bernoulli(tape, 2**40 - chance, 2**40) for _ in range(quanta))", r"2\^40 - chance|`2 \*\* 40 - chance`"),
    ("gaussmf_excess", "gaussmf.py", '(i["rating"], [i["other"]] + i["rating"][1:])', '(i["rating"], i["rating"][:-1] + [i["other"]])', r"last|\[::-1\]"),
    ("gaussian_published_delta", "curves.py", "max(0.0, epsilon - mu * mu / 2)", "max(0.0, epsilon - mu / 2)", r"`mu / 2` stands for|mu stands for its square|`mu` stands for `mu \* mu`"),
    ("randomized_renyi", "curves.py", 'return {"renyi": log / (alpha - 1)}', 'return {"renyi": log / alpha}', r"alpha stands for alpha - 1"),
    ("gaussmf_sigma", "gaussmf.py", "math.sqrt(2 * math.log(1.25 / delta))", "2 * math.log(1.25 / delta)", r"`2 \* math.log\(1.25 / delta\)` stands for"),
    ("laplace_epsilon", "curves.py", '2 * math.log1p(-i["delta"])', 'math.log1p(-2 * i["delta"])', r"log1p\(-i\['delta'\] \* 2\)` stands for"),
    ("gaussian_sigma", "curves.py", "math.sqrt(releases) * sensitivity / largest_mu(epsilon, delta)", "sensitivity / largest_mu(epsilon / math.sqrt(releases), delta)", r"sqrt\(releases\)|releases"),
    ("stream_words", "streams.py", "for _ in range(10):", "for _ in range(6):", r"`6`|12 rounds"),
)


def explained(program, vectors, guess, folder, algorithm):
    """What exec names, and for how many failures."""
    more = [] if guess == "none" else [f"--guess={guess}"]
    done = subprocess.run([program, "exec", f"--vectors={vectors}", "--json", f"--algorithm={algorithm}", *more, "--", sys.executable, "-B",
                           os.path.join(folder, "target.py")], capture_output=True, text=True, check=False)
    if done.returncode != 1:
        sys.exit(f"{algorithm}: exit {done.returncode}: {done.stderr}")
    return collections.Counter(one["knownMistake"] for a in json.loads(done.stdout)["algorithms"] for one in a["failures"]).most_common()


def main(program, vectors, guess, *algorithms):
    counts = collections.Counter()
    for algorithm, file, there, instead, wanted in PLANTED:
        if algorithms and algorithm not in algorithms:
            continue
        with tempfile.TemporaryDirectory() as room:
            folder = os.path.join(room, "consumer")
            shutil.copytree(os.path.join(vectors, "consumers", "python"), folder)
            plant(folder, file, there, instead)
            best = best_of(explained(program, vectors, guess, folder, algorithm))
        how = "not named" if not best else "named" if re.search(wanted, best) else "otherwise"
        counts[how] += 1
        print(f"{how}, {algorithm}: {instead!r}: {best}", flush=True)
    print(f"{counts['named']} named, {counts['otherwise']} otherwise, {counts['not named']} not")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
