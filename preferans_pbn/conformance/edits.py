"""Edits of one token: every way to make one slip in the text of a record, and what the checks say to it.

A token is a line, or a word of a line that says something about the deal: a seat, a card, a suit or a rank of a hand,
a call, an answer, a contract, a role, an outcome, a whole number.  Free text, dates, rules, marks and comments are no
tokens.  Each token is

* **deleted**, a word with the blank beside it;
* **doubled**: it stands twice, a word with a blank between, a part of a word without;
* **swapped** with the next one: a line with the next line, a word or part with the next of the same value or section;
* **replaced**, but for lines, by every other token of its kind (`OTHERS`): a card by the 31 others, a call by every
  other call of the notation, a number by the one below and the one above.

An edit that changes nothing is none, and two edits that give the same text are one.  The order is fixed: that of the
text, and for each token that of this list.
"""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from preferans_pbn.cards import CARD_NAMES, RANKS, SUITS
from preferans_pbn.notation import words
from preferans_pbn.record import SEATS

ACTIONS: Final = ("deleted", "doubled", "swapped", "replaced")
OTHERS: Final[Mapping[str, tuple[str, ...]]] = {
    "seat": tuple(SEATS),
    "suit": tuple(SUITS),
    "rank": tuple(RANKS),
    "card": tuple(CARD_NAMES),
    "call": tuple(sorted(words.AUCTION_CALLS)),
    "answer": tuple(sorted(words.DEFENCE_CALLS)),
    "bid": tuple(sorted(words.BIDS)),
    "contract": tuple(sorted(words.CONTRACTS)),
    "role": tuple(sorted(words.ROLES)),
    "outcome": tuple(sorted(words.OUTCOMES)),
    "open": ("pair", "passer"),
}
"""What a token of a kind is replaced by; a number by its neighbours."""

_SEAT: Final = r"(?P<seat>[SWNE])"
_SHARES: Final = re.compile(rf"\b{_SEAT}(?=:)|(?P<number>\d+)")
_PLAIN_SEAT: Final = re.compile(_SEAT)
_CARDS: Final = re.compile(r"(?P<card>[SCDH][AKQJT987])")
_HANDS: Final = re.compile(rf"\b{_SEAT}(?=:)|(?P<suit>[SCDH])|(?P<rank>[AKQJT987])")
_NUMBER: Final = re.compile(r"(?P<number>\d+)")
_TAGS: Final[Mapping[str, re.Pattern[str]]] = {
    **dict.fromkeys(("Dealer", "Dummy", "Leader", "Declarer", "Aces", "Auction", "Defence", "Play"), _PLAIN_SEAT),
    **dict.fromkeys(("Deal", "Position"), _HANDS),
    **dict.fromkeys(("Talon", "Discard"), _CARDS),
    **dict.fromkeys(("Tricks", "Claim", "Refe", "Kontra"), _SHARES),
    **dict.fromkeys(("AllPassRun", "Target", "Bule", "Kasa", "KasaLeft"), _NUMBER),
    "Defenders": re.compile(rf"\b{_SEAT}(?=:)|(?<=:)(?P<role>[a-z-]+)"),
    "Bid": re.compile(r"(?P<bid>.+)"),
    "Contract": re.compile(r"(?P<contract>.+)"),
    "Outcome": re.compile(r"(?P<outcome>.+)"),
    "Open": re.compile(r"(?P<open>.+)"),
}
"""The tokens of a tag's value."""
_SECTIONS: Final[Mapping[str, re.Pattern[str]]] = {
    "Auction": re.compile(r"(?<!\S)(?P<call>[a-z0-9][A-Za-z0-9-]*)"),
    "Defence": re.compile(r"(?<!\S)(?P<answer>[a-z][a-z-]*)"),
    "Play": re.compile(rf"(?P<card>[SCDH][AKQJT987])|(?<=>){_SEAT}"),
    **dict.fromkeys(("OpeningSheetTable", "AdjustTable", "ScoreTable", "SheetTable", "SettlementTable"),
                    re.compile(rf"\b{_SEAT}(?=[ :])|(?P<number>\d+)")),
}
"""The tokens of a section's rows."""
_WORDS: Final = frozenset({"card", "call", "answer"})
"""Tokens that are whole words, though marks may stand behind them."""
_TAG: Final = re.compile(r'\[([A-Za-z]+)[ \t]+"([^"\n]*)"[ \t]*\]')


class Token(NamedTuple):
    """``kind``: ``line`` or a key of `OTHERS` or ``number``; ``owner``: the tag or section; its place in the text, and
    the number of the value or body that it is a part of."""

    kind: str
    owner: str
    start: int
    end: int
    group: int


class Edit(NamedTuple):
    """A text with one edit: which token, what was done to it."""

    token: Token
    action: str
    text: str


def tokens_of(text: str) -> list[Token]:
    """The words of a record's text, in order."""
    found: list[Token] = []
    owner, group = "", 0
    for line in _lines(text):
        tag = _TAG.match(text, line.start, line.end)
        pattern = _SECTIONS.get(owner)
        if tag is None and pattern is not None:
            found += _matches(pattern, text, owner, line.start, line.end, group)
        elif tag is not None:
            owner = tag[1]
            group += 2
            if owner in _TAGS:
                found += _matches(_TAGS[owner], text, owner, tag.start(2), tag.end(2), group - 1)
    return found


