# SPDX-License-Identifier: 0BSD
"""Secure aggregation: shares, masks and messages; keys as far as the standard library and X25519 go."""
import struct

from streams import MASK, hashed, permuted, state, words_from

PRIME = (1 << 31) - 1
CURVE = (1 << 255) - 19


class Wrong(ValueError):
    """An input is not what key and round give."""


def x25519(secret, point=(9).to_bytes(32, "little")):
    """RFC 7748."""
    k = int.from_bytes(secret, "little") & ~7 & ((1 << 255) - 1) | 1 << 254
    x1 = int.from_bytes(point, "little") & ((1 << 255) - 1)
    x2, z2, x3, z3 = 1, 0, x1, 1
    for t in range(254, -1, -1):
        if k >> t & 1:
            x2, z2, x3, z3 = x3, z3, x2, z2
        a, b, c, d = x2 + z2, x2 - z2, x3 + z3, x3 - z3
        aa, bb, da, cb = a * a % CURVE, b * b % CURVE, d * a % CURVE, c * b % CURVE
        e = aa - bb
        x3_, z3_ = (da + cb) ** 2 % CURVE, x1 * (da - cb) ** 2 % CURVE
        x2_, z2_ = aa * bb % CURVE, e * (aa + 121665 * e) % CURVE
        x2, z2, x3, z3 = (x3_, z3_, x2_, z2_) if k >> t & 1 else (x2_, z2_, x3_, z3_)
    return (x2 * pow(z2, CURVE - 2, CURVE) % CURVE).to_bytes(32, "little")


