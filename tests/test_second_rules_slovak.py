"""The Slovak engine against a second rule set: plain lists, no shared code, written from the sources.

Every random deal is walked through both: the same legal calls, contracts, discards and cards at every point, the same
winners; with ``fill_in`` the same scores, sheets and settlements, and without it both refuse the same.
"""

from __future__ import annotations

from typing import Any

import pytest

from preferans_pbn.cards import CARD_NAMES, Hand
from preferans_pbn.families import law_of
from preferans_pbn.record import Record
from preferans_pbn.rules.outcome import Outcome
from preferans_pbn.variants import Ruleset, load_variant
from tests.oracle import slovak as oracle
from tests.oracle.slovak.adapter import params_of
from tests.walking import (
    Step,
    at_the_table,
    both_refuse,
    finish,
    in_playing_order,
    mask,
    named,
    names,
    sessions,
    ten_cards,
    turned_pairs,
)

CHUNKS = 10
CHUNK = 500
AGREED = 150
"""Deals with each of the agreements."""
THROWN_IN = "thrown-in"
IN_HAND = {"hand": "2", "hand-betl": "6", "hand-durch": "7", "hand-preferans": "8"}
"""The number of a game from hand that is called by its name; an unnamed one is at least a 2."""


class Walk:
    """The records of random sessions, walked through both rule sets."""

    def __init__(self, rules: Ruleset, parameters: dict[str, Any]) -> None:
        self.law = law_of(rules)
        self.p = parameters
        self.scored = rules["fill_in"]
        self.sheet: dict[str, Any] = {}
        self.entered = 0

    def deal(self, step: Step) -> None:
        """One record, and what it does to the sheet."""
        record = step.record
        order = step.replayed.seats
        players = len(order)
        if step.first:
            assert record.bule is not None
            self.sheet = oracle.new_sheet(int(record.bule), players)
            self.entered = 0
        won = self.auction(record, order)
        deal: dict[str, Any] = {
            "players": players, "contract": record.contract,
            "bule": in_playing_order(self.sheet["bule"], step.replayed.seating.places),
            "refe": in_playing_order(self.sheet["refe"], step.replayed.seating.places),
            "refe_entered": self.entered,
        }
        outcome = step.replayed.outcome
        if won is None:
            assert record.contract == "all-pass"
            assert record.play is None
        else:
            declarer = deal["declarer"] = won["declarer"]
            self.contract(record, won)
            self.defence(record, declarer)
            if outcome is None:
                # Who leads is not known, so what comes of the deal is not known either.
                assert not self.scored
                assert record.contract is not None
                outcome = Outcome(players, record.contract, declarer, hand=won["hand"])
            assert (outcome.declarer, outcome.hand) == (declarer, won["hand"])
            if record.contract == THROWN_IN:
                assert record.play is None
            else:
                hands = self.exchange(record, order, won)
                deal["winners"] = self.play(record, outcome, hands, declarer)
        assert outcome is not None
        assert outcome.players == players
        deal["tricks"] = list(outcome.tricks)
        if self.scored:
            self.score(step, deal)
        else:
            self.refuse(step, outcome, deal)

    def auction(self, record: Record, order: tuple[str, ...]) -> dict[str, Any] | None:
        """Who won, with what bid; None where all passed."""
        assert record.auction is not None
        assert record.auction.first == order[0]
        auction = self.law.auction(0)
        said: list[str] = []
        for word in record.auction.calls:
            assert auction.turn == oracle.auction_turn(self.p, said), said
            assert sorted(auction.legal()) == sorted(oracle.legal_calls(self.p, said)), said
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
        number = IN_HAND.get(ours.bid, ours.bid.removeprefix("hand-"))
        assert theirs == {"declarer": ours.declarer, "bid": number, "hand": ours.hand}, said
        return theirs | {"result": ours, "calls": said}

    def contract(self, record: Record, won: dict[str, Any]) -> None:
        """The contracts that may follow."""
        ours = self.law.contracts(won["result"])
        assert ours == oracle.legal_contracts(self.p, won["calls"]), won
        assert record.contract in ours

    def exchange(self, record: Record, order: tuple[str, ...], won: dict[str, Any]) -> list[Hand]:
        """The hands that are played; the discard is one of those that may be laid away."""
        assert record.deal is not None
        assert record.talon is not None
        assert record.contract is not None
        size = self.law.discard_size(record.contract, won["hand"])
        if won["hand"]:
            assert (size, record.discard) == (0, "-")
        else:
            assert isinstance(record.discard, tuple)
            twelve = (record.deal.get(order[won["declarer"]]) or 0) | mask([CARD_NAMES[card] for card in record.talon])
            allowed = [mask(cards) for cards in oracle.legal_discards(names(twelve))]
            assert len(allowed) == 66
            assert mask([CARD_NAMES[card] for card in record.discard]) in allowed
            assert size == 2
        return ten_cards(record, order, won["declarer"], won["hand"])

    def defence(self, record: Record, declarer: int) -> None:
        """Nobody is asked; roles and manner."""
        contract = record.contract
        assert contract is not None
        assert self.law.defence(contract, declarer, 3) is None
        assert record.defence is None
        assert oracle.legal_defence(self.p, contract, declarer, []) == []
        assert oracle.defence_turn(self.p, contract, declarer, []) is None
        theirs = oracle.defence_result(self.p, contract, declarer, [])
        assert self.law.roles_without_calls(contract, declarer) == (theirs["roles"], "", theirs["manner"])
        assert self.law.manner_of_roles(contract, theirs["roles"], None) == theirs["manner"]

    def play(self, record: Record, outcome: Outcome, hands: list[Hand], declarer: int) -> list[int]:
        """Legal cards of every player in turn and the winner of every trick; both refuse a play whose lead the text
        does not give."""
        p, contract, talon = self.p, outcome.contract, record.talon or ()
        if outcome.contract.removesuffix("-hand") == "betl" and not self.scored:
            both_refuse(lambda: self.law.trickplay(outcome, hands, talon),
                        lambda: oracle.first_leader(p, contract, declarer))
            assert record.play is None
            return []
        assert record.play is not None
        ours = self.law.trickplay(outcome, hands, talon)
        assert ours.turn == oracle.first_leader(p, contract, declarer), contract
        held = [names(hand) for hand in hands]
        rows: list[list[str]] = []
        for trick in record.play.tricks:
            played: list[str] = []
            for card in trick.cards:
                turn = ours.turn
                assert ours.legal() == mask(oracle.legal_cards(p, contract, held[turn], played))
                name = CARD_NAMES[card]
                held[turn].remove(name)
                played.append(name)
                assert ours.play(card)
            rows.append(played)
        theirs = oracle.play_out(p, contract, declarer, [names(hand) for hand in hands], rows)
        assert theirs["winners"] == ours.winners
        assert theirs["tricks"] == ours.taken[:3]
        if record.play.end:
            assert not theirs["ended"]
            assert theirs["turn"] == ours.turn
            return []
        assert theirs["ended"]
        assert self.law.all_played(outcome, theirs["tricks"])
        assert list(outcome.tricks[:3]) == theirs["tricks"]
        finish(ours)
        return list(ours.winners)

    def score(self, step: Step, deal: dict[str, Any]) -> None:
        """What the deal writes, the sheet after it and the settlement at this point."""
        ours = step.replayed.score
        theirs = oracle.score(self.p, deal)
        assert ours.bule == theirs["bule"], deal
        assert ours.supe == theirs["supe"], deal
        assert ours.refe == theirs["refe"], deal
        if any(change > 0 for change in theirs["refe"]):
            self.entered += 1
        places = step.replayed.seating.places
        self.sheet, ended = oracle.sheet_add(self.p, self.sheet, {
            "bule": at_the_table(theirs["bule"], places), "refe": at_the_table(theirs["refe"], places),
            "supe": turned_pairs(theirs["supe"], places),
        })
        sheet = step.state.sheet
        assert (sheet.bule, sheet.supe, sheet.refe) == (self.sheet["bule"], self.sheet["supe"], self.sheet["refe"])
        assert sheet.entered == self.entered
        assert step.state.ended == ended
        assert self.law.settle(sheet) == oracle.settle(self.p, self.sheet)["result"]

    def refuse(self, step: Step, outcome: Outcome, deal: dict[str, Any]) -> None:
        """Nothing is scored, and no sheet is kept."""
        both_refuse(lambda: self.law.score(outcome), lambda: oracle.score(self.p, deal))
        assert step.replayed.score is None
        assert step.state.sheet is None
        assert step.state.ended is False


