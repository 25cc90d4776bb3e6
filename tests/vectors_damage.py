#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""vectors_damage.py V1 OUT: for every output of every file of V1 a copy in OUT
in which one expected value is wrong by the least amount that must be noticed,
and for every file one in which a valid test is called invalid."""
import copy
import json
import os
import struct
import sys


def double(bits):
    x = struct.unpack(">d", bits.to_bytes(8, "big"))[0]
    text = x.hex()
    if text not in ("inf", "-inf", "nan"):  # as C99 writes it: no zeros at the end of the fraction
        mantissa, exponent = text.split("p")
        mantissa = mantissa.rstrip("0").rstrip(".") if "." in mantissa else mantissa
        text = ("-0x0p+0" if text[0] == "-" else "0x0p+0") if x == 0 else f"{mantissa}p{exponent}"
    return {"hex": text, "bits": f"{bits:016x}"}


def rank(json_double):
    bits = int(json_double["bits"], 16)
    return bits if bits < 2**63 else -1 - (bits - 2**63)


def unrank(r):
    return double(r if r >= 0 else -1 - r + 2**63)


def wrong(compare, value):
    """The value with its last leaf wrong; None when it has no leaf."""
    if isinstance(value, list):
        for i in reversed(range(len(value))):
            damaged = wrong(compare, value[i])
            if damaged is not None:
                return value[:i] + [damaged] + value[i + 1:]
        return None
    if compare == "enclosure":
        return {"lo": unrank(rank(value["hi"]) + 1), "hi": unrank(rank(value["hi"]) + 2)}
    if compare.startswith("ulp:"):
        return unrank(rank(value) + 2 * int(compare[4:]) + 1)
    if isinstance(value, dict) and "call" in value:
        return {**value, "value": str(int(value["value"]) + 1)}
    if isinstance(value, dict):
        return unrank(rank(value) + 1)
    if len(value) >= 64:  # bytes
        return value[:-1] + ("1" if value[-1] == "0" else "0")
    return str(int(value) + 1)


def tests(root):
    return [t for g in root["testGroups"] for t in g["tests"]]


def main(v1, out):
    for name in sorted(os.listdir(v1)):
        with open(os.path.join(v1, name), encoding="utf-8") as file:
            root = json.load(file)
        copies = {}
        for output in {o for t in tests(root) for o in t["outputs"]}:
            broken = copy.deepcopy(root)
            said = [(t, t["outputs"][output]) for t in tests(broken) if output in t["outputs"]]
            test, last = [(t, one) for t, one in said if wrong(one["compare"], one["value"]) is not None][-1]
            mistakes = [mistake[output]["value"] for mistake in test.get("mistakes", {}).values() if output in mistake]
            last["value"] = wrong(last["compare"], last["value"])
            while last["value"] in mistakes:  # a known one: then it is the mistake's answer that is refused
                last["value"] = wrong(last["compare"], last["value"])
            copies[output] = broken
        broken = copy.deepcopy(root)
        first = tests(broken)[0]
        first["result"], first["outputs"] = "invalid", {}
        copies["result"] = broken
        for output, broken in copies.items():
            with open(os.path.join(out, f"{name[:-5]}-{output}.json"), "w", encoding="utf-8") as file:
                json.dump(broken, file)


main(*sys.argv[1:])
