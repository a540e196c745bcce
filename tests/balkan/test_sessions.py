"""Sessions: the fixtures whose tables were worked out by hand, and random deals."""

from __future__ import annotations

from collections import Counter
from itertools import chain
from pathlib import Path

import pytest

from preferans_pbn.data_files import data_path
from preferans_pbn.generate import generate
from preferans_pbn.notation import dumps
from preferans_pbn.record import Record
from preferans_pbn.session import Sessions
from preferans_pbn.variants import load_variant
from tests.balkan.helpers import check, record, table

FIXTURES = sorted(data_path("fixtures/serbian").glob("*.ppbn"))


@pytest.mark.parametrize("path", FIXTURES, ids=lambda path: path.stem)
def test_fixtures_check_clean(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    found = check(text)
    assert [(one.number, finding.code, finding.message) for one in found for finding in one.diagnostics] == []
    written = dumps(one.record for one in found if one.record is not None)
    assert f"% PREFERANS-PBN 1.0\n\n{written}" == text  # export form


def test_the_fixture_has_what_a_session_can_have() -> None:
    text = data_path("fixtures/serbian/nedeljna-partija.ppbn").read_text(encoding="utf-8")
    sessions = Sessions()
    rules = load_variant("serbian")
    seen: list[tuple[str, str, bool]] = []
    ended = []
    for one in check(text):
        assert one.record is not None
        outcome = sessions.replay(one.record, rules).outcome
        assert outcome is not None
        assert sessions.state is not None
        seen.append((outcome.contract, outcome.manner, outcome.kontra is not None))
        ended.append(sessions.state.ended)
    assert seen == [
        ("all-pass", "refe", False), ("S", "refe", False), ("D", "played", False), ("H-hand", "played", False),
        ("C", "played", True), ("betl", "played", False), ("all-pass", "redeal", False), ("S", "passed-out", False),
        ("C", "played", False), ("sans-hand", "played", False), ("C", "passed-out", False), ("sans", "played", False),
    ]
    assert ended == [False] * 11 + [True]


def test_a_wrong_sheet_and_settlement_are_found() -> None:
    text = data_path("fixtures/serbian/nedeljna-partija.ppbn").read_text(encoding="utf-8")
    wrong = text.replace("S -628", "S -528").replace("W 72 S:160,E:132 2", "W 72 S:160,E:132 1", 1)
    assert wrong.count("E:132 1") == text.count("E:132 1") + 1
    assert [(one.number, finding.code) for one in check(wrong) for finding in one.diagnostics] == [
        (6, "E611"), (12, "E612")]


def test_a_deal_after_the_end() -> None:
    """Σ bule is gone after the first deal: 2 + 2 + 2, tref passed."""
    over = ('[Auction "S"]', "2 3 pass", "hold pass", '[Declarer "S"]', '[Discard "S9 S8"]', '[Contract "C"]',
            '[Defence "E"]', "stay-out stay-out")
    first = record(*over, table("ScoreTable", "S -6 - 0", "W 0 - 0", "E 0 - 0"), bule="2")
    again = first.replace('Board "1"', 'Board "2"').replace('Dealer "W"', 'Dealer "S"')
    codes = [finding.code for one in check(first + again) for finding in one.diagnostics]
    assert codes[0] == "E614"


# --- random deals -------------------------------------------------------------------------------------------
CALLS = {"pass", "hold", "2", "3", "4", "5", "6", "7", "hand", "hand-2", "hand-3", "hand-4", "hand-5", "hand-betl",
         "hand-sans"}
ANSWERS = {"come", "stay-out", "call-partner", "kontra", "rekontra", "subkontra", "mortkontra", "fine"}
GAMES = {"S", "D", "H", "C", "betl", "sans"}
CONTRACTS = GAMES | {f"{game}-hand" for game in GAMES} | {"all-pass"}


def sample(variant: str) -> list[Record]:
    """300 random records, each found in order by the checker after writing and reading."""
    records = list(generate(load_variant(variant), 7, 300))
    found = check(dumps(records))
    assert [(one.number, finding.message) for one in found for finding in one.diagnostics] == []
    assert [one.record for one in found] == records
    return records


@pytest.mark.parametrize("variant", ["serbian", "serbian-klub"])
def test_random_deals_contain_every_call_contract_and_ending(variant: str) -> None:
    records = sample(variant)
    assert Counter(chain.from_iterable(r.auction.calls for r in records if r.auction is not None)).keys() == CALLS
    assert Counter(chain.from_iterable(r.defence.calls for r in records if r.defence is not None)).keys() == ANSWERS
    assert Counter(r.contract for r in records).keys() == CONTRACTS
    endings: Counter[tuple[str, ...]] = Counter()
    sessions = Sessions()
    rules = load_variant(variant)
    for r in records:
        replayed = sessions.replay(r, rules)
        outcome, state = replayed.outcome, sessions.state
        assert outcome is not None
        assert state is not None
        kind = "all-pass" if outcome.declarer is None else "pik" if outcome.contract == "S" else "game"
        endings[outcome.manner, kind] += 1
        if r.play is not None:
            endings["claim" if r.play.end else "ten tricks" if len(r.play.tricks) == 10 else "decided",] += 1
        if r.settlement_table is not None:
            endings["bule gone" if state.ended else "broken off",] += 1
        if outcome.declarer is not None and replayed.score.refe[outcome.declarer] < 0:
            endings["refe played",] += 1
        if any(change > 0 for i, change in enumerate(replayed.score.bule) if i != outcome.declarer):
            endings["follower falls",] += 1
    wanted: set[tuple[str, ...]] = {
        ("refe", "all-pass"), ("redeal", "all-pass"), ("refe", "pik"), ("passed-out", "pik"), ("played", "pik"),
        ("played", "game"), ("passed-out", "game"), ("claim",), ("ten tricks",), ("bule gone",), ("broken off",),
        ("refe played",), ("follower falls",)}
    if rules["stop_at_five"]:
        wanted.add(("decided",))
    assert endings.keys() == wanted


def test_random_croatian_deals() -> None:
    """Within what is supported: auction and play, without tables; sans ends with the defence."""
    records = sample("croatian")
    assert Counter(chain.from_iterable(r.auction.calls for r in records if r.auction is not None)).keys() == {
        "pass", "hold", "2", "3", "4", "5", "6", "7"}
    assert Counter(chain.from_iterable(r.defence.calls for r in records if r.defence is not None)).keys() == {
        "come", "stay-out"}
    assert Counter(r.contract for r in records).keys() == GAMES | {"all-pass"}
    assert {r.contract for r in records if r.play is not None} == GAMES - {"sans"}
    assert all(r.score_table is None and r.sheet_table is None for r in records)
    assert {len(r.players) for r in records} == {3, 4}


@pytest.mark.parametrize("rules", [
    {"min_trumps": "three_headed_q"}, {"sans_lead": "agreed"}, {"bid_steps": "jump"}, {"hold": "next_active"},
    {"kontra_max": "2", "kontra_after_call": "false", "invite": "false"}, {"kontra_compulsory": "none"},
    {"in_hand_naming": "with_call"}, {"in_hand": "none"}, {"refe": "none", "last_deal_cut": "none"},
    {"bid_ladder": "balkan8", "goal": "S:6,D:6,H:6,C:6,betl:0,sans:6,preferans:10",
     "game_value": "S:2,D:3,H:4,C:5,betl:6,sans:7,preferans:8"},
    {"stop_at_five": "true"},
    {"kontra_missing": "refe_else_redeal"}, {"kontra_missing": "failed"}, {"must_overtake": "if_beats_trick"},
], ids=lambda rules: "-".join(rules))
def test_random_deals_under_other_rules(rules: dict[str, str]) -> None:
    """What the generator plays under a house's rules is legal under them."""
    house = load_variant("serbian").with_overrides(rules)
    assert [f.message for one in check(dumps(generate(house, 3, 60))) for f in one.diagnostics] == []


def test_loose_deals() -> None:
    records = list(generate(load_variant("serbian"), 7, 30, single=True))
    assert [len(one.diagnostics) for one in check(dumps(records))] == [0] * 30


def test_a_refe_tag_tells_neither_bule_nor_supe() -> None:
    text = ('[Event "x"]\n[Board "7"]\n[Variant "serbian"]\n[Refe "S:1"]\n[Dealer "W"]\n[Declarer "S"]\n'
            '[Contract "H"]\n[Defenders "W:come E:come"]\n[Tricks "S:6 W:2 E:2"]\n[SheetTable "Seat;Bule;Supe;Refe"]\n'
            "S 12 E:12 0\nW 20 S:42 0\nE 20 S:52 {}\n")
    assert [finding.code for one in check(text.format(0)) for finding in one.diagnostics] == []
    assert [finding.code for one in check(text.format(1)) for finding in one.diagnostics] == ["E611"]