def agree(rules: Ruleset, parameters: dict[str, Any], seed: int, count: int) -> None:
    """Both rule sets say the same on ``count`` random deals."""
    walk = Walk(rules, parameters)
    for step in sessions(rules, seed, count):
        walk.deal(step)


@pytest.mark.parametrize("chunk", range(CHUNKS))
@pytest.mark.parametrize("fill_in", ["false", "true"])
def test_random_sessions_agree(fill_in: str, chunk: int) -> None:
    """500 deals in sessions a chunk, 5,000 of the text as it stands and 5,000 with what it leaves out filled in."""
    rules = load_variant("slovak").with_overrides({"fill_in": fill_in})
    agree(rules, params_of(rules.values), 4000 + chunk, CHUNK)


AGREEMENTS = [
    {"bid_steps": "next"}, {"hold": "none"}, {"hold_min_bid": "4"}, {"opener_must_bid": "false"},
    {"announce_at_once": "none"}, {"announce_at_once": "betl,preferans"}, {"in_hand": "none"},
    {"in_hand_when": "first_call_only"}, {"in_hand_direct_when": "first_call"},
    {"concede": "none"}, {"one_allows_leaves": "false"}, {"durch_goal": "six_consecutive"},
    {"goal": "S:5,D:6,H:7,C:6,betl:0,durch:7,preferans:9"}, {"duty": "S:1,D:2,H:3,C:2,durch:2"},
    {"duty": "S:2,D:2,H:2,C:2,preferans:2"}, {"first_lead_no_trump": "forehand"}, {"first_lead_no_trump": "declarer"},
    {"first_lead_no_trump": "declarers_left"}, {"must_trump": "false"},
    {"game_value": "S:1,D:2,H:3,C:4,betl:5,durch:10,preferans:20"}, {"bula_unit": "2G"}, {"supe_unit": "2G"},
    {"duty_fine": "2G"}, {"duty_fine": "none"}, {"refe": "1"}, {"refe": "3"},
    {"refe": "3", "opener_must_bid": "false"}, {"refe": "8", "refe_block": "none"},
    {"refe": "8", "refe_block": "any_below_zero"}, {"last_deal_cut": "none"}, {"last_deal_cut": "to_remainder"},
    {"result_sign": "low_wins"},
]


@pytest.mark.parametrize("agreement", AGREEMENTS, ids=named)
def test_random_sessions_under_other_agreements_agree(agreement: dict[str, str]) -> None:
    """One parameter of the game changed, 150 deals each."""
    rules = load_variant("slovak").with_overrides({"fill_in": "true", **agreement})
    agree(rules, params_of(rules.values), 78, AGREED)


@pytest.mark.parametrize("agreement", AGREEMENTS, ids=named)
def test_a_difference_of_one_parameter_shows(agreement: dict[str, str]) -> None:
    """The second rule set plays by another agreement than the engine: the walk ends in disagreement."""
    rules = load_variant("slovak").with_overrides({"fill_in": "true"})
    others = params_of(rules.with_overrides(agreement).values)
    with pytest.raises((AssertionError, ValueError)):
        agree(rules, others, 4000, 2000)
