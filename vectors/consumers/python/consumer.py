#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""consumer.py FILE ...: runs every test of every vector file with the standard
library alone; exit 1 on a mismatch, an unknown algorithm or an unreadable file."""
import json
import math
import struct
import sys

import ball_qp
import dpimf
import dpmf_rp
import gaussmf
import kernels
import pbm
import privsr
import samplers
import secagg
import streams


class Malformed(Exception):
    pass


def read_integer(text):
    body = text[1:] if text.startswith("-") else text
    if not (body.isascii() and body.isdigit()):
        raise Malformed(f"{text} is no integer")
    return int(text)


def read_double(json_double):
    if len(json_double["bits"]) != 16:
        raise Malformed("bits have 16 digits")
    x = struct.unpack(">d", bytes.fromhex(json_double["bits"]))[0]
    same = float.fromhex(json_double["hex"])
    if not (math.isnan(x) and math.isnan(same)) and struct.pack(">d", same).hex() != json_double["bits"]:
        raise Malformed(f"{json_double['hex']} and {json_double['bits']} disagree")
    return x


# Every algorithm: what its inputs are, and the function that answers with the
# outputs, or None to refuse.
INTEGER, DOUBLE, BYTES = read_integer, read_double, bytes.fromhex


def TEXT(text):
    return text


def LIST(read):
    return lambda values: [read(value) for value in values]


TAPE = {"tape": BYTES}
SCALED = {"scale": DOUBLE, "tape": BYTES}
RATE = {"p": INTEGER, "q": INTEGER, "tape": BYTES}
SHARE = {"p": INTEGER, "q": INTEGER, "part": INTEGER, "whole": INTEGER, "tape": BYTES}
RP_USER = {"v": LIST(LIST(DOUBLE)), "item": LIST(INTEGER), "rating": LIST(DOUBLE), "kappa": DOUBLE, "unobserved": DOUBLE}
RATING = {"u": LIST(DOUBLE), "v": LIST(DOUBLE), "w": DOUBLE, "r": DOUBLE}
GAUSSMF = {"x": LIST(LIST(DOUBLE)), "theta": LIST(LIST(DOUBLE)), "user": LIST(INTEGER), "item": LIST(INTEGER), "rating": LIST(DOUBLE),
           "mu": DOUBLE, "lambda": DOUBLE, "clip": DOUBLE}
ALGORITHMS = {
    "key_of_seed": ({"seed": INTEGER}, streams.key_of_seed),
    "key_derive": ({"parent": BYTES, "name": TEXT}, streams.key_derive),
    "stream_words": ({"key": BYTES, "user": INTEGER, "item": INTEGER, "round": INTEGER, "from": INTEGER, "count": INTEGER},
                     streams.stream_words),
    "uniform_below": ({"limit": INTEGER, "tape": BYTES}, samplers.run("uniform_below")),
    "bernoulli": (RATE, samplers.run("bernoulli")),
    "bernoulli_exp": (RATE, samplers.run("bernoulli_exp")),
    "geometric": (RATE, samplers.run("geometric")),
    "discrete_laplace": (RATE, samplers.run("discrete_laplace")),
    "discrete_gaussian": (RATE, samplers.run("discrete_gaussian")),
    "polya": (SHARE, samplers.run("polya")),
    "laplace_share": (SHARE, samplers.run("laplace_share")),
    "textbook_uniform": (TAPE, samplers.textbook("uniform")),
    "textbook_exponential": (TAPE, samplers.textbook("exponential")),
    "textbook_normal": (TAPE, samplers.textbook("normal")),
    "textbook_laplace": (SCALED, samplers.textbook("laplace")),
    "textbook_mixture": (SCALED, samplers.textbook("mixture")),
    "mixture_h": ({"key": BYTES, "item": INTEGER, "draw": INTEGER, "k": INTEGER}, samplers.mixture_h),
    "mixture_share": ({"key": BYTES, "user": INTEGER, "item": INTEGER, "draw": INTEGER, "scale": DOUBLE, "h": LIST(DOUBLE),
                       "raters": INTEGER}, samplers.mixture_share),
    "grid_round": ({"x": DOUBLE, "exponent": INTEGER}, kernels.grid_round),
    "grid_value": ({"steps": INTEGER, "exponent": INTEGER}, kernels.grid_value),
    "project_ball": ({"x": LIST(DOUBLE), "radius": DOUBLE}, kernels.project_ball),
    "ball_qp": ({"a": LIST(LIST(DOUBLE)), "b": LIST(DOUBLE), "radius": DOUBLE}, ball_qp.ball_qp),
    "hdpmf_gradient_share": (RATING, kernels.gradient_share),
    "hdpmf_gradient_add": ({**RATING, "sum": LIST(DOUBLE)}, kernels.gradient_add),
    "hdpmf_step": ({"v": LIST(DOUBLE), "gradient": LIST(DOUBLE), "rate": DOUBLE, "lambda": DOUBLE}, kernels.step),
    "hdpmf_noise_scale": ({"delta": DOUBLE, "k": INTEGER, "epsilon": DOUBLE}, kernels.noise_scale),
    "hdpmf_noise_share": ({"scale": DOUBLE, "h": LIST(DOUBLE), "c": LIST(DOUBLE), "raters": INTEGER}, kernels.noise_share),
    "hdpmf_predict": ({"u": LIST(DOUBLE), "v": LIST(DOUBLE), "w": DOUBLE}, kernels.predict),
    "hdpmf_contribute": ({"rating_steps": INTEGER, "weight_steps": INTEGER, "feature": LIST(INTEGER), "sum": LIST(INTEGER)},
                         kernels.contribute),
    "hdpmf_round": ({"u": LIST(LIST(DOUBLE)), "v": LIST(LIST(DOUBLE)), "user": LIST(INTEGER), "item": LIST(INTEGER),
                     "rating": LIST(DOUBLE), "weight": LIST(DOUBLE), "delta": DOUBLE, "epsilon": DOUBLE, "rate": DOUBLE,
                     "lambda": DOUBLE, "radius": DOUBLE, "h": LIST(LIST(DOUBLE)), "c": LIST(LIST(DOUBLE))}, kernels.one_round),
    "gaussmf_clip": ({"x": LIST(DOUBLE), "clip": DOUBLE}, gaussmf.clip_profile),
    "gaussmf_sigma": ({"tau": DOUBLE, "clip": DOUBLE, "eps_i": DOUBLE, "delta": DOUBLE}, gaussmf.sigma),
    "gaussmf_row": ({"own": LIST(DOUBLE), "other": LIST(DOUBLE), "outer": LIST(DOUBLE), "v": DOUBLE, "lambda": DOUBLE, "mu": DOUBLE,
                     "gradient": LIST(DOUBLE)}, gaussmf.row),
    "gaussmf_contribute": ({"rating_steps": INTEGER, "outer": LIST(INTEGER), "sum": LIST(INTEGER)}, gaussmf.contribute),
    "gaussmf_round": ({**GAUSSMF, "tau": DOUBLE, "eps_i": DOUBLE, "delta": DOUBLE, "normal": LIST(LIST(DOUBLE))}, gaussmf.one_round),
    "gaussmf_excess": ({**GAUSSMF, "tau": DOUBLE, "other": DOUBLE, "released": LIST(LIST(DOUBLE))}, gaussmf.excess),
    "gaussmf_corrected_round": ({**GAUSSMF, "rating_bits": INTEGER, "outer_bits": INTEGER, "middle": INTEGER,
                                 "noise_theta": LIST(INTEGER), "noise_x": LIST(INTEGER)}, gaussmf.corrected_round),
    "privsr_scales": ({"delta": DOUBLE, "k": INTEGER, "epsilon": DOUBLE, "beta": DOUBLE}, privsr.scales),
    "privsr_friend_add": ({"u": LIST(DOUBLE), "similarity": DOUBLE, "sum": LIST(DOUBLE)}, privsr.friend_add),
    "privsr_friend_gradient": ({"message": LIST(DOUBLE), "u": LIST(DOUBLE), "similarity": DOUBLE, "weight": DOUBLE,
                                "sum": LIST(DOUBLE)}, privsr.friend_gradient),
    "privsr_parts": ({"beta_steps": INTEGER, "sensitive": INTEGER, "others": INTEGER}, privsr.parts),
    "privsr_friend_contribute": ({"vector": LIST(INTEGER), "most": INTEGER, "sum": LIST(INTEGER)}, privsr.friend_contribute),
    "privsr_round": ({**{name: LIST(LIST(DOUBLE)) for name in ("u", "v", "h", "c", "h_friends", "c_friends")},
                      **{name: LIST(INTEGER) for name in ("user", "item", "group", "truster", "trustee")},
                      **{name: LIST(DOUBLE) for name in ("rating", "similarity")},
                      **{name: DOUBLE for name in ("delta", "epsilon", "beta", "rate", "lambda", "radius", "weight")}}, privsr.one_round),
    "dpimf_sensitivity": ({"p": LIST(LIST(DOUBLE)), "alpha0": DOUBLE, "bound": DOUBLE}, dpimf.sensitivity),
    "dpimf_coefficients": ({"scheme": TEXT, "p": LIST(LIST(DOUBLE)), "user": LIST(INTEGER), "w": LIST(DOUBLE), "alpha0": DOUBLE,
                            "lambda": DOUBLE, "epsilon": DOUBLE, "beta": LIST(DOUBLE), "bound": DOUBLE, "tape": BYTES}, dpimf.coefficients),
    "dpimf_weights": ({"a": DOUBLE, "target": DOUBLE}, dpimf.weights),
    "secagg_transcript": ({**{name: BYTES for name in ("key", "session", "secrets", "public_keys", "coefficients", "opening", "sharing",
                                                       "mask_keys", "confirming", "signatures")},
                           **{name: INTEGER for name in ("round", "threshold", "bits", "most", "authenticated")},
                           "silent": LIST(INTEGER), "vector": LIST(INTEGER)}, secagg.transcript),
    "pbm_draw": ({"quanta": INTEGER, "chance": INTEGER, "tape": BYTES}, samplers.run("pbm_draw")),
    "dpmf_rp_clip": ({"error": DOUBLE, "most_error": DOUBLE, "u": LIST(DOUBLE), "most_profile": DOUBLE}, dpmf_rp.clip),
    "dpmf_rp_profile": ({**RP_USER, "lambda": DOUBLE}, dpmf_rp.profile),
    "dpmf_rp_gradient": ({**RP_USER, "most_error": DOUBLE, "u": LIST(DOUBLE), "p": INTEGER, "row": LIST(INTEGER), "sign": LIST(INTEGER)},
                         dpmf_rp.gradient),
    "dpmf_rp_projection": ({"key": BYTES, "items": INTEGER, "rows": INTEGER}, dpmf_rp.projection),
    "dpmf_rp_expand": ({"row": LIST(INTEGER), "sign": LIST(INTEGER), "b": LIST(LIST(DOUBLE)), "x": LIST(LIST(DOUBLE))}, dpmf_rp.expand),
    "dpmf_rp_flatten": ({"flip": LIST(INTEGER), "b": LIST(LIST(DOUBLE)), "received": LIST(LIST(DOUBLE))}, dpmf_rp.flatten),
    "dpmf_rp_chance": ({"x": DOUBLE, "c": DOUBLE, "cut": INTEGER, "theta_steps": INTEGER}, dpmf_rp.chance),
    "dpmf_rp_estimate": ({**{name: DOUBLE for name in ("most_error", "kappa", "most_profile", "bound")},
                          **{name: INTEGER for name in ("rows", "users", "quanta", "theta_steps")}, "sum": LIST(INTEGER)},
                         dpmf_rp.estimate),
    "dpmf_rp_round": ({"variant": TEXT, "key": BYTES,
                       **{name: INTEGER for name in ("round", "users", "items", "part", "theta_steps", "quanta", "step")},
                       **{name: LIST(INTEGER) for name in ("user", "item")}, "rating": LIST(DOUBLE),
                       **{name: LIST(LIST(DOUBLE)) for name in ("b", "mean", "square")},
                       **{name: DOUBLE for name in ("lambda", "kappa", "unobserved", "most_error", "most_profile", "bound", "mu", "rate",
                                                    "beta1", "beta2")}}, dpmf_rp.one_round),
    "pbm_c0": ({"theta": DOUBLE, "quanta": INTEGER, "users": INTEGER, "alpha": LIST(DOUBLE)}, pbm.pbm_c0),
}


def written(value):
    """The value as the format writes it, for `exact`."""
    if isinstance(value, float):
        return struct.pack(">d", value).hex()
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, list):
        return [written(one) for one in value]
    return value if isinstance(value, (str, dict)) else str(int(value))


def bits_only(value):
    """Doubles as their bits, after a check that the hex float agrees."""
    if isinstance(value, list):
        return [bits_only(one) for one in value]
    if isinstance(value, dict) and set(value) == {"hex", "bits"}:
        read_double(value)
        return value["bits"]
    return value


def rank(x):
    """Doubles in ascending order as ascending integers."""
    bits = struct.unpack(">q", struct.pack(">d", x))[0]
    return bits if bits >= 0 else -1 - (bits & 0x7FFFFFFFFFFFFFFF)


def agrees(compare, expected, value):
    if compare == "exact":
        return bits_only(expected) == written(value)
    if isinstance(expected, list):
        return len(expected) == len(value) and all(map(lambda e, v: agrees(compare, e, v), expected, value))
    if compare == "enclosure":
        return read_double(expected["lo"]) <= value <= read_double(expected["hi"])
    if compare.startswith("ulp:"):
        return not math.isnan(value) and abs(rank(read_double(expected)) - rank(value)) <= int(compare[4:])
    raise Malformed(f"comparison {compare}")


def run_test(algorithm, test):
    """What is wrong with the test, or None."""
    kinds, function = ALGORITHMS[algorithm]
    if set(kinds) != set(test["inputs"]):
        return "other inputs than the algorithm has"
    outputs = function({name: read(test["inputs"][name]) for name, read in kinds.items()})
    if (outputs is None) != (test["result"] == "invalid"):
        return "refused" if outputs is None else "not refused"
    for name, output in test["outputs"].items():
        if name not in outputs:
            return f"{name}: not computed here"
        if not agrees(output["compare"], output["value"], outputs[name]):
            return f"{name}: expected {json.dumps(output)[:120]}, got {str(outputs[name])[:120]}"
    return None


def run_file(path):
    with open(path, encoding="utf-8") as file:
        root = json.load(file)
    algorithm = root["algorithm"]
    if root["format"] != "dpmf-vectors" or root["version"] != "1":
        raise Malformed("not a dpmf-vectors file of version 1")
    if algorithm not in ALGORITHMS:
        raise Malformed(f"this consumer does not know the algorithm {algorithm}")
    tests = [test for group in root["testGroups"] for test in group["tests"]]
    failed = 0
    for test in tests:
        wrong = run_test(algorithm, test)
        if wrong:
            failed += 1
            print(f"{path}: test {test['tcId']}: {wrong}", file=sys.stderr)
    print(f"{algorithm:22} {len(tests):4} checked, {failed} failed")
    return failed == 0 and len(tests) > 0


def main(paths):
    good = len(paths) > 0
    if not good:
        print("usage: consumer.py FILE ...", file=sys.stderr)
    for path in paths:
        try:
            good = run_file(path) and good
        except (OSError, ValueError, KeyError, TypeError, IndexError, Malformed) as error:
            print(f"{path}: {type(error).__name__}: {error}", file=sys.stderr)
            good = False
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
