# SPDX-License-Identifier: GPL-3.0-or-later
"""Usage: schema.py SCHEMA DOCUMENT...   checks JSON documents against a JSON Schema (draft 2020-12), of which it knows
what our schemas use; a keyword that it does not know is an error. Where python3-jsonschema is installed, that must agree."""
import json
import re
import sys

TYPES = {"object": dict, "array": list, "string": str, "null": type(None), "boolean": bool}
KNOWN = {"$schema", "$comment", "$defs", "$ref", "title", "description", "type", "properties", "required", "additionalProperties",
         "minProperties", "items", "prefixItems", "minItems", "enum", "const", "anyOf", "pattern",
         "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"}


def is_of(value, name):
    if name in ("number", "integer"):
        return isinstance(value, int if name == "integer" else (int, float)) and not isinstance(value, bool)
    return isinstance(value, TYPES[name])


def same(a, b):
    return a == b and isinstance(a, bool) == isinstance(b, bool)


def faults_of_numbers(value, schema):
    limits = {"minimum": lambda a, b: a >= b, "maximum": lambda a, b: a <= b,
              "exclusiveMinimum": lambda a, b: a > b, "exclusiveMaximum": lambda a, b: a < b}
    if is_of(value, "number"):
        yield from (f"{value} against {key} {schema[key]}" for key, holds in limits.items() if key in schema and not holds(value, schema[key]))


def faults_of_lists(value, schema, root, at):
    first = schema.get("prefixItems", [])
    if len(value) < schema.get("minItems", 0):
        yield f"{at}: {len(value)} items"
    for i, item in enumerate(value):
        if i < len(first):
            yield from faults(item, first[i], root, f"{at}/{i}")
        elif schema.get("items", True) is False:
            yield f"{at}: item {i} too many"
        else:
            yield from faults(item, schema.get("items", {}), root, f"{at}/{i}")


def faults_of_objects(value, schema, root, at):
    properties, others = schema.get("properties", {}), schema.get("additionalProperties", True)
    yield from (f"{at}: no {key}" for key in schema.get("required", []) if key not in value)
    if len(value) < schema.get("minProperties", 0):
        yield f"{at}: {len(value)} properties"
    for key, item in value.items():
        if key in properties:
            yield from faults(item, properties[key], root, f"{at}/{key}")
        elif others is False:
            yield f"{at}: {key} is unknown"
        elif others is not True:
            yield from faults(item, others, root, f"{at}/{key}")


def faults(value, schema, root, at=""):
    unknown = set(schema) - KNOWN
    if unknown:
        raise SystemExit(f"schema.py does not know {sorted(unknown)}")
    if "$ref" in schema:
        yield from faults(value, root["$defs"][schema["$ref"].removeprefix("#/$defs/")], root, at)
    types = schema.get("type", [])
    types = [types] if isinstance(types, str) else types
    if types and not any(is_of(value, name) for name in types):
        yield f"{at}: {value!r} is no {' or '.join(types)}"
        return
    if "const" in schema and not same(value, schema["const"]):
        yield f"{at}: {value!r} is not {schema['const']!r}"
    if "enum" in schema and not any(same(value, one) for one in schema["enum"]):
        yield f"{at}: {value!r} is not one of {schema['enum']!r}"
    if "anyOf" in schema and not any(not list(faults(value, one, root, at)) for one in schema["anyOf"]):
        yield f"{at}: none of anyOf"
    if "pattern" in schema and isinstance(value, str) and not re.search(schema["pattern"], value):
        yield f"{at}: {value!r} does not match {schema['pattern']}"
    yield from (f"{at}: {fault}" for fault in faults_of_numbers(value, schema))
    if isinstance(value, list):
        yield from faults_of_lists(value, schema, root, at)
    if isinstance(value, dict):
        yield from faults_of_objects(value, schema, root, at)


def strict(schema, at=""):
    """Objects with properties say what else is allowed, and lists what they hold."""
    if isinstance(schema, dict):
        if "properties" in schema and schema.get("type") == "object" and schema.get("additionalProperties") is not False:
            yield f"{at}: other properties are allowed"
        if schema.get("type") == "array" and "items" not in schema:
            yield f"{at}: any items are allowed"
        for key, value in schema.items():
            yield from strict(value, f"{at}/{key}")
    if isinstance(schema, list):
        for i, value in enumerate(schema):
            yield from strict(value, f"{at}/{i}")


def no_constant(text):
    raise ValueError(f"{text} is no JSON")


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        schema = json.load(file)
    bad = [f"{sys.argv[1]}{fault}" for fault in strict(schema)]
    try:
        import jsonschema
        jsonschema.Draft202012Validator.check_schema(schema)
        other = jsonschema.Draft202012Validator(schema)
    except ImportError:
        other = None
    for name in sys.argv[2:]:
        with open(name, encoding="utf-8") as file:
            document = json.load(file, parse_constant=no_constant)
        found = list(faults(document, schema, schema))
        bad += [f"{name}{fault}" for fault in found]
        if other and (not found) != other.is_valid(document):
            bad.append(f"{name}: python3-jsonschema does not agree")
    for fault in bad[:20]:
        print(fault, file=sys.stderr)
    return 1 if bad or len(sys.argv) < 3 else 0


sys.exit(main())
