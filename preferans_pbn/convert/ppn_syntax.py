"""A line of a PPN file: a tag or a deal, as `grammar/ppn.lark` has it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from preferans_pbn.convert.faults import SourceFault, fault
from preferans_pbn.convert.grammars import parse
from preferans_pbn.convert.judging import Place
from preferans_pbn.convert.ppn_model import TITLE, Field, PpnDeal, Score, Tag, Throw

if TYPE_CHECKING:
    from lark import Tree

_PART: Final = re.compile(r"[^,]+")
_ESCAPE: Final = re.compile(r"\\(.)")
_SCORE: Final = re.compile(r"([A-Z])([0-9]+)((?::[A-Z]?[-+]?[0-9]+)*)")
_EARLIER_PASS: Final = "D"


def read_line(text: str, line: int) -> Tag | PpnDeal:
    """The tag or deal on a line.  Raises SourceFault (foreign-syntax, foreign-value) with its place."""
    tree = parse("ppn", text, line, "line of a PPN file")
    [content] = tree.children
    if content.data == "tag":
        return _tag(content, line, len(text))
    return _deal(content, text, line)


def _field(token: Any, line: int) -> Field:
    return Field(str(token), Place(line, token.column, token.column + len(token)))


def _tag(tree: Tree[Any], line: int, length: int) -> Tag:
    name = _field(tree.children[0], line)
    if len(tree.children) < 2:
        return Tag(name, Field("", Place(line, name.place.end_col, name.place.end_col + 1)))
    value = _field(tree.children[1], line)
    if value.text.startswith('"'):
        return Tag(name, Field(_ESCAPE.sub(r"\1", value.text[1:-1]), value.place))
    text = value.text.rstrip()
    return Tag(name, Field(text, value.place.part(0, len(text))))


def _deal(tree: Tree[Any], text: str, line: int) -> PpnDeal:
    fields: dict[str, Field] = {}
    for token in tree.scan_values(lambda value: True):
        fields[token.type] = _field(token, line)
    number = fields.get("ID") or fields["NUMBER"].part(0, len(fields["NUMBER"].text) - 1)
    start = len(text) - len(text.lstrip())
    whole = Field(text.strip(), Place(line, start + 1, len(text.rstrip()) + 1))
    cards = fields["CARDS"]
    if len(cards.text) != 32:
        raise fault("foreign-value", line, cards.place.col, field="cards", value=f"{len(cards.text)} characters",
                    format=TITLE, expected="32, one a card")
    earlier = "DEALER" in fields
    order = _order_from(fields["DEALER"]) if earlier else fields["ORDER"]
    deal = PpnDeal(
        whole=whole, id=number, order=order, cards=cards, hands=[cards.part(10 * i, 10) for i in range(3)],
        talon=cards.part(30, 2), bid_field=fields["BIDS"], bids=_parts(fields["BIDS"]), earlier=earlier)
    if earlier:
        deal.bids = [Field("P" if bid.text == _EARLIER_PASS else bid.text, bid.place) for bid in deal.bids]
    if "CONTRACT" not in fields:
        return deal
    for name in ("main", "discarded", "contract", "accepted", "came", "kontra", "refa", "value", "starts"):
        setattr(deal, name, fields.get(name.upper()))
    deal.throws_field = fields["THROWS"]
    if fields["THROWS"].text not in ("0", "-"):
        deal.throws = [_throw(one, earlier) for one in _parts(fields["THROWS"])]
    deal.scores = [_counts(one) if earlier else score_of(one)
                   for one in _parts(fields["COUNTS" if earlier else "SUMMARY"])]
    return deal


def _order_from(dealer: Field) -> Field:
    """The deal order that the dealer alone tells: the players go round 1, 2, 3."""
    if dealer.text not in "123":
        raise fault("foreign-value", dealer.place.line, dealer.place.col, field="dealer", value=dealer.text,
                    format=TITLE, expected="1, 2 or 3")
    last = int(dealer.text)
    return Field("".join(str((last + i) % 3 + 1) for i in range(3)), dealer.place)


def _parts(field: Field) -> list[Field]:
    return [field.part(found.start(), len(found[0])) for found in _PART.finditer(field.text)]


def _throw(field: Field, earlier: bool) -> Throw:
    """A trick: all but the last character are cards."""
    size = len(field.text)
    if not 3 <= size <= 4:
        raise fault("foreign-value", field.place.line, field.place.col, field="throw", value=field.text, format=TITLE,
                    expected="two or three cards and who took them")
    return Throw(field.part(0, size - 1), field.part(size - 1))


def score_of(field: Field) -> Score:
    """A part of the summary such as ``M6:-20``, ``F1:L20:20``, ``0``.  Raises SourceFault."""
    score = Score(field)
    if field.text == "0":
        return score
    found = _SCORE.fullmatch(field.text)
    amounts = [part for part in found[3].split(":") if part] if found else []
    if found is None or found[1] not in "MF":
        raise _bad_score(field)
    score.kind, score.tricks = found[1], int(found[2])
    for amount in amounts:
        if amount[0] in "LR" and score.kind == "F":
            score.supe += int(amount[1:])
        elif not amount[0].isalpha():
            score.bule += int(amount)
        else:
            raise _bad_score(field)
    return score


def _bad_score(field: Field) -> SourceFault:
    return fault("foreign-value", field.place.line, field.place.col, field="summary", value=field.text, format=TITLE,
                 expected="M and tricks, bule; F and tricks, supe (L or R), bule; or 0")


def _counts(field: Field) -> Score:
    """A part of the earlier edition's score: tricks, left supe, bule, right supe."""
    tricks, left, middle, right = map(int, field.text.split(":"))
    return Score(field, "", tricks, middle, left + right)


def tags_of(text: str) -> Iterator[str]:
    """The names of the tags that a text begins with, as far as its lines can be told at a glance."""
    for line in text.splitlines():
        found = re.match(r"\s*\[([A-Za-z][A-Za-z0-9]*)\b", line)
        if found:
            yield found[1]
