"""Languages are complete, and every word of the notation has a spelling."""

from __future__ import annotations

import string

import pytest

from preferans_pbn.cards import CARD_NAMES
from preferans_pbn.notation import words
from preferans_pbn.render.words import EN, LANGUAGES, RU, Language, Spelling


def _fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("language", LANGUAGES.values(), ids=list(LANGUAGES))
def test_every_language_has_the_same_words_and_terms(language: Language) -> None:
    assert set(language.words) == set(EN.words)
    assert set(language.terms) == set(EN.terms)
    for name, text in language.terms.items():
        assert _fields(text) == _fields(EN.terms[name]), name
    assert set(language.seats) == set("SWNE")
    assert len(set(language.seats.values())) == 4
    assert len(language.ranks) == 8


@pytest.mark.parametrize("language", LANGUAGES.values(), ids=list(LANGUAGES))
def test_cards_have_spellings_of_their_own(language: Language) -> None:
    for signs in (True, False):
        spelling = Spelling(language, signs)
        assert len({spelling.card(name) for name in CARD_NAMES}) == 32


def test_calls_have_spellings_of_their_own() -> None:
    for calls in (words.AUCTION_CALLS, words.DEFENCE_CALLS):
        english = {Spelling(EN).call(call) for call in calls}
        assert len(english) == len(calls)
        assert all(Spelling(RU).call(call) != call or call[0].isdigit() for call in calls)


@pytest.mark.parametrize(("word", "english", "russian"), [
    ("6S", "6♠", "6♠"), ("10NT", "10 NT", "10 БК"), ("7H-hand", "7♥ hand", "7♥ без прикупа"), ("7", "7", "7"),
    ("misere", "misère", "мизер"), ("misere-hand", "misère hand", "мизер без прикупа"),
    ("all-pass", "all-pass", "распасы"),
    ("concede-3", "given up, 3 down", "сдано без 3"), ("H", "♥", "♥"), ("hand-betl", "hand betl", "без прикупа бетл"),
    ("whist", "whist", "вист"), ("half", "half", "полвиста"), ("?", "?", "?"), ("5", "5", "5"),
])
def test_words(word: str, english: str, russian: str) -> None:
    assert (Spelling(EN).call(word), Spelling(RU).call(word)) == (english, russian)


def test_cards() -> None:
    assert [Spelling(EN).card(name) for name in ("SA", "HT", "D7")] == ["♠A", "♥10", "♦7"]
    assert [Spelling(EN, signs=False).card(name) for name in ("SA", "HT")] == ["SA", "H10"]
    assert [Spelling(RU).card(name) for name in ("SA", "HJ", "CQ")] == ["♠Т", "♥В", "♣Д"]
    assert Spelling(RU, signs=False).card("HJ") == "чВ"
