"""Every rule of the corpus's own checks finds its fault, and only that."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from preferans_pbn.conformance import vocabulary
from preferans_pbn.conformance.cases import CorpusError
from preferans_pbn.conformance.findings import Finding
from preferans_pbn.conformance.lint import COMPLETE, RULES, lint, listed
from preferans_pbn.conformance.lint.flips import check_flips, flips, met_values
from preferans_pbn.conformance.lint.mended import check_fixed
from preferans_pbn.conformance.reference import ruleset_of
from preferans_pbn.variants import load_variant
from tests.conformance.support import a_case

GOOD = """\
- id: "PC-0001"
  title: "Dump points are shared among all"
  level: "L6"
  rules: {variant: "sochi-codex"}
  op: "settle"
  input: {players: ["S", "W", "E"], sheet: {dump: {"S": 2, "W": 5, "E": 8}}}
  expect: {result: {"S": 30, "E": -30}, good: "high"}
  source: ["WE-S10"]
  tags: ["settlement"]
"""
WELL_FORMED = [rule for rule in RULES if rule not in COMPLETE]


def found_in(tmp_path: Path, text: str | bytes, rules: list[str] = WELL_FORMED,
             folder: str = "shared") -> list[Finding]:
    place = tmp_path / "cases" / folder
    place.mkdir(parents=True, exist_ok=True)
    (place / "test.yaml").write_bytes(text.encode() if isinstance(text, str) else text)
    return lint(tmp_path, rules)


def second(text: str) -> str:
    return text.replace("PC-0001", "PC-0002")


def test_a_good_case_has_no_fault(tmp_path: Path) -> None:
    assert found_in(tmp_path, GOOD) == []


PARSE = """\
- id: "PC-0001"
  title: "A rank that does not exist"
  level: "L0"
  rules: {variant: "sochi-codex"}
  op: "parse"
  input: {text: "[Event \\"Club\\"]\\n[Talon \\"H6 H7\\"]\\n"}
  expect: {diagnostics: [{code: "E105", line: 2, col: 9, end_col: 11}]}
  source: ["N-3.1"]
