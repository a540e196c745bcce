"""Greek sheets, final accounts, session fixtures and random sessions (rules 6; notation N-8)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from io import StringIO
from pathlib import Path

import pytest

from preferans_pbn.checking import Checked, check_stream
from preferans_pbn.families import law_of
from preferans_pbn.families.greek.auction import LADDER
from preferans_pbn.families.greek.scoring import KasaScore
from preferans_pbn.families.greek.sheet import KasaSheet
from preferans_pbn.generate import generate
from preferans_pbn.notation import dumps, iter_records
from preferans_pbn.rules.outcome import Number
from preferans_pbn.variants import load_variant

FIXTURES = Path(__file__).parents[2] / "fixtures" / "greek"


def check(text: str) -> list[Checked]:
    return list(check_stream(iter_records(StringIO(text))))


def found(checked: Iterable[Checked]) -> list[str]:
    return [finding.name for one in checked for finding in one.diagnostics]


@pytest.mark.parametrize("name", ["sample.ppbn", "session.ppbn"])
def test_fixture(name: str) -> None:
    checked = check((FIXTURES / name).read_text(encoding="utf-8"))
    assert found(checked) == []
    assert all(one.replay is not None and one.replay.score is not None for one in checked)


@pytest.mark.parametrize(("before", "after", "name"), [
    ('[KasaLeft "260"]', '[KasaLeft "250"]', "wrong-state"),
    ("W 40 -16\nE 0 0\n[SheetTable", "W 40 -12\nE 0 0\n[SheetTable", "wrong-score"),
    ("S 0 34\nW 40 2\nE 20 -36", "S 0 34\nW 40 2\nE 80 -36", "wrong-sheet"),
    ("W -54\nE -8", "W -53\nE -9", "wrong-settlement"),
    ("hold 6D hold\npass", "6H pass", "hold-due"),
    ('[Contract "10D"]', '[Contract "10D"]\n[Aces "W"]', "aces-not-allowed"),
    ('[Contract "10S"]', '[Contract "misere"]', "undefined-by-variant"),
    ("DA DQ D9\nDJ S8 D7", "DA DQ D9\nDJ S8 D8", "card-played-twice"),
])
def test_what_is_wrong_is_found(before: str, after: str, name: str) -> None:
    text = (FIXTURES / "session.ppbn").read_text(encoding="utf-8")
    assert text.count(before) >= 1
    assert name in found(check(text.replace(before, after, 1)))


def test_a_record_from_the_middle_is_not_scored_without_the_rest_of_the_kasa() -> None:
    text = (FIXTURES / "session.ppbn").read_text(encoding="utf-8")
    last = "% PREFERANS-PBN 1.0\n\n" + text[text.rindex("[Event "):]
    without = last.replace('[KasaLeft "40"]\n', "")
    assert found(check(without)) == ["state-unknown"]
    # With KasaLeft the score is known, the totals and the final accounts are not.
    assert found(check(last)) == ["state-unknown"]
    assert found(check(last[:last.index("[SettlementTable")])) == []
    assert found(check(last.replace("S 40 -12", "S 70 -21"))) == ["wrong-score", "state-unknown"]


def final(kasa: list[Number], pay: list[Number], total: int = 1500, rounding: str = "last_balances") -> list[Number]:
    return KasaSheet(total, total - sum(kasa), kasa, pay).final(rounding)


def test_final_accounts() -> None:
    """Minus the deposit, plus all receipts, plus a third of the rest."""
    assert final([900, 400, 200], [-50, 80, -30]) == [350, -20, -330]
    # 1460 is left: each gets 486 2/3 back and is 13 1/3 down before his receipts
    assert final([0, 0, 40], [16, 0, -16]) == [2, -13, 11]
    exact = final([0, 0, 40], [16, 0, -16], rounding="none")
    assert exact == [Fraction(8, 3), Fraction(-40, 3), Fraction(32, 3)]
    assert sum(exact) == 0
    # four deposits of 500
    assert final([100, -40, 0, 0], [-10, 0, 10, 0], 2000) == [75, -55, -5, -15]


def test_the_kasa_ends_the_game() -> None:
    law = law_of(load_variant("greek"))
    sheet = KasaSheet(300, 50, [150, 100, 0], [0, 0, 0])
    after, ended = law.add_to_sheet(sheet, KasaScore([40, 0, 0], [-12, 4, 8]), (2, 0, 1), None)
    assert (after.left, after.kasa, after.pay, ended) == (10, [150, 100, 40], [4, 8, -12], False)
    after, ended = law.add_to_sheet(after, KasaScore([0, 10, 0], [0, 0, 0]), (0, 1, 2), None)
    assert (after.left, ended) == (0, True)
    # a failed game fills it again
    after, ended = law.add_to_sheet(sheet, KasaScore([-80, 0, 0], [0, 0, 0]), (0, 1, 2), None)
    assert (after.left, ended) == (130, False)


@pytest.fixture(scope="module")
def sample() -> list[Checked]:
    """300 random deals, through text and back."""
    return check(dumps(generate(load_variant("greek"), 7, 300)))


def test_random_sessions_are_clean(sample: list[Checked]) -> None:
    assert len(sample) == 300
    assert found(sample) == []


def test_random_sessions_show_everything(sample: list[Checked]) -> None:
    calls: Counter[str] = Counter()
    answers: Counter[str] = Counter()
    contracts: Counter[str] = Counter()
    endings: Counter[str] = Counter()
    for one in sample:
        record, outcome = one.record, one.replay.outcome if one.replay else None
        assert record is not None
        assert record.auction is not None
        assert outcome is not None
        assert one.replay is not None
        calls.update(record.auction.calls)
        contracts[record.contract or ""] += 1
        if record.defence is not None:
            answers[" ".join(record.defence.calls)] += 1
        ending = outcome.manner
        if ending == "played" and outcome.declarer is not None:
            over = outcome.tricks[outcome.declarer] - int(outcome.contract.rstrip("SCDHNT"))
            ending = "failed twice" if over < -1 else "failed" if over < 0 else "exact" if over == 0 else "over"
            if outcome.aces is not None:
                endings["aces lost" if over < 0 else "aces"] += 1
            if len([role for role in outcome.roles.values() if role != "pass"]) == 1:
                endings["lone"] += 1
        endings[ending] += 1
        if record.settlement_table is not None:
            endings["settled"] += 1
        if len(one.replay.seats) == 4:
            endings["four at the table"] += 1
    assert set(calls) == {"pass", "hold", "stay", *LADDER}
    assert set(answers) == {"play play", "play pass alone", "play pass together", "pass together", "pass play pass",
                            "pass play together", "pass pass"}
    assert set(contracts) == {"all-pass", "solo", *LADDER}
    assert set(endings) == {"redeal", "passed-out", "conceded", "exact", "over", "failed", "failed twice", "aces",
                            "aces lost", "lone", "settled", "four at the table"}


def test_the_option_of_playing_when_all_pass() -> None:
    rules = load_variant("greek").with_overrides({"all_pass_outcome": "play_no_trump"})
    checked = check(dumps(generate(rules, 11, 60)))
    assert found(checked) == []
    assert any(one.record is not None and one.record.contract == "all-pass" and one.record.play is not None
               for one in checked)
