"""Payments of one Greek deal.

A deal is a dict: contract; declarer, roles, tricks (by index); bid for a solo; kasa (left before the deal)
where the last deals are cut; aces (the declarer, if he announced four aces); players (3; with four the last
index is the dealer, who has no part in the deal).

"kasa": drawn (+) or deposited (-) by each player; "pay": what each has from the other two, summing to 0.

Readings taken where the sources are silent (W = weak):

* The defenders' tricks and the cases of the table are read as (first, second); a lone defender is one whose
  partner's role is "pass", and only he pays or is paid.
* Together: the table as for two active defenders, then the helper's money goes to the principal; the ace
  money stays with each opponent (W: the move might take it along).
* Aces: each opponent pays, also one who passed, and also where both passed, the contract then counting as
  made (W).  Not in a solo (W: no contract is announced).  Only the declarer can announce them.
* Solo: the price is that of the bid, settled as failed by two; nobody is "together".
* `last_deal_cut`: v is cut to a tenth of the kasa before the deal, rounded down, not below 0; the doubled
  deposit of a failure by two uses that same v.  made_only: not when the contract fails (a solo fails).
* All-pass played: ten for each trick above the smallest number of the three.
"""

from __future__ import annotations

from typing import Any

from .words import PLAYERS, Params, defenders, level_of, trump_of


