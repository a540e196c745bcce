"""What a deal of the Balkan games writes: bule, supe, refe.

With G the value of the game, one more in hand (S2-79), and M the product of the kontra factor (2, 4, 8, 16;
S2-53 to S2-56) and 2 where the declarer holds a refe (S2-63, AMB-S2-17):

* the declarer writes 2G·M off his bule, or onto them where he fails (S2-77, S2-78);
* a follower writes 2G·M supe on the declarer for each of his tricks (S2-80); under kontra or a call the giver or
  caller alone does so, for the tricks of both (PREFKLUB; WE-B03, WE-B10);
* a follower who misses his duty adds 2G·M to his own bule, under kontra or a call the giver or caller alone.

Parameters: ``game_value goal bula_unit supe_unit supe_cap betl_fail_supe duty duty_two duty_fine follower_fine_when
invite_need kontra_need kontra_credit obvious_error last_deal_cut double_fail_last``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from preferans_pbn.families.balkan.defence import CALLER, COME
from preferans_pbn.families.balkan.games import game_of, of_game
from preferans_pbn.families.balkan.sheet import BuleScore, BuleSheet, RefeLaw
from preferans_pbn.rules.amounts import whole
from preferans_pbn.rules.outcome import Number, Outcome

_UNITS: Final = {"none": 0, "G": 1, "2G": 2}
BETL_SUPE: Final = (60, 70)
"""Supe of each follower on a failed betl, and on one in hand (PREFKLUB)."""


@dataclass(frozen=True, slots=True)
class ScoringLaw:
    """The scoring rules of one variant; fields are the parameters of those names, units as multiples of G."""

    variant: str
    game_value: Mapping[Any, int]
    goal: Mapping[Any, int]
    bula: int
    supe: int
    fine: int
    fine_always: bool
    supe_cap: int | None
    betl_fail_supe: str
    duty: Mapping[Any, int]
    each_two: bool
    invite_need: int
    kontra_need: int
    kontra_split: bool
    culprit_falls: bool
    cut_made: bool
    cut_failed: bool
    double_fail: bool
    refe: RefeLaw

    @classmethod
    def of(cls, rules: Mapping[str, Any], variant: str) -> ScoringLaw:
        """The law of ``rules``, which ``variant`` names.  Raises what ``rules`` raises for a name that it does
        not define."""
        cap = rules["supe_cap"]
        cut = rules["last_deal_cut"]
        rules["refe"]  # a variant that scores says how many
        return cls(
            variant=variant, game_value=rules["game_value"], goal=rules["goal"],
            bula=_UNITS[rules["bula_unit"]], supe=_UNITS[rules["supe_unit"]], fine=_UNITS[rules["duty_fine"]],
            fine_always=rules["follower_fine_when"] == "always",
            supe_cap=None if cap == "none" else cap, betl_fail_supe=rules["betl_fail_supe"],
            duty=rules["duty"], each_two=rules["duty_two"] == "each_two",
            invite_need=rules["invite_need"], kontra_need=rules["kontra_need"],
            kontra_split=rules["kontra_credit"] == "split",
            culprit_falls=rules["obvious_error"] == "culprit_falls",
            cut_made=cut != "none", cut_failed=cut == "to_remainder", double_fail=rules["double_fail_last"],
            refe=RefeLaw.of(rules),
        )

    @property
    def needs_sheet(self) -> bool:
        """Does a score hang on what stands on the paper?"""
        return self.refe.most != 0 or self.cut_made or self.double_fail

    def value(self, contract: str) -> int:
        """G of a contract: the value of the game, one more in hand."""
        return of_game(self.game_value, contract, "game_value", self.variant) + (1 if contract.endswith("-hand") else 0)

    def goal_of(self, contract: str) -> int:
        """The tricks that make ``contract``; 0: it is made without a trick."""
        return of_game(self.goal, contract, "goal", self.variant)

    def made(self, contract: str, taken: int) -> bool:
        """Has the declarer made ``contract`` with ``taken`` tricks?"""
        goal = self.goal_of(contract)
        return taken >= goal if goal else taken == 0

    def score(self, outcome: Outcome) -> BuleScore:
        """What the deal writes.  ``outcome.standing`` is the sheet before it."""
        players = outcome.players
        score = BuleScore([0] * players, {}, [0] * players)
        sheet: BuleSheet | None = outcome.standing
        declarer = outcome.declarer
        if outcome.manner == "refe":
            score.refe = self.refe.entered(sheet, players) or score.refe
            return score
        if declarer is None or outcome.manner == "redeal":
            return score
        held = sheet.refe[declarer] if sheet is not None else 0
        factor = 2 if held else 1
        if held:
            score.refe[declarer] = -1  # made or failed, played or passed: one is crossed off (S2-64, WE-B19)
        if outcome.kontra is not None:
            factor <<= outcome.kontra[1]
        unit = self.value(outcome.contract) * factor
        if outcome.manner == "played":
            made = self.made(outcome.contract, outcome.tricks[declarer])
            self._write_supe(score, outcome, declarer, unit, factor, made)
            if made or self.fine_always:
                self._write_fines(score, outcome, declarer, self.fine * unit)
        else:
            made = outcome.manner == "passed-out"
        score.bule[declarer] = self._declarers_bule(score, sheet, self.bula * unit, made)
        return score

    def _declarers_bule(self, score: BuleScore, sheet: BuleSheet | None, amount: int, made: bool) -> Number | None:
        """What the declarer writes: the whole amount, or what the rest of all bule can bear.

        The last write-off is cut to what remains (AMB-S2-09), counted after the fines of this deal, which keep
        the game going.  A failed game larger than the rest counts double (IKLUB: 6 left, herc failed: +16).
        """
        if sheet is None:
            return -amount if made else amount
        left = sheet.left()
        if made:
            if not self.cut_made:
                return -amount
            if left is None:
                return None
            fines: Number = sum(fine for fine in score.bule if fine is not None)
            return whole(-min(amount, max(left + fines, 0)))
        if not (self.cut_failed or self.double_fail):
            return amount
        if left is None:
            return None
        if amount <= left:
            return amount
        return 2 * amount if self.double_fail else whole(max(left, 0))

    # --- supe -------------------------------------------------------------------------------------------
    def _write_supe(self, score: BuleScore, outcome: Outcome, declarer: int, unit: int, factor: int,
                    made: bool) -> None:
        betl = self.goal_of(outcome.contract) == 0
        followers = [player for player in _in_order(declarer) if outcome.roles.get(player, "stay-out") != "stay-out"]
        if betl and self.betl_fail_supe != "formula":
            if made or self.betl_fail_supe == "none":
                return
            worth = BETL_SUPE[outcome.contract.endswith("-hand")] * factor
            credited = self._credited(outcome)
            for follower in followers:
                if credited is None or follower == credited:
                    score.supe[follower, declarer] = worth
            return
        if betl and made:
            return
        counted = self._counted(followers, outcome)
        credited = self._credited(outcome)
        for follower in followers:
            writer = follower if credited is None else credited
            amount = self.supe * unit * counted[follower]
            if amount:
                score.supe[writer, declarer] = score.supe.get((writer, declarer), 0) + amount

    def _credited(self, outcome: Outcome) -> int | None:
        """Who alone is credited with the tricks of both, None: each with his own."""
        if outcome.kontra is not None:
            return None if self.kontra_split else outcome.kontra[0]
        return next((player for player, role in outcome.roles.items() if role == CALLER), None)

    def _counted(self, followers: list[int], outcome: Outcome) -> dict[int, int]:
        """The tricks that count: all, or the first ``supe_cap`` of them, the larger number first (G-PAJCHO)."""
        tricks = {follower: outcome.tricks[follower] for follower in followers}
        if self.supe_cap is None:
            return tricks
        left = self.supe_cap
        for follower in sorted(followers, key=lambda one: -tricks[one]):
            tricks[follower] = min(tricks[follower], left)
            left -= tricks[follower]
        return tricks

    # --- fines ------------------------------------------------------------------------------------------
    def _write_fines(self, score: BuleScore, outcome: Outcome, declarer: int, amount: int) -> None:
        """The game is made (or fines are written either way): who owed tricks and missed them falls."""
        fallen = self._fallen(outcome, declarer)
        culprit = outcome.culprit
        if self.culprit_falls and culprit is not None and culprit != declarer and set(fallen) - {culprit}:
            fallen = [culprit]  # he erred, so he falls instead of the other (S2-90)
        for player in fallen:
            score.bule[player] = amount

    def _fallen(self, outcome: Outcome, declarer: int) -> list[int]:
        roles = outcome.roles
        tricks = outcome.tricks
        defenders = _in_order(declarer)
        together = sum(tricks[player] for player in defenders)
        betl = self.goal_of(outcome.contract) == 0
        if outcome.kontra is not None:
            beaten = tricks[declarer] > 0 if betl else together >= self.kontra_need
            if beaten:
                return []
            return defenders if self.kontra_split else [outcome.kontra[0]]
        if betl:
            return []
        caller = next((player for player in defenders if roles.get(player) == CALLER), None)
        if caller is not None:
            return [caller] if together < self.invite_need else []
        duty = self.duty.get(game_of(outcome.contract), 0)
        followers = [player for player in defenders if roles.get(player) == COME]
        if len(followers) == 2 and not self.each_two and together >= 2 * duty:
            return []
        return [player for player in followers if tricks[player] < duty]


def _in_order(declarer: int) -> list[int]:
    """The two defenders in playing order after the declarer."""
    return [(declarer + 1) % 3, (declarer + 2) % 3]
