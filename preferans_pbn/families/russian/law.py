"""The Russian family: one variant's rules, compiled once from its parameters.

Everything that a deal needs is looked up here, so that replaying a record asks no parameter by name.  Each
part is compiled when it is first needed: a variant may define the auction and not the score.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, Final

from preferans_pbn.cards import NO_TRUMP, Card, Hand
from preferans_pbn.families.russian.auction import AuctionLaw, RussianAuction
from preferans_pbn.families.russian.defence import DefenceLaw, RussianDefence
from preferans_pbn.families.russian.exchange import ContractLaw
from preferans_pbn.families.russian.ladder import CONTRACT_RUNGS
from preferans_pbn.families.russian.scoring import PoolScore, ScoringLaw, level_of
from preferans_pbn.families.russian.tables import PoolTables
from preferans_pbn.rules.interface import AuctionResult
from preferans_pbn.rules.outcome import Outcome
from preferans_pbn.rules.tricks import (
    NOBODY,
    OVERTAKE_IF_BEATS,
    OVERTAKE_NONE,
    OVERTAKE_WITHIN_SUIT,
    TrickLaw,
    Trickplay,
)
from preferans_pbn.rules.violation import Violation
from preferans_pbn.variants import UndefinedByVariant

_OVERTAKE: Final = {
    "none": OVERTAKE_NONE,
    "if_beats_trick": OVERTAKE_IF_BEATS,
    "within_suit": OVERTAKE_WITHIN_SUIT,
}
SCORES_KEPT: Final = 4096
"""Deals repeat: a score once worked out is kept and never changed; so is that a contract fits an auction."""
CONCEDED: Final = frozenset(("concede-2", "concede-3"))
_ORDER: Final = (0, 1, 2)


class RussianLaw(PoolTables):
    """See `preferans_pbn.rules.interface.Law`."""

    def __init__(self, rules: Mapping[str, Any], variant: str) -> None:
        self.variant = variant
        self.rules = rules
        self._dummy = tuple(rules["players"]) == (2,)
        self._first_lead: str = rules["first_lead"]
        self._talon_is_paid = rules.get("paid_talon", "none") != "none"
        self._scores: dict[tuple[object, ...], PoolScore] = {}
        self._fitting: set[tuple[str, AuctionResult | None]] = set()
        self._trick_laws: dict[tuple[str, bool], TrickLaw] = {}
        self.all_pass_manner = "redeal" if rules["all_pass_outcome"] == "redeal" else "played"

    @cached_property
    def _auction(self) -> AuctionLaw:
        return AuctionLaw(self.rules, dummy=self._dummy, variant=self.variant)

    @cached_property
    def _contracts(self) -> ContractLaw:
        return ContractLaw(self.rules, self._auction.rungs, variant=self.variant)

    @cached_property
    def _defence(self) -> DefenceLaw:
        return DefenceLaw(self.rules, variant=self.variant)

    @cached_property
    def scoring(self) -> ScoringLaw:
        """The scoring rules.  Raises UndefinedByVariant where the variant does not define them all."""
        return ScoringLaw.of(self.rules)

    @cached_property
    def _run_matters(self) -> bool:
        return len(set(self.rules["all_pass_price"])) > 1

    # --- auction, contract, defence -----------------------------------------------------------------
    @property
    def auction_runs(self) -> int:
        """The lowest opening bid rises or goes round with the rounds that all passed (``min_bid``)."""
        return len(self.rules["min_bid"])

    def auction(self, all_pass_run: int) -> RussianAuction:
        """A fresh auction after ``all_pass_run`` consecutive all-pass rounds."""
        return RussianAuction(self._auction, all_pass_run)

    def contracts(self, result: AuctionResult) -> list[str]:
        """The contracts that may follow ``result``, lowest first."""
        return self._contracts.contracts(result)

    def contract_violation(self, contract: str, result: AuctionResult | None) -> Violation | None:
        """Why ``contract`` does not follow from the auction (None: it may)."""
        key = (contract, result)
        if key in self._fitting:
            return None
        violation = self._contracts.violation(contract, result)
        if violation is None:
            if len(self._fitting) >= SCORES_KEPT:
                self._fitting.clear()
            self._fitting.add(key)
        return violation

    def aces_violation(self, contract: str, declarer: bool, twelve: Hand | None) -> Violation | None:
        """Four aces are nothing special here."""
        return Violation("undefined-by-variant", {"variant": self.variant, "what": "a bonus for four aces"})

    def hand_violation(self, contract: str, hand: Hand) -> Violation | None:
        """Any ten cards will do."""
        return None

    def discard_size(self, contract: str, hand: bool) -> int:
        """Cards that the declarer lays away: two, or none without the talon."""
        return 0 if hand else 2

    def defence(self, contract: str, declarer: int, players: int) -> RussianDefence | None:
        """The defence of a contract, or None where nothing is answered."""
        return self._defence.start(contract, declarer, 2 if self._dummy else players)

    def roles_without_calls(self, contract: str, declarer: int) -> tuple[dict[int, str], str, str]:
        """Roles, open hands and manner where the defenders are not asked.

        A checked ten is defended by both without an answer and with open hands; so does misère lie open, which
        has no roles (S1-57, C-21; ``open`` does not say from which card on).
        """
        if contract.startswith("concede-"):
            return {}, "", "conceded"
        rung = CONTRACT_RUNGS.get(contract)
        if rung is not None and rung.level == 10:
            if self._dummy:
                return {2 - declarer: "whist"}, "pair", "played"
            return {(declarer + 1) % 3: "whist", (declarer + 2) % 3: "whist"}, "pair", "played"
        if rung is not None and rung.misere:
            return {}, "" if self.rules.get("misere_open", "closed") == "closed" else "pair", "played"
        return {}, "", "played"

    def manner_of_roles(self, contract: str, roles: Mapping[int, str],
                        kontra: tuple[int, int] | None = None) -> str:
        """What comes of a deal with these roles (known from a Defenders tag instead of calls)."""
        if contract.startswith("concede-"):
            return "conceded"
        words = roles.values()
        if "half" in words:
            return "half"
        if "own" in words:
            return "own"
        if roles and "whist" not in words:
            return "passed-out"
        return "played"

    # --- play ---------------------------------------------------------------------------------------
    def trick_law(self, contract: str, resting: bool) -> TrickLaw:
        """How tricks are played in ``contract``; ``resting``: a dealer sits out."""
        key = (contract, resting)
        law = self._trick_laws.get(key)
        if law is None:
            law = self._trick_laws[key] = self._make_trick_law(contract, resting)
        return law

    def _make_trick_law(self, contract: str, resting: bool) -> TrickLaw:
        rung = CONTRACT_RUNGS.get(contract)
        trump = rung.strain if rung is not None and 0 <= rung.strain < 4 else NO_TRUMP
        rules = self.rules
        scope = rules["overtake_scope"]
        in_scope = scope == "everywhere" or (
            contract != "all-pass" and (contract != "misere" or scope == "contracts_and_misere")
        )
        overtake = _OVERTAKE[rules["must_overtake"]] if in_scope else OVERTAKE_NONE
        must_trump = rules["must_trump"]
        if contract != "all-pass" or rules["all_pass_talon"] != "leads":
            return TrickLaw(trump, must_trump, overtake)
        wins = resting and rules["dealer_in_all_pass"] == "plays_talon" and rules["talon_can_win"]
        return TrickLaw(trump, must_trump, overtake, True, wins, rules["all_pass_void_leader"] == "own_card",
                        rules["all_pass_trick2"] == "forehand", rules["all_pass_trick3"] == "forehand")

    def trickplay(self, outcome: Outcome, hands: Sequence[Hand], talon: Sequence[Card]) -> Trickplay:
        """The play of the deal: forehand leads (S1-84, COLLEGE36), three hands of ten cards.

        Where ``first_lead`` says otherwise, that holds for contracts with a declarer who wants tricks.
        """
        resting = outcome.players == 4
        law = self.trick_law(outcome.contract, resting)
        first = 0
        declarer = outcome.declarer
        if self._first_lead != "forehand" and declarer is not None and outcome.contract != "misere":
            first = declarer if self._first_lead == "declarer" else (declarer + 1) % 3
            if self._first_lead == "first_whister" and outcome.roles.get(first) == "pass":
                first = (declarer + 2) % 3
        return Trickplay(law, hands, _ORDER, first, talon=talon, resting=3 if resting else NOBODY)

    # --- score ----------------------------------------------------------------------------------------
    def final_manner(self, manner: str, outcome: Outcome) -> str | None:
        """The calls alone decide."""
        return manner

    def all_played(self, outcome: Outcome, taken: Sequence[int]) -> bool:
        """All ten tricks are played (S1-94)."""
        return sum(taken) == 10

    def scorable(self, outcome: Outcome, run_known: bool) -> bool:
        """An all-pass round may depend on the rounds before it; a surrender needs the bid given up."""
        if outcome.contract.startswith("concede-") and level_of(outcome.bid) is None:
            return False
        return run_known or outcome.contract != "all-pass" or not self._run_matters

    def made(self, outcome: Outcome) -> bool:
        """Has the declarer made his contract?"""
        return self.scoring.made(outcome)

    def score(self, outcome: Outcome) -> PoolScore:
        """What the deal writes."""
        if self._dummy and outcome.contract == "all-pass" and outcome.manner == "played":
            raise UndefinedByVariant(self.variant, "how an all-pass round with a dummy is played")
        if self._talon_is_paid:
            return self.scoring.score(outcome)
        contract = outcome.contract
        # What the bid was matters where it is given up, the rounds before where all pass.
        key = (contract, outcome.declarer, outcome.tricks, outcome.players, outcome.hand, outcome.manner,
               outcome.all_pass_run if contract == "all-pass" else outcome.bid if contract in CONCEDED else None,
               *outcome.roles.items())
        score = self._scores.get(key)
        if score is None:
            score = self.scoring.score(outcome)
            if len(self._scores) >= SCORES_KEPT:
                self._scores.clear()
            self._scores[key] = score
        return score

    def next_run(self, outcome: Outcome) -> int:
        """Consecutive all-pass rounds after this deal."""
        return self.scoring.next_run(outcome)

    def run_is_reset(self, outcome: Outcome) -> bool:
        """Does this deal end a run of all-pass rounds, however long it was?"""
        return self.scoring.next_run(replace(outcome, all_pass_run=1)) == 0
