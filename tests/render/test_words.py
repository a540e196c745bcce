"""Languages are complete, fit into their columns, and every word of the notation has a spelling."""

from __future__ import annotations

import string

import pytest

from preferans_pbn.cards import CARD_NAMES
from preferans_pbn.notation import words
from preferans_pbn.render.deal import MARGIN
from preferans_pbn.render.ink import cells
from preferans_pbn.render.language import Language, east_slavic, one_or_more, west_slavic
from preferans_pbn.render.languages import CODES, language
from preferans_pbn.render.words import Spelling

EN = language("en")
RU = language("ru")
EVERY = pytest.mark.parametrize("tongue", [language(code) for code in CODES], ids=CODES)
FORMS = {one_or_more: 2, east_slavic: 3, west_slavic: 3}
SECTIONS = ("auction", "contract", "discard", "defence", "play", "tricks", "result", "ruling")


def _fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@EVERY
def test_every_language_has_the_same_words_and_terms(tongue: Language) -> None:
    assert set(tongue.words) == set(EN.words)
    assert set(tongue.terms) == set(EN.terms)
    for name, text in tongue.terms.items():
        assert _fields(text) == _fields(EN.terms[name]), name
    for name, text in tongue.words.items():
        assert _fields(text) == _fields(EN.words[name]), name
    assert set(tongue.seats) == set("SWNE")
    assert len(set(tongue.seats.values())) == 4


@EVERY
def test_nouns_have_all_their_forms(tongue: Language) -> None:
    for text in (*tongue.terms.values(), *tongue.words.values()):
        for _, name, spec, _ in string.Formatter().parse(text):
            if name and spec:
                assert spec.count("|") + 1 == FORMS[tongue.plural], text  # type: ignore[index]
    for count in range(1, 30):
        assert str(count) in tongue.term("caught", count=count)


@EVERY
def test_headings_fit_into_their_columns(tongue: Language) -> None:
    for name in SECTIONS:
        assert cells(tongue.terms[name]) < MARGIN, name
    assert cells(tongue.terms["talon"]) < 9  # the talon's column among the tricks
    assert cells(tongue.terms["deal_column"]) <= 5
    assert cells(tongue.terms["dealer_column"]) <= 6
    assert cells(tongue.terms["tricks"]) <= 8


@EVERY
def test_cards_have_spellings_of_their_own(tongue: Language) -> None:
    for signs in (True, False):
        for german in (True, False):
            spelling = Spelling(tongue, signs, german)
            assert len({spelling.card(name) for name in CARD_NAMES}) == 32
            assert len({spelling.contract(game) for game in words.CONTRACTS}) == len(words.CONTRACTS)


@EVERY
def test_letters_stand_for_suits_where_pips_cannot(tongue: Language) -> None:
    for german in (True, False):
        for name in CARD_NAMES:
            assert not set(Spelling(tongue, False, german).card(name)) & set("♠♣♦♥🍃🌰🔔")


@EVERY
def test_every_call_is_spelled(tongue: Language) -> None:
    for calls in (words.AUCTION_CALLS, words.RUSSIAN_DEFENCE, words.BALKAN_DEFENCE, words.GREEK_DEFENCE):
        assert len({Spelling(tongue).call(call) for call in calls}) == len(calls)


def test_no_word_of_one_language_is_left_in_another() -> None:
    for call in words.AUCTION_CALLS | words.DEFENCE_CALLS:
        for code in ("ru", "uk", "el"):
            spelled = Spelling(language(code)).call(call)
            assert spelled != call or call[0].isdigit(), (code, call)
            assert not any("a" <= char <= "z" for char in spelled), (code, call)


@pytest.mark.parametrize(("word", "english", "russian"), [
    ("6S", "6♠", "6♠"), ("10NT", "10 NT", "10 БК"), ("7H-hand", "7♥ hand", "7♥ без прикупа"), ("7", "7", "7"),
    ("misere", "misère", "мизер"), ("misere-hand", "misère hand", "мизер без прикупа"),
    ("all-pass", "all-pass", "распасы"),
    ("concede-3", "given up, 3 down", "сдано без 3"), ("H", "♥", "♥"), ("hand-betl", "hand betl", "без прикупа бетл"),
    ("whist", "whist", "вист"), ("half", "half", "полвиста"), ("?", "?", "?"), ("5", "5", "5"),
])
def test_words(word: str, english: str, russian: str) -> None:
    assert (Spelling(EN).call(word), Spelling(RU).call(word)) == (english, russian)


