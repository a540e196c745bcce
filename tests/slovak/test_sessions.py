"""Slovak deals, sheets and sessions through text (notation N-5 to N-8; S0-24 to S0-42)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from io import StringIO
from pathlib import Path

import pytest

from preferans_pbn.checking import Checked, check_stream
from preferans_pbn.families.slovak.games import GAMES, IN_HAND, NUMBERS
from preferans_pbn.generate import generate
from preferans_pbn.notation import dumps, iter_records
from preferans_pbn.variants import Ruleset, load_variant

FIXTURES = Path(__file__).parents[2] / "fixtures" / "slovak"
FILLED = load_variant("slovak").with_overrides({"fill_in": "true", "refe": "3", "durch_goal": "six_consecutive"})


def check(text: str) -> list[Checked]:
    return list(check_stream(iter_records(StringIO(text))))


def found(checked: Iterable[Checked]) -> list[str]:
    return [finding.name for one in checked for finding in one.diagnostics]


def session() -> str:
    return (FIXTURES / "session.ppbn").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["deals.ppbn", "session.ppbn"])
def test_fixture(name: str) -> None:
    checked = check((FIXTURES / name).read_text(encoding="utf-8"))
    assert found(checked) == []
    assert len(checked) == (10 if name == "session.ppbn" else 5)


@pytest.mark.parametrize(("before", "after", "name"), [
    ("S -4 - 0", "S -3 - 0", "wrong-score"),
    ("W 28 S:26 0", "W 28 S:25 0", "wrong-sheet"),
    ("S 128\nW -182", "S 129\nW -183", "wrong-settlement"),
    ('[Contract "preferans"]', '[Contract "sans"]', "undefined-by-variant"),
    ('[Contract "thrown-in"]', '[Contract "thrown-in"]\n[Defence "E"]\ncome', "no-defence-here"),
    ("8 pass pass", "1 pass pass pass", "call-after-end"),
    ('[Play "E"]\n*\n[Claim "S:9', '[Play "W"]\nSA\n*\n[Claim "S:9', "wrong-leader"),
    ('[Rules "fill_in=true refe=1"]', '[Rules "fill_in=true refe=2"]', "session-broken"),
])
def test_what_is_wrong_is_found(before: str, after: str, name: str) -> None:
    text = session()
    assert before in text
    assert name in found(check(text.replace(before, after, 1)))


def test_without_fill_in_scores_are_refused_not_guessed() -> None:
    text = session().replace('[Rules "fill_in=true refe=1"]\n', "")
    first = text[: text.index("[Event", text.index("[Event") + 1)]
    assert found(check(first)) == ["undefined-by-variant", "undefined-by-variant"]  # ScoreTable, SheetTable
    refused = next(iter(check(first))).diagnostics[0]
    assert refused.code == "E620"
    assert "slovak does not define" in refused.message


def test_the_lead_to_betl_is_refused() -> None:
    deals = (FIXTURES / "deals.ppbn").read_text(encoding="utf-8")
    betl = "% PREFERANS-PBN 1.0\n\n" + deals[deals.rindex("[Event "):]
    assert '[Contract "betl"]' in betl
    assert found(check(betl)) == []
    assert found(check(f'{betl}[Play "S"]\n*\n')) == ["undefined-by-variant"]


@pytest.fixture(scope="module", params=["slovak", "filled in"])
def sample(request: pytest.FixtureRequest) -> tuple[str, list[Checked]]:
    rules: Ruleset = FILLED if request.param == "filled in" else load_variant("slovak")
    return str(request.param), check(dumps(generate(rules, 7, 300)))


def test_random_sessions_are_clean(sample: tuple[str, list[Checked]]) -> None:
    assert len(sample[1]) == 300
    assert found(sample[1]) == []


def test_random_sessions_show_everything(sample: tuple[str, list[Checked]]) -> None:
    name, checked = sample
    calls: Counter[str] = Counter()
    contracts: Counter[str] = Counter()
    endings: Counter[str] = Counter()
    for one in checked:
        record, replayed = one.record, one.replay
        assert record is not None
        assert record.auction is not None
        assert replayed is not None
        calls.update(record.auction.calls)
        contracts[record.contract or ""] += 1
        if name == "slovak":
            assert record.score_table is None
            continue
        outcome, score = replayed.outcome, replayed.score
        assert outcome is not None
        assert score is not None
        endings[outcome.manner] += 1
        if outcome.manner == "played":
            assert outcome.declarer is not None
            endings["made" if score.bule[outcome.declarer] < 0 else "failed"] += 1
            if max(score.bule[:3]) > 0 > score.bule[outcome.declarer]:
                endings["fined"] += 1
            if score.refe[outcome.declarer] < 0:
                endings["under a refa"] += 1
        elif max(score.refe) > 0:
            endings["refa"] += 1
        if record.settlement_table is not None:
            endings["settled"] += 1
        if len(replayed.seats) == 4:
            endings["four at the table"] += 1
    assert set(calls) == {"pass", "hold", *NUMBERS, "hand", *IN_HAND}
    assert set(contracts) == {"thrown-in", *GAMES, *(f"{game}-hand" for game in GAMES)}
    if name != "slovak":
        assert set(endings) == {"played", "thrown-in", "made", "failed", "fined", "refa", "under a refa", "settled",
                                "four at the table"}
