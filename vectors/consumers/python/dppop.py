# SPDX-License-Identifier: 0BSD
"""dppop: what a row adds to the counts, and which items are contributed and released. A
function answers with its outputs, or None when the inputs are outside the domain."""
from streams import key_derive, stream_words


def count(i):
    item, before = i["item"], i["count"]
    if sorted(set(item)) != item or any(not 0 <= j < len(before) for j in item) or any(not 0 <= c <= 2**62 for c in before):
        return None
    return {"count": [c + (j in item) for j, c in enumerate(before)]}


def release(i):
    pairs, key = list(zip(i["user"], i["item"])), i["coins"]
    if (len(key) != 32 or not 1 <= i["users"] <= 8 or not 1 <= i["items"] <= 8 or not 1 <= i["most"] <= 10**6 or len(set(pairs)) != len(pairs)
            or any(not 0 <= u < i["users"] or not 0 <= j < i["items"] for u, j in pairs)):
        return None
    child = key_derive({"parent": key, "name": "contributed"})["child"]
    hashes = [stream_words({"key": child, "user": u, "item": j, "round": 0, "from": 0, "count": 1})["word"][0] for u, j in pairs]
    contributed = [int(sum(other < own for other, (v, _) in zip(hashes, pairs) if v == u) < i["most"]) for own, (u, _) in zip(hashes, pairs)]
    return {"contributed": contributed,
            "released": [z + sum(c for c, (_, j) in zip(contributed, pairs) if j == item) for item, z in enumerate(i["noise"])]}


ALGORITHMS = {
    "dppop_count": count,
    "dppop_release": release,
}
