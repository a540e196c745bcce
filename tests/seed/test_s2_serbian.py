"""The Serbian online text (S2), statement by statement.

Seats go anticlockwise: dealer W, then S (forehand, declarer), E, W.  A record has the words of the notation; that a
player says "dolazim" or "može" for them (S2-46, S2-57) is what the lenient reading understands (N-3.2).
"""

from __future__ import annotations

import pytest

from preferans_pbn.cards import FULL_PACK, mask_of
from preferans_pbn.generate import generate
from preferans_pbn.rules.outcome import Outcome
from preferans_pbn.variants import load_variant
from tests.seed.drive import (
    Check,
    Row,
    answers,
    bule,
    bule_ends,
    changed,
    command,
    complete,
    counts,
    each,
    finds,
    ladder_of_ranks,
    law,
    leads,
    lenient,
    may_play,
    names,
    plays_out,
    record,
    rows_for,
    says,
    settles,
    trick_to,
    unfinished,
    value,
    won,
)

AUCTION = """[Auction "S"]
2 3 pass
hold pass
[Declarer "S"]
"""
DEAL = """[Event "server"]
[Board "{board}"]
[Variant "serbian"]
[Bule "60"]
[Dealer "{dealer}"]
[Deal "S:SQ98.CK.DA.HKJT98 E:SAKJT.CT9.D98.HAQ W:S7.CAQJ87.DKQJ7"]
[Talon "H7 DT"]
"""
GAME = """[Discard "S9 S8"]
[Contract "H"]
[Defence "E"]
come come
"""
PLAY = """[Play "S"]
HK HQ DQ
DA D9 D7
HT HA DJ
SA S7 SQ
C9 C7 CK
H8 SJ CQ
H9 D8 CA
H7 CT C8
HJ SK CJ
DT ST DK
"""
SCORE = """[Tricks "S:7 W:1 E:2"]
[ScoreTable "Seat;Bule;Supe;Refe"]
S -8 - 0
W 8 S:8 0
E 0 S:16 0
"""
"""Herc 4: 8 bule and 8 supe a trick; W has one trick and owed two."""


def opened(_: str) -> str:
    """The deal and the auction, which S wins at 3."""
    return DEAL.format(board=1, dealer="W") + AUCTION


def game(variant: str) -> str:
    """S plays herc; both follow."""
    return opened(variant) + GAME


def played(variant: str) -> str:
    """The whole deal."""
    return game(variant) + PLAY + SCORE


def igra(variant: str) -> str:
    """S plays herc without the talon."""
    return changed(game(variant), ("2 3 pass\nhold pass", "hand pass pass"), ('"S9 S8"', '"-"'), ('"H"', '"H-hand"'))


def pik(variant: str) -> str:
    """S plays pik, and nobody gives kontra."""
    return changed(game(variant), ("2 3 pass\nhold pass", "2 pass pass"), ('"S9 S8"', '"CK DA"'), ('"H"', '"S"'))


def all_pass(_: str) -> str:
    """Nobody bids: a refe for each."""
    return DEAL.format(board=1, dealer="W") + (
        '[Auction "S"]\npass pass pass\n[Contract "all-pass"]\n[Outcome "refe"]\n'
        '[ScoreTable "Seat;Bule;Supe;Refe"]\nS 0 - 1\nW 0 - 1\nE 0 - 1\n')


def sans(variant: str) -> str:
    """E plays sans, S leads; W, who bid nothing, gives kontra."""
    return changed(opened(variant), ("hold pass", "pass"), ('[Declarer "S"]', '[Declarer "E"]')) + (
        '[Discard "D9 D8"]\n[Contract "sans"]\n[Defence "W"]\ncome come kontra\n[Play "S"]\nSQ SK S7\n+\n')


def agreed(rule: str) -> tuple[str, str]:
    """An edit that adds a Rules tag."""
    return '[Bule "60"]', f'[Bule "60"]\n[Rules "{rule}"]'


