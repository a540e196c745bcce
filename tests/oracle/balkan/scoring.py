"""What one Serbian deal writes: bule, supe, refe.

A deal is a dict: contract; and but for "all-pass" declarer, roles, tricks (by index), kontra (giver, level)
or None.  Optional: hand (or "-hand" in the contract), manner, bule (standing), refe (held, by index),
refe_entered, winners (player of each trick in order), culprit, players (3; with four the last index is the
dealer, who has no cards and gets his refe like the others).

Readings taken where the sources are silent (W = weak):

* Whoever falls is looked for only when the contract is made (decided for `each_two`; taken for all).
* A betl that is made makes nobody fall but a kontra-giver (WE-B11).  Failed: 60, igra-betl 70, times the
  factors, to each follower; under kontra to the giver alone, once (W: he might write both).  "formula":
  for a failed betl tricks times the unit, as in other games; "none": nothing (K-24 by the letter).
* `kontra_credit` split: each follower writes his own tricks, and both fall (W, not used).
* Who passes without play (nobody follows, or pik as made) has played a game: his refe doubles it and is
  crossed off (WE-B19 for pik; W for the other).
* The maximum of refe is the number entered in all (AMB-S2-15): "refe_entered" of the deal; without it the
  most that anybody holds (W).  A None maximum is no limit, 0 or "none" no refe at all.
* When the refe is written for an un-kontred pik nothing else is, and no held refe is crossed off.
* `supe_cap`: followers' tricks beyond the cap, all together, are not written.  By "winners" it is the
  latest that are left out; without them the second follower's go first (W).  Under kontra or after a call
  the one who writes has at most the cap.
* `last_deal_cut` made_only: a write-off is at most what remains, the standing sum of bule before the deal,
  where that is known.  `fines_before_cut`: the falls of the same deal count as standing already (W).
  to_remainder: what is written onto the declarer is cut to the standing sum too.
* `double_fail_last`: a lost game worth more than the standing sum counts double for the declarer's bule
  only (IKLUB's example).
* `obvious_error`: if another follower (not the culprit) falls, his fall is removed and the culprit falls
  instead; once, also where he falls by himself (W).
* Where `bula_unit` is left open (Croatian) nothing is scored, an all-pass neither.
* Preferans: the same duties as in a suit game.
"""

from __future__ import annotations

from typing import Any

from ..undefined import value_of
from .defence import manner_of
from .words import PLAYERS, Params, base_contract, followers_of, is_hand_contract


def is_hand(deal: dict[str, Any]) -> bool:
    return bool(deal.get("hand", False)) or is_hand_contract(deal["contract"])


def game_number(p: Params, deal: dict[str, Any]) -> int:
    """G: S2-16 to S2-21, in hand one more (S2-42, S2-79)."""
    value: int = p["game_value"][base_contract(deal["contract"])]
    return value + 1 if is_hand(deal) else value


def unit(name: str, number: int) -> int:
    return {"none": 0, "G": number, "2G": 2 * number}[name]


def refe_of(deal: dict[str, Any]) -> list[int]:
    return list(deal.get("refe") or [0] * PLAYERS)


def standing_sum(deal: dict[str, Any]) -> int | None:
    bule = deal.get("bule")
    return None if bule is None else sum(bule)


def factor(p: Params, deal: dict[str, Any]) -> int:
    """Kontra times refe: S2-53 to S2-56, S2-63; they multiply (AMB-S2-17)."""
    kontra = deal.get("kontra")
    times: int = 2 ** kontra[1] if kontra else 1
    if refe_of(deal)[deal["declarer"]] > 0:
        times *= 2
    return times


def goal_of(p: Params, contract: str) -> int:
    base = base_contract(contract)
    goal: int = p["goal"][base if base in p["goal"] else "suit"]
    return goal


