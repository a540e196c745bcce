"""The German guide and its Spanish twin (S1), statement by statement, under the four guide variants."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from preferans_pbn.families import law_of
from preferans_pbn.notation import dumps, loads
from preferans_pbn.record import TAGS
from preferans_pbn.rules.outcome import Outcome
from preferans_pbn.variants import UnknownVariant, load_variant, variant_names
from tests.seed.drive import (
    Check,
    Row,
    all_passed,
    answers,
    changed,
    command,
    complete,
    each,
    ends,
    finds,
    ladder_of_ranks,
    law,
    leads,
    lenient,
    may_play,
    names,
    plays_out,
    pool_sheet,
    record,
    rows_for,
    says,
    settles,
    sourced,
    tables,
    trick_to,
    under,
    unfinished,
    value,
    won,
    writes,
)

SOCHI, ROSTOV, LENINGRAD, GUSARIK = GUIDES = ("sochi-guide", "rostov-guide", "leningrad-guide", "gusarik-guide")
RUSSIAN = tuple(name for name in variant_names() if load_variant(name).family == "russian")
LADDER = ("6S 6C 6D 6H 6NT 7S 7C 7D 7H 7NT 8S 8C 8D 8H 8NT misere "
          "9S 9C 9D 9H 9NT 10S 10C 10D 10H 10NT")

HEAD = """[Event "guide"]
[Board "1"]
[Variant "{variant}"]
[Dealer "E"]
[Deal "S:SAKQJ.C87.DA.H987 W:ST9.CAKQ.DKQ.HAKQ {third}:S8.CJT9.DJT98.HJT"]
[Talon "S7 D7"]
"""
CONTRACT = """[Auction "S"]
6S pass pass
[Declarer "S"]
[Discard "C8 C7"]
[Contract "6S"]
[Defence "W"]
whist whist
"""
PLAY = """[Play "S"]
SA S9 S8
SK ST D8
DA DQ D9
D7 DK DT
CA C9 S7
H7 HQ HT
HK HJ H8
HA CT H9
CK CJ SJ
SQ CQ DJ
[Tricks "S:6 W:4 {third}:0"]
[ScoreTable "Seat;Pool;Dump;Whists"]
"""
SCORES = {
    # 6 d6 4w 0w: half of four whists each; the third is two short of his own two (S1-36, S1-81).
    SOCHI: "S 2 0 -\nW 0 0 S:2\nE 0 4 S:2\n",
    ROSTOV: "S 2 0 E:10\nW 0 0 S:2,E:10\nE 0 0 S:2\n",
    LENINGRAD: "S 2 0 -\nW 0 0 S:4\nE 0 8 S:4\n",
    GUSARIK: "S 2 0 -\nW 0 0 S:2\nN 0 4 S:2\nE 0 0 -\n",
}


def third(variant: str) -> str:
    """The seat of the third player; with four E deals and rests."""
    return "N" if variant == GUSARIK else "E"


def bid(variant: str) -> str:
    """A record up to the whists."""
    return (HEAD + CONTRACT).format(variant=variant, third=third(variant))


def played(variant: str) -> str:
    """The same deal played to the end: six spades, made with six tricks."""
    return (HEAD + CONTRACT + PLAY).format(variant=variant, third=third(variant)) + SCORES[variant]


def all_pass(variant: str) -> str:
    """The same cards after three passes, to be continued."""
    return HEAD.format(variant=variant, third=third(variant)) + (
        '[Auction "S"]\npass pass pass\n[Contract "all-pass"]\n[Play "S"]\nSA S9 S8\n+\n')


def misere(variant: str) -> str:
    """The same cards up to the lead to a misère."""
    return HEAD.format(variant=variant, third=third(variant)) + (
        '[Auction "S"]\nmisere pass pass\n[Declarer "S"]\n[Discard "C8 C7"]\n[Contract "misere"]\n')


def evening(variant: str, dealers: str) -> str:
    """A session of all-pass deals: the dealer of each is a letter of ``dealers``, 3 for the third player."""
    ring = "SWNE" if variant == GUSARIK else "SWE"
    seats = [third(variant) if dealer == "3" else dealer for dealer in dealers]
    players = "".join(f'[{name} "{name}"]\n' for name in ("South", "West", "North", "East") if name[0] in ring)
    return "\n".join(
        f'[Event "evening"]\n[Board "{board}"]\n[Variant "{variant}"]\n{players}[Dealer "{dealer}"]\n'
        f'[Auction "{ring[(ring.index(dealer) + 1) % len(ring)]}"]\npass pass pass\n[Contract "all-pass"]\n'
        for board, dealer in enumerate(seats, start=1))


def dealt_in_turn(dealers: str, fault: str = "") -> Check:
    """A session in which they deal in this order."""
    return lambda variant: finds(evening(variant, dealers), fault)


# --- checks of one statement only ---------------------------------------------------------------------------------
def columns(variant: str) -> None:
    assert law(variant, {}).columns == ("Pool", "Dump", "Whists")
    text = played(variant)
    finds(changed(text, ("Seat;Pool;Dump;Whists", "Seat;Bule;Supe;Refe")), "wrong-table-columns")


def is_prefa(_: str) -> None:
    assert load_variant("prefa").id == "greek"
    with pytest.raises(UnknownVariant):
        load_variant("preferanc")


def counts_of_tricks_only(variant: str) -> None:
    """The same counts, other tricks and another talon: the same score."""
    rule = law_of(load_variant(variant))
    players = min(load_variant(variant)["players"])
    tricks = (6, 3, 1, 0)[:players]
    roles = {1: "whist", 2: "whist"}
    one = Outcome(players, "6S", 0, roles=roles, tricks=tricks, talon=(7, 15), winners=(0,) * 6 + (1,) * 3 + (2,))
    other = Outcome(players, "6S", 0, roles=roles, tricks=tricks, talon=(0, 8), winners=(2,) + (1,) * 3 + (0,) * 6)
    assert rule.score(one) == rule.score(other)


def two_against_one(variant: str) -> None:
    rule = law_of(load_variant(variant))
    players = min(load_variant(variant)["players"])
    for contract in LADDER.replace("misere ", "").split():
        for declarer in range(3):
            defence = rule.defence(contract, declarer, players)
            assert defence is not None
            for word in ("whist", "whist"):
                assert defence.call(word) is None
            assert set(defence.roles()) == {0, 1, 2} - {declarer}


def order_of_a_deal(variant: str) -> None:
    """However a record was put down, it is written in the order of a deal."""
    order = ["Deal", "Auction", "Discard", "Contract", "Defence", "Play", "ScoreTable"]
    assert sorted(order, key=list(TAGS).index) == order
    defence = '[Defence "W"]\nwhist whist\n'
    text = changed(played(variant), (defence, ""), ('[Auction "S"]', f'{defence}[Auction "S"]'))
    written = dumps(loads(text)[0])
    places = [written.index(f"[{name} ") for name in order]
    assert places == sorted(places)


def sheet_runs_on(variant: str) -> None:
    rule = law(variant, {})
    players = min(load_variant(variant)["players"])
    score = rule.score(Outcome(players, "6S", 0, roles={1: "pass", 2: "pass"}, manner="passed-out"))
    sheet = pool_sheet("0 " * players, "0 " * players)
    for times in (1, 2, 3):
        sheet, _ = rule.add_to_sheet(sheet, score, range(players), None)
        assert sheet.pool == [2 * times] + [0] * (players - 1)


def sheet_is_checked(_: str) -> None:
    first, second = evening(SOCHI, "SW").split("\n\n")
    taken = '[Tricks "S:3 W:3 E:4"]\n'
    total = '[SheetTable "Seat;Pool;Dump;Whists"]\nS 0 6 -\nW 0 6 -\nE 0 8 -\n'
    text = f"{first}\n{taken}\n{second}{taken}{total}"
    finds(text, "")
    finds(changed(text, ("E 0 8 -", "E 0 4 -")), "wrong-sheet")


def extra_hand(variant: str) -> None:
    dealer = "E" if variant == GUSARIK else "N"
    finds(changed(bid(variant), (".H987 W", ".H98 W"), ("HJT\"", f'HJT {dealer}:H7"')), "E3")


def suits_in_order(variant: str) -> None:
    text = changed(bid(variant), ("S:SAKQJ.C87.DA.H987", "S:H987.DA.C87.SAKQJ"))
    finds(text, "")
    assert "S:SAKQJ.C87.DA.H987 W:" in dumps(loads(text)[0])


def any_order_of_cards(variant: str) -> None:
    text = changed(bid(variant), ("S:SAKQJ.C87.DA.H987", "S:H798.SJKAQ.DA.C78"))
    finds(text, "")
    assert dumps(loads(text)[0]) == dumps(loads(bid(variant))[0])


def target_of_the_tag(variant: str) -> None:
    text = changed(bid(variant), ('[Dealer "E"]', '[Target "10"]\n[Dealer "E"]'))
    finds(text, "")
    assert loads(text)[0].target == 10
    assert law(variant, {}).target(Fraction(10)) == 10


def no_half_of_the_deal(variant: str) -> None:
    """A resting dealer shows no cards: he has none, and none in a trick."""
    finds(bid(variant), "")
    extra_hand(variant)


def settles_the_session(_: str) -> None:
    first, second = evening(SOCHI, "SW").split("\n\n")
    settled = first + '\n[Tricks "S:3 W:3 E:4"]\n[SettlementTable "Seat;Result"]\nS 10/3\nW 10/3\nE -20/3\n'
    finds(settled, "")
    finds(f"{settled}\n{second}", "deal-after-settlement")


def deal_after_the_end(_: str) -> None:
    """W's pool is full; S fills his with six spades, and one more deal follows."""
    opening = '[OpeningSheetTable "Seat;Pool;Dump;Whists"]\nS 8 0 -\nW 10 0 -\nE 3 0 -\n'
    last = changed(played(SOCHI), ('[Dealer "E"]\n', f'{opening}[Dealer "E"]\n'))
    more = changed(HEAD.format(variant=SOCHI, third="E"), ('[Board "1"]', '[Board "2"]'), ('[Dealer "E"]',
                                                                                           '[Dealer "S"]'))
    finds(last, "")
    finds(f"{last}\n{more}", "deal-after-end")
    finds(changed(f"{last}\n{more}", ("W 10 0 -", "W 9 0 -")), "")