# --- checks of one statement only ---------------------------------------------------------------------------------
def evening(dealers: str, rules: tuple[str, ...] = ()) -> str:
    """Deals that all pass, by these dealers."""
    text = []
    for i, dealer in enumerate(dealers):
        first = "SEW"["WSE".index(dealer)]
        agreed_on = f'[Rules "{rules[i]}"]\n' if rules else ""
        text.append(f'[Event "evening"]\n[Board "{i + 1}"]\n[Variant "serbian"]\n{agreed_on}[Dealer "{dealer}"]\n'
                    f'[Auction "{first}"]\npass pass pass\n')
    return "\n".join(text)


def four_seats(_: str) -> None:
    deal = DEAL.format(board=1, dealer="W").replace(" W:S7", " N:S7")
    finds(deal, "wrong-hands")


def shuffled_anew(variant: str) -> None:
    """Random deals are whole packs, and none tells the next."""
    deals = []
    for deal in generate(load_variant(variant), 11, 60):
        assert deal.deal is not None and deal.talon is not None
        hands = [hand for hand in deal.deal.values() if hand is not None]
        assert sum(hands) + mask_of(deal.talon) == FULL_PACK
        deals.append(tuple(hands))
    assert len(set(deals)) == 60


def any_first_dealer(_: str) -> None:
    for dealer in "WSE":
        finds(evening(dealer), "")


def prints(text: str, words: str) -> None:
    assert words in text


def two_games_under_refe(variant: str) -> None:
    """The declarer holds two refe: tref is doubled twice, made and failed, and the third game is not."""
    rule = law(variant, {})
    sheet = bule(60, 60, 60, refe=(2, 2, 2))
    found = []
    for tricks in ((6, 2, 2), (5, 3, 2), (6, 2, 2)):
        score = rule.score(Outcome(3, "C", 0, roles={1: "come", 2: "come"}, tricks=tricks, standing=sheet))
        sheet, _over = rule.add_to_sheet(sheet, score, (0, 1, 2), None)
        found.append((score.bule[0], score.refe))
    assert found == [(-20, [-1, 0, 0]), (20, [-1, 0, 0]), (-10, [0, 0, 0])]
    assert sheet.refe == [0, 2, 2]


def dealer_moves_after_a_played_deal(variant: str) -> None:
    again = changed(DEAL.format(board=2, dealer="W"))
    finds(f"{played(variant)}\n{again}", "wrong-dealer")


row = rows_for("serbian")
CALLED = ("come come kontra", "come stay-out call-partner")
"""An edit: without kontra, W calls S, who leads."""
BID_FOUR = ("2 3 pass\npass", "2 3 4\npass 5 pass")
"""An edit: W, who gives kontra, has bid four, herc."""
SUIT_VALUES = {"S": 2, "D": 3, "H": 4, "C": 5}
TREF_MADE = counts("C 6 2 2", [-10, 0, 0], sides={(1, 0): 20, (2, 0): 20}, entered=[0, 0, 0])
PIK_IS_REFE = each(counts("S 6 2 2", [0, 0, 0], sides={}, entered=[1, 1, 1], manner="refe"),
                   record(lambda name: pik(name) + '[Outcome "refe"]\n'))
NINE = record(opened, (".HKJT98", ".HKJT9"), fault="E3")
THREE_IN_TALON = record(opened, ('"H7 DT"', '"H7 DT H8"'), (".HKJT98", ".HKJT9"), fault="talon-size")
REFE_FOR_ALL = each(counts("all-pass", [0, 0, 0], sides={}, entered=[1, 1, 1], manner="refe"), record(all_pass))
IN_HAND = each(*(counts(f"{suit}-hand 6 2 2", [-2 * (worth + 1), 0, 0]) for suit, worth in SUIT_VALUES.items()),
               counts("betl-hand 0 5 5", [-14, 0, 0]), counts("sans-hand 6 2 2", [-16, 0, 0]))


