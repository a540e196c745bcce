"""The Slovak article (S0), statement by statement.

What the article leaves out (worth of a side trick, the fine, the closing formula) is refused unless ``fill_in`` is on,
so scores are asked for with it; rows that are about the omission say that it is refused.  Local names of suits and
games (S0-05, S0-12, S0-117, S0-119) are what ``show --lang sk`` prints and what the lenient reading understands; a
record has the notation's (N-3.2).
"""

from __future__ import annotations

from typing import Any

import pytest

from preferans_pbn.rules.outcome import Outcome
from preferans_pbn.variants import load_variant, variant_names
from tests.seed.drive import (
    Check,
    Row,
    bule,
    bule_ends,
    changed,
    command,
    complete,
    counts,
    each,
    finds,
    found,
    ladder_of_ranks,
    law,
    leads,
    lenient,
    may_play,
    names,
    record,
    refused,
    rows_for,
    says,
    settles,
    trick_to,
    under,
    unfinished,
    value,
    won,
)

BID = """[Event "Zvolen"]
[Board "1"]
[Variant "slovak"]
[Dealer "E"]
[Deal "S:CAKQ.DT987.HAKQ W:SAKQJT.CJT.DAJ.HJ E:S987.C987.DKQ.HT8"]
[Talon "H9 H7"]
[Auction "S"]
1 2 pass
hold pass
[Declarer "S"]
[Discard "D8 D7"]
[Contract "H"]
"""
THROWN_IN = """[Event "Zvolen"]
[Board "{board}"]
[Variant "slovak"]
[Rules "fill_in=true"]
{stakes}[Dealer "{dealer}"]
[Auction "{first}"]
1 pass pass
[Contract "thrown-in"]
"""
SHEET = '[SheetTable "Seat;Bule;Supe;Refe"]\nS {0} - 0\nW {0} - 0\nE {0} - 0\n'
FILL: dict[str, Any] = {"fill_in": "true"}


def bid(_: str) -> str:
    """S, forehand, holds W's two and plays hearts."""
    return BID


def hand(_: str) -> str:
    """The same deal, played from hand."""
    return changed(BID, ("1 2 pass\nhold pass", "hand pass pass"), ('"D8 D7"', '"-"'), ('"H"', '"H-hand"'))


def free(_: str) -> str:
    """The same deal, thrown in by the first hand."""
    return changed(BID, ("1 2 pass\nhold pass", "1 pass pass"), ('[Discard "D8 D7"]\n', ""), ('"H"', '"thrown-in"'))


def evening(dealers: str, stakes: str = "") -> str:
    """Deals that are thrown in, by these dealers."""
    return "\n".join(THROWN_IN.format(board=board, dealer=dealer, stakes=stakes, first="SWE"["ESW".index(dealer)])
                     for board, dealer in enumerate(dealers, start=1))


def score(row: str, heads: list[int] | None = None, **how: Any) -> Check:
    """As `counts`, with what the text leaves out filled in."""
    return counts(row, heads, **{**FILL, **how})


def made_or_failed(game: str, worth: int) -> Check:
    """The game is worth this off the heads, and onto them."""
    need = {"betl": 0, "preferans": 10}.get(game, 6)
    short = "1 9 0" if need == 0 else f"{need - 1} {11 - need} 0"
    good = f"{need} {10 - need} 0"
    return each(score(f"{game} {good}", [-worth, 0, 0]), score(f"{game} {short}", [worth, 0, 0]))


# --- checks of one statement only ---------------------------------------------------------------------------------
def shows(*args: str, has: str, text: str = "") -> Check:
    """What the command line prints has these words."""

    def run(_: str) -> None:
        printed = command(*args, text=text)
        for word in has.split("|"):
            assert word in printed, word

    return run


def any_dealer(_: str) -> None:
    for dealer in "SWE":
        finds(evening(dealer), "")


def four_at_the_table(_: str) -> None:
    """The dealer rests; the variant file says that the article does not tell how."""
    four = changed(BID, (" E:S987", " N:S987"))
    finds(four, "")
    finds(changed(four, ("HT8", "HT"), ('HT"', 'HT E:H8"')), "dealer-has-cards")
    assert "how is not said" in load_variant("slovak").source("players").reading


def three_names(_: str) -> None:
    assert {"sochi-guide", "rostov-guide", "leningrad-guide"} <= set(variant_names())


def start_of_each(amount: str) -> Check:
    """Everybody begins with the start agreed on; a deal that is thrown in changes nothing."""
    return lambda _: finds(evening("E", f'[Bule "{amount}"]\n') + SHEET.format(amount), "")


