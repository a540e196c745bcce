"""The notation as text: reading, writing, places in the text, and the same records as JSON.

Everything is loaded when it is first used, so importing this package loads neither Lark nor the grammar.

* ``iter_records(source)``, ``iter_text(text)``: each record with what was found wrong in it;
* ``skim(source)``: each record's tags without reading it, and the record when asked for;
* ``load(source)``, ``loads(text)``: a list of records, or NotationError;
* ``dump(records, stream)``, ``dumps(record)``: the export form;
* ``locate(record, where)``, ``spans(record)``: where in the text a part of a record stands;
* ``to_json(record)``, ``from_json(data)``: a record as plain data.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from preferans_pbn.notation.json_form import JsonFormError, from_json, to_json
    from preferans_pbn.notation.places import locate, spans
    from preferans_pbn.notation.skimming import Skimmed, skim
    from preferans_pbn.notation.splitter import Limits
    from preferans_pbn.notation.stream import NotationError, ReadRecord, iter_records, iter_text, load, loads
    from preferans_pbn.notation.writer import canonical, dump, dumps

__all__ = [
    "JsonFormError", "Limits", "NotationError", "ReadRecord", "Skimmed", "canonical", "dump", "dumps", "from_json",
    "iter_records", "iter_text", "load", "loads", "locate", "skim", "spans", "to_json",
]

_HOMES = {
    "JsonFormError": "json_form", "from_json": "json_form", "to_json": "json_form",
    "locate": "places", "spans": "places",
    "Skimmed": "skimming", "skim": "skimming",
    "Limits": "splitter",
    "NotationError": "stream", "ReadRecord": "stream", "iter_records": "stream", "iter_text": "stream",
    "load": "stream", "loads": "stream",
    "canonical": "writer", "dump": "writer", "dumps": "writer",
}


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        from importlib import import_module

        return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