def shown(*args: str, has: str = "") -> Check:
    """What the command line prints has these words."""

    def run(_: str) -> None:
        text = command(*args)
        for word in has.split():
            assert word in text, word

    return run


def misere_is_open(variant: str) -> None:
    printed = command("show", "-", text=misere(variant))
    assert f"Defence      W {third(variant)} open before the lead" in printed.splitlines()


def no_dump_in_rostov(_: str) -> None:
    for text in tables(played(ROSTOV)):
        assert {cells[1] for cells in text.values()} == {"0"}
    finds(changed(played(ROSTOV), ("S 2 0 E:10", "S 2 2 E:10")), "wrong-score")


def dealer_writes_nothing(_: str) -> None:
    for rows in tables(played(GUSARIK)):
        assert rows["E"] == ("0", "0", "-")


def whists_between_defenders(variant: str) -> None:
    """They are never written: W has some on the third player only by a slip."""
    finds(played(variant), "")
    finds(re.sub(r"\nW 0 0 (S:\d)", rf"\nW 0 0 \1,{third(variant)}:1", played(variant)), "wrong-score")


def all_pass_is_played(variant: str) -> None:
    assert law(variant, {}).all_pass_manner == "played"
    finds(all_pass(variant), "")


def undefined_in_greek(variant: str) -> None:
    """A contract that the Greek game does not name."""
    rule = law(variant, {})
    for contract in ("misere", "betl", "durch"):
        violation = rule.contract_violation(contract, None)
        assert violation is not None
        assert violation.name == "undefined-by-variant"