def a_suit_in_betl(_: str) -> None:
    for text in ("betl-S", "6S", "SB"):
        assert found(changed(BID, ('[Contract "H"]', f'[Contract "{text}"]')))


def by_the_first_of_two(_: str) -> None:
    """Two games of the owner, one after the other: the refa doubles the first (H, 8) and not the second (C, 5)."""
    rule = law("slovak", {**FILL, "refe": "1", "last_deal_cut": "none"})
    sheet = bule(30, 30, 30, refe=(1, 1, 1))
    heads = []
    for contract in ("H", "C"):
        outcome = Outcome(3, contract, 0, roles={1: "come", 2: "come"}, tricks=(6, 2, 2), standing=sheet)
        sheet, _over = rule.add_to_sheet(sheet, rule.score(outcome), (0, 1, 2), None)
        heads.append(sheet.bule[0])
    assert heads == [22, 17]
    assert sheet.refe == [0, 1, 1]


row = rows_for("slovak")
EIGHT = " ".join("12345678")
HAND = "hand hand-betl hand-durch hand-preferans"
ABOVE = "betl durch preferans"
HEARTS_MADE = score("H 6 2 2", [-4, 0, 0])
HEARTS_FAILED = score("H 5 3 2", [4, 0, 0])
WRONG_HANDS = record(bid, (" E:S987.C987.DKQ.HT8", ""), fault="wrong-hands")
FIRST = record(bid, ('[Auction "S"]', '[Auction "W"]'), fault="call-out-of-turn")
FOLLOW = each(may_play("H", "SJ", "SA S7 HA", "SA S7"),
              record(bid, ('[Contract "H"]', '[Contract "H"]\n[Play "S"]\nCA SA C7\n+'), fault="revoke"))
FREELY = may_play("H", "SJ", "SA S7", "SA S7")
TWO = each(names("2 pass pass", can=f"S D H C {ABOVE}"))
THREE = names("3 pass pass", can=f"D H C {ABOVE}", cannot="S")
FOUR = names("4 pass pass", can=f"H C {ABOVE}", cannot="S D")
FIVE = names("5 pass pass", can=f"C {ABOVE}", cannot="S D H")
THROW = each(names("1 pass pass", can="thrown-in"), counts("thrown-in", [0, 0, 0], sides={}, entered=[0, 0, 0], **FILL),
             record(free))
REFA: dict[str, Any] = {"refe": "1", **FILL}
TWO_REFA, THREE_REFA = {**REFA, "refe": "2"}, {**REFA, "refe": "3"}

