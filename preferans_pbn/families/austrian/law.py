"""The Austrian game as far as it is verified: auction, contract, defence and play; no score.

Sources: PAGAT-AT, DEWIKI, KARTENSP, LESNOI.  What a deal pays is not known in numbers and is refused.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from preferans_pbn.cards import SUITS, Card, Hand
from preferans_pbn.families.austrian.auction import AustrianAuction
from preferans_pbn.families.balkan.defence import OUT, BalkanDefence, DefenceLaw
from preferans_pbn.record import Record, Seat, Table, Where
from preferans_pbn.rules.interface import AuctionResult
from preferans_pbn.rules.outcome import Number, Outcome
from preferans_pbn.rules.table_rows import RowsOfCells
from preferans_pbn.rules.tricks import TrickLaw, Trickplay
from preferans_pbn.rules.violation import Violation
from preferans_pbn.variants import UndefinedByVariant

_SCORE: Final = "how a deal is scored"


class AustrianLaw(RowsOfCells):
    """See `preferans_pbn.rules.interface.Law`."""

    auction_runs = 1
    columns: tuple[str, ...] = ()
    all_pass_manner = "redeal"

    def __init__(self, rules: Mapping[str, Any], variant: str) -> None:
        self.variant = variant
        self._rules = rules
        self._value = dict(sorted(rules["game_value"].items(), key=lambda item: item[1]))
        self._defence = DefenceLaw(rules, variant=variant)
        self._declarer_leads = rules["first_lead"] == "declarer"
        self._must_trump: bool = rules["must_trump"]

    # --- auction, contract, defence ---------------------------------------------------------------------
    def auction(self, all_pass_run: int) -> AustrianAuction:
        """A fresh auction."""
        return AustrianAuction(self._rules, self.variant)

    def contracts(self, result: AuctionResult) -> list[str]:
        """The suits that may be trump after ``result``, lowest first."""
        if result.declarer is None:
            return ["all-pass"]
        return [suit for suit in self._value if self.contract_violation(suit, result) is None]

    def contract_violation(self, contract: str, result: AuctionResult | None) -> Violation | None:
        """Why ``contract`` does not follow from the auction (None: it may)."""
        if contract == "all-pass":
            if result is not None and result.declarer is not None:
                return Violation("contract-not-allowed", {"contract": contract, "why": "somebody bid"})
            return None
        number = self._value.get(contract)
        if number is None:
            return Violation("undefined-by-variant", {"variant": self.variant, "what": f"the contract {contract}"})
        if result is None:
            return None
        if result.declarer is None:
            return Violation("contract-not-allowed", {"contract": contract, "why": "all passed"})
        if result.bid.isdigit() and number < int(result.bid):
            return Violation("contract-below-bid", {"contract": contract, "bid": result.bid})
        return None

    def aces_violation(self, contract: str, declarer: bool, twelve: Hand | None) -> Violation | None:
        """Four aces are nothing special here."""
        return Violation("undefined-by-variant", {"variant": self.variant, "what": "a bonus for four aces"})

    def hand_violation(self, contract: str, hand: Hand) -> Violation | None:
        """Any ten cards will do."""
        return None

    def discard_size(self, contract: str, hand: bool) -> int:
        """The declarer lays two cards away."""
        return 2

    def defence(self, contract: str, declarer: int, players: int) -> BalkanDefence | None:
        """Come (mitgehen) or stay out; a lone defender may call the other in."""
        return self._defence.start(contract, declarer)

    def roles_without_calls(self, contract: str, declarer: int) -> tuple[dict[int, str], str, str]:
        """The defenders are always asked."""
        return {}, "", "played"

    def manner_of_roles(self, contract: str, roles: Mapping[int, str],
                        kontra: tuple[int, int] | None = None) -> str:
        """What comes of a deal whose roles are known from a tag: both at home, and the declarer has won."""
        return "passed-out" if len(roles) >= 2 and set(roles.values()) == {OUT} else "played"

    # --- play -------------------------------------------------------------------------------------------
    def trickplay(self, outcome: Outcome, hands: Sequence[Hand], talon: Sequence[Card]) -> Trickplay:
        """The play by the declarer, who leads (KARTENSP), and those who come."""
        declarer = outcome.declarer
        assert declarer is not None, "where all pass nothing is played"
        order = [player for player in range(3) if player == declarer or outcome.roles.get(player) != OUT]
        law = TrickLaw(SUITS.index(outcome.contract), self._must_trump)
        return Trickplay(law, hands, order, declarer if self._declarer_leads else order[0])

    def all_played(self, outcome: Outcome, taken: Sequence[int]) -> bool:
        """All ten tricks are played."""
        return sum(taken) == 10

    # --- score: not defined -----------------------------------------------------------------------------
    def final_manner(self, manner: str, outcome: Outcome) -> str | None:
        """The calls alone decide."""
        return manner

    def scorable(self, outcome: Outcome, run_known: bool) -> bool:
        """Nothing is missing but the rule."""
        return True

    def made(self, outcome: Outcome) -> bool:
        """Raises UndefinedByVariant."""
        raise UndefinedByVariant(self.variant, "what makes a contract")

    def score(self, outcome: Outcome) -> Any:
        """Raises UndefinedByVariant."""
        raise UndefinedByVariant(self.variant, _SCORE)

    def next_run(self, outcome: Outcome) -> int:
        """Deals that all passed one after the other; nothing is known to depend on them."""
        return outcome.all_pass_run + 1 if outcome.contract == "all-pass" else 0

    def run_is_reset(self, outcome: Outcome) -> bool:
        """Every game ends a run."""
        return outcome.contract != "all-pass"

    def cells(self, score: Any, seats: Sequence[Seat]) -> dict[Seat, tuple[str, ...]]:
        """There are no tables."""
        return {}

    def same_cell(self, column: str, claimed: str, actual: str) -> bool | None:
        """Nothing can be compared."""
        return None

    def add_cells(self, column: str, cell: str, added: str) -> str:
        """Nothing can be added."""
        return cell

    def adjusted(self, score: Any, adjustment: Table | None, seats: Sequence[Seat]) -> Any:
        """Nothing can be adjusted."""
        return score

    def opening_sheet(self, record: Record, seats: Sequence[Seat]) -> None:
        """No sheet is kept."""
        return

    def name_stakes(self, record: Record, short: bool) -> None:
        """What is played for is not known."""

    def sheet_of_state(self, record: Record, seats: Sequence[Seat]) -> None:
        """No sheet is kept."""
        return

    def wrong_state(self, record: Record, sheet: Any, seats: Sequence[Seat]) -> list[tuple[Where, str, str]]:
        """There is nothing to compare."""
        return []

    def standing(self, sheet: Any, places: Sequence[int]) -> None:
        """No sheet is kept."""
        return

    def sheet_of_table(self, table: Table, seats: Sequence[Seat], record: Record | None = None) -> None:
        """No sheet is kept."""
        return

    def add_to_sheet(self, sheet: Any, score: Any, places: Sequence[int], target: Number | None) -> tuple[Any, bool]:
        """Raises UndefinedByVariant."""
        raise UndefinedByVariant(self.variant, "how a sheet is kept")

    def target(self, target: Any) -> None:
        """What is played to is not known."""
        return

    def settle(self, sheet: Any) -> list[Number]:
        """Raises UndefinedByVariant."""
        raise UndefinedByVariant(self.variant, "how a session is settled")
