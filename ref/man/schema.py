# SPDX-License-Identifier: GPL-3.0-or-later
"""A JSON Schema as a list of a manual page: the path of every member, and what it is."""
import json

from mdoc import WIDTH, escape, sentences

TYPES = {"string": "a text", "number": "a number", "integer": "a whole number", "boolean": "true or false", "null": "null",
         "array": "a list", "object": "an object"}


def resolved(schema, node):
    while "$ref" in node:
        found = schema
        for part in node["$ref"].removeprefix("#/").split("/"):
            found = found[part]
        node = {**found, **{key: value for key, value in node.items() if key != "$ref"}}
    return node


def kind(node):
    """"a number", "\"a\" or \"b\""."""
    if "const" in node or "enum" in node:
        return " or ".join(json.dumps(value) for value in node.get("enum", [node.get("const")]))
    types = node.get("type", [])
    words = [TYPES[one] for one in ([types] if isinstance(types, str) else types)]
    alternatives = [kind(one) for key in ("oneOf", "anyOf") for one in node.get(key, [])]
    return " or ".join(words or alternatives) or "any value"


def members(schema, node, path=""):
    """[(path, node)] of all that can stand below; a list has the path of its elements."""
    node = resolved(schema, node)
    found = []
    for name, below in node.get("properties", {}).items():
        below = resolved(schema, below)
        inner = below
        while inner.get("type") == "array" and isinstance(inner.get("items"), dict):
            inner = resolved(schema, inner["items"])
        where = f"{path}.{name}" if path else name
        for one in (inner, *(resolved(schema, part) for key in ("oneOf", "anyOf") for part in inner.get(key, []))):
            if "properties" in one:
                inner = one
        deeper = members(schema, inner, where)
        if not deeper or "description" in below:
            found.append((where, below))
        found += deeper
    return found


def entries(file):
    schema = json.loads(file.read_text(encoding="utf-8"))
    out = [f".Bl -tag -width {'x' * WIDTH}"]
    for path, node in members(schema, schema):
        out += [f".It Li {escape(path)}", *sentences(": ".join(part for part in (kind(node), node.get("description")) if part))]
    return out + [".El"]
