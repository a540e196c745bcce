"""The Balkan family: one variant's rules, compiled once from its parameters.

A variant need not define all of it.  What it leaves out is refused where it would be needed, with the name of the
parameter that has no value.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from preferans_pbn.cards import FULL_PACK, SUIT_MASKS, SUITS, Card, Hand
from preferans_pbn.families.balkan.auction import AuctionLaw, BalkanAuction
from preferans_pbn.families.balkan.defence import (
    CALLED,
    COME,
    NOT_PLAYED_WITHOUT_KONTRA,
    OUT,
    BalkanDefence,
    DefenceLaw,
    manner_of,
)
from preferans_pbn.families.balkan.exchange import ContractLaw
from preferans_pbn.families.balkan.games import BY_NUMBER, game_of, of_game, trump_of
from preferans_pbn.families.balkan.scoring import ScoringLaw
from preferans_pbn.families.balkan.sheet import BuleScore, BuleSheet, RefeLaw, settle
from preferans_pbn.families.balkan.tables import BuleTables
from preferans_pbn.rules.interface import AuctionResult
from preferans_pbn.rules.outcome import Number, Outcome
from preferans_pbn.rules.tricks import (
    OVERTAKE_IF_BEATS,
    OVERTAKE_NONE,
    OVERTAKE_WITHIN_SUIT,
    TrickLaw,
    Trickplay,
)
from preferans_pbn.rules.violation import Violation

_OVERTAKE: Final = {
    "none": OVERTAKE_NONE,
    "if_beats_trick": OVERTAKE_IF_BEATS,
    "within_suit": OVERTAKE_WITHIN_SUIT,
}
_SPADES, _CLUBS = SUIT_MASKS[SUITS.index("S")], SUIT_MASKS[SUITS.index("C")]


class BalkanLaw(BuleTables):
    """See `preferans_pbn.rules.interface.Law`."""

    auction_runs = 1

    def __init__(self, rules: Mapping[str, Any], variant: str) -> None:
        self.variant = variant
        self._rules = rules
        self._auction = AuctionLaw(rules, variant=variant)
        self._contracts = ContractLaw(rules, variant=variant)
        self._defence = DefenceLaw(rules, variant=variant)
        self._refe = RefeLaw.of(rules)
        self._scoring: ScoringLaw | None = None
        self.start_bule: Number | None = rules.get("start_bule")
        self._goal: Mapping[Any, int] = rules["goal"]
        self._must_trump: bool = rules["must_trump"]
        self._overtake = _OVERTAKE[rules["must_overtake"]]
        self._agreed_lead = rules["sans_lead"] == "agreed"
        # All passed: nothing is played, a refe may be due (S2-29 to S2-31).
        self.all_pass_manner = "refe" if rules["all_pass_outcome"] == "refe" else "redeal"

    @property
    def scoring(self) -> ScoringLaw:
        """The scoring law.  Raises UndefinedByVariant where the variant leaves a part of it open."""
        if self._scoring is None:
            self._scoring = ScoringLaw.of(self._rules, self.variant)
        return self._scoring

    # --- auction, contract, defence ---------------------------------------------------------------------
    def auction(self, all_pass_run: int) -> BalkanAuction:
        """A fresh auction; rounds that all passed before make no difference."""
        return BalkanAuction(self._auction)

    def contracts(self, result: AuctionResult) -> list[str]:
        """The contracts that may follow ``result``, lowest first."""
        return self._contracts.contracts(result)

    def contract_violation(self, contract: str, result: AuctionResult | None) -> Violation | None:
        """Why ``contract`` does not follow from the auction (None: it may)."""
        return self._contracts.violation(contract, result)

    def aces_violation(self, contract: str, declarer: bool, twelve: Hand | None) -> Violation | None:
        """Four aces are nothing special here."""
        return Violation("undefined-by-variant", {"variant": self.variant, "what": "a bonus for four aces"})

    def hand_violation(self, contract: str, hand: Hand) -> Violation | None:
        """Why ``contract`` may not be played with the ten cards ``hand``: too few trumps, where that is agreed."""
        return self._contracts.hand_violation(contract, hand)

    def discard_size(self, contract: str, hand: bool) -> int:
        """Cards that the declarer returns: two, or none in hand."""
        return 0 if hand else 2

    def defence(self, contract: str, declarer: int, players: int) -> BalkanDefence | None:
        """The defence of a contract, or None where nothing is answered."""
        return self._defence.start(contract, declarer)

    def roles_without_calls(self, contract: str, declarer: int) -> tuple[dict[int, str], str, str]:
        """Roles, open hands and manner of a betl where nobody can give kontra: both follow."""
        return dict.fromkeys(self._defence.order(declarer), COME), "", "played"

    def manner_of_roles(self, contract: str, roles: Mapping[int, str],
                        kontra: tuple[int, int] | None = None) -> str:
        """What comes of a deal with these roles and this kontra (known from tags instead of calls)."""
        return manner_of(self._defence, contract, roles, kontra)

    # --- play -------------------------------------------------------------------------------------------
    def trickplay(self, outcome: Outcome, hands: Sequence[Hand], talon: Sequence[Card]) -> Trickplay:
        """The play of the deal by declarer and followers.

        Forehand leads, or who is next in it (S2-67); to sans whom ``first_lead_no_trump`` names.  ``stop_at_five``
        ends it when the followers have beaten the game, a betl with the declarer's first trick (``betl_stops``).
        Raises UndefinedByVariant where the variant does not say who leads.
        """
        contract = outcome.contract
        game = game_of(contract)
        declarer = outcome.declarer
        assert declarer is not None, "where all pass nothing is played"
        roles = outcome.roles
        order = [player for player in range(3) if player == declarer or roles.get(player) != OUT]
        first = self._leader(game, declarer, order)
        goal = of_game(self._goal, contract, "goal", self.variant)
        watch: Sequence[int] = ()
        limit = 0
        if self._stops_early(goal):
            watch = [declarer] if not goal else [player for player in order if player != declarer]
            limit = 1 if not goal else 11 - goal
        law = TrickLaw(trump_of(contract), self._must_trump, self._overtake)
        return Trickplay(law, hands, order, first, watch=watch, limit=limit, opening=self._opening(outcome, first))

    def _stops_early(self, goal: int) -> bool:
        """Does the play of a game with this goal end when it is decided against the declarer?"""
        return bool(self._rules.get("stop_at_five", False) and (goal or self._rules["betl_stops"]))

    def _leader(self, game: str, declarer: int, order: Sequence[int]) -> int:
        """Who leads to the first trick."""
        rule = self._rules["first_lead"] if game not in ("sans", "preferans") else self._rules["first_lead_no_trump"]
        if rule == "declarer":
            return declarer
        left = (declarer + 2) % 3 if self._rules["direction"] == "ccw" else (declarer + 1) % 3
        wanted = {"declarers_left": left, "declarers_left_defender": left,
                  "declarers_right": 3 - declarer - left}.get(rule, 0)
        if wanted in order:
            return wanted
        if rule == "forehand":
            return order[0]  # the next active hand
        # "Through" the declarer; where that follower stayed out, the other one leads.
        return next((player for player in order if player != declarer), declarer)

    def _opening(self, outcome: Outcome, leader: int) -> Hand:
        """The cards of which one must be led to sans where the lead is agreed (S2-87 to S2-89).

        Without kontra a called leader leads clubs; under kontra a defender leads spades or the suit that the giver
        bid up to.  The agreement is one between defenders: a declarer who leads is free.
        """
        if not self._agreed_lead or game_of(outcome.contract) != "sans" or leader == outcome.declarer:
            return FULL_PACK
        if outcome.kontra is None:
            return _CLUBS if outcome.roles.get(leader) == CALLED else FULL_PACK
        if not outcome.bids:
            return FULL_PACK  # what the giver bid is not known
        game = BY_NUMBER.get(outcome.bids[outcome.kontra[0]], "")
        return _SPADES | (SUIT_MASKS[SUITS.index(game)] if len(game) == 1 else 0)

    # --- score ------------------------------------------------------------------------------------------
    def final_manner(self, manner: str, outcome: Outcome) -> str | None:
        """A refe is entered only where the sheet allows it.

        After an all-pass nothing is written otherwise; a pik without kontra is then what ``kontra_missing`` says:
        made (S2-60), dealt anew or failed.
        """
        if manner != NOT_PLAYED_WITHOUT_KONTRA:
            return manner
        rule = self._rules["kontra_missing"] if outcome.declarer is not None else "refe_else_redeal"
        if rule.startswith("refe_else"):
            entered = self._refe.entered(outcome.standing, outcome.players)
            if entered is None:
                return None
            if any(entered):
                return "refe"
        return {"refe_else_redeal": "redeal", "failed": "conceded"}.get(rule, "passed-out")

    def all_played(self, outcome: Outcome, taken: Sequence[int]) -> bool:
        """Ten tricks, or as many as the rules play out."""
        total = sum(taken)
        if total == 10:
            return True
        declarer = outcome.declarer
        if total > 10 or declarer is None:
            return False
        goal = of_game(self._goal, outcome.contract, "goal", self.variant)
        if not self._stops_early(goal):
            return False
        return taken[declarer] == 1 if not goal else total - taken[declarer] == 11 - goal

    def scorable(self, outcome: Outcome, run_known: bool) -> bool:
        """The score hangs on the refe that the declarer holds, and on the bule that are left; whether another refe
        is entered, on how many were."""
        if outcome.manner == "refe" and self.scoring.refe.entered(outcome.standing, outcome.players) is None:
            return False
        return outcome.standing is not None or not self.scoring.needs_sheet

    def made(self, outcome: Outcome) -> bool:
        """Has the declarer made his game?"""
        if outcome.manner != "played" or outcome.declarer is None:
            return outcome.manner == "passed-out"
        return self.scoring.made(outcome.contract, outcome.tricks[outcome.declarer])

    def score(self, outcome: Outcome) -> BuleScore:
        """What the deal writes."""
        return self.scoring.score(outcome)

    def next_run(self, outcome: Outcome) -> int:
        """Consecutive all-pass rounds after this deal; they are counted, though nothing hangs on them here."""
        return outcome.all_pass_run + 1 if outcome.contract == "all-pass" else 0

    def run_is_reset(self, outcome: Outcome) -> bool:
        """Does this deal end a run of all-pass rounds?"""
        return outcome.contract != "all-pass"

    def settle(self, sheet: BuleSheet) -> list[Number]:
        """The final result of each player; below zero is good where ``result_sign`` is low_wins."""
        return settle(sheet, self._rules["result_sign"] == "high_wins")