def price_of(p: Params, deal: dict[str, Any], contract: str, made: bool) -> int:
    """v, the value of a trick (rules 6, Value), cut in the last deals (rules 6, Last deals)."""
    suit = trump_of(contract) or "NT"
    value: int = p["value"][level_of(contract)][suit]
    kasa = deal.get("kasa")
    if kasa is None or p["last_deal_cut"] == "none":
        return value
    if p["last_deal_cut"] == "made_only" and not made:
        return value
    tenth: int = max(0, kasa // 10)
    return min(value, tenth)


class Entries:
    """Kasa and payments of one deal, being written."""

    def __init__(self, players: int) -> None:
        self.kasa = [0] * players
        self.pay = [0] * players

    def give(self, giver: int, taker: int, amount: int) -> None:
        self.pay[giver] -= amount
        self.pay[taker] += amount

    def result(self) -> dict[str, Any]:
        return {"kasa": list(self.kasa), "pay": list(self.pay)}


def score(p: Params, deal: dict[str, Any]) -> dict[str, Any]:
    """Score of one deal: {"kasa", "pay"}."""
    entries = Entries(deal.get("players", PLAYERS))
    contract = deal["contract"]
    if contract == "all-pass":
        if p["all_pass_outcome"] == "play_no_trump":
            tricks = deal["tricks"][:PLAYERS]
            for player in range(PLAYERS):
                entries.kasa[player] = -10 * (tricks[player] - min(tricks))  # rules 6, auction 7
        return entries.result()
    declarer = deal["declarer"]
    first, second = defenders(declarer)
    if contract == "solo":
        bid = deal["bid"]
        fixed = p["solo_tricks"][level_of(bid)]
        v = price_of(p, deal, bid, made=False)
        fail(entries, declarer, [first, second], [fixed[1], fixed[2]], 2, v)
        return entries.result()
    level = level_of(contract)
    roles = deal["roles"]
    active = [player for player in (first, second) if roles[player] != "pass"]
    taken = [deal["tricks"][player] for player in active]
    own = deal["tricks"][declarer]
    made = not active or own >= level
    v = price_of(p, deal, contract, made)
    if not active:
        entries.kasa[declarer] += 10 * v  # both pass
    elif own < level:
        fail(entries, declarer, active, taken, 1 if level - own == 1 else 2, v)
    elif len(active) == 2:
        double = 2 if p["solo_pays_partner"] == "double" else 1
        both_in(entries, level, own, declarer, (first, second), (taken[0], taken[1]), v, double)
    else:
        lone(entries, level, declarer, active[0], taken[0], v)
    move_to_principal(entries, roles, first, second)
    if not made and level - own >= 2 and p["solo_pays_aces"] == "double":
        times = 2
    else:
        times = 1
    pay_aces(p, deal, entries, level, made, times)
    return entries.result()


def draw(entries: Entries, declarer: int, active: list[int], taken: list[int], v: int) -> None:
    """Made, and the defence met its duty: draws 10 v, pays v a trick."""
    entries.kasa[declarer] += 10 * v
    for player, tricks in zip(active, taken, strict=True):
        entries.give(declarer, player, v * tricks)


def fail(entries: Entries, declarer: int, active: list[int], taken: list[int], times: int, v: int) -> None:
    """Failed by one: deposits 10 v and pays v a trick; by two or more everything twice."""
    entries.kasa[declarer] -= 10 * v * times
    for player, tricks in zip(active, taken, strict=True):
        entries.give(declarer, player, v * tricks * times)


def lone(entries: Entries, level: int, declarer: int, defender: int, tricks: int, v: int) -> None:
    if level in (6, 7) and tricks == 0:
        entries.give(defender, declarer, 20 * v)
    elif level in (6, 7) and tricks == 1:
        entries.give(defender, declarer, 9 * v)
    elif level in (8, 9) and tricks == 0:
        entries.give(defender, declarer, 10 * v)
    else:
        draw(entries, declarer, [defender], [tricks], v)


def both_in(
    entries: Entries,
    level: int,
    own: int,
    declarer: int,
    pair: tuple[int, int],
    taken: tuple[int, int],
    v: int,
    double: int,
) -> None:
    """A made contract against two; the rows of the table in rules 6, Payment.

    `double` is what a defender who is two short pays his partner a trick: 2 as in the table, or 1.
    """
    first, second = pair
    t1, t2 = taken
    if own == level or level == 10:
        draw(entries, declarer, [first, second], [t1, t2], v)
    elif level == 6 and own == 7:
        offender, partner = (first, second) if t1 < t2 else (second, first)
        partner_tricks = max(t1, t2)
        entries.give(offender, declarer, 7 * v)
        entries.give(offender, partner, v * partner_tricks)
    elif level == 6 and own == 8:
        if t1 == 1:
            entries.give(first, declarer, 8 * v)
            entries.give(second, declarer, 8 * v)
        else:
            zero, partner = (first, second) if t1 == 0 else (second, first)
            entries.give(zero, declarer, 16 * v)
            entries.give(zero, partner, 2 * v * double)
    elif level == 6 and own == 9:
        zero, other = (first, second) if t1 == 0 else (second, first)
        entries.give(zero, declarer, 18 * v)
        entries.give(other, declarer, 9 * v)
    elif level == 6:
        entries.give(first, declarer, 20 * v)
        entries.give(second, declarer, 20 * v)
    elif level == 7 and own == 8:
        if (t1, t2) == (0, 2):
            entries.give(first, declarer, 8 * v)
            entries.give(first, second, 2 * v)
        elif (t1, t2) == (1, 1):
            entries.give(first, declarer, 8 * v)
            entries.give(first, second, v)
        else:
            entries.give(second, declarer, 8 * v)
            entries.give(second, first, 2 * v)
    elif level == 7 and own == 9:
        if t1 == 0:
            entries.give(first, declarer, 18 * v)
            entries.give(first, second, v * double)
        else:
            entries.give(first, declarer, 9 * v)
            entries.give(second, declarer, 9 * v)
    elif level == 7:
        entries.give(first, declarer, 20 * v)
        entries.give(second, declarer, 10 * v)
    elif level == 8 and own == 9:
        zero, partner = (first, second) if t1 == 0 else (second, first)
        entries.give(zero, declarer, 9 * v)
        entries.give(zero, partner, v)
    elif level == 8:
        entries.give(first, declarer, 10 * v)
        entries.give(second, declarer, 10 * v)
    else:  # nine, all ten made
        entries.give(first, declarer, 10 * v)


def move_to_principal(entries: Entries, roles: dict[int, str], first: int, second: int) -> None:
    """G-PANOS fixMazi: the helper's money, plus or minus, goes to who said together."""
    for principal, helper in ((first, second), (second, first)):
        if roles[principal] == "together":
            entries.pay[principal] += entries.pay[helper]
            entries.pay[helper] = 0


def pay_aces(p: Params, deal: dict[str, Any], entries: Entries, level: int, made: bool, times: int) -> None:
    """Four aces: each opponent pays him, or he each of them; single even when doubled (rules 6)."""
    holder = deal.get("aces")
    if holder is None or p["ace_bonus"] is None:
        return
    if holder != deal["declarer"]:
        raise ValueError("only the declarer announces four aces")
    amount = p["ace_bonus"][level]
    for player in defenders(holder):
        entries.give(player, holder, amount if made else -amount * times)
