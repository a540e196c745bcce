"""What exactly is wrong at a place where the text does not fit, in words a player understands.

The functions here look only at the text around the fault and at the words that are possible there; they
give a `Fault`, which the reader turns into a diagnostic with line and column.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from preferans_pbn.cards import CARD_BY_NAME, RANKS, SUITS
from preferans_pbn.diagnostics import Fix
from preferans_pbn.notation import spellings, words
from preferans_pbn.notation.spellings import LOOK_ALIKES, TWO_WAYS, in_ascii, script_of
from preferans_pbn.record import INHERITABLE, SEATS, SECTIONS, TAGS, Key, Where


class Readings(NamedTuple):
    """A word or hand from ``start`` to ``end``: what it means if each T in it is the ``ten``, and if each is the
    ``ace`` of Russian cards (туз)."""

    ten: str
    ace: str
    start: int
    end: int


@dataclass(slots=True)
class Fault:
    """A finding before it is located: registry name, offsets in the record's text, message arguments.

    ``readings``: what the word can mean; which of the two it does is for `preferans_pbn.notation.doubts`.
    """

    name: str
    start: int
    end: int
    where: Where | None = None
    arguments: dict[str, Any] = field(default_factory=dict)
    fix: Fix | None = None
    readings: Readings | None = None


def fault(name: str, start: int, end: int, owner: str, key: Key = None, *, fix: Fix | None = None,
          **arguments: Any) -> Fault:
    """A `Fault` in ``owner`` (``""`` = outside all tags)."""
    return Fault(name, start, end, Where(owner, key) if owner else None, arguments, fix)


# ---- letters of other alphabets ------------------------------------------------------------------

def look_alike(word: str, start: int, owner: str, fits: Callable[[str], object], key: Key = None, *,
               letters_only: bool = False, cards: bool = False) -> Fault | None:
    """E102 if ``word`` fits once its Cyrillic and Greek look-alikes are ASCII letters, else None.

    ``letters_only``: the place is that of the letters themselves, from the first to the last of them.  ``cards``: a
    letter that is a rank of Russian cards too can be meant either way, and so the fix is not safe.
    """
    if word.isascii():
        return None
    meant = in_ascii(word)
    if not meant.isascii() or not fits(meant):
        return None
    odd = [at for at, c in enumerate(word) if c in LOOK_ALIKES]
    letter = word[odd[0]]
    first, end = (odd[0], odd[-1] + 1) if letters_only else (0, len(word))
    safe = not (cards and any(c in TWO_WAYS for c in word))
    title = "write it in ASCII letters" if safe else (
        f"if the ten is meant (with the ace, туз, it is {in_ascii(word.replace('Т', 'A'))})")
    return fault("look-alike-letter", start + first, start + end, owner, key,
                 fix=Fix(meant[first:end], safe, title), text=short(word, _HAND), letter=letter,
                 script=script_of(letter), meant=LOOK_ALIKES[letter], whole=meant)


_HAND: Final = 60
"""Characters of a message in which every hand has room."""


def short(text: str, most: int = 24) -> str:
    """``text`` for a message: at most ``most`` characters, and visible even where it is empty or odd."""
    if not text:
        return '""'
    if any(not c.isprintable() for c in text):
        text = "".join(c if c.isprintable() else f"U+{ord(c):04X}" for c in text)
    return text if len(text) <= most else text[: most - 1] + "…"


# ---- words that fit somewhere ----------------------------------------------------------------------

_MARKS: Final = r"(?:\^[ILRS])?[!?]{0,2}(?:\$[0-9]{1,3})*(?:=[1-9][0-9]?=)?"
_CARD: Final = rf"(?:[{SUITS}][{RANKS}]|-)"
_PLAY_WORD: Final = re.compile(
    rf"(?:[{SEATS}]:)?(?:\([{SUITS}][{RANKS}]\)|{_CARD}{_MARKS})|>[{SEATS}]|[*+]|[{SEATS}]:"
)
_MARKS_END: Final = re.compile(rf"(?<=.){_MARKS}$")
_MARKED: Final = re.compile(rf"([A-Za-z0-9-]+?|\?)({_MARKS})")
_CELL: Final = re.compile(
    r"[-+]?[0-9]+(?:/0*[1-9][0-9]*)?|-|\?|[SWNE]:(?:[-+]?[0-9]+(?:/0*[1-9][0-9]*)?|\?)"
    r"(?:,[SWNE]:(?:[-+]?[0-9]+(?:/0*[1-9][0-9]*)?|\?))*"
)


def is_call(word: str, calls: frozenset[str]) -> bool:
    """Whether ``word`` is one of ``calls`` or ``?``, with or without marks behind it."""
    match = _MARKED.fullmatch(word)
    return bool(match) and (match[1] in calls or match[1] == "?")  # type: ignore[index]  # the group always takes part


def is_card_word(word: str) -> bool:
    """Whether ``word`` can stand in a row of the play."""
    return _PLAY_WORD.fullmatch(word) is not None


_WORD: Final = re.compile(r"[^ \t\n{;]+")
_HINTS: Final = {
    "\u00a0": " (a no-break space)", "\u200b": " (a zero-width space)", "\ufeff": " (a byte order mark)",
    "“": ' (quotes are the plain ")', "”": ' (quotes are the plain ")', "„": ' (quotes are the plain ")',
    "}": " (no comment is open)", "%": " (a % line begins in the first column)",
}

_PLAIN: Final = {"\u00a0": " ", "\u200b": "", "\ufeff": ""}
"""Characters that nobody sees, and what stands for them."""


def _odd_character(text: str, pos: int, owner: str) -> Fault:
    char = text[pos]
    plain = _PLAIN.get(char)
    fix = None if plain is None else Fix(plain, True, "write a plain blank" if plain else "leave it out")
    return fault("unexpected-character", pos, pos + 1, owner, text=short(char), hint=_HINTS.get(char, ""), fix=fix)


def at_stop(text: str, pos: int, owner: str) -> Fault:
    """The fault at offset ``pos`` of ``text``, where the grammar found nothing that fits.

    ``owner`` is the tag or section before it.
    """
    if pos >= len(text):
        return fault("syntax", max(0, len(text) - 1), len(text), owner, text="the end", expected="")
    char = text[pos]
    if char == "{":
        return fault("unclosed-comment", pos, pos + 1, owner)
    if char == "[":
        return _malformed_tag(text, pos, owner)
    match = _WORD.match(text, pos)
    if char == "%" or match is None:
        return _odd_character(text, pos, owner)
    word = match[0]
    if not owner and "[" in word[1:]:
        # What stands before the Event tag of a record (clause N-2.6) is the fault, not the tag.
        word = word[: word.index("[", 1)]
    for offset, c in enumerate(word):
        if c in _HINTS or not c.isprintable():
            return _odd_character(text, pos + offset, owner)
    end = pos + len(word)
    if owner in ("Auction", "Defence"):
        return _bad_call(word, pos, end, owner, text)
    if owner == "Play":
        return _bad_card_word(word, pos, end, text)
    if owner in SECTIONS:
        return _bad_table_word(word, pos, text, owner)
    if not any(c.isalnum() for c in word):
        return _odd_character(text, pos, owner)
    return fault("syntax", pos, end, owner, text=short(word), expected='; a tag such as [Site "…"] can stand here')


def _bad_call(word: str, pos: int, end: int, owner: str, text: str) -> Fault:
    calls = words.AUCTION_CALLS if owner == "Auction" else words.DEFENCE_CALLS
    found = look_alike(word, pos, owner, lambda w: is_call(w, calls))
    if found:
        return found
    other = words.DEFENCE_CALLS if owner == "Auction" else words.AUCTION_CALLS
    if is_call(word, other) or is_call(word, calls) or is_card_word(word):
        section = "the auction" if owner == "Auction" else "the defence"
        return fault("syntax", pos, end, owner, text=short(word), expected=f"; a call of {section} can stand here")
    if not any(c.isalnum() for c in word):
        return fault("unexpected-character", pos, pos + 1, owner, text=short(word[0]), hint="")
    phrase, spelling = _phrase(text, pos, owner, calls)
    if spelling:
        return fault("bad-call", pos, pos + len(phrase), owner, text=short(phrase),
                     fix=Fix(spelling, True, "the notation's spelling"))
    return fault("bad-call", pos, end, owner, text=short(word))


_PHRASE: Final = re.compile(r"[^ \t\n{;]+(?:[ \t]+[^ \t\n{;]+){0,2}")


def _phrase(text: str, pos: int, owner: str, calls: frozenset[str]) -> tuple[str, str]:
    """The longest of the next words of the line that together spell a call (``ne dolazim``), and that call with the
    marks behind it; two empty texts where none does."""
    match = _PHRASE.match(text, pos)
    phrase = match[0] if match else ""
    while phrase:
        marks = _MARKS_END.search(phrase)
        bare = phrase[: marks.start()] if marks else phrase
        known = spellings.call_of(bare) if owner == "Auction" else spellings.answer_of(bare)
        for spelling in (known, bare.lower(), bare.upper()):
            if spelling in calls:
                return phrase, f"{spelling}{phrase[len(bare):]}"
        phrase = re.sub(r"[ \t]*[^ \t]+$", "", phrase)
    return "", ""


_LATER: Final = re.compile(r"(?P<passed>\{[^}]*\}|;[^\n]*|^%[^\n]*|"
                           r"[ \t]*(?:\$[0-9]{1,3}|=[0-9]+=|>[ \t]*[SWNE](?![^ \t\n{;]))[ \t]*)|"
                           r"(?P<word>[^ \t\n{;]+)|(?P<tag>^[ \t]*\[)", re.MULTILINE)
"""What stands in rows of the play: comments, marks and a winner's sign apart from their card, and words; a tag ends
them."""


def later_in_play(text: str, first: Fault) -> Iterator[Fault]:
    """The faults of the words behind ``first``, at which the play could not be read on."""
    if first.name not in ("bad-card", "look-alike-letter"):
        return
    for match in _LATER.finditer(text, first.end):
        if match["tag"] or (match["word"] or "").startswith("["):
            return
        word = match["word"]
        if word and not is_card_word(word):
            yield _bad_card_word(word, match.start(), match.end(), text)


def _bad_card_word(word: str, pos: int, end: int, text: str) -> Fault:
    found = look_alike(word, pos, "Play", is_card_word, cards=True)
    if found:
        found.readings = _card_readings(word, found)
        return found
    if is_card_word(word) or is_call(word, words.AUCTION_CALLS) or is_call(word, words.DEFENCE_CALLS):
        return fault("syntax", pos, end, "Play", text=short(word), expected="; a card can stand here")
    if not any(c.isalnum() or c in "♠♣♦♥" for c in word):
        return fault("unexpected-character", pos, pos + 1, "Play", text=short(word[0]), hint="")
    found = fault("bad-card", pos, end, "Play", text=short(word), fix=_card_fix(word))
    found.readings = _card_readings(word, found)
    return found


_CARD_PLACE: Final = re.compile(rf"((?:[{SEATS}]:)?)(\(?)([^()^!?$=]+?)(\)?)({_MARKS})")


def _card_fix(word: str) -> Fix | None:
    """The notation's spelling of a word of the play whose card is spelled otherwise (``♠A``, ``(пВ)``, ``S10!``)."""
    match = _CARD_PLACE.fullmatch(word)
    if match is None:
        return None
    seat, opened, card, closed, marks = match.groups()
    name = _card_name(card)
    meant = f"{seat}{opened}{name}{closed or ''}{marks}"
    return Fix(meant, True, "the notation's spelling") if name is not None and is_card_word(meant) else None


