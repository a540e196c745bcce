"""One line of pasted hands: who or what it is about, and the cards on it with their places.

``С: ♠ТКД97 ♣10 8``, ``п В1082 ч 972 б Т5 т ТД104``, ``♠ — 7, 8, 9, 10, ♣ — 8``, ``Jug: pik A K 9, tref –``,
``Прикуп: 7♠ Д♥``.  A line that is none of these is prose.  What is no card on a line of cards is told with its place;
the cards beside it are kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from preferans_pbn.convert.faults import shown
from preferans_pbn.convert.judging import Place, placed_at
from preferans_pbn.diagnostics import Diagnostic
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
_SLOVAK: Final = {"E": "A", "H": "Q", "D": "J", "O": "Q", "U": "J"}
_SLOVAK_SUITS: Final = frozenset(map(spellings.folded, (
    "zeleň", "zelene", "listy", "žaluď", "žalude", "guľa", "gule", "červeň", "červene")))
"""Suits of German cards by their Slovak names, whose ranks have letters of their own (H horník, D dolník)."""
_GERMAN: Final = {"D": "Q", "O": "Q", "U": "J", "B": "J"}
_GERMAN_SUITS: Final = frozenset(map(spellings.folded, (
    "laub", "grün", "gras", "blatt", "eichel", "schell", "schellen", "rot")))
"""The same by their German names (O Ober, U Unter).  D is Daus, the ace, or Dame: see `doubtful_queens`.

