"""A deal line or a trick log of jpref, as `grammar/deal_lines.lark` has it: its cards with their places."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from preferans_pbn.cards import Card
from preferans_pbn.convert.faults import SourceFault
from preferans_pbn.convert.grammars import parse
from preferans_pbn.convert.judging import Place, placed_at
from preferans_pbn.convert.spelling import SUIT_LETTERS, card_of

TITLE: Final = "deal line"
_RANKS: Final = {**{rank: rank for rank in "789TJQKA"}, "X": "T", "10": "T",
                 "Х": "T", "Т": "T", "В": "J", "Д": "Q", "К": "K", "А": "A"}
"""Ranks as written, Cyrillic ones too, to the notation's letters."""
_STRAINS: Final = {"-": "NT", "NT": "NT", "БК": "NT"}
_SIZES: Final = [10, 10, 10, 2]


class Spot(NamedTuple):
    """A card and where it stands."""

    card: Card
    place: Place


@dataclass(slots=True)
class DealLine:
    """A deal line.  ``hands`` and ``talon`` as far as the groups of cards tell them apart.

    ``contract`` is a word of the notation, "" where what is expected names none; ``counts`` the expected tricks;
    ``expected`` all that stands behind the arrow; ``others``: words that the syntax does not have.
    """

    line: int
    whole: Place
    hands: list[list[Spot]]
    talon: list[Spot]
    elder: int
    elder_place: Place
    contract: str = ""
    contract_place: Place | None = None
    counts: list[int] = field(default_factory=list)
    expected: str = ""
    comment: str = ""
    others: tuple[str, Place] | None = None
    sizes: list[int] = field(default_factory=list)


@dataclass(slots=True)
class Log:
    """A trick log: the cards of each trick in playing order."""

    line: int
    whole: Place
    tricks: list[list[Spot]]
    comment: str = ""


def read_line(text: str, line: int) -> DealLine | Log:
    """The deal or the log on a line.  Raises SourceFault with its place."""
    tree = parse("deal_lines", text, line, TITLE)
    [content] = tree.children
    if content.data == "log":
        return _log(content, text, line)
    return _deal(content, text, line)


def _place(token: Any, line: int) -> Place:
    return Place(line, token.column, token.column + len(token))


def _whole(text: str, line: int) -> Place:
    return Place(line, len(text) - len(text.lstrip()) + 1, len(text.rstrip()) + 1)


def _spots(token: Any, line: int, suit: str) -> list[Spot]:
    """The cards of a group; ``suit`` is the letter in force where it has no sign."""
    text = str(token)
    at = 0
    if token.type == "GROUP":
        suit = SUIT_LETTERS[text[0]]
        at = 2 if text[1] in "\ufe0e\ufe0f" else 1
    spots: list[Spot] = []
    while at < len(text):
        size = 2 if text.startswith("10", at) else 1
        start = token.column + (at if spots else 0)  # the first card of a group has the sign with it
        place = Place(line, start, token.column + at + size)
        spots.append(Spot(card_of(suit, _RANKS[text[at : at + size]]), place))
        at += size
    return spots


def _deal(tree: Any, text: str, line: int) -> DealLine:
    groups: list[tuple[int, int, list[Spot]]] = []  # start and end in the line, cards
    expect = None
    deal = DealLine(line, _whole(text, line), [], [], 0, _whole(text, line))
    others: list[Any] = []
    for child in tree.children:
        if not hasattr(child, "type"):
            expect = child
        elif child.type == "GROUP":
            groups.append((child.start_pos, child.end_pos, _spots(child, line, "")))
        elif child.type == "ELDER":
            deal.elder, deal.elder_place = int(child), _place(child, line)
        elif child.type == "COMMENT":
            deal.comment = str(child)[1:].strip()
        else:
            others.append(child)
    if others:
        place = Place(line, others[0].column, others[-1].end_column)
        deal.others = text[others[0].start_pos : others[-1].end_pos], place
    parts = _parted(groups)
    deal.sizes = [len(part) for part in parts]
    deal.hands = [*parts, [], [], []][:3]
    deal.talon = [spot for part in parts[3:] for spot in part]
    if expect is not None:
        _expectation(deal, expect, text, line)
    return deal


def _parted(groups: list[tuple[int, int, list[Spot]]]) -> list[list[Spot]]:
    """Groups of cards as hands and talon: parted by two blanks or more, else by their numbers.

    Where neither gives three hands of ten and two cards, it is what the blanks say.
    """
    by_gaps: list[list[Spot]] = []
    end = -9
    for start, stop, spots in groups:
        if start - end >= 2 or not by_gaps:
            by_gaps.append([])
        by_gaps[-1] += spots
        end = stop
    if [len(part) for part in by_gaps] == _SIZES:
        return by_gaps
    by_count: list[list[Spot]] = [[]]
    for _, _, spots in groups:
        if len(by_count[-1]) >= 10 and len(by_count) < 4:
            by_count.append([])
        by_count[-1] += spots
    return by_count if [len(part) for part in by_count] == _SIZES else by_gaps


def _expectation(deal: DealLine, tree: Any, text: str, line: int) -> None:
    tokens = list(tree.scan_values(lambda value: True))
    if not tokens:
        return
    deal.expected = " ".join(text[tokens[0].start_pos : tokens[-1].end_pos].split())
    first = tokens[0]
    deal.counts = [int(token) for token in tokens if token.type == "COUNT"]
    if first.type == "BID":
        word = str(first)
        level = "10" if word.startswith(("10", "X", "Х")) else word[0]
        strain = word.removeprefix("10") if word.startswith("10") else word[1:]
        deal.contract = level + (_STRAINS.get(strain) or SUIT_LETTERS[strain[0]])
    elif first.type == "MISERE":
        deal.contract = "misere"
    elif first.type == "ALL_PASS" or len(deal.counts) == 3:
        deal.contract = "all-pass"
    if deal.contract:
        deal.contract_place = Place(line, first.column, tokens[-1].end_column)


def _log(tree: Any, text: str, line: int) -> Log:
    log = Log(line, _whole(text, line), [])
    suit = ""
    for child in tree.children:
        if hasattr(child, "type"):
            log.comment = str(child)[1:].strip()
            continue
        trick: list[Spot] = []
        for token in child.children:
            if token.type == "RANKS" and not suit:
                raise SourceFault(placed_at("foreign-value", _place(token, line), field="trick", value=str(token),
                                            format=TITLE, expected="a suit sign before the first card"))
            trick += _spots(token, line, suit)
            suit = next(letter for letter in "SCDH" if "SCDH".index(letter) == trick[-1].card >> 3)
        if len(trick) > 3:
            raise SourceFault(placed_at("foreign-value", trick[3].place, field="trick", value=f"{len(trick)} cards",
                                        format=TITLE, expected="three cards"))
        log.tricks.append(trick)
    return log
