"""One line of pasted hands: who or what it is about, and the cards on it with their places.

``С: ♠ТКД97 ♣10 8``, ``п В1082 ч 972 б Т5 т ТД104``, ``♠ — 7, 8, 9, 10, ♣ — 8``, ``Jug: pik A K 9, tref –``,
``Прикуп: 7♠ Д♥``.  A line that is none of these is prose.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from preferans_pbn.convert.faults import fault, shown
from preferans_pbn.convert.judging import Place
from preferans_pbn.notation import spellings

TITLE: Final = "pasted hand"
_LABEL: Final = re.compile(
    r"[\s*>•\-–—_]*(?P<label>[^\W\d_]+(?: [^\W\d_]+)?)[*_]*\s*(?:\((?P<name>[^()]{1,60})\)\s*)?"
    r"(?P<mark>[:：.)=]|[—–-](?=\s|$))?[*_]*\s*")
_WORD: Final = re.compile(r"[^\W\d_]+")
_NUMBER: Final = re.compile(r"10|[789]")
_SIGNS: Final = "♠♤♣♧♦♢♥♡"
_GLUE: Final = " \t\u00a0,;.|/\ufe0f\ufe0e"
_DASHES: Final = "-–—−"
_JOINTS: Final = ":=" + _DASHES
_SMALL_SUITS: Final = "птбч"
_LATIN_SUITS: Final = "SCDH"
_RANK_LETTERS: Final = "AKQJTXТКДВХАQ"
_FRENCH: Final = {"D": "Q", "B": "J"}
_GERMAN: Final = {"E": "A", "H": "Q", "D": "J", "O": "Q", "U": "J"}
_GERMAN_SUITS: Final = frozenset(map(spellings.folded, (
    "zeleň", "zelene", "listy", "žaluď", "žalude", "guľa", "gule", "červeň", "červene", "laub", "grün", "eichel",
    "schell", "schellen")))
"""Suits of German cards, whose ranks have letters of their own (H horník, D dolník; O Ober, U Unter)."""
_EITHER: Final = {**_FRENCH, "O": "Q", "U": "J"}
"""Herz is a suit of both packs: Ober and Unter are no letters of the French one."""
_VOID_WORDS: Final = frozenset(("нет", "void", "nema", "nič", "keine"))

HEADINGS: Final = {
    spellings.folded(word): kind
    for kind, words in {
        "contract": ("контракт", "заказ", "игра", "contract", "game", "igra", "hra", "Spiel"),
        "declarer": ("играет", "разыгрывающий", "разыгрывает", "declarer", "nosilac", "Alleinspieler", "hlavný hráč"),
        "dealer": ("сдаёт", "сдающий", "сдатчик", "сдача", "dealer", "deli", "delilac", "Geber", "rozdáva"),
        "leader": ("ход", "ходит", "первый ход", "lead", "leader", "leads", "izlaz", "Ausspiel", "vynáša"),
    }.items() for word in words
}
"""What else a line may be about."""


@dataclass(slots=True)
class Holding:
    """Cards of a line: ``cards`` are names of the notation, each with its place; ``pattern``: the place of a small card
    that is not named."""

    cards: list[tuple[str, Place]] = field(default_factory=list)
    suits: int = 0
    pattern: Place | None = None
    pattern_text: str = ""


@dataclass(slots=True)
class Line:
    """What a line says.

    ``kind`` is ``hand``, ``talon``, ``discard``, a value of `HEADINGS`, ``prose`` or ``blank``; ``label`` the seat's
    word as written (``""`` where the line has none), ``name`` the player's; ``text`` what follows, for the headings.
    """

    kind: str
    place: Place
    label: str = ""
    name: str = ""
    text: str = ""
    holding: Holding = field(default_factory=Holding)


def read_line(text: str, number: int) -> Line:
    """The line ``number`` of a source.  Raises SourceFault (foreign-value) where a line that begins as a hand has
    something on it that is no card."""
    whole = Place(number, len(text) - len(text.lstrip()) + 1, max(len(text.rstrip()), 1) + 1)
    if not text.strip():
        return Line("blank", whole)
    match = _LABEL.match(text)
    if match is not None:
        found = _labelled(text, number, whole, match)
        if found is not None:
            return found
    start = len(text) - len(text.lstrip(" \t*>•"))
    if _begins_with_suit(text, start):
        scan = _Scan(text, number, start)
        # What has two cards is meant as a hand, and the rest of it must be one; what has none is prose.
        if scan.run(strict=False) and (scan.holding.cards or scan.holding.pattern or scan.voids):
            return Line("hand", whole, holding=scan.holding)
        if len(scan.holding.cards) > 1:
            _Scan(text, number, start).run(strict=True)
    cards = _card_list(text, number, start)
    if cards is not None and len(cards.cards) > 1:
        return Line("hand", whole, holding=cards)
    return Line("prose", whole, text=text.strip())


def _labelled(text: str, number: int, whole: Place, match: re.Match[str]) -> Line | None:
    """A line that begins with a seat or a heading; None where it does not."""
    end = match.end()
    for label in (match["label"], match["label"].split(" ")[0]):
        word = spellings.folded(label)
        if label != match["label"]:
            if " " not in match["label"]:
                break
            # Of two words only the first is the label: what follows it begins behind it.
            again = re.compile(r"\s*[:：.)=]?\s*").match(text, match.start("label") + len(label))
            end = again.end() if again else match.start("label") + len(label)
        marked = bool(match["mark"]) and label == match["label"]
        if word in spellings.TALON or word in spellings.DISCARD:
            kind = "talon" if word in spellings.TALON else "discard"
            return Line(kind, whole, label, holding=_cards_of(text, number, end, strict=marked))
        if word in HEADINGS and marked:
            return Line(HEADINGS[word], whole, label, text=text[end:].strip())
        seat = len(label) > 1 and spellings.seat_of(label) is not None
        letter = len(label) == 1 and label.isupper() and marked and match["mark"] in ":：.)"
        if not (seat or letter):
            continue
        rest = text[end:]
        if not rest.strip():
            return Line("hand", whole, label, (match["name"] or "").strip()) if seat or letter else None
        begins = _begins_with_suit(text, end) or _card_list(text, number, end) is not None
        if letter and not begins and label in _LATIN_SUITS:
            continue  # a suit with its ranks
        if begins:
            return Line("hand", whole, label, (match["name"] or "").strip(),
                        holding=_cards_of(text, number, end, strict=True))
    return None


def _begins_with_suit(text: str, at: int) -> bool:
    while at < len(text) and text[at] in _GLUE:
        at += 1
    if at >= len(text):
        return False
    if text[at] in _SIGNS:
        return True
    word = _WORD.match(text, at)
    if word is None:
        return False
    return _suit_word(word[0]) is not None


def _suit_word(word: str) -> tuple[str, int] | None:
    """The suit that a word begins with, and how many letters of it are the suit's."""
    if word[0] in _SMALL_SUITS and all(c in _RANK_LETTERS or c in spellings.SMALL for c in word[1:]):
        return {"п": "S", "т": "C", "б": "D", "ч": "H"}[word[0]], 1
    if len(word) > 1 and (suit := spellings.suit_of(word)) is not None:
        return suit, len(word)
    if word[0] in _LATIN_SUITS and (len(word) == 1 or all(c in "AKQJTXx" for c in word[1:])):
        return word[0], 1
    return None