def _card_readings(word: str, found: Fault) -> Readings | None:
    """`Fault.readings` of a card that is no card of the notation, whose ten is a Latin T."""
    if found.fix is None or "T" not in word or "T" not in found.fix.replacement:
        return None
    meant = found.fix.replacement
    return Readings(meant, "A".join(meant.rsplit("T", 1)), found.start, found.end)


def _card_name(text: str) -> str | None:
    """The card that ``text`` spells in another way; None where it is none, or could be another one too: Cyrillic Т is
    the ace where the suit is no ASCII letter."""
    name = spellings.card_of(text)
    if name is not None and text[:1].isascii() and any(c in TWO_WAYS for c in text):
        return None
    return name


def _bad_table_word(word: str, pos: int, text: str, owner: str) -> Fault:
    line_start = text.rfind("\n", 0, pos) + 1
    end = pos + len(word)
    if not text[line_start:pos].strip():
        found = look_alike(word, pos, owner, lambda w: len(w) == 1 and w in SEATS)
        if found:
            return found
        return fault("bad-table", pos, end, owner, problem=f"a row begins with a seat S W N E, not {short(word)}")
    found = look_alike(word, pos, owner, lambda w: _CELL.fullmatch(w))
    if found:
        return found
    return fault("bad-table", pos, end, owner,
                 problem=f"{short(word)} is not a cell: a cell is a number, p/q, amounts by seat (S:8,E:4), - or ?")


