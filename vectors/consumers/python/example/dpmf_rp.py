#!/usr/bin/env python3
# SPDX-License-Identifier: 0BSD
"""dpmf_rp.py: the corrected variant of dpmf-rp, written from the vectors' pages alone.

dpmf_rp.py check ../../../v1       runs the vectors of all that it is made of
dpmf_rp.py run RATINGS [SEED]      trains on lines of user, item, rating, and prints what would be public"""
import math
import sys
from types import SimpleNamespace as Inputs

from account import best_epsilon, randomized_renyi
from base import Tape, bernoulli, dot, finite, flat, key_derive, need, solve, stream, uniform_below
from reading import drawn, main

# What is public of a run: nothing here is read off the ratings.
USERS, ITEMS, LEAST, MOST, PART, ROWS, FACTORS, ROUNDS, DELTA = 6, 5, 1.0, 5.0, 4, 3, 2, 2, 1e-6
RULES = {"lambda_": 0.5, "kappa": 1.0, "unobserved": 1.0, "most_error": 1.5, "most_profile": 1.25, "bound": 0.0, "theta_steps": 4096, "quanta": 2,
         "mu": 0.01, "rate": 0.05, "beta1": 0.9, "beta2": 0.999}


def padded(rows):
    return 1 << (rows - 1).bit_length()


def words_of(key, name, user=0, item=0, round_=0):
    return Tape(stream(key_derive(key, name), user, item, round_))


def signs(tape, count):
    return [-1 if tape.word() % 2 else 1 for _ in range(count)]


def projection(key, items, rows):
    need(len(key) == 32 and 1 <= rows <= items < 2**32)
    places, turns = words_of(key, "projection rows"), words_of(key, "projection signs")
    row = list(range(items)) if rows == items else [uniform_below(places, rows) for _ in range(items)]
    sign = [1] * items if rows == items else signs(turns, items)
    return {"padded": padded(rows), "row": row, "sign": sign, "flip": signs(words_of(key, "flattening signs"), padded(rows))}


def expand(row, sign, b):
    need(b and row and finite(*flat(b)) and all(0 <= i < len(b) for i in row) and all(s in (1, -1) for s in sign))
    return [[s * a for a in b[i]] for i, s in zip(row, sign)]


def compress(row, sign, x, rows):
    need(finite(*flat(x)))
    return [[sum(s * line[k] for j, s, line in zip(row, sign, x) if j == i) for k in range(len(x[0]))] for i in range(rows)]


def hadamard(rows):
    return [[sum(-a if (i & j).bit_count() % 2 else a for j, a in enumerate(column)) / math.sqrt(len(rows)) for column in zip(*rows)]
            for i in range(len(rows))]


def flatten(flip, b):
    need(b and finite(*flat(b)) and len(flip) == padded(len(b)) and all(s in (1, -1) for s in flip))
    below = [[0.0] * len(b[0])] * (len(flip) - len(b))
    return hadamard([[s * a for a in row] for s, row in zip(flip, b + below)])


def unflatten(flip, received, rows):
    need(finite(*flat(received)))
    return [[s * a for a in row] for s, row in zip(flip, hadamard(received))][:rows]


def profile(i):
    """Eq. (5)"""
    v, rated, every = i.v, [i.v[j] for j in in_order(i)], range(len(i.v[0]))
    need(finite(i.lambda_) and i.lambda_ > 0)
    gram = [[sum(row[k] * row[m] for row in v) for m in every] for k in every]
    matrix = [[i.unobserved * gram[k][m] + (1 + i.kappa - i.unobserved) * sum(row[k] * row[m] for row in rated) + (i.lambda_ if k == m else 0)
               for m in every] for k in every]
    side = [(1 + i.kappa) * sum(r * row[k] for row, r in zip(rated, i.rating)) for k in every]
    return {"gram": gram, "matrix": matrix, "right": side, "u": solve(matrix, side)}


def clip(error, most_error, u, most_profile):
    need(u and finite(error, most_error, most_profile, *u) and most_error > 0 and most_profile > 0)
    l1 = sum(abs(a) for a in u)
    return {"error": max(-most_error, min(error, most_error)), "l1": l1, "u": u if l1 <= most_profile else [most_profile / l1 * a for a in u]}


def in_order(i):
    """The items that a user rated, in the domain of the profile and of the gradient"""
    need(i.v and finite(*flat(i.v), *i.rating, i.kappa, i.unobserved) and i.kappa >= 0 and 0 <= i.unobserved <= 1)
    need(all(0 <= j < len(i.v) for j in i.item) and all(a < b for a, b in zip(i.item, i.item[1:])))
    return i.item


