"""Whole records: the seed's rows that a record shows, the notation's sample, WE-B30, state tags, the club's endings."""

from __future__ import annotations

import pytest

from preferans_pbn.diagnostic_codes import ENTRIES
from tests.balkan.helpers import codes, record, table

WON = ('[Auction "S"]', "2 3 pass", "hold pass", '[Declarer "S"]')
"""S wins at 3."""
HEARTS = (*WON, '[Discard "S9 S8"]', '[Contract "H"]')
SAMPLE_PLAY = ('[Play "S"]', "HK HQ DQ", "DA D9 D7", "HT HA DJ", "SA S7 SQ", "C9 C7 CK", "H8 SJ CQ", "H9 D8 CA",
               "H7 CT C8", "HJ SK CJ", "DT ST DK")
NAMES = {entry.name: entry.code for entry in ENTRIES}


def test_the_sample_deal() -> None:
    """Notation, whole deal (a): W, called, gives kontra; the side takes three of five, W falls.

    Herc 4: 2 x 4 x 2 = 16.  S -16; W +16 and 3 x 16 = 48 supe; E called him and answers for nothing more.
    """
    text = record('[Auction "S"]', "2 3 pass", "hold 4 hold", "pass", '[Declarer "S"]', '[Discard "S9 S8"]',
                  '[Contract "H"]', '[Defence "E"]', "come stay-out call-partner kontra",
                  '[Defenders "W:called E:call-partner"]', '[Kontra "W:1"]', *SAMPLE_PLAY, '[Tricks "S:7 W:1 E:2"]',
                  table("ScoreTable", "S -16 - 0", "W 16 S:48 0", "E 0 - 0"),
                  table("SheetTable", "S 44 - 0", "W 76 S:48 0", "E 60 - 0"))
    assert codes(text) == []
    assert codes(text.replace("W 16 S:48", "W 16 S:32")) == ["E610"]
    assert codes(text.replace('Kontra "W:1"', 'Kontra "E:1"')) == ["E509"]


def test_we_b30() -> None:
    """Ring 0, 2, 1 with dealer 0: seats S = 2, E = 1, W = 0.  Two tricks replayed; 6-3-1 supposed, by claim."""
    text = record(
        '[Auction "S"]', "2 pass 3", "hold pass", '[Declarer "S"]', '[Discard "S7 D9"]', '[Contract "H"]',
        '[Defence "E"]', "come come", '[Play "S"]', "HA S8 HK >S", "HQ CQ HJ >S", "*", '[Claim "S:4 W:3 E:1"]',
        '[Tricks "S:6 W:3 E:1"]', table("ScoreTable", "S -8 - 0", "W 0 S:24 0", "E 0 S:8 0"),
        variant="serbian-klub",
        deal='[Deal "S:SJ7.CT8.D9.HAQT98 E:SQ98.CAQJ.DKJT8 W:SAKT.C97.DAQ7.HKJ"]\n[Talon "H7 CK"]')
    assert codes(text) == []
    assert codes(text.replace("HK >S", "HK >W")) == ["E521"]
    # By the letter of the seed each owes two, so E falls as well.
    letter = text.replace("serbian-klub", "serbian")
    assert codes(letter) == ["E610"]
    assert codes(letter.replace("E 0 S:8 0", "E 8 S:8 0")) == []


def seed(*lines: str, expect: str = "", **how: str) -> None:
    """A record that is fine, or has one fault named ``expect``."""
    assert codes(record(*lines, **how)) == ([NAMES[expect]] if expect else [])


def test_s2_01_three_play() -> None:
    deal = '[Deal "S:SQ98.CK.DA.HKJT98 E:SAKJT.CT9.D98.HAQ N:S7.CAQJ87.DKQJ7"]\n[Talon "H7 DT"]'
    seed(deal=deal, expect="wrong-hands")
    seed(deal=deal, variant="serbian-klub")


def test_s2_04_and_05_deal() -> None:
    full = '[Deal "S:SQ98.CK.DA.HKJT98 E:SAKJT.CT9.D98.HAQ W:S7.CAQJ87.DKQJ7"]\n'
    seed(deal=full.replace("SQ98", "SQ9") + '[Talon "H7 DT"]', expect="card-missing")
    seed(deal=full + '[Talon "H7 DT S8"]', expect="talon-size")


def test_s2_12_the_deal_moves_on() -> None:
    first = record('[Auction "S"]', "pass pass pass")
    again = first.replace('Board "1"', 'Board "2"')
    assert codes(first + again) == ["E307"]
    second = again.replace('Dealer "W"', 'Dealer "S"').replace('Auction "S"', 'Auction "E"')
    assert codes(first + second) == []  # also after a refe