_TAG_NAME: Final = re.compile(r"\[[A-Za-z][A-Za-z0-9_]*")
_STRING_PART: Final = re.compile(r'(?:[^"\\\x00-\x1f\x7f]|\\["\\#])*')


def _malformed_tag(text: str, pos: int, owner: str) -> Fault:
    """A line that begins with ``[`` but is no tag: say which part is missing."""
    line_end = text.find("\n", pos)
    line_end = len(text) if line_end < 0 else line_end

    def next_word(at: int) -> tuple[int, str]:
        while at < line_end and text[at] in " \t":
            at += 1
        match = re.compile(r'[^\s"\]]+|.').match(text, at, line_end)
        return at, match[0] if match else ""

    name = _TAG_NAME.match(text, pos, line_end)
    if name is None:
        found = _foreign_name(text, pos + 1, line_end)
        if found:
            return found
        at, word = next_word(pos + 1)
        return fault("syntax", at, at + max(1, len(word)), owner, text=short(word) if word else "the line's end",
                     expected="; a tag's name comes directly behind [")
    tag = name[0][1:]
    at = name.end()
    while at < line_end and text[at] in " \t":
        at += 1
    if at == name.end() and at < line_end and text[at] != '"':
        found = _foreign_name(text, pos + 1, line_end)
        if found:
            return found
        at, word = next_word(at)
        return fault("syntax", at, at + len(word), tag, text=short(word),
                     expected="; a tag's name has letters and digits only")
    if at >= line_end or text[at] != '"':
        at, word = next_word(at)
        return fault("syntax", at, at + max(1, len(word)), tag, text=short(word) if word else "the line's end",
                     expected=f'; the value of {tag} comes in double quotes')
    if at == name.end():
        return fault("syntax", at, at + 1, tag, text='"', expected=f"; a blank comes between {tag} and its value")
    body = _STRING_PART.match(text, at + 1, line_end)
    stop = body.end() if body else at + 1
    if stop >= line_end:
        return fault("unclosed-string", at, line_end, tag)
    if text[stop] == "\\":
        return fault("unexpected-character", stop, stop + 1, tag, text="\\",
                     hint=' (in quotes write \\\\ for \\ and \\" for ")')
    if text[stop] != '"':
        return _odd_character(text, stop, tag)
    at, word = next_word(stop + 1)
    if word == "]":
        # The form is right, so it is the place: a second Note number or a Note without its section.
        return fault("syntax", pos, at + 1, owner, text=short(f"[{tag} …]"),
                     expected="; notes stand behind the rows of Auction, Defence and Play")
    return fault("syntax", at, at + max(1, len(word)), tag, text=short(word) if word else "the line's end",
                 expected="; a tag ends with ]")


