#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""vectors_planted.py DPMF-VECTORS VECTORS [third]: plants the mistakes of this list, one at a time, in a copy of the Python consumer, and asks
`dpmf-vectors exec` what is wrong. A mistake counts as named if what exec names for most failures is what was planted. Prints those that
are not, and the number of those that are."""
import collections
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

# The algorithm, the file, what stands there once, what a person would write by mistake, what exec has to say.
PLANTED = (
    ("uniform_below", "samplers.py", "end = 2**64 // limit * limit", "end = 2**64", "no word is refused"),
    ("uniform_below", "samplers.py", '[8 * self.at - 8:8 * self.at], "little")', '[8 * self.at - 8:8 * self.at], "big")', "highest byte first"),
    ("bernoulli", "samplers.py", "return uniform_below(tape, q) >= q - p", "return uniform_below(tape, q) <= p", "x <= p"),
    ("bernoulli_exp", "samplers.py", "return trial(tape, p % q, q)", "return True", "the fraction of p/q is lost"),
    ("bernoulli_exp", "samplers.py", "return k % 2 == 1", "return k % 2 == 0", "an even number of trials"),
    ("geometric", "samplers.py", "return (u + q * v) // p", "return (u + q * v) // q", "divides by q, not by p"),
    ("geometric", "samplers.py", "if not bernoulli_exp(tape, u, q):\n            continue", "bernoulli_exp(tape, u, q)", "the first coin is not asked"),
    ("discrete_laplace", "samplers.py", "if s == 0 or m > 0:", "if True:", "zero is twice as likely"),
    ("discrete_laplace", "samplers.py", "m, s = geometric(tape, p, q), sign(tape)", "m, s = geometric(tape, q, p), sign(tape)", "p and q are exchanged"),
    ("discrete_gaussian", "samplers.py", "2 * p * m * m)", "p * m * m)", "a factor 2 of the variance"),
    ("discrete_gaussian", "samplers.py", "discrete_laplace(tape, q * a, p * m)", "discrete_laplace(tape, a, m)", "a scale for its square|discrete Laplace of a / m"),
    ("polya", "samplers.py", "cycle = left - uniform_below(tape, left)", "cycle = uniform_below(tape, left) + 1", "counts the cycle from the other end"),
    ("laplace_share", "samplers.py", "return up - polya(tape, p, q, part, whole)", "return polya(tape, p, q, part, whole) - up", "the sign is the other one"),
    ("flip", "flip.py", "return True", "return False", "never turned"),
    ("gaussian_share", "gaussian_share.py", "discrete_gaussian(tape, p, q * of)", "discrete_gaussian(tape, p, q * of * of)", "the deviation is divided among the shares"),
    ("fixed_laplace", "fixed_laplace.py", "for c in chances[:-1]:\n        g = 2 * g + trial(tape, c)", "for k, c in enumerate(chances[-2::-1]):\n        g += trial(tape, c) << k", "the lowest bit is drawn first"),
    ("fixed_laplace", "fixed_laplace.py", "(times * a << 128) // (ONE + a)", "int(times / (1 + __import__('math').exp(n / d)) * 2**128) if n < 700 * d else 0", "computed in binary64"),
    ("fixed_laplace", "fixed_laplace.py", "kept, negative = trial(tape, chances[-1]), tape.word() % 2\n", "kept = trial(tape, chances[-1])\n    negative = kept and tape.word() % 2\n", "the number of words tells"),
    ("fixed_laplace", "fixed_laplace.py", "return (first << 64 | second) < c", "return (first << 64 | second) <= c", "<= stands for <"),
    ("key_of_seed", "streams.py", 'i["seed"].to_bytes(8, "little")', 'i["seed"].to_bytes(8, "big")', "the seed is written highest byte first"),
    ("key_derive", "streams.py", 'hashed(i["parent"], i["name"].encode("utf-8"))', 'hashed(i["name"].encode("utf-8"), i["parent"])', "key and message are exchanged"),
    ("stream_words", "streams.py", '(i["user"], i["item"], i["round"])', '(i["item"], i["user"], i["round"])', "user and item are exchanged"),
    ("stream_words", "streams.py", "number.to_bytes(8, \"little\") + nonce[16:]", "(number % 2**32).to_bytes(8, \"little\") + nonce[16:]", "the block counter has 32 bits"),
    ("grid_round", "kernels.py", "round(math.ldexp(x, -exponent))", "int(math.ldexp(x, -exponent))", "cut towards 0"),
    ("grid_value", "kernels.py", '"x": math.ldexp(i["steps"], i["exponent"])', '"x": math.ldexp(i["steps"], -i["exponent"])', "the exponent has the other sign"),
    ("project_ball", "kernels.py", "factor, down = radius / norm(x), 2.0**-53", "factor, down = radius / norm(x)**2, 2.0**-53", "its square stands for the norm"),
    ("hdpmf_noise_scale", "kernels.py", "return 2 * delta * math.sqrt(k) / epsilon", "return delta * math.sqrt(k) / epsilon", "a factor 2 is missing"),
    ("hdpmf_noise_scale", "kernels.py", "return 2 * delta * math.sqrt(k) / epsilon", "return 2 * delta * k / epsilon", r"a factor sqrt\(k\) too many"),
    ("hdpmf_step", "kernels.py", "x - rate * (g + 2 * regularization * x)", "x - rate * (g + regularization * x)", "the 2 of 2 lambda is missing"),
    ("hdpmf_gradient_share", "kernels.py", "error = dot(u, v) - w * r", "error = dot(u, v) - r", "w is left out"),
    ("hdpmf_predict", "kernels.py", '"rating": dot(u, v) / w', '"rating": dot(u, v)', "the output dot stands in its place|a factor w"),
    ("hdpmf_noise_share", "kernels.py", "math.sqrt(2 * a / raters)", "math.sqrt(2 * a) / raters", r"a factor sqrt\(raters\) is missing"),
    ("hdpmf_contribute", "kernels.py", 'stretched = i["weight_steps"] * i["rating_steps"]', 'stretched = i["rating_steps"]', "a factor weight_steps is missing|the weight is left out"),
    ("gaussmf_clip", "gaussmf.py", "divisor = max(1.0, norm(x) / clip)", "divisor = norm(x) / clip", "short profiles are stretched"),
    ("gaussmf_sigma", "gaussmf.py", "math.log(1.25 / delta)", "math.log(1 / delta)", r"1 stands for 1\.25"),
    ("gaussmf_sigma", "gaussmf.py", "math.sqrt(2 * math.log(1.25 / delta))", "math.sqrt(2 * math.log10(1.25 / delta))", "log to base 10"),
    ("gaussmf_corrected_round", "gaussmf.py", "return int(x) + (x - int(x) >= 0.5) - (x - int(x) <= -0.5)", "return round(x)", "a tie is rounded the other way|some elements are one off"),
    ("gaussian_delta", "gaussian.py", "return density(a) * (mills(a) - mills(b))", "return density(a) * mills(a)", "the second tail is left out"),
    ("gaussian_sigma", "curves.py", "math.sqrt(releases) * sensitivity", "releases * sensitivity", r"a factor sqrt\(releases\) too many"),
    ("laplace_delta", "curves.py", 'i["sensitivity"] / i["scale"]) / 2)', 'i["sensitivity"] / i["scale"]))', "the exponent is not halved"),
    ("laplace_epsilon", "curves.py", '2 * math.log1p(-i["delta"])', 'math.log1p(-i["delta"])', "the logarithm is not doubled"),
    ("randomized_delta", "curves.py", "(1 + (k - 1) * math.exp(-e0))", "(1 + k * math.exp(-e0))", "answers stands for answers - 1"),
    ("importance_loss", "curves.py", "math.log1p(math.expm1(a * w) / w)", "math.log1p(math.expm1(a) / w)", "the weight is left out of the exponent"),
    ("rdp_published_epsilon", "renyi.py", '/ (i["alpha"] - 1)', '/ i["alpha"]', "alpha stands for alpha - 1"),
    ("sampled_gaussian_renyi", "renyi.py", "j * (j - 1) * mu * mu / 2", "j * (j - 1) * mu / 2", "mu stands for its square"),
    ("honest_shares", "honest_shares.py", "(threshold if lying else n) - colluders", "n - colluders", "whom a lying server leaves out"),
    ("privsr_scales", "privsr.py", "math.sqrt(1 + beta * beta) / ((1 + beta) * epsilon)", "(1 + beta) / ((1 + beta) * epsilon)", "deviations are added"),
    ("privsr_parts", "privsr.py", '[4096**2, i["beta_steps"] ** 2]', '[4096, i["beta_steps"]]', "a scale for its square"),
    ("privsr_friend_contribute", "privsr.py", "max(-most, min(most, x))", "min(most, x)", "cut on one side alone"),
    ("dpals_item", "dpals.py", "1 / (max(eigenvalue, 0.0) + ridge)", "1 / (abs(eigenvalue) + ridge)", "size of a negative eigenvalue"),
    ("dpmf_rp_chance", "dpmf_rp.py", '2**39 + theta * steps}', '2**39 + 2 * theta * steps}', "a factor 2 too many"),
    ("dpmf_rp_clip", "dpmf_rp.py", "l1 = summed([[abs(a)] for a in u], 1)[0]\n    return", "l1 = math.sqrt(dot(u, u))\n    return", "the 2-norm stands for the 1-norm"),
    ("dpmf_rp_estimate", "dpmf_rp.py", "server = delta / math.sqrt(padded(p))", "server = delta / math.sqrt(p)", "the output c_user stands in its place"),
    ("dpmf_rp_flatten", "dpmf_rp.py", "x / math.sqrt(len(rows)) for x in row", "x / len(rows) for x in row", r"a factor sqrt\(.*\) is missing"),
    ("textbook_normal", "samplers.py", "size * math.cos(2 * math.pi", "size * math.sin(2 * math.pi", "the sine branch"),
)

# A second list, written when the vectors knew the mistakes of the first. 16 were named then; what was missing is known since.
AFTERWARDS = (
    ("gaussmf_row", "gaussmf.py", 'residual = dot(i["other"], own) - v', 'residual = v - dot(i["other"], own)', "the sign is the other one"),
    ("gaussmf_contribute", "gaussmf.py", 'products = [i["rating_steps"] * a for a in i["outer"]]', 'products = list(i["outer"])', "the rating is left out"),
    ("gaussmf_sigma", "gaussmf.py", "return tau * clip / eps_i * ", "return tau * clip / eps_i**2 * ", "a factor eps_i is missing"),
    ("hdpmf_predict", "kernels.py", '"rating": dot(u, v) / w', '"rating": dot(u, v) * w', "square of w"),
    ("hdpmf_contribute", "kernels.py", 'stretched = i["weight_steps"] * i["rating_steps"]', 'stretched = i["weight_steps"] + i["rating_steps"]', "added, not multiplied"),
    ("hdpmf_gradient_add", "kernels.py", "s + 2 * error * a for", "s + error * a for", "a factor 2"),
    ("dpals_contribute", "dpals.py", "[rating * a for a in u]", "list(u)", "rating"),
    ("dpals_half", "dpals.py", "least + (2 * least * least < square * square)", "least", "one too few"),
    ("dpimf_sensitivity", "dpimf.py", "[2 * l1 + l1 * l1 + 1,", "[2 * l1 + l1 * l1,", r"the 1 of \(1"),
    ("gaussian_epsilon", "gaussian.py", "curve(mu, e) > delta,", "curve(mu, e) > delta / 2,", "delta / 2"),
    ("gaussian_published_delta", "curves.py", "/ mu) ** 2 / 2)", "/ mu) ** 2)", "square|halved"),
    ("importance_scale", "curves.py", 'return {"a": grown(w, epsilon) / w}', 'return {"a": grown(w, epsilon)}', "a factor weight too many"),
    ("importance_delta", "curves.py", "grown(w, epsilon)) - a * w) / 2) / w}", "grown(w, epsilon)) - a * w) / 2)}", "a factor weight too many"),
    ("randomized_renyi", "curves.py", 'return {"renyi": log / (alpha - 1)}', 'return {"renyi": log}', "alpha"),
    ("pbm_draw", "samplers.py", "for _ in range(quanta))", "for _ in range(quanta - 1))", "one draw|too few"),
    ("dpmf_rp_profile", "dpmf_rp.py", 'i["lambda"] * (n % (k + 1) == 0)', '0.0 * (n % (k + 1) == 0)', "lambda"),
    ("dpmf_rp_gradient", "dpmf_rp.py", 'clipped_error(rating.get(j, 0) - dot(u, v), i["most_error"])', "rating.get(j, 0) - dot(u, v)", "clip|cut"),
    ("dpmf_rp_expand", "dpmf_rp.py", "return [[s * a for a in b[h]] for h, s in zip(row, sign)]", "return [list(b[h]) for h in row]", "sign"),
    ("mixture_h", "samplers.py", "return -math.log(uniform(tape, found))", "return math.log(uniform(tape, found))", "the sign is the other one"),
    ("mixture_share", "samplers.py", "scale * math.sqrt(2 * a / raters) * b", "scale * math.sqrt(2 * a) * b", r"sqrt\(raters\) too many"),
    ("textbook_uniform", "samplers.py", "((tape.word() >> 12) + 0.5)", "(tape.word() >> 12)", "half"),
    ("textbook_laplace", "samplers.py", "return scale * math.log(2 * u) if u < 0.5 else -scale", "return -scale * math.log(2 * u) if u < 0.5 else scale", "the sign is the other one"),
    ("privsr_friend_gradient", "privsr.py", "a + weight * (m + 2 * s * b)", "a + weight * (m + s * b)", "2 of 2 similarity"),
    ("discrete_laplace_epsilon", "discrete.py", 'pure = i["steps"] * i["p"] / i["q"]', 'pure = i["p"] / i["q"]', "a factor steps is missing"),
    ("honest_shares", "honest_shares.py", "(n + colluders) // 2 + 1 if lying", "(n + colluders) // 2 if lying", "one too few"),
    ("key_of_seed", "streams.py", 'b"dpmf seed"', 'b"dpmf-seed"', "the name of the key"),
)


# A third list, written after the last mistake was added to what is known, as a stranger would plant them; nothing was added for it: 12 of 20 are named.
STRANGER = (
    ("gaussian_sigma", "curves.py", "return {\"sigma\": math.sqrt(releases) * sensitivity / largest_mu(epsilon, delta)}", "return {\"sigma\": sensitivity / largest_mu(max(epsilon / releases, 2.0**-10), max(delta / releases, 1e-300))}", "divided by releases"),
    ("gaussian_published_epsilon", "curves.py", "mu * mu / 2 + mu", "mu * mu + mu", "half|halved|2 of mu"),
    ("importance_scale", "curves.py", 'return {"a": grown(w, epsilon) / w}', 'return {"a": epsilon / w}', "e\\^|exponent|amplif|sampl"),
    ("randomized_delta", "curves.py", "/ (1 + (k - 1) * math.exp(-e0))}", "/ (1 + (k - 1) * math.exp(-e0 / 2))}", "e0 / 2"),
    ("mixture_delta", "curves.py", "math.hypot(epsilon, pure)) / 2)", "math.hypot(epsilon, pure)))", "halved|factor 2"),
    ("laplace_delta", "curves.py", 'i["sensitivity"] / i["scale"]) / 2)', '2 * i["sensitivity"] / i["scale"]) / 2)', "2 sensitivity"),
    ("rdp_epsilon", "renyi.py", 'return {"epsilon": high}', 'return {"epsilon": rho + math.log1p(-1 / alpha) - (math.log(delta) + math.log(alpha)) / (alpha - 1)}', "Balle"),
    ("geometric_tail", "laws.py", '"geometric_tail": rated("tail", lambda a: (ONE, ONE))', '"geometric_tail": rated("tail", lambda a: (a, ONE))', "x \\+ 1 stands for x"),
    ("discrete_laplace_mass", "laws.py", '"discrete_laplace_mass": rated("mass", lambda a: (ONE - a, ONE + a))', '"discrete_laplace_mass": rated("mass", lambda a: (ONE - a, 2 * ONE))', "zero is twice as likely"),
    ("pbm_delta", "composed.py", 'i["epsilon"] - math.log(p / q)', '2 * i["epsilon"] - math.log(p / q)', "2 epsilon"),
    ("paper_discrete_gaussian", "order.py", "t = math.isqrt(p // q) + 1", "t = max(math.isqrt(p // q), 1)", "floor"),
    ("program_geometric", "order.py", "return (u + q * v) // p", "return (u + q * v) // q", "divides by q"),
    ("adam_step", "metrics.py", "(math.sqrt(s / (1 - b2**t)) + 1e-8)", "math.sqrt(s / (1 - b2**t) + 1e-8)", "1e-8|10\\^-8|under the root"),
    ("adam_step", "metrics.py", "(1 - b2) * g * g", "(1 - b2) * g", "square"),
    ("ranking_gain", "metrics.py", "1 / math.log2(rank + 1)", "1 / math.log(rank + 1)", "ln where log"),
    ("dppop_release", "dppop.py", "other < own for other", "other > own for other", "greatest|largest|least"),
    ("means_effect", "means.py", "5 * (1 + noise / n)", "5 * (1 + noise)", "noise is not divided by n"),
    ("hdpmf_noise_share", "kernels.py", "math.sqrt(2 * a / raters)", "math.sqrt(a / raters)", r"sqrt\(2\) is missing"),
    ("dpmf_rp_profile", "dpmf_rp.py", 'i["lambda"] * (n % (k + 1) == 0)', '2 * i["lambda"] * (n % (k + 1) == 0)', "2 lambda"),
    ("stream_words", "streams.py", 'i["from"], i["count"])}', '8 * i["from"], i["count"])}', "from|block"),
)


def plant(folder, file, there, instead):
    path = os.path.join(folder, file)
    with open(path, encoding="utf-8") as source:
        text = source.read()
    if text.count(there) != 1:
        sys.exit(f"{file}: {there!r} stands there {text.count(there)} times")
    with open(path, "w", encoding="utf-8") as source:
        source.write(text.replace(there, instead))


FACTS = ("rounding: ", "the domain is too narrow", "a test of the domain", "some elements are one off")


def best_of(said):
    """The mistake that is named for most failures; what is seen of an answer is none, unless nothing else is named."""
    named = [name for name, _ in said if name]
    return next((name for name in named if not name.startswith(FACTS)), named[0] if named else None)


def explained(program, vectors, folder, algorithm):
    """What exec names, and for how many failures; in the order of how often."""
    done = subprocess.run([program, "exec", f"--vectors={vectors}", "--json", f"--algorithm={algorithm}", "--", sys.executable, "-B",
                           os.path.join(folder, "target.py")], capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        sys.exit(f"{algorithm}: exit {done.returncode}: {done.stderr}")
    failures = [one for a in json.loads(done.stdout)["algorithms"] for one in a["failures"]]
    return collections.Counter(one["knownMistake"] for one in failures).most_common()


def tried(program, vectors, mistakes):
    """How many are named; prints the others."""
    named = 0
    with tempfile.TemporaryDirectory() as room:
        for algorithm, file, there, instead, wanted in mistakes:
            folder = os.path.join(room, "consumer")
            shutil.copytree(os.path.join(vectors, "consumers", "python"), folder)
            plant(folder, file, there, instead)
            said = explained(program, vectors, folder, algorithm)
            if not said:
                sys.exit(f"{algorithm}: no vector notices {instead!r}")
            best = best_of(said)
            if best and re.search(wanted, best):
                named += 1
            else:
                print(f"not named, {algorithm}: {there!r} -> {instead!r}: {said[:3]}")
            shutil.rmtree(folder)
    return named


def main(program, vectors, which=""):
    if which == "third":
        print(f"{tried(program, vectors, STRANGER)} of {len(STRANGER)} of the third list named")
        return 0
    print(f"{tried(program, vectors, PLANTED)} of {len(PLANTED)} named")
    print(f"{tried(program, vectors, AFTERWARDS)} of {len(AFTERWARDS)} of the second list named")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
