"""What counts as the same, and which verdict a difference gets."""

from __future__ import annotations

from typing import Any

import pytest

from preferans_pbn.conformance.compare import differences, judge, plain

ILLEGAL = {"error": {"code": "illegal-call", "at": 1}}
SCORE = {"pool": {"S": 2}, "whists": {"W": {"S": 4}}}


@pytest.mark.parametrize(("op", "expect", "output"), [
    ("score", SCORE, {"pool": {"S": 2, "W": 0, "E": None}, "dump": {}, "whists": {"W": {"S": 4, "E": 0}, "E": {}}}),
    ("score", SCORE, {"pool": {"S": 2.0}, "whists": {"W": {"S": 4}}}),
    ("score", SCORE, {**SCORE, "comment": "what the schema does not know is passed over"}),
    ("score", {**SCORE, "all_pass_run": 0}, SCORE),
    ("settle", {"result": {"S": "184/3", "W": "-184/3"}, "good": "high"},
     {"good": "high", "result": {"W": "-184/3", "S": "184/3", "E": 0}}),
    ("legal-calls", {"turn": "S", "legal": ["pass", "6S"]}, {"legal": ["6S", "pass", "6S"], "turn": "S"}),
    ("legal-defence", {"done": True, "defence": {"W": "pass"}, "open": False, "played": False},
     {"done": True, "defence": {"W": "pass"}}),
    ("replay", {"diagnostics": []}, {"diagnostics": [], "outcome": "played", "score": {"pool": {"S": 2}}}),
])
def test_the_same(op: str, expect: dict[str, Any], output: dict[str, Any]) -> None:
    assert judge(op, expect, (), {"output": output}).verdict == "pass"


@pytest.mark.parametrize(("op", "expect", "answer", "verdict"), [
    ("score", SCORE, {"output": {"pool": {"S": 4}, "whists": {"W": {"S": 4}}}}, "fail"),
    ("score", SCORE, {"output": {**SCORE, "dump": {"E": 2}}}, "fail"),
    ("score", SCORE, {"error": {"code": "malformed"}}, "fail"),
    ("score", SCORE, {"output": {"pool": {"S": 2.5}}}, "malformed"),
    ("score", SCORE, {"output": {"pool": {"S": "2"}}}, "malformed"),
    ("score", SCORE, {"output": [1, 2]}, "malformed"),
    ("score", SCORE, {"output": None}, "malformed"),
    ("score", SCORE, {"error": {"code": "oops"}}, "malformed"),
    ("score", SCORE, {"error": "oops"}, "malformed"),
    ("score", SCORE, {}, "malformed"),
    ("score", SCORE, {"output": SCORE, "error": {"code": "malformed"}}, "malformed"),
    ("score", SCORE, {"unsupported": "not yet"}, "unsupported"),
    ("legal-discard", {"ok": False}, {"output": {}}, "malformed"),
    ("legal-discard", {"ok": True}, {"output": {"ok": 1}}, "malformed"),
    ("legal-cards", {"legal": ["SA"]}, {"output": {"legal": []}}, "fail"),
    ("legal-calls", ILLEGAL, {"error": {"code": "illegal-call", "at": 2}}, "wrong-span"),
    ("legal-calls", ILLEGAL, {"error": {"code": "illegal-call"}}, "wrong-span"),
    ("legal-calls", ILLEGAL, {"error": {"code": "malformed", "at": 1}}, "wrong-error"),
    ("legal-calls", {"error": {"code": "illegal-call"}}, {"error": {"code": "illegal-call", "at": 7}}, "pass"),
    ("legal-calls", {"error": {"code": "illegal-call"}}, {"output": {"done": True, "all_pass": True}}, "fail"),
    ("parse", {"diagnostics": [{"code": "E105", "line": 2, "col": 9, "end_col": 11}]},
     {"output": {"diagnostics": [{"code": "E105", "line": 2, "col": 9, "end_col": 12}]}}, "wrong-span"),
    ("parse", {"diagnostics": [{"code": "E105", "line": 2, "col": 9, "end_col": 11}]},
     {"output": {"diagnostics": [{"code": "E106", "line": 2, "col": 9, "end_col": 11}]}}, "wrong-error"),
    ("parse", {"diagnostics": [{"code": "E105", "line": 2, "col": 9, "end_col": 11}]}, {"output": {}}, "fail"),
    ("parse", {"record": {"event": "A"}}, {"output": {"record": {"event": "B"}, "diagnostics": []}}, "fail"),
    ("parse", {"record": {"event": "A"}}, {"output": {"record": {"event": "A", "site": "B"}}}, "fail"),
])
def test_verdicts(op: str, expect: dict[str, Any], answer: dict[str, Any], verdict: str) -> None:
    assert judge(op, expect, (), answer).verdict == verdict


def test_any_of_several_right_answers_passes() -> None:
    other = ({"error": {"code": "undefined-by-variant"}}, {"pool": {"S": 4}})
    assert judge("score", SCORE, other, {"output": {"pool": {"S": 4}}}).verdict == "pass"
    assert judge("score", SCORE, other, {"error": {"code": "undefined-by-variant"}}).verdict == "pass"
    assert judge("score", SCORE, other, {"output": {"pool": {"S": 6}}}).verdict == "fail"


def test_true_is_not_one() -> None:
    assert plain({"done": True}) != plain({"done": 1})


def test_a_difference_names_the_place() -> None:
    got = {"pool": {"S": 2}, "whists": {"W": {"S": 8}}, "dump": {"E": 2}}
    assert differences(SCORE, got) == ["dump.E: expected ∅, got 2", "whists.W.S: expected 4, got 8"]
    assert differences({"legal": ["SA", "S7"]}, {"legal": ["SA", "S9"]}) == ["legal: missing S7, too many S9"]
    assert differences({"sheets": [{"pool": {"S": 1}}]}, {"sheets": [{"pool": {"S": 2}}]}) == [
        "sheets[0].pool.S: expected 1, got 2"]