def _foreign_name(text: str, start: int, line_end: int) -> Fault | None:
    """E102 if the tag's name at ``start`` has letters that only look like those of a known name."""
    match = re.compile(r'[^\s"\]]+').match(text, start, line_end)
    if match is None:
        return None
    return look_alike(match[0], start, "", lambda name: name in TAGS or name == "Note", letters_only=True)


# ---- values of known tags ------------------------------------------------------------------------

_BLANKS: Final = re.compile(r"[^ \t]+")
_EXPECTED: Final[dict[str, str]] = {
    "Date": "a date is YYYY.MM.DD, with ? for what is not known",
    "Variant": "a variant is a name such as sochi-codex, with or without a revision (sochi-codex@1)",
    "Base": "a variant is a name such as sochi-codex",
    "Rules": "rules are key=value pairs separated by blanks",
    "Target": "an amount is a whole number or p/q",
    "Bule": "an amount is a whole number or p/q",
    "Kasa": "an amount is a whole number or p/q",
    "KasaLeft": "an amount is a whole number or p/q",
    "AllPassRun": "it is a whole number",
    "Refe": "it is a count a seat (S:1 E:1)",
    "Talon": "it is the cards that lie in the talon (H8 H7)",
    "Discard": "it is the cards put away (C7 D7), - for none, ? for unknown",
    "Deal": "it is a hand a seat (S:SAKQ.C7.HT9 W:-)",
    "Position": "it is a hand a seat (S:SAKQ.C7.HT9 W:-)",
    "Bid": "a bid is one of the bids of the auction (7H, misere, hand-3)",
    "Contract": "a contract is 6S to 10NT, misere, all-pass, S D H C, betl, sans, durch, preferans or the like",
    "Defenders": "it is a role a seat (W:whist E:pass)",
    "Kontra": "it is the giver's seat and a level from 1 to 4 (W:2)",
    "Open": "it is pair or passer",
    "Claim": "it is a number a seat, ? where it is not known (S:1 W:0 E:2)",
    "Tricks": "it is a number a seat, ? where it is not known (S:8 W:0 E:2)",
    "Outcome": "an outcome is played, passed-out, half, own, conceded, refe, redeal or thrown-in",
    "Note": "a note is its number, a colon and the text (1:text)",
}
_WORD_LISTS: Final = {
    "Bid": words.BIDS, "Contract": words.CONTRACTS, "Open": words.OPEN_VALUES, "Outcome": words.OUTCOMES,
}
_SEAT_TAGS: Final = frozenset(
    ("Dealer", "Dummy", "Leader", "Declarer", "Aces", "Auction", "Defence", "Play")
)


