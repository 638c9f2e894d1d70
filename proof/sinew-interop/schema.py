"""Validates JSON files against a schema: python3 schema.py SCHEMA.json FILE.json…

Knows the keywords that our schemas use: type, enum, required, properties, additionalProperties, items and $ref into $defs.
"""

import json
import sys

TYPES = {"object": dict, "array": list, "string": str, "integer": int, "number": (int, float), "boolean": bool, "null": type(None)}


def is_type(value, name):
    return isinstance(value, TYPES[name]) and not (name in ("integer", "number") and isinstance(value, bool))


def problems(value, schema, root, path="$"):
    if "$ref" in schema:
        schema = root["$defs"][schema["$ref"].rsplit("/", 1)[1]]
    names = schema.get("type", [])
    names = [names] if isinstance(names, str) else names
    if names and not any(is_type(value, name) for name in names):
        yield f"{path} is {json.dumps(value)[:40]}, not of type {' or '.join(names)}"
        return
    if "enum" in schema and value not in schema["enum"]:
        yield f"{path} is {json.dumps(value)}, not one of {schema['enum']}"
    if isinstance(value, dict):
        for name in schema.get("required", []):
            if name not in value:
                yield f"{path} has no {name}"
        for name, item in value.items():
            part = schema.get("properties", {}).get(name, schema.get("additionalProperties"))
            if isinstance(part, dict):
                yield from problems(item, part, root, f"{path}.{name}")
    if isinstance(value, list) and "items" in schema:
        for k, item in enumerate(value):
            yield from problems(item, schema["items"], root, f"{path}[{k}]")


if __name__ == "__main__":
    schema = json.load(open(sys.argv[1]))
    found = [f"{name}: {problem}" for name in sys.argv[2:] for problem in problems(json.load(open(name)), schema, schema)]
    print("\n".join(found))
    sys.exit(bool(found))
