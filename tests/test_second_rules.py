"""The engine against a second rule set: plain lists, no shared code, written from the sources.

Every random deal is walked through both: the same legal calls, contracts, answers and cards at every
point, the same winners, scores, runs of all-pass rounds, sheets and settlements.
"""

from __future__ import annotations

from typing import Any

import pytest

from preferans_pbn.cards import CARD_NAMES, cards_of
from preferans_pbn.families import law_of
from preferans_pbn.generate import Generator
from preferans_pbn.record import Record
from preferans_pbn.replaying import replay
from preferans_pbn.replaying.seating import seating_of
from preferans_pbn.rules.outcome import Outcome
from preferans_pbn.session import Sessions
from preferans_pbn.variants import Ruleset, UndefinedByVariant, load_variant, variant_names
from tests import oracle
from tests.oracle.adapter import params_of

CHUNK = 1000
CHUNKS = 10
REGIONAL_CHUNKS = 5
REGIONAL_VARIANTS = [name for name in variant_names()
                     if load_variant(name).family == "russian" and name not in ("sochi-codex", "sochi-guide")]


def names(hand: int) -> list[str]:
    return [CARD_NAMES[card] for card in cards_of(hand)]


class Walk:
    """One record, walked through both rule sets."""

    def __init__(self, rules: Ruleset, p: dict[str, Any], record: Record, run: int) -> None:
        self.rules = rules
        self.law = law_of(rules)
        self.p = p
        self.record = record
        self.run = run
        seating = seating_of(record, rules["direction"])
        self.order = seating.order
        self.players = seating.players
        self.p["players"] = self.players

    def auction(self) -> dict[str, Any]:
        assert self.record.auction is not None
        auction = self.law.auction(self.run)
        said: list[str] = []
        for word in self.record.auction.calls:
            assert auction.turn == oracle.auction_turn(self.p, said)
            assert auction.legal() == oracle.legal_calls(self.p, said, self.run), said
            assert auction.call(word) is None
            said.append(word)
        assert auction.turn == -1
        assert oracle.legal_calls(self.p, said, self.run) == []
        result = auction.result()
        theirs = oracle.auction_result(self.p, said)
        assert result is not None
        if result.declarer is None:
            assert theirs == {"all_pass": True}
        else:
            bid = result.bid.removesuffix("-hand")
            assert (theirs["declarer"], theirs["bid"], theirs["hand"]) == (result.declarer, bid, result.hand)
            assert set(self.law.contracts(result)) == set(oracle.legal_contracts(self.p, result.bid, result.hand))
        return theirs

    def defence(self, declarer: int) -> dict[str, Any]:
        contract = self.record.contract
        assert contract is not None
        if "ten" not in self.rules and contract.startswith("10"):
            with pytest.raises(UndefinedByVariant):
                self.law.defence(contract, declarer, self.players)
            return {"roles": {}, "open": "", "played": True}
        defence = self.law.defence(contract, declarer, self.players)
        if defence is None:
            assert oracle.legal_defence(self.p, contract, declarer, [], self.players) == []
            return dict(oracle.defence_result(self.p, contract, declarer, [], self.players))
        assert self.record.defence is not None
        said: list[str] = []
        for word in self.record.defence.calls:
            assert defence.turn == oracle.defence_turn(self.p, contract, declarer, said, self.players)
            assert sorted(defence.legal()) == sorted(
                oracle.legal_defence(self.p, contract, declarer, said, self.players)), said
            assert defence.settled == oracle.defence_complete(self.p, contract, declarer, said, self.players)
            assert defence.call(word) is None
            said.append(word)
        theirs = dict(oracle.defence_result(self.p, contract, declarer, said, self.players))
        assert theirs["roles"] == defence.roles()
        assert (theirs["open"] or "") == defence.open()
        assert theirs["played"] == (defence.manner() == "played")
        return theirs

    def play(self, outcome: Outcome, hands: list[int]) -> None:
        """Legal cards and winners of every trick."""
        record = self.record
        if record.play is None:
            return
        contract = record.contract or ""
        ours = self.law.trickplay(outcome, hands, record.talon or ())
        held = [names(hand) for hand in hands]
        rows: list[list[str]] = []
        for number, trick in enumerate(record.play.tricks):
            lead = ours.talon_lead()
            assert lead == trick.talon
            lead_name = CARD_NAMES[lead] if lead is not None else None
            played: list[str] = []
            for card in trick.cards:
                hand = held[ours.turn]
                legal = oracle.legal_cards(self.p, contract, hand, played, lead_name, number + 1)
                assert sorted(names(ours.legal())) == sorted(legal)
                hand.remove(CARD_NAMES[card])
                played.append(CARD_NAMES[card])
                assert ours.play(card)
            rows.append(played)
        theirs = oracle.play_out(self.p, contract, outcome.declarer, [names(hand) for hand in hands],
                                 [CARD_NAMES[card] for card in record.talon or ()], rows, self.players)
        assert theirs["winners"] == ours.winners
        assert theirs["tricks"][: len(ours.taken)] == ours.taken


