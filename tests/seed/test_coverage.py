"""Every rule row of the seeds is shown by a case, or stands in the short list of those that cannot be, with why."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import yaml

from tests.seed import test_s0_slovak, test_s1_guides, test_s2_serbian

SHOWN = [row.id for module in (test_s0_slovak, test_s1_guides, test_s2_serbian) for row in module.ROWS]
LIST = Path(__file__).with_name("not_shown.yaml").read_text(encoding="utf-8")
NOT_SHOWN: dict[str, str] = yaml.safe_load(LIST)
RULES: list[str] = yaml.safe_load(
    (Path(__file__).parents[2] / "conformance" / "statements.yaml").read_text(encoding="utf-8"))
WITHOUT_A_CASE = {"S0-25", "S1-39", "S1-42", "S1-64", "S1-93", "S1-148", "S1-150", "S2-14", "S2-15"}
"""Rules too, of which a conformance case can show nothing (a shuffle, a draw, what a word means)."""


def test_nothing_is_missing_and_nothing_more() -> None:
    assert {*SHOWN, *NOT_SHOWN} == {*RULES, *WITHOUT_A_CASE}


def test_nothing_stands_twice() -> None:
    listed = re.findall(r"^(S\d-\d+):", LIST, re.MULTILINE)
    assert [name for name, count in Counter([*SHOWN, *listed]).items() if count > 1] == []
    assert set(listed) == NOT_SHOWN.keys()
    assert WITHOUT_A_CASE.isdisjoint(RULES)


def test_every_row_stands_with_its_seed() -> None:
    for prefix, module in (("S0-", test_s0_slovak), ("S1-", test_s1_guides), ("S2-", test_s2_serbian)):
        assert all(row.id.startswith(prefix) for row in module.ROWS)


def test_the_rest_is_short_and_has_reasons() -> None:
    assert len(NOT_SHOWN) < 20
    assert all(isinstance(reason, str) and len(reason) > 20 for reason in NOT_SHOWN.values())
