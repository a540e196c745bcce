"""The Austrian game as far as it is verified (rules 9, WE-A31): auction, contract, defence, play; no score."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from io import StringIO
from typing import Any

import pytest

from preferans_pbn.checking import Checked, check_stream
from preferans_pbn.families import law_of
from preferans_pbn.generate import generate
from preferans_pbn.notation import dumps, iter_records
from preferans_pbn.rules.outcome import Outcome
from preferans_pbn.rules.violation import Violation
from preferans_pbn.variants import UndefinedByVariant, load_variant

LAW = law_of(load_variant("austrian"))


def said(calls: str) -> tuple[Any, Violation | None]:
    auction = LAW.auction(0)
    words = calls.split()
    for i, word in enumerate(words):
        violation = auction.call(word)
        if violation is not None:
            assert i == len(words) - 1, (word, violation)
            return auction, violation
    return auction, None


@pytest.mark.parametrize(("calls", "legal"), [
    ("", "pass 1"),
    ("1", "pass 2"),
    ("1 2 3", "pass hold 4"),
    ("1 2 3 pass", "pass hold 4"),
    ("1 2 3 pass hold", "pass 4"),
    ("1 2 3 pass hold 4", "pass hold"),
    ("pass 1", "pass 2"),
])
def test_legal(calls: str, legal: str) -> None:
    assert said(calls)[0].legal() == legal.split()


@pytest.mark.parametrize(("calls", "declarer", "bid"), [
    ("1 2 3 pass hold 4 pass", 2, "4"),  # WE-A31
    ("1 2 3 pass hold pass", 1, "3"),
    ("1 2 3 hold pass pass", 0, "3"),
    ("1 pass pass", 0, "1"),
    ("pass pass 1", 2, "1"),
    ("pass pass pass", None, ""),
])
def test_result(calls: str, declarer: int | None, bid: str) -> None:
    auction, violation = said(calls)
    assert violation is None
    assert auction.turn == -1
    assert auction.result() == (declarer, bid, False)


def test_a_hold_ends_the_auction_where_that_is_agreed() -> None:
    auction: Any = law_of(load_variant("austrian").with_overrides({"hold_ends_auction": "true"})).auction(0)
    for word in ("1", "2", "3", "hold"):
        assert auction.call(word) is None
    assert auction.turn == -1
    assert auction.result() == (0, "3", False)


@pytest.mark.parametrize(("calls", "name"), [
    ("2", "bid-skips"),
    ("1 1", "bid-too-low"),
    ("1 hold", "hold-not-allowed"),
    ("1 2 hold", "hold-not-allowed"),  # the third is younger than the second
    ("hold", "hold-not-allowed"),
    ("5", "call-not-in-variant"),
    ("misere", "call-not-in-variant"),
    ("hand", "call-not-in-variant"),
    ("1 pass pass 2", "call-after-end"),
])
def test_fault(calls: str, name: str) -> None:
    violation = said(calls)[1]
    assert violation is not None
    assert violation.name == name


@pytest.mark.parametrize(("calls", "contracts"), [
    ("1 pass pass", "C S D H"),
    ("1 2 pass pass", "S D H"),
    ("1 2 3 pass pass", "D H"),
    ("1 2 3 pass hold 4 pass", "H"),  # WE-A31: only hearts
    ("pass pass pass", "all-pass"),
])
def test_the_number_limits_the_trump_upward(calls: str, contracts: str) -> None:
    assert LAW.contracts(said(calls)[0].result()) == contracts.split()


def test_contract_faults() -> None:
    won_at_4 = said("1 2 3 pass hold 4 pass")[0].result()
    violation = LAW.contract_violation("D", won_at_4)
    assert violation is not None
    assert violation.name == "contract-below-bid"
    for word in ("betl", "sans", "6S", "misere"):
        violation = LAW.contract_violation(word, won_at_4)
        assert violation is not None
        assert violation.name == "undefined-by-variant"


@pytest.mark.parametrize(("calls", "roles", "manner"), [
    ("come come", {1: "come", 2: "come"}, "played"),
    ("come stay-out fine", {1: "come", 2: "stay-out"}, "played"),
    ("come stay-out call-partner", {1: "call-partner", 2: "called"}, "played"),
    ("stay-out come call-partner", {1: "called", 2: "call-partner"}, "played"),
    ("stay-out stay-out", {1: "stay-out", 2: "stay-out"}, "passed-out"),
])
def test_defence(calls: str, roles: dict[int, str], manner: str) -> None:
    defence = LAW.defence("H", 0, 3)
    assert defence is not None
    for word in calls.split():
        assert defence.call(word) is None
    assert defence.turn == -1
    assert (defence.roles(), defence.manner(), defence.kontra()) == (roles, manner, None)


def test_there_is_no_kontra() -> None:
    defence = LAW.defence("H", 0, 3)
    assert defence is not None
    for word in ("come", "stay-out"):
        assert defence.call(word) is None
    violation = defence.call("kontra")
    assert violation is not None
    assert violation.name == "defence-not-allowed"


@pytest.mark.parametrize(("declarer", "roles", "leader", "size"), [
    (1, {2: "come", 0: "come"}, 1, 3),
    (2, {0: "come", 1: "stay-out"}, 2, 2),
    (0, {1: "call-partner", 2: "called"}, 0, 3),
])
def test_the_declarer_leads(declarer: int, roles: dict[int, str], leader: int, size: int) -> None:
    play = LAW.trickplay(Outcome(3, "H", declarer, roles=roles), (0x3FF, 0xFFC00, 0x3FF00000), ())
    assert (play.turn, play.size) == (leader, size)


def test_scores_are_refused() -> None:
    assert load_variant("austrian").supports == {"auction", "play"}
    with pytest.raises(UndefinedByVariant):
        LAW.score(Outcome(3, "H", 0, tricks=(6, 2, 2)))


def check(text: str) -> list[Checked]:
    return list(check_stream(iter_records(StringIO(text))))


def found(checked: Iterable[Checked]) -> list[str]:
    return [finding.name for one in checked for finding in one.diagnostics]


def test_random_deals_are_clean_and_show_everything() -> None:
    text = dumps(generate(load_variant("austrian"), 7, 300))
    checked = check(text)
    assert len(checked) == 300
    assert found(checked) == []
    calls: Counter[str] = Counter()
    answers: Counter[str] = Counter()
    contracts: Counter[str] = Counter()
    endings: Counter[str] = Counter()
    for one in checked:
        record, outcome = one.record, one.replay.outcome if one.replay else None
        assert record is not None
        assert record.auction is not None
        assert outcome is not None
        calls.update(record.auction.calls)
        answers.update(record.defence.calls if record.defence else ())
        contracts[record.contract or ""] += 1
        endings[outcome.manner] += 1
        if outcome.manner == "played":
            assert outcome.declarer is not None
            endings["made" if outcome.tricks[outcome.declarer] >= 6 else "failed"] += 1
    assert set(calls) == {"pass", "hold", "1", "2", "3", "4"}
    assert set(answers) - {"fine"} == {"come", "stay-out", "call-partner"}
    assert set(contracts) == {"all-pass", "C", "S", "D", "H"}
    assert set(endings) == {"played", "made", "failed", "passed-out", "redeal"}


def test_a_table_in_a_record_is_refused() -> None:
    text = dumps(generate(load_variant("austrian"), 7, 1))
    score, sheet = '[ScoreTable "Seat;Bule"]\nS 1', '[SheetTable "Seat;Bule"]\nS 1'
    for table in (score, sheet, '[SettlementTable "Seat;Result"]\nS 1'):
        assert found(check(f"{text}{table}\n")) == ["undefined-by-variant"]