def is_made(p: Params, deal: dict[str, Any]) -> bool:
    tricks: int = deal["tricks"][deal["declarer"]]
    if base_contract(deal["contract"]) == "betl":
        return tricks == 0  # S2-08
    return tricks >= goal_of(p, deal["contract"])  # S2-06


def may_write_refe(p: Params, deal: dict[str, Any]) -> bool:
    maximum = p["refe"]
    if maximum == "none":
        return False
    entered = deal.get("refe_entered", max(refe_of(deal)))
    if maximum is not None and entered >= maximum:
        return False  # S2-65
    standing = deal.get("bule")
    if p["refe_block"] == "any_below_zero" and standing is not None:
        return all(amount >= 0 for amount in standing)  # S2-66
    return True


class Entries:
    """Bule, supe and refe of one deal, being written."""

    def __init__(self, players: int) -> None:
        self.bule = [0] * players
        self.supe: dict[tuple[int, int], int] = {}
        self.refe = [0] * players

    def result(self) -> dict[str, Any]:
        supe = {pair: amount for pair, amount in self.supe.items() if amount != 0}
        return {"bule": list(self.bule), "supe": supe, "refe": list(self.refe)}


def score(p: Params, deal: dict[str, Any]) -> dict[str, Any]:
    """Score of one deal: {"bule", "supe": {(i, j): written by i on j}, "refe": change}."""
    value_of(p, "bula_unit")
    players = deal.get("players", PLAYERS)
    entries = Entries(players)
    if deal["contract"] == "all-pass":
        if p["all_pass_outcome"] == "refe" and may_write_refe(p, deal):
            entries.refe = [1] * players  # S2-31, S2-61
        return entries.result()
    declarer = deal["declarer"]
    manner = deal.get("manner") or manner_of(p, deal["contract"], is_hand(deal), deal["roles"], deal.get("kontra"))
    bula = unit(p["bula_unit"], game_number(p, deal)) * factor(p, deal)
    if manner == "unkontred":
        missing = p["kontra_missing"]
        if missing in ("refe_else_made", "refe_else_redeal") and may_write_refe(p, deal):
            entries.refe = [1] * players  # S2-59, S2-62
            return entries.result()
        if missing == "refe_else_redeal":
            return entries.result()  # G-GPREDA
        if missing == "failed":
            entries.bule[declarer] += failed_amount(p, deal, bula)
        else:
            entries.bule[declarer] -= made_amount(p, deal, bula)  # S2-60, WE-B19
    elif manner == "passed-out":
        entries.bule[declarer] -= made_amount(p, deal, bula)  # WE-B21, AMB-S2-18
    else:
        if is_made(p, deal):
            fine = unit(p["duty_fine"], game_number(p, deal)) * factor(p, deal)
            falling = who_falls(p, deal)
            entries.bule[declarer] -= made_amount(p, deal, bula, fine * len(falling))  # S2-77
            for follower in falling:
                entries.bule[follower] += fine  # S2-78
        else:
            entries.bule[declarer] += failed_amount(p, deal, bula)  # S2-78
        write_supe(p, deal, entries)
    if refe_of(deal)[declarer] > 0:
        entries.refe[declarer] -= 1  # S2-64, K-25
    return entries.result()


def made_amount(p: Params, deal: dict[str, Any], bula: int, fines: int = 0) -> int:
    left = standing_sum(deal)
    if p["last_deal_cut"] == "none" or left is None:
        return bula
    if p["fines_before_cut"]:
        left += fines
    return min(bula, max(left, 0))  # AMB-S2-09


def failed_amount(p: Params, deal: dict[str, Any], bula: int) -> int:
    left = standing_sum(deal)
    if left is None:
        return bula
    if p["double_fail_last"] and left < bula:  # IKLUB, "duplo padanje"
        return 2 * bula
    if p["last_deal_cut"] == "to_remainder":
        return min(bula, max(left, 0))
    return bula


