"""What one deal writes.

Readings taken where the sources are silent:

* One trick's whist (the "unit") is wm*S, or wm where `trick_whist` is one; half-whist, own whist and the
  paid talon use the same unit.  Half and own whist are worth half of the duty: six 2 tricks, seven 1.
* half_up, after_multiplier: the doubled total is halved and rounded up; before_multiplier: first half,
  rounded up, then times wm (K-10).  It holds for a failed contract too where `failed_trick_whists` is
  as_made (K-05).
* flat_10 consolation: 10 per undertrick as it stands, not times wm (single source, Rostov, wm 1).
* `passer_pays` s needs a played, made contract with a role "whist" and a role "pass": wm*S (S1-105,
  S1-130).
* `short_penalty_split` even and ceil_floor divide what the *pair* lacks (times hm*S) between both
  whisters, whoever fell short, ceil to the first (as two engines were seen to do); where `liable_89` is
  last and the duty is one trick, the second bears all of it.
* `duty_counts` own concerns the lone whister: only his own tricks count against the whole duty.
* The dealer who whists (G-FSPR) writes the trick whists of both hands, made or failed, gentleman's or
  not; he is never liable; on a failed contract he has the consolation of a defender.
* `misere_whists` as_ten: a failed misère writes a failed ten's consolation, wm*S(10) per trick taken, to
  each defender (and to the resting dealer where he gets consolation).
* `discard_counts` adds to the declarer's tricks only (S1-71); "everywhere" means in misère too.
* Paid talon: not on misère, all-pass, surrender or a game without the talon; also when both passed.
  dealer_all with three at the table: the dealer (index 2) writes all of it, unless he is the declarer.
* All-pass amnesty: the least number of tricks among the three active hands, taken off these three only.
  The zero-trick reward is for active hands only (G-FSPR).
* whists5: 5 whists a trick, always (CODEX 3.7.2.2); among the active hands only; if all three tie nobody
  writes.
* `gora_mode` (optional, default gora): whists5_per_point turns every gora point into 5 whists of each
  other active hand; whists5_per_undertrick does it with the undertricks of a failed contract only (K-08,
  K-09).
* With two at the table (rules 5B) lists have three places, the dummy's staying empty; its tricks count for the
  whister, it is paid nothing.  An all-pass that is dealt anew writes nothing and leaves the run as it is.
* `consolation_passer` false: who said pass has no consolation, who whisted and the resting dealer have (KZPN2).
* `individual_quota`: each of two whisters against his own number, whatever the pair has; a lone whister owes the
  duty (KZPN2: personal quotas are of over-greedy whist, which two play).
* next_run: with any_played every deal with a declarer ends the run, whatever exit_by_misere and
  exit_by_fail say; with the other values these two are the exceptions (a failed misère needs both).  Both
  passed: ends it if both_pass_resets, but never with whisted_made_game.  For that value somebody must have
  whisted or taken his own, or a ten was checked; a half-whist is a contract that nobody opposed.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from .cards import (
    ACTIVE,
    DEALER_OF_FOUR,
    Amount,
    Params,
    by_level,
    ceil_of,
    concede_count,
    floor_of,
    required_level,
    suit_of,
    tidy,
)
from .defence import checked_ten, defenders

Whists = dict[tuple[int, int], Amount]


class Entries:
    """Pool, dump and whists of one deal, being written."""

    def __init__(self, players: int) -> None:
        self.players = max(players, ACTIVE)
        self.pool: list[Amount] = [0] * self.players
        self.dump: list[Amount] = [0] * self.players
        self.whists: Whists = {}

    def write(self, writer: int, on: int, amount: Amount) -> None:
        self.whists[(writer, on)] = self.whists.get((writer, on), 0) + amount

    def result(self) -> dict[str, Any]:
        return {
            "pool": [tidy(amount) for amount in self.pool],
            "dump": [tidy(amount) for amount in self.dump],
            "whists": {pair: tidy(amount) for pair, amount in self.whists.items() if amount != 0},
        }


def value_of(p: Params, level: int | str) -> Amount:
    amount: Amount = by_level(p["s"], level)
    return amount


def unit_before_wm(p: Params, level: int) -> Amount:
    """One trick in whists before the multiplier (S1-106: 1 a trick; AMB-S1-06: S a trick)."""
    return 1 if p["trick_whist"] == "one" else value_of(p, level)


def duty_of(p: Params, contract: str) -> int:
    if checked_ten(p, contract):
        return 0  # G-LL1R1K, C-03
    duty: int = by_level(p["duty"], required_level(contract))  # CODEX 3.8.2
    return duty


def roles_of(p: Params, deal: dict[str, Any]) -> dict[int, str]:
    if checked_ten(p, deal["contract"]):
        first, second = defenders(deal["declarer"])
        return {first: "whist", second: "whist"}
    return dict(deal["roles"])


def declarer_tricks(p: Params, deal: dict[str, Any]) -> int:
    tricks: int = deal["tricks"][deal["declarer"]]
    if deal["contract"] != "misere" or p["discard_counts_in"] == "everywhere":
        tricks += int(p["discard_counts"])  # S1-71
    return tricks


def is_played(deal: dict[str, Any]) -> bool:
    return bool(deal.get("played", True))


def is_made(p: Params, deal: dict[str, Any]) -> bool:
    contract = deal["contract"]
    if concede_count(contract) is not None:
        return False
    if contract == "misere":
        return declarer_tricks(p, deal) == 0  # S1-109
    if not is_played(deal):
        return True  # both passed S1-75, half, own
    return declarer_tricks(p, deal) >= required_level(contract)


def score(p: Params, deal: dict[str, Any]) -> dict[str, Any]:
    """Score of one deal: {"pool", "dump", "whists": {(i, j): written by i on j}}."""
    entries = Entries(int(deal["players"]))
    contract = deal["contract"]
    conceded = concede_count(contract)
    if contract == "all-pass" and p.get("all_pass_outcome") == "redeal":
        return entries.result()
    if contract == "all-pass":
        score_all_pass(p, deal, entries)
    elif contract == "misere":
        score_misere(p, deal, entries)
    elif conceded is not None:
        # Gora for so many undertricks where the auction stopped, no whists (G-LL1R1K 4.5, WE-89).
        level = required_level(deal["bid"])
        entries.dump[deal["declarer"]] += p["gm"] * value_of(p, level) * conceded
    else:
        if is_played(deal):
            score_played(p, deal, entries)
        else:
            score_unplayed(p, deal, entries)
        score_paid_talon(p, deal, entries)
    turn_gora_into_whists(p, deal, entries)
    return entries.result()


def score_misere(p: Params, deal: dict[str, Any], entries: Entries) -> None:
    declarer = deal["declarer"]
    tricks = declarer_tricks(p, deal)
    if tricks == 0:
        entries.pool[declarer] += value_of(p, "misere")  # S1-110
        return
    entries.dump[declarer] += p["misere_gora"] * tricks  # S1-111, a final amount
    if p["misere_whists"] == "as_ten":
        for writer in consoled(p, deal):
            entries.write(writer, declarer, p["wm"] * value_of(p, 10) * tricks)


def consoled(p: Params, deal: dict[str, Any]) -> list[int]:
    """Consolation on a failed contract: to the passer too (S1-108), to the dealer (CODEX 3.8.1.2)."""
    found = list(defenders(deal["declarer"]))
    if deal["players"] == 2:
        found = [2 - deal["declarer"]]
    if not p.get("consolation_passer", True):
        found = [player for player in found if (deal.get("roles") or {}).get(player) != "pass"]
    if deal["players"] == 4:
        dealer_whists = (deal.get("roles") or {}).get(DEALER_OF_FOUR) == "whist"
        if p["consolation_dealer"] or dealer_whists:
            found.append(DEALER_OF_FOUR)
    return found


def score_unplayed(p: Params, deal: dict[str, Any], entries: Entries) -> None:
    """Both passed, half-whist or own whist: the contract counts as made."""
    declarer = deal["declarer"]
    level = required_level(deal["contract"])
    entries.pool[declarer] += value_of(p, level)  # S1-76; no whists when both passed: S1-77
    for player, role in roles_of(p, deal).items():
        if role in ("half", "own"):  # WE-39, WE-40; OPER7
            tricks = duty_of(p, deal["contract"]) // 2
            entries.write(player, declarer, p["wm"] * unit_before_wm(p, level) * tricks)


def score_played(p: Params, deal: dict[str, Any], entries: Entries) -> None:
    declarer = deal["declarer"]
    level = required_level(deal["contract"])
    price = value_of(p, level)
    tricks = declarer_tricks(p, deal)
    if tricks >= level:
        entries.pool[declarer] += price  # S1-104, overtricks bring nothing: TS-34
        write_trick_whists(p, deal, entries, failed=False)
        write_passer_pays(p, deal, entries)
        write_shortfall(p, deal, entries)
        return
    under = level - tricks
    entries.dump[declarer] += p["gm"] * price * under  # S1-107
    if p["consolation"] != "none":
        for writer in consoled(p, deal):
            amount = 10 * under if p["consolation"] == "flat_10" else p["wm"] * price * under
            entries.write(writer, declarer, amount)
    if p["failed_trick_whists"] == "as_made":  # AMB-S1-09
        write_trick_whists(p, deal, entries, failed=True)


def write_trick_whists(p: Params, deal: dict[str, Any], entries: Entries, failed: bool) -> None:
    declarer = deal["declarer"]
    level = required_level(deal["contract"])
    roles = roles_of(p, deal)
    first, second = defenders(declarer)
    taken = deal["tricks"]
    together = taken[first] + taken[second]
    base = unit_before_wm(p, level)
    unit = p["wm"] * base
    whisters = [player for player in roles if roles[player] == "whist"]
    if len(whisters) == 2:
        for whister in whisters:
            if p["both_whist_share"] == "own":
                amount = unit * taken[whister]
            elif p["share_rounding"] == "before_multiplier":  # S1-81, K-10
                amount = p["wm"] * ceil_of(Fraction(together * base) / 2)
            else:
                amount = ceil_of(Fraction(together * unit) / 2)
            entries.write(whister, declarer, amount)
    elif len(whisters) == 1:
        whister = whisters[0]
        split = p["lone_whist"] == "gentleman" and (failed or p["gentleman_when"] == "always")
        if split and whister != DEALER_OF_FOUR:  # G-LL1R1K 9.4, ALIKAS, WE-44; C-05
            for player in (first, second):
                entries.write(player, declarer, Fraction(unit * together) / 2)
        else:
            entries.write(whister, declarer, unit * together)  # S1-78, LESNOI mark 3


def write_passer_pays(p: Params, deal: dict[str, Any], entries: Entries) -> None:
    """The declarer writes S on the passer, in the mixed case only (S1-105, AMB-S1-07)."""
    roles = roles_of(p, deal)
    if p["passer_pays"] != "s" or "whist" not in roles.values():
        return
    declarer = deal["declarer"]
    for player in defenders(declarer):
        if roles.get(player) == "pass":
            entries.write(declarer, player, p["wm"] * value_of(p, required_level(deal["contract"])))


def write_shortfall(p: Params, deal: dict[str, Any], entries: Entries) -> None:
    """What whisters lack on a made contract goes to their gora."""
    declarer = deal["declarer"]
    roles = roles_of(p, deal)
    first, second = defenders(declarer)
    taken = deal["tricks"]
    duty = duty_of(p, deal["contract"])
    price = p["hm"] * value_of(p, required_level(deal["contract"]))
    whisters = [player for player in (first, second) if roles.get(player) == "whist"]
    if len(whisters) == 1:  # the dealer who whists is not liable: G-FSPR, WE-94
        whister = whisters[0]
        has = taken[whister] if p["duty_counts"] == "own" else taken[first] + taken[second]
        entries.dump[whister] += max(0, duty - has) * price
        return
    if len(whisters) < 2 or duty == 0:
        return
    quota = dict(p.get("individual_quota") or {}).get(required_level(deal["contract"]))
    if quota:
        for whister in whisters:
            entries.dump[whister] += max(0, quota - taken[whister]) * price
        return
    pair_short = max(0, duty - taken[first] - taken[second])
    single_duty = duty == 1  # levels 8, 9, 10
    if p["short_penalty_split"] != "own":
        total = Fraction(pair_short * price)
        if single_duty and p["liable_89"] == "last":
            entries.dump[second] += total
        elif p["short_penalty_split"] == "even":
            entries.dump[first] += total / 2
            entries.dump[second] += total / 2
        else:
            entries.dump[first] += ceil_of(total / 2)
            entries.dump[second] += floor_of(total / 2)
        return
    if p["pair_test"] and pair_short == 0:  # PARLETT, C-04
        return
    if single_duty:
        liable = [second] if p["liable_89"] == "last" else [first, second]  # C-02
        for whister in liable:
            if taken[whister] == 0:
                entries.dump[whister] += price
        return
    for whister in (first, second):  # own shortage against half of the duty: six 2, seven 1 (TS-34, S1-36)
        entries.dump[whister] += max(0, duty // 2 - taken[whister]) * price


def fast_tricks(talon: list[str]) -> int:
    """Units of the paid talon (G-FSPR 6.4, WE-43)."""
    aces = [card for card in talon if card[1] == "A"]
    if len(aces) == 2:
        return 3
    one_suit = suit_of(talon[0]) == suit_of(talon[1])
    ranks = sorted(card[1] for card in talon)
    if one_suit and ranks == ["A", "K"]:
        return 2
    if one_suit and ranks == ["K", "Q"]:
        return 1
    return len(aces)


def score_paid_talon(p: Params, deal: dict[str, Any], entries: Entries) -> None:
    talon = deal.get("talon") or []
    if p["paid_talon"] == "none" or deal.get("hand") or len(talon) != 2:
        return
    declarer = deal["declarer"]
    amount = p["wm"] * unit_before_wm(p, required_level(deal["contract"])) * fast_tricks(talon)
    if p["paid_talon"] == "dealer_all":
        dealer = deal["players"] - 1  # the last in the playing order, resting or not
        if dealer != declarer:
            entries.write(dealer, declarer, amount)
    else:
        for player in defenders(declarer):
            entries.write(player, declarer, Fraction(amount) / 2)


def score_all_pass(p: Params, deal: dict[str, Any], entries: Entries) -> None:
    prices = list(p["all_pass_price"])
    price = prices[min(int(deal["all_pass_run"]), len(prices) - 1)]
    taken = deal["tricks"]
    least = min(taken[:ACTIVE])
    if p["all_pass_to"] == "whists5":  # CODEX 3.7.2.2, WE-73
        fewest = [player for player in range(ACTIVE) if taken[player] == least]
        for writer in fewest:
            for other in range(ACTIVE):
                if other not in fewest:
                    amount: Amount = 5 * taken[other]
                    if len(fewest) > 1 and p["all_pass_tie"] == "half":  # C-09
                        amount = Fraction(amount) / 2
                    entries.write(writer, other, amount)
    else:
        for player in range(entries.players):  # S1-113; with four the dealer's talon tricks too
            counted = taken[player]
            if p["all_pass_amnesty"] and player < ACTIVE:
                counted -= least
            entries.dump[player] += counted * price
    for player in range(ACTIVE):
        if taken[player] == 0:
            write_zero_tricks(p, entries, player, price)


def write_zero_tricks(p: Params, entries: Entries, player: int, price: Amount) -> None:
    """Reward for no trick in the all-pass (C-07)."""
    if p["all_pass_zero"] == "pool1":  # S1-112
        entries.pool[player] += 1
    elif p["all_pass_zero"] == "pool_price":  # LESNOI mark 6
        entries.pool[player] += price
    elif p["all_pass_zero"] == "gora_1_price":
        entries.dump[player] -= price
    elif p["all_pass_zero"] == "gora_2_prices":  # G-FSPR, WE-72
        entries.dump[player] -= 2 * price


def turn_gora_into_whists(p: Params, deal: dict[str, Any], entries: Entries) -> None:
    mode = p.get("gora_mode", "gora")
    if mode == "gora":
        return
    if mode == "whists5_per_point":  # AMB-S1-13 (c)
        for player in range(ACTIVE):
            for other in range(ACTIVE):
                if other != player:
                    entries.write(other, player, 5 * entries.dump[player])
            entries.dump[player] = 0
        return
    contract = deal["contract"]  # whists5_per_undertrick: AMB-S1-13 (b)
    if contract in ("all-pass", "misere") or is_made(p, deal):
        return
    under = concede_count(contract)
    if under is None:
        under = required_level(contract) - declarer_tricks(p, deal)
    declarer = deal["declarer"]
    entries.dump[declarer] = 0
    for other in defenders(declarer):
        entries.write(other, declarer, 5 * under)


def next_run(p: Params, deal: dict[str, Any], run: int) -> int:
    """Consecutive all-pass rounds after this deal (WE-77)."""
    contract = deal["contract"]
    if contract == "all-pass" and p.get("all_pass_outcome") == "redeal":
        return run
    if contract == "all-pass":
        return run + 1
    roles = roles_of(p, deal) if concede_count(contract) is None and contract != "misere" else {}
    both_passed = not is_played(deal) and all(role == "pass" for role in roles.values())
    both_passed = both_passed and concede_count(contract) is None
    if both_passed:  # C-22
        resets = p["both_pass_resets"] and p["exit_by"] != "whisted_made_game"
        return 0 if resets else run
    if p["exit_by"] == "any_played":
        return 0
    if contract == "misere" and not p["exit_by_misere"]:
        return run
    if not is_made(p, deal):
        return 0 if p["exit_by_fail"] else run
    if p["exit_by"] == "whisted_made_game" and contract != "misere" and not {"whist", "own"} & set(roles.values()):
        return run
    return 0
