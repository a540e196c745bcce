"""The Austrian engine against a second rule set: plain lists, no shared code, written from the sources.

Every random deal is walked through both: the same legal calls, contracts, discards, answers and cards at every point,
the same winners; both refuse the score, the sheet and the settlement, which the sources do not give.
"""

from __future__ import annotations

from typing import Any

import pytest

from preferans_pbn.cards import CARD_NAMES, Hand
from preferans_pbn.families import law_of
from preferans_pbn.record import Record
from preferans_pbn.rules.outcome import Outcome
from preferans_pbn.variants import Ruleset, load_variant
from tests.oracle import austrian as oracle
from tests.oracle.austrian.adapter import params_of
from tests.walking import Step, both_refuse, finish, mask, named, names, sessions, ten_cards

CHUNKS = 10
CHUNK = 500
AGREED = 300
"""Deals with each of the agreements."""


class Walk:
    """The records of random sessions, walked through both rule sets."""

    def __init__(self, rules: Ruleset, parameters: dict[str, Any]) -> None:
        self.law = law_of(rules)
        self.p = parameters

    def deal(self, step: Step) -> None:
        """One record."""
        record = step.record
        outcome = step.replayed.outcome
        assert outcome is not None
        order = step.replayed.seats
        assert outcome.players == len(order) == 3
        won = self.auction(record, order)
        deal: dict[str, Any] = {"contract": record.contract, "tricks": list(outcome.tricks)}
        if won is None:
            assert (record.contract, record.play, outcome.manner) == ("all-pass", None, "redeal")
            assert self.p["all_pass_outcome"] == "redeal"
        else:
            assert (outcome.declarer, outcome.hand) == (won["declarer"], False)
            deal["declarer"] = won["declarer"]
            self.contract(record, won)
            hands = self.exchange(record, order, won["declarer"])
            answers = self.defence(record, order, won["declarer"])
            if answers["manner"] == "played":
                self.play(record, outcome, hands, won["declarer"], answers["roles"])
            else:
                assert record.play is None
        self.refuse(step, outcome, deal)

    def auction(self, record: Record, order: tuple[str, ...]) -> dict[str, Any] | None:
        """Who won, with what bid; None where all passed."""
        assert record.auction is not None
        assert record.auction.first == order[0]
        auction = self.law.auction(0)
        said: list[str] = []
        for word in record.auction.calls:
            assert auction.turn == oracle.auction_turn(self.p, said), said
            assert auction.legal() == oracle.legal_calls(self.p, said), said
            assert auction.call(word) is None
            said.append(word)
        assert auction.turn == -1
        assert oracle.auction_turn(self.p, said) is None
        assert auction.legal() == oracle.legal_calls(self.p, said) == []
        ours: Any = auction.result()
        theirs = dict(oracle.auction_result(self.p, said))
        if ours.declarer is None:
            assert theirs == {"all_pass": True}
            return None
        assert theirs == {"declarer": ours.declarer, "bid": ours.bid, "hand": ours.hand}, said
        return theirs | {"result": ours, "calls": said}

    def contract(self, record: Record, won: dict[str, Any]) -> None:
        """The contracts that may follow."""
        ours = self.law.contracts(won["result"])
        assert ours == oracle.legal_contracts(self.p, won["calls"]), won
        assert record.contract in ours

    def exchange(self, record: Record, order: tuple[str, ...], declarer: int) -> list[Hand]:
        """The hands that are played; the discard is one of those that may be laid away."""
        assert record.deal is not None
        assert record.talon is not None
        assert isinstance(record.discard, tuple)
        twelve = (record.deal.get(order[declarer]) or 0) | mask([CARD_NAMES[card] for card in record.talon])
        allowed = [mask(cards) for cards in oracle.legal_discards(names(twelve))]
        assert len(allowed) == 66
        assert mask([CARD_NAMES[card] for card in record.discard]) in allowed
        return ten_cards(record, order, declarer, False)

    def defence(self, record: Record, order: tuple[str, ...], declarer: int) -> dict[str, Any]:
        """Roles and manner."""
        contract = record.contract
        assert contract is not None
        assert record.defence is not None
        defence = self.law.defence(contract, declarer, 3)
        assert defence is not None
        assert record.defence.first == order[defence.turn]
        said: list[str] = []
        for word in (*record.defence.calls, None):
            turn = oracle.defence_turn(self.p, declarer, said)
            assert defence.turn == (-1 if turn is None else turn), said
            assert defence.legal() == oracle.legal_defence(self.p, declarer, said), said
            assert defence.settled == oracle.defence_complete(self.p, declarer, said), said
            if word is not None:
                assert defence.call(word) is None
                said.append(word)
        theirs = dict(oracle.defence_result(self.p, declarer, said))
        assert defence.roles() == theirs["roles"]
        assert defence.manner() == theirs["manner"]
        assert defence.kontra() is None
        assert self.law.manner_of_roles(contract, theirs["roles"], None) == theirs["manner"]
        return theirs

    def play(self, record: Record, outcome: Outcome, hands: list[Hand], declarer: int, roles: dict[int, str]) -> None:
        """Legal cards of every player in turn, and the winner of every trick."""
        assert record.play is not None
        p, trump = self.p, outcome.contract
        ours = self.law.trickplay(outcome, hands, record.talon or ())
        assert ours.turn == oracle.first_leader(p, declarer, roles)
        held = [names(hand) for hand in hands]
        rows: list[list[str]] = []
        for trick in record.play.tricks:
            played: list[str] = []
            for card in trick.cards:
                turn = ours.turn
                assert ours.legal() == mask(oracle.legal_cards(p, trump, held[turn], played))
                name = CARD_NAMES[card]
                held[turn].remove(name)
                played.append(name)
                assert ours.play(card)
            rows.append(played)
        theirs = oracle.play_out(p, trump, declarer, roles, [names(hand) for hand in hands], rows)
        assert theirs["winners"] == ours.winners
        assert theirs["tricks"] == ours.taken[:3]
        if record.play.end:
            assert not theirs["ended"]
            assert theirs["turn"] == ours.turn
            return
        assert theirs["ended"]
        assert self.law.all_played(outcome, theirs["tricks"])
        assert list(outcome.tricks) == theirs["tricks"]
        finish(ours)

    def refuse(self, step: Step, outcome: Outcome, deal: dict[str, Any]) -> None:
        """What a deal pays, the sheet and the settlement are refused."""
        both_refuse(lambda: self.law.score(outcome), lambda: oracle.score(self.p, deal))
        both_refuse(lambda: self.law.add_to_sheet(None, None, (0, 1, 2), None),
                    lambda: oracle.sheet_add(self.p, {}, {}))
        both_refuse(lambda: self.law.settle(None), lambda: oracle.settle(self.p, {}))
        assert step.replayed.score is None
        assert step.state.sheet is None
        assert step.state.ended is False


