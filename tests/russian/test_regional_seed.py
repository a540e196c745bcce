"""The guide's lines on each variant, statement by statement (S1-123 to S1-134), under the shipped variants."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest

from preferans_pbn.checking import check_stream
from preferans_pbn.families import law_of
from preferans_pbn.families.russian.scoring import PoolScore
from preferans_pbn.notation import iter_records
from preferans_pbn.rules.outcome import Outcome
from preferans_pbn.variants import load_variant
from tests.russian.test_scoring import outcome_of

FIXTURES = Path(__file__).parents[2] / "fixtures" / "regional"


def score(variant: str, row: str, players: int = 3, **rules: str) -> PoolScore:
    """The score of a row, declarer forehand (S; defenders W and E)."""
    result: PoolScore = law_of(load_variant(variant).with_overrides(rules)).score(outcome_of(row, players=players))
    return result


def all_pass(variant: str, *tricks: int) -> PoolScore:
    result: PoolScore = law_of(load_variant(variant)).score(Outcome(len(tricks), "all-pass", tricks=tricks))
    return result


def codes(text: str) -> list[str]:
    return [found.code for checked in check_stream(iter_records(io.StringIO(text))) for found in checked.diagnostics]


def test_s1_123_the_guides_sochi_has_its_variant() -> None:
    rules = load_variant("sochi-guide")
    assert any(key.startswith("S1-") for name in rules.values for key in rules.source(name).keys)


def test_s1_125_standard_multipliers() -> None:
    assert score("sochi-guide", "8 d7 2w 1w").dump == [6, 0, 0]


def test_s1_126_the_whisters_shortfall_is_halved() -> None:
    """A lone whister of an eight has no trick: 3 points instead of 6; they are written as 5 whists each."""
    assert score("sochi-guide", "8 d10 0w 0p").dump == [0, 6, 0]
    assert score("rostov-guide", "8 d10 0w 0p", gora_mode="gora").dump == [0, 3, 0]
    # 15 from each of the two others; and the passer pays the declarer the eight (S1-105)
    assert score("rostov-guide", "8 d10 0w 0p") == PoolScore([6, 0, 0], [0, 0, 0],
                                                             {(0, 1): 15, (2, 1): 15, (0, 2): 6})


@pytest.mark.parametrize("row", ["6 d5 3w 2p", "7 d5 3w 2w", "8 d10 0w 0p", "6 d7 0w 3w", "misere d3 4w 3w"])
def test_s1_127_no_deal_writes_a_dump(row: str) -> None:
    assert score("rostov-guide", row).dump == [0, 0, 0]
    assert all_pass("rostov-guide", 5, 3, 2).dump == [0, 0, 0]


def test_s1_127_a_dump_that_is_written_is_an_error() -> None:
    text = (FIXTURES / "rostov-guide.ppbn").read_text(encoding="utf-8")
    assert codes(text) == []
    claimed = "S 0 0 W:35,E:5\nW 0 0 S:10,E:5"
    assert text.count(claimed) == 1
    assert codes(text.replace(claimed, "S 0 2 W:35,E:5\nW 0 0 S:10,E:5")) == ["E610"]


def test_s1_128_five_whists_of_each_opponent() -> None:
    """A seven two short: 8 gora points are 40 from each, besides the 8 of S1-108; by the undertrick 10."""
    assert score("rostov-guide", "7 d5 4w 1p").whists == {(1, 0): 48, (2, 0): 48}
    literal = score("rostov-guide", "7 d5 4w 1p", gora_mode="whists5_per_undertrick")
    assert literal.whists == {(1, 0): 18, (2, 0): 18}
    assert literal.dump == [0, 0, 0]


def test_s1_128_the_other_reading_leaves_misere_and_all_pass_in_the_dump() -> None:
    assert score("rostov-guide", "misere d2 4w 4w", gora_mode="whists5_per_undertrick").dump == [20, 0, 0]
    assert score("rostov-guide", "misere d2 4w 4w").whists == {(1, 0): 100, (2, 0): 100}


def test_an_all_pass_round_is_paid_by_all_to_all() -> None:
    """Tricks 6, 4, 0: 30 to each opponent from the first, 20 from the second; a point for the third."""
    assert all_pass("rostov-guide", 6, 4, 0) == PoolScore([0, 0, 1], [0, 0, 0],
                                                          {(1, 0): 30, (2, 0): 30, (0, 1): 20, (2, 1): 20})


def test_s1_129_dump_scores_are_doubled() -> None:
    assert score("leningrad-guide", "7 d5 3w 2w").dump == [16, 0, 0]
    assert score("leningrad-guide", "misere d2 4w 4w").dump == [40, 0, 0]
    assert all_pass("leningrad-guide", 3, 3, 4).dump == [6, 6, 8]
    assert score("leningrad-guide", "8 d10 0w 0p").dump == [0, 12, 0]


@pytest.mark.parametrize(("row", "whists"), [
    ("7 d7 3w 0p", {(1, 0): 6, (0, 2): 8}),
    ("7 d5 3w 2w", {(1, 0): 16, (2, 0): 16}),
    ("7 d7 2w 1w", {(1, 0): 4, (2, 0): 4}),
])
def test_s1_130_whist_scores_are_doubled(row: str, whists: dict[tuple[int, int], int]) -> None:
    assert score("leningrad-guide", row).whists == whists


def test_s1_130_rounding_after_doubling_is_a_value() -> None:
    assert score("leningrad-guide", "7 d7 2w 1w", share_rounding="after_multiplier").whists == {(1, 0): 3, (2, 0): 3}


def test_s1_131_pool_scores_are_doubled_when_paid_out() -> None:
    assert score("leningrad-guide", "7 d7 2w 1w").pool == [4, 0, 0]
    assert all_pass("leningrad-guide", 0, 4, 6).pool == [1, 0, 0]
    assert load_variant("leningrad-guide")["k"] == 20


def with_rows(row: str, changed: str) -> str:
    text = (FIXTURES / "gusarik-guide.ppbn").read_text(encoding="utf-8")
    assert codes(text) == []
    assert text.count(f"\n{row}\n") == 1
    return text.replace(f"\n{row}\n", f"\n{changed}\n")


def test_s1_133_the_dealer_has_no_card() -> None:
    """A row with a card of the dealer's, in a contract and in an all-pass round, and the talon's card there.  After
    it the sheet is not known (W805)."""
    rows = first_rows("gusarik-guide")
    contract, all_passed = rows["7S"], rows["all-pass"]
    assert codes(with_rows(contract, f"{contract} D7")) == ["E522", "W805"]
    assert codes(with_rows(all_passed, f"{all_passed} D7")) == ["E522", "W805"]
    talon = rows["talon"]
    assert codes(with_rows(all_passed, f"({talon}) {all_passed}"))[:1] == ["E519"]


def first_rows(variant: str) -> dict[str, str]:
    """The first row of the play by contract, and under ``talon`` the first talon card of the all-pass round."""
    text = (FIXTURES / f"{variant}.ppbn").read_text(encoding="utf-8")
    found: dict[str, Any] = {}
    for record in text.split("\n\n"):
        lines = record.split("\n")
        contract = next((line.split('"')[1] for line in lines if line.startswith("[Contract ")), "")
        play = next((i for i, line in enumerate(lines) if line.startswith("[Play ")), None)
        if play is not None:
            found.setdefault(contract, lines[play + 1])
            if contract == "all-pass":
                found["talon"] = next(line.split('"')[1][:2] for line in lines if line.startswith("[Talon "))
    return found


def test_s1_134_the_dealer_scores_only_by_whists() -> None:
    failed = score("gusarik-guide", "7 d5 3w 2w", players=4)
    assert failed == PoolScore([0] * 4, [8, 0, 0, 0], {(1, 0): 8, (2, 0): 8, (3, 0): 8})
    made = score("gusarik-guide", "7 d7 2w 1p", players=4)
    assert made == PoolScore([4, 0, 0, 0], [0] * 4, {(1, 0): 3, (0, 2): 4})
    assert all_pass("gusarik-guide", 4, 3, 3, 0) == PoolScore([0] * 4, [4, 3, 3, 0])