def test_s2_26_two_cards_go_back() -> None:
    seed(*WON, '[Discard "S9"]', '[Contract "H"]', expect="discard-count")
    seed(*WON, '[Discard "S9 S8 CK"]', '[Contract "H"]', expect="discard-count")


def test_s2_27_and_28_the_game() -> None:
    for game, expect in (("D", ""), ("betl", ""), ("sans", ""), ("S", "contract-below-bid"),
                         ("preferans", "undefined-by-variant"), ("H-hand", "contract-not-allowed")):
        seed(*WON, '[Discard "S9 S8"]', f'[Contract "{game}"]', expect=expect)


def test_s2_29_all_pass_is_not_played() -> None:
    """S2-29 to S2-31, S2-61: refe for each."""
    passed = ('[Auction "S"]', "pass pass pass", '[Contract "all-pass"]')
    seed(*passed, '[Outcome "refe"]', table("ScoreTable", "S 0 - 1", "W 0 - 1", "E 0 - 1"))
    seed(*passed, table("ScoreTable", "S 0 - 1", "W 0 - 0", "E 0 - 1"), expect="wrong-score")
    seed(*passed, '[Play "S"]', "HK HQ DQ", expect="not-played")


def test_s2_35_and_36_igra_takes_no_talon() -> None:
    igra = ('[Auction "S"]', "hand pass pass", '[Declarer "S"]')
    seed(*igra, '[Discard "-"]', '[Contract "H-hand"]')
    seed(*igra, '[Discard "S9 S8"]', '[Contract "H-hand"]', expect="discard-count")
    seed(*igra, '[Discard "-"]', '[Contract "betl-hand"]', expect="contract-not-allowed")  # S2-38
    seed('[Auction "S"]', "2 3 pass", "hand pass", expect="in-hand-not-allowed")


def test_s2_41_a_later_igra_is_no_pik() -> None:
    later = ('[Auction "S"]', "hand hand pass", "pass", '[Declarer "E"]', '[Discard "-"]')
    seed(*later, '[Contract "S-hand"]', expect="contract-not-allowed")
    seed(*later, '[Contract "D-hand"]')


def test_s2_45_betl_has_no_answers() -> None:
    betl = (*WON, '[Discard "S9 S8"]', '[Contract "betl"]', '[Defence "E"]')
    seed(*betl, "stay-out", expect="defence-not-allowed")
    seed(*betl, "fine")
    seed(*betl, "fine kontra")


def test_s2_47_to_56_defence() -> None:
    for words, expect in (("come stay-out call-partner", ""), ("stay-out stay-out call-partner", "defence-after-end"),
                          ("come come kontra rekontra subkontra mortkontra", ""),
                          ("come come kontra rekontra subkontra mortkontra kontra", "defence-after-end"),
                          ("come come rekontra", "defence-not-allowed")):
        seed(*HEARTS, '[Defence "E"]', words, expect=expect)
    seed(*HEARTS, '[Defence "W"]', "come come", expect="defence-out-of-turn")


def test_s2_48_and_69_cards_in_a_trick() -> None:
    seed(*HEARTS, '[Defence "E"]', "come stay-out", '[Play "S"]', "HK HQ DQ", "+", expect="trick-length")
    seed(*HEARTS, '[Defence "E"]', "come stay-out", '[Play "S"]', "HK HQ", "+")


def test_s2_58_to_60_pik_without_kontra() -> None:
    pik = ('[Auction "S"]', "2 pass pass", '[Declarer "S"]', '[Discard "CK DA"]', '[Contract "S"]', '[Defence "E"]',
           "come come")
    seed(*pik, '[Outcome "refe"]', table("ScoreTable", "S 0 - 1", "W 0 - 1", "E 0 - 1"))
    seed(*pik, '[Play "S"]', "SQ SA S7", expect="not-played")
    seed(*pik, '[Refe "S:2"]', '[Outcome "passed-out"]', table("ScoreTable", "S -8 - -1", "W 0 - 0", "E 0 - 0"))
    seed(*pik, '[Outcome "redeal"]', expect="wrong-outcome")


def test_s2_63_and_64_refe_doubles() -> None:
    played = (*HEARTS, '[Defence "E"]', "come come", '[Tricks "S:6 W:2 E:2"]')
    seed('[Refe "S:1 E:1"]', *played, table("ScoreTable", "S -16 - -1", "W 0 S:32 0", "E 0 S:32 0"))
    seed('[Refe "E:1"]', *played, table("ScoreTable", "S -8 - 0", "W 0 S:16 0", "E 0 S:16 0"))


def test_s2_84_rules_hold_for_a_game() -> None:
    first = record('[Auction "S"]', "pass pass pass", rules="refe=3")
    second = first.replace('Board "1"', 'Board "2"').replace('Dealer "W"', 'Dealer "S"').replace('n "S"', 'n "E"')
    assert codes(first + second) == []
    assert codes(first + second.replace("refe=3", "refe=4")) == ["E616"]