def chacha20(key, length):
    """The key stream with a nonce of zeros."""
    stream = b""
    for number in range(length // 64 + 1):
        before = state(key, number.to_bytes(8, "little") + bytes(8))
        stream += struct.pack("<16I", *((a + b) & MASK for a, b in zip(before, permuted(before))))
    return stream[:length]


class Run:
    def __init__(self, i):
        self.i = i
        self.users = range(1, len(i["silent"]) + 1)
        self.length = len(i["vector"]) // len(self.users)
        self.child = hashed(i["key"], b"secagg")

    def to_step(self, step):
        return [u for u in self.users if self.i["silent"][u - 1] > step]

    def in_domain(self):
        i, n = self.i, len(self.users)
        return (max(i["vector"]) <= i["most"] and 8 <= i["bits"] <= 63 and n * i["most"] < 1 << i["bits"] and
                (n // 2 + 1 if i["authenticated"] else 2) <= i["threshold"] <= n and len(self.to_step(4)) >= i["threshold"])

    def drawn(self, user, kind, round_):
        return struct.pack("<4Q", *words_from(self.child, (user, kind, round_), 0, 4))

    def secrets_of(self, user):
        secrets = self.i["secrets"][128 * (user - 1):128 * user]
        return [secrets[at:at + 32] for at in range(0, 128, 32)]

    def check_keys(self):
        """What key and round give: session, secrets, coefficients, X25519 and mask keys."""
        i = self.i
        if i["session"] != self.drawn(0, 0, i["round"])[:16]:
            raise Wrong("session")
        for u in self.users:
            signing, seal, mask, own = self.secrets_of(u)
            if [signing, seal, mask, own] != [self.drawn(u, kind, i["round"] if kind else 0) for kind in range(4)]:
                raise Wrong("secrets")
            if i["public_keys"][96 * u - 64:96 * u] != x25519(seal) + x25519(mask):
                raise Wrong("public_keys")
        if i["mask_keys"] != b"".join(self.mask_keys()):
            raise Wrong("mask_keys")

    def mask_keys(self):
        sharing, session = self.to_step(1), self.i["session"]
        number = lambda u: u.to_bytes(4, "little")
        public = lambda u: self.i["public_keys"][96 * u - 32:96 * u]
        for u in sharing:
            yield hashed(self.secrets_of(u)[3], b"dpmfself" + session + number(u))
        for u in sharing:
            for v in sharing:
                if u < v:
                    agreed = x25519(self.secrets_of(u)[2], public(v))
                    yield hashed(agreed, b"dpmfmask" + session + number(u) + number(v) + public(u) + public(v))

    def polynomials(self):
        """Per user that shares: 22 lists of coefficients; checked against the stream and the secrets."""
        i, size = self.i, 22 * self.i["threshold"]
        flat = struct.unpack(f"<{len(i['coefficients']) // 4}I", i["coefficients"])
        answer = {}
        for place, u in enumerate(self.to_step(1)):
            of_user = flat[place * size:(place + 1) * size]
            answer[u] = [of_user[at:at + i["threshold"]] for at in range(0, size, i["threshold"])]
            words = iter(words_from(self.child, (u, 4, i["round"]), 0, size + 8))
            secrets = self.secrets_of(u)
            for at, polynomial in enumerate(answer[u]):
                limb = secrets[2 + at // 11][3 * (at % 11):3 * (at % 11) + 3]
                whole = (1 << 64) // PRIME * PRIME
                drawn = [next(w for w in words if w < whole) % PRIME for _ in range(1, i["threshold"])]
                if list(polynomial) != [int.from_bytes(limb, "little")] + drawn:
                    raise Wrong("coefficients")
        return answer

    def share(self, polynomials, v):
        values = [sum(c * pow(v, e, PRIME) for e, c in enumerate(p)) % PRIME for p in polynomials]
        return struct.pack("<22I", *values)

    def masks(self):
        width = 4 if self.i["bits"] <= 32 else 8
        for at in range(0, len(self.i["mask_keys"]), 32):
            words = chacha20(self.i["mask_keys"][at:at + 32], width * self.length)
            yield [int.from_bytes(words[j:j + width], "little") % (1 << self.i["bits"]) for j in range(0, len(words), width)]

    def masked_vectors(self, masks):
        sharing = self.to_step(1)
        x = {u: self.i["vector"][(u - 1) * self.length:u * self.length] for u in sharing}
        pairs = [(u, None) for u in sharing] + [(u, v) for u in sharing for v in sharing if u < v]
        for (u, v), mask in zip(pairs, masks):
            x[u] = [a + m for a, m in zip(x[u], mask)]
            if v:
                x[v] = [a - m for a, m in zip(x[v], mask)]
        return {u: [a % (1 << self.i["bits"]) for a in x[u]] for u in sharing}

    def head(self, kind, sender, to, count):
        return b"DSA1" + struct.pack("<3I", kind, sender, to) + self.i["session"] + struct.pack("<I", count)

    def signatures(self):
        for at in range(len(self.to_step(2)) + len(self.to_step(4))):
            yield self.i["signatures"][64 * at:64 * at + 64]


def transcript(i):
    run = Run(i)
    if not run.in_domain():
        return None
    run.check_keys()
    polynomials, masks = run.polynomials(), list(run.masks())
    masked, signature = run.masked_vectors(masks), run.signatures()
    share = {(u, v): run.share(polynomials[u], v) for u in polynomials for v in run.to_step(0)}
    stay, sharing = run.to_step(2), run.to_step(1)
    bits, uploads, answers = i["bits"], b"", b""
    for u in stay:
        packed = sum(a << bits * place for place, a in enumerate(masked[u]))
        uploads += run.head(5, u, 0, run.length) + packed.to_bytes((bits * run.length + 7) // 8, "little") + next(signature)
    for u in run.to_step(4):
        answers += run.head(9, u, 0, len(sharing))
        for v in sharing:
            answers += struct.pack("<IB", v, 1 if v in stay else 2) + (share[v, u][44:] if v in stay else share[v, u][:44])
        answers += next(signature)
    return {"share": b"".join(share[key] for key in sorted(share)),
            "mask": [number for mask in masks for number in mask],
            "masked": uploads,
            "survivors": run.head(6, 0, (1 << 32) - 1, len(stay)) + struct.pack(f"<{len(stay)}I", *stay),
            "unmask": answers,
            "sum": [sum(i["vector"][(u - 1) * run.length + place] for u in stay) for place in range(run.length)]}


ALGORITHMS = {
    "secagg_transcript": transcript,
}
