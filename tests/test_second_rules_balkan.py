"""The Serbian engine against a second rule set: plain lists, no shared code, written from the sources.

Every random deal is walked through both: the same legal calls, contracts, answers and cards at every point, the
same winners, scores, sheets and settlements.
"""

from __future__ import annotations

from typing import Any

import pytest

from preferans_pbn.cards import CARD_NAMES, Hand
from preferans_pbn.families import law_of
from preferans_pbn.record import Record
from preferans_pbn.rules.outcome import Outcome
from preferans_pbn.variants import Ruleset, load_variant
from tests.oracle import balkan as oracle
from tests.oracle.balkan.adapter import params_of
from tests.walking import (
    Step,
    at_the_table,
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


class Walk:
    """The records of random sessions, walked through both rule sets."""

    def __init__(self, rules: Ruleset, parameters: dict[str, Any]) -> None:
        self.law = law_of(rules)
        self.p = parameters
        self.sheet: dict[str, Any] = {}
        self.entered = 0

    def deal(self, step: Step) -> None:
        """One record, and what it does to the sheet."""
        record = step.record
        outcome = step.replayed.outcome
        assert outcome is not None
        players = outcome.players
        if step.first:
            assert record.bule is not None
            self.sheet = oracle.new_sheet(int(record.bule), players)
            self.entered = 0
        order = step.replayed.seats
        won = self.auction(record, order)
        deal: dict[str, Any] = {
            "players": players, "contract": record.contract,
            "bule": in_playing_order(self.sheet["bule"], step.replayed.seating.places),
            "refe": in_playing_order(self.sheet["refe"], step.replayed.seating.places),
            "refe_entered": self.entered, "tricks": list(outcome.tricks),
        }
        if won is None:
            assert record.contract == "all-pass"
            assert record.play is None
        else:
            declarer = won["declarer"]
            assert (outcome.declarer, outcome.hand) == (declarer, won["hand"])
            hands = ten_cards(record, order, declarer, won["hand"])
            self.contract(record, won, names(hands[declarer]))
            answers = self.defence(record, order, won)
            if answers["manner"] == "played":
                deal["winners"] = self.play(record, outcome, hands, won, answers)
            else:
                assert record.play is None
            deal |= {"declarer": declarer, "hand": won["hand"], "roles": answers["roles"], "kontra": answers["kontra"]}
        self.score(step, deal)

    def auction(self, record: Record, order: tuple[str, ...]) -> dict[str, Any] | None:
        """Who won, with what bid, and up to which number everybody went; None where all passed."""
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
        ours: Any = auction.result()
        theirs = dict(oracle.auction_result(self.p, said))
        if ours.declarer is None:
            assert theirs == {"all_pass": True}
            return None
        assert theirs == {"declarer": ours.declarer, "bid": str(ours.lowest), "hand": ours.hand}, said
        theirs["result"], theirs["calls"] = ours, said
        theirs["bids"] = [oracle.last_number(self.p, said, player) for player in range(3)]
        assert [bid or None for bid in ours.bids] == theirs["bids"]
        return theirs

    def contract(self, record: Record, won: dict[str, Any], cards: list[str]) -> None:
        """The contracts that may follow, whatever the cards and with these ten."""
        ours = self.law.contracts(won["result"])
        assert ours == oracle.legal_contracts(self.p, won["calls"])
        hand = mask(cards)
        enough = [word for word in ours if self.law.hand_violation(word, hand) is None]
        assert enough == oracle.legal_contracts(self.p, won["calls"], cards=cards)
        assert record.contract in enough

    def defence(self, record: Record, order: tuple[str, ...], won: dict[str, Any]) -> dict[str, Any]:
        """Roles, kontra and manner."""
        contract = record.contract
        assert contract is not None
        place = (self.p, contract, won["hand"], won["declarer"])
        defence = self.law.defence(contract, won["declarer"], 3)
        if defence is None:
            assert oracle.legal_defence(*place, []) == []
            assert record.defence is None
            theirs = dict(oracle.defence_result(*place, []))
            assert self.law.roles_without_calls(contract, won["declarer"]) == (theirs["roles"], "", theirs["manner"])
            return theirs
        assert record.defence is not None
        assert record.defence.first == order[defence.turn]
        said: list[str] = []
        for word in (*record.defence.calls, None):
            turn = oracle.defence_turn(*place, said)
            assert defence.turn == (-1 if turn is None else turn), said
            assert sorted(defence.legal()) == sorted(oracle.legal_defence(*place, said)), said
            # A record without any answer says nothing of a kontra, also where all follow unasked.
            assert defence.settled == (oracle.defence_complete(*place, said) and said != []), said
            if word is not None:
                assert defence.call(word) is None
                said.append(word)
        theirs = dict(oracle.defence_result(*place, said))
        assert defence.roles() == theirs["roles"]
        assert defence.kontra() == theirs["kontra"]
        assert defence.manner() == {"unkontred": "refe"}.get(theirs["manner"], theirs["manner"])
        assert self.law.manner_of_roles(contract, theirs["roles"], theirs["kontra"]) == defence.manner()
        return theirs

    def play(self, record: Record, outcome: Outcome, hands: list[Hand], won: dict[str, Any],
             answers: dict[str, Any]) -> list[int]:
        """Legal cards of every player in turn, the winner of every trick, and where the play ends."""
        assert record.play is not None
        p, contract, declarer, roles = self.p, outcome.contract, won["declarer"], answers["roles"]
        kontra = answers["kontra"]
        number = won["bids"][kontra[0]] if kontra else None
        ours = self.law.trickplay(outcome, hands, record.talon or ())
        assert ours.turn == oracle.first_leader(p, contract, declarer, roles)
        held = [names(hand) for hand in hands]
        rows: list[list[str]] = []
        for trick in record.play.tricks:
            played: list[str] = []
            for card in trick.cards:
                turn = ours.turn
                opens = not rows and not played and turn != declarer
                called = roles.get(turn) == "called"
                legal = oracle.legal_cards(p, contract, held[turn], played, opens, called, kontra is not None, number)
                assert ours.legal() == mask(legal)
                name = CARD_NAMES[card]
                held[turn].remove(name)
                played.append(name)
                assert ours.play(card)
            rows.append(played)
        theirs = oracle.play_out(p, contract, declarer, roles, [names(hand) for hand in hands], rows, kontra, number)
        assert theirs["winners"] == ours.winners
        assert theirs["tricks"] == ours.taken[:3]
        if record.play.end:
            assert not theirs["ended"]
            return []
        assert theirs["ended"]
        assert theirs["early"] == (len(rows) < 10)
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


def agree(rules: Ruleset, parameters: dict[str, Any], seed: int, count: int) -> None:
    """Both rule sets say the same on ``count`` random deals."""
    walk = Walk(rules, parameters)
    for step in sessions(rules, seed, count):
        walk.deal(step)


@pytest.mark.parametrize("chunk", range(CHUNKS))
@pytest.mark.parametrize("variant", ["serbian", "serbian-klub"])
def test_random_sessions_agree(variant: str, chunk: int) -> None:
    """500 deals in sessions a chunk, 5,000 a variant: deals, sheets and settlements."""
    rules = load_variant(variant)
    agree(rules, params_of(rules.values), 2000 + chunk, CHUNK)


AGREEMENTS = [
    {"min_trumps": "three"}, {"min_trumps": "three_headed_q"}, {"sans_lead": "agreed"}, {"bid_steps": "jump"},
    {"hold": "none"}, {"hold": "first_hand"}, {"hold_before_raise": "true"}, {"hold_min_bid": "4"},
    {"in_hand": "none"}, {"in_hand_when": "any_call"},
    {"in_hand_direct_when": "first_call"}, {"in_hand_second_min": "3,4"}, {"contract_raise": "none"},
    {"all_pass_outcome": "redeal"},
    {"invite": "false"}, {"invite_need": "5"}, {"duty": "S:1,D:2,H:3,C:2,sans:1"}, {"duty_two": "joint_only"},
    {"kontra_max": "0"}, {"kontra_max": "1"}, {"kontra_max": "2"}, {"kontra_need": "4"},
    {"kontra_compulsory": "none"}, {"kontra_missing": "refe_else_redeal"}, {"kontra_missing": "made"},
    {"kontra_missing": "failed"}, {"kontra_credit": "split"}, {"kontra_after_call": "false"},
    {"rekontra_on_hand_betl": "false"}, {"first_lead_no_trump": "declarers_left_defender"},
    {"must_trump": "false"}, {"stop_at_five": "true"}, {"stop_at_five": "true", "supe_cap": "5"},
    {"bula_unit": "G"}, {"supe_unit": "G"}, {"duty_fine": "G"}, {"duty_fine": "none"},
    {"betl_fail_supe": "formula"}, {"betl_fail_supe": "none"}, {"refe": "none"}, {"refe": "1"}, {"refe": "8"},
    {"refe_block": "none"}, {"last_deal_cut": "none"}, {"last_deal_cut": "to_remainder"},
    {"double_fail_last": "true"}, {"result_sign": "high_wins"},
    {"bid_ladder": "balkan8", "goal": "S:6,D:6,H:6,C:6,betl:0,sans:6,preferans:10",
     "game_value": "S:2,D:3,H:4,C:5,betl:6,sans:7,preferans:8"},
]


@pytest.mark.parametrize("agreement", AGREEMENTS, ids=named)
def test_random_sessions_under_other_agreements_agree(agreement: dict[str, str]) -> None:
    """One parameter of the seed's game changed, 150 deals each."""
    rules = load_variant("serbian").with_overrides(agreement)
    agree(rules, params_of(rules.values), 77, AGREED)


@pytest.mark.parametrize("agreement", AGREEMENTS, ids=named)
def test_a_difference_of_one_parameter_shows(agreement: dict[str, str]) -> None:
    """The second rule set plays by another agreement than the engine: the walk ends in disagreement."""
    rules = load_variant("serbian")
    others = params_of(rules.with_overrides(agreement).values)
    with pytest.raises((AssertionError, ValueError)):
        agree(rules, others, 2000, 2000)
