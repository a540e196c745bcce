"""The Greek engine against a second rule set: plain lists, no shared code, written from the sources.

Every random deal is walked through both: the same legal calls, contracts, answers and cards at every point, the
same winners, payments, sheets and final accounts.
"""

from __future__ import annotations

from typing import Any

import pytest

from preferans_pbn.cards import CARD_NAMES, Hand
from preferans_pbn.families import law_of
from preferans_pbn.record import Record
from preferans_pbn.rules.outcome import Outcome
from preferans_pbn.variants import Ruleset, load_variant
from tests.oracle import greek as oracle
from tests.oracle.greek.adapter import params_of
from tests.walking import Step, at_the_table, finish, mask, named, names, sessions, ten_cards

CHUNKS = 10
CHUNK = 500
AGREED = 200
"""Deals with each of the agreements."""
ACES = {"SA", "CA", "DA", "HA"}
STAYED = "6S"
"""What the second rule set calls a bid won with ``stay``: the lowest that may follow it."""


class Walk:
    """The records of random sessions, walked through both rule sets."""

    def __init__(self, rules: Ruleset, parameters: dict[str, Any]) -> None:
        self.law = law_of(rules)
        self.p = parameters
        self.sheet: dict[str, Any] = {}

    def deal(self, step: Step) -> None:
        """One record, and what it does to the sheet."""
        record = step.record
        outcome = step.replayed.outcome
        assert outcome is not None
        players = outcome.players
        if step.first:
            assert record.kasa is not None
            self.sheet = oracle.new_sheet(int(record.kasa), players)
        order = step.replayed.seats
        won = self.auction(record, order)
        deal: dict[str, Any] = {
            "players": players, "contract": record.contract, "kasa": self.sheet["kasa"],
            "tricks": list(outcome.tricks),
        }
        if won is None:
            assert record.contract == "all-pass"
            manner = "played" if self.p["all_pass_outcome"] == "play_no_trump" else "redeal"
            assert outcome.manner == manner
            if manner == "played":
                self.play(record, outcome, ten_cards(record, order, None, False), {})
            else:
                assert record.play is None
        else:
            declarer = won["declarer"]
            assert outcome.declarer == declarer
            hands = ten_cards(record, order, declarer, False)
            self.contract(record, won)
            answers = self.defence(record, order, declarer)
            assert outcome.manner == {"solo": "conceded"}.get(answers["manner"], answers["manner"])
            if answers["manner"] == "played":
                self.play(record, outcome, hands, answers["roles"])
            else:
                assert record.play is None
            deal |= {"declarer": declarer, "bid": won["bid"], "roles": answers["roles"]}
            if record.aces is not None:
                assert record.aces == order[declarer]
                self.aces(record, hands[declarer])
                deal["aces"] = declarer
        self.score(step, deal)

    def auction(self, record: Record, order: tuple[str, ...]) -> dict[str, Any] | None:
        """Who won and with what bid; None where all passed."""
        assert record.auction is not None
        assert record.auction.first == order[0]
        auction = self.law.auction(0)
        said: list[str] = []
        for word in record.auction.calls:
            assert auction.turn == oracle.auction_turn(self.p, said)
            assert sorted(auction.legal()) == sorted(oracle.legal_calls(self.p, said)), said
            assert auction.call(word) is None
            said.append(word)
        assert auction.turn == -1
        assert oracle.auction_turn(self.p, said) is None
        ours = auction.result()
        assert ours is not None
        theirs = dict(oracle.auction_result(self.p, said))
        if ours.declarer is None:
            assert theirs == {"all_pass": True}
            return None
        bid = STAYED if ours.bid == "stay" else ours.bid
        assert theirs == {"declarer": ours.declarer, "bid": bid, "hand": ours.hand}, said
        theirs["result"] = ours
        return theirs

    def contract(self, record: Record, won: dict[str, Any]) -> None:
        """The contracts that may follow."""
        ours = self.law.contracts(won["result"])
        assert ours == oracle.legal_contracts(self.p, won["bid"])
        assert record.contract in ours

    def aces(self, record: Record, hand: Hand) -> None:
        """Four aces are announced by who holds them with the talon."""
        assert isinstance(record.discard, tuple)
        assert {*names(hand), *(CARD_NAMES[card] for card in record.discard)} >= ACES
        assert record.contract != "solo"

    def defence(self, record: Record, order: tuple[str, ...], declarer: int) -> dict[str, Any]:
        """Roles and manner."""
        contract = record.contract
        assert contract is not None
        defence = self.law.defence(contract, declarer, 3)
        if defence is None:
            assert oracle.legal_defence(self.p, contract, declarer, []) == []
            assert record.defence is None
            return dict(oracle.defence_result(self.p, contract, declarer, []))
        assert record.defence is not None
        assert record.defence.first == order[defence.turn]
        said: list[str] = []
        for word in (*record.defence.calls, None):
            turn = oracle.defence_turn(self.p, contract, declarer, said)
            assert defence.turn == (-1 if turn is None else turn), said
            assert sorted(defence.legal()) == sorted(oracle.legal_defence(self.p, contract, declarer, said)), said
            assert defence.settled == oracle.defence_complete(self.p, contract, declarer, said), said
            if word is not None:
                assert defence.call(word) is None
                said.append(word)
        theirs = dict(oracle.defence_result(self.p, contract, declarer, said))
        assert (defence.roles(), defence.manner()) == (theirs["roles"], theirs["manner"])
        assert self.law.manner_of_roles(contract, theirs["roles"], None) == theirs["manner"]
        return theirs

    def play(self, record: Record, outcome: Outcome, hands: list[Hand], roles: dict[int, str]) -> None:
        """Legal cards of every player in turn, and the winner of every trick."""
        assert record.play is not None
        contract = outcome.contract
        ours = self.law.trickplay(outcome, hands, record.talon or ())
        held = [names(hand) for hand in hands]
        rows: list[list[str]] = []
        for trick in record.play.tricks:
            played: list[str] = []
            for card in trick.cards:
                hand = held[ours.turn]
                legal = oracle.legal_cards(self.p, contract, hand, played, not rows and not played)
                assert ours.legal() == mask(legal)
                name = CARD_NAMES[card]
                hand.remove(name)
                played.append(name)
                assert ours.play(card)
            rows.append(played)
        dealt = [names(hand) for hand in hands]
        theirs = oracle.play_out(self.p, contract, outcome.declarer, roles, dealt, rows)
        assert theirs["winners"] == ours.winners
        assert theirs["tricks"] == ours.taken[:3]
        if record.play.end:
            assert not theirs["ended"]
            return
        assert theirs["ended"]
        assert list(outcome.tricks[:3]) == theirs["tricks"]
        finish(ours)

    def score(self, step: Step, deal: dict[str, Any]) -> None:
        """What the deal pays, the sheet after it and the final accounts at this point."""
        ours = step.replayed.score
        theirs = oracle.score(self.p, deal)
        assert ours.kasa == theirs["kasa"], deal
        assert ours.pay == theirs["pay"], deal
        assert sum(ours.pay) == 0
        places = step.replayed.seating.places
        self.sheet, ended = oracle.sheet_add(self.p, self.sheet, {
            "kasa": at_the_table(theirs["kasa"], places), "pay": at_the_table(theirs["pay"], places),
        })
        sheet = step.state.sheet
        assert sheet.left == self.sheet["kasa"]
        balance = [drawn + paid for drawn, paid in zip(sheet.kasa, sheet.pay, strict=True)]
        assert balance == self.sheet["balance"]
        assert step.state.ended == ended
        assert self.law.settle(sheet) == oracle.settle(self.p, self.sheet)["result"]