def agree(rules: Ruleset, parameters: dict[str, Any], seed: int, count: int) -> None:
    """Both rule sets say the same on ``count`` random deals."""
    walk = Walk(rules, parameters)
    for step in sessions(rules, seed, count):
        walk.deal(step)


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_random_sessions_agree(chunk: int) -> None:
    """500 deals in sessions a chunk, 5,000 in all."""
    rules = load_variant("austrian")
    agree(rules, params_of(rules.values), 5000 + chunk, CHUNK)


AGREEMENTS = [
    {"hold": "none"}, {"hold_min_bid": "3"}, {"hold_min_bid": "4"}, {"hold_ends_auction": "true"},
    {"invite": "false"}, {"first_lead": "forehand"}, {"must_trump": "false"}, {"whist_first": "right_of_declarer"},
]


@pytest.mark.parametrize("agreement", AGREEMENTS, ids=named)
def test_random_sessions_under_other_agreements_agree(agreement: dict[str, str]) -> None:
    """One parameter of the game changed, 300 deals each."""
    rules = load_variant("austrian").with_overrides(agreement)
    agree(rules, params_of(rules.values), 79, AGREED)


@pytest.mark.parametrize("agreement", AGREEMENTS, ids=named)
def test_a_difference_of_one_parameter_shows(agreement: dict[str, str]) -> None:
    """The second rule set plays by another agreement than the engine: the walk ends in disagreement."""
    rules = load_variant("austrian")
    others = params_of(rules.with_overrides(agreement).values)
    with pytest.raises((AssertionError, ValueError)):
        agree(rules, others, 5000, 1000)