def bad_value(tag: str, value: str, start: int) -> Fault:
    """What is wrong with ``value`` (as written, without its quotes) of the known ``tag``.

    ``start`` is the value's offset.  The value did not fit the grammar's form of that tag.
    """
    end = start + len(value)
    if value == "#" and tag not in INHERITABLE:
        return fault("bad-value", start, end, tag, text="#", tag=tag,
                     expected="only tags that describe the session can be repeated with #")
    if tag in _SEAT_TAGS:
        return _bad_seat(value, start, tag)
    card = next(bad_cards(tag, value, start), None)
    if card is not None:
        return card
    if tag in ("Tricks", "Claim", "Refe", "Defenders", "Kontra"):
        for word in _BLANKS.finditer(value):
            found = _bad_seat_word(word[0], start + word.start(), tag)
            if found:
                return found
    if tag in words.TABLE_TAGS:
        return fault("bad-table", start, end, tag,
                     problem="the heading of a table is Seat and the names of its columns, with ; between them")
    if tag in _WORD_LISTS:
        accepted = _WORD_LISTS[tag]
        found = look_alike(value, start, tag, accepted.__contains__)
        if found:
            return found
        bare = value.strip()
        known = {"Contract": spellings.contract_of, "Bid": spellings.call_of}.get(tag)
        for spelling in (bare, bare.lower(), bare.upper(), known(bare) if known is not None else None):
            if spelling in accepted:
                return fault("bad-value", start, end, tag, text=short(value), tag=tag, expected=_EXPECTED[tag],
                             fix=Fix(spelling, True, "the usual spelling"))
    return fault("bad-value", start, end, tag, text=short(value), tag=tag,
                 expected=_EXPECTED.get(tag, "another form is wanted"))


