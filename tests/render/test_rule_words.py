"""The rules that bind a player have their sentence in every language."""

from __future__ import annotations

import re

import pytest

from preferans_pbn.render.language import Language
from preferans_pbn.render.languages import CODES, language
from preferans_pbn.render.page import steps
from preferans_pbn.render.rule_words import JOINERS, NAMED_RULES, rule_sentence, sentence_keys
from preferans_pbn.variants import PARAMETERS, Ruleset, load_variant, variant_names
from preferans_pbn.variants.sentences import sentence
from tests.render.test_words import _fields

EN = language("en")
OTHERS = pytest.mark.parametrize("tongue", [language(code) for code in CODES if code != "en"],
                                 ids=[code for code in CODES if code != "en"])
FILLED = {"min_bid": {"first"}, "min_bid:once": {"first", "after"}, "min_bid:run": {"first", "after"},
          "min_bid:cycle": {"first", "after"}, "half_whist": {"levels"}, "whist_return": {"levels"},
          "own_whist": {"levels"}}
RULESETS = [load_variant(name) for name in variant_names()]
VALUES = [f"{name}={value}" for name, value in (
    ("half_whist", "6,7,8"), ("half_whist", "none"), ("whist_return", "6,7"), ("whist_return", "none"),
    ("own_whist", "6"), ("own_whist", "none"), ("min_bid", "6"), ("min_bid", "6,7"), ("min_bid", "6,7,8"),
    ("must_overtake", "within_suit"), ("first_may_leave", "true"), ("first_may_leave", "false"))]


def said_of(rules: Ruleset, tongue: Language) -> dict[str, str]:
    return {name: rule_sentence(rules, name, tongue) for name in NAMED_RULES if name in rules}


@OTHERS
def test_every_language_has_every_sentence(tongue: Language) -> None:
    said = tongue.rules
    assert said is not None
    assert list(said) == list(sentence_keys())
    for key, text in said.items():
        assert _fields(text) == FILLED.get(key, set()), key
        if key not in JOINERS:
            assert text[0].isupper() and text.endswith(".") and "  " not in text, key


def test_there_is_a_key_for_every_value_of_a_parameter() -> None:
    keys = list(sentence_keys())
    assert len(keys) == len(set(keys)) == 102
    assert len(set(NAMED_RULES)) == len(NAMED_RULES) == 35
    assert set(NAMED_RULES) <= set(PARAMETERS)
    assert {"must_trump=true", "must_overtake=within_suit", "kontra_max=4", "kontra_max=0", "hold=answer_echo"} <= set(
        keys)


def test_whatever_a_step_may_rest_on_has_sentences() -> None:
    named = {name for name in vars(steps) if name.endswith("_RULES")}
    assert {"_AUCTION_RULES", "_DEFENCE_RULES", "_CONTRACT_RULES"} <= named
    for name in named:
        rules = getattr(steps, name)
        assert set(rules.values() if isinstance(rules, dict) else rules) <= set(NAMED_RULES), name


@pytest.mark.parametrize("rules", RULESETS, ids=[rules.id for rules in RULESETS])
def test_every_variant_is_said_in_every_language(rules: Ruleset) -> None:
    english = said_of(rules, EN)
    assert english == {name: sentence(rules, name) for name in english}
    assert len(english) > 10
    for code in CODES[1:]:
        said = said_of(rules, language(code))
        assert list(said) == list(english)
        for name, text in said.items():
            assert text != english[name], (code, name)
            assert not set(text) & set("{}"), (code, name)


@OTHERS
@pytest.mark.parametrize("text", VALUES)
def test_values_that_no_variant_has(tongue: Language, text: str) -> None:
    name, _, value = text.partition("=")
    rules = load_variant("sochi-guide").with_overrides({name: value})
    said = rule_sentence(rules, name, tongue)
    assert all(number in said for number in re.findall("[0-9]+", value))
    assert said.endswith(".") and not set(said) & set("{}")


@pytest.mark.parametrize("code", ["ru", "uk", "el"])
def test_no_letter_of_another_alphabet_is_left(code: str) -> None:
    said = language(code).rules
    assert said is not None
    for key, text in said.items():
        assert not re.search("[A-Za-z]", re.sub(r"\{\w+\}", "", text)), key


def test_no_word_of_english_is_left_in_another_language() -> None:
    """Of the words of the English sentences only those that the game or the language shares."""
    words = {word for rules in RULESETS for text in said_of(rules, EN).values()
             for word in re.findall(r"[a-z]{3,}", text.lower())}
    common = {"the", "and", "may", "bid", "player", "without", "declarer", "trump", "trick", "suit", "holds", "any",
              "after", "first", "other", "hand", "higher", "talon", "bids", "card", "lead"}
    assert {"the", "may", "declarer", "trump", "trick", "suit", "after", "first", "hand", "higher"} <= words
    shared = {"talon", "hand"}  # the talon has this name in German and Croatian, a hand in German
    for code in CODES[1:]:
        said = language(code).rules
        assert said is not None
        for key, text in said.items():
            left = set(re.findall(r"\w+", re.sub(r"\{\w+\}", "", text.lower()))) & (common - shared)
            assert not left, (code, key, left)


@pytest.mark.parametrize(("code", "name", "value", "said"), [
    ("de", "half_whist", "6,7", "Bei 6 und 7 darf ohne Spiel ein halber Whist genommen werden."),
    ("ru", "half_whist", "6,7,8", "На 6, 7 и 8 можно взять полвиста без розыгрыша."),
    ("ru", "half_whist", "none", "Полвиста нет."),
    ("ru", "min_bid", "6", "Торговля начинается с 6 или выше."),
    ("de", "min_bid", "6,7", "Das erste Gebot muss 6 oder höher sein; nach einer Raspasovka 7."),
    ("es", "min_bid", "6,7,8", "La subasta se abre con 6 o más; tras raspasovkas seguidas, con 7, luego 8."),
    ("sk", "must_trump", "true", "Farba sa ctí; kto ju nemá, musí tromfnúť."),
    ("sr", "must_trump", "false", "Na boju se odgovara; ko je nema, baca šta hoće."),
])
def test_sentences(code: str, name: str, value: str, said: str) -> None:
    rules = load_variant("sochi-guide").with_overrides({name: value})
    assert rule_sentence(rules, name, language(code)) == said


def test_a_cycle_of_lowest_bids() -> None:
    rules = load_variant("sochi-guide").with_overrides({"min_bid": "6,7,8", "min_bid_cycle": "true"})
    assert rule_sentence(rules, "min_bid", language("hr")).endswith("od 7, zatim 8, pa opet ispočetka.")
