"""The rules as an account for readers: every parameter in one stage, every value in words, the pages current."""

from __future__ import annotations

import re
from typing import Any

import pytest

from preferans_pbn.variants import PARAMETERS, SUPPORTS, load_variant, of_family, variant_aliases, variant_names
from preferans_pbn.variants.account import chapters, rule_of, source_head, sources
from preferans_pbn.variants.pages import FOLDER, page
from preferans_pbn.variants.sentences import in_words, sentence, words_of
from preferans_pbn.variants.stages import STAGES, moot
from preferans_pbn.variants.values import Choice, Flag
from tests.readme import README

SAMPLE = {"russian": "sochi-codex", "balkan": "serbian", "slovak": "slovak", "greek": "greek", "austrian": "austrian"}


def test_every_parameter_stands_in_one_stage() -> None:
    placed = [name for stage in STAGES for name in stage.parameters]
    assert sorted(placed) == sorted(PARAMETERS)
    assert len({stage.title for stage in STAGES}) == len(STAGES)


def test_every_parameter_is_in_words() -> None:
    assert [name for name in PARAMETERS if not in_words(name)] == [], "add it to variants/sentences.py"


def values_of(name: str) -> list[Any]:
    """The values of a parameter that can be listed."""
    kind = PARAMETERS[name].type
    if isinstance(kind, Flag):
        return [True, False]
    return list(kind.allowed) if isinstance(kind, Choice) else []


@pytest.mark.parametrize("name", list(PARAMETERS))
def test_every_value_has_a_sentence_of_its_own(name: str) -> None:
    if words_of(name):
        assert set(words_of(name)) == set(values_of(name))
    for family in PARAMETERS[name].families:
        rules = load_variant(SAMPLE[family])
        within = PARAMETERS[name].within.get(family)
        said = [sentence(rules.with_overrides({name: value}), name)
                for value in values_of(name) if within is None or value in within]
        assert len(set(said)) == len(said)
        for text in said:
            check_sentence(text)


@pytest.mark.parametrize("variant", variant_names())
def test_sentences_of_the_shipped_variants(variant: str) -> None:
    rules = load_variant(variant)
    account = list(chapters(rules))
    told = [rule.name for chapter in account for rule in chapter.rules]
    assert sorted(told) == sorted(rules.values)
    assert sorted(name for chapter in account for name in chapter.undefined) == sorted(rules.undefined())
    for name in told:
        check_sentence(rule_of(rules, name).sentence)


def check_sentence(text: str) -> None:
    """A sentence ends with a full stop, begins with a capital, and holds no spelling of the Rules tag."""
    assert text.endswith("."), text
    assert text[0].isupper(), text
    assert not re.search(r"[_{}=]|\b(true|false)\b|\b[SCDH]:", text), text
    assert "  " not in text


@pytest.mark.parametrize(("variant", "name", "expected"), [
    ("sochi-codex", "players", "At the table sit three or four, of whom the dealer rests."),
    ("gusarik-2", "players", "At the table sit two with a dummy as the third hand."),
    ("slovak", "suit_order", "The suits climb: leaves, bells, hearts, acorns."),
    ("serbian", "suit_order", "The suits climb: spades, diamonds, hearts, clubs."),
    ("sochi-codex", "duty", "Tricks that the defence owes: 6: four; 7: two; 8, 9 and 10: one."),
    ("sochi-codex", "half_whist", "Half a whist may be taken without play on sixes and sevens."),
    ("sochi-guide", "half_whist", "There is no half whist."),
    ("leningrad-sport", "all_pass_price",
     "A trick costs 2, then 4, then 6 points as all-pass rounds follow one another; the last price stays."),
    ("leningrad-sport", "min_bid", "The auction opens at six or higher; after an all-pass round at seven."),
    ("rostov-codex", "hm", "A whister who is short writes half the value into his dump for each trick missing."),
    ("leningrad-sport", "gm", "A failed declarer writes twice the value into his dump for each trick missing."),
    ("serbian", "kontra_max", "Kontra goes as far as mortkontra ×16."),
    ("slovak", "goal", "To make it: leaves, bells, hearts, acorns and durch: six tricks at least; betl: no tricks; "
                       "preferans: ten tricks."),
    ("serbian", "in_hand_second_min",
     "A player who announces a game in hand after another needs a higher one: the second and any later one at least "
     "3."),
    ("greek", "ace_bonus", "Four aces earn from each opponent: 6: 25; 7, 8, 9 and 10: 50."),
])
def test_some_sentences(variant: str, name: str, expected: str) -> None:
    assert sentence(load_variant(variant), name) == expected


def test_a_parameter_that_another_value_silences() -> None:
    rules = load_variant("sochi-codex")
    assert moot(rules, "overtake_scope")
    assert not moot(rules.with_overrides({"must_overtake": "if_beats_trick"}), "overtake_scope")
    assert not moot(rules, "hold_min_bid")
    assert moot(load_variant("sochi-guide"), "hold_min_bid")
    # A condition names parameters that exist, or it would never hold.
    for family in SAMPLE:
        for entry in of_family(family):
            moot(load_variant(SAMPLE[family]), entry.name)


def test_sources() -> None:
    assert [source_head(key) for key in ("S1-58", "CODEX 3.8.1", "G-LL1R1K A.1", "PAGAT-HR")] == [
        "S1", "CODEX", "G-LL1R1K", "PAGAT-HR"]
    assert sources(load_variant("greek"))["G-PANOS"] == "Program panos1962/prefadoros."


@pytest.mark.parametrize("name", variant_names())
def test_the_committed_page_is_current(name: str) -> None:
    assert (FOLDER / f"{name}.md").read_text(encoding="utf-8") == page(name), (
        "write the pages with python -m preferans_pbn.variants.pages")


def test_no_page_of_a_variant_that_is_gone() -> None:
    assert sorted(path.stem for path in FOLDER.glob("*.md")) == list(variant_names())


def test_a_page_says_where_things_come_from_and_what_is_open() -> None:
    text = page("croatian")
    assert "Not defined, and refused: score, sheet, settle." in text
    assert "German-suited cards" in text
    assert "* `kontra\\_max`" not in text
    assert "* `kontra_max`: Highest kontra step" in text
    assert "What no source says, and had to be decided:" in text
    leningrad = page("leningrad-guide")
    assert "* **A trick costs 2 points.**<br>`all_pass_price=2` (S1-129, S1-65)" in leningrad
    assert "from [sochi-guide@1](sochi-guide.md)" in leningrad


@pytest.mark.parametrize("name", variant_names())
def test_the_readme_has_a_row_for_every_variant(name: str) -> None:
    rules = load_variant(name)
    aliases = [f"`{alias}`" for alias, ident in variant_aliases().items() if ident == name]
    supports = [part for part in SUPPORTS if part in rules.supports]
    row = (f"| [`{name}`](preferans_pbn/variants/pages/{name}.md){f' ({chr(44).join(aliases)})' if aliases else ''} | "
           f"{rules.title} | {'everything' if len(supports) == len(SUPPORTS) else ', '.join(supports)} |")
    assert row in README.read_text(encoding="utf-8").splitlines()