def bad_cards(tag: str, value: str, start: int) -> Iterator[Fault]:
    """The first fault of each card or hand in ``value`` of Talon, Discard, Deal or Position; nothing in other tags."""
    for word in _BLANKS.finditer(value):
        if tag in ("Talon", "Discard") and word[0] not in CARD_BY_NAME:
            yield bad_card(word[0], start + word.start(), tag)
        elif tag in ("Deal", "Position"):
            found = _bad_hand(word[0], start + word.start(), tag)
            if found:
                yield found


def bad_note(value: str, start: int, end: int, value_start: int, owner: str) -> Fault:
    """A Note tag that is malformed or stands where no note can stand."""
    if re.match(r"[1-9][0-9]?:", value):
        return fault("syntax", start, end, owner, text="[Note]",
                     expected="; notes stand behind the rows of Auction, Defence and Play")
    return fault("bad-value", value_start, value_start + len(value), owner, text=short(value), tag="Note",
                 expected=_EXPECTED["Note"])


def _bad_seat(value: str, start: int, tag: str, key: Key = None) -> Fault:
    found = look_alike(value, start, tag, lambda w: len(w) == 1 and w in SEATS, key)
    if found:
        return found
    word = value.strip()
    spelling = word.upper() if len(word) == 1 and word.upper() in SEATS else spellings.seat_of(word)
    if spelling is None and len(word) == 1 and not word.isascii():
        spelling = (spellings.seats_of([word]) or {}).get(word)
    return fault("bad-seat", start, start + len(value), tag, key, text=short(value),
                 fix=Fix(spelling, True, "the seat's letter") if spelling else None)


def bad_card(word: str, start: int, tag: str, key: Key = None) -> Fault:
    """The fault of a ``word`` that ought to be a card."""
    found = look_alike(word, start, tag, CARD_BY_NAME.__contains__, key, cards=True)
    if found:
        found.readings = _card_readings(word, found)
        return found
    name = _card_name(word)
    fix = None if name is None else Fix(name, True, "the notation's spelling")
    found = fault("bad-card", start, start + len(word), tag, key, text=short(word), fix=fix)
    found.readings = _card_readings(word, found)
    return found


_GROUP: Final = re.compile(r"[^.]*")


def _good_hand(word: str) -> bool:
    return _bad_hand(word, 0, "Deal") is None


def _bad_hand(word: str, start: int, tag: str) -> Fault | None:
    """The first fault in ``S:SAKQ.C7``, or None."""
    seat, colon, holding = word.partition(":")
    if not word.isascii():
        found = look_alike(word, start, tag, _good_hand, letters_only=True, cards=True)
        if found:
            aces = _with_aces(in_ascii(holding), holding)
            if aces and not any(c in TWO_WAYS for c in holding):
                found.readings = Readings(in_ascii(word), f"{in_ascii(seat)}:{aces}", start, start + len(word))
            return found
    spelled = _hand_spelled(seat, holding, start, tag) if colon and len(seat) == 1 and seat in SEATS else None
    if spelled is not None:
        return spelled
    if not colon:
        return fault("bad-value", start, start + len(word), tag, text=short(word), tag=tag, expected=_EXPECTED[tag])
    if len(seat) != 1 or seat not in SEATS:
        return _bad_seat(seat, start, tag)
    if holding == "-":
        return None
    at = start + len(seat) + 1
    for group in holding.split("."):
        if not group or group[0] not in SUITS or len(group) == 1:
            return fault("bad-card", at, at + max(1, len(group)), tag, seat, text=short(group))
        for offset, rank in enumerate(group[1:], 1):
            if rank not in RANKS:
                return fault("bad-card", at + offset, at + offset + 1, tag, seat, text=short(group[0] + rank))
        at += len(group) + 1
    return None


