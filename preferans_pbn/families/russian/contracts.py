"""Scoring of contracts and misère: one function a rule (`rules.md` 1.7).

Players are indices of `Outcome`; the defenders of declarer d are d+1, who answers first, and d+2 among the
three who hold cards.  Functions that write add to a `PoolScore` in place.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor
from typing import Any, Final

from preferans_pbn.families.russian.amounts import PoolScore, exact, half, half_up, write_whists
from preferans_pbn.families.russian.prices import LEVELS, Price, by_key, consolation_of, price_of
from preferans_pbn.families.russian.talon_payment import payers, quick_tricks
from preferans_pbn.rules.outcome import Number, Outcome

DEFENDERS: Final = ((1, 2), (2, 0), (0, 1))
"""The defenders of each declarer, first to answer first."""

RESTING_DEALER: Final = 3
_STRAINS: Final = ("S", "C", "D", "H", "NT")


@dataclass(frozen=True, slots=True)
class ContractLaw:
    """The rules of contract scoring, compiled.

    ``prices`` by contract word and by level; ``writers`` of the consolation by number at the table and
    declarer; the other fields are the parameters of those names.
    """

    prices: Mapping[str, Price]
    levels: Mapping[int, Price]
    writers: Mapping[tuple[int, int], tuple[int, ...]]
    misere_pool: Number
    misere_gora: Number
    misere_consolation: Number
    passer_consoled: bool
    failed_trick_whists: bool
    gentleman: bool
    gentleman_always: bool
    whist_rounding: str
    share_up: bool
    share_before_multiplier: bool
    wm: Number
    duty_counts_own: bool
    lone_fine_always: bool
    short_penalty_split: str
    discard_counts: int
    discard_counts_in_misere: bool
    paid_talon: str

    @classmethod
    def of(cls, rules: Mapping[str, Any]) -> ContractLaw:
        """The law of ``rules``.  Raises what ``rules`` raises for a name that it does not define."""
        levels = {level: price_of(rules, level) for level in LEVELS}
        counts = rules["discard_counts"]
        return cls(
            prices={f"{level}{strain}": levels[level] for level in LEVELS for strain in _STRAINS},
            levels=levels,
            writers=_consolation_writers(bool(rules["consolation_dealer"])),
            misere_pool=by_key(rules["s"], "misere"),
            misere_gora=rules["misere_gora"],
            misere_consolation=consolation_of(rules, 10) if rules["misere_whists"] == "as_ten" else 0,
            passer_consoled=bool(rules["consolation_passer"]),
            failed_trick_whists=rules["failed_trick_whists"] == "as_made",
            gentleman=rules["lone_whist"] == "gentleman",
            gentleman_always=rules["gentleman_when"] == "always",
            whist_rounding=rules["whist_rounding"],
            share_up=rules["both_whist_share"] == "half_up",
            share_before_multiplier=rules["share_rounding"] == "before_multiplier",
            wm=rules["wm"],
            duty_counts_own=rules["duty_counts"] == "own",
            lone_fine_always=rules["lone_fine_when"] == "always",
            short_penalty_split=rules["short_penalty_split"],
            discard_counts=counts,
            discard_counts_in_misere=rules["discard_counts_in"] == "everywhere",
            paid_talon=rules["paid_talon"],
        )


def _consolation_writers(dealer_too: bool) -> dict[tuple[int, int], tuple[int, ...]]:
    """Who writes the consolation: every defender, passer included, and with four at the table the resting
    dealer where ``consolation_dealer`` says so (CODEX 3.8.1.2).  The dummy of a table of two has no
    columns."""
    writers: dict[tuple[int, int], tuple[int, ...]] = {(2, 0): (2,), (2, 2): (0,)}
    for declarer, defenders in enumerate(DEFENDERS):
        writers[3, declarer] = defenders
        writers[4, declarer] = (*defenders, RESTING_DEALER) if dealer_too else defenders
    return writers


def score_played(law: ContractLaw, price: Price, outcome: Outcome, declarer: int, score: PoolScore) -> None:
    """A contract whose tricks were played: ``score`` gets what it writes, the talon apart."""
    tricks = outcome.tricks
    taken = tricks[declarer]
    if law.discard_counts and not outcome.hand:
        taken += law.discard_counts
    under = price.goal - taken
    if under > 0:
        score.dump[declarer] += price.undertrick * under
        _write_consolation(law, score, price.consolation * under, outcome, declarer)
        if not law.failed_trick_whists:
            return
    else:
        score.pool[declarer] += price.pool
    first, second = DEFENDERS[declarer]
    if outcome.players == 2:
        _against_two_hands(price, score, declarer, 10 - tricks[declarer], under > 0)
        return
    roles = outcome.roles
    dealer_whists = roles.get(RESTING_DEALER) == "whist"
    first_whists = price.checked or roles.get(first) == "whist"
    second_whists = price.checked or roles.get(second) == "whist"
    if dealer_whists:
        write_whists(score.whists, RESTING_DEALER, declarer, price.trick * (tricks[first] + tricks[second]))
    elif first_whists and second_whists:
        _two_whisters(law, price, score, declarer, tricks[first], tricks[second])
        if under <= 0:
            _fine_two(law, price, score, (first, second), (tricks[first], tricks[second]))
    elif first_whists:
        _one_whister(law, price, score, declarer, first, second, tricks, under > 0)
    elif second_whists:
        _one_whister(law, price, score, declarer, second, first, tricks, under > 0)


def _write_consolation(law: ContractLaw, score: PoolScore, amount: Number, outcome: Outcome,
                       declarer: int) -> None:
    """The consolation: ``amount`` whists on the declarer to each who is entitled to it, with
    ``consolation_passer: false`` not to a defender who passed (KZPN2)."""
    for writer in law.writers[outcome.players, declarer]:
        if law.passer_consoled or outcome.roles.get(writer) != "pass":
            write_whists(score.whists, writer, declarer, amount)


def _against_two_hands(price: Price, score: PoolScore, declarer: int, defence: int, failed: bool) -> None:
    """A table of two: the opponent whists with the dummy, all their tricks are his, and so is the whole duty
    (`rules.md` 5B)."""
    whister = 2 - declarer
    write_whists(score.whists, whister, declarer, price.trick * defence)
    if not failed and defence < price.duty:
        score.dump[whister] += price.shortfall * (price.duty - defence)


def _two_whisters(law: ContractLaw, price: Price, score: PoolScore, declarer: int, first: int,
                  second: int) -> None:
    """Trick whists of two whisters with ``first`` and ``second`` tricks: each for his own tricks (CODEX
    3.8.1.3), or each half of the common total, rounded up (S1-81)."""
    one, two = DEFENDERS[declarer]
    if not law.share_up:
        write_whists(score.whists, one, declarer, price.trick * first)
        write_whists(score.whists, two, declarer, price.trick * second)
        return
    total = first + second
    if law.share_before_multiplier:
        share = exact(half_up(price.unit * total) * law.wm)
    else:
        share = half_up(price.trick * total)
    write_whists(score.whists, one, declarer, share)
    write_whists(score.whists, two, declarer, share)


def _one_whister(law: ContractLaw, price: Price, score: PoolScore, declarer: int, whister: int, passer: int,
                 tricks: tuple[int, ...], failed: bool) -> None:
    """A lone whister: the whists for both defenders' tricks, his fine, and what the passer pays."""
    defence = tricks[whister] + tricks[passer]
    amount = price.trick * defence
    if law.gentleman and (failed or law.gentleman_always):
        share = _gentlemans_share(law, amount)
        write_whists(score.whists, whister, declarer, share)
        write_whists(score.whists, passer, declarer, share)
    else:
        write_whists(score.whists, whister, declarer, amount)
    missing = price.duty - (tricks[whister] if law.duty_counts_own else defence)
    if missing > 0 and (law.lone_fine_always or not failed):
        score.dump[whister] += price.shortfall * missing
    if not failed:
        write_whists(score.whists, declarer, passer, price.passer_pays)