Herz is a suit of both packs: Ober and Unter are no letters of the French one."""
_FRENCH_SUITS: Final = frozenset(map(spellings.folded, (
    "pik", "pika", "pike", "tref", "treff", "trefa", "kreuz", "karo", "karó")))
"""Suits of French cards by the names that Germans, Serbs and Slovaks have for them."""
_RED: Final = "rot"
"""A suit of German cards; beside French suits it is only what colour hearts have."""
_JACKS: Final = "Žž"
_ENGLISH: Final = frozenset("AQJ")
_RUSSIAN: Final = frozenset("ДВ")
_LOOKS_LATIN: Final = frozenset("ТК")
_ENOUGH: Final = 3
"""So many cards must stand on a line for each thing that is none: else the line is no hand."""
_BARE: Final = re.compile(r"(?:10|[7-9AKQJTXx]|[ТКДВХх]|(?<=[AKQJTX])[DB]|[ \u00a0,;])+")
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
    problems: list[Diagnostic] = field(default_factory=list)
    """What on the line is no card."""
    letters: str = ""
    """The letters that its ranks are written with."""
    latin_tens: list[tuple[str, Place]] = field(default_factory=list)
    """Those of the cards whose ten is a Latin T, and"""
    cyrillic_aces: list[tuple[str, Place]] = field(default_factory=list)
    """whose ace is a Cyrillic Т: where the other ranks are of the other alphabet, both can be meant."""
    queens: list[tuple[tuple[str, Place], str]] = field(default_factory=list)
    """Those whose queen is a D, each with the kind of its suit, and"""
    kinds: set[str] = field(default_factory=set)
    """the kinds of all suits: ``sign``, ``letter``, ``french``, ``german``, ``rot``, ``slovak``, or ``""`` for other
    words."""
    strange: str = ""
    """The letters among what is no card."""

    def take(self, name: str, place: Place, rank: str) -> None:
        """A card, whose rank is written ``rank``."""
        card = name, place
        self.cards.append(card)
        if len(rank) == 1 and rank.isalpha():
            self.letters += rank
        if rank == "T":
            self.latin_tens.append(card)
        elif rank == "Т":
            self.cyrillic_aces.append(card)


@dataclass(slots=True)
class Line:
    """What a line says.

    ``kind`` is ``hand``, ``talon``, ``discard``, a value of `HEADINGS`, ``prose``, ``blank``, or ``fault``: cards with
    so much beside them that they make no hand.  ``label`` is the seat's word as written (``""`` where the line has
    none), ``name`` the player's; ``text`` what follows, for the headings.
    """

    kind: str
    place: Place
    label: str = ""
    name: str = ""
    text: str = ""
    holding: Holding = field(default_factory=Holding)


def doubtful(holdings: Sequence[Holding], russian: bool) -> list[tuple[Holding, tuple[str, Place]]]:
    """Those cards of one hand whose T is the ten in one alphabet and the ace (туз) in the other.

    ``russian``: ranks of the deal are written as Russians do.  Letters that only one of the two has decide.
    """
    letters = frozenset("".join(one.letters for one in holdings))
    if letters & _RUSSIAN:
        return [(one, card) for one in holdings for card in one.latin_tens]
    if letters & _ENGLISH:
        return [(one, card) for one in holdings for card in one.cyrillic_aces]
    return [(one, card) for one in holdings for card in one.latin_tens if russian or letters & _LOOKS_LATIN]


def doubtful_queens(holdings: Sequence[Holding]) -> list[tuple[Holding, tuple[str, Place], str, str]]:
    """Those cards of a deal whose D need not be the queen (Dame, dama), each with the two things that it can be.

    In German suits it may be the ace (Daus), unless the deal has suits of French cards and of German ones none but Rot.
    Behind a sign it is the queen, unless something else of the deal is written as on German cards (O and U for Ober and
    Unter), as on Slovak ones (E for eso, where D is dolník), in English (Q) or with letters for suits.  What another
    card is already it cannot be.
    """
    kinds = {kind for one in holdings for kind in one.kinds}
    strange = {letter for one in holdings for letter in one.strange}
    letters = {letter for one in holdings for letter in one.letters}
    names = {name for one in holdings for name, _ in one.cards}
    found: list[tuple[Holding, tuple[str, Place], str, str]] = []
    for one in holdings:
        for card, kind in one.queens:
            suit = card[0][0]
            other = ""
            if "german" in kinds or (kind == _RED and not kinds & {"french", "sign"}):
                other = f"{suit}A (Daus)"
            elif kind == "sign" and ("slovak" in kinds or "E" in strange):
                other = f"{suit}J (dolník)"
            elif kind == "sign" and not strange.isdisjoint("OU"):
                other = f"{suit}A (Daus)"
            elif kind == "sign" and ("letter" in kinds or "Q" in letters):
                other = "the suit of diamonds"
            if other and other[:2] not in names:
                found.append((one, card, other, f"{suit}Q (Dame)"))
    return found


def is_russian(holdings: Iterable[Holding]) -> bool:
    """Are ranks of these cards written as Russians do?"""
    return any(_RUSSIAN & set(one.letters) for one in holdings)


def read_line(text: str, number: int) -> Line:
    """The line ``number`` of a source."""
    whole = Place(number, len(text) - len(text.lstrip()) + 1, max(len(text.rstrip()), 1) + 1)
    if not text.strip():
        return Line("blank", whole)
    match = _LABEL.match(text)
    if match is not None:
        found = _labelled(text, number, whole, match)
        if found is not None:
            return found
    start = len(text) - len(text.lstrip(" \t*>•"))
    cards = _card_list(text, number, start)
    if cards is not None and len(cards.cards) > 1:
        return Line("hand" if _is_hand(cards) else "fault", whole, holding=cards)
    if _begins_with_suit(text, start):
        scan = _Scan(text, number, start)
        # What has two cards is meant as a hand, and the rest of it must be one; what has none is prose.
        if scan.run(strict=False) and (scan.holding.cards or scan.holding.pattern or scan.voids):
            return Line("hand", whole, holding=scan.holding)
        if len(scan.holding.cards) > 1:
            scan = _Scan(text, number, start)
            scan.run(strict=True)
            return Line("hand" if _is_hand(scan.holding) else "fault", whole, holding=scan.holding)
    bare = _bare(text, number, start) or _bare_first(text, number, start, strict=False)
    if bare is not None:
        return Line("hand" if bare.cards and _is_hand(bare) else "fault", whole, holding=bare)
    return Line("prose", whole, text=text.strip())


def _is_hand(holding: Holding) -> bool:
    return len(holding.cards) >= _ENOUGH * len(holding.problems)


def _bare(text: str, number: int, start: int) -> Holding | None:
    """The fault of ranks without a suit (``ТКДхх``, ``ТКД97 Т8 К7 Д9``); None where the line is something else."""
    match = _BARE.fullmatch(text.rstrip(), start)
    if match is None:
        return None
    groups = _groups(match[0])
    ranks = [rank for group in groups for rank in group]
    several = 1 < len(groups) <= len(_LATIN_SUITS) and any(len(group) > 1 for group in groups)
    if len(ranks) < 3 or not any(rank.isalpha() for rank in ranks if rank not in spellings.SMALL):
        return None
    if _twice(ranks) and (not several or any(map(_twice, groups))):
        return None
    return Holding(problems=[_suitless(match, number)])


def _bare_first(text: str, number: int, start: int, *, strict: bool) -> Holding | None:
    """The cards of a line whose first ranks lack their suit (``ТКД97 ♣10 8``), which are told; None where it is
    something else.  ``strict``: the line is a hand in any case, and what does not fit is told too."""
    match = _BARE.match(text, start)
    if match is None or match[0][-1] not in _GLUE or not _begins_with_suit(text, match.end()) or (
            text.rstrip()[-1] in _SIGNS):  # there the suits stand behind their ranks
        return None
    groups = _groups(match[0])
    ranks = [rank for group in groups for rank in group]
    if len(ranks) < 2 or any(map(_twice, groups)) or not (strict or any(rank.isalpha() for rank in ranks)):
        return None
    scan = _Scan(text, number, match.end())
    if not scan.run(strict) or not scan.holding.cards:
        return None
    scan.holding.problems.insert(0, _suitless(match, number))
    return scan.holding


def _groups(written: str) -> list[list[str]]:
    """The ranks of a text, those together that stand together."""
    return [re.findall("10|.", group) for group in re.split("[ \u00a0,;]+", written) if group]


def _twice(ranks: list[str]) -> bool:
    """Does a rank that is named stand twice?"""
    named = [rank for rank in ranks if rank not in spellings.SMALL]
    return len(set(named)) < len(named)


def _suitless(match: re.Match[str], number: int) -> Diagnostic:
    """The finding that the ranks of a `_BARE` match have no suit."""
    written = match[0].strip(_GLUE)
    at = match.start() + match[0].index(written)
    groups = _groups(written)
    example = "".join(groups[0] if any(len(group) > 1 for group in groups) else map("".join, groups))
    return _odd(Place(number, at + 1, at + 1 + len(written)), written,
                f"a suit before its ranks, such as ♠{example},")


def _odd(place: Place, text: str, expected: str) -> Diagnostic:
    """The finding that what stands on a line of cards is none."""
    return placed_at("foreign-value", place, field="the hand", value=shown(text, 20), format=TITLE, expected=expected)


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
        name = (match["name"] or "").strip()
        if begins:
            return Line("hand", whole, label, name, holding=_cards_of(text, number, end, strict=True))
        if marked and (bare := _bare(text, number, end) or _bare_first(text, number, end, strict=True)) is not None:
            return Line("hand", whole, label, name, holding=bare)
        if marked:
            # The first word may be a suit that is not known; what follows tells whether this is a hand at all.
            holding = _cards_of(text, number, end, strict=True)
            if holding.cards and _is_hand(holding):
                return Line("hand", whole, label, name, holding=holding)
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
        self.kind = ""
        """The kind of the suit, as `Holding.kinds` has it; ``herz`` may be of either pack."""

    def run(self, strict: bool) -> bool:
        """Read to the end of the line.  At what does not fit it says False, or with ``strict`` tells it and goes on
        behind it: a rank that is none leaves its suit, behind a word nothing has a suit until the next one."""
        suit = ""
        by_letter = False
        ranks = voids = 0
        odd = -1
        while self._skip(suit, ranks):
            start = self.at
            rank = suit and self.text[self.at] in self.letters
            found = "" if rank and not self._long_word() else self._suit()
            if found:
                odd = self._told(odd, start, suit)
                suit, ranks, voids = found, 0, self.voids
                by_letter = self.at == start + 1 and self.text[start].isalpha()
                self.holding.suits += 1
                self.holding.kinds.add("letter" if by_letter and self.text[start] in _LATIN_SUITS else self.kind)
                continue
            if suit and self._rank(suit):
                ranks += 1
                continue
            if suit and not ranks and self._void():
                self.voids += 1
                continue
            if not strict:
                return False
            if odd < 0:
                odd = self.at
            self.at, is_rank = self._unknown(by_letter)
            if suit and is_rank and self.voids == voids:
                odd = self._told(odd, self.at, suit)
                ranks += 1
            else:
                suit = ""
        self._told(odd, self.at, suit)
        return True

    def _told(self, odd: int, end: int, suit: str) -> int:
        """Tell what stands from ``odd`` (-1: nothing does) to ``end``."""
        if odd >= 0:
            written = self.text[odd:end].rstrip(_GLUE)
            place = Place(self.number, odd + 1, odd + 1 + len(written))
            self.holding.problems.append(_odd(place, written, "a suit or a rank of it" if suit else "a suit"))
            self.holding.strange += "".join(word for word in _WORD.findall(written) if len(word) < _ENOUGH)
        return -1

    def _unknown(self, by_letter: bool) -> tuple[int, bool]:
        """Where what is not known ends, and whether it can only be meant as a rank.

        A letter can be a suit where suits are letters; another sign can be what became of a suit's sign on its way.
        """
        text, at = self.text, self.at
        if text[at].isdigit():
            return at + 1, True
        word = _WORD.match(text, at)
        if word is not None and any(
                letter not in _RANK_LETTERS and letter not in spellings.SMALL for letter in word[0][1:]):
            return word.end(), False
        behind = at > 0 and (text[at - 1] in _RANK_LETTERS or text[at - 1].isdigit())
        before = at + 1 < len(text) and (text[at + 1] in _RANK_LETTERS or text[at + 1].isdigit())
        return at + 1, (behind and not before) or (word is not None and not by_letter)

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
            self.letters, self.kind = _FRENCH, "sign"
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
        self.letters, self.kind = {}, ""
        if found[1] > 1 and word[0][0] not in _SMALL_SUITS:
            self._named(spellings.folded(word[0]))
        return found[0]

    def _named(self, name: str) -> None:
        """The suit is written as this word: which letters are ranks behind it."""
        if name in _GERMAN_SUITS:
            self.letters, self.kind = _GERMAN, _RED if name == _RED else "german"
        elif name == "herz":
            self.letters, self.kind = _GERMAN, name
        elif name in _SLOVAK_SUITS:
            self.letters, self.kind = _SLOVAK, "slovak"
        else:
            self.letters, self.kind = _FRENCH, "french" if name in _FRENCH_SUITS else ""

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
            queen = text[at] == "D" and self.kind in ("sign", "herz", "german", _RED)
            self._take(suit, self.letters[text[at]], place)
            if queen:
                self.holding.queens.append((self.holding.cards[-1], self.kind))
            return True
        if text[at] in _JACKS:
            self._take(suit, text[at], place)
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
        self.holding.take(f"{suit}{rank}", place, self.text[place.col - 1 : place.end_col - 1])
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
    """Cards that are each written with its suit (``7♠ Д♥``); None where a word is none.

    Where the suit's sign stands behind a rank there is no other way to read the line, so that a word that is no card is
    told and the others are kept.
    """
    holding = Holding()
    signed = False
    for word in re.compile(r"[^\s,;]+").finditer(text, start):
        written = word[0].replace("\ufe0f", "").replace("\ufe0e", "")
        place = Place(number, word.start() + 1, word.end() + 1)
        behind = bool(written) and written[-1] in _SIGNS
        rank = written[:-1] if behind else written[1:]
        sign = written[-1] if behind else written[:1]
        french = sign in _SIGNS and rank in _FRENCH
        name = spellings.card_of(f"{sign}{_FRENCH[rank]}" if french else written)
        if name is None:
            holding.problems.append(_odd(place, word[0], "a card"))
            continue
        signed |= behind
        holding.take(name, place, rank)
        holding.kinds.add("sign" if sign in _SIGNS else "")
        if french and rank == "D":
            holding.queens.append((holding.cards[-1], "sign"))
    if holding.problems and not (signed and holding.cards):
        return None
    holding.suits = len({name[0] for name, _ in holding.cards})
    return holding


def _cards_of(text: str, number: int, start: int, *, strict: bool) -> Holding:
    cards = _card_list(text, number, start)
    if cards is not None:
        return cards
    scan = _Scan(text, number, start)
    scan.run(strict)
    return scan.holding
