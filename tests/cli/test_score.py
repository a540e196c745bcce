"""``score``: sheet and settlement, worked out by hand from the Codex's prices."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator

from tests.cli.conftest import ALL_PASS, DEAL, Run, file_of

# 7S made with one over: pool 4 (a seven is worth 4); E took two tricks at 4 whists each, so 8 on S.
# Settlement at ten whists a point, three players: S gets 40/3 from each and pays E 8: 80/3 - 8 = 56/3;
# W pays 40/3; E gets 8 - 40/3 = -16/3.
SCORED = """\
Thursday club, Tallinn EST, 2026.11.26, table 2
sochi-codex@1  ten=checked  to 20

 Deal  Dealer  Contract         Tricks   Written
    1  E       7♠ S             8        S pool 4; E 8 on S

                    Pool  Dump  Whists on       Result
                                   S    W    E
S Anna                 4     0     ·    -    -   +56/3
W Boris                0     0     -    ·    -   -40/3
E Clara                0     0     8    -    ·   -16/3
                                             Sum     0
The session has not ended: this is how it would settle now.
"""

AMOUNT: dict[str, Any] = {"oneOf": [{"type": "integer"}, {"type": "string", "pattern": "^-?[0-9]+/[0-9]+$"}]}
CELLS: dict[str, Any] = {"type": ["object", "null"], "propertyNames": {"enum": list("SWNE")}, "additionalProperties": {
    "type": "object", "required": ["pool", "dump", "whists"], "additionalProperties": False,
    "properties": {"pool": AMOUNT, "dump": AMOUNT, "whists": {
        "type": "object", "propertyNames": {"enum": list("SWNE")}, "additionalProperties": AMOUNT}},
}}
SCHEMA: dict[str, Any] = {"type": "array", "items": {
    "type": "object",
    "required": ["path", "session", "event", "site", "date", "table", "variant", "rules", "target", "seats", "players",
                 "deals", "known", "continued_from", "not_scored", "ended", "sheet", "settlement"],
    "additionalProperties": False,
    "properties": {
        "path": {"type": "string"}, "session": {"type": ["string", "null"]}, "event": {"type": ["string", "null"]},
        "site": {"type": ["string", "null"]}, "date": {"type": ["string", "null"]},
        "table": {"type": ["string", "null"]}, "variant": {"type": "string"}, "rules": {"type": "string"},
        "target": {"oneOf": [AMOUNT, {"type": "null"}]}, "seats": {"type": "array"}, "players": {"type": "object"},
        "known": {"type": "boolean"}, "ended": {"type": "boolean"}, "sheet": CELLS,
        "settlement": {"type": ["object", "null"], "additionalProperties": AMOUNT},
        "continued_from": {"type": ["object", "null"], "required": ["record", "board"], "properties": {
            "record": {"type": "integer"}, "board": {"type": ["string", "null"]}}},
        "not_scored": {"type": "array", "items": {"type": "integer"}},
        "deals": {"type": "array", "items": {
            "type": "object",
            "required": ["record", "board", "dealer", "declarer", "contract", "outcome", "tricks", "score", "sheet",
                         "errors"],
            "additionalProperties": False,
            "properties": {
                "record": {"type": "integer", "minimum": 1}, "board": {"type": ["string", "null"]},
                "dealer": {"type": ["string", "null"]}, "declarer": {"type": ["string", "null"]},
                "contract": {"type": ["string", "null"]}, "outcome": {"type": ["string", "null"]},
                "tricks": {"type": ["object", "null"]}, "score": CELLS, "sheet": CELLS,
                "errors": {"type": "array", "items": {"type": "string"}},
            },
        }},
    },
}}


def test_a_session(run: Run, good: Path) -> None:
    result = run("score", good)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == SCORED


def test_the_score_comes_from_the_replay_not_from_the_claims(run: Run) -> None:
    claimed = DEAL.replace("S 4 0 -", "S 40 0 -").replace("E 0 0 S:8", "E 7 7 -")
    assert run("score", "-", input=claimed).stdout == SCORED


def test_rules_of_the_command_line(run: Run, good: Path) -> None:
    lines = run("score", good, "--rules", "wm=2").stdout.splitlines()
    # Doubled whists: 16 on S.
    assert "    1  E       7♠ S             8        S pool 4; E 16 on S" in lines


def test_russian(run: Run, good: Path) -> None:
    lines = run("score", good, "--lang", "ru").stdout.splitlines()
    assert "    1  В       7♠ Ю             8        Ю пуля 4; В 8 на Ю" in lines
    assert "                    Пуля  Гора  Висты на         Итог" in lines


def test_sessions_follow_each_other(run: Run) -> None:
    text = file_of(DEAL, ALL_PASS, DEAL.replace('[Table "2"]', '[Table "3"]'))
    sessions = json.loads(run("score", "-", "--format", "json", input=text).stdout)
    assert [(one["table"], len(one["deals"])) for one in sessions] == [("2", 2), ("3", 1)]
    assert run("score", "-", input=text).stdout.count("Written") == 2


def test_json(run: Run, good: Path) -> None:
    [session] = json.loads(run("score", good, "--format", "json").stdout)
    Draft202012Validator(SCHEMA).validate([session])
    assert session["settlement"] == {"S": "56/3", "W": "-40/3", "E": "-16/3"}
    assert session["sheet"] == {
        "S": {"pool": 4, "dump": 0, "whists": {}},
        "W": {"pool": 0, "dump": 0, "whists": {}},
        "E": {"pool": 0, "dump": 0, "whists": {"S": 8}},
    }
    [deal] = session["deals"]
    assert (deal["declarer"], deal["contract"], deal["outcome"]) == ("S", "7S", "played")
    assert deal["tricks"] == {"S": 8, "W": 0, "E": 2}
    assert deal["score"] == deal["sheet"] == session["sheet"]
    assert (session["ended"], session["known"], session["target"]) == (False, True, 20)


def test_the_settlement_of_every_session_sums_to_zero(run: Run) -> None:
    for variant in ("sochi-codex", "sochi-guide"):
        made = run("random", "--variant", variant, "--seed", "3", "--count", "60")
        sessions = json.loads(run("score", "-", "--format", "json", input=made.stdout_bytes).stdout)
        Draft202012Validator(SCHEMA).validate(sessions)
        assert len(sessions) >= 2
        for session in sessions:
            assert sum(Fraction(amount) for amount in session["settlement"].values()) == 0


def test_the_last_sheet_is_the_one_that_the_records_claim(run: Run) -> None:
    # What `random` writes as claims is checked against `score` in the other direction.
    made = run("random", "--seed", "4", "--count", "24").stdout
    [session, *_] = json.loads(run("score", "-", "--format", "json", input=made).stdout)
    first = made.split("[SettlementTable")[0]
    rows = first.rsplit('[SheetTable "Seat;Pool;Dump;Whists"]\n', 1)[1].split("\n\n")[0].split("\n")
    claimed = {row.split()[0]: row.split()[1] for row in rows if row[:1] in "SWNE" and row}
    assert {seat: str(cells["pool"]) for seat, cells in session["sheet"].items()} == claimed


def test_a_session_that_does_not_begin_at_board_1_is_not_known(run: Run) -> None:
    result = run("score", "-", input=file_of(ALL_PASS))
    assert result.exit_code == 0
    assert result.stdout.endswith(
        "The sheet is not known: the session does not begin at board 1 and has no opening\nsheet.\n")
    [session] = json.loads(run("score", "-", "--format", "json", input=file_of(ALL_PASS)).stdout)
    assert (session["known"], session["sheet"], session["settlement"]) == (False, None, None)


def test_a_deal_that_cannot_be_scored(run: Run, bad: Path) -> None:
    result = run("score", bad)
    assert result.exit_code == 1
    lines = result.stdout.splitlines()
    assert "    1  E       7♠ S             ?        score not known: E512 W must follow" in lines
    assert "The sheet is not known: record 1 has no certain score." in lines
    # The other session is not touched.
    assert "S Anna                 4     0     ·    -    -   +56/3" in lines


def test_a_record_that_cannot_be_read(run: Run) -> None:
    text = file_of(DEAL).encode() + b'\n[Event "caf\xe9"]\n\n' + ALL_PASS.encode()
    result = run("score", "-", input=text)
    assert result.exit_code == 1
    assert "E005" in result.stderr
    assert "The sheet is not known: record 2 could not be read." in result.stdout


def test_an_unknown_variant(run: Run) -> None:
    result = run("score", "-", input=DEAL.replace("sochi-codex", "sochy"))
    assert (result.exit_code, result.stdout) == (1, "")
    assert "E210 no variant is called sochy" in result.stderr


def test_what_cannot_be_read_exits_2(run: Run, tmp_path: Path) -> None:
    result = run("score", tmp_path / "none", "--format", "json")
    assert (result.exit_code, json.loads(result.stdout)) == (2, [])


EVENING = (Path(__file__).parents[2] / "fixtures/session/evening-three.ppbn").read_text(encoding="utf-8")


def test_a_sheet_that_continues_from_a_written_one_says_so(run: Run) -> None:
    records = EVENING.split("\n\n")
    # From the third deal on, with a sheet before it that nobody can check.
    text = "\n\n".join([records[0], *records[3:]]).replace("E 0 20 -", "E 0 30 -")
    lines = run("score", "-", input=text).stdout.splitlines()
    assert lines[-1] == "The totals continue from the sheet written in board 3."
    [session] = json.loads(run("score", "-", "--format", "json", input=text).stdout)
    Draft202012Validator(SCHEMA).validate([session])
    assert (session["known"], session["continued_from"]) == (True, {"record": 1, "board": "3"})
    assert session["sheet"]["E"]["dump"] == 30
    [whole] = json.loads(run("score", "-", "--format", "json", input=EVENING).stdout)
    assert (whole["continued_from"], whole["not_scored"]) == (None, [])


def test_a_deal_without_a_score_is_named_below_the_totals(run: Run) -> None:
    # In the first deal S plays a card that he does not hold; the sheet goes on from the one written in board 2.
    text = EVENING.replace("S8 C7 SK", "S8 SK C7")
    result = run("score", "-", input=text)
    assert result.stdout.endswith("The totals continue from the sheet written in board 2.\n"
                                  "Deals without a certain score count in them only as written there: 1.\n")
    [session] = json.loads(run("score", "-", "--format", "json", input=text).stdout)
    assert (session["continued_from"], session["not_scored"]) == ({"record": 2, "board": "2"}, [1])


def test_in_an_all_pass_everybody_s_tricks_stand_by_seat(run: Run) -> None:
    # W leads, so the replay's order is W E S; the talon's two tricks and the rest: S 0, W 2, E 8.
    lines = run("score", "-", input=EVENING).stdout.splitlines()
    assert "    2  S       all-pass   S 0, W 2, E 8  S pool 1; W dump 2; E dump 8" in lines
