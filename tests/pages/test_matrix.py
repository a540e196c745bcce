"""The HTML matrix of the conformance suite, clicked through."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from preferans_pbn.conformance.protocol import LEVELS
from preferans_pbn.conformance.reports.data import run_data
from preferans_pbn.conformance.reports.html import html_matrix
from preferans_pbn.conformance.runner import run_reference
from tests.conformance.support import a_case
from tests.pages.watched import Opener, least_contrast, overflow

EVIL = "<script>alert(1)</script>\"'><img src=x onerror=alert(1)>"
WRONG = {"result": {"S": 1}, "good": "high"}


@pytest.fixture(scope="module")
def runs() -> list[dict[str, Any]]:
    """A program that passes all and one that fails in two levels, with markup wherever a text may stand."""
    levels = [a_case(1, id=f"PC-001{n}", level=level) for n, level in enumerate(LEVELS[:7])]
    good = run_data(run_reference([a_case(1), *levels]))
    bad = run_data(run_reference([
        a_case(2, title=f"Wrong {EVIL}", expect=WRONG), a_case(3, expect=WRONG), a_case(1), *levels[:3],
        a_case(5, level="L5", expect=WRONG, source=[EVIL])]))
    bad["subject"] = {"name": f"bad {EVIL}", "language": EVIL, "homepage": "javascript:alert(1)"}
    bad["problems"] = [EVIL]
    return [good, bad]


@pytest.fixture(scope="module")
def path(runs: list[dict[str, Any]], tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("matrix") / "matrix.html"
    file.write_text(html_matrix(runs), encoding="utf-8")
    return file


def test_the_table_says_what_the_runs_say(path: Path, runs: list[dict[str, Any]], opened: Opener) -> None:
    with opened(path) as page:
        heads = page.locator("#matrix thead th").all_inner_texts()
        assert heads == ["implementation", *LEVELS[:7], "all"]
        rows = page.locator("#matrix tbody tr")
        assert rows.nth(0).locator("td").all_inner_texts() == [*["1/1"] * 6, "2/2", "8/8"]
        assert rows.nth(1).locator("td").all_inner_texts() == ["1/1", "1/1", "1/1", "·", "·", "0/1", "1/3", "4/7"]


def test_a_cell_leads_to_its_failing_cases_and_they_open(path: Path, opened: Opener) -> None:
    with opened(path) as page:
        page.locator("#matrix tbody tr").nth(1).get_by_role("link", name="1/3").click()
        assert page.url.endswith("#r1-L6")
        heading = page.locator("#r1-L6")
        assert heading.inner_text() == "L6: 2 failed"
        box = heading.bounding_box()
        assert box is not None
        assert 0 <= box["y"] < 900
        case = page.locator("#r1-PC-0002")
        assert not case.locator("pre").first.is_visible()
        case.locator("summary").click()
        assert case.locator("dt").all_inner_texts() == ["input", "expected", "got"]
        asked, expected, got = map(json.loads, case.locator("pre").all_inner_texts())
        assert asked == a_case(2).input
        assert expected == WRONG
        # Of 4, 5 and 8 dump points each is worth ten thirds of a whist to each other player.
        assert got["output"] == {"result": {"S": "50/3", "W": "20/3", "E": "-70/3"}, "good": "high"}
        assert "source: WE-S10" in case.inner_text()


def test_a_case_opens_by_keyboard(path: Path, opened: Opener) -> None:
    with opened(path) as page:
        summary = page.locator("#r1-PC-0003 summary")
        for _ in range(40):
            page.keyboard.press("Tab")
            if summary.evaluate("node => node === document.activeElement"):
                break
        page.keyboard.press("Enter")
        assert page.locator("#r1-PC-0003 pre").first.is_visible()


def test_texts_of_a_report_are_never_markup(path: Path, opened: Opener) -> None:
    with opened(path) as page:
        assert page.locator("script, img").count() == 0
        assert page.locator("a[href^='javascript']").count() == 0
        assert EVIL in page.locator("#r1").inner_text()


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("width", [360, 1280])
def test_it_reads_on_a_phone_and_in_the_dark(path: Path, opened: Opener, width: int, dark: bool) -> None:
    with opened(path, width=width, height=800, dark=dark, touch=width < 500, scripts=True) as page:
        page.locator("details").evaluate_all("nodes => nodes.forEach(node => node.open = true)")
        assert overflow(page) == 0
        ratio, text = least_contrast(page, "td, th, p, li, summary, pre, .verdict, h1, h2, h3, dt")
        assert ratio >= 4.5, text


def test_it_needs_no_scripts(path: Path, opened: Opener) -> None:
    with opened(path, scripts=False) as page:
        page.locator("#r1-PC-0002 summary").click()
        assert page.locator("#r1-PC-0002 pre").first.is_visible()
