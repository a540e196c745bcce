"""The Croatian engine against the second rule set of the Balkan games, which was written from the sources.

Every random deal is walked through both as far as the Croatian sources go: the same legal calls, contracts, answers
and cards, the same winners.  What they leave open, games in hand, calling the partner, kontra, the play of sanac,
score, sheet and settlement, both refuse at the same points.
"""

from __future__ import annotations

from typing import Any

import pytest

from preferans_pbn.cards import CARD_NAMES
from preferans_pbn.families.balkan.sheet import BuleSheet
from preferans_pbn.record import Record
from preferans_pbn.rules.outcome import Outcome
from preferans_pbn.variants import Ruleset, load_variant
from tests.oracle import balkan as oracle
from tests.oracle.balkan.adapter import croatian_params_of
from tests.test_second_rules_balkan import Walk
from tests.walking import Step, both_refuse, mask, named, names, sessions, ten_cards

CHUNKS = 10
CHUNK = 500
AGREED = 300
"""Deals with each of the agreements."""
IN_HAND = ("hand", "hand-betl", "hand-sans")
OPEN_ANSWERS = ("call-partner", "kontra")


class CroatianWalk(Walk):
    """The records of random sessions, walked through both rule sets; no sheet is kept."""

    def deal(self, step: Step) -> None:
        """One record."""
        record = step.record
        order = step.replayed.seats
        players = len(order)
        won = self.auction(record, order)
        assert record.contract is not None
        outcome = step.replayed.outcome
        deal: dict[str, Any] = {"players": players, "contract": record.contract, "tricks": [0] * players}
        if won is None:
            assert (record.contract, record.play) == ("all-pass", None)
            # Whether a refe is entered hangs on their number, which no source gives.
            outcome = outcome or Outcome(players, "all-pass", manner=self.law.all_pass_manner)
        else:
            declarer = won["declarer"]
            hands = ten_cards(record, order, declarer, won["hand"])
            self.contract(record, won, names(hands[declarer]))
            self.discard(record, order, declarer)
            answers = self.defence(record, order, won)
            roles = answers["roles"]
            deal |= {"declarer": declarer, "hand": False, "roles": roles, "kontra": answers["kontra"]}
            if answers["manner"] == "played" and record.contract == "sans" and self.p["first_lead_no_trump"] is None:
                assert outcome is None
                assert record.play is None
                outcome = refused = Outcome(players, "sans", declarer, roles=roles)
                both_refuse(lambda: self.law.trickplay(refused, hands, record.talon or ()),
                            lambda: oracle.first_leader(self.p, "sans", declarer, roles))
            else:
                assert outcome is not None
                assert (outcome.declarer, outcome.hand, outcome.manner) == (declarer, False, answers["manner"])
                if answers["manner"] == "played":
                    self.play(record, outcome, hands, won, answers)
                else:
                    assert record.play is None
        self.refuse(step, outcome, deal)

    def auction(self, record: Record, order: tuple[str, ...]) -> dict[str, Any] | None:
        """Who won, as in the Serbian game; both refuse every call in hand."""
        assert record.auction is not None
        auction = self.law.auction(0)
        for number, word in enumerate(record.auction.calls):
            said = list(record.auction.calls[:number])
            for call in IN_HAND:
                fault = auction.call(call)
                assert fault is not None
                assert fault.name == "undefined-by-variant"
                with pytest.raises(oracle.Undefined):
                    oracle.auction_turn(self.p, [*said, call])
            assert auction.call(word) is None
        return super().auction(record, order)

    def discard(self, record: Record, order: tuple[str, ...], declarer: int) -> None:
        """Two of the twelve cards go back."""
        assert record.deal is not None
        assert record.talon is not None
        assert record.contract is not None
        assert isinstance(record.discard, tuple)
        twelve = (record.deal.get(order[declarer]) or 0) | mask([CARD_NAMES[card] for card in record.talon])
        away = mask([CARD_NAMES[card] for card in record.discard])
        assert away.bit_count() == self.law.discard_size(record.contract, False) == 2
        assert away & twelve == away

    def defence(self, record: Record, order: tuple[str, ...], won: dict[str, Any]) -> dict[str, Any]:
        """Roles and manner; calling the partner and kontra both refuse, whenever they are said."""
        contract = record.contract
        assert contract is not None
        place = (self.p, contract, won["hand"], won["declarer"])
        defence = self.law.defence(contract, won["declarer"], 3)
        assert (defence is None) == (oracle.legal_defence(*place, []) == [])
        if defence is not None:
            assert record.defence is not None
            for number in range(len(record.defence.calls) + 1):
                for call in OPEN_ANSWERS:
                    fault = defence.call(call)
                    assert fault is not None
                    assert fault.name == "undefined-by-variant"
                    with pytest.raises(oracle.Undefined):
                        oracle.legal_defence(*place, [*record.defence.calls[:number], call])
                for word in record.defence.calls[number:number + 1]:
                    assert defence.call(word) is None
        return super().defence(record, order, won)

    def refuse(self, step: Step, outcome: Outcome | None, deal: dict[str, Any]) -> None:
        """What a deal writes and how a session is settled are refused, and no sheet is kept."""
        assert outcome is not None
        both_refuse(lambda: self.law.score(outcome), lambda: oracle.score(self.p, deal))
        sheet = BuleSheet.opening(deal["players"], 60)
        both_refuse(lambda: self.law.settle(sheet),
                    lambda: oracle.settle(self.p, oracle.new_sheet(60, deal["players"])))
        assert step.replayed.score is None
        assert step.state.sheet is None
        assert step.state.ended is False


def agree(rules: Ruleset, parameters: dict[str, Any], seed: int, count: int) -> None:
    """Both rule sets say the same on ``count`` random deals."""
    walk = CroatianWalk(rules, parameters)
    for step in sessions(rules, seed, count):
        walk.deal(step)


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_random_sessions_agree(chunk: int) -> None:
    """500 deals in sessions a chunk, 5,000 in all."""
    rules = load_variant("croatian")
    agree(rules, croatian_params_of(rules.values), 6000 + chunk, CHUNK)


AGREEMENTS = [
    {"hold": "none"}, {"hold": "first_hand"}, {"hold_min_bid": "4"}, {"hold_before_raise": "true"},
    {"bid_steps": "jump"}, {"contract_raise": "none"}, {"min_trumps": "three"}, {"must_trump": "false"},
    {"stop_at_five": "true"}, {"first_lead_no_trump": "forehand"}, {"first_lead_no_trump": "declarers_left_defender"},
]


@pytest.mark.parametrize("agreement", AGREEMENTS, ids=named)
def test_random_sessions_under_other_agreements_agree(agreement: dict[str, str]) -> None:
    """One parameter of the game changed or added, 300 deals each."""
    rules = load_variant("croatian").with_overrides(agreement)
    agree(rules, croatian_params_of(rules.values), 80, AGREED)


@pytest.mark.parametrize("agreement", AGREEMENTS, ids=named)
def test_a_difference_of_one_parameter_shows(agreement: dict[str, str]) -> None:
    """The second rule set plays by another agreement than the engine: the walk ends in disagreement."""
    rules = load_variant("croatian")
    others = croatian_params_of(rules.with_overrides(agreement).values)
    with pytest.raises((AssertionError, ValueError, pytest.fail.Exception)):
        agree(rules, others, 6000, 2000)
