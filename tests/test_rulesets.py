"""Which rules a record is played by: tags and options."""

from __future__ import annotations

import pytest

from preferans_pbn.record import Record
from preferans_pbn.rulesets import Rulesets
from preferans_pbn.variants import RulesError, UnknownVariant


def codes(rulesets: Rulesets, record: Record) -> list[str]:
    return [finding.code for finding in rulesets.of(record)[1]]


def test_a_record_names_its_rules() -> None:
    rules, findings = Rulesets().of(Record(variant="sochi-codex", rules=(("ten", "checked"),)))
    assert rules is not None
    assert (rules.id, rules["ten"], findings) == ("sochi-codex", "checked", ())


def test_an_alias_and_a_revision() -> None:
    for name in ("sochi", "sochi-codex@1"):
        rules, _ = Rulesets().of(Record(variant=name))
        assert rules is not None
        assert rules.id == "sochi-codex"


def test_no_variant_is_a_warning_unless_the_user_named_one() -> None:
    assert codes(Rulesets(), Record()) == ["W809"]
    assert codes(Rulesets("sochi-guide"), Record()) == []


def test_unknown_variant_with_and_without_a_base() -> None:
    assert codes(Rulesets(), Record(variant="sochi-codx")) == ["E210"]
    rules, findings = Rulesets().of(Record(variant="our-house", base="sochi-codex", rules=(("ten", "checked"),)))
    assert rules is not None
    assert (rules["ten"], findings) == ("checked", ())


@pytest.mark.parametrize("name", ["../../etc/passwd", "house.yaml", "/tmp/x.yml"])
def test_a_record_never_names_a_file(name: str) -> None:
    assert codes(Rulesets(), Record(variant=name)) == ["E210"]


def test_wrong_parameters_are_all_reported() -> None:
    record = Record(variant="sochi-codex", rules=(("teen", "checked"), ("ten", "free")))
    rules, findings = Rulesets().of(record)
    assert rules is None
    assert [(found.code, found.where) for found in findings] == [("E211", ("Rules", 0)), ("E212", ("Rules", 1))]


def test_options_overrule_and_wrong_options_raise_at_once() -> None:
    rules, _ = Rulesets(rules={"ten": "checked"}).of(Record(variant="sochi-guide"))
    assert rules is not None
    assert rules["ten"] == "checked"
    rules, _ = Rulesets(override="sochi-guide").of(Record(variant="sochi-codex"))
    assert rules is not None
    assert rules.id == "sochi-guide"
    with pytest.raises(RulesError):
        Rulesets(rules={"ten": "free"})
    with pytest.raises(UnknownVariant):
        Rulesets("nonsense")


def test_an_option_that_a_record_of_another_family_cannot_have_is_a_finding_of_that_record() -> None:
    rulesets = Rulesets(rules={"wm": "2"})
    rules, findings = rulesets.of(Record(variant="greek"))
    assert rules is None
    assert [found.severity for found in findings] == ["error"]
    assert rulesets.of(Record(variant="sochi-codex"))[0] is not None


def test_equal_tags_give_the_same_object() -> None:
    rulesets = Rulesets()
    first = rulesets.of(Record(variant="sochi", rules=(("ten", "checked"),)))[0]
    assert first is rulesets.of(Record(variant="sochi", rules=(("ten", "checked"),)))[0]


def test_what_a_damaged_tag_costs_does_not_depend_on_the_records_before() -> None:
    whole, damaged = Record(variant="sochi-codex"), Record(variant="sochi-codex", damaged=frozenset({"Variant"}))
    for order in ((whole, damaged), (damaged, whole)):
        rulesets = Rulesets()
        found = {id(record): rulesets.of(record)[0] for record in order}
        assert found[id(damaged)] is None
        assert found[id(whole)] is not None
