"""The formats of ``check`` that programs read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final
from xml.etree import ElementTree

from jsonschema import Draft202012Validator

from tests.cli.conftest import DEAL, Run

FINDING: Final[dict[str, Any]] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["path", "line", "column", "end_column", "record", "severity", "code", "name", "message", "rule",
                 "arguments", "fix"],
    "properties": {
        "path": {"type": "string"},
        "line": {"type": ["integer", "null"], "minimum": 1},
        "column": {"type": ["integer", "null"], "minimum": 1},
        "end_column": {"type": ["integer", "null"], "minimum": 1},
        "record": {"type": "integer", "minimum": 0},
        "severity": {"enum": ["error", "warning"]},
        "code": {"type": "string", "pattern": "^[EW][0-9]{3}$"},
        "name": {"type": "string", "pattern": "^[a-z0-9-]+$"},
        "message": {"type": "string", "minLength": 1},
        "rule": {"type": ["string", "null"]},
        "arguments": {"type": "object"},
        "fix": {
            "type": ["object", "null"],
            "required": ["replacement", "safe", "title"],
            "properties": {"replacement": {"type": "string"}, "safe": {"type": "boolean"},
                           "title": {"type": "string"}},
        },
    },
}

SARIF: Final[dict[str, Any]] = {
    "type": "object",
    "required": ["version", "runs"],
    "additionalProperties": False,
    "properties": {
        "$schema": {"type": "string", "format": "uri"},
        "version": {"const": "2.1.0"},
        "runs": {"type": "array", "minItems": 1, "items": {
            "type": "object",
            "required": ["tool", "results"],
            "additionalProperties": False,
            "properties": {
                "columnKind": {"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
                "tool": {"type": "object", "required": ["driver"], "properties": {"driver": {
                    "type": "object", "required": ["name", "version", "rules"],
                    "properties": {"rules": {"type": "array", "items": {
                        "type": "object", "required": ["id", "shortDescription", "fullDescription"]}}},
                }}},
                "results": {"type": "array", "items": {
                    "type": "object",
                    "required": ["ruleId", "ruleIndex", "level", "message", "locations"],
                    "properties": {
                        "level": {"enum": ["none", "note", "warning", "error"]},
                        "message": {"type": "object", "required": ["text"]},
                        "locations": {"type": "array", "minItems": 1, "items": {
                            "type": "object", "required": ["physicalLocation"],
                            "properties": {"physicalLocation": {
                                "type": "object", "required": ["artifactLocation"],
                                "properties": {"region": {
                                    "type": "object", "required": ["startLine"],
                                    "properties": {"startLine": {"minimum": 1}, "startColumn": {"minimum": 1}},
                                }},
                            }},
                        }},
                        "fixes": {"type": "array", "items": {"type": "object", "required": ["artifactChanges"]}},
                    },
                }},
            },
        }},
    },
}

REVOKE: Final = {
    "line": 26, "column": 4, "end_column": 6, "record": 1, "severity": "error", "code": "E512", "name": "revoke",
    "message": "W must follow spades: holds S8 S7 (trick 1, card 2)", "rule": None, "fix": None,
}
LOOK_ALIKE: Final = DEAL.replace("SJ CQ DT", "SJ СQ DT")


def test_json_is_an_array_of_findings(run: Run, bad: Path) -> None:
    result = run("check", bad, "--format", "json")
    found = json.loads(result.stdout)
    Draft202012Validator({"type": "array", "items": FINDING}).validate(found)
    assert [{key: entry[key] for key in REVOKE} for entry in found] == [REVOKE]
    assert found[0]["path"] == str(bad)
    assert found[0]["arguments"]["seat"] == "W"
    assert result.exit_code == 1


def test_json_of_no_findings_is_an_empty_array(run: Run, good: Path) -> None:
    assert json.loads(run("check", good, "--format", "json").stdout) == []


def test_json_of_an_input_that_cannot_be_read(run: Run, tmp_path: Path) -> None:
    result = run("check", tmp_path / "none", "--format", "json")
    [found] = json.loads(result.stdout)
    Draft202012Validator(FINDING).validate(found)
    assert (found["code"], found["line"], found["record"]) == ("E008", None, 0)
    assert result.exit_code == 2


def test_ndjson_is_a_finding_a_line(run: Run, bad: Path) -> None:
    result = run("check", bad, bad, "--format", "ndjson")
    lines = result.stdout.splitlines()
    assert len(lines) == 2
    for line in lines:
        found = json.loads(line)
        Draft202012Validator(FINDING).validate(found)
        assert found["code"] == "E512"


def test_json_has_the_fix(run: Run) -> None:
    [found] = json.loads(run("check", "-", "--format", "json", input=LOOK_ALIKE).stdout)
    assert found["fix"] == {"replacement": "CQ", "safe": True, "title": "write it in ASCII letters"}


def test_sarif(run: Run, bad: Path) -> None:
    log = json.loads(run("check", bad, "--format", "sarif").stdout)
    Draft202012Validator(SARIF).validate(log)
    [sarif] = log["runs"]
    [result] = sarif["results"]
    assert sarif["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"] == "E512"
    place = result["locations"][0]["physicalLocation"]
    assert place["region"] == {"startLine": 26, "startColumn": 4, "endColumn": 6}
    assert place["artifactLocation"]["uri"].endswith("/bad.ppbn")


def test_sarif_of_no_findings_and_of_a_file_without_places(run: Run, good: Path, tmp_path: Path) -> None:
    log = json.loads(run("check", good, "--format", "sarif").stdout)
    Draft202012Validator(SARIF).validate(log)
    assert log["runs"][0]["results"] == []
    log = json.loads(run("check", tmp_path / "no ne", "--format", "sarif").stdout)
    Draft202012Validator(SARIF).validate(log)
    place = log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]
    assert "region" not in place
    assert place["artifactLocation"]["uri"].endswith("/no%20ne")


def test_sarif_has_the_fix_as_a_replacement(run: Run) -> None:
    log = json.loads(run("check", "-", "--format", "sarif", input=LOOK_ALIKE).stdout)
    Draft202012Validator(SARIF).validate(log)
    [fix] = log["runs"][0]["results"][0]["fixes"]
    [replacement] = fix["artifactChanges"][0]["replacements"]
    assert replacement["insertedContent"] == {"text": "CQ"}
    assert replacement["deletedRegion"] == {"startLine": 31, "startColumn": 4, "endColumn": 6}


def test_junit_has_a_suite_a_file_and_a_case_a_record(run: Run, bad: Path, good: Path, tmp_path: Path) -> None:
    missing = tmp_path / "none"
    result = run("check", bad, good, missing, "--format", "junit")
    suites = list(ElementTree.fromstring(result.stdout))
    assert [suite.get("name") for suite in suites] == [str(bad), str(good), str(missing)]
    assert [(suite.get("tests"), suite.get("failures"), suite.get("errors")) for suite in suites] == [
        ("2", "1", "0"), ("1", "0", "0"), ("1", "0", "1")]
    first, second = suites[0]
    assert (first.get("name"), second.get("name")) == ("record 1 (board 1)", "record 2 (board 1)")
    failure = first.find("failure")
    assert failure is not None
    assert failure.get("type") == "E512"
    assert failure.get("message") == REVOKE["message"]
    assert failure.text == f"{bad}:26:4: E512 {REVOKE['message']}"
    assert list(second) == []
    assert suites[2].find("testcase/error") is not None


def test_junit_puts_warnings_beside_and_can_hold_any_name(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "<&\x01>\".ppbn"
    path.write_text(DEAL.replace("[Table", '[Chair "4"]\n[Table'))
    result = run("check", path, "--format", "junit")
    [case] = ElementTree.fromstring(result.stdout).iter("testcase")
    out = case.find("system-out")
    assert out is not None
    assert out.text is not None
    assert "W803" in out.text


def test_github_annotations(run: Run, bad: Path) -> None:
    result = run("check", bad, "--format", "github")
    assert result.stdout == (
        f"::error file={bad},line=26,endLine=26,col=4,endColumn=5,title=E512 revoke::"
        "W must follow spades: holds S8 S7 (trick 1, card 2)\n")


def test_github_annotations_escape_what_would_end_them(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "a,b:c%.ppbn"
    path.write_text('[Event "x"]\n[Contract "50%"]\n[Variant "sochi"]\n')
    result = run("check", path, "--format", "github")
    assert "a%2Cb%3Ac%25.ppbn,line=2" in result.stdout
    assert "::50%25 is not a value" in result.stdout
