"""The shipped variant files: form, sources, and the values that were decided."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from preferans_pbn.variants import (
    PARAMETERS,
    SUPPORTS,
    FrozenMap,
    load_variant,
    of_family,
    source_texts,
    variant_aliases,
    variant_names,
)
from preferans_pbn.variants.loader import FOLDER, REVISIONS
from preferans_pbn.variants.schema import SCHEMA_FILE, load_schema, schema_text

FILES = sorted(path for path in [*FOLDER.glob("*.yaml"), *REVISIONS.glob("*.yaml")] if path.name != "sources.yaml")
FINGERPRINTS = Path(__file__).with_name("fingerprints.json")


def text_keys(value: Any) -> Any:
    if isinstance(value, dict):
        return {str(key): text_keys(item) for key, item in value.items()}
    return [text_keys(item) for item in value] if isinstance(value, list) else value


def content(path: Path) -> dict[str, Any]:
    document: dict[str, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
    return document


def test_the_committed_schema_is_that_of_the_registry() -> None:
    assert SCHEMA_FILE.read_text(encoding="utf-8") == schema_text()
    jsonschema.Draft202012Validator.check_schema(load_schema())


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_keeps_to_the_schema(path: Path) -> None:
    document = content(path)
    jsonschema.Draft202012Validator(load_schema()).validate(text_keys(document))
    stem = path.stem.partition("@")[0]
    assert document["id"] == stem
    if "@" in path.stem:
        assert path.stem == f"{stem}@{document['revision']}"
    assert "description" in document
    assert "extends" in document or {"family", "supports"} <= set(document)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_parameter_has_a_source_and_what_is_not_stated_a_reading(path: Path) -> None:
    order = list(PARAMETERS)
    given = content(path)["parameters"]
    assert list(given) == sorted(given, key=order.index), "parameters stand in registry order"
    for name, entry in given.items():
        assert isinstance(entry, dict), name
        assert "value" in entry, name
        assert entry["source"], name
        for key in entry["source"]:
            head = key.partition(" ")[0]
            assert head in source_texts() or re.fullmatch(r"S[012]-[0-9]{2,3}", head), (name, key)
        if entry["source"] == ["PROJECT"]:
            assert entry.get("reading"), f"{name}: a project's own decision needs its reason"


@pytest.mark.parametrize("name", variant_names())
def test_a_variant_that_supports_everything_leaves_nothing_undefined(name: str) -> None:
    rules = load_variant(name)
    for parameter, value in rules.values.items():
        assert rules.family in PARAMETERS[parameter].families
        assert PARAMETERS[parameter].type.check(value) == value
        assert rules.source(parameter).keys
    if rules.supports == set(SUPPORTS):
        assert rules.undefined() == ()


@pytest.mark.parametrize("name", ["sochi-codex", "sochi-guide"])
def test_the_two_base_files_state_every_russian_parameter_themselves(name: str) -> None:
    stated = content(FOLDER / f"{name}.yaml")["parameters"]
    assert [entry.name for entry in of_family("russian") if entry.name not in stated] == []


def scalars(path: Path) -> Iterator[Any]:
    for event in yaml.parse(path.read_text(encoding="utf-8")):
        assert not isinstance(event, yaml.AliasEvent)
        if isinstance(event, yaml.ScalarEvent):
            yield event


YAML11_TRAPS = re.compile(
    r"(?i:y|n|yes|no|on|off|null|~|)|[-+]?0[0-9_]+|[-+]?[0-9_]*_[0-9_]*|[-+]?[0-9]+(:[0-9]+)+|0[box].*|"
    r"[-+]?\.(inf|nan)|[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}.*|=|<<|[-+]?[0-9.]+([eE][-+]?[0-9]+)?")


@pytest.mark.parametrize("path", [*FILES, FOLDER / "sources.yaml"], ids=lambda path: path.stem)
def test_every_leaf_reads_alike_in_yaml_1_1_and_1_2(path: Path) -> None:
    for event in scalars(path):
        plain = event.style is None
        if plain and not re.fullmatch(r"-?(0|[1-9][0-9]*)|true|false", event.value):
            assert not YAML11_TRAPS.fullmatch(event.value), (event.value, event.start_mark.line + 1)


def test_aliases_are_read_right() -> None:
    expected = {alias: ident for ident in variant_names()
                for alias in content(FOLDER / f"{ident}.yaml").get("aliases", ())}
    assert dict(variant_aliases()) == expected
    assert not set(expected) & set(variant_names())


def test_every_source_text_is_used() -> None:
    used = {key.partition(" ")[0] for entry in PARAMETERS.values() for key in entry.source}
    used |= {key.partition(" ")[0] for path in FILES for entry in content(path)["parameters"].values()
             for key in entry["source"]}
    used |= {key.partition("-")[0] for key in used}
    assert sorted(set(source_texts()) - used) == []


def test_a_changed_value_needs_a_new_revision() -> None:
    """Records name ``variant@revision``, so the values of a revision never change once it is out.

    After a deliberate change: keep the old file under ``revisions/``, raise ``revision``, and add the new
    fingerprint that this test names.
    """
    known = json.loads(FINGERPRINTS.read_text(encoding="utf-8"))
    for path in FILES:
        document = content(path)
        name = f"{document['id']}@{document['revision']}"
        rules = load_variant(name)
        text = json.dumps([rules.family, sorted(rules.supports), rules.to_json()], sort_keys=True)
        print_ = hashlib.sha256(text.encode()).hexdigest()[:16]
        assert known.get(name) == print_, f"{name}: {print_}"


MISERE_VALUES = FrozenMap({6: 2, 7: 4, 8: 6, 9: 8, 10: 10, "misere": 10})
LEVELS_OWED = FrozenMap({6: 4, 7: 2, 8: 1, 9: 1, 10: 1})

DECIDED: dict[str, dict[str, Any]] = {
    "sochi-guide": {
        "players": (3,), "must_overtake": "if_beats_trick", "overtake_scope": "everywhere", "pair_test": False,
        "liable_89": "both", "duty": LEVELS_OWED, "hm": 1, "trick_whist": "one", "both_whist_share": "half_up",
        "failed_trick_whists": "none", "passer_pays": "s", "open_play": "passer_open",
        "trump_named": "before_talon", "contract_raise": "any", "all_pass_talon": "dead", "all_pass_price": (1,),
        "all_pass_zero": "pool1", "target": 10, "end_when": "two_full", "hold": "none", "misere_bid": "any_time",
        "half_whist": (), "ten": "whisted", "discard_counts": 0, "discard_counts_in": "contracts",
        "settle_unit": "pool", "payout": "worst_pays", "gora_whists": 10, "result_sign": "high_wins",
        "wm": 1, "gm": 1, "k": 10, "misere_gora": 10, "s": MISERE_VALUES, "consolation": "s_x_u",
        "misere_open": "before_lead", "help": "none", "lone_whist": "greedy", "divisor": "n",
        "dealer_in_all_pass": "none", "whist_return": (), "own_whist": (), "stop_at_five": False,
        "stalingrad": False, "misere_beaten_by": "9", "bid_steps": "jump", "min_bid": (6,),
        "all_pass_outcome": "play_no_trump", "gora_mode": "gora", "misere_whists": "none",
    },
    "sochi-codex": {
        "players": (3, 4), "all_pass_price": (1,), "target": 20, "half_whist": (6, 7), "whist_return": (6, 7),
        "own_whist": (), "hold": "two_left_senior", "hold_min_bid": "6S", "liable_89": "last", "ten": "whisted",
        "lone_whist": "greedy", "pair_test": True, "all_pass_talon": "leads", "all_pass_trick3": "forehand",
        "all_pass_void_leader": "talon_suit", "min_bid": (6,), "help": "largest", "end_when": "all_full",
        "dealer_in_all_pass": "plays_talon", "talon_can_win": True, "consolation_dealer": True,
        "dealer_may_whist": False, "misere_bid": "first_call_only", "discard_counts": 0, "consolation": "s_x_u",
        "surplus_when_all_full": "own_gora", "k": 10, "divisor": "n", "all_pass_zero": "pool_price",
        "exit_by": "any_played", "exit_by_misere": True, "exit_by_fail": True, "failed_trick_whists": "as_made",
        "trump_named": "after_discard", "contract_raise": "any", "must_overtake": "none", "duty": LEVELS_OWED,
        "s": MISERE_VALUES, "wm": 1, "gm": 1, "hm": 1, "passer_pays": "none", "trick_whist": "s",
        "both_whist_share": "own", "misere_gora": 10, "settle_unit": "whists", "payout": "zero_sum",
        "help_whists": 10, "open_play": "choice", "open_when": "before_lead", "first_lead": "forehand",
        "all_pass_to": "gora", "all_pass_amnesty": False, "win_writes": "pool", "concede": "none",
        "first_may_leave": False, "bid_style": "suit", "without_talon_bids": "none", "paid_talon": "none",
    },
}


@pytest.mark.parametrize(("variant", "name", "value"),
                         [(variant, name, value) for variant, values in DECIDED.items()
                          for name, value in values.items()])
def test_decided_values(variant: str, name: str, value: Any) -> None:
    found = load_variant(variant)[name]
    assert found == value
    assert isinstance(found, bool) == isinstance(value, bool)
    assert not isinstance(found, Fraction) or found.denominator > 1


def test_the_reading_against_the_word_is_written_down() -> None:
    source = load_variant("sochi-guide").source("discard_counts")
    assert "S1-71" in source.keys
    assert "against the word" in source.reading


def test_sochi_means_the_codex() -> None:
    assert load_variant("sochi").id == "sochi-codex"
