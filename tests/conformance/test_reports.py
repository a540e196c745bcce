"""Reports of a run: each format says what happened, and says it safely."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from io import StringIO
from typing import Any
from xml.etree import ElementTree

import pytest
from rich.console import Console

from preferans_pbn.conformance.reports import FORMATS, written
from preferans_pbn.conformance.reports.data import run_data
from preferans_pbn.conformance.reports.html import html_matrix, readable
from preferans_pbn.conformance.reports.terminal import show
from preferans_pbn.conformance.runner import run_reference
from preferans_pbn.conformance.schema import fault
from preferans_pbn.conformance.skips import Skip, Skips
from tests.conformance.support import a_case

EVIL = "<script>alert(1)</script> | ``` \x1b[31m"


@pytest.fixture
def data() -> dict[str, Any]:
    """A run with a pass, a failure, an expected failure and an unsupported case."""
    wrong = {"result": {"S": 1}, "good": "high"}
    cases = [a_case(1), a_case(2, title=f"Wrong {EVIL}", expect=wrong), a_case(3, expect=wrong),
             a_case(4, op="convert", level="L7", input={"from": "a", "to": "b"}, expect={"text": ""})]
    run = run_reference(cases, skips=Skips([Skip("PC-0003", "not yet")]))
    run.problems.append(f"a problem {EVIL}")
    return run_data(run)


def test_the_data_fits_the_schema(data: dict[str, Any]) -> None:
    assert fault("report", data) == ""
    assert data["counts"] == {"pass": 1, "fail": 1, "unsupported": 1, "skipped": 1}
    assert data["levels"] == {"L6": {"sochi-codex": {"pass": 1, "fail": 1, "skipped": 1}},
                              "L7": {"sochi-codex": {"unsupported": 1}}}
    assert not data["ok"]
    failed = data["results"][1]
    assert failed["input"]["players"] == ["S", "W", "E"]
    assert failed["got"]["output"]["good"] == "high"
    # Of 4, 5 and 8 dump points each is a third of ten whists to each other player: ten times the mean less one's own.
    assert failed["difference"] == ['result.E: expected ∅, got "-70/3"', 'result.S: expected 1, got "50/3"',
                                    'result.W: expected ∅, got "20/3"']


def test_json_and_ndjson_hold_the_same(data: dict[str, Any]) -> None:
    assert json.loads(written("json", data)) == data
    head, *results = map(json.loads, written("ndjson", data).splitlines())
    assert {**head, "results": results} == data


def test_a_badge_has_the_form_of_an_endpoint(data: dict[str, Any]) -> None:
    badge = json.loads(written("badge", data))
    assert badge["schemaVersion"] == 1
    assert badge["message"] == "1/3"
    assert badge["color"] == "red"
    assert json.loads(written("badge", run_data(run_reference([a_case(1)]))))["color"] == "brightgreen"


def test_junit_counts_and_escapes(data: dict[str, Any]) -> None:
    root = ElementTree.fromstring(written("junit", data))
    suites = {suite.attrib["name"]: suite.attrib for suite in root}
    assert suites["L6 sheet and settlement"] == {"name": "L6 sheet and settlement", "tests": "3", "failures": "1",
                                                 "errors": "0", "skipped": "1"}
    assert suites["L7 conversion"]["skipped"] == "1"
    assert suites["run"]["errors"] == "1"
    failure = root.find(".//failure")
    assert failure is not None
    assert failure.text is not None
    assert "expected: " in failure.text
    assert root.find(".//skipped") is not None


def test_markdown_has_the_table_and_the_failures_only(data: dict[str, Any]) -> None:
    text = written("markdown", data)
    assert "| sochi-codex | 1/3 | - | 1/3 |" in text
    assert text.count("### PC-") == 1
    assert "<script>" not in text
    assert "&" not in text.partition("###")[0]


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        found = dict(attrs)
        if found.get("id"):
            self.ids.append(str(found["id"]))
        if found.get("href"):
            self.links.append(str(found["href"]))


def test_the_matrix_links_each_cell_to_its_failures_and_runs_nothing(data: dict[str, Any]) -> None:
    data["subject"] = {**data["subject"], "name": EVIL, "homepage": "javascript:alert(1)"}
    other = run_data(run_reference([a_case(1)]))
    text = html_matrix([data, other])
    page = _Page()
    page.feed(text)
    assert "script" not in page.tags
    assert "viewport" in text
    inner = [link[1:] for link in page.links if link.startswith("#")]
    assert set(inner) <= set(page.ids)
    assert "r0-L6" in inner
    assert "r0-PC-0002" in page.ids
    assert "r0-PC-0003" not in page.ids
    assert not any(link.startswith("javascript") for link in page.links)
    assert len(page.ids) == len(set(page.ids))


def test_every_format_writes_text(data: dict[str, Any]) -> None:
    for name in FORMATS:
        assert written(name, data)


def test_the_terminal_shows_table_and_failures_without_commands_in_them(data: dict[str, Any]) -> None:
    out = StringIO()
    show(data, Console(file=out, width=100))
    text = out.getvalue()
    assert "1 of 3 cases passed; 1 failed, 1 skipped (1 unsupported)" in text
    assert "PC-0002 fail" in text
    assert "\x1b" not in text
    out = StringIO()
    show(data, Console(file=out, width=100), failures=0)
    assert "… and 1 more" in out.getvalue()


@pytest.mark.parametrize("value", [
    None, [], {}, "é", {"a": [1, 2], "b": {"c": None}}, [["SA", "S7", "D8"]] * 30,
    {"long " * 30: {"x": ["y" * 100, []]}},
])
def test_what_a_person_reads_is_still_json(value: Any) -> None:
    text = readable(value)
    assert json.loads(text) == value
    assert ("\n" in text) == (len(json.dumps(value, ensure_ascii=False)) > 84)
