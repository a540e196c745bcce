"""``convert``: a text in another format, and what was lost on the way."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from typing import Any

from preferans_pbn.conformance.ops.errors import Unsupported, malformed
from preferans_pbn.conformance.ops.text import content_of
from preferans_pbn.convert import Format, Source, UnknownFormat, find_format
from preferans_pbn.convert.model import MissingPackage
from preferans_pbn.record import Record
from preferans_pbn.variants import Ruleset


def convert(rules: Ruleset, data: Mapping[str, Any]) -> dict[str, Any]:
    """The records of a text in the format ``from`` written in the format ``to``; the codes of what was lost, each
    once, in order.

    Raises OpError (malformed) where no record can be read, Unsupported where the formats are not known here.
    """
    reader, writer = _format(data["from"]), _format(data["to"])
    if not reader.reads or not writer.writes or writer.files:
        raise Unsupported(f"from {reader.name} to {writer.name} is no conversion of one text to another")
    source = Source.of_bytes(content_of({name: data[name] for name in ("text", "base64") if name in data}))
    codes: set[str] = set()
    problems: list[str] = []
    count = 0

    def records() -> Iterator[Record]:
        nonlocal count
        for one in reader.read(source):
            codes.update(loss.code for loss in one.losses)
            codes.update(found.code for found in one.diagnostics if found.code.startswith("W7"))
            if one.record is not None:
                count += 1
                yield one.record
            else:
                problems.extend(f"{found.code} {found.message}" for found in one.diagnostics)

    stream = io.StringIO()
    try:
        codes.update(loss.code for loss in writer.write(records(), stream))
    except MissingPackage as missing:
        raise Unsupported(str(missing)) from None
    if not count:
        raise malformed(problems[0] if problems else "there is no record")
    return {"text": stream.getvalue(), "losses": sorted(codes)}


def _format(name: str) -> Format:
    try:
        return find_format(name)
    except UnknownFormat as unknown:
        raise Unsupported(str(unknown)) from None