def gradient(i):
    rated = dict(zip(in_order(i), i.rating))
    need(i.u and finite(*i.u, i.most_error) and i.most_error > 0)
    need(1 <= i.p <= len(i.v) and all(0 <= k < i.p for k in i.row) and all(s in (1, -1) for s in i.sign))
    error = [max(-i.most_error, min(rated.get(j, 0.0) - dot(i.u, line), i.most_error)) for j, line in enumerate(i.v)]
    weighed = [[(1 + i.kappa if j in rated else i.unobserved) * e * a for a in i.u] for j, e in enumerate(error)]
    return {"error": error, "gradient": compress(i.row, i.sign, weighed, i.p)}


def chance(x, c, cut, theta_steps):
    need(finite(x, c) and c > 0 and cut in (0, 1) and 0 <= theta_steps <= 16384)
    scaled = x / c * 2**24  # a power of two rounds nothing
    steps = min(math.floor(abs(scaled)) + (abs(scaled) % 1 >= 0.5), 2**24 if cut else 2**40) * (-1 if scaled < 0 else 1)
    return steps, 2**39 + theta_steps * steps


def chance_kernel(**inputs):
    found = dict(zip(("steps", "chance"), chance(**inputs)))
    need(0 <= found["chance"] <= 2**40)
    return found


def pbm_draw(tape, quanta, chance):  # pylint: disable=redefined-outer-name
    need(1 <= quanta <= 2**20 and 0 <= chance <= 2**40)
    return sum(bernoulli(tape, chance, 2**40) for _ in range(quanta))


def estimate(i):
    need(finite(i.most_error, i.kappa, i.most_profile, i.bound) and i.most_error > 0 and i.most_profile > 0 and i.kappa >= 0 and i.bound >= 0)
    need(i.rows >= 1 and i.users >= 1 and 1 <= i.quanta <= 2**20 and 1 <= i.theta_steps <= 16384 and all(0 <= s <= i.users * i.quanta for s in i.sum))
    delta = 2 * i.most_error * (1 + i.kappa) * i.most_profile
    c_server = delta / math.sqrt(padded(i.rows))
    found = {"delta": delta, "c_user": delta / math.sqrt(i.rows), "c_server": c_server, "c": i.bound or c_server}
    centred = [(s - i.users * i.quanta / 2) / (i.quanta * i.theta_steps / 2**16) for s in i.sum]
    return found | {"published": [a * c_server for a in centred], "corrected": [a * found["c"] for a in centred]}


def message(i, h, one, secret):
    """What user number `one` adds to what was found: its profile, its rotated gradient, its steps and its draws"""
    mine = [(k, r) for u, k, r in zip(i.user, i.item, i.rating) if u == one]
    i = Inputs(**{**vars(i), **h, "p": len(i.b), "item": [k for k, _ in mine], "rating": [r for _, r in mine]})
    i.u = clip(0.0, i.most_error, profile(i)["u"], i.most_profile)["u"]
    rotated = flatten(i.flip, gradient(i)["gradient"])
    steps = [chance(x, i.c, i.cut, i.theta_steps)[0] for x in flat(rotated)]
    tape, most = words_of(secret, "user", one, 5, i.round), 2**39 // i.theta_steps
    return i.u, rotated, steps, [pbm_draw(tape, i.quanta, 2**39 + i.theta_steps * max(-most, min(s, most))) for s in steps]