row = rows_for(*GUIDES)
SIX_MADE = writes("6 d6 2w 2w", "P2 W2,2", leningrad="P2 W4,4")
SIX_FAILED = writes("6 d5 3w 2w", "G2 W2,2", rostov="W12,12", leningrad="G4 W4,4", gusarik="G2 W2,2,2")
SEVEN_TWO_SHORT = writes("7 d5 3w 2w", "G8 W8,8", rostov="W48,48", leningrad="G16 W16,16", gusarik="G8 W8,8,8")
SEVEN_AND_A_PASS = writes("7 d5 4w 1p", "G8 W8,8", rostov="W48,48", leningrad="G16 W16,16", gusarik="G8 W8,8,8")
SEVEN_MADE = writes("7 d7 3w 0p", "P4 W3,0 D0,4", leningrad="P4 W6,0 D0,8")
OWN_SHARE = writes("6 d6 4w 0w", "P2 W2,2 g0,4", rostov="P2 W2,2 D0,10 X10,0", leningrad="P2 W4,4 g0,8")
MISERE_THREE = writes("misere d3 4- 3-", "G30", rostov="W150,150", leningrad="G60")
OVERTAKE = each(*(may_play(contract, "ST", "SA S7", "SA") for contract in ("6H", "6NT", "misere", "all-pass")))
NOT_HIGHER = says("6S", can="6C 8H", cannot="6S hold")
WON_BY_ALL = each(won("pass pass pass", None), names("pass pass pass", can="all-pass"))
ENDED = each(ends("10 10 3", True), ends("10 9 9", False))
FINAL = each(
    under(SOCHI, settles(pool_sheet("10 10 4", "0 6 2", {(0, 1): 20}), Fraction(200, 3), Fraction(-100, 3),
                         Fraction(-100, 3))),
    under(ROSTOV, settles(pool_sheet("10 10 4", "0 6 2", {(0, 1): 20}), Fraction(200, 3), Fraction(-100, 3),
                          Fraction(-100, 3))),
    under(GUSARIK, settles(pool_sheet("10 10 4 0", "0 6 2 0", {(0, 1): 20}), 80, -20, -20, -40)),
)

