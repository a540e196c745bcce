"""Hands as people paste them: languages, layouts, patterns, and what is said about what is not written."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from preferans_pbn.cards import CARD_BY_NAME, CARD_NAMES, hand_text, mask_of
from preferans_pbn.convert import Converted, Options, Source, detect_format, find_format
from preferans_pbn.convert.pasted_lines import read_line
from preferans_pbn.notation import dumps, loads
from preferans_pbn.record import Record

FORUM = """\
Задача с форума
Кто обыграет шестерную?

С: ♠ТКД97 ♣10 8 ♦- ♥В109
Ю: ♠В10 ♣ТКД ♦ТКД ♥ТК
З: ♠8 ♣В97 ♦В1098 ♥Д8
Прикуп: ♦7 ♥7
"""
DEAL = "S:SJT.CAKQ.DAKQ.HAK W:S8.CJ97.DJT98.HQ8 N:SAKQ97.CT8.HJT9"


def read(text: str, form: str = "pasted") -> list[Converted]:
    return list(find_format(form).read(Source.of_bytes(text.encode(), "-"), Options()))


def deal_of(text: str) -> str:
    """The hands of a text without faults, as the notation writes them."""
    record = record_of(text)
    hands = record.deal or record.position or {}
    return " ".join(f"{seat}:{'-' if hand is None else hand_text(hand)}" for seat, hand in hands.items())


def record_of(text: str) -> Record:
    [one] = read(text)
    assert one.diagnostics == [] and one.record is not None
    assert loads(dumps(one.record)) == [one.record]
    return one.record


def codes(text: str) -> list[tuple[str, int, int]]:
    return [(found.code, found.line, found.col) for one in read(text) for found in one.diagnostics]


def test_a_forum_post() -> None:
    record = record_of(FORUM)
    assert deal_of(FORUM) == DEAL
    assert record.talon == (CARD_BY_NAME["D7"], CARD_BY_NAME["H7"])
    assert record.event == "Задача с форума"
    assert [comment.text for comment in record.comments] == ["Кто обыграет шестерную?"]
    assert (record.dealer, record.variant, record.contract, record.declarer) == (None, None, None, None)
    found = detect_format(FORUM.encode(), "post.txt")
    assert found is not None and found.name == "pasted"


@pytest.mark.parametrize("text", [
    # words for seats, one suit a line, voids with a dash
    "Север\n♠ Т К Д 9 7\n♣ 10 8\n♦ —\n♥ В 10 9\nЮг\n♠ В10\n♣ ТКД\n♦ ТКД\n♥ ТК\nЗапад\n♠ 8\n♣ В97\n♦ В1098\n♥ Д8\n",
    # letters of Russian print
    "Север: п ТКД97 т 108 ч В109\nЮг: п В10 т ТКД б ТКД ч ТК\nЗапад: п 8 т В97 б В1098 ч Д8\n",
    "Север: пТКД97 т108 чВ109\nЮг: пВ10 тТКД бТКД чТК\nЗапад: п8 тВ97 бВ1098 чД8\n",
    # each card by itself
    "С: Т♠ К♠ Д♠ 9♠ 7♠ 10♣ 8♣ В♥ 10♥ 9♥\nЮ: В♠ 10♠ Т♣ К♣ Д♣ Т♦ К♦ Д♦ Т♥ К♥\n"
    "З: 8♠ В♣ 9♣ 7♣ В♦ 10♦ 9♦ 8♦ Д♥ 8♥\n",
    # dashes and commas
    "N: ♠ — A, K, Q, 9, 7, ♣ — 10, 8, ♥ — J, 10, 9\nS: ♠ — J, 10, ♣ — A, K, Q, ♦ — A, K, Q, ♥ — A, K\n"
    "W: ♠ — 8, ♣ — J, 9, 7, ♦ — J, 10, 9, 8, ♥ — Q, 8\n",
    # English with letters, a markdown list, tens as X
    "* North (Anna): S AKQ97 C X8 D - H JX9\n* South: S JX C AKQ D AKQ H AK\n* West: S 8 C J97 D JX98 H Q8\n",
    # Serbian
    "Sever: pik A K D 9 7, tref 10 8, herc J 10 9\nJug: pik J 10, tref A K D, karo A K D, herc A K\n"
    "Zapad: pik 8, tref J 9 7, karo J 10 9 8, herc D 8\n",
    # German: seats, French names, D is the queen and B the jack
    "Nord: Pik As König Dame 9 7, Kreuz 10 8, Herz B 10 9\nSüd: Pik B 10, Kreuz A K D, Karo A K D, Herz A K\n"
    "West: Pik 8, Kreuz B 9 7, Karo B 10 9 8, Herz D 8\n",
    # Slovak: German cards, D is dolník (the jack), H horník (the queen)
    "Sever: zeleň eso, kráľ, horník, 9, 7; žaluď 10 8; červeň D 10 9\n"
    "Juh: zeleň D 10, žaluď E K H, guľa E K H, červeň E K\n"
    "Západ: zeleň 8; žaluď dolník 9 7; guľa D 10 9 8; červeň H 8\n",
    # German cards by their German names
    "Nord: Laub As König Ober 9 7 Eichel 10 8 Herz U 10 9\n".replace("Herz U", "Herz B")
    + "Süd: Laub Unter 10, Eichel A K O, Schell A K O, Herz A K\nWest: Laub 8 Eichel U97 Schell U1098 Herz O8\n",
    # Bavarian suits, and Serbian with Ž for the jack (žandar)
    "Nord: Gras As König Ober 9 7, Eichel 10 8, Rot U 10 9\nSüd: Blatt U 10, Eichel A K O, Schellen A K O, Rot A K\n"
    "West: Grün 8, Eichel U97, Schellen U1098, Rot O8\n",
    "Sever: pik A K D 9 7, tref 10 8, herc Ž 10 9\nJug: pik Ž 10, detelina A K D, kocka A K D, srce A K\n"
    "Zapad: pik 8, tref ž 9 7, karo Ž 10 9 8, herc D 8\n",
    "Sever: ♠AKD97 ♣10 8 ♥Z\u030c109\nJug: ♠Ž10 ♣AKD ♦AKD ♥AK\nZapad: ♠8 ♣Ž97 ♦Ž1098 ♥D8\n",
    # signs with the ranks of Germans: D is no suit behind a sign, and B the jack
    "Nord: ♠ A K D 9 7 ♣ 10 8 ♥ B 10 9\nSüd: ♠ B 10 ♣ A K D ♦ A K D ♥ A K\nWest: ♠ 8 ♣ B 9 7 ♦ B 10 9 8 ♥ D 8\n",
    "Nord: ♠AKD97 ♣108 ♥B109\nSüd: ♠B10, ♣AKD, ♦AKD, ♥AK\nWest: ♠8 ♣B97 ♦B1098 ♥D8\n",
    "Nord\n♠: A, K, D, 9, 7\n♣: 10, 8\n♥: B, 10, 9\nSüd\n♠: B, 10\n♣: A, K, D\n♦: A, K, D\n♥: A, K\n"
    "West\n♠: 8\n♣: B, 9, 7\n♦: B, 10, 9, 8\n♥: D, 8\n",
    "Nord: ♠A ♠K ♠D ♠9 ♠7 ♣10 ♣8 ♥B ♥10 ♥9\nSüd: B♠ 10♠ A♣ K♣ D♣ A♦ K♦ D♦ A♥ K♥\n"
    "West: 8♠ B♣ 9♣ 7♣ B♦ 10♦ 9♦ 8♦ D♥ 8♥\n",
    # Rot is what colour hearts have, beside suits of French cards
    "Nord: Pik A K D 9 7, Treff 10 8, Rot B 10 9\nSüd: Pik B 10, Treff A K D, Karo A K D, Rot A K\n"
    "West: Pik 8, Treff B 9 7, Karo B 10 9 8, Rot D 8\n",
])
def test_spellings_and_layouts(text: str) -> None:
    assert deal_of(text) == DEAL


def test_the_post_of_the_fixtures() -> None:
    path = Path(__file__).parents[2] / "fixtures" / "import" / "forum-post.txt"
    assert deal_of(path.read_text("utf-8")) == "S:SJT.CAKQ.DAKQ.HAK W:S8.CJ97.DJT98.HQ8 N:SAKQ97.CT8.HJT9"
    assert record_of(path.read_text("utf-8")).contract == "6S"


def test_a_name_in_brackets_is_the_player() -> None:
    assert record_of(FORUM.replace("Ю:", "Ю (Анна):")).players == {"S": "Анна"}


def test_seats_are_read_together() -> None:
    """S is north beside J, and south beside N."""
    slavic = FORUM.replace("С:", "S:").replace("Ю:", "J:").replace("З:", "Z:")
    english = FORUM.replace("С:", "N:").replace("Ю:", "S:").replace("З:", "W:")
    assert deal_of(slavic) == deal_of(english) == DEAL
    mixed = FORUM.replace("С:", "J:").replace("Ю:", "N:")
    assert codes(mixed) == [("E222", 4, 1)]


def test_talon_discard_contract_and_who() -> None:
    text = FORUM.replace("Прикуп: ♦7 ♥7\n", "Снос: ♥7, ♦7\nКонтракт: 6♠\nИграет: Север\nХод: Юг\nСдаёт: Запад\n")
    [one] = read(text)
    record = one.record
    assert record is not None and one.diagnostics == []
    assert (record.declarer, record.contract, record.leader, record.dealer) == ("N", "6S", "S", "W")
    assert record.discard == (CARD_BY_NAME["D7"], CARD_BY_NAME["H7"])
    assert record.talon is None and record.deal is None  # after the exchange: a position
    assert record.position is not None and list(record.position) == ["N", "S", "W"]


def test_an_ending_is_a_position() -> None:
    text = "Юг: ♠ТК ♥Д\nЗапад: ♠В10 ♥К\nВосток: ♣97 ♦8\nХод: Запад\n"
    record = record_of(text)
    assert record.leader == "W" and record.deal is None
    assert deal_of(text) == "S:SAK.HQ W:SJT.HK E:C97.D8"


def test_small_cards_are_a_pattern_and_no_hand() -> None:
    text = "Юг: ♠ТКДхх ♣ТК ♦ТК ♥Т\n"
    assert codes(text) == [("E227", 1, 9)]
    [one] = read(text)
    assert one.record is None
    both = read(FORUM.replace("♠ТКД97", "♠ТКДxx"))
    [finding] = both[0].diagnostics
    assert (finding.code, finding.line, finding.col) == ("E227", 4, 8)
    assert finding.message == "С is written ♠ТКДxx: a pattern with small cards, which are not named"
    record = both[0].record
    assert record is not None and record.deal is not None and record.deal["N"] is None
    assert record.deal["S"] is not None  # its neighbours stay


def test_ranks_that_the_pack_does_not_have() -> None:
    """A hand of another game: 2 and 4 are no ranks."""
    text = "п В1082 ч 972 б Т5 т ТД104\n"
    assert codes(text) == [("E222", 1, 7), ("E222", 1, 13), ("E222", 1, 18), ("E222", 1, 26)]
    assert [one.record for one in read(text)] == [None]


@pytest.mark.parametrize(("old", "new", "gone", "wanted"), [
    ("♠ТКД97", "♠ТКZ97", "SQ", ("E222", 4, 7, "Z")),
    ("♠ТКД97", "♠ТК Z 97", "SQ", ("E222", 4, 8, "Z")),
    ("♠ТКД97", "♠ТКД97?", "", ("E222", 4, 10, "?")),
    ("♠ТКД97", "♠ТКД967", "", ("E222", 4, 9, "6")),
    ("♣10 8", "♣10 шесть", "C8", ("E222", 4, 15, "шесть")),
    ("♥В109", "♥В10 9 чепуха", "", ("E222", 4, 27, "чепуха")),
    ("♣10 8", "?10 8", "CT C8", ("E222", 4, 11, "?10 8")),  # a sign lost on its way: not ranks of spades
    ("♥В109", "Ё В109", "HJ HT H9", ("E222", 4, 20, "Ё В109")),
    ("♠ТКД97 ♣", "пыки ТКД97 ♣", "SA SK SQ S9 S7", ("E222", 4, 4, "пыки ТКД97")),
    ("♠ТКД97 ♣10 8 ♦- ♥В109", "Т♠ К♠ Ю♠ 9♠ 7♠ 10♣ 8♣ В♥ 10♥ 9♥", "SQ", ("E222", 4, 10, "Ю♠")),
])
def test_what_is_no_card_is_told_and_its_neighbours_stay(old: str, new: str, gone: str,
                                                         wanted: tuple[str, int, int, str]) -> None:
    [one] = read(FORUM.replace(old, new))
    [finding] = one.diagnostics
    assert (finding.code, finding.line, finding.col, finding.arguments["value"]) == wanted
    assert finding.end_col == finding.col + len(wanted[3])
    whole = record_of(FORUM)
    assert one.record is not None and one.record.deal is not None and whole.deal is not None
    assert (one.record.deal["S"], one.record.deal["W"]) == (whole.deal["S"], whole.deal["W"])
    left = [name for name in ("SA", "SK", "SQ", "S9", "S7", "CT", "C8", "HJ", "HT", "H9") if name not in gone]
    assert one.record.deal["N"] == mask_of(CARD_BY_NAME[name] for name in left)
    assert one.record.talon == whole.talon
    found = detect_format(FORUM.replace(old, new).encode(), "post.txt")
    assert found is not None and found.name == "pasted"


def test_what_is_no_card_in_the_talon_leaves_the_hands() -> None:
    for bad, col in (("♦7 ♥6", 13), ("7♦ Ю♥", 12)):
        [one] = read(FORUM.replace("♦7 ♥7", bad))
        assert [(found.code, found.line, found.col) for found in one.diagnostics] == [("E222", 7, col)]
        assert one.record is not None and one.record.talon is None and one.record.deal == record_of(FORUM).deal


def test_a_letter_that_can_be_a_suit_takes_no_ranks_to_the_suit_before() -> None:
    """Behind S the letter G may be Grün or a slip of the pen: its ranks are not said to be spades."""
    [one] = read("N: S A K Q G 9 7 C T 8 H J T 9\nS: S J T C A K Q D A K Q H A K\n")
    [finding] = one.diagnostics
    assert (finding.code, finding.line, finding.col, finding.arguments["value"]) == ("E222", 1, 12, "G 9 7")
    assert one.record is not None and one.record.deal is not None
    assert hand_text(one.record.deal["N"] or 0) == "SAKQ.CT8.HJT9"


@pytest.mark.parametrize(("text", "wanted"), [
    ("С: ♠TКД97 ♣10 8 ♥В109\n", [("E108", 1, 5)]),                          # Latin T, Russian ranks
    ("С: ♠T97 ♣10 8 ♥109\nЮ: ♠В10 ♣ТКД ♦ТКД ♥ТК\n", [("E108", 1, 5)]),      # in another hand
    ("С: T♠ К♠ Д♠ 9♠\n", [("E108", 1, 4)]),
    ("N: ♠ТKQ97 ♣108 ♥J109\n", [("E108", 1, 5)]),                           # Cyrillic Т, English ranks
    ("N: ♠AKQT7 ♣108 ♥JT9\nЮг: ♠В10 ♣ТКД ♦ТКД ♥ТК\n", []),
    ("N: ♠AКQT7 ♣T8 ♥JT9\n", []),                                          # К alone looks like K
    ("Süd: Laub D K U, Herz D 8\n", [("E108", 1, 11), ("E108", 1, 23)]),     # Daus or Dame
    ("Süd: Pik D K, Herz D 8\n", []),
    ("Süd: Pik A K 9, Karo A 7, Treff 8 7, Rot K D\n", []),                 # French suits have no Daus
    ("Süd: ♠ A K 9 ♣ 8 7 Rot K D\n", []),
    ("Süd: Rot K D, Herz 8\n", [("E108", 1, 12)]),
    ("Süd: Pik A K 9, Schell A 7, Rot K D\n", [("E108", 1, 35)]),           # suits of both packs
    ("Süd\nSchell A 7\nHerz K D\n", [("E108", 3, 8)]),
    ("Süd: ♠ A K D 10 9 ♥ A 7 ♦ K 8 ♣ 9\n", []),
    ("Süd: ♠ K D 10 9 ♥ D 7\nNord: Eichel A 7\n", [("E108", 1, 10), ("E108", 1, 19)]),
    ("Süd: ♠ K D 10 9 ♥ A O 7\n", [("E108", 1, 10)]),                        # O is Ober
    ("Süd: Laub A D, Eichel K D\n", [("E108", 1, 25)]),                      # the other ace is there
    ("Juh: ♠ E K D 10 9 8 ♥ K 7\n", [("E108", 1, 12)]),                     # E is eso: D dama or dolník
    ("Süd: ♠AK97 D J9 C T8\n", [("E108", 1, 12)]),                           # letters are suits too
    ("Süd: ♠AQ97 ♣T8 ♥K9 D J9\n", [("E108", 1, 20)]),                        # the queen is Q
])
def test_a_rank_that_can_be_two_is_told_with_both(text: str, wanted: list[tuple[str, int, int]]) -> None:
    found = [finding for one in read(text) for finding in one.diagnostics if finding.code == "E108"]
    assert [(finding.code, finding.line, finding.col) for finding in found] == wanted
    for finding in found:
        assert " can be read in two ways: " in finding.message and " or " in finding.message
    [one] = read(text)
    assert one.record is not None
    if wanted:
        hand = (one.record.deal or one.record.position or {})["S" if text.startswith(("Süd", "Juh")) else "N"] or 0
        readings = [name for finding in found for key in ("first", "second")
                    if (name := finding.arguments[key][:2]) in CARD_BY_NAME]
        assert hand and readings and all(not hand >> CARD_BY_NAME[name] & 1 for name in readings)


@pytest.mark.parametrize(("text", "place"), [
    ("ТКДхх\n", (1, 1)), ("AKQxx", (1, 1)), ("  ТКД97\n", (1, 3)), ("ТКД97\n108\nВ109\n", (1, 1)),
    ("A K Q 10\n", (1, 1)), ("Юг: ТКД97\n", (1, 5)), ("South: AKQxx\n", (1, 8)),
    ("ТКД97 Т8 К7 Д9\n", (1, 1)), ("Юг: ТКД97 Т8 К7 Д9\n", (1, 5)), ("AK10, KQ, A98, J7\n", (1, 1)),
])
def test_ranks_without_a_suit_are_told_what_they_lack(text: str, place: tuple[int, int]) -> None:
    deals = read(text)
    first = deals[0].diagnostics[0]
    assert (first.code, first.line, first.col) == ("E222", *place)
    assert first.message.endswith(" there") and "a pasted hand has a suit before its ranks, such as ♠" in first.message
    assert all(one.record is None for one in deals)
    found = detect_format(text.encode(), "post.txt")
    assert found is not None and found.name == "pasted"


@pytest.mark.parametrize(("text", "told", "hand"), [
    ("С: ТКД97 ♣10 8\n", (1, 4, 9, "ТКД97"), "CT8"),
    ("ТКД97 ♣10 8\n", (1, 1, 6, "ТКД97"), ""),
    ("Юг: ТКД97 ♣10 8 ♥В109\n", (1, 5, 10, "ТКД97"), "CT8.HJT9"),
    ("Юг: ТК хх, ♣10 8 ♥В109\n", (1, 5, 10, "ТК хх"), "CT8.HJT9"),
    ("South: AKQ97 C T8 H JT9\n", (1, 8, 13, "AKQ97"), "CT8.HJT9"),
    ("Süd: AKD97 ♣10 8 ♥B109\n", (1, 6, 11, "AKD97"), "CT8.HJT9"),  # D is no suit here
    ("Юг: 1098 ♣10 8 ♥В109\n", (1, 5, 9, "1098"), "CT8.HJT9"),
])
def test_the_first_suit_is_missing(text: str, told: tuple[int, int, int, str], hand: str) -> None:
    """The ranks before the first suit are told; the cards behind it are kept where a seat says that this is a hand."""
    [one] = read(text)
    [first] = [found for found in one.diagnostics if found.code == "E222"]
    assert (first.line, first.col, first.end_col, first.arguments["value"]) == told
    assert "a pasted hand has a suit before its ranks, such as ♠" in first.message
    held = None if one.record is None else next(iter(filter(None, (one.record.deal or {}).values())), 0)
    assert hand_text(held or 0) == (hand or hand_text(0))
    found = detect_format(text.encode(), "post.txt")
    assert found is not None and found.name == "pasted"


@pytest.mark.parametrize("text", ["Т♠ что ТК♠ 97♣\n", "ТК♠ Д9♣\n", "Юг: 7 ♠\n", "A Spade is a spade\n",
                                  "К ♠ 7\n", "ТК ♠ Д9 ♣\n", "ККК ♠ 7\n"])
def test_what_stands_before_a_suit_need_not_lack_one(text: str) -> None:
    assert not any("a suit before its ranks" in found.message for one in read(text) for found in one.diagnostics)


@pytest.mark.parametrize("text", ["ТАК\n", "К 7 К 8\n", "ТК ТТ 77\n",
                                  "10\n", "7 8 9\n", "AA\n", "BBC\n", "КУКУ\n", "ТТТ\n", "A\n",
                                  "Добрый вечер\nТКДхх\n"])
def test_what_is_no_suit_of_a_hand_is_not_taken_for_one(text: str) -> None:
    found = detect_format(text.encode(), "x.txt")
    assert found is None or found.name != "pasted"


def test_hands_without_seats_are_told_so() -> None:
    text = "♠ТКД97 ♣10 8 ♥В109\n♠В10 ♣ТКД ♦ТКД ♥ТК\n♠8 ♣В97 ♦В1098 ♥Д8\n"
    [one] = read(text)
    assert one.record is not None and one.record.deal is not None
    assert list(one.record.deal) == ["S", "W", "E"]
    assert [(loss.field, loss.code) for loss in one.losses] == [("seats", "W701")]


def test_a_hand_that_is_not_there_stays_unknown() -> None:
    record = record_of("Юг: ♠В10 ♣ТКД ♦ТКД ♥ТК\n")
    assert record.deal is not None and {seat: hand is None for seat, hand in record.deal.items()} == {
        "S": False, "W": True, "E": True}
    assert hand_text(record.deal["S"] or 0) == "SJT.CAKQ.DAKQ.HAK"


@pytest.mark.parametrize(("old", "new", "wanted"), [
    ("♥Д8", "♥Т8", ("E301", 6, 20)),  # the ace of hearts is South's
    ("♥Д8", "♥Д", ("E302", 6, 1)),
    ("♥Д8", "♥Д87", ("E303", 6, 1)),
    ("♥Д8", "♥Д8 чепуха", ("E222", 6, 23)),
    ("♦7 ♥7", "♦7", ("E222", 7, 1)),
])
def test_faults_have_their_place(old: str, new: str, wanted: tuple[str, int, int]) -> None:
    assert wanted in codes(FORUM.replace(old, new))


def test_several_deals_in_one_text() -> None:
    other = FORUM.replace("Задача с форума", "Вторая").replace("Прикуп", "Снос")
    for text in (FORUM + "\n" + other, FORUM + other):
        deals = read(text)
        assert [one.record is not None for one in deals] == [True, True]
        assert [one.diagnostics for one in deals] == [[], []]
    broken = FORUM.replace("♠В10 ♣", "♠В10 что ♣")
    deals = read(broken + "\n" + other)
    assert deals[-1].record is not None and deals[-1].diagnostics == []
    assert [found.code for found in deals[0].diagnostics] == ["E222"]


def test_prose_alone_is_no_deal() -> None:
    assert codes("Добрый вечер!\nПики козыри, кто ходит?\n") == [("E220", 1, 1)]
    assert detect_format("Добрый вечер! Пики козыри.\n".encode(), "x.txt") is None


def test_prose_with_suits_in_it_is_prose() -> None:
    for line in ("Юг: Анна", "Север: пас, Юг: вист", "Пики козыри", "Черви — слабая масть",
                 "Север пасует, Юг вистует", "Herz ist Trumpf", "S kartama"):
        assert (read_line(line, 1).kind, read_line(line, 1).text) == ("prose", line)


CARDS = st.permutations(CARD_NAMES)


@settings(max_examples=60, deadline=None)
@given(cards=CARDS, signs=st.sampled_from(["♠♣♦♥", "птбч"]), gap=st.booleans(),
       ranks=st.sampled_from(["789TJQKA", "789XJQKA", "789ТВДКТ"]),
       seats=st.sampled_from([("S", "W", "E"), ("Юг", "Запад", "Восток"), ("Jug", "Zapad", "Istok")]))
def test_every_deal_is_read_as_it_is_written(cards: list[str], signs: str, ranks: str, seats: tuple[str, str, str],
                                             gap: bool) -> None:
    spelled = {"7": "7", "8": "8", "9": "9", "T": ranks[3] if ranks[3] != "Т" else "10", "J": ranks[4], "Q": ranks[5],
               "K": "К" if "Д" in ranks else "K", "A": ranks[7]}
    lines = []
    for number, seat in enumerate(seats):
        hand = cards[number * 10 : number * 10 + 10]
        parts = []
        for suit, sign in zip("SCDH", signs, strict=True):
            held = [spelled[card[1]] for card in hand if card[0] == suit]
            parts.append(f"{sign} {(' ' if gap else '').join(held)}" if held else f"{sign} —")
        lines.append(f"{seat}: {' '.join(parts)}")
    [one] = read("\n".join(lines) + "\n")
    assert one.diagnostics == [] and one.record is not None
    assert one.record.deal == {seat: mask_of(CARD_BY_NAME[card] for card in cards[at * 10 : at * 10 + 10])
                               for at, seat in enumerate("SWE")}


@settings(max_examples=150, deadline=None)
@given(st.text("ТКДВхX♠♣♦♥птбч:—-, \n1098SWENЮСЗjx.()", max_size=120))
def test_whatever_is_pasted_nothing_is_raised(text: str) -> None:
    for one in read(text):
        assert one.record is not None or one.diagnostics
        if one.record is not None:
            dumps(one.record)


@pytest.mark.parametrize(("line", "hand"), [
    ("Süd: Laub U109 Eichel 97 Schell AKO Herz U9", "SJT9.C97.DAKQ.HJ9"),
    ("Süd: Herz AKO Laub U109 Eichel 97 Schell U9", "SJT9.C97.DJ9.HAKQ"),
    ("Süd: Pik ADB97 Treff 108 Herz KDB", "SAQJ97.CT8.HKQJ"),  # the French pack: Dame and Bube
])
def test_hearts_belong_to_both_german_packs(line: str, hand: str) -> None:
    assert deal_of(line + "\n").split()[0] == f"S:{hand}"