def one_round(i, secret):
    """dpmf_rp_round; `secret` is the key that the users' draws come from, in the vectors the key of all"""
    need(i.variant in ("published", "corrected") and i.rating and finite(*i.rating, *flat(i.b + i.mean + i.square), i.mu, i.rate))
    need(i.mu >= 0 and i.rate > 0 and 1 <= i.part <= i.users and 1 <= i.theta_steps <= 16384)
    need(i.step >= 1 and 0 <= i.beta1 < 1 and 0 <= i.beta2 < 1 and min(flat(i.square)) >= 0 and len(set(zip(i.user, i.item))) == len(i.rating))
    need(all(0 <= u < i.users for u in i.user) and all(0 <= k < i.items for k in i.item))
    rows, width, cut = len(i.b), len(i.b[0]), int(i.variant == "corrected")
    h = projection(i.key, i.items, rows)
    v = expand(h["row"], h["sign"], i.b)
    tape, order = words_of(i.key, "rounds", i.round), list(range(i.users))
    for a in range(i.part):
        b = a + uniform_below(tape, i.users - a)
        order[a], order[b] = order[b], order[a]
    server = Inputs(**{**vars(i), "rows": rows, "users": i.part, "sum": []})
    h |= {"v": v, "cut": cut, "c": estimate(server)["c" if cut else "c_user"]}
    sent = [message(i, h, one, secret) for one in sorted(order[:i.part])]
    profiles, *lists = zip(*sent)
    server.sum = [sum(column) for column in zip(*lists[2])]
    found = {"takes_part": sorted(order[:i.part]), "v": v, "profile": list(profiles)} | dict(zip(("flat", "steps", "message"), map(flat, lists)))
    back = estimate(server)[i.variant]
    received = [back[k:k + width] for k in range(0, len(back), width)]
    reverse = unflatten(h["flip"], received, rows)
    descent = [[-2 * g / (i.part / i.users) + 2 * i.mu * a for g, a in zip(*two)] for two in zip(reverse, i.b)]
    mean = [[i.beta1 * m + (1 - i.beta1) * d for m, d in zip(*two)] for two in zip(i.mean, descent)]
    square = [[i.beta2 * s + (1 - i.beta2) * d * d for s, d in zip(*two)] for two in zip(i.square, descent)]
    new = [[a - i.rate * (m / (1 - i.beta1**i.step)) / (math.sqrt(s / (1 - i.beta2**i.step)) + 1e-8) for a, m, s in zip(*three)]
           for three in zip(i.b, mean, square)]
    return found | {"sum": server.sum, "estimate": received, "gradient": reverse, "descent": descent, "b": new}, mean, square


def release(ratings, key):
    """A whole run: what leaves it, and what that costs a user, all of whose ratings may change."""
    need(all(0 <= u < USERS and 0 <= i < ITEMS and LEAST <= r <= MOST for u, i, r in ratings))
    user, item, rating = (list(column) for column in zip(*sorted(ratings)))
    public, secret = key_derive(key, "public"), key_derive(key, "secret")  # what is drawn from the first is known to all
    start = words_of(public, "start")
    b = [[start.word() * 2.0**-64 for _ in range(FACTORS)] for _ in range(ROWS)]
    mean = square = [[0.0] * FACTORS] * ROWS
    sent = []
    for number in range(ROUNDS):
        found, mean, square = one_round(Inputs(variant="corrected", key=public, round=number, users=USERS, items=ITEMS, part=PART, user=user, item=item,
                                               rating=rating, b=b, step=number + 1, mean=mean, square=square, **RULES), secret)
        b = found["b"]
        sent.append({name: found[name] for name in ("takes_part", "sum", "b")})
    bits = ROUNDS * padded(ROWS) * FACTORS * RULES["quanta"]  # each has chance 1/2 - theta to 1/2 + theta, whatever the ratings are
    loss = 2 * math.atanh(2 * RULES["theta_steps"] / 2**16)  # log((1/2 + theta) / (1/2 - theta))
    cost = min(bits * loss, best_epsilon(lambda alpha: bits * randomized_renyi(2, loss, alpha), DELTA))
    promise = {"neighbours": "all ratings of one user are others", "whoever": "sees even single messages", "epsilon": cost, "delta": DELTA}
    return {"key": public.hex(), "rules": RULES, "rounds": sent, "v": found["v"], "guarantee": promise}


KERNELS = {
    "dpmf_rp_projection": projection, "dpmf_rp_clip": clip, "dpmf_rp_chance": chance_kernel, "pbm_draw": drawn(pbm_draw),
    "dpmf_rp_profile": lambda **i: profile(Inputs(**i)), "dpmf_rp_gradient": lambda **i: gradient(Inputs(**i)),
    "dpmf_rp_estimate": lambda **i: estimate(Inputs(**i)), "dpmf_rp_round": lambda **i: one_round(Inputs(**i), i["key"])[0],
    "dpmf_rp_expand": lambda row, sign, b, x: {"v": expand(row, sign, b), "compressed": compress(row, sign, x, len(b))},
    "dpmf_rp_flatten": lambda flip, b, received: {"flat": flatten(flip, b), "reversed": unflatten(flip, received, len(b))},
    "randomized_renyi": lambda answers, e0, alpha: {"renyi": randomized_renyi(answers, e0, alpha)}}

if __name__ == "__main__":
    sys.exit(main(KERNELS, release))