"""


@pytest.mark.parametrize(("rule", "text"), [
    ("yaml", "- [\n"),
    ("yaml", b"- \xff\n"),
    ("yaml-versions", GOOD.replace("\n", "\r\n")),
    ("yaml-versions", GOOD.replace("among all", "among\\/all")),
    ("yaml-versions", GOOD.replace("among all", "among\u2028all")),
    ("yaml-documents", GOOD + "--- \n"),
    ("yaml-documents", "%YAML 1.1\n---\n" + GOOD),
    ("yaml-unquoted", GOOD.replace('"settle"', "settle")),
    ("yaml-unquoted", GOOD.replace('{"S": 2,', '{S: 2,')),
    ("yaml-unquoted", GOOD.replace('"high"', "yes")),
    ("yaml-unquoted", GOOD.replace('"S": 30', '"S": 7:8')),
    ("yaml-duplicate-key", GOOD.replace('good: "high"', 'good: "high", good: "high"')),
    ("yaml-anchor", GOOD.replace('["WE-S10"]', '&one ["WE-S10"]')),
    ("yaml-tag", GOOD.replace('"high"', '!word "high"')),
    ("yaml-tag", GOOD.replace('["WE-S10"]', '!!set {"WE-S10": ""}')),
    ("schema", GOOD.replace('"L6"', '"L9"')),
    ("schema", GOOD.replace('good: "high"', 'good: "highest"')),
    ("schema", GOOD.replace('{"S": 2,', '{"S": "2",')),
    ("schema", GOOD.replace("  title:", "  headline:")),
    ("schema", 'id: "PC-0001"\n'),
    ("schema", '- "PC-0001"\n'),
    ("schema", GOOD + '  alternatives: [{good: "low"}]\n'),
    ("id", GOOD.replace("PC-0001", "PC-0002") + GOOD.replace('"S": 2', '"S": 3')),
    ("id", GOOD + GOOD.replace('"S": 2', '"S": 3')),
    ("id", GOOD + '  supersedes: "PC-0999"\n'),
    ("rules", GOOD.replace('"sochi-codex"', '"sochi-kodex"')),
    ("rules", GOOD.replace('"sochi-codex"', '"sochi"')),
    ("rules", GOOD.replace('{variant: "sochi-codex"}', '{variant: "sochi-codex", set: {divisor: "n"}}')),
    ("rules", GOOD.replace('{variant: "sochi-codex"}', '{variant: "sochi-codex", set: {divisor: "m"}}')),
    ("rules", GOOD.replace('{variant: "sochi-codex"}', '{variant: "sochi-codex", set: {divider: "n-1"}}')),
    ("level", GOOD.replace('"L6"', '"L5"')),
    ("tag", GOOD.replace('"settlement"', '"settled"')),
    ("source", GOOD.replace('"WE-S10"', '"N-99.1"')),
    ("source", GOOD.replace('"WE-S10"', '"S0-06"')),
    ("source", GOOD.replace('"WE-S10"', '"HEARSAY 3"')),
    ("fixed", PARSE),
    ("fixed", PARSE + '  fixed: "[Event \\"Club\\"]\\n[Talon \\"H5 H7\\"]\\n"\n'),
    ("fixed", PARSE + '  fixed: "[Event \\"Klub\\"]\\n[Talon \\"H8 H7\\"]\\n"\n'),
    ("fixed", PARSE.replace("H6", "H8").replace('[{code: "E105", line: 2, col: 9, end_col: 11}]', "[]")
     + '  fixed: "[Event \\"Club\\"]\\n[Talon \\"H8 H7\\"]\\n"\n'),
    ("duplicate", GOOD + second(GOOD)),
    ("renamed", GOOD + second(GOOD).replace('["S", "W", "E"], sheet: {dump: {"S": 2, "W": 5, "E": 8}}',
                                            '["N", "E", "S"], sheet: {dump: {"N": 2, "E": 5, "S": 8}}')),
])
def test_a_fault_is_found_by_its_rule(tmp_path: Path, rule: str, text: str | bytes) -> None:
    found = found_in(tmp_path, text)
    assert rule in {one.rule for one in found}, list(listed(found))
    assert {one.rule for one in found} <= {rule, "schema"}
    assert all(one.path == "shared/test.yaml" for one in found)


def test_a_case_stands_in_the_folder_of_its_variant(tmp_path: Path) -> None:
    assert [one.rule for one in found_in(tmp_path, GOOD, folder="serbian")] == ["folder"]
    assert found_in(tmp_path / "b", GOOD, folder="sochi-codex") == []


def test_a_retired_id_is_not_used_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vocabulary, "retired", lambda: {"PC-0001": "the answer was wrong"})
    assert [one.rule for one in found_in(tmp_path, GOOD)] == ["id"]


@pytest.mark.parametrize("addition", [
    '  fixed: "[Event \\"Club\\"]\\n[Talon \\"H8 H7\\"]\\n"\n',
    '  fixed_elsewhere: "the talon as dealt is not known"\n',
    '  fixed: "[Event \\"Klub\\"]\\n[Talon \\"H8 H7\\"]\\n"\n  fixed_elsewhere: "the event is misspelt too"\n',
    '  fixed_base64: "W0V2ZW50ICJDbHViIl0KW1RhbG9uICJIOCBINyJdCg=="\n',
])
def test_a_mended_form_is_valid_and_differs_in_the_span(tmp_path: Path, addition: str) -> None:
    assert found_in(tmp_path, PARSE + addition) == []


def test_only_some_low_cases_are_allowed(tmp_path: Path) -> None:
    cases = [json.loads(json.dumps({
        "id": f"PC-{n:04}", "title": "A trick of three cards", "level": "L0", "rules": {"variant": "sochi-codex"},
        "op": "trick-winner", "input": {"trump": None, "trick": [f"S{a}", f"C{b}", "D7"]}, "expect": {"winner": 0},
        "source": ["TS-20"]})) for n, (a, b) in enumerate((a, b) for a in "AKQJT987" for b in "AKQJT987")]
    more = [{**case, "id": f"PC-1{case['id'][-3:]}", "input": {**case["input"], "trump": "H"}} for case in cases]
    text = "".join(f"- {json.dumps(case)}\n" for case in cases + more[:56])
    assert [one.rule for one in found_in(tmp_path, text)] == []
    text = "".join(f"- {json.dumps(case)}\n" for case in cases + more[:57])
    assert [(one.rule, one.message) for one in found_in(tmp_path, text)] == [
        ("low-levels", "L0 and L1 have 121 cases, more than 120")]


def test_completeness_names_what_no_case_shows(tmp_path: Path) -> None:
    text = PARSE.replace('["N-3.1"]', '["N-3.1", "S1-36"]') + '  fixed: "[Event \\"Club\\"]\\n[Talon \\"H8 H7\\"]\\n"\n'
    messages = {one.message for one in found_in(tmp_path, text, ["clause", "statement", "code"])}
    assert "no case names N-3.2" in messages
    assert "no case names N-3.1" not in messages
    assert "no case names S1-37" in messages
    assert "no case names S1-36" not in messages
    assert "no case expects E106" in messages
    assert "no case expects E105" not in messages


def test_a_case_flips_on_the_values_that_decide_it() -> None:
    case = a_case(1)
    rules = load_variant("sochi-codex")
    met = met_values([rules])
    wanted = {("divisor", "n"), ("divisor", "n-1"), ("k", "10"), ("ten", "whisted")}
    assert flips(case, rules, wanted, met) == {("divisor", "n")}
    shared = ruleset_of("sochi-codex", {"divisor": "n-1"})
    assert flips(case, shared, wanted, met) == {("divisor", "n-1")}


def test_values_that_decide_no_case_are_named() -> None:
    from preferans_pbn.conformance.lint import Corpus

    messages = [one.message for one in check_flips(Corpus([a_case(1)]))]
    assert "no case is decided by divisor=n-1 (settle)" in messages
    assert "no case is decided by divisor=n (settle)" not in messages
    assert not any("deal_pattern" in message for message in messages), "no operation observes it"


def test_a_replay_is_mended_under_its_own_rules() -> None:
    from preferans_pbn.conformance.lint import Corpus

    text = '[Event "A"]\n[Variant "sochi-codex"]\n[Dealer "E"]\n[Auction "S"]\n6C 6S pass\npass\n'
    data: dict[str, Any] = {
        "op": "replay", "level": "L3", "input": {"text": text}, "fixed": text.replace("6S", "6D"),
        "expect": {"diagnostics": [{"code": "E404", "line": 5, "col": 4, "end_col": 6}]}}
    assert list(check_fixed(Corpus([a_case(1, **data)]))) == []
    wrong = a_case(1, **{**data, "fixed": text.replace("6C 6S", "6D 6H")})
    assert [one.rule for one in check_fixed(Corpus([wrong]))] == ["fixed"]


def test_a_folder_without_cases_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match="no cases"):
        lint(tmp_path)
