"""Unknown calls and roles without calls: wrong only where no completion is legal (N-9.5)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from preferans_pbn.families import law_of
from preferans_pbn.generate import generate
from preferans_pbn.record import Calls, Record
from preferans_pbn.replaying import follow, replay
from preferans_pbn.replaying.completing import PossibleAuctions, PossibleDefences
from preferans_pbn.variants import UndefinedByVariant, load_variant, variant_names
from tests.replaying.helpers import THREE, codes, messages, told


def auction(calls: str, tags: str = "") -> list[tuple[str, int]]:
    return told(f'{THREE}[Auction "S"]\n{calls}\n{tags}')


@pytest.mark.parametrize("calls", [
    "7S ? 6S",  # E must bid over seven
    "pass ? hold",  # E is junior to the only possible bidder
    "6S ? 6C misere",  # misère is a first call only
    "10NT ? ? ?",  # two passes end it
    "pass pass pass ?",
])
def test_a_call_that_no_unknown_call_makes_legal(calls: str) -> None:
    assert auction(calls) == [("E605", 8)]


@pytest.mark.parametrize("calls", ["6S ? 7S ?", "? ? ?", "pass ? pass", "? 6C pass hold ?", "6S ? ? hold ?", "?"])
def test_a_call_that_some_unknown_call_makes_legal(calls: str) -> None:
    assert auction(calls) == []


@pytest.mark.parametrize(("calls", "tags", "line"), [
    ("6S ? ?", '[Contract "all-pass"]\n', 9),
    ("pass ? ?", '[Declarer "S"]\n[Contract "6S"]\n', 9),
    ("7S ? ?", '[Declarer "W"]\n[Contract "6S"]\n', 10),
    ("6S ? ?", '[Declarer "W"]\n[Bid "6S"]\n', 10),
])
def test_tags_that_no_end_of_the_auction_leads_to(calls: str, tags: str, line: int) -> None:
    assert auction(calls, tags) == [("E605", line)]


def test_tags_that_some_end_of_the_auction_leads_to() -> None:
    assert auction("7S ? ?", '[Declarer "W"]\n[Contract "7C"]\n') == []
    assert auction("pass ? ?", '[Contract "all-pass"]\n') == []


def test_a_word_of_another_variant_is_told_as_such() -> None:
    assert auction("6S ? hand-3") == [("E402", 8)]


def test_unknown_calls_are_few_states() -> None:
    """With every call unknown the states stay below the bound: the auctions of the ladder are judged exactly."""
    possible = PossibleAuctions([law_of(load_variant("sochi-codex")).auction(0)], {})
    for _ in range(12):
        assert possible.call("?")
    assert not possible.given_up
    results = possible.results(goes_on=True)
    assert results is not None and {one.declarer for one in results} == {0, 1, 2}


DECLARED = THREE + '[Declarer "S"]\n[Contract "{contract}"]\n{rest}'


def roles(contract: str, defenders: str, more: str = "") -> list[tuple[str, int]]:
    return told(DECLARED.format(contract=contract, rest=f'[Defenders "{defenders}"]\n{more}'))


@pytest.mark.parametrize(("contract", "defenders"), [
    ("6S", "S:whist E:pass"),  # the declarer
    ("6S", "N:whist E:pass"),  # nobody sits there
    ("8S", "W:pass E:half"),  # half is for six and seven
    ("6S", "W:half E:pass"),  # the second defender's word
    ("6S", "W:half E:half"),
    ("6S", "W:pass E:own"),  # own_whist=none
    ("6S", "W:come E:together"),
    ("misere", "W:whist E:whist"),
])
def test_roles_that_no_answers_lead_to(contract: str, defenders: str) -> None:
    assert roles(contract, defenders) == [("E605", 9)]


@pytest.mark.parametrize(("contract", "defenders"), [
    ("7S", "W:pass E:half"), ("6C", "W:whist E:pass"), ("8S", "W:whist"), ("9S", "W:whist E:whist"),
])
def test_roles_that_some_answers_lead_to(contract: str, defenders: str) -> None:
    assert roles(contract, defenders) == []


def test_open_and_kontra_without_calls() -> None:
    assert roles("6C", "W:whist E:pass", '[Open "pair"]\n') == []
    assert roles("6C", "W:whist E:whist", '[Open "pair"]\n') == [("E605", 10)]
    assert roles("6C", "W:whist E:pass", '[Kontra "W:1"]\n') == [("E605", 10)]


def test_an_unknown_answer_hides_no_impossible_one() -> None:
    defence = '[Defence "W"]\n{}\n'
    for contract, calls in (("8S", "? half"), ("8S", "? return"), ("6C", "half ?"), ("6C", "? ? ? ? ?")):
        found = codes(DECLARED.format(contract=contract, rest=defence.format(calls)))
        assert len(found) == 1 and found[0] == "E605", (contract, calls)
    assert codes(DECLARED.format(contract="6C", rest=defence.format("? half"))) == []


@pytest.mark.parametrize("seat", ["E", "N"])
def test_who_rests_or_is_away_cannot_declare(seat: str) -> None:
    four = THREE.replace('[East', '[North "d"]\n[East') if seat == "E" else THREE
    assert codes(f'{four}[Declarer "{seat}"]\n[Contract "6S"]\n') == ["E305"]


def test_the_dummy_cannot_declare() -> None:
    text = ('[Event "t"]\n[Variant "gusarik-2"]\n[South "a"]\n[West "b"]\n[Dummy "N"]\n[Dealer "W"]\n'
            '[Declarer "N"]\n[Contract "6S"]\n')
    assert codes(text) == ["E305"]


def _hidden(calls: Calls | None, every: int, start: int) -> Calls | None:
    if calls is None:
        return None
    return replace(calls, calls=tuple("?" if i % every == start else word for i, word in enumerate(calls.calls)))


def _partial(record: Record, roles: dict[str, Any]) -> list[Record]:
    """Records that say less than ``record`` does."""
    bare = replace(record, score_table=None, sheet_table=None, settlement_table=None)
    found = [
        replace(bare, deal=None), replace(bare, deal=None, talon=None, discard=None), replace(bare, defence=None),
        replace(bare, auction=_hidden(record.auction, 2, 1)), replace(bare, auction=_hidden(record.auction, 1, 0)),
        replace(bare, defence=_hidden(record.defence, 2, 0)), replace(bare, defence=_hidden(record.defence, 2, 1)),
        replace(record, players={}), replace(record, dealer=None), replace(record, players={}, dealer=None),
        replace(bare, players={}, auction=None, defence=None, play=None, deal=None, talon=None, discard=None,
                declarer=None),
        replace(bare, auction=None, defence=None, play=None, deal=None, talon=None, discard=None, contract=None),
    ]
    if record.deal is not None:
        found.append(replace(bare, deal=dict.fromkeys(record.deal), talon=None, discard=None))
    if roles:
        found.append(replace(bare, defence=None, **roles))
    return found


@pytest.mark.parametrize("variant", variant_names())
def test_what_is_left_out_of_a_legal_record_is_no_error(variant: str) -> None:
    rules = load_variant(variant)
    try:
        records = list(generate(rules, 11, 40))
    except UndefinedByVariant:
        pytest.skip("the variant is not played")
    for record in records:
        course, _ = follow(record, rules, None)
        roles: dict[str, Any] = {}
        if course.declarer is not None and course.roles_known:
            roles = {
                "defenders": {course.seat(player): word for player, word in course.roles.items()},
                "open": course.open or None,
                "kontra": None if course.kontra is None else (course.seat(course.kontra[0]), course.kontra[1]),
            }
        for partial in _partial(record, roles):
            found = [one for one in replay(partial, rules, all_pass_run=None).diagnostics if one.severity == "error"]
            assert found == [], partial


@pytest.mark.parametrize("variant", ["sochi-codex", "serbian-klub", "slovak", "greek", "austrian"])
def test_a_copied_auction_leaves_the_other_as_it_is(variant: str) -> None:
    auction = law_of(load_variant(variant)).auction(0)
    before = auction.state()
    for word in auction.legal():
        branch = auction.copy()
        assert branch.state() == before
        branch.call(word)
        assert auction.state() == before != branch.state()


@pytest.mark.parametrize(("variant", "contract", "words"), [
    ("sochi-codex", "6C", {"whist", "pass"}), ("serbian-klub", "H", {"come", "stay-out"}),
    ("greek", "6C", {"play", "pass"}),
])
def test_a_copied_defence_leaves_the_other_as_it_is(variant: str, contract: str, words: set[str]) -> None:
    defence = law_of(load_variant(variant)).defence(contract, 0, 3)
    assert defence is not None
    for word in words:
        defence.copy().call(word)
        assert set(defence.legal()) == words and not defence.roles()
    assert len(PossibleDefences(defence).endings(goes_on=True)) > 2


RAISED = '[Event "t"]\n[Variant "sochi-codex"]\n[Rules "{rules}"]\n[Dealer "E"]\n[Auction "S"]\n{calls}\n'


@pytest.mark.parametrize(("rules", "calls"), [
    ("min_bid=7", "6S pass pass"), ("min_bid=7,8", "6S pass pass"), ("min_bid=7", "6S ? pass"),
    ("min_bid=8,7,9", "6S pass pass"), ("min_bid=7 min_bid_cycle=true", "pass pass 6NT"),
])
def test_a_bid_too_low_for_any_number_of_rounds_before(rules: str, calls: str) -> None:
    text = RAISED.format(rules=rules, calls=calls)
    assert codes(text) == ["E408"]
    assert messages(text)[0].endswith("must open with 7 or more (all-pass rounds before: any number)")


@pytest.mark.parametrize(("rules", "calls"), [
    ("min_bid=6,7", "6S pass pass"), ("min_bid=7,6", "6S pass pass"), ("min_bid=8,7,6", "6S 6C pass\npass"),
    ("min_bid=7", "7S pass pass"), ("min_bid=6,7 bid_steps=next", "7S pass pass"),
    ("min_bid=7,6 bid_steps=next", "6S pass pass"),
])
def test_a_bid_that_some_number_of_rounds_before_allows(rules: str, calls: str) -> None:
    assert codes(RAISED.format(rules=rules, calls=calls)) == []


def test_a_jump_that_no_number_of_rounds_before_allows() -> None:
    assert codes(RAISED.format(rules="min_bid=6,7 bid_steps=next", calls="8S pass pass")) == ["E410"]


@pytest.mark.parametrize(("variant", "contract", "outcome"), [
    ("sochi-codex", "10NT", "conceded"), ("sochi-codex", "6S", "conceded"), ("sochi-codex", "6S", "own"),
    ("sochi-codex", "8S", "half"), ("sochi-codex", "6S", "thrown-in"), ("gusarik-2", "6S", "half"),
    ("serbian", "H", "half"), ("greek", "6S", "conceded"),
])
def test_an_outcome_that_no_answers_lead_to(variant: str, contract: str, outcome: str) -> None:
    for declarer in ('[Declarer "S"]\n', ""):
        text = f'[Event "t"]\n[Variant "{variant}"]\n{declarer}[Contract "{contract}"]\n[Outcome "{outcome}"]\n'
        assert codes(text) == ["E605"], declarer


@pytest.mark.parametrize(("variant", "contract", "outcome"), [
    ("sochi-codex", "6S", "half"), ("sochi-codex", "6S", "passed-out"), ("sochi-codex", "8S", "played"),
    ("gusarik-2", "6S", "passed-out"), ("greek", "6S", "passed-out"), ("serbian", "S", "refe"),
])
def test_an_outcome_that_some_answers_lead_to(variant: str, contract: str, outcome: str) -> None:
    for declarer in ('[Declarer "S"]\n', ""):
        text = f'[Event "t"]\n[Variant "{variant}"]\n{declarer}[Contract "{contract}"]\n[Outcome "{outcome}"]\n'
        assert codes(text) == [], declarer


def test_aces_of_one_who_may_be_the_declarer() -> None:
    head = '[Event "t"]\n[Variant "greek"]\n[South "a"]\n[West "b"]\n[East "c"]\n[Dealer "W"]\n'
    assert codes(head + '[Contract "6S"]\n[Aces "E"]\n') == []
    assert codes(head + '[Declarer "S"]\n[Contract "6S"]\n[Aces "E"]\n') == ["E460"]
    assert codes(head + '[Contract "all-pass"]\n[Aces "E"]\n') == ["E460"]


def test_an_outcome_that_one_defence_leads_to_is_scored() -> None:
    """Half a whist on a six: two for the pool of the declarer, and four whists, half of eight, for the defender who
    took it."""
    text = (THREE + '[Declarer "S"]\n[Contract "6S"]\n[Outcome "half"]\n'
            '[ScoreTable "Seat;Pool;Dump;Whists"]\nS {pool} 0 -\nW 0 0 -\nE 0 0 S:4\n')
    assert codes(text.format(pool=2)) == []
    assert codes(text.format(pool=3)) == ["E610"]
