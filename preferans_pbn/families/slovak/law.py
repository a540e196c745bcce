"""The Slovak game (Pohronie and Novohrad): one variant's rules, compiled once from its parameters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from preferans_pbn.cards import Card, Hand
from preferans_pbn.families.balkan.sheet import BuleScore, BuleSheet, settle
from preferans_pbn.families.balkan.tables import BuleTables
from preferans_pbn.families.slovak.auction import SlovakAuction, SlovakAuctionLaw
from preferans_pbn.families.slovak.contracts import SlovakContracts
from preferans_pbn.families.slovak.games import THROWN_IN, game_of, trump_of
from preferans_pbn.families.slovak.scoring import SlovakScoring
from preferans_pbn.rules.interface import AuctionResult, Defence
from preferans_pbn.rules.outcome import Number, Outcome
from preferans_pbn.rules.tricks import TrickLaw, Trickplay
from preferans_pbn.rules.violation import Violation
from preferans_pbn.variants import UndefinedByVariant

_ORDER: Final = (0, 1, 2)


class SlovakLaw(BuleTables):
    """See `preferans_pbn.rules.interface.Law`.  Heads and sides stand in the columns Bule and Supe."""

    auction_runs = 1
    all_pass_manner = "thrown-in"

    def __init__(self, rules: Mapping[str, Any], variant: str) -> None:
        self.variant = variant
        self._auction = SlovakAuctionLaw(rules, variant)
        self._contracts = SlovakContracts(rules, variant)
        self.scoring = SlovakScoring.of(rules, variant)
        self.start_bule: Number | None = rules["start_bule"]
        self._must_trump: bool = rules["must_trump"]
        self._durch_lead: str = rules["first_lead_no_trump"]
        self._high_wins = rules["result_sign"] == "high_wins"

    # --- auction, contract, defence ---------------------------------------------------------------------
    def auction(self, all_pass_run: int) -> SlovakAuction:
        """A fresh auction."""
        return SlovakAuction(self._auction)

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
        """Any ten cards will do."""
        return None

    def discard_size(self, contract: str, hand: bool) -> int:
        """Cards that the declarer lays away: two, none from hand or where he throws his cards in."""
        return 0 if hand or contract == THROWN_IN else 2

    def defence(self, contract: str, declarer: int, players: int) -> Defence | None:
        """Both opponents always play (AMB-S0-09): nobody is asked."""
        return None

    def roles_without_calls(self, contract: str, declarer: int) -> tuple[dict[int, str], str, str]:
        """Both play; a deal that is thrown in has no roles."""
        if contract == THROWN_IN:
            return {}, "", "thrown-in"
        return dict.fromkeys((player for player in _ORDER if player != declarer), "come"), "", "played"

    def manner_of_roles(self, contract: str, roles: Mapping[int, str],
                        kontra: tuple[int, int] | None = None) -> str:
        """What comes of a deal with these roles."""
        return "thrown-in" if contract == THROWN_IN else "played"

    # --- play -------------------------------------------------------------------------------------------
    def trickplay(self, outcome: Outcome, hands: Sequence[Hand], talon: Sequence[Card]) -> Trickplay:
        """The play: forehand leads, to durch the player on the declarer's right (S0-120).

        Raises UndefinedByVariant for betl, whose lead the text does not give, unless ``fill_in`` is on.
        """
        game = game_of(outcome.contract)
        first = 0
        declarer = outcome.declarer
        if game == "betl" and not self.scoring.fill_in:
            raise UndefinedByVariant(self.variant, "who leads to betl (fill_in=true assumes forehand)")
        if game == "durch" and declarer is not None:
            first = {"declarer": declarer, "declarers_right": (declarer + 2) % 3,
                     "declarers_left": (declarer + 1) % 3,
                     "declarers_left_defender": (declarer + 1) % 3}.get(self._durch_lead, 0)
        return Trickplay(TrickLaw(trump_of(outcome.contract), self._must_trump), hands, _ORDER, first)

    def all_played(self, outcome: Outcome, taken: Sequence[int]) -> bool:
        """All ten tricks are played."""
        return sum(taken) == 10

    # --- score ------------------------------------------------------------------------------------------
    def final_manner(self, manner: str, outcome: Outcome) -> str | None:
        """The calls alone decide."""
        return manner

    def scorable(self, outcome: Outcome, run_known: bool) -> bool:
        """A score may hang on the refa held, on the heads left, and on the order of the tricks."""
        scoring = self.scoring
        if (scoring.fill_in and outcome.manner == "thrown-in"
                and scoring.refe.entered(outcome.standing, outcome.players) is None):
            return False
        return not scoring.fill_in or (
            (outcome.standing is not None or not scoring.needs_sheet) and not scoring.needs_winners(outcome))

    def made(self, outcome: Outcome) -> bool:
        """Has the declarer made his game?"""
        return outcome.manner == "played" and outcome.declarer is not None and self.scoring.made(outcome)

    def score(self, outcome: Outcome) -> BuleScore:
        """What the deal writes."""
        return self.scoring.score(outcome)

    def next_run(self, outcome: Outcome) -> int:
        """Deals thrown in one after the other; nothing depends on them."""
        return outcome.all_pass_run + 1 if outcome.manner == "thrown-in" else 0

    def run_is_reset(self, outcome: Outcome) -> bool:
        """Every game that is played ends a run."""
        return outcome.manner != "thrown-in"

    def settle(self, sheet: BuleSheet) -> list[Number]:
        """The assumed final result: sides written, less those on the player, less ten for each of his heads."""
        return settle(sheet, self._high_wins)