@pytest.mark.parametrize(("code", "word", "french", "german"), [
    ("en", "H", "♥ hearts", "♥ hearts"), ("sk", "S", "♠ piky", "🍃 zeleň"), ("sk", "D", "♦ káry", "🔔 guľa"),
    ("sk", "C-hand", "♣ trefy z ruky", "🌰 žaluď z ruky"), ("sk", "H", "♥ srdcia", "♥ červeň"),
    ("de", "S", "♠ Pik", "🍃 Grün"), ("de", "D", "♦ Karo", "🔔 Schellen"), ("de", "C", "♣ Kreuz", "🌰 Eichel"),
    ("sr", "C", "♣ tref", "🌰 žir"), ("hr", "sans", "sanac", "sanac"), ("sr", "betl-hand", "betl igra", "betl igra"),
    ("el", "6NT", "6 άχροα", "6 άχροα"), ("uk", "misere", "мізер", "мізер"), ("es", "7C", "7♣", "7🌰"),
])
def test_contracts_by_name(code: str, word: str, french: str, german: str) -> None:
    assert Spelling(language(code)).contract(word) == french
    assert Spelling(language(code), german=True).contract(word) == german


@pytest.mark.parametrize(("code", "texts"), [
    ("en", ("caught, 1 trick", "caught, 2 tricks", "caught, 5 tricks")),
    ("ru", ("пойман, 1 взятка", "пойман, 2 взятки", "пойман, 5 взяток")),
    ("uk", ("спійманий, 1 взятка", "спійманий, 2 взятки", "спійманий, 5 взяток")),
    ("sr", ("pao, 1 štih", "pao, 2 štiha", "pao, 5 štihova")),
    ("hr", ("pao, 1 štih", "pao, 2 štiha", "pao, 5 štihova")),
    ("sk", ("prehraná, 1 zdvih", "prehraná, 2 zdvihy", "prehraná, 5 zdvihov")),
    ("de", ("verloren, 1 Stich", "verloren, 2 Stiche", "verloren, 5 Stiche")),
    ("el", ("μέσα, 1 μπάζα", "μέσα, 2 μπάζες", "μέσα, 5 μπάζες")),
    ("es", ("fallado, 1 baza", "fallado, 2 bazas", "fallado, 5 bazas")),
])
def test_numbers_and_nouns(code: str, texts: tuple[str, str, str]) -> None:
    assert tuple(language(code).term("caught", count=count) for count in (1, 2, 5)) == texts


def test_the_slavic_teens() -> None:
    assert [east_slavic(count) for count in (1, 2, 4, 5, 11, 12, 14, 21, 22, 25, 111)] == [
        0, 1, 1, 2, 2, 2, 2, 0, 1, 2, 2]
    assert [west_slavic(count) for count in (1, 2, 4, 5, 21, 22)] == [0, 1, 1, 2, 2, 2]


def test_cards() -> None:
    assert [Spelling(EN).card(name) for name in ("SA", "HT", "D7")] == ["♠A", "♥10", "♦7"]
    assert [Spelling(EN, signs=False).card(name) for name in ("SA", "HT")] == ["SA", "H10"]
    assert [Spelling(RU).card(name) for name in ("SA", "HJ", "CQ")] == ["♠Т", "♥В", "♣Д"]
    assert Spelling(RU, signs=False).card("HJ") == "чВ"
    # Over is the queen, Under the jack: in German cards Ober and Unter, in Slovak horník and dolník.
    assert [Spelling(language("de"), german=True).card(name) for name in ("SQ", "DJ")] == ["🍃O", "🔔U"]
    assert [Spelling(language("sk"), signs=False, german=True).card(name) for name in ("SQ", "CJ", "HA")] == [
        "zH", "žD", "čE"]


def test_a_language_that_is_not_there() -> None:
    with pytest.raises(KeyError):
        language("xx")
