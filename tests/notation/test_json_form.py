"""Records as JSON."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from jsonschema import Draft202012Validator

from preferans_pbn.data_files import data_path
from preferans_pbn.notation import JsonFormError, from_json, loads, to_json
from preferans_pbn.notation.json_form import from_ndjson, to_ndjson
from preferans_pbn.record import Record
from tests.notation.samples import MISERE, SAMPLE, SERBIAN
from tests.notation.strategies import records

SCHEMA = json.loads(data_path("preferans_pbn/schema/record.schema.json").read_text(encoding="utf-8"))
VALIDATOR = Draft202012Validator(SCHEMA)


def test_the_schema_is_a_schema() -> None:
    Draft202012Validator.check_schema(SCHEMA)


def test_every_key_is_described() -> None:
    def undescribed(node: Any, path: str) -> list[str]:
        missing = []
        if isinstance(node, dict):
            for name, part in node.get("properties", {}).items():
                target = SCHEMA["$defs"][part["$ref"].rpartition("/")[2]] if "$ref" in part else part
                if "description" not in part and "description" not in target:
                    missing.append(f"{path}/{name}")
            for key, part in node.items():
                missing += undescribed(part, f"{path}/{key}")
        return missing

    assert undescribed(SCHEMA, "") == []


@pytest.mark.parametrize("text", [SAMPLE, SERBIAN, MISERE])
def test_samples(text: str) -> None:
    [record] = loads(text)
    data = json.loads(json.dumps(to_json(record)))
    assert from_json(data) == record
    VALIDATOR.validate(data)


@given(records())
@settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much], deadline=None, max_examples=50)
def test_every_record_fits_the_schema(record: Record) -> None:
    VALIDATOR.validate(json.loads(json.dumps(to_json(record))))


def test_the_form_of_a_record() -> None:
    [record] = loads('[Event "x"]\n[Target "41/2"]\n[Bule "60"]\n[Deal "S:SAK W:-"]\n[Kontra "W:2"]\n'
                     '[Tricks "S:8 W:?"]\n'
                     '[Play "S"]\n(H8) SA^R - >S\n')
    assert to_json(record) == {
        "event": "x", "target": "41/2", "bule": 60, "deal": {"S": "SAK", "W": None}, "kontra": {"by": "W", "level": 2},
        "tricks": {"S": 8, "W": None},
        "play": {"first": "S", "tricks": [{"cards": ["SA", "-"], "talon": "H8", "winner": "S"}],
                 "marks": {"0": {"irregularity": "R"}}},
    }


def test_ndjson() -> None:
    several = loads(SAMPLE + "\n" + SERBIAN)
    lines = list(to_ndjson(several))
    assert [line.count("\n") for line in lines] == [1, 1]
    assert list(from_ndjson([*lines, "\n"])) == several
    with pytest.raises(JsonFormError, match=r"line 2: /dealer: 'X' is not a seat"):
        list(from_ndjson([lines[0], '{"dealer":"X"}\n']))
    with pytest.raises(JsonFormError, match=r"line 1: .*not JSON"):
        list(from_ndjson(["{"]))


@pytest.mark.parametrize(("data", "pointer"), [
    ([], ""), ({"evnt": "x"}, "/evnt"), ({"event": 1}, "/event"), ({"event": "a\nb"}, "/event"),
    ({"date": "yesterday"}, "/date"), ({"players": {"X": "a"}}, "/players/X"), ({"target": 1.5}, "/target"),
    ({"target": True}, "/target"), ({"target": "1/0"}, "/target"), ({"rules": {"Ten": "x"}}, "/rules/Ten"),
    ({"rules": {"a~/b": "x"}}, "/rules/a~0~1b"), ({"rules": []}, "/rules"),
    ({"all_pass_run": -1}, "/all_pass_run"), ({"dealer": "X"}, "/dealer"), ({"dealer": ["S"]}, "/dealer"),
    ({"deal": {"S": "SAA"}}, "/deal/S"), ({"deal": {"S": ""}}, "/deal/S"),
    ({"deal": {"S": "SA", "W": "SA"}}, "/deal/W"),
    ({"deal": {}}, "/deal"), ({"talon": ["H8", "X"]}, "/talon/1"), ({"talon": []}, "/talon"),
    ({"discard": "x"}, "/discard"),
    ({"auction": {"first": "S"}}, "/auction"), ({"auction": {"first": "S", "calls": ["whist"]}}, "/auction/calls/0"),
    ({"auction": {"first": "S", "calls": [], "marks": {"0": {}}}}, "/auction/marks/0"),
    ({"auction": {"first": "S", "calls": ["6S"], "marks": {"0": {"note": 1}}}}, "/auction/marks/0/note"),
    ({"auction": {"first": "S", "calls": ["6S"], "marks": {"0": {"suffixes": ["$1", "!"]}}}},
     "/auction/marks/0/suffixes"),
    ({"auction": {"first": "S", "calls": [], "notes": {"0": "x"}}}, "/auction/notes/0"),
    ({"play": {"first": "S", "tricks": [{"cards": []}]}}, "/play/tricks/0/cards"),
    ({"play": {"first": "S", "tricks": [], "end": "x"}}, "/play/end"),
    ({"kontra": {"by": "S", "level": 5}}, "/kontra/level"), ({"tricks": {"S": -1}}, "/tricks/S"),
    ({"contract": "7"}, "/contract"), ({"score_table": {"columns": ["Pool"], "rows": []}}, "/score_table/columns"),
    ({"score_table": {"columns": ["Seat", "Pool"], "rows": [["S"]]}}, "/score_table/rows/0"),
    ({"score_table": {"columns": ["Seat", "Pool"], "rows": [["S", "1 2"]]}}, "/score_table/rows/0/1"),
    ({"score_table": {"columns": ["Seat", "Pool"], "rows": [["S", "1"], ["S", "1"]]}}, "/score_table/rows/1"),
    ({"extras": [{"name": "Deal", "value": "", "after": ""}]}, "/extras/0/name"),
    ({"extras": [{"name": "Foo", "value": "", "after": "Bar"}]}, "/extras/0/after"),
    ({"extras": [{"name": "Foo", "value": "", "after": "", "body": ["[x]"]}]}, "/extras/0/body/0"),
    ({"comments": [{"owner": "", "index": 0, "style": "#", "text": ""}]}, "/comments/0/style"),
    ({"comments": [{"owner": "", "index": 0, "style": ";", "text": "a\nb"}]}, "/comments/0/text"),
    ({"comments": [{"owner": ""}]}, "/comments/0"),
])
def test_bad_data_is_refused_with_its_place(data: Any, pointer: str) -> None:
    with pytest.raises(JsonFormError) as caught:
        from_json(data)
    assert caught.value.pointer == pointer
