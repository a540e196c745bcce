"""The Greek game (prefa): one variant's rules, compiled once from its parameters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from preferans_pbn.cards import NO_TRUMP, Card, Hand
from preferans_pbn.families.greek.auction import RANK, STRAINS, GreekAuction
from preferans_pbn.families.greek.contracts import SOLO, GreekContracts, surrendered
from preferans_pbn.families.greek.defence import GreekDefenceLaw
from preferans_pbn.families.greek.scoring import GreekScoring, KasaScore
from preferans_pbn.families.greek.tables import KasaTables
from preferans_pbn.rules.answers import TreeDefence
from preferans_pbn.rules.interface import AuctionResult
from preferans_pbn.rules.outcome import Outcome
from preferans_pbn.rules.tricks import TrickLaw, Trickplay
from preferans_pbn.rules.violation import Violation

_ALL: Final = (0, 1, 2)


class GreekLaw(KasaTables):
    """See `preferans_pbn.rules.interface.Law`."""

    auction_runs = 1

    def __init__(self, rules: Mapping[str, Any], variant: str) -> None:
        self.variant = variant
        self._contracts = GreekContracts(rules, variant)
        self._defence = GreekDefenceLaw(rules)
        self.scoring = GreekScoring.of(rules, variant)
        self.kasa = rules["kasa"]
        self.rounding = rules["settle_rounding"]
        self.all_pass_manner = "played" if rules["all_pass_outcome"] == "play_no_trump" else "redeal"
        must_trump: bool = rules["must_trump"]
        self._tricks = {
            strain: TrickLaw(NO_TRUMP if strain == "NT" else "SCDH".index(strain), must_trump) for strain in STRAINS
        }

    # --- auction, contract, defence -----------------------------------------------------------------
    def auction(self, all_pass_run: int) -> GreekAuction:
        """A fresh auction."""
        return GreekAuction(self.variant)

    def contracts(self, result: AuctionResult) -> list[str]:
        """The contracts that may follow ``result``, lowest first."""
        return self._contracts.contracts(result)

    def contract_violation(self, contract: str, result: AuctionResult | None) -> Violation | None:
        """Why ``contract`` does not follow from the auction (None: it may)."""
        return self._contracts.violation(contract, result)

    def aces_violation(self, contract: str, declarer: bool, twelve: Hand | None) -> Violation | None:
        """Why four aces may not be announced."""
        return self._contracts.aces_violation(contract, declarer, twelve)

    def hand_violation(self, contract: str, hand: Hand) -> Violation | None:
        """Any ten cards will do."""
        return None

    def discard_size(self, contract: str, hand: bool) -> int:
        """The declarer lays two cards away."""
        return 2

    def defence(self, contract: str, declarer: int, players: int) -> TreeDefence | None:
        """The defence of a contract; a surrender has none."""
        return self._defence.start(declarer) if contract in RANK else None

    def roles_without_calls(self, contract: str, declarer: int) -> tuple[dict[int, str], str, str]:
        """A surrendered game has no roles."""
        return {}, "", "conceded" if contract == SOLO else "played"

    def manner_of_roles(self, contract: str, roles: Mapping[int, str],
                        kontra: tuple[int, int] | None = None) -> str:
        """What comes of a deal whose roles are known from a tag."""
        if contract == SOLO:
            return "conceded"
        return "passed-out" if len(roles) >= 2 and set(roles.values()) == {"pass"} else "played"

    # --- play ---------------------------------------------------------------------------------------
    def trickplay(self, outcome: Outcome, hands: Sequence[Hand], talon: Sequence[Card]) -> Trickplay:
        """The play: the player on the dealer's right leads, or the next one if he is out (G-PANOS)."""
        contract = outcome.contract
        if contract not in RANK:
            return Trickplay(self._tricks["NT"], hands, _ALL, 0)
        order = [player for player in _ALL if player == outcome.declarer or outcome.roles.get(player) != "pass"]
        return Trickplay(self._tricks[STRAINS[RANK[contract] % 5]], hands, order, order[0])

    def all_played(self, outcome: Outcome, taken: Sequence[int]) -> bool:
        """All ten tricks are played."""
        return sum(taken) == 10

    # --- score --------------------------------------------------------------------------------------
    def final_manner(self, manner: str, outcome: Outcome) -> str | None:
        """The calls alone decide."""
        return manner

    def scorable(self, outcome: Outcome, run_known: bool) -> bool:
        """A value may be cut down to what is left in the kasa, so that must be known."""
        if outcome.contract == SOLO and not surrendered(outcome.bid):
            return False  # a game given up is settled at its bid
        return outcome.contract == "all-pass" or self.scoring.cut == "none" or outcome.standing is not None

    def made(self, outcome: Outcome) -> bool:
        """Has the declarer made his contract?"""
        return self.scoring.made(outcome)

    def score(self, outcome: Outcome) -> KasaScore:
        """What the deal pays."""
        return self.scoring.score(outcome)

    def next_run(self, outcome: Outcome) -> int:
        """Consecutive deals that all passed; nothing depends on them."""
        return outcome.all_pass_run + 1 if outcome.contract == "all-pass" else 0

    def run_is_reset(self, outcome: Outcome) -> bool:
        """Every contract ends a run."""
        return outcome.contract != "all-pass"
