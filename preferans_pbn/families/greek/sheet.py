"""The Greek running sheet: what each has drawn from the kasa and got from the others, and what is left in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from preferans_pbn.rules.amounts import whole
from preferans_pbn.rules.outcome import Number


@dataclass(slots=True)
class KasaSheet:
    """A sheet in a fixed order of the table, in kapikia.

    ``total``: the whole common kasa at the start; ``left``: what is in it.  ``kasa`` and ``pay`` by player:
    drawn (below zero: paid in) and got from the others; None where only the rest of the kasa is known.
    """

    total: Number
    left: Number
    kasa: list[Number] | None
    pay: list[Number] | None

    @classmethod
    def empty(cls, players: int, total: Number) -> KasaSheet:
        """The sheet before the first deal."""
        return cls(total, total, [0] * players, [0] * players)

    @property
    def exhausted(self) -> bool:
        """Is there no ten left, so that the game is over (PREFADOROS)?"""
        return self.left < 10

    def added(self, kasa: Sequence[Number], pay: Sequence[Number]) -> KasaSheet:
        """The sheet after a deal; amounts in the order of the sheet."""
        return KasaSheet(self.total, whole(self.left - sum(kasa)), _sums(self.kasa, kasa), _sums(self.pay, pay))

    def turned(self, places: Sequence[int]) -> KasaSheet:
        """The same sheet in another order: entry i is that of ``places[i]``."""
        return KasaSheet(self.total, self.left, _picked(self.kasa, places), _picked(self.pay, places))

    def final(self, rounding: str) -> list[Number]:
        """The final accounts: minus the deposit, plus all receipts, plus the share of what is left in the kasa.

        ``last_balances``: whole kapikia, cut towards zero, and the last player gets what makes the sum zero.
        Empty where the receipts are not known.
        """
        if self.kasa is None or self.pay is None:
            return []
        players = len(self.kasa)
        share = Fraction(self.left - self.total) / players
        result: list[Number] = [whole(share + drawn + paid)
                                for drawn, paid in zip(self.kasa, self.pay, strict=True)]
        if rounding == "last_balances":
            result = [int(amount) for amount in result]
            result[-1] = -sum(result[:-1])
        return result


def _sums(standing: list[Number] | None, added: Sequence[Number]) -> list[Number] | None:
    if standing is None:
        return None
    return [whole(one + more) for one, more in zip(standing, added, strict=True)]


def _picked(amounts: list[Number] | None, places: Sequence[int]) -> list[Number] | None:
    return None if amounts is None else [amounts[place] for place in places]
