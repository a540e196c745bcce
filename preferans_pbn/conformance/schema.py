"""The JSON Schemas of cases, messages and operations: ``conformance/schema``."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from preferans_pbn.data_files import data_path

if TYPE_CHECKING:
    from jsonschema.protocols import Validator
    from referencing import Registry

BASE: Final = "urn:preferans-pbn:conformance:"


@lru_cache(maxsize=1)
def schemas() -> dict[str, Any]:
    """Every schema by its id."""
    found = {}
    for path in sorted(data_path("conformance/schema").rglob("*.json")):
        schema = json.loads(path.read_text(encoding="utf-8"))
        found[schema["$id"]] = schema
    return found


@lru_cache(maxsize=1)
def _registry() -> Registry[Any]:
    from referencing import Registry, Resource

    return Registry().with_resources((name, Resource.from_contents(schema)) for name, schema in schemas().items())


@lru_cache(maxsize=128)
def validator(reference: str) -> Validator:
    """The validator of ``reference`` below `BASE`: ``case``, ``op:score#/$defs/output``."""
    from jsonschema import Draft202012Validator

    return Draft202012Validator({"$ref": BASE + reference}, registry=_registry())


def faults(reference: str, data: Any) -> Iterator[str]:
    """What is wrong with ``data`` by the schema ``reference``, a sentence each; the deepest place first."""
    from jsonschema.exceptions import best_match

    errors = list(validator(reference).iter_errors(data))
    if errors:
        error = best_match(errors)
        assert error is not None
        yield f"{error.json_path}: {_short(error.message)}"


def fault(reference: str, data: Any) -> str:
    """The first fault, ``""`` where there is none."""
    return next(faults(reference, data), "")


def output_of(op: str) -> str:
    """The reference of an operation's output."""
    return f"op:{op}#/$defs/output"


def input_of(op: str) -> str:
    """The reference of an operation's input."""
    return f"op:{op}#/$defs/input"


@lru_cache(maxsize=64)
def output_names(op: str) -> frozenset[str]:
    """The names that an operation's output may have at top level."""
    schema = schemas()[f"{BASE}op:{op}"]["$defs"]["output"]
    if "$ref" in schema:
        place, _, pointer = schema["$ref"].partition("#/$defs/")
        schema = schemas()[place]["$defs"][pointer]
    names: set[str] = set()
    for part in (schema, *schema.get("oneOf", ())):
        names |= part.get("properties", {}).keys()
    return frozenset(names)


def _short(message: str) -> str:
    return message if len(message) <= 200 else f"{message[:197]}…"