@pytest.mark.parametrize(("contract", "discard", "needed", "expect"), [
    ("H", "S9 S8", "three", ""),
    ("D", "S9 S8", "three", "contract-not-allowed"),  # two diamonds
    ("D", "S9 S8", "none", ""),
    ("H", "HK HJ", "three", ""),
    ("H", "HK HJ", "three_headed_q", "contract-not-allowed"),  # T 9 8 7
    ("H", "HJ HT", "three_headed_q", ""),  # K 9 8 7
    ("betl", "S9 S8", "three_headed_q", ""),
])
def test_s2_85_and_86_three_trumps(contract: str, discard: str, needed: str, expect: str) -> None:
    seed(*WON, f'[Discard "{discard}"]', f'[Contract "{contract}"]', rules=f"min_trumps={needed}", expect=expect)


def test_s2_87_to_89_agreed_lead() -> None:
    """S leads against E's sans; W, who bid nothing, gives kontra: spades."""
    sans = ('[Auction "S"]', "2 3 pass", "pass", '[Declarer "E"]', '[Discard "D9 D8"]', '[Contract "sans"]',
            '[Defence "W"]', "come come kontra", '[Play "S"]')
    seed(*sans, "DA DT D7", "+", rules="sans_lead=agreed", expect="agreed-lead")
    seed(*sans, "DA DT D7", "+")
    seed(*sans, "SQ SK S7", "+", rules="sans_lead=agreed")
    called = (*sans[:-2], "come stay-out call-partner", sans[-1])
    seed(*called, "DA DT D7", "+", rules="sans_lead=agreed", expect="agreed-lead")
    seed(*called, "CK C9 CA", "+", rules="sans_lead=agreed")


def test_roles_and_kontra_from_tags() -> None:
    tagged = (*HEARTS, '[Defenders "W:called E:come"]', '[Kontra "E:2"]', '[Tricks "S:5 W:1 E:4"]')
    seed(*tagged, table("ScoreTable", "S 32 - 0", "W 0 - 0", "E 0 S:160 0"))


def test_a_contract_without_calls() -> None:
    seed('[Declarer "S"]', '[Bid "3"]', '[Contract "S"]', expect="contract-below-bid")
    seed('[Declarer "S"]', '[Bid "hand-4"]', '[Discard "-"]', '[Contract "C-hand"]')
    seed('[Declarer "S"]', '[Bid "hand-4"]', '[Discard "-"]', '[Contract "D-hand"]', expect="contract-not-allowed")
    seed('[Declarer "S"]', '[Bid "hand-sans"]', '[Discard "-"]', '[Contract "C-hand"]', expect="contract-not-allowed")
    seed('[Declarer "S"]', '[Contract "C-hand"]', '[Defenders "W:stay-out E:stay-out"]',
         table("ScoreTable", "S -12 - 0", "W 0 - 0", "E 0 - 0"))


def test_refe_tag_alone() -> None:
    """Board 17 with state tags: the refe are known, the bule are not.

    A made game may be the last one, whose write-off is cut, so the declarer's bule are not judged; a failed one's
    are.  Whether an all-pass enters a refe cannot be told either.
    """
    state = ('[Refe "S:1 E:1"]', *HEARTS, '[Defence "E"]', "come come")
    made = (*state, '[Tricks "S:6 W:2 E:2"]')
    seed(*made, table("ScoreTable", "S -16 - -1", "W 0 S:32 0", "E 0 S:32 0"), board="17", bule="")
    seed(*made, table("ScoreTable", "S -4 - -1", "W 0 S:32 0", "E 0 S:32 0"), board="17", bule="")
    seed(*made, table("ScoreTable", "S -16 - 0", "W 0 S:32 0", "E 0 S:32 0"), board="17", expect="wrong-score")
    failed = (*state, '[Tricks "S:5 W:3 E:2"]')
    seed(*failed, table("ScoreTable", "S 16 - -1", "W 0 S:48 0", "E 0 S:32 0"), board="17")
    seed(*failed, table("ScoreTable", "S 8 - -1", "W 0 S:48 0", "E 0 S:32 0"), board="17", expect="wrong-score")
    seed('[Refe "S:1"]', '[Auction "S"]', "pass pass pass", table("ScoreTable", "S 0 - 0", "W 0 - 0", "E 0 - 0"),
         board="17")