def in_play(deal: dict[str, Any]) -> list[int]:
    """Followers who have their hand in the play, in the order in which they speak."""
    return [player for player in followers_of(deal["declarer"]) if deal["roles"].get(player, "come") != "stay-out"]


def caller_of(deal: dict[str, Any]) -> int | None:
    for player in in_play(deal):
        if deal["roles"].get(player) == "call-partner":
            return player
    return None


def duty_of(p: Params, deal: dict[str, Any]) -> int:
    """Tricks that a follower owes: a number, or a map by game."""
    duty = p["duty"]
    owed: int = duty.get(base_contract(deal["contract"]), 0) if isinstance(duty, dict) else duty
    return owed


def who_falls(p: Params, deal: dict[str, Any]) -> list[int]:
    """Followers who fall when the contract is made."""
    followers = in_play(deal)
    tricks = deal["tricks"]
    together = sum(tricks[player] for player in followers)
    kontra = deal.get("kontra")
    caller = caller_of(deal)
    falling: list[int] = []
    if kontra:
        # S2-51; the giver alone (AMB-S2-05, WE-B03); a made betl too (WE-B11)
        betl = base_contract(deal["contract"]) == "betl"
        if betl or together < p["kontra_need"]:
            falling = [kontra[0]] if p["kontra_credit"] == "giver" else followers
    elif base_contract(deal["contract"]) == "betl":
        falling = []
    elif caller is not None:
        if together < p["invite_need"]:  # S2-49, WE-B10
            falling = [caller]
    elif len(followers) == 2 and p["duty_two"] == "joint_only":
        if together < 2 * duty_of(p, deal):  # C-14: each with less than two, if the pair lacks four
            falling = [player for player in followers if tricks[player] < duty_of(p, deal)]
    else:  # lone, or each_two (S2-07)
        falling = [player for player in followers if tricks[player] < duty_of(p, deal)]
    culprit = deal.get("culprit")
    if p["obvious_error"] == "culprit_falls" and culprit is not None and falling:  # S2-90
        falling = [culprit]
    return falling


def counted_tricks(p: Params, deal: dict[str, Any], followers: list[int]) -> list[int]:
    """Tricks of each follower, the capped ones left out."""
    tricks = [deal["tricks"][player] for player in followers]
    cap = p["supe_cap"]
    if cap is None or sum(tricks) <= cap:
        return tricks
    winners = deal.get("winners")
    if winners:
        taken = [player for player in winners if player in followers][:cap]
        return [taken.count(player) for player in followers]
    room = cap
    counted = []
    for number in tricks:
        counted.append(min(number, room))
        room -= counted[-1]
    return counted


def write_supe(p: Params, deal: dict[str, Any], entries: Entries) -> None:
    declarer = deal["declarer"]
    followers = in_play(deal)
    kontra = deal.get("kontra")
    writer: int | None = caller_of(deal)
    if kontra:
        writer = kontra[0] if p["kontra_credit"] == "giver" else None
    if base_contract(deal["contract"]) == "betl" and is_made(p, deal):
        return  # rules 8.2: a betl that is made brings no supe
    if base_contract(deal["contract"]) == "betl" and p["betl_fail_supe"] != "formula":
        if p["betl_fail_supe"] == "none":
            return
        amount = (70 if is_hand(deal) else 60) * factor(p, deal)  # WE-B11, AMB-S2-06
        for player in followers if writer is None else [writer]:
            entries.supe[(player, declarer)] = amount
        return
    price = unit(p["supe_unit"], game_number(p, deal)) * factor(p, deal)  # S2-80, S2-81
    counted = counted_tricks(p, deal, followers)
    if writer is not None:  # caller or kontra-giver writes for both hands (WE-B03, WE-B10)
        entries.supe[(writer, declarer)] = sum(counted) * price
        return
    for player, number in zip(followers, counted, strict=True):
        entries.supe[(player, declarer)] = number * price
