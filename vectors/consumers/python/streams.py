# SPDX-License-Identifier: 0BSD
"""Keys and the seeded stream: keyed BLAKE2b-256, XChaCha20."""
import hashlib
import struct

MASK = 0xFFFFFFFF


def hashed(key, data):
    return hashlib.blake2b(data, digest_size=32, key=key).digest()


def key_of_seed(i):
    return {"key": hashed(b"dpmf seed", i["seed"].to_bytes(8, "little"))}


def key_derive(i):
    return {"child": hashed(i["parent"], i["name"].encode("utf-8"))}


def quarter(x, a, b, c, d):
    for p, q, r, by in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
        x[p] = (x[p] + x[q]) & MASK
        y = x[r] ^ x[p]
        x[r] = (y << by | y >> (32 - by)) & MASK


def permuted(x):
    x = list(x)
    for _ in range(10):
        for j in range(4):
            quarter(x, j, 4 + j, 8 + j, 12 + j)
        for j in range(4):
            quarter(x, j, 4 + (j + 1) % 4, 8 + (j + 2) % 4, 12 + (j + 3) % 4)
    return x


def state(key, last):
    return struct.unpack("<16I", b"expand 32-byte k" + key + last)


def block(key, nonce, number):
    x = permuted(state(key, nonce[:16]))
    before = state(struct.pack("<8I", *x[:4], *x[12:]), number.to_bytes(8, "little") + nonce[16:])
    return struct.pack("<16I", *((a + b) & MASK for a, b in zip(before, permuted(before))))


def words_from(key, place, first, count):
    """`count` words of the stream of place = (user, item, round) from number `first` on."""
    nonce = b"".join(number.to_bytes(8, "little") for number in place)
    blocks = range(first // 8, (first + count + 7) // 8)
    words = [word for b in blocks for word in struct.unpack("<8Q", block(key, nonce, b))]
    return words[first % 8:first % 8 + count]


def stream_words(i):
    return {"word": words_from(i["key"], (i["user"], i["item"], i["round"]), i["from"], i["count"])}


ALGORITHMS = {
    "key_of_seed": key_of_seed,
    "key_derive": key_derive,
    "stream_words": stream_words,
}
