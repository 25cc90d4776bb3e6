# SPDX-License-Identifier: 0BSD
"""Files of ratings, and splits. A function answers with its outputs, or None when the inputs are outside the domain."""
import math
import re

from streams import hashed

SEPARATOR = {"ml100k": rb"\t", "ml1m": rb"::", "csv": rb", *", "triples": rb"[ \t]+"}
ID = re.compile(rb"[0-9]+")
NUMBER = re.compile(rb"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?")
WORD = re.compile(rb"[A-Za-z_'\"]")
M64 = 2**64 - 1


def fields_of(line, form):
    line = line.removesuffix(b"\r")
    return re.split(SEPARATOR[form], line.strip(b" \t") if form == "triples" else line.strip(b" "))


def guessed(line):
    comma, colons = line.find(b","), line.find(b"::")
    if comma < 0 and colons < 0:
        return "triples"
    return "csv" if colons < 0 or 0 <= comma < colons else "ml1m"


def is_header(fields):
    return len(fields) >= 3 and all(WORD.match(f) and f.lower() not in (b"nan", b"inf", b"infinity") for f in fields[:3])


def rating_of(fields):
    """User, item and rating; None where they are none."""
    if not 3 <= len(fields) <= 4 or not all(ID.fullmatch(f) for f in fields[:2]) or not NUMBER.fullmatch(fields[2]) or b"\0" in fields[-1]:
        return None
    user, item, rating = int(fields[0]), int(fields[1]), float(fields[2])
    return ((user, item), rating) if max(user, item) <= 2**31 and math.isfinite(rating) else None


def ratings_read(i):
    form, lines = i["format"], [line for line in i["file"].removeprefix(b"\xef\xbb\xbf").split(b"\n") if line.strip(b" \t\r")]
    if form not in (*SEPARATOR, "auto") or i["duplicates"] not in ("refused", "last") or not lines:
        return None
    if form == "auto":
        form = guessed(lines[0])
    if form == "csv" and is_header(fields_of(lines[0], form)):
        lines = lines[1:]
    ratings = [rating_of(fields_of(line, form)) for line in lines]
    if not ratings or None in ratings or (i["duplicates"] == "refused" and len(dict(ratings)) < len(ratings)):
        return None
    ratings = sorted(dict(ratings).items())
    return {"user": [user for (user, _), _ in ratings], "item": [item for (_, item), _ in ratings], "rating": [rating for _, rating in ratings]}


def turned(x, by):
    return (x << by | x >> (64 - by)) & M64


def rounds(v, times):
    for _ in range(times):
        v[0] = (v[0] + v[1]) & M64
        v[1] = turned(v[1], 13) ^ v[0]
        v[0] = turned(v[0], 32)
        v[2] = (v[2] + v[3]) & M64
        v[3] = turned(v[3], 16) ^ v[2]
        v[0] = (v[0] + v[3]) & M64
        v[3] = turned(v[3], 21) ^ v[0]
        v[2] = (v[2] + v[1]) & M64
        v[1] = turned(v[1], 17) ^ v[2]
        v[2] = turned(v[2], 32)


def siphash(key, text):
    """Of 8 bytes."""
    k0, k1 = int.from_bytes(key[:8], "little"), int.from_bytes(key[8:16], "little")
    v = [k0 ^ 0x736F6D6570736575, k1 ^ 0x646F72616E646F6D, k0 ^ 0x6C7967656E657261, k1 ^ 0x7465646279746573]
    for m in (int.from_bytes(text, "little"), 8 << 56):
        v[3] ^= m
        rounds(v, 2)
        v[0] ^= m
    v[2] ^= 0xFF
    rounds(v, 4)
    return v[0] ^ v[1] ^ v[2] ^ v[3]


def rows_allowed(i):
    pairs = list(zip(i["user"], i["item"]))
    return pairs == sorted(set(pairs)) and all(0 <= a <= 2**31 for pair in pairs for a in pair)


def split_per_user(i):
    if len(i["key"]) != 32 or i["per_user"] < 0 or not rows_allowed(i):
        return None
    key = hashed(i["key"], b"split")
    coins = [siphash(key, u.to_bytes(4, "little") + j.to_bytes(4, "little")) for u, j in zip(i["user"], i["item"])]
    chosen = set()
    for user in set(i["user"]):
        candidates = sorted((x, a) for a, x in enumerate(coins) if i["user"][a] == user and x % 2 == 1)
        chosen.update(a for _, a in candidates[:i["per_user"]])
    return {"held_out": [int(a in chosen) for a in range(len(coins))]}


def leave_one_out(i):
    if not rows_allowed(i) or not all(map(math.isfinite, i["time"])):
        return None
    latest = {}
    for a, user in enumerate(i["user"]):
        latest[user] = max(latest.get(user, a), a, key=lambda c: (i["time"][c], i["line"][c]))
    return {"held_out": [int(latest[user] == a) for a, user in enumerate(i["user"])]}


ALGORITHMS = {"ratings_read": ratings_read, "split_per_user": split_per_user, "leave_one_out": leave_one_out}
