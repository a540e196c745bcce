"""The JSON twin of a PPN deal: ``id dealOrder cards{p1,p2,p3,t} bids{} main discarded contract accepted kontra refa
value starts throws[] summary{}``, one object, a list of them, or one a line.

In the published example ``p1`` to ``p3`` of cards and bids stand in deal order, those of the summary by player number.
So they are written; a summary in deal order is known by where its main player stands, and read too.

The form has no place for the tags of a game, and without them a deal is one of Prefko's own game.  So that a deal of
another game is not held against those rules, this program adds a key of its own, ``tags``: the tags of the text form
by name.  Who does not know it finds the other keys as they were.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from preferans_pbn.convert.decoding import decode
from preferans_pbn.convert.faults import SourceFault
from preferans_pbn.convert.json_source import Document, Node
from preferans_pbn.convert.judging import Place
from preferans_pbn.convert.model import Converted, Options, Source
from preferans_pbn.convert.ppn_model import Field, PpnDeal, Score, Tag, Throw
from preferans_pbn.convert.text_lines import text_lines

TITLE: Final = "PPN deal as JSON"
_PLACES: Final = ("p1", "p2", "p3")
_KEYS: Final = frozenset(("id", "dealOrder", "cards", "bids", "main", "discarded", "contract", "accepted", "kontra",
                          "refa", "value", "starts", "throws", "summary", "tags"))
_SIGNS: Final = {True: "M", False: "F"}


class JsonDeal(NamedTuple):
    """A deal of a JSON source: ``tags`` are those that stand with it (None: it has no such key); ``known`` has what is
    not understood in it."""

    deal: PpnDeal
    tags: list[Tag] | None
    known: Converted


def looks_like(head: bytes) -> bool:
    """Does a source that begins like this hold PPN deals as JSON?"""
    return b'"dealOrder"' in head and b'"bids"' in head


def deals(source: Source, options: Options) -> Iterator[JsonDeal | Converted]:
    """The deals of a source; a `Converted` where one cannot be read."""
    head = source.head().removeprefix(b"\xef\xbb\xbf").lstrip()
    first = head.split(b"\n", 1)[0].rstrip()
    if first.startswith(b"{") and first.endswith(b"}"):
        for line in text_lines(source, options):
            if line.fault is not None:
                yield Converted(None, [line.fault])
            elif line.text.strip():
                yield from _line(line.text, line.number)
        return
    document = Document(decode(source.read(options.size_limit), options.encoding), TITLE)
    for node in document.root.array() if isinstance(document.root.value, list) else [document.root]:
        yield _read(node, 0)


def _line(text: str, number: int) -> Iterator[JsonDeal | Converted]:
    try:
        yield _read(Document(text, TITLE).root, number - 1)
    except SourceFault as problem:
        problem.finding.line += number - 1
        yield Converted(None, [problem.finding])


def _read(node: Node, above: int) -> JsonDeal | Converted:
    try:
        one = Converted(None, node.unknown(_KEYS))
        for finding in one.diagnostics:
            finding.line += above
        return JsonDeal(_deal(node, above), _tags(node, above), one)
    except SourceFault as problem:
        problem.finding.line += above
        return Converted(None, [problem.finding])


def _deal(node: Node, above: int) -> PpnDeal:
    node.object()

    def text(found: Node) -> Field:
        value = found.value
        if isinstance(value, bool):
            value = int(value)
        if isinstance(value, float | dict | list) or value is None:
            raise found.unexpected("a text or a whole number")
        line, col = found.place
        shift = isinstance(found.value, str)  # the opening quote
        start = col + shift
        return Field(str(value), Place(line + above, start, start + max(1, len(str(value)))))

    def maybe(key: str) -> Field | None:
        found = node.get(key)
        return None if found is None or found.value is None else text(found)

    hands = [text(node["cards"][place]) for place in _PLACES]
    for hand, place in zip(hands, _PLACES, strict=True):
        if len(hand.text) != 10:
            raise node["cards"][place].unexpected("ten card codes")
    talon = text(node["cards"]["t"])
    if len(talon.text) != 2:
        raise node["cards"]["t"].unexpected("two card codes")
    line, col = node.place
    number = text(node["id"])
    if not number.text.isdigit():
        raise node["id"].unexpected("a number")
    deal = PpnDeal(
        whole=Field("", Place(line + above, col, col + 1)), id=number, order=text(node["dealOrder"]), hands=hands,
        talon=talon, bids=[text(node["bids"][place]) for place in _PLACES])
    if maybe("contract") is None:
        return deal
    for key in ("main", "discarded", "contract", "accepted", "kontra", "refa", "value", "starts"):
        setattr(deal, key, maybe(key))
    throws = node.get("throws")
    if throws is not None:
        deal.throws_field = Field("", Place(throws.place[0] + above, throws.place[1], throws.place[1] + 1))
        for throw in throws.array():
            winner = throw.get("winner")
            deal.throws.append(Throw(text(throw["cards"]), None if winner is None else text(winner)))
    if node.get("summary") is not None:
        deal.scores = [_score(node["summary"][place], text) for place in _summary_places(node, deal)]
    if deal.value is not None and not deal.value.text.isdigit():
        raise node["value"].unexpected("a number")
    return deal


def _tags(node: Node, above: int) -> list[Tag] | None:
    """The tags that stand with a deal."""
    found = node.get("tags")
    if found is None:
        return None
    tags = []
    for name, value in found.members():
        if not isinstance(value.value, str):
            raise value.unexpected("a text")
        line, col = value.place
        place = Place(line + above, col + 1, col + 1 + max(1, len(value.value)))
        tags.append(Tag(Field(name, place), Field(value.value, place)))
    return tags


def _summary_places(node: Node, deal: PpnDeal) -> tuple[str, ...]:
    """The keys of the summary in deal order."""
    by_number = tuple(f"p{digit}" for digit in deal.order.text)
    if deal.main is None or sorted(by_number) != list(_PLACES):
        return _PLACES
    entry = node["summary"].get(f"p{deal.main.text}")
    main = None if entry is None else entry.get("main")
    return by_number if main is not None and main.value is True else _PLACES


def _score(node: Node, text: Any) -> Score:
    field = text(node["tricks"]) if "tricks" in node.object() else None
    if field is None:
        line, col = node.place
        return Score(Field("0", Place(line, col, col + 1)))
    score = Score(field, _SIGNS[node["main"].flag()], node["tricks"].integer(0, 10))
    for key in ("left", "right"):
        found = node.get(key)
        score.supe += 0 if found is None else found.integer(0, 10**6)
    middle = node.get("middle")
    if middle is not None:
        score.bule = middle.integer(-(10**6), 10**6)
    return score


def json_text(fields: dict[str, Any], tags: Mapping[str, str]) -> str:
    """A deal as a line of JSON, from the fields of the text form by name and its tags."""
    order = fields["order"]
    cards = fields["cards"]
    deal: dict[str, Any] = {
        "id": int(fields["id"]), "dealOrder": int(order),
        "cards": {**{place: cards[10 * i : 10 * i + 10] for i, place in enumerate(_PLACES)}, "t": cards[30:]},
        "bids": dict(zip(_PLACES, fields["bids"], strict=True)),
    }
    if "contract" in fields:
        deal.update(
            main=int(fields["main"]), discarded=fields["discarded"], contract=_number(fields["contract"]),
            accepted=int(fields["accepted"]), kontra=_number(fields["kontra"]), refa=fields["refa"] == "1",
            value=int(fields["value"]), starts=int(fields["starts"]))
        starts = int(fields["starts"])
        deal["throws"] = []
        for number, throw in enumerate(fields["throws"], 1):
            deal["throws"].append({"id": number, "starts": starts, "cards": throw[:-1], "winner": int(throw[-1])})
            starts = int(throw[-1])
        summaries = zip((f"p{digit}" for digit in order), map(_summary, fields["scores"]), strict=True)
        deal["summary"] = dict(sorted(summaries))
    if tags:
        deal["tags"] = dict(tags)
    return json.dumps(deal, ensure_ascii=False, separators=(",", ":"))


def _number(text: str) -> int | str:
    return int(text) if text.isdigit() else text


def _summary(score: tuple[str, int, int, str, int]) -> dict[str, Any]:
    kind, tricks, bule, side, supe = score
    if kind == "0":
        return {}
    found: dict[str, Any] = {"main": kind == "M", "tricks": tricks}
    if side:
        found["left" if side == "L" else "right"] = supe
    if bule or kind == "M":
        found["middle"] = bule
    return found