def tref_at(level: int, amount: int) -> Check:
    """Tref made under a kontra that went so far."""
    return counts("C 6 2 2", [-amount, amount, 0], kontra=(1, level))


ROWS: list[Row] = [
    # --- the game in short, the deal
    row("S2-01", four_seats, value("players", [3])),
    row("S2-02", record(opened, ("S:SQ98", "S:SQ96"), fault="bad-card")),
    row("S2-03", *(ladder_of_ranks("sans", suit, "AKQJT987") for suit in "SCDH")),
    row("S2-04", NINE),
    row("S2-05", THREE_IN_TALON, record(opened, ('"H7 DT"', '"H7"'), fault="talon-size")),
    row("S2-06", TREF_MADE, counts("C 5 3 2", [10, 0, 0]), counts("sans 6 2 2", [-14, 0, 0]),
        counts("sans 5 3 2", [14, 0, 0])),
    row("S2-07", counts("C 6 3 1", [-10, 0, 10]), counts("C 6 2 2", [-10, 0, 0]), counts("C 7 1 2", [-10, 10, 0]),
        counts("C 6 3 1", [-10, 0, 0], duty_two="joint_only")),
    row("S2-08", counts("betl 1 5 4", [12, 0, 0]), counts("betl 0 5 5", [-12, 0, 0])),
    row("S2-09", record(opened), shuffled_anew, value("deal_pattern", "any")),
    row("S2-10", shuffled_anew),
    row("S2-11", NINE, THREE_IN_TALON),
    row("S2-12", lambda _: finds(evening("WSEW"), ""), lambda _: finds(evening("WW"), "wrong-dealer"),
        dealer_moves_after_a_played_deal),
    row("S2-13", any_first_dealer, value("first_dealer", "random")),
    row("S2-14", value("cut", "none")),
    # --- bidding and talon
    row("S2-16", counts("S 6 2 2", [-4, 0, 0], sheet=bule(entered=2)), counts("S 6 2 2", [-8, 8, 0], kontra=(1, 1)),
        says("", can="2", cannot="3")),
    row("S2-17", counts("D 6 2 2", [-6, 0, 0])),
    row("S2-18", counts("H 6 2 2", [-8, 0, 0])),
    row("S2-19", TREF_MADE),
    row("S2-20", counts("betl 0 5 5", [-12, 0, 0])),
    row("S2-21", counts("sans 6 2 2", [-14, 0, 0]), says("2 3 4 5 6", can="7", cannot="8"),
        says("2 3 4 5 6 7", cannot="8"),
        names("2 3 pass hold pass", can="sans", cannot="preferans"),
        record(opened, ("2 3 pass", "8 3 pass"), fault="call-not-in-variant")),
    row("S2-22", says("", can="pass"), says("2", can="pass"), says("2 3", can="pass")),
    row("S2-23", unfinished("pass 2 3", 1), won("pass 2 3 hold 4 pass", 2, "4"),
        record(opened, ("hold pass", "hold pass 4"), fault="call-after-end")),
    row("S2-24", value("talon_seen_by", "all"),
        lambda name: prints(command("show", "-", "--ascii", text=game(name)), "H7 D10")),
    row("S2-25", record(game, ('"S9 S8"', '"H7 DT"')), record(game, ('"S9 S8"', '"H7 S8"'))),
    row("S2-26", *(record(game, ('"S9 S8"', f'"{cards}"'), fault="discard-count") for cards in ("S9", "S9 S8 CK"))),
    row("S2-27", *(record(game, ('Contract "H"', f'Contract "{suit}"')) for suit in ("D", "C", "sans")),
        record(game, ('Contract "H"', 'Contract "preferans"'), fault="undefined-by-variant")),
    row("S2-28", names("2 3 pass hold pass", can="D H C betl sans", cannot="S")),
    row("S2-29", won("pass pass pass", None), record(all_pass, ('[Outcome "refe"]\n', '[Play "S"]\nHK HQ DQ\n+\n'),
                                                     fault="not-played")),
    row("S2-30", lambda _: finds(evening("WSE"), ""), lambda _: finds(evening("WW"), "wrong-dealer")),
    row("S2-31", REFE_FOR_ALL, record(all_pass, ("W 0 - 1", "W 0 - 0"), fault="wrong-score")),
    row("S2-32", says("2 3 pass", can="hold", by=0), won("2 3 pass hold pass", 0, "3")),
    row("S2-33", says("2 3 pass hold", can="4 pass", cannot="3 5 hold", by=1)),
    row("S2-34", says("pass 2 3", can="hold", by=1), won("pass 2 3 hold pass", 1, "3")),
    # --- igra
    row("S2-35", says("", can="hand"), says("2", can="hand"), says("2 3 pass", cannot="hand"),
        record(game, ("hold pass", "hand pass"), fault="in-hand-not-allowed")),
    row("S2-36", record(igra), record(igra, ('[Discard "-"]', '[Discard "S9 S8"]'), fault="discard-count")),
    row("S2-37", names("hand pass pass", can="S-hand D-hand H-hand C-hand")),
    row("S2-38", names("hand pass pass", cannot="betl-hand sans-hand"), says("", can="hand-betl hand-sans"),
        names("hand-betl pass pass", can="betl-hand"), names("hand-sans pass pass", can="sans-hand")),
    row("S2-39", says("2 3 pass", can="hand-betl hand-sans", cannot="hand"),
        record(igra, ('[Contract "H-hand"]', '[Contract "sans-hand"]'),
               ("hand pass pass", "2 3 pass\nhand-sans pass"))),
    row("S2-40", says("hand", can="hand"), says("hand hand", can="hand pass"), unfinished("hand hand pass", 0)),
    row("S2-41", names("hand hand pass pass", can="D-hand H-hand C-hand", cannot="S-hand"),
        says("hand hand pass", can="hand-2", by=0), says("hand hand pass hand-2", can="hand-3", cannot="hand-2", by=1)),
    row("S2-42", IN_HAND),
    row("S2-43", counts("S-hand 6 2 2", [-6, 0, 0]), counts("D-hand 6 2 2", [-8, 0, 0])),
    # --- following, calling, kontra
    row("S2-44", answers("C", "", can="come stay-out", by=1), answers("C", "come", can="come stay-out", by=2),
        record(game, ('[Defence "E"]', '[Defence "S"]'), fault="defence-out-of-turn")),
    row("S2-45", answers("betl", "", cannot="come stay-out", roles={1: "come", 2: "come"}),
        record(game, ('Contract "H"', 'Contract "betl"'), ("come come", "stay-out"), fault="defence-not-allowed")),
    row("S2-46", *(answers(suit, "", can="come stay-out", cannot="whist play")
          for suit in ("S", "D", "H", "C", "sans")),
        lenient(game, ("come come", "dolazim ne dolazim"), reads_as=("come come", "come stay-out"))),
    row("S2-47", answers("C", "come stay-out", can="call-partner", by=1),
        answers("C", "stay-out come", can="call-partner", by=2), answers("C", "come come", cannot="call-partner"),
        answers("C", "stay-out stay-out", cannot="call-partner", by=-1),
        answers("C", "come stay-out call-partner", roles={1: "call-partner", 2: "called"})),
    row("S2-48", record(game, ("come come\n", "come stay-out\n" + '[Play "S"]\nHK HQ\n+\n')),
        record(game, ("come come\n", "come stay-out call-partner\n" + '[Play "S"]\nHK HQ DQ\n+\n')),
        record(game, ("come come\n", "come stay-out\n" + '[Play "S"]\nHK HQ DQ\n+\n'), fault="trick-length")),
    row("S2-49", counts("C 7 2 1 call-partner called", [-10, 10, 0]),
        counts("C 6 2 2 call-partner called", [-10, 0, 0]), counts("C 6 4 0 call-partner called", [-10, 0, 0])),
    row("S2-50", answers("C", "come stay-out", can="kontra", by=1), answers("C", "stay-out come", can="kontra", by=2),
        answers("C", "come come fine", can="kontra", by=2), answers("C", "come come fine fine", by=-1, cannot="kontra"),
        answers("C", "come come kontra", kontra=(1, 1), by=0, cannot="kontra")),
    row("S2-51", counts("C 5 4 1", [20, 0, 0], kontra=(1, 1)), counts("C 6 2 2", [-20, 20, 0], kontra=(1, 1)),
        counts("C 5 1 4", [20, 0, 0], kontra=(1, 1))),
    row("S2-52", tref_at(1, 20), counts("C 5 3 2", [20, 0, 0], sides={(1, 0): 100}, kontra=(1, 1))),
    row("S2-53", tref_at(1, 20)),
    row("S2-54", tref_at(2, 40)),
    row("S2-55", tref_at(3, 80)),
    row("S2-56", tref_at(4, 160), answers("C", "come come kontra rekontra subkontra", can="mortkontra"),
        answers("C", "come come kontra rekontra subkontra mortkontra", by=-1, cannot="kontra rekontra mortkontra")),
    row("S2-57", answers("C", "come come", can="fine", by=1), answers("C", "come come fine", can="fine", by=2),
        lenient(game, ("come come", "come come može može"), reads_as=("come come", "come come fine fine"))),
    row("S2-58", record(pik, ("come come\n", 'come come fine fine\n[Play "S"]\nSQ SA S7\n+\n'), fault="not-played"),
        record(pik, ("come come\n", 'come come kontra\n[Play "S"]\nSQ SA S7\n+\n'))),
    row("S2-59", PIK_IS_REFE),
    row("S2-60", counts("S 6 2 2", [-4, 0, 0], sides={}, entered=[0, 0, 0], manner="passed-out",
                        sheet=bule(entered=2))),
    # --- refe
    row("S2-61", REFE_FOR_ALL),
    row("S2-62", PIK_IS_REFE),
    row("S2-63", counts("C 6 2 2", [-20, 0, 0], sides={(1, 0): 40, (2, 0): 40}, sheet=bule(refe=(1, 0, 0))),
        counts("C 6 2 2", [-10, 0, 0], sheet=bule(refe=(0, 1, 1)))),
    row("S2-64", counts("C 6 2 2", entered=[-1, 0, 0], sheet=bule(refe=(1, 1, 1))), two_games_under_refe),
    row("S2-65", counts("all-pass", [0, 0, 0], entered=[0, 0, 0], sheet=bule(entered=2)),
        counts("all-pass", [0, 0, 0], entered=[1, 1, 1], sheet=bule(entered=1)),
        counts("all-pass", [0, 0, 0], entered=[0, 0, 0], sheet=bule(entered=3), refe="3")),
    row("S2-66", counts("all-pass", [0, 0, 0], entered=[0, 0, 0], sheet=bule(10, -2, 20)),
        counts("all-pass", [0, 0, 0], entered=[1, 1, 1], sheet=bule(10, 0, 20))),
    # --- play
    row("S2-67", *(leads(suit, 0, declarer) for suit in ("S", "C", "betl", "sans") for declarer in range(3)),
        leads("C", 1, 1, roles={0: "stay-out", 2: "come"})),
    row("S2-68", record(played), may_play("H", "SA", "S7 H7", "S7"),
        record(played, ("DA D9 D7", "DA SA D7"), fault="revoke")),
    row("S2-69", may_play("H", "SA S9", "S7 H7", "S7"),
        record(played, ("DA D9 D7", "DA D9 CA"), fault="revoke"),
        record(game, ("come come\n", 'stay-out come\n[Play "S"]\nHK DQ\n+\n'))),
    row("S2-70", trick_to("sans", "HT HA HJ", 1), trick_to("sans", "HT SA HJ", 2)),
    row("S2-71", may_play("D", "SA", "D7 DK H7", "D7 DK")),
    row("S2-72", trick_to("D", "SA D7 SK", 1), trick_to("D", "SA D7 D8", 2)),
    row("S2-73", may_play("D", "SA", "C7 H7", "C7 H7"), may_play("D", "ST", "SA S7", "SA S7")),
    row("S2-74", may_play("sans", "SA", "C7 H7", "C7 H7"), may_play("betl", "SA", "C7 H7", "C7 H7"),
        may_play("sans", "SA", "S7 H7", "S7")),
    row("S2-75", trick_to("H", "S8 S9 ST", 2), record(played, ("DA D9 D7", "D9 D7 DA"), fault="E511")),
    row("S2-76", plays_out("H", 10, 1), plays_out("betl", 10, 0), complete("H", (3, 5, 0), False),
        complete("H", (3, 5, 2), True)),
    # --- scoring
    row("S2-77", counts("H 6 2 2", [-8, 0, 0])),
    row("S2-78", counts("H 5 3 2", [8, 0, 0]), counts("H 7 2 1", [-8, 0, 8]),
        counts("H 7 2 1 call-partner called", [-8, 8, 0])),
    row("S2-79", IN_HAND),
    row("S2-80", counts("H 6 3 1", sides={(1, 0): 24, (2, 0): 8}), counts("betl 0 5 5", sides={})),
    row("S2-81", counts("C 6 2 2", sides={(1, 0): 160}, kontra=(1, 2)), tref_at(2, 40)),
    row("S2-82", bule_ends((-6, 4, 2), (0, 0, 0), True), bule_ends((-6, 4, 4), (0, 0, 0), False),
        bule_ends((2, 4, 2), (-8, 0, 0), True)),
    row("S2-83", settles(bule(-14, 8, 6), -140, 80, 60), value("result_sign", "low_wins")),
    # --- agreed extras
    row("S2-84", lambda _: finds(evening("WS", ("min_trumps=three",) * 2), ""),
        lambda _: finds(evening("WS", ("min_trumps=three", "min_trumps=none")), "session-broken")),
    row("S2-85", record(game, ('Contract "H"', 'Contract "D"')),
        record(game, agreed("min_trumps=three")),
        record(game, ('Contract "H"', 'Contract "D"'), agreed("min_trumps=three"), fault="contract-not-allowed")),
    row("S2-86", record(game, ('"S9 S8"', '"HK HJ"'), agreed("min_trumps=three")),
        record(game, ('"S9 S8"', '"HK HJ"'), agreed("min_trumps=three_headed_q"), fault="contract-not-allowed"),
        record(game, ('"S9 S8"', '"HJ HT"'), agreed("min_trumps=three_headed_q"))),
    row("S2-87", record(sans, CALLED), record(sans, CALLED, agreed("sans_lead=agreed"), fault="agreed-lead"),
        record(sans, CALLED, ("SQ SK S7", "CK C9 CA"), agreed("sans_lead=agreed"))),
    row("S2-88", record(sans, agreed("sans_lead=agreed")), record(sans, ("SQ SK S7", "DA DT D7")),
        record(sans, ("SQ SK S7", "DA DT D7"), agreed("sans_lead=agreed"), fault="agreed-lead")),
    row("S2-89", record(sans, BID_FOUR, agreed("sans_lead=agreed")),
        record(sans, BID_FOUR, ("SQ SK S7", "HK HQ S7"), agreed("sans_lead=agreed")),
        record(sans, ("SQ SK S7", "HK HQ S7"), agreed("sans_lead=agreed"), fault="agreed-lead"),
        record(sans, BID_FOUR, ("SQ SK S7", "DA DT D7"), agreed("sans_lead=agreed"), fault="agreed-lead")),
    row("S2-90", counts("C 7 2 1", [-10, 10, 0], culprit=1, obvious_error="culprit_falls"),
        counts("C 7 2 1", [-10, 0, 10], culprit=1)),
]


@pytest.mark.parametrize("statement", ROWS, ids=lambda statement: statement.id)
def test_statement(statement: Row) -> None:
    statement.show()
