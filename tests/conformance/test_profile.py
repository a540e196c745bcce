"""Profiles: the true rules are found, and a planted fault is isolated."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from preferans_pbn.conformance.cases import load_corpus
from preferans_pbn.conformance.ops import answer
from preferans_pbn.conformance.profile import Observation, Profile, explain, profile_subject, questions
from preferans_pbn.conformance.profile.search import Search, parts_of
from preferans_pbn.conformance.profile.show import profile_json, profile_lines
from preferans_pbn.conformance.reference import Reference
from preferans_pbn.conformance.subject import SubjectError, python_command
from preferans_pbn.variants import RulesError, Ruleset, load_variant
from tests.conformance.support import QUICK, script

QUESTIONS = questions(load_corpus())


def observed(rules: Ruleset) -> list[Observation]:
    return [Observation(one, answer(one.op, rules, one.input)) for one in QUESTIONS]


def chosen_at_random(base: str, seed: int, share: float = 0.3) -> Ruleset:
    """The rules of ``base`` with a ``share`` of the parameters that questions observe changed."""
    chance = random.Random(seed)
    rules = load_variant(base)
    search = Search([Observation(one, {}) for one in QUESTIONS if one.family == rules.family])
    for entry in search.parameters(rules.family):
        values = search.values(rules.family, entry.name)
        if values and chance.random() < share:
            try:
                rules = rules.with_overrides({entry.name: chance.choice(values)})
            except RulesError:
                continue
    return rules


def check(profile: Profile, truth: Ruleset) -> None:
    """It passes where the truth is among the settings that it names, and these answer alike."""
    assert profile.explained
    assert profile.names(truth)
    chance = random.Random(7)
    own = [one for one in QUESTIONS if one.family == truth.family]
    for setting in profile.settings:
        values = {name: chance.choice(words) for name, words in setting.possible.items() if words}
        other = setting.rules.with_overrides(values)
        if setting.names(other):
            assert all(parts_of(answer(one.op, other, one.input)) == parts_of(answer(one.op, truth, one.input))
                       for one in own)


@pytest.mark.parametrize(("base", "seed"), [
    ("sochi-codex", 1), ("leningrad-sport", 2), ("serbian", 1), ("serbian-klub", 2), ("greek", 1), ("slovak", 2)])
def test_rules_chosen_at_random_are_found(base: str, seed: int) -> None:
    truth = chosen_at_random(base, seed)
    check(explain(observed(truth)), truth)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10, 24))
def test_more_rules_chosen_at_random_are_found(seed: int) -> None:
    truth = chosen_at_random(("sochi-codex", "rostov-guide", "serbian", "greek")[seed % 4], seed)
    check(explain(observed(truth)), truth)


def test_a_planted_fault_is_isolated() -> None:
    rules = load_variant("sochi-codex").with_overrides({"liable_89": "both", "k": "20"})
    found = observed(rules)
    number = next(n for n, one in enumerate(found) if one.question.op == "score" and one.question.family == "russian"
                  and one.question.input.get("contract") == "8S" and "pool" in one.said.get("output", {}))
    said = found[number].said
    bent = {"output": {**said["output"], "pool": {"S": 17}, "dump": {"E": 99}}}
    found[number] = Observation(found[number].question, bent)
    profile = explain(found, "sochi-codex")
    assert not profile.explained
    assert [one.question for one in profile.unexplained] == [found[number].question]
    assert profile.rules["liable_89"] == "both"
    assert profile.rules["k"] == 20
    assert any("no rules explain" in line for line in profile_lines(profile))
    assert len(profile_json(profile)["unexplained"]) == 1


def test_a_subject_is_asked_for_its_own_rules_only() -> None:
    own = ("--own", "sochi-codex", "--rules", "ten=checked")
    command = python_command("-m", "preferans_pbn", "conform", "serve", *own)
    profile = profile_subject(command, limits=QUICK)
    check(profile, load_variant("sochi-codex").with_overrides({"ten": "checked"}))
    lines = list(profile_lines(profile))
    assert lines[0].startswith("nearest variant: sochi-codex")
    assert "  ten=checked  (instead of whisted)" in lines
    assert lines[-1] == "these rules explain every answer"


def test_a_subject_without_rules_of_its_own_cannot_be_profiled() -> None:
    with pytest.raises(SubjectError, match="no question"):
        profile_subject(python_command("-m", "preferans_pbn", "conform", "serve"), limits=QUICK)


def test_questions_that_break_a_subject_are_left_out(tmp_path: Path) -> None:
    text = """
import sys
from preferans_pbn.conformance.reference import Reference
from preferans_pbn.conformance.serve import serve
from preferans_pbn.variants import load_variant
reference = Reference(load_variant("greek"))
def answer(request):
    if request["op"] == "settle":
        sys.exit(1)
    return reference.answer(request)
serve(reference.hello(), answer)
"""
    cases = [case for case in load_corpus() if case.variant == "greek"]
    profile = profile_subject(script(tmp_path, text), base="greek", limits=QUICK, cases=cases)
    assert profile.explained
    assert {question.op for question, _ in profile.unanswered} == {"settle"}


def test_every_family_is_asked_about() -> None:
    assert {one.family for one in QUESTIONS} >= {"russian", "balkan", "greek", "slovak"}
    assert Reference().answer({"op": "score", "rules": {"variant": "own"}, "input": {}}).keys() == {"unsupported"}
