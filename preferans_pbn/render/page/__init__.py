"""Deals as one HTML page: a table to step through, without a network and with nothing beside it.

The page holds the steps of each deal as JSON, worked out by `preferans_pbn.render.page.steps`; its script only shows
them.  It is written deal by deal, so that memory does not grow with the number of deals.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final

from preferans_pbn.record import Record

if TYPE_CHECKING:
    from jinja2 import Template

    from preferans_pbn.variants import Ruleset

Lose = Callable[[int, str, str], None]
"""Told of something that the page does not hold: number of the record, what, why."""

TITLE: Final = "Preferans"
_ESCAPES: Final = str.maketrans({"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028",
                                 "\u2029": "\\u2029"})


def page(records: Iterable[Record], lose: Lose | None = None, lang: str = "") -> Iterator[str]:
    """The page that shows ``records``, in pieces; ``lose`` is told what it does not hold.  ``lang``: the language in
    which it opens for who has not chosen one, ``""``: the one that his browser prefers."""
    style, script = _joined("style"), "'use strict';\n(() => {\n" + _joined("script") + "})();\n"
    from preferans_pbn import __version__
    from preferans_pbn.render.page.data import words_json

    it = iter(records)
    first = next(it, None)
    yield from _template("page.html").generate(
        title=_title(first), lang=lang, style=style, script=script, style_hash=_hash(style), script_hash=_hash(script),
        pips=_file("pips.svg"), words=script_data(words_json()), version=__version__,
        deals=() if first is None else _deals(first, it, lose or (lambda number, what, why: None)))


def script_data(value: Any) -> str:
    """``value`` as JSON that may stand in a script element: no text in it can end the element or begin another."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).translate(_ESCAPES)


def _deals(first: Record, rest: Iterator[Record], lose: Lose) -> Iterator[tuple[str, str, str]]:
    """Each deal as kind (``deal``, or ``rules`` before the first deal that is played by them), data, and the deal as
    plain text."""
    from preferans_pbn.render.deal import deal_lines
    from preferans_pbn.render.describing import Describer
    from preferans_pbn.render.ink import plain
    from preferans_pbn.render.page.data import deal_json, rules_json, tidy

    describer = Describer()
    known: dict[Ruleset, int] = {}
    record: Record | None = first
    while record is not None:
        shown, findings = describer.describe(record)
        rules = None
        if shown.rules is not None:
            rules = known.get(shown.rules)
            if rules is None:
                rules = known[shown.rules] = len(known)
                yield "rules", script_data(tidy(rules_json(shown.rules))), ""
        text = _notation(record, shown.number, lose)
        yield ("deal", script_data(tidy(deal_json(shown, findings, rules, text))),
               "\n".join([*map(plain, deal_lines(shown)), *(f"{one.code} {one.message}" for one in findings)]))
        record = next(rest, None)


def _notation(record: Record, number: int, lose: Lose) -> str:
    """The record as it can be copied from the page; as it was written where parts of it could not be read."""
    from preferans_pbn.notation import dumps

    source = record.source
    if record.damaged:
        if source is not None and source.text:
            return source.text
        lose(number, ", ".join(sorted(record.damaged)), "could not be read and is not shown")
    try:
        return dumps(record)
    except ValueError as problem:
        if source is not None and source.text:
            return source.text
        lose(number, "record", f"cannot be written as notation, and only its steps are shown: {problem}")
        return ""


def _title(record: Record | None) -> str:
    from preferans_pbn.render.ink import visible

    return visible(record.event) if record is not None and record.event else TITLE


def _file(name: str) -> str:
    return (files(__name__) / name).read_text(encoding="utf-8")


def _joined(folder: str) -> str:
    """The files of a folder one after the other, in the order of their names."""
    return "".join(file.read_text(encoding="utf-8")
                   for file in sorted((files(__name__) / folder).iterdir(), key=lambda file: file.name))


def _hash(text: str) -> str:
    """The hash of a text by which a Content-Security-Policy lets it run."""
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


def _template(name: str) -> Template:
    from jinja2 import Environment, FunctionLoader, StrictUndefined

    environment = Environment(loader=FunctionLoader(_file), autoescape=True, undefined=StrictUndefined,
                              trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True)
    return environment.get_template(name)
