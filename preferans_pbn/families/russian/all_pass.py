"""Scoring of a deal that all have passed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from preferans_pbn.families.russian.amounts import PoolScore, by_run, half, normalise, write_whists
from preferans_pbn.rules.outcome import Number, Outcome

ACTIVE: Final = 3
"""Players 0 to 2 hold cards; a fourth is the dealer, who rests."""


@dataclass(frozen=True, slots=True)
class AllPassLaw:
    """The rules of all-pass scoring, compiled.

    * ``price``: what a trick costs after 0, 1, 2 … all-pass rounds, in dump points or, where tricks are
      paid in whists, in whists; the last repeats (``all_pass_price``, final amounts).
    * ``in_whists``, ``above_fewest``, ``tie_halves``: ``all_pass_to: whists5``, ``all_pass_tricks: above_fewest``
      and ``all_pass_tie: half``.
    * ``amnesty``: the fewest tricks of an active player count as none in the dump.
    * ``zero``: the reward for no trick (``all_pass_zero``).
    * ``dealer_plays``: the resting dealer's tricks with the talon cards count (``dealer_in_all_pass``).
    """

    price: tuple[Number, ...]
    in_whists: bool
    above_fewest: bool
    tie_halves: bool
    amnesty: bool
    zero: str
    dealer_plays: bool

    @classmethod
    def of(cls, rules: Mapping[str, Any]) -> AllPassLaw:
        """The law of ``rules``.  Raises what ``rules`` raises for a name that it does not define."""
        return cls(price=tuple(rules["all_pass_price"]),
                   in_whists=rules["all_pass_to"] == "whists5",
                   above_fewest=rules["all_pass_tricks"] == "above_fewest",
                   tie_halves=rules["all_pass_tie"] == "half",
                   amnesty=bool(rules["all_pass_amnesty"]),
                   zero=rules["all_pass_zero"],
                   dealer_plays=rules["dealer_in_all_pass"] == "plays_talon")

    def score(self, outcome: Outcome) -> PoolScore:
        """The score of an all-pass deal that was played out by three or four.

        With four at the table the dealer's tricks (index 3) count only where he plays the talon cards; he
        is never rewarded for taking none (G-FSPR, G-JURA).
        """
        price = by_run(self.price, outcome.all_pass_run)
        tricks = list(outcome.tricks)
        if outcome.players == 4 and not self.dealer_plays:
            tricks[3] = 0
        score = PoolScore.blank(outcome.players)
        score.all_pass = True
        if self.in_whists:
            self._fewest_write(score, tricks, price)
        else:
            self._tricks_to_dump(score, tricks, price)
        for player in range(ACTIVE):
            if not tricks[player]:
                self._reward(score, player, price)
        normalise(score.dump)
        return score

    def _tricks_to_dump(self, score: PoolScore, tricks: Sequence[int], price: Number) -> None:
        """Every trick into the dump (LESNOI: Sochi's fourth mark; S1-113).

        Amnesty takes the fewest tricks of the active players off each of them.  The resting dealer's are
        not touched: nobody rests by taking no trick, and he is no part of the comparison (C-08).
        """
        pardoned = min(tricks[:ACTIVE]) if self.amnesty else 0
        for player, taken in enumerate(tricks):
            score.dump[player] = (taken - pardoned if player < ACTIVE else taken) * price

    def _fewest_write(self, score: PoolScore, tricks: Sequence[int], price: Number) -> None:
        """Rostov (CODEX 3.7.2.2): whoever has the fewest tricks writes ``price`` whists a trick on each
        who has more, or for each trick above the fewest (G-DMITRYBAL).  Two with the fewest both write, in full
        or by halves (C-09)."""
        fewest = min(tricks[:ACTIVE])
        writers = [player for player in range(ACTIVE) if tricks[player] == fewest]
        for on, taken in enumerate(tricks):
            if taken > fewest:
                amount = (taken - fewest if self.above_fewest else taken) * price
                if self.tie_halves and len(writers) > 1:
                    amount = half(amount)
                for writer in writers:
                    write_whists(score.whists, writer, on, amount)

    def _reward(self, score: PoolScore, player: int, price: Number) -> None:
        """The reward for no trick (C-07): 1 point or the price of a trick into the pool, or one or two
        prices off the own dump, which may fall below zero (WE-72, WE-M1)."""
        if self.zero == "pool1":
            score.pool[player] += 1
        elif self.zero == "pool_price":
            score.pool[player] += price
        elif self.zero == "gora_1_price":
            score.dump[player] -= price
        elif self.zero == "gora_2_prices":
            score.dump[player] -= 2 * price