def _gentlemans_share(law: ContractLaw, amount: Number) -> Number:
    """Half of the whists (LESNOI; C-05), whole or exact as ``whist_rounding`` says."""
    share = half(amount)
    if law.whist_rounding == "up":
        return ceil(share)
    return floor(share) if law.whist_rounding == "down" else share


def _fine_two(law: ContractLaw, price: Price, score: PoolScore, whisters: tuple[int, int],
              tricks: tuple[int, int]) -> None:
    """The fine of two whisters against a made contract.

    Each who is below his own duty is short by the difference (PARLETT, S1-36); with ``pair_test`` only
    where the pair is short of the whole duty too (C-04).  He writes his own shortage, or the shortage of
    the pair is divided between those who answer for it: evenly (G-SUNT), rounded up for the first and down
    for the second (G-JURA), or all of it to the one with fewer tricks, half each where they are equal (G-BACKS).
    """
    own = price.own_duty
    short = (max(0, own[0] - tricks[0]), max(0, own[1] - tricks[1]))
    pair = price.duty - tricks[0] - tricks[1]
    if not (short[0] or short[1]) or (price.pair_test and pair <= 0):
        return
    if law.short_penalty_split == "own" or not (own[0] and own[1]):
        for whister, missing in zip(whisters, short, strict=True):
            score.dump[whister] += price.shortfall * missing
        return
    share = half(price.shortfall * (pair if price.pair_test else short[0] + short[1]))
    if law.short_penalty_split == "fewer" and tricks[0] != tricks[1]:
        score.dump[whisters[tricks[1] < tricks[0]]] += 2 * share
        return
    even = law.short_penalty_split in ("even", "fewer")
    score.dump[whisters[0]] += share if even else ceil(share)
    score.dump[whisters[1]] += share if even else floor(share)


