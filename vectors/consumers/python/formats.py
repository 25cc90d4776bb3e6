# SPDX-License-Identifier: 0BSD
"""How the vector files write numbers, and how outputs are compared."""
import math
import struct


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


def read_list(read):
    return lambda values: [read(value) for value in values]


READ = {"integer": read_integer, "integers": read_list(read_integer), "double": read_double, "doubles": read_list(read_double),
        "rows": read_list(read_list(read_double)), "bytes": bytes.fromhex, "text": str}


def read_inputs(fields, inputs):
    if set(fields) != set(inputs):
        raise Malformed("other inputs than the algorithm has")
    return {name: READ[kind](inputs[name]) for name, kind in fields.items()}


def write_double(x):
    bits = struct.pack(">d", x).hex()
    text = "nan" if math.isnan(x) else float(x).hex()
    if "p" in text:  # as C99 writes it: no zeros at the end of the fraction
        mantissa, exponent = text.split("p")
        text = (mantissa.rstrip("0").rstrip(".") if "." in mantissa else mantissa) + "p" + exponent
        text = text.replace("0xp", "0x0p")
    return {"hex": text, "bits": bits}


def write(kind, value):
    """The value as the files write one of that kind."""
    if kind == "double":
        return write_double(value)
    if kind == "bytes":
        return value.hex()
    if kind == "integer":
        return str(int(value))
    if kind in ("integers", "doubles", "rows"):
        return [write({"integers": "integer", "doubles": "double", "rows": "doubles"}[kind], one) for one in value]
    return value


def bits_of(value):
    """What `exact` compares: doubles as their bits, after a check that the hex float agrees."""
    if isinstance(value, list):
        return [bits_of(one) for one in value]
    if isinstance(value, dict) and set(value) == {"hex", "bits"}:
        read_double(value)
        return value["bits"]
    return value


def rank(x):
    """Doubles in ascending order as ascending integers."""
    bits = struct.unpack(">q", struct.pack(">d", x))[0]
    return bits if bits >= 0 else -1 - (bits & 0x7FFFFFFFFFFFFFFF)


def agrees(compare, kind, expected, value):
    if compare == "exact":
        return bits_of(expected) == bits_of(write(kind, value))
    if isinstance(expected, list):
        return len(expected) == len(value) and all(agrees(compare, kind, e, v) for e, v in zip(expected, value))
    if compare == "enclosure":
        return read_double(expected["lo"]) <= value <= read_double(expected["hi"])
    if compare.startswith("ulp:"):
        return not math.isnan(value) and abs(rank(read_double(expected)) - rank(value)) <= int(compare[4:])
    raise Malformed(f"comparison {compare}")