ROWS: list[Row] = [
    # --- introduction
    row("S0-01", trick_to("H", "SJ SQ ST", 1), trick_to("durch", "SJ SQ ST", 1)),
    row("S0-02", record(bid, ("S:CAKQ.DT987", "S:CAKQ.DT98"), fault="E3")),
    row("S0-03", record(bid, ('[Declarer "S"]', '[Declarer "W"]'), fault="wrong-declarer")),
    row("S0-04", record(bid, ("E:S987", "E:S98A"), fault="E3"), record(bid, ("E:S987", "E:S986"), fault="bad-card")),
    row("S0-05", shows("show", "-", "--lang", "sk", text=BID, has="🔔8 🔔7|červeň"),
        *(lenient(bid, ('"H"', f'"{word}"'), reads_as=('"H"', f'"{letter}"'))
          for word, letter in (("zeleň", "S"), ("guľa", "D"), ("červeň", "H"), ("žaluď", "C")))),
    row("S0-09", WRONG_HANDS),
    row("S0-10", four_at_the_table, value("players", [3, 4])),
    row("S0-12", names("6 pass pass", can="betl"),
        shows("show", "-", "--lang", "sk", text=changed(BID, ('"H"', '"betl"')), has="betla"),
        *(lenient(bid, ('"H"', f'"{word}"'), reads_as=('"H"', '"betl"')) for word in ("betla", "malý", "misére"))),
    row("S0-15", three_names, shows("variants", has="sochi-guide|rostov-guide|leningrad-guide")),
    row("S0-16", shows("variants", "diff", "slovak", "greek", "--format", "json", has="balkan8|greek25")),
    row("S0-19", shows("variants", "show", "slovak", has="Pohronie|Novohrad")),
    row("S0-21", FOUR, value("suit_order", ["S", "D", "H", "C"]),
        *(under(name, names("2 3 4 pass pass", can="H C", cannot="S D"), value("suit_order", ["S", "D", "H", "C"]))
          for name in ("serbian", "croatian"))),
    # --- purpose, deal, duties, totals
    row("S0-22", WRONG_HANDS),
    row("S0-23", record(bid, ("E:S987", "E:S98A"), fault="E3"),
        shows("show", "-", "--lang", "sk", text=BID, has="🔔8 🔔7|červeň")),
    row("S0-24", any_dealer, value("first_dealer", "random")),
    row("S0-28", record(bid, ('[Talon "H9 H7"]', '[Talon "H9"]'), fault="talon-size"),
        record(bid, ('[Talon "H9 H7"]', '[Talon "H9 H7 HT"]'), (".HT8", ".H8"), fault="talon-size")),
    row("S0-29", record(bid), lambda _: finds(evening("ESWE"), ""), lambda _: finds(evening("EW"), "wrong-dealer")),
    row("S0-30", FIRST),
    row("S0-33", HEARTS_MADE, HEARTS_FAILED),
    row("S0-34", score("H 8 2 0", [-4, 0, 0]), score("H 7 2 1", [-4, 0, 0]), score("H 8 0 2", [-4, 0, 0])),
    row("S0-35", *(score(f"H {tricks}", [-4, 4, 4]) for tricks in ("8 1 1", "9 1 0", "9 0 1", "10 0 0")),
        value("duty_fine", "G"), refused(lambda name: law(name, {}).score(Outcome(3, "H", 0, tricks=(8, 1, 1))))),
    row("S0-36", HEARTS_FAILED, score("H 5 5 0", [4, 0, 0])),
    row("S0-37", HEARTS_FAILED, complete("H", (6, 2, 2), True), complete("H", (6, 2, 1), False),
        record(bid, ('[Contract "H"]', '[Contract "H"]\n[Tricks "S:6 W:2 E:1"]'), fault="tricks-sum")),
    row("S0-38", score("H 6 2 2", sides={(1, 0): 8, (2, 0): 8}), score("H 5 3 2", sides={(1, 0): 12, (2, 0): 8})),
    row("S0-39", settles(bule(-10, 4, 6), 100, -40, -60, **FILL), value("settle_formula", "slovak_assumed"),
        lambda _: finds(f'{evening("E")}[SettlementTable "Seat;Result"]\nS 0\nW 0\nE 0\n'.replace(
            '[Rules "fill_in=true"]\n', ""), "undefined-by-variant")),
    row("S0-40", start_of_each("30")),
    row("S0-41", HEARTS_MADE, bule_ends((30, 30, 30), (-4, 0, 0), False), bule_ends((4, 0, 0), (-4, 0, 0), True)),
    row("S0-42", *(start_of_each(start) for start in ("20", "30", "50", "100", "40"))),
    row("S0-43", HEARTS_MADE),
    row("S0-44", HEARTS_FAILED),
    row("S0-45", *(made_or_failed(game, worth) for game, worth in
                   (("S", 2), ("D", 3), ("H", 4), ("C", 5), ("betl", 6), ("durch", 7))),
        score("preferans 10 0 0", [-8, 0, 0])),
    # --- principles of play
    row("S0-47", FOLLOW),
    row("S0-48", FREELY),
    row("S0-49", may_play("H", "SJ", "H7 HA C7", "H7 HA"),
        record(bid, ('[Contract "H"]', '[Contract "H"]\n[Play "S"]\nDT DA DK\nSA S7 CA\n+'), fault="must-trump")),
    row("S0-50", may_play("H", "SJ", "C7 DA", "C7 DA")),
    row("S0-51", *(may_play(game, "SJ", "HA C7", "HA C7", **FILL) for game in ("betl", "durch", "preferans")),
        may_play("betl", "SJ", "S7 HA", "S7", **FILL)),
    row("S0-52", *(ladder_of_ranks("durch", suit, "AKQJT987") for suit in "SCDH")),
    row("S0-53", FOUR, value("suit_order", ["S", "D", "H", "C"])),
    # --- bidding: meaning
    row("S0-54", says("", only=f"{EIGHT} {HAND}", cannot="6S misere 9"),
        record(bid, ("1 2 pass\nhold pass", "6S pass pass"), fault="call-not-in-variant")),
    row("S0-56", names("2 pass pass", can="C S")),
    row("S0-57", THREE, won("3 pass pass", 0, "3")),
    row("S0-59", FIRST),
    # --- bidding: procedure
    row("S0-60", won("1 pass pass", 0, "1"), names("1 pass pass", can=f"S D H C {ABOVE}"), says("1", by=1, can="2")),
    row("S0-61", says("", can="2 3 7")),
    row("S0-62", FOUR),
    row("S0-63", says("", can="hand")),
    row("S0-64", says("", only=f"{EIGHT} {HAND}", cannot="pass", by=0)),
    row("S0-65", says("1", by=1), says("1 2", by=2), says("1 2 pass", by=0)),
    row("S0-66", says("1", can="2 pass", cannot="1 hold"), says("1 2", can="3 pass", cannot="2 hold")),
    row("S0-67", won("1 pass pass", 0, "1")),
    row("S0-68", value("talon_seen_by", "all"), shows("show", "-", "--ascii", text=BID, has="H9 H7")),
    row("S0-69", *(record(bid, ('"D8 D7"', f'"{cards}"'), fault="discard-count") for cards in ("D8", "-", "D8 D7 DT"))),
    row("S0-70", THROW),
    row("S0-71", names("1 2 pass pass", cannot="thrown-in")),
    row("S0-72", TWO, THREE, FOUR, FIVE),
    row("S0-73", names("2 pass pass", cannot="thrown-in"),
        record(bid, ('[Discard "D8 D7"]\n', ""), ('"H"', '"thrown-in"'), fault="concede-not-allowed")),
    row("S0-74", names("2 pass pass", can="S D H C")),
    row("S0-75", names("2 pass pass", can=ABOVE)),
    row("S0-76", names("3 pass pass", cannot="S"), names("2 pass pass", can="S"), names("1 pass pass", can="S"),
        names("1 pass pass", can="D", cannot="S", one_allows_leaves="false")),
    row("S0-77", names("1 3 hand pass pass", can="S-hand", cannot="S"), score("S-hand 6 2 2", [-3, 0, 0])),
    row("S0-78", names("3 pass pass", can="D H C")),
    row("S0-79", THREE),
    row("S0-80", FOUR),
    row("S0-81", FIVE),
    row("S0-84", THREE, FOUR, FIVE),
    row("S0-85", names("3 pass pass", can="D", cannot="S")),
    # --- end of bidding, right of the first bidder
    row("S0-86", record(bid, ("1 2 pass\nhold pass", "1 2 pass"), fault="auction-unfinished"),
        unfinished("1 2 pass", 0)),
    row("S0-87", says("1", can="pass"), says("1 2", can="pass")),
    row("S0-88", unfinished("1 pass 2", 0), unfinished("1 pass 2 hold", 2),
        record(bid, ("1 2 pass\nhold pass", "1 pass 2\nhold pass 3"), fault="call-after-end")),
    row("S0-89", says("1 3 pass", can="hold", by=0), says("1 3 4", can="hold", by=0)),
    row("S0-90", won("1 pass 4 hold pass", 0, "4"), names("1 pass 4 hold pass", can="H C", cannot="S D")),
    row("S0-92", names("3 pass pass", cannot="thrown-in"), names("1 pass pass", can="thrown-in")),
    # --- from hand
    row("S0-93", says("1 2 3 hold", can="hand", by=1), says("1 2", can="hand", by=2)),
    row("S0-94", record(hand), record(hand, ('[Discard "-"]', '[Discard "D8 D7"]'), fault="discard-count"),
        record(hand, ('"H-hand"]', '"H-hand"]\n[Play "S"]\nH9 HJ HT\n+'), fault="card-not-held")),
    row("S0-95", score("D-hand 6 2 2", [-4, 0, 0]), score("D 6 2 2", [-3, 0, 0])),
    row("S0-96", says("1 hand", can="hand pass", cannot="2 5 8 hold")),
    row("S0-97", won("1 hand hand pass hand-3 hand-4", 2, "hand-4", hand=True),
        won("1 hand hand pass hand-4 hand-3", 1, "hand-4", hand=True)),
    # --- the games
    row("S0-98", score("S 6 2 2", [-2, 0, 0]), score("D 6 2 2", [-3, 0, 0]), HEARTS_MADE, score("C 6 2 2", [-5, 0, 0]),
        THREE, FOUR, FIVE),
    row("S0-99", says("", cannot="pass"), names("1 pass pass", can="thrown-in", cannot="all-pass")),
    row("S0-100", THROW),
    row("S0-101", counts("all-pass", [0, 0, 0], entered=[1, 1, 1], manner="refe"), won("pass pass pass", None),
        under("croatian", value("all_pass_outcome", "refe"), won("pass pass pass", None)), only=["serbian"]),
    row("S0-102", score("H 6 2 2", [-8, 0, 0], sheet=bule(30, 30, 30, refe=(1, 0, 0)), **REFA),
        score("H 5 3 2", [8, 0, 0], sheet=bule(30, 30, 30, refe=(1, 0, 0)), **REFA),
        score("H 6 2 2", [-4, 0, 0], sheet=bule(30, 30, 30, refe=(0, 1, 1)), **REFA)),
    row("S0-103", score("thrown-in", entered=[1, 0, 1], sheet=bule(5, -2, 10), **REFA)),
    row("S0-104", by_the_first_of_two),
    row("S0-105", score("thrown-in", entered=[0, 0, 0], sheet=bule(30, 30, 30, entered=2), **TWO_REFA),
        score("thrown-in", entered=[1, 1, 1], sheet=bule(30, 30, 30, entered=1), **TWO_REFA)),
    row("S0-106", score("thrown-in", entered=[1, 1, 1], sheet=bule(30, 30, 30), **REFA),
        score("thrown-in", entered=[0, 0, 0], sheet=bule(30, 30, 30, refe=(1, 1, 1)), **REFA)),
    row("S0-107", score("thrown-in", entered=[1, 1, 1], sheet=bule(100, 100, 100, refe=(2, 2, 2)), **THREE_REFA),
        score("thrown-in", entered=[0, 0, 0], sheet=bule(100, 100, 100, refe=(3, 3, 3)), **THREE_REFA)),
    row("S0-108", score("S 6 2 2", [-2, 0, 0]), trick_to("S", "HA S7 HK", 1)),
    row("S0-109", may_play("S", "HJ", "HA H7 S7", "HA H7"), score("S 6 2 2", [-2, 0, 0]), score("S 5 3 2", [2, 0, 0])),
    row("S0-110", score("H 6 3 1", sides={(1, 0): 12, (2, 0): 4})),
    row("S0-111", score("D 6 2 2", [-3, 0, 0]), trick_to("D", "HA D7 HK", 1)),
    row("S0-112", HEARTS_MADE, trick_to("H", "SA H7 SK", 1)),
    row("S0-113", score("C 6 2 2", [-5, 0, 0]), trick_to("C", "SA C7 SK", 1)),
    row("S0-114", score("C-hand 5 3 2", [6, 0, 0]), score("C-hand 6 2 2", [-6, 0, 0])),
    row("S0-115", names("hand pass pass", can="S-hand D-hand H-hand C-hand"), says("", cannot="hand-4"),
        score("H-hand 6 2 2", [-5, 0, 0])),
    row("S0-116", a_suit_in_betl, *(trick_to(game, "SA H7 C7", 0, **FILL) for game in ABOVE.split())),
    row("S0-117", made_or_failed("betl", 6), names("6 pass pass", can="betl", cannot="C"),
        *(lenient(bid, ('"H"', f'"{word}"'), reads_as=('"H"', '"betl"')) for word in ("Malý", "šesť"))),
    row("S0-118", score("betl 0 9 1", [-6, 0, 0]), score("betl 1 9 0", [6, 0, 0])),
    row("S0-119", names("7 pass pass", can="durch", cannot="betl"),
        record(bid, ('[Contract "H"]', '[Contract "durch"]')),
        lenient(bid, ('"H"', '"Veľký"'), reads_as=('"H"', '"durch"'))),
    row("S0-120", leads("durch", 2, 0), leads("durch", 0, 1), leads("durch", 1, 2)),
    row("S0-121", score("durch 6 2 2", [-7, 0, 0]), score("durch 5 3 2", [7, 0, 0])),
    row("S0-122", *(score("durch 6 3 1", [heads, 0, 0], winners=tuple(map(int, order)), durch_goal=goal)
                    for order, goal, heads in (("0001000112", "six_of_ten", -7), ("0001000112", "six_consecutive", 7),
                                               ("0000001112", "six_consecutive", -7)))),
    row("S0-123", made_or_failed("durch", 7)),
    row("S0-124", score("preferans 10 0 0", [-8, 0, 0]), says("8", only=f"pass {HAND}")),
    row("S0-125", score("preferans 10 0 0", [-8, 0, 0]), score("preferans 9 1 0", [8, 0, 0])),
    row("S0-126", score("durch 6 2 2", [-7, 0, 0]), score("preferans 10 0 0", [-8, 0, 0]),
        names("8 pass pass", can="preferans", cannot="durch"), names("7 pass pass", can="durch")),
    row("S0-127", says("1 2", can="8", by=2), says("1 2 pass", cannot="8", by=0), says("", can="8"),
        value("announce_at_once", ["preferans"])),
]


@pytest.mark.parametrize("statement", ROWS, ids=lambda statement: statement.id)
def test_statement(statement: Row) -> None:
    statement.show()