def score_without_play(price: Price, outcome: Outcome, declarer: int, score: PoolScore) -> None:
    """A contract counted as made without play: both passed, or a defender took half the duty's whists, by
    half-whist (6: two tricks, 7: one) or by agreement (OPER7: the same numbers)."""
    score.pool[declarer] += price.pool
    if outcome.manner == "passed-out":
        return
    for player, role in outcome.roles.items():
        if role == outcome.manner:
            write_whists(score.whists, player, declarer, price.without_play)


def score_conceded(price: Price, undertricks: int, declarer: int, score: PoolScore) -> None:
    """A surrender: the undertricks at the bid's level into the dump, no whists (G-LL1R1K 4.5, G-PULKA)."""
    score.dump[declarer] += price.undertrick * undertricks


def score_misere(law: ContractLaw, outcome: Outcome, declarer: int, score: PoolScore) -> None:
    """Misère: the pool without a trick, else a fixed amount of dump a trick (S1-110, S1-111).

    No whists, or the consolation of a ten for every trick caught (``misere_whists``; G-LL1R1K leaves
    open what "as a ten" pays, G-JURA's program pays the consolation: whists for the defenders' own tricks
    would reward them for losing the play).
    """
    taken = outcome.tricks[declarer]
    if law.discard_counts_in_misere and not outcome.hand:
        taken += law.discard_counts
    if not taken:
        score.pool[declarer] += law.misere_pool
        return
    score.dump[declarer] += law.misere_gora * taken
    if law.misere_consolation:
        _write_consolation(law, score, law.misere_consolation * taken, outcome, declarer)


def score_talon(law: ContractLaw, price: Price, outcome: Outcome, declarer: int, score: PoolScore) -> None:
    """The talon's quick tricks, whatever came of the contract (not on misère, not where the talon stayed
    down)."""
    units = quick_tricks(outcome.talon)
    if not units or outcome.hand:
        return
    writers = payers(law.paid_talon, outcome.players, declarer)
    share = exact(Fraction(price.talon_trick * units) / len(writers))
    for writer in writers:
        write_whists(score.whists, writer, declarer, share)