def test_opening_sheet_and_refe_claims() -> None:
    opening = table("OpeningSheetTable", "S 20 E:36 1", "W 32 - 1", "E 8 S:40 0")
    game = (*HEARTS, '[Defence "E"]', "come come", '[Tricks "S:6 W:2 E:2"]')
    seed(opening, *game, table("SheetTable", "S 4 E:36 0", "W 32 S:32 1", "E 8 S:72 0"), board="9", bule="")
    seed('[Refe "S:1 W:1"]', opening, *game, board="9", bule="")
    seed('[Refe "S:2 W:1"]', opening, *game, board="9", bule="", expect="wrong-state")
    seed('[Refe "W:1"]', opening, *game, board="9", bule="", expect="wrong-state")


def test_start_bule() -> None:
    """By the Bule tag, else the variant's."""
    passed = ('[Auction "S"]', "pass pass pass")
    seed(*passed, table("SheetTable", "S 200 - 1", "W 200 - 1", "E 200 - 1"), bule="200")
    seed(*passed, table("SheetTable", "S 60 - 1", "W 60 - 1", "E 60 - 1"), bule="")
    seed(*passed, table("SheetTable", "S 100 - 1", "W 100 - 1", "E 100 - 1"), bule="", variant="serbian-klub")


def test_the_start_bule_stay_the_same() -> None:
    first = record('[Auction "S"]', "pass pass pass", bule="60")
    second = first.replace('Board "1"', 'Board "2"').replace('Dealer "W"', 'Dealer "S"').replace('n "S"', 'n "E"')
    assert codes(first + second.replace('Bule "60"', 'Bule "100"')) == ["E615"]


def test_a_ruling_adjusts_the_score() -> None:
    game = (*HEARTS, '[Defence "E"]', "come come", '[Tricks "S:6 W:2 E:2"]', '[Ruling "W is fined"]',
            table("AdjustTable", "W 8 S:-16 0"))
    seed(*game, table("ScoreTable", "S -8 - 0", "W 8 - 0", "E 0 S:16 0"),
         table("SheetTable", "S 52 - 0", "W 68 - 0", "E 60 S:16 0"))
    seed(*game, table("ScoreTable", "S -8 - 0", "W 0 S:16 0", "E 0 S:16 0"), expect="wrong-score")


@pytest.mark.parametrize(("tricks", "variant", "expect"), [
    ("S:5 W:3 E:2", "serbian", ""),
    ("S:4 W:3 E:2", "serbian", "tricks-sum"),
    ("S:4 W:3 E:2", "serbian-klub", ""),  # the followers' fifth trick ended it
    ("S:4 W:2 E:2", "serbian-klub", "tricks-sum"),
    ("S:1 W:2 E:0", "serbian-klub", "tricks-sum"),
])
def test_tricks_that_end_a_deal(tricks: str, variant: str, expect: str) -> None:
    seed(*HEARTS, '[Defence "E"]', "come come", f'[Tricks "{tricks}"]', variant=variant, expect=expect)


def test_the_club_plays_nothing_after_a_lost_betl() -> None:
    """The declarer's first trick ends it; by the seed it goes on."""
    betl = (*WON, '[Discard "HK HJ"]', '[Contract "betl"]', '[Defence "E"]', "fine", '[Play "S"]')
    seed(*betl, "SQ ST S7", variant="serbian-klub")
    seed(*betl, "SQ ST S7", "CK C9 C7", variant="serbian-klub", expect="trick-too-many")
    seed(*betl, "SQ ST S7", "CK C9 C7", "+")


def test_croatian() -> None:
    """Auction and play are replayed; kontra, igra, sans and scoring are refused."""
    game = (*HEARTS, '[Defence "E"]', "come come")
    seed(*game, '[Tricks "S:6 W:2 E:2"]', variant="croatian")
    seed(*game, *SAMPLE_PLAY[:2], "+", variant="croatian")
    seed(*game, '[Tricks "S:6 W:2 E:2"]', table("ScoreTable", "S -8 - 0", "W 0 S:16 0", "E 0 S:16 0"),
         variant="croatian", expect="undefined-by-variant")
    seed(*HEARTS, '[Defence "E"]', "come come kontra", variant="croatian", expect="undefined-by-variant")
    seed(*HEARTS, '[Defence "E"]', "come stay-out call-partner", variant="croatian", expect="undefined-by-variant")
    seed('[Auction "S"]', "hand pass pass", variant="croatian", expect="undefined-by-variant")
    sans = (*WON, '[Discard "S9 S8"]', '[Contract "sans"]', '[Defence "E"]', "come come")
    seed(*sans, variant="croatian")
    seed(*sans, '[Play "S"]', "HK HQ DQ", "+", variant="croatian", expect="undefined-by-variant")
    seed('[Auction "S"]', "pass pass pass", variant="croatian")
    seed('[Auction "S"]', "pass 2 3", "hold pass", variant="croatian")  # the second's ja bi, the first is out
    seed('[Auction "S"]', "2 3 hold", variant="croatian", expect="hold-not-allowed")