class _Scan:
    """Suits and ranks from an offset of a line on."""

    def __init__(self, text: str, number: int, start: int) -> None:
        self.text = text
        self.number = number
        self.at = start
        self.holding = Holding()
        self.voids = 0
        self.letters: dict[str, str] = {}
        """Ranks that are letters of the language of the suit's word (D is dama beside herc, dolník beside červeň)."""

    def run(self, strict: bool) -> bool:
        """Read to the end of the line.  Raises SourceFault, or without ``strict`` says False, at what does not fit."""
        suit = ""
        ranks = 0
        while self._skip(suit, ranks):
            found = "" if suit and self.text[self.at] in self.letters and not self._long_word() else self._suit()
            if found:
                suit, ranks = found, 0
                self.holding.suits += 1
                continue
            if suit and self._rank(suit):
                ranks += 1
                continue
            if suit and not ranks and self._void():
                self.voids += 1
                continue
            if not strict:
                return False
            word = re.compile(r"\S+").match(self.text, self.at)
            odd = word[0] if word else self.text[self.at]
            raise fault("foreign-value", self.number, self.at + 1, field="the hand", value=shown(odd, 20), format=TITLE,
                        expected="a suit or a rank of it" if suit else "a suit")
        return True

    def _skip(self, suit: str, ranks: int) -> bool:
        """Pass over what stands between; is there more?  A dash is a void only behind a suit without ranks."""
        text = self.text
        while self.at < len(text):
            char = text[self.at]
            if char in _GLUE or char in "*_":
                self.at += 1
            elif char in _JOINTS and suit and not ranks:
                self.at += 1
                if char in _DASHES:
                    self.voids += 1
            else:
                return True
        return False

    def _suit(self) -> str:
        text, at = self.text, self.at
        if text[at] in _SIGNS:
            self.at += 1
            self.letters = {}
            return spellings.suit_of(text[at]) or ""
        word = _WORD.match(text, at)
        if word is None:
            return ""
        found = _suit_word(word[0])
        if found is None:
            return ""
        if len(word[0]) == found[1] == 1 and word[0] in _LATIN_SUITS and not re.match(
                r"[\s:=–—-]*(?:[AKQJTX789xх]|10|$|[–—-])", text[at + 1 :]):
            return ""
        self.at = at + found[1]
        self.letters = {}
        if found[1] > 1 and word[0][0] not in _SMALL_SUITS:
            name = spellings.folded(word[0])
            self.letters = _GERMAN if name in _GERMAN_SUITS else _EITHER if name == "herz" else _FRENCH
        return found[0]

    def _long_word(self) -> bool:
        """Is the next word a suit's or rank's whole word?"""
        word = _WORD.match(self.text, self.at)
        return word is not None and len(word[0]) > 1 and (
            spellings.suit_of(word[0]) is not None or spellings.rank_of(word[0]) is not None)

    def _rank(self, suit: str) -> bool:
        text, at = self.text, self.at
        place = Place(self.number, at + 1, at + 2)
        number = _NUMBER.match(text, at)
        if number is not None:
            self._take(suit, number[0], place.part(0, len(number[0])))
            return True
        word = _WORD.match(text, at)
        if word is None:
            return False
        if len(word[0]) > 1 and (rank := spellings.rank_of(word[0])) is not None and word[0] not in ("as",):
            self._take(suit, rank, place.part(0, len(word[0])))
            return True
        if text[at] in self.letters:
            self._take(suit, self.letters[text[at]], place)
            return True
        if text[at] in spellings.SMALL:
            if self.holding.pattern is None:
                begin = max(text.rfind(" ", 0, at) + 1, 0)
                stop = re.compile(r"\S*").match(text, at)
                self.holding.pattern = place
                self.holding.pattern_text = text[begin : stop.end() if stop else at + 1]
            self.at += 1
            return True
        if text[at] in _RANK_LETTERS:
            self._take(suit, text[at], place)
            return True
        return False

    def _take(self, suit: str, text: str, place: Place) -> None:
        rank = spellings.rank_of(spellings.in_ascii(text) if text == "А" else text)
        self.holding.cards.append((f"{suit}{rank}", place))
        self.at += place.end_col - place.col

    def _void(self) -> bool:
        word = _WORD.match(self.text, self.at)
        if word is not None and spellings.folded(word[0]) in _VOID_WORDS:
            self.at = word.end()
            return True
        if self.text[self.at] == "0":
            self.at += 1
            return True
        return False


def _card_list(text: str, number: int, start: int) -> Holding | None:
    """Cards that are each written with its suit (``7♠ Д♥``); None where a word is none."""
    holding = Holding()
    for word in re.compile(r"[^\s,;]+").finditer(text, start):
        name = spellings.card_of(word[0].replace("\ufe0f", "").replace("\ufe0e", ""))
        if name is None:
            return None
        holding.cards.append((name, Place(number, word.start() + 1, word.end() + 1)))
    holding.suits = len({name[0] for name, _ in holding.cards})
    return holding


def _cards_of(text: str, number: int, start: int, *, strict: bool) -> Holding:
    cards = _card_list(text, number, start)
    if cards is not None:
        return cards
    scan = _Scan(text, number, start)
    scan.run(strict)
    return scan.holding