ROWS: list[Row] = [
    # --- opening and summary
    row("S1-02", record(bid, (" W:ST9.CAKQ.DKQ.HAKQ", ""), fault="wrong-hands")),
    row("S1-03", says("", only=f"pass {LADDER}", by=0)),
    row("S1-04", record(bid, ('"S7 D7"', '"S7 D7 H7"'), ("DA.H987", "DA.H98"), fault="talon-size")),
    row("S1-05", answers("6S", "pass pass", manner="passed-out", by=-1)),
    row("S1-06", columns),
    row("S1-07", ENDED),
    row("S1-08", is_prefa),
    row("S1-10", counts_of_tricks_only),
    row("S1-11", two_against_one),
    row("S1-12", order_of_a_deal),
    row("S1-13", record(played, ("SQ CQ DJ\n", ""), fault="play-unfinished"), plays_out("6S", 10, 0)),
    row("S1-14", sheet_runs_on, sheet_is_checked),
    row("S1-15", SIX_MADE),
    row("S1-16", SIX_FAILED),
    row("S1-17", SEVEN_TWO_SHORT,
        under(SOCHI, writes("7 d5 3w 2w", "G8 W11,11", rules={"failed_trick_whists": "as_made"}))),
    row("S1-18", ends("10 10 3", True), ends("10 10 3", False, end_when="all_full")),
    row("S1-19", ends("10 10 0", True), ends("9 9 0", False)),
    # --- players, pack, objective
    row("S1-22", extra_hand),
    row("S1-23", no_half_of_the_deal, only=[GUSARIK]),
    row("S1-24", dealt_in_turn("SW3"),
        lambda variant: finds(changed(evening(variant, "SW").replace('[South "South"]\n[West "West"]', "@", 1),
                                      ('[South "South"]\n[West "West"]', '[South "West"]\n[West "South"]')
                                      ).replace("@", '[South "South"]\n[West "West"]'), "player-moved")),
    row("S1-25", dealt_in_turn("SW3"), dealt_in_turn("S3", "wrong-dealer"),
        under(SOCHI, dealt_in_turn("SWES")), under(GUSARIK, dealt_in_turn("SW3ES"))),
    row("S1-26", record(bid), record(bid, ('[Auction "S"]', '[Auction "W"]'), fault="call-out-of-turn")),
    row("S1-27", record(bid, ('[Auction "S"]', '[Auction "W"]'), fault="call-out-of-turn")),
    row("S1-28", record(played, ('[Play "S"]', '[Play "W"]'), fault="wrong-leader")),
    row("S1-29", record(bid, ("S:SAKQJ", "S:SAKQ6"), fault="E105")),
    row("S1-30", *(ladder_of_ranks("6NT", suit, "AKQJT987") for suit in "SCDH")),
    row("S1-31", says("6S 6C 6D 6H", can="6NT", cannot="6S 6C 6D 6H"), says("7H", cannot="7S 7C 7D", can="7NT")),
    row("S1-32", suits_in_order),
    row("S1-33", record(bid, ('[Declarer "S"]', '[Declarer "W"]'), fault="wrong-declarer")),
    row("S1-34", names("6S pass pass", can="7S"),
        writes("7 d6 2w 2w", "G4 W4,4", rostov="W24,24", leningrad="G8 W8,8", gusarik="G4 W4,4,4")),
    row("S1-35", answers("6S", "whist whist", roles={1: "whist", 2: "whist"}, manner="played")),
    row("S1-36", OWN_SHARE, under(SOCHI, writes("6 d6 4w 0w", "P2 W2,2", rules={"pair_test": "true"}))),
    row("S1-37", ENDED),
    row("S1-38", target_of_the_tag, ends("10 10 3", False, Fraction(20))),
    # --- preparation and deal
    row("S1-39", value("first_dealer", "lowest_card"), sourced("first_dealer", "S1-39")),
    row("S1-40", value("first_dealer", "lowest_card"), sourced("first_dealer", "S1-40"),
        shown("variants", "show", SOCHI, has="first_dealer=lowest_card")),
    row("S1-41", dealt_in_turn("SW"), dealt_in_turn("SS", "wrong-dealer")),
    row("S1-46", record(bid, ("S:SAKQJ.C87.DA.H987", "S:SAKQJ7.C87.DA7.H987"), fault="E3")),
    row("S1-47", any_order_of_cards),
    row("S1-49", record(bid, ('[Auction "S"]', '[Auction "W"]'), fault="call-out-of-turn")),
    # --- bidding
    row("S1-50", says("", only=f"pass {LADDER}", cannot="5S 11S 6"),
        record(bid, ("6S pass pass", "5S pass pass"), fault="bad-call")),
    row("S1-51", says("6H", can="6NT", cannot="6S 6C 6D")),
    row("S1-52", says("", only=f"pass {LADDER}")),
    row("S1-53", says("10NT", only="pass")),
    row("S1-54", says("8NT", can="misere 9S"), says("misere", can="9S", cannot="8NT misere"),
        says("6S 6C pass", can="misere", by=0)),
    row("S1-55", writes("misere d0 5- 5-", "P10")),
    row("S1-56", may_play("misere", "SA", "H7 C7", "H7 C7")),
    row("S1-57", value("misere_open", "before_lead"), sourced("misere_open", "S1-57"), misere_is_open),
    row("S1-58", NOT_HIGHER),
    row("S1-59", says("", can="pass"), says("6S", can="pass")),
    row("S1-60", won("pass 6S pass", 1, "6S"), unfinished("pass 6S 6C", 1),
        record(bid, ("6S pass pass", "pass 6S pass 7S pass"), fault="call-after-end")),
    row("S1-61", WON_BY_ALL, all_pass_is_played),
    row("S1-62", may_play("all-pass", "SA", "H7 C7", "H7 C7"), trick_to("all-pass", "H9 SA HK", 2)),
    row("S1-63", record(all_pass, ("SA S9 S8", "(S7) SA S9 S8"), fault="no-talon-lead")),
    row("S1-64", all_passed("5 3 2", "5 3 2"), all_passed("5 5 0", "5 5 0", "0 0 1")),
    row("S1-65", all_passed("5 3 2", "5 3 2"), all_passed("5 3 2", "5 3 2", run=1),
        all_passed("5 3 2", "5 3 2", run=5)),
    row("S1-66", all_passed("6 4 0", "6 4 0", "0 0 1")),
    row("S1-67", won("6S 6C pass 7S pass", 0, "7S")),
    row("S1-68", names("6S pass pass", can="6C 6NT"), value("trump_named", "before_talon")),
    row("S1-69", record(bid, ('"C8 C7"', '"S7 D7"')), record(bid, ('"C8 C7"', '"S7 C8"'))),
    row("S1-70", record(bid, ('"C8 C7"', '"C8 CA"'), fault="discard-not-held"),
        record(bid, ('"C8 C7"', '"C8"'), fault="discard-count")),
    row("S1-71", SEVEN_TWO_SHORT, under(SOCHI, writes("7 d5 3w 2w", "P4 W3,3", rules={"discard_counts": "2"}))),
    # --- whisting
    row("S1-72", order_of_a_deal, value("trump_named", "before_talon"), sourced("trump_named", "S1-72")),
    row("S1-73", answers("6S", "", declarer=1, by=2), answers("6S", "whist", declarer=1, by=0),
        record(bid, ('[Defence "W"]', '[Defence "S"]'), fault="defence-out-of-turn")),
    row("S1-74", answers("6S", "", can="whist pass", cannot="half own return"),
        answers("6S", "pass", can="whist pass", cannot="half own return"),
        record(bid, ("whist whist", "pass half"), fault="defence-not-allowed")),
    row("S1-75", answers("6S", "pass pass", manner="passed-out"),
        record(played, ("whist whist", "pass pass"), fault="not-played")),
    row("S1-76", writes("7 d0 0p 0p", "P4")),
    row("S1-77", writes("7 d0 0p 0p", "P4")),
    row("S1-78", writes("6 d6 3w 1p", "P2 W4,0 D0,2", leningrad="P2 W8,0 D0,4")),
    row("S1-79", answers("6S", "whist pass", open_="passer", by=-1, cannot="open closed"),
        answers("6S", "pass whist", open_="passer", by=-1, cannot="open closed")),
    row("S1-80", answers("6S", "whist whist", open_="", by=-1, manner="played")),
    row("S1-81", writes("7 d7 2w 1w", "P4 W2,2", leningrad="P4 W4,4"),
        writes("8 d8 2w 0w", "P6 W1,1 g0,6", rostov="P6 W1,1 D0,15 X15,0", leningrad="P6 W2,2 g0,12")),
    row("S1-82", answers("6S", "whist whist", by=-1, cannot="whist pass return"),
        record(bid, ("whist whist", "whist whist pass"), fault="defence-after-end")),
    row("S1-83", *(under(variant, answers("6S", "whist", cannot="return"))
                   for variant in RUSSIAN if 3 in load_variant(variant)["players"]),
        record(bid, ("whist whist", "whist whist return"), fault="E50")),
    # --- play
    row("S1-84", *(leads(contract, 0, declarer) for contract in ("6S", "9NT", "misere") for declarer in range(3)),
        leads("all-pass", 0)),
    row("S1-85", *(trick_to("6S", "H9 HK HA", place) for place in (2,)), trick_to("6S", "HA HK H9", 0),
        record(played, ("SK ST D8", "DK ST D8"), fault="E511")),
    row("S1-86", may_play("6H", "SA", "S7 H7", "S7"), record(played, ("SA S9 S8", "SA CQ S8"), fault="revoke")),
    row("S1-87", may_play("6H", "SA", "H7 D7", "H7"), record(played, ("CA C9 S7", "CA C9 H9"), fault="must-trump")),
    row("S1-88", may_play("6H", "SA", "C7 D7", "C7 D7")),
    row("S1-89", OVERTAKE, record(played, ("D7 DK DT", "D7 DK DJ"), ("SQ CQ DJ", "SQ CQ DT")),
        record(played, ("H7 HQ HT", "H8 HQ HT"), ("HK HJ H8", "HK HJ H7")),
        record(all_pass, ("SA S9 S8", "SJ S9 S8"))),
    row("S1-90", may_play("6H", "SK H8", "SA S9", "SA S9"), may_play("6H", "SK H8", "H9 H7", "H9"),
        may_play("6H", "SK H8", "H7 D7", "H7"), may_play("6H", "SK H8", "SA S9", "SA", must_overtake="within_suit")),
    row("S1-91", trick_to("6D", "SK SA D7", 2), trick_to("6D", "SK D8 D7", 1)),
    row("S1-92", trick_to("6NT", "H9 SA HK", 2), trick_to("6D", "H9 SA HK", 2)),
    row("S1-94", plays_out("6S", 10, 1), plays_out("10S", 10, 1), complete("6S", (2, 4, 1), False),
        record(played, ("SQ CQ DJ\n", ""), fault="play-unfinished")),
    # --- scoring
    row("S1-95", columns),
    row("S1-97", whists_between_defenders, only=[SOCHI, LENINGRAD, GUSARIK]),
    row("S1-98", writes("6 d0 0p 0p", "P2")),
    row("S1-99", writes("7 d0 0p 0p", "P4")),
    row("S1-100", writes("8 d0 0p 0p", "P6")),
    row("S1-101", writes("misere d0 5- 5-", "P10")),
    row("S1-102", writes("9 d0 0p 0p", "P8")),
    row("S1-103", writes("10 d0 0p 0p", "P10")),
    row("S1-104", writes("6 d8 1w 1w", "P2 W1,1 g2,2", rostov="P2 W1,1 D5,5 X5,5", leningrad="P2 W2,2 g4,4")),
    row("S1-105", SEVEN_MADE),
    row("S1-106", SEVEN_MADE, under(SOCHI, writes("7 d7 3w 0p", "P4 W12,0 D0,4", rules={"trick_whist": "s"}))),
    row("S1-107", SEVEN_TWO_SHORT),
    row("S1-108", SEVEN_AND_A_PASS),
    row("S1-109", writes("misere d0 5- 5-", "P10"),
        writes("misere d1 5- 4-", "G10", rostov="W50,50", leningrad="G20")),
    row("S1-110", writes("misere d0 5- 5-", "P10")),
    row("S1-111", MISERE_THREE),
    row("S1-112", all_passed("10 0 0", "10 0 0", "0 1 1")),
    row("S1-113", all_passed("4 3 3", "4 3 3")),
    row("S1-115", settles_the_session),
    # --- winning
    row("S1-116", ends("10 10 0", True), ends("9 9 0", False), value("target", 10)),
    row("S1-117", ENDED, ends("10 10 10", True), deal_after_the_end),
    row("S1-118", FINAL, value("settle_unit", "pool")),
    row("S1-119", FINAL, value("k", 10, leningrad=20)),
    row("S1-120", FINAL, value("result_sign", "high_wins")),
    row("S1-121", value("payout", "worst_pays"),
        under(SOCHI, settles(pool_sheet("10 10 4", "0 6 2"), Fraction(140, 3), Fraction(-40, 3), Fraction(-100, 3)))),
    # --- variant lines
    row("S1-123", shown("variants", "show", SOCHI, has="S1-02 S1-50 S1-89 S1-105 S1-117"), only=[SOCHI]),
    row("S1-125", writes("8 d7 2w 1w", "G6 W6,6"), only=[SOCHI]),
    row("S1-126", writes("8 d10 0w 0p", "P6 D0,6 g3,0", rules={"gora_mode": "gora"}),
        under(SOCHI, writes("8 d10 0w 0p", "P6 D0,6 g6,0")), only=[ROSTOV]),
    row("S1-127", writes("7 d5 3w 2w", "W48,48"), MISERE_THREE, all_passed("5 3 2", "5 3 2"), no_dump_in_rostov,
        only=[ROSTOV]),
    row("S1-128", writes("7 d5 4w 1p", "W48,48"),
        writes("7 d5 4w 1p", "W18,18", rules={"gora_mode": "whists5_per_undertrick"}), only=[ROSTOV]),
    row("S1-129", writes("7 d5 3w 2w", "G16 W16,16"), writes("misere d2 4- 4-", "G40"),
        all_passed("3 4 3", "3 4 3"), only=[LENINGRAD]),
    row("S1-130", writes("7 d7 3w 0p", "P4 W6,0 D0,8"), writes("7 d5 3w 2w", "G16 W16,16"),
        writes("7 d7 2w 1w", "P4 W4,4"), only=[LENINGRAD]),
    row("S1-131", writes("7 d7 2w 1w", "P4 W4,4"), all_passed("6 4 0", "6 4 0", "0 0 1"),
        settles(pool_sheet("3 0 0", "0 0 0"), 40, -20, -20), only=[LENINGRAD]),
    row("S1-133", record(played, ("SA S9 S8\n", "SA S9 S8 H7\n"), fault="E522"),
        record(all_pass, ("SA S9 S8\n", "SA S9 S8 S7\n"), fault="E5"), only=[GUSARIK]),
    row("S1-134", writes("7 d5 3w 2w", "G8 W8,8,8"), writes("7 d7 2w 1p", "P4 W3,0 D0,4"),
        all_passed("4 3 3", "4 3 3"), dealer_writes_nothing, only=[GUSARIK]),
    row("S1-135", says("", cannot="misere betl sans"), undefined_in_greek, only=["greek"]),
    row("S1-136", says("6S", can="6C", cannot="6D"), says("", cannot="misere"), under(SOCHI, says("6S", can="6D")),
        only=["greek"]),
    # --- glossary
    row("S1-147", record(bid, ('"C8 C7"', '"S7 C8"')), record(bid, ('"C8 C7"', '"C8 CA"'), fault="discard-not-held")),
    row("S1-148", columns, ENDED),
    row("S1-149", SIX_FAILED, all_passed("3 4 3", "3 4 3")),
    row("S1-150", answers("6S", "whist", can="whist pass"), answers("6S", "whist pass", roles={1: "whist", 2: "pass"})),
    row("S1-151", writes("6 d8 2w 0p", "P2 W2,0 D0,2 g4,0", rostov="P2 W2,0 D10,2 X0,10",
                         leningrad="P2 W4,0 D0,4 g8,0")),
    row("S1-152", WON_BY_ALL),
    row("S1-153", all_passed("5 3 2", "5 3 2"), all_passed("6 4 0", "6 4 0", "0 0 1"),
        may_play("all-pass", "SA", "H7 C7", "H7 C7")),
    row("S1-154", writes("misere d0 5- 5-", "P10"), may_play("misere", "SA", "H7 C7", "H7 C7"), MISERE_THREE),
    row("S1-155", says("6H", can="6NT"), names("6H pass pass", can="6NT"),
        lenient(bid, ("6S pass", "6bez pass"), ('Contract "6S"', 'Contract "6NT"'),
                reads_as=('6S pass pass\n[Declarer "S"]\n[Discard "C8 C7"]\n[Contract "6S"]',
                          '6NT pass pass\n[Declarer "S"]\n[Discard "C8 C7"]\n[Contract "6NT"]'))),
    row("S1-156", record(bid, ('[Auction "S"]', '[Auction "W"]'), fault="call-out-of-turn"), leads("6S", 0, 1)),
    row("S1-157", OVERTAKE, may_play("6H", "SA H8", "H9 H7", "H9")),
]


@pytest.mark.parametrize("statement", ROWS, ids=lambda statement: statement.id)
def test_statement(statement: Row) -> None:
    statement.show()