def agree(rules: Ruleset, parameters: dict[str, Any], seed: int, count: int) -> None:
    """Both rule sets say the same on ``count`` random deals."""
    walk = Walk(rules, parameters)
    for step in sessions(rules, seed, count):
        walk.deal(step)


@pytest.mark.parametrize("chunk", range(CHUNKS))
@pytest.mark.parametrize("variant", ["greek"])
def test_random_sessions_agree(variant: str, chunk: int) -> None:
    """500 deals in sessions a chunk, 5,000 a variant: deals, sheets and final accounts."""
    rules = load_variant(variant)
    agree(rules, params_of(rules.values), 3000 + chunk, CHUNK)


AGREEMENTS = [
    {"all_pass_outcome": "play_no_trump"}, {"concede": "none"}, {"must_trump": "false"},
    {"trick_value": "6S:1,6C:2,6D:3,6H:4,6NT:5,7:6,7NT:9,8:7,8NT:8,9:9,9NT:11,10:12,10NT:13"},
    {"solo_pays_partner": "single"}, {"solo_pays_aces": "double"},
    {"ace_bonus": "6:10,7:20,8:30,9:40,10:50"}, {"ace_bonus": "none"}, {"last_deal_cut": "made_only"},
    {"last_deal_cut": "none"}, {"settle_rounding": "none"},
]


@pytest.mark.parametrize("agreement", AGREEMENTS, ids=named)
def test_random_sessions_under_other_agreements_agree(agreement: dict[str, str]) -> None:
    """One parameter changed, 200 deals each."""
    rules = load_variant("greek").with_overrides(agreement)
    agree(rules, params_of(rules.values), 78, AGREED)


def test_random_sessions_with_a_rest_that_is_no_ten_agree() -> None:
    """A kasa of 45: the game is over when 5 are left, which are shared out."""
    rules = load_variant("greek").with_overrides({"kasa": "45"})
    agree(rules, params_of(rules.values), 79, AGREED)
    left = [step.state.sheet.left for step in sessions(rules, 79, AGREED) if step.state.ended]
    assert {0, 5} == set(left)


@pytest.mark.parametrize("agreement", AGREEMENTS, ids=named)
def test_a_difference_of_one_parameter_shows(agreement: dict[str, str]) -> None:
    """The second rule set plays by another agreement than the engine: the walk ends in disagreement."""
    rules = load_variant("greek")
    others = params_of(rules.with_overrides(agreement).values)
    with pytest.raises((AssertionError, ValueError)):
        agree(rules, others, 3000, 2000)
