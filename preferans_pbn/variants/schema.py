"""The JSON Schema of variant files, made from the registry of parameters.

``variant.schema.json`` beside this module is its committed form, for editors and for programs in other
languages; a test makes it anew and compares.  To write it: ``python -m preferans_pbn.variants.schema``.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from preferans_pbn.variants.parameters import CARDS, FAMILIES, PARAMETERS, SUPPORTS, Parameter

SCHEMA_FILE: Final = Path(__file__).resolve().parent / "variant.schema.json"

_NAME: Final = "^[a-z0-9]+(-[a-z0-9]+)*$"


def build_schema() -> dict[str, Any]:
    """The schema as a JSON object.  Keys that are whole numbers in YAML count as their text."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A variant of Preferans: its rules as parameters, each with its source",
        "type": "object",
        "additionalProperties": False,
        "required": ["id", "revision", "title"],
        "properties": {
            "id": {"type": "string", "pattern": _NAME, "maxLength": 64},
            "revision": {"type": "integer", "minimum": 1, "maximum": 999999},
            "title": {"type": "string", "minLength": 1, "maxLength": 200},
            "description": {"type": "string", "maxLength": 4000},
            "family": {"enum": list(FAMILIES)},
            "extends": {"type": "string", "minLength": 1, "maxLength": 1000},
            "cards": {"enum": list(CARDS)},
            "aliases": {"type": "array", "uniqueItems": True, "items": {"type": "string", "pattern": _NAME}},
            "supports": {"type": "array", "uniqueItems": True, "items": {"enum": list(SUPPORTS)}},
            "parameters": {
                "type": "object",
                "additionalProperties": False,
                "properties": {entry.name: _place(entry) for entry in PARAMETERS.values()},
            },
        },
        "$defs": {
            "entry": {
                "type": "object",
                "additionalProperties": False,
                "required": ["value"],
                "properties": {"value": True, "source": {"$ref": "#/$defs/source"},
                               "reading": {"$ref": "#/$defs/reading"}},
            },
            **{entry.name: entry.type.schema() for entry in PARAMETERS.values()},
            "source": {"type": "array", "minItems": 1, "uniqueItems": True,
                       "items": {"type": "string", "minLength": 1, "maxLength": 80}},
            "reading": {"type": "string", "minLength": 1, "maxLength": 2000},
        },
    }


def _place(entry: Parameter) -> dict[str, Any]:
    value = {"$ref": f"#/$defs/{entry.name}"}
    return {"description": entry.meaning,
            "anyOf": [{"$ref": "#/$defs/entry", "properties": {"value": value}}, value]}


def schema_text() -> str:
    """The schema as it stands in the committed file."""
    return _pretty(build_schema(), 3) + "\n"


def _pretty(value: Any, depth: int, indent: str = "") -> str:
    """JSON with maps spread over lines down to ``depth``, so that a parameter takes one line."""
    if depth == 0 or not isinstance(value, dict):
        return json.dumps(value, ensure_ascii=False)
    inner = indent + "  "
    lines = (f"{inner}{json.dumps(key)}: {_pretty(item, depth - (key != 'parameters'), inner)}"
             for key, item in value.items())
    return "{\n" + ",\n".join(lines) + f"\n{indent}}}"


def load_schema() -> dict[str, Any]:
    """The committed schema."""
    schema: dict[str, Any] = json.loads(SCHEMA_FILE.read_text(encoding="utf-8"))
    return schema


if __name__ == "__main__":
    SCHEMA_FILE.write_text(schema_text(), encoding="utf-8")