def _hand_spelled(seat: str, holding: str, start: int, tag: str) -> Fault | None:
    """E105 with the notation's holding where this one is spelled otherwise as a whole (``♠ТКД10.♣97``)."""
    meant = spellings.hand_of(holding)
    if meant is None or meant == holding:
        return None
    at = start + len(seat) + 1
    aces = _with_aces(meant, holding)
    unclear = fault("bad-card", at, at + len(holding), tag, seat, text=short(holding, _HAND))
    if aces:
        unclear.readings = Readings(meant, aces, at, at + len(holding))
    ascii_suits = any(group[:1].isascii() for group in holding.split("."))
    if ascii_suits and any(c in TWO_WAYS for c in holding) and not any(c in holding for c in "ДдQKк"):
        return unclear if aces else None
    if any(len(set(group)) < len(group) for group in (one[1:] for one in meant.split("."))) or any(
            "Т" in group and "T" in group for group in holding.split(".")):
        # The ten and something else that can be one: which is which is not said.
        return unclear if aces else None
    first = _alike(holding, meant)
    same = _alike(holding[first:][::-1], meant[first:][::-1])
    end = len(holding) - same
    found = fault("bad-card", at + first, at + end, tag, seat, text=short(holding, _HAND),
                  fix=Fix(meant[first : len(meant) - same], True, "the notation's spelling"), whole=meant)
    found.readings = unclear.readings
    return found


def _with_aces(meant: str, holding: str) -> str:
    """What ``holding``, which spells ``meant``, would be if each T were the ace of Russian cards; ``""`` where none can
    be: a suit in the notation's own spelling has the notation's ten."""
    groups = holding.split(".")
    if not any("T" in group and not group.isascii() for group in groups):
        return ""
    return ".".join(
        right[0] + "".join(spellings.ranks_of(group[1:].replace("T", "A")) or ()) if not group.isascii() else right
        for right, group in zip(meant.split("."), groups, strict=True))


def _alike(one: str, other: str) -> int:
    """How many characters two texts have in common at their beginning."""
    return next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


def _is_count(value: str) -> bool:
    return value.isascii() and value.isdigit() and len(value) <= 4


def _is_share(value: str) -> bool:
    return value == "?" or _is_count(value)


def _bad_seat_word(word: str, start: int, tag: str) -> Fault | None:
    """The first fault in ``S:8`` or ``W:whist``, or None."""
    seat, colon, _ = word.partition(":")
    wanted: Callable[[str], bool] = {
        "Defenders": words.ROLES.__contains__,
        "Kontra": ("1", "2", "3", "4").__contains__,
        "Refe": _is_count,
        "Tricks": _is_share,
        "Claim": _is_share,
    }[tag]

    def good(candidate: str) -> bool:
        s, c, v = candidate.partition(":")
        return bool(c) and len(s) == 1 and s in SEATS and wanted(v)

    if good(word):
        return None
    found = look_alike(word, start, tag, good)
    if found:
        return found
    if colon and not (len(seat) == 1 and seat in SEATS):
        return _bad_seat(seat, start, tag)
    role = spellings.answer_of(word.partition(":")[2]) if tag == "Defenders" else None
    fix = Fix(f"{seat}:{role}", True, "the notation's spelling") if role in words.ROLES else None
    return fault("bad-value", start, start + len(word), tag, text=short(word), tag=tag, expected=_EXPECTED[tag],
                 fix=fix)


def suggestion(name: str) -> str:
    """``; did you mean Discard?`` where ``name`` is close to a known tag, else ``""``."""
    import difflib

    by_lower = {tag.lower(): tag for tag in TAGS}
    close = difflib.get_close_matches(name.lower(), by_lower, n=1, cutoff=0.75)
    return f"; did you mean {by_lower[close[0]]}?" if close else ""
