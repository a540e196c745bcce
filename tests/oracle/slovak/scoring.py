"""What one Slovak deal writes: heads ("bule"), sides ("supe"), refe.

A deal is a dict: contract; but for "all-pass" and "thrown-in" declarer and tricks (by index).  Optional: winners (who
took each trick, in order; durch by six_consecutive needs it), bule (standing heads), refe (held, by index),
refe_entered (how often one was entered), players (3; with four the last index is the dealer, who has no cards).

Readings taken where the sources are silent (W = weak):

* The scoring chapter of the text is missing (S0-46): without `fill_in` nothing is scored.
* The duty is looked at when the game is made; not in betl and preferans (`duty` does not name them).  If nobody has
  it, both are fined (AMB-S0-05).
* Every trick of a defender counts in his sides, whether the game is made or not (S0-38, S0-110), but in betl nothing
  (assumed).
* A held refe doubles all amounts of its owner's next game, the fine and the sides too, and is crossed off whatever
  comes of it (S0-102, S0-104; W: "doubles the value of a game").
* A refe is entered when cards are thrown in (AMB-S0-02), and where all pass if the opener may: no game was bid either
  way (S0-99; W).  `refe` is how many may be entered in all.  If everybody's heads bar his own, none is entered.
* `last_deal_cut` made_only: what is written off is at most what is left of all heads, the fines of the same deal
  counted (W), where the standing heads are known.  to_remainder: what is written on is cut too, to the heads before.
* six_consecutive: six tricks in a row anywhere in the play (S0-122).
"""

from __future__ import annotations

from typing import Any

from ..undefined import Undefined
from .words import PLAYERS, Params, base_contract, defenders_of, is_hand_contract

UNIT = {"none": 0, "G": 1, "2G": 2}


def score(p: Params, deal: dict[str, Any]) -> dict[str, Any]:
    """{"bule": change, "supe": {(i, j): written by i on j}, "refe": change}.  Raises Undefined without `fill_in`."""
    if not p["fill_in"]:
        raise Undefined("score")
    players = deal.get("players", PLAYERS)
    bule = [0] * players
    supe: dict[tuple[int, int], int] = {}
    if deal["contract"] in ("all-pass", "thrown-in"):
        return {"bule": bule, "supe": supe, "refe": refe_entered(p, deal, players)}  # S0-100
    declarer = deal["declarer"]
    refe = [0] * players
    worth = game_worth(p, deal)
    if held_refe(p, deal):
        worth *= 2  # S0-102
        refe[declarer] = -1  # S0-104
    heads = UNIT[p["bula_unit"]] * worth
    if is_made(p, deal):
        fine = UNIT[p["duty_fine"]] * worth
        short = who_is_short(p, deal)
        for defender in short:
            bule[defender] += fine  # S0-35
        bule[declarer] -= written_off(p, deal, heads, fine * len(short))  # S0-43
    else:
        bule[declarer] += written_on(p, deal, heads)  # S0-44
    if base_contract(deal["contract"]) != "betl":
        for defender in defenders_of(declarer):
            amount = deal["tricks"][defender] * UNIT[p["supe_unit"]] * worth  # S0-38, S0-110
            if amount:
                supe[(defender, declarer)] = amount
    return {"bule": bule, "supe": supe, "refe": refe}


def refe_entered(p: Params, deal: dict[str, Any], players: int) -> list[int]:
    """One for each player whose heads allow it (S0-103), while the agreed number is not reached (S0-105)."""
    if p["refe"] is None or deal.get("refe_entered", 0) >= p["refe"]:
        return [0] * players
    standing = deal.get("bule") or [0] * players
    if p["refe_block"] == "any_below_zero" and min(standing) < 0:
        return [0] * players
    if p["refe_block"] == "own_below_zero":
        return [0 if heads < 0 else 1 for heads in standing]
    return [1] * players


def held_refe(p: Params, deal: dict[str, Any]) -> bool:
    held = deal.get("refe") or [0] * PLAYERS
    return bool(held[deal["declarer"]] > 0)


def game_worth(p: Params, deal: dict[str, Any]) -> int:
    """The game's number, from hand one more (S0-95, S0-115)."""
    worth: int = p["game_value"][base_contract(deal["contract"])]
    return worth + 1 if is_hand_contract(deal["contract"]) else worth


def is_made(p: Params, deal: dict[str, Any]) -> bool:
    game = base_contract(deal["contract"])
    taken: int = deal["tricks"][deal["declarer"]]
    goal: int = p["goal"][game]
    if goal == 0:
        return taken == 0  # S0-118
    if game == "durch" and p["durch_goal"] == "six_consecutive":
        return longest_run(deal["winners"], deal["declarer"]) >= goal  # S0-122
    return taken >= goal  # S0-33, S0-121, S0-125


def longest_run(winners: list[int], player: int) -> int:
    longest = run = 0
    for winner in winners:
        run = run + 1 if winner == player else 0
        longest = max(longest, run)
    return longest


def who_is_short(p: Params, deal: dict[str, Any]) -> list[int]:
    """The defenders who are fined under a made game: both, or nobody (S0-34, S0-35)."""
    duty = p["duty"].get(base_contract(deal["contract"]), 0)
    defenders = defenders_of(deal["declarer"])
    if max(deal["tricks"][defender] for defender in defenders) >= duty:
        return []
    return list(defenders)


def written_off(p: Params, deal: dict[str, Any], heads: int, fines: int) -> int:
    if p["last_deal_cut"] == "none" or deal.get("bule") is None:
        return heads
    standing: list[int] = deal["bule"]
    return min(heads, max(sum(standing) + fines, 0))


def written_on(p: Params, deal: dict[str, Any], heads: int) -> int:
    if p["last_deal_cut"] != "to_remainder" or deal.get("bule") is None:
        return heads
    standing: list[int] = deal["bule"]
    return min(heads, max(sum(standing), 0))
