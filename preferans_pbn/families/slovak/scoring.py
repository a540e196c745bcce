"""What a Slovak deal writes: heads, sides, refa.

From the text: the declarer writes his game's value off his head points, or onto them (S0-43, S0-44), one more from
hand (S0-95); each trick of the opponents counts for its taker in the sides (S0-38, S0-110); who misses the duty is
fined (S0-35); a refa doubles the owner's next game (S0-102).  The text does not say what a trick in the sides is
worth, nor the fine: with ``fill_in`` both are the value of the game, as in the Serbian game halved; without it a
deal is not scored.

Heads are the column Bule, sides the column Supe.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final

from preferans_pbn.families.balkan.sheet import BuleScore, BuleSheet, RefeLaw
from preferans_pbn.families.slovak.games import THROWN_IN, game_of
from preferans_pbn.rules.amounts import whole
from preferans_pbn.rules.outcome import Number, Outcome
from preferans_pbn.variants import UndefinedByVariant

_UNITS: Final = {"none": 0, "G": 1, "2G": 2}
CONSECUTIVE: Final = 6
_NOT_GIVEN: Final = "what a trick in the sides and a fine are worth (fill_in=true assumes it)"


@dataclass(frozen=True, slots=True)
class SlovakScoring:
    """The scoring rules of one variant; fields are the parameters of those names, units as multiples of G."""

    variant: str
    fill_in: bool
    game_value: Mapping[Any, int]
    goal: Mapping[Any, int]
    consecutive: bool
    duty: Mapping[Any, int]
    bula: int
    supe: int
    fine: int
    cut: str
    refe: RefeLaw

    @classmethod
    def of(cls, rules: Mapping[str, Any], variant: str) -> SlovakScoring:
        """The law of ``rules``.  Raises what ``rules`` raises for a name that it does not define."""
        return cls(variant, rules["fill_in"], rules["game_value"], rules["goal"],
                   rules["durch_goal"] == "six_consecutive", rules["duty"], _UNITS[rules["bula_unit"]],
                   _UNITS[rules["supe_unit"]], _UNITS[rules["duty_fine"]], rules["last_deal_cut"], RefeLaw.of(rules))

    @property
    def needs_sheet(self) -> bool:
        """Does a score hang on what stands on the paper?"""
        return self.refe.most != 0 or self.cut != "none"

    def needs_winners(self, outcome: Outcome) -> bool:
        """Can it only be told from the order of the tricks whether the game is made?"""
        return (self.consecutive and outcome.declarer is not None and game_of(outcome.contract) == "durch"
                and outcome.manner == "played" and CONSECUTIVE <= outcome.tricks[outcome.declarer] < 10
                and len(outcome.winners) < 10)

    def made(self, outcome: Outcome) -> bool:
        """Has the declarer made his contract?"""
        assert outcome.declarer is not None
        game = game_of(outcome.contract)
        taken = outcome.tricks[outcome.declarer]
        goal = self.goal[game]
        if game == "durch" and self.consecutive and taken < 10:
            return any(winner == outcome.declarer and len(list(run)) >= goal
                       for winner, run in groupby(outcome.winners))
        return taken >= goal if goal else taken == 0

    def score(self, outcome: Outcome) -> BuleScore:
        """What the deal writes.  ``outcome.standing`` is the sheet before it.

        Raises UndefinedByVariant where ``fill_in`` is off: the text does not give the amounts.
        """
        if not self.fill_in:
            raise UndefinedByVariant(self.variant, _NOT_GIVEN)
        players = outcome.players
        score = BuleScore([0] * players, {}, [0] * players)
        sheet: BuleSheet | None = outcome.standing
        declarer = outcome.declarer
        if outcome.contract == THROWN_IN or declarer is None:
            score.refe = self.refe.entered(sheet, players) or score.refe
            return score
        held = sheet.refe[declarer] if sheet is not None else 0
        if held:
            score.refe[declarer] = -1
        game = game_of(outcome.contract)
        unit = (self.game_value[game] + (1 if outcome.contract.endswith("-hand") else 0)) * (2 if held else 1)
        made = self.made(outcome)
        defenders = [player for player in range(3) if player != declarer]
        if self.goal[game]:
            for defender in defenders:
                if outcome.tricks[defender]:
                    score.supe[defender, declarer] = self.supe * unit * outcome.tricks[defender]
        duty = self.duty.get(game, 0)
        if made and max(outcome.tricks[defender] for defender in defenders) < duty:
            for defender in defenders:
                score.bule[defender] = self.fine * unit
        score.bule[declarer] = self._heads(score, sheet, self.bula * unit, made)
        return score

    def _heads(self, score: BuleScore, sheet: BuleSheet | None, amount: int, made: bool) -> Number | None:
        """What the declarer writes; the last write-off is cut to what is left of all heads together, and with
        ``to_remainder`` what a failed game adds too."""
        if self.cut == "none" or (not made and self.cut != "to_remainder") or sheet is None:
            return -amount if made else amount
        left = sheet.left()
        if left is None:
            return None
        if not made:
            return whole(min(amount, max(left, 0)))
        fines: Number = sum(fine for fine in score.bule if fine is not None)
        return whole(-min(amount, max(left + fines, 0)))
