"""This program as a subject."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest

from preferans_pbn.conformance.ops.ledger import score_of, sheet_json, sheet_of
from preferans_pbn.conformance.ops.seats import seats_of
from preferans_pbn.conformance.reference import Reference, rule_text, ruleset_of
from preferans_pbn.conformance.schema import fault
from preferans_pbn.conformance.serve import serve
from preferans_pbn.families import law_of
from preferans_pbn.variants import load_variant
from tests.conformance.support import RING, TABLE


def talk(*lines: Any, own: str | None = None) -> list[Any]:
    reference = Reference(None if own is None else load_variant(own))
    source = io.BytesIO(b"".join((line if isinstance(line, bytes) else json.dumps(line).encode()) + b"\n"
                                 for line in lines))
    sink = io.BytesIO()
    serve(reference.hello(), reference.answer, source, sink)
    return [json.loads(line) for line in sink.getvalue().splitlines()]


def run(seq: int, op: str, data: Any, **rules: Any) -> dict[str, Any]:
    return {"cmd": "run", "seq": seq, "op": op, "rules": rules or {"variant": "sochi-codex"}, "input": data}


def test_a_conversation() -> None:
    trick = {"trump": None, "trick": ["H9", "SA", "HK"]}
    hello, answer = talk({"cmd": "start", "protocol": 1}, run(7, "trick-winner", trick), {"cmd": "stop"},
                         run(8, "trick-winner", {}))
    assert fault("messages#/$defs/hello", hello) == ""
    assert fault("messages#/$defs/answer", answer) == ""
    assert answer == {"seq": 7, "output": {"winner": 2}}


@pytest.mark.parametrize("line", [b"{", b"[]", b"1", b"{}", {"cmd": "dance"}, {"cmd": "start", "protocol": 9}, b"\xff"])
def test_what_is_no_request_is_answered_and_the_next_one_too(line: Any) -> None:
    first, second = talk(line, run(1, "legal-discard", {"hand": []}))
    assert first["error"]["code"] == "malformed"
    assert second["error"]["code"] == "malformed"
    assert second["seq"] == 1


def test_own_rules_are_those_it_was_started_with() -> None:
    data = {"players": ["S", "W", "E"], "sheet": {"dump": {"S": 2, "W": 5, "E": 8}}}
    assert talk(run(1, "settle", data, variant="own"))[0]["unsupported"]
    assert talk(run(1, "settle", data, variant="own"), own="sochi-codex")[0]["output"]["result"]["S"] == 30


def test_an_unknown_variant_is_unsupported_and_a_wrong_rule_malformed() -> None:
    first, second, third = talk(
        run(1, "settle", {}, variant="my-club"), run(2, "settle", {}, variant="sochi-codex", set={"divisor": "m"}),
        run(3, "settle", {}, variant="../../etc/passwd.yaml"))
    assert "unsupported" in first
    assert second["error"]["code"] == "malformed"
    assert "unsupported" in third


@pytest.mark.parametrize(("value", "text"), [
    (True, "true"), (6, "6"), ("n-1", "n-1"), ([6, 7], "6,7"), ([], "none"), ({"6": 4, "7": 2}, "6:4,7:2"),
    ("1/2", "1/2")])
def test_values_in_json_are_values_of_rules(value: Any, text: str) -> None:
    assert rule_text(value) == text


def test_every_value_of_every_variant_comes_back_through_json() -> None:
    for name in ("sochi-guide", "leningrad-sport", "serbian", "greek", "gusarik-2"):
        rules = load_variant(name)
        assert ruleset_of(name, rules.to_json()) == rules


SCORE = {**TABLE, "declarer": "S", "contract": "6S", "defence": {"W": "whist", "E": "whist"}}


@pytest.mark.parametrize(("op", "data", "code", "at"), [
    ("score", {**SCORE, "tricks": {"S": 6, "W": 2, "E": 1}}, "malformed", None),
    ("score", {**SCORE, "tricks": {"S": 6, "W": 2, "N": 2}}, "malformed", None),
    ("score", {**SCORE, "contract": "6Z", "tricks": {"S": 10}}, "undefined-by-variant", None),
    ("score", {**SCORE, "contract": "concede-3", "bid": "7H"}, "illegal-contract", None),
    ("score", {**SCORE, "declarer": None, "tricks": {"S": 10}}, "malformed", None),
    ("score", {**SCORE, "players": ["S", "W"], "tricks": {"S": 10}}, "malformed", None),
    ("score", {**SCORE, "players": "SWE", "tricks": {"S": 10}}, "malformed", None),
    ("score", {**SCORE, "totals": {"pool": {"S": "x"}}, "tricks": {"S": 10}}, "malformed", None),
    ("legal-calls", {**TABLE, "calls": ["6S", "7S", "?"]}, "malformed", None),
    ("legal-calls", {**TABLE, "calls": ["pass", "pass", "pass", "6S"]}, "illegal-call", 3),
    ("legal-calls", {**TABLE, "calls": ["blah"]}, "illegal-call", 0),
    ("legal-contracts", {**TABLE, "calls": ["6S"]}, "malformed", None),
    ("legal-defence", {**TABLE, "declarer": "S", "contract": "misere", "calls": ["whist"]}, "illegal-defence", 0),
    ("legal-defence", {**TABLE, "declarer": "S", "contract": "6S", "calls": ["whist", "whist", "open"]},
     "illegal-defence", 2),
    ("legal-defence", {**TABLE, "declarer": "S", "contract": "all-pass", "calls": []}, "malformed", None),
    ("legal-cards", {"trump": "S", "trick": [], "hand": ["SA"], "contract": "7H"}, "malformed", None),
    ("legal-cards", {"trump": None, "trick": ["SA"], "hand": ["SA"], "contract": "6NT"}, "malformed", None),
    ("legal-cards", {"trump": "H", "trick": ["(SA)"], "hand": ["S7"], "contract": "6H"}, "malformed", None),
    ("trick-winner", {"trump": "H", "trick": ["SA"]}, "malformed", None),
    ("trick-winner", {"trump": "H", "trick": ["SA", "SA", "S7"]}, "malformed", None),
    ("trick-winner", {"trump": "X", "trick": ["SA", "SK", "S7"]}, "malformed", None),
    ("legal-discard", {"hand": ["SA"]}, "malformed", None),
    ("sheet", {**TABLE, "scores": [{"bule": {"S": 1}}]}, "malformed", None),
    ("settle", {"players": ["S", "W", "E"], "sheet": {"pool": {"N": 1}}}, "malformed", None),
    ("format", {"text": "[Talon \"H6\"]"}, "malformed", None),
    ("parse", {"text": "", "base64": ""}, "malformed", None),
    ("parse", {"base64": "?"}, "malformed", None),
])
def test_errors_are_of_the_closed_list(op: str, data: Any, code: str, at: int | None) -> None:
    [answer] = talk(run(1, op, data))
    assert answer["error"]["code"] == code, answer
    assert answer["error"].get("at") == at
    assert fault("messages#/$defs/answer", answer) == ""


def test_a_number_of_players_that_the_variant_does_not_have_is_refused() -> None:
    four = {"players": ["S", "E", "N", "W"], "dealer": "W", "calls": []}
    online, club = talk(run(1, "legal-calls", four, variant="serbian"),
                        run(2, "legal-calls", four, variant="serbian-klub"))
    assert online["error"]["code"] == "undefined-by-variant"
    assert club["output"]["turn"] == "S"


@pytest.mark.parametrize("calls", [["come", "come", "kontra"], ["come", "stay-out", "call-partner"]])
def test_an_answer_that_a_variant_does_not_define_is_refused_where_it_would_be_given(calls: list[str]) -> None:
    [answer] = talk(run(1, "legal-defence", {**RING, "declarer": "S", "contract": "H", "calls": calls},
                        variant="croatian"))
    assert answer["error"]["code"] == "undefined-by-variant"


def test_a_format_that_is_not_known_is_unsupported() -> None:
    assert "klingon" in talk(run(1, "convert", {"from": "klingon", "to": "ppbn", "text": ""}))[0]["unsupported"]


def test_agreed_sans_leads() -> None:
    """S2-87 to S2-89: clubs by a called leader; under kontra spades or the suit that its giver bid to."""
    hand = ["SA", "C9", "DT", "HK"]
    base = {"trump": None, "trick": [], "hand": hand, "contract": "sans"}
    agreed = {"variant": "serbian", "set": {"sans_lead": "agreed"}}
    answers = talk(run(1, "legal-cards", {**base, "first_lead": True, "called": True}, **agreed),
                   run(2, "legal-cards", {**base, "first_lead": True, "kontra": True, "bids": "4"}, **agreed),
                   run(3, "legal-cards", {**base, "first_lead": True}, **agreed),
                   run(4, "legal-cards", {**base, "called": True}, **agreed),
                   run(5, "legal-cards", {**base, "first_lead": True, "called": True}, variant="serbian"))
    assert [one["output"]["legal"] for one in answers] == [["C9"], ["SA", "HK"], hand, hand, hand]


def test_a_table_of_two_lists_the_dummy() -> None:
    two = {"players": ["S", "N", "W"], "dealer": "W", "dummy": "N"}
    first, score, settled = talk(
        run(1, "legal-calls", {**two, "calls": ["6S"]}, variant="gusarik-2"),
        run(2, "score", {**two, "declarer": "S", "contract": "6S", "defence": {"W": "whist"},
                         "tricks": {"S": 6, "N": 1, "W": 3}}, variant="gusarik-2"),
        run(3, "settle", {"players": ["S", "N", "W"], "dummy": "N", "sheet": {"pool": {"S": 2}}}, variant="gusarik-2"))
    assert first["output"]["turn"] == "W"
    assert set(score["output"]["whists"]) <= {"W"}
    assert set(settled["output"]["result"]) == {"S", "W"}


@pytest.mark.parametrize(("variant", "table", "sheet"), [
    ("sochi-codex", TABLE, {"pool": {"S": 9, "E": 3}, "dump": {"W": "1/2"}, "whists": {"S": {"W": 12}}}),
    ("serbian", RING, {"bule": {"S": -10, "E": 4}, "supe": {"E": {"S": 20}}, "refe": {"S": 1}}),
    ("greek", RING, {"kasa": 1480, "deposit": 500, "balance": {"S": 12, "E": 6, "W": 2}}),
])
def test_a_sheet_comes_back_as_it_was_given(variant: str, table: Any, sheet: Any) -> None:
    law = law_of(load_variant(variant))
    seats = seats_of(table)
    again = sheet_json(law, sheet_of(law, sheet, seats.table), seats.table)
    assert {name: value for name, value in again.items() if value} == sheet


def test_a_score_comes_back_as_it_was_given() -> None:
    law = law_of(load_variant("serbian"))
    score = score_of(law, {"bule": {"S": -10}, "supe": {"E": {"S": 20}}, "refe": {"S": -1}}, seats_of(RING))
    assert law.cells(score, ("S", "E", "W")) == {"S": ("-10", "-", "-1"), "E": ("0", "S:20", "0"), "W": ("0", "-", "0")}


def test_format_orders_the_hands_of_each_record_by_its_own_rules() -> None:
    deal = '[Event "x"]\n[Dealer "W"]\n[Deal "E:- S:- W:-"]\n'
    named = deal.replace("[Dealer", '[Variant "serbian"]\n[Dealer')
    text = talk(run(1, "format", {"text": f"{deal}\n{named}"}, variant="sochi-codex"))[0]["output"]["text"]
    assert [line for line in text.splitlines() if "Deal " in line] == ['[Deal "E:- S:- W:-"]', '[Deal "S:- E:- W:-"]']


def test_replay_leaves_out_a_score_that_hangs_on_unknown_totals() -> None:
    text = ('[Event "x"]\n[Board "7"]\n[Variant "serbian"]\n[Refe "S:1"]\n[Dealer "W"]\n[Declarer "S"]\n'
            '[Contract "H"]\n[Defenders "W:come E:come"]\n[Tricks "S:6 W:2 E:2"]\n')
    output = talk(run(1, "replay", {"text": text}, variant="serbian"))[0]["output"]
    assert output == {"diagnostics": [], "outcome": "played", "tricks": {"S": 6, "W": 2, "E": 2}}