def walk(rules: Ruleset, p: dict[str, Any], record: Record, run: int) -> tuple[Outcome | None, dict[str, Any]]:
    """Walk one record; the outcome and what the second rule set scores (nothing where the variant does not say)."""
    one = Walk(rules, p, record, run)
    result = replay(record, rules, all_pass_run=run)
    outcome = result.outcome
    assert result.diagnostics == []
    won = one.auction()
    roles: dict[int, str] = {}
    answers: dict[str, Any] = {"open": False, "played": True}
    assert record.deal is not None
    hands = [record.deal.get(seat) or 0 for seat in one.order]
    if not won.get("all_pass"):
        answers = one.defence(won["declarer"])
        roles = answers["roles"]
        twelve = hands[won["declarer"]] | sum(1 << card for card in record.talon or ())
        discard = record.discard
        if won["hand"]:
            assert discard == "-"
        else:
            assert isinstance(discard, tuple)
            hands[won["declarer"]] = twelve & ~sum(1 << card for card in discard)
    if outcome is None:
        assert rules.supports == {"auction", "play"}
        one.play(Outcome(one.players, record.contract or "", won.get("declarer"), roles=roles), hands)
        return None, {}
    one.play(outcome, hands)
    if "score" not in rules.supports:
        assert result.score is None
        return outcome, {}
    score = oracle.score(p, {
        "players": one.players, "contract": record.contract, "bid": outcome.bid, "hand": outcome.hand,
        "declarer": outcome.declarer, "roles": roles, "open": answers["open"], "played": answers["played"],
        "tricks": list(outcome.tricks), "all_pass_run": run,
        "talon": [CARD_NAMES[card] for card in record.talon or ()],
    })
    assert result.score.pool == score["pool"]
    assert result.score.dump == score["dump"]
    assert result.score.whists == score["whists"]
    return outcome, score


@pytest.mark.parametrize("chunk", range(CHUNKS))
@pytest.mark.parametrize(("variant", "parameters"), [
    ("sochi-codex", oracle.SOCHI_CODEX), ("sochi-guide", oracle.SOCHI_GUIDE),
])
def test_random_sessions_agree(variant: str, parameters: dict[str, Any], chunk: int) -> None:
    """1,000 deals in sessions a chunk, 20,000 in all: deals, sheets and settlements."""
    agree(load_variant(variant), dict(parameters), 1000 + chunk, CHUNK)


@pytest.mark.parametrize("chunk", range(REGIONAL_CHUNKS))
@pytest.mark.parametrize("variant", REGIONAL_VARIANTS)
def test_random_sessions_of_the_regional_variants_agree(variant: str, chunk: int) -> None:
    """5,000 deals each, with parameters taken from the variant's own values."""
    rules = load_variant(variant)
    agree(rules, params_of(rules.values), 77 + chunk, CHUNK)


def agree(rules: Ruleset, p: dict[str, Any], seed: int, count: int) -> None:
    """Both rule sets say the same on ``count`` random deals."""
    law = law_of(rules)
    sessions = Sessions()
    sheet: Any = None
    run = 0
    for record in Generator(rules, seed).sessions(count):
        if record.board == "1":
            run, sheet = 0, None
        outcome, score = walk(rules, p, record, run)
        replayed = sessions.replay(record, rules)
        state = sessions.state
        assert state is not None
        assert replayed.diagnostics == []
        if outcome is None or not score:
            continue
        run = oracle.next_run(p, {"players": outcome.players, "contract": outcome.contract, "bid": outcome.bid,
                                  "hand": outcome.hand, "declarer": outcome.declarer, "roles": outcome.roles,
                                  "open": outcome.open or False, "played": outcome.manner == "played",
                                  "tricks": list(outcome.tricks), "all_pass_run": run}, run)
        assert run == state.run
        places = replayed.seating.places
        size = replayed.seating.players
        turned: dict[str, Any] = {
            "pool": [0] * size, "dump": [0] * size,
            "whists": {(places[i], places[j]): amount for (i, j), amount in score["whists"].items()},
        }
        for i, place in enumerate(places):
            if place >= 0:
                turned["pool"][place] = score["pool"][i]
                turned["dump"][place] = score["dump"][i]
        if sheet is None:
            sheet = {"pool": [0] * size, "dump": [0] * size, "whists": {}}
        sheet, ended = oracle.sheet_add(p, sheet, turned, int(record.target or 0))
        assert ended == state.ended
        assert state.sheet.pool == sheet["pool"]
        assert state.sheet.dump == sheet["dump"]
        assert state.sheet.whists == sheet["whists"]
        assert law.settle(state.sheet) == oracle.settle(p, sheet)