def lines_of(text: str) -> list[Token]:
    """The lines of a record's text that are no comments, in order."""
    return list(_lines(text))


def _lines(text: str) -> Iterator[Token]:
    owner = ""
    for found in re.finditer(r"[^\n]+\n?", text):
        line = found[0]
        if line[0] in "%;{" or not line.strip():
            continue
        tag = _TAG.match(line)
        if tag is not None:
            owner = tag[1]
        yield Token("line", owner, found.start(), found.end(), 0)


def _matches(pattern: re.Pattern[str], text: str, owner: str, start: int, end: int, group: int) -> Iterator[Token]:
    for found in pattern.finditer(text, start, end):
        assert found.lastgroup is not None
        yield Token(found.lastgroup, owner, found.start(), found.end(), group)


# ---- edits ---------------------------------------------------------------------------------------------------


def others_of(token: Token, text: str) -> tuple[str, ...]:
    """What ``token`` is replaced by."""
    word = text[token.start:token.end]
    if token.kind == "number":
        number = int(word)
        return tuple(str(other) for other in (number - 1, number + 1) if other >= 0)
    return tuple(other for other in OTHERS.get(token.kind, ()) if other != word)


def deleted(text: str, token: Token) -> str:
    """``text`` without ``token``; a word goes with a blank beside it."""
    start, end = token.start, token.end
    if token.kind != "line":
        if end < len(text) and text[end] == " " and _begins(text, start):
            end += 1
        elif text[start - 1] == " " and _ends(text, end):
            start -= 1
    return text[:start] + text[end:]


def doubled(text: str, token: Token) -> str:
    """``text`` with ``token`` twice."""
    word = text[token.start:token.end]
    if token.kind == "line" and not word.endswith("\n"):
        word = f"\n{word}"
    elif _begins(text, token.start) and (token.kind in _WORDS or _ends(text, token.end)):
        word = f" {word}"
    return text[:token.end] + word + text[token.end:]


def replaced(text: str, token: Token, other: str) -> str:
    """``text`` with ``other`` in the place of ``token``."""
    return text[:token.start] + other + text[token.end:]


def swapped(text: str, first: Token, second: Token) -> str:
    """``text`` with the two tokens in one another's place."""
    one, two = text[first.start:first.end], text[second.start:second.end]
    if first.kind == "line" and not two.endswith("\n"):
        one, two = one.removesuffix("\n"), f"{two}\n"
    return text[:first.start] + two + text[first.end:second.start] + one + text[second.end:]


def _begins(text: str, at: int) -> bool:
    return at == 0 or text[at - 1] in ' \n"'


def _ends(text: str, at: int) -> bool:
    return at == len(text) or text[at] in ' \n"'


def edits_of(text: str) -> Iterator[Edit]:
    """Every edit of one token, each text once."""
    seen = {text}
    for edit in _all_edits(text):
        if edit.text not in seen:
            seen.add(edit.text)
            yield edit


def _all_edits(text: str) -> Iterator[Edit]:
    tokens = sorted([*lines_of(text), *tokens_of(text)], key=lambda token: (token.start, token.kind != "line"))
    following: dict[Token, Token] = {}
    last: dict[int, Token] = {}
    for token in tokens:
        if token.group in last:
            following[last[token.group]] = token
        last[token.group] = token
    for token in tokens:
        yield Edit(token, "deleted", deleted(text, token))
        yield Edit(token, "doubled", doubled(text, token))
        if token in following:
            yield Edit(token, "swapped", swapped(text, token, following[token]))
        for other in others_of(token, text):
            yield Edit(token, "replaced", replaced(text, token, other))


# ---- what the checks say ---------------------------------------------------------------------------------------


@dataclass(slots=True)
class EditCounts:
    """``edits``: how many; ``accepted``: how many gave no error; ``first``: how many gave this error first;
    ``codes``: in how many each code was found, warnings too; ``kinds``: edits and accepted edits by kind of token and
    action."""

    edits: int = 0
    accepted: int = 0
    first: Counter[str] = field(default_factory=Counter)
    codes: Counter[str] = field(default_factory=Counter)
    kinds: dict[str, tuple[int, int]] = field(default_factory=dict)

    def add(self, edit: Edit, codes: list[str]) -> str:
        """Count one edit with the codes of its findings; the first error, ``accepted`` where there is none."""
        first = next((code for code in codes if code.startswith("E")), "accepted")
        self.edits += 1
        if first == "accepted":
            self.accepted += 1
        else:
            self.first[first] += 1
        self.codes.update(set(codes))
        kind = f"{edit.token.kind} {edit.action}"
        edits, accepted = self.kinds.get(kind, (0, 0))
        self.kinds[kind] = edits + 1, accepted + (first == "accepted")
        return first


def codes_of(text: str) -> list[str]:
    """The codes that reading and replaying ``text`` find, in the order of the text."""
    from preferans_pbn.checking import check_stream
    from preferans_pbn.notation import iter_records

    reads = iter_records(io.BytesIO(text.encode()))
    return [finding.code for checked in check_stream(reads) for finding in checked.diagnostics]


def count_edits(text: str) -> EditCounts:
    """What comes of every edit of the record ``text``."""
    counts = EditCounts()
    for edit in edits_of(text):
        counts.add(edit, codes_of(edit.text))
    return counts
