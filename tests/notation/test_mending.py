"""The lenient reading: safe fixes are made and listed, nothing else is, and strict reading stays strict."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from preferans_pbn.notation import NotationError, dumps, iter_text, loads
from tests.notation.test_lark_reader import found as strictly

LOCAL = """\
[Event "Клуб"]
[Variant "sochi-codex"]
[Dealer "Восток"]
[Deal "S:♠ТКДВ109.♣7.♦7.♥ТК W:S87.CAKQJ1098.DA E:DKQJX98.HQJX9"]
[Talon "♥8 H7"]
[Auction "Ю"]
6♠ 6C пас
7♠! pas
[Declarer "South"]
[Discard "♣7 ♦7"]
[Contract "7 пик"]
[Defence "W"]
вист vist
[Play "S"]
♠A S7 D8
SK S8 D9!
HА DA H9
HK C8 ♥10
"""
PLAIN = """\
[Event "Клуб"]
[Variant "sochi-codex"]
[Dealer "E"]
[Deal "S:SAKQJT9.C7.D7.HAK W:S87.CAKQJT98.DA E:DKQJT98.HQJT9"]
[Talon "H8 H7"]
[Auction "S"]
6S 6C pass
7S! pass
[Declarer "S"]
[Discard "C7 D7"]
[Contract "7S"]
[Defence "W"]
whist whist
[Play "S"]
SA S7 D8
SK S8 D9!
HA DA H9
HK C8 HT
"""


def test_a_record_in_other_spellings() -> None:
    [one] = iter_text(LOCAL, lenient=True)
    assert one.record == loads(PLAIN)[0]
    assert one.ok
    assert dumps(one.record).splitlines()[3:5] == PLAIN.splitlines()[3:5]
    made = [(found.code, found.line, found.col, found.fix.replacement) for found in one.mended if found.fix]
    assert made == [
        ("E107", 3, 10, "E"), ("E105", 4, 10, "SAKQJT9.C7.D7.HAK"), ("E105", 4, 40, "T"),
        ("E105", 4, 54, "T98.HQJT"), ("E105", 5, 9, "H8"), ("E107", 6, 11, "S"), ("E106", 7, 1, "6S"),
        ("E106", 7, 7, "pass"), ("E106", 8, 1, "7S!"), ("E106", 8, 5, "pass"), ("E107", 9, 12, "S"),
        ("E105", 10, 11, "C7"), ("E105", 10, 14, "D7"), ("E203", 11, 12, "7S"), ("E106", 13, 1, "whist"),
        ("E106", 13, 6, "whist"), ("E105", 15, 1, "SA"), ("E102", 17, 1, "HA"), ("E105", 18, 7, "HT"),
    ]
    assert [found.record for found in one.mended] == [1] * len(made)


def test_strict_reading_repairs_nothing() -> None:
    with pytest.raises(NotationError):
        loads(LOCAL)
    [one] = iter_text(LOCAL)
    assert one.mended == []
    assert one.record is not None and one.record.auction is None
    assert loads(LOCAL, lenient=True) == loads(PLAIN)


@pytest.mark.parametrize(("body", "code", "fix"), [
    ('[Auction "S"]\nпас\n', "E106", "pass"),
    ('[Auction "S"]\nздесь\n', "E106", "hold"),
    ('[Auction "S"]\n6bez\n', "E106", "6NT"),
    ('[Auction "S"]\nMISERE\n', "E106", "misere"),
    ('[Defence "S"]\ndolazim\n', "E106", "come"),
    ('[Defence "S"]\nne dolazim\n', "E106", "stay-out"),
    ('[Defence "S"]\nmože\n', "E106", "fine"),
    ('[Contract "betla"]\n', "E203", "betl"),
    ('[Contract "malý"]\n', "E203", "betl"),
    ('[Contract "veľký"]\n', "E203", "durch"),
    ('[Contract "распасы"]\n', "E203", "all-pass"),
    ('[Contract "červeň"]\n', "E203", "H"),
    ('[Defenders "W:вист E:pass"]\n', "E203", "W:whist"),
    ('[Bid "7♥"]\n', "E203", "7H"),
    ('[Dealer "Jug"]\n', "E107", "S"),
    ('[Deal "S:SAK.♣7 W:-"]\n', "E105", "C"),
    ('[Talon "zelenáA H7"]\n', "E105", None),
    ('[Play "S"]\nS10\n', "E105", "ST"),
    ('[Play "S"]\n(♥8) H9\n', "E105", "(H8)"),
    ('[Play "S"]\n♠A^R!?=1=\n[Note "1:x"]\n', "E105", "SA^R!?=1="),
    ('[Site "x"]\u00a0[Board "1"]\n', "E101", " "),
])
def test_what_has_a_safe_fix(body: str, code: str, fix: str | None) -> None:
    [one] = iter_text(f'[Event "x"]\n{body}')
    [finding] = [found for found in one.diagnostics if found.severity == "error"][:1]
    assert finding.code == code
    assert (finding.fix.replacement if finding.fix and finding.fix.safe else None) == fix
    [lenient] = iter_text(f'[Event "x"]\n{body}', lenient=True)
    assert bool(lenient.mended) == (fix is not None)


@pytest.mark.parametrize("body", [
    '[Play "S"]\nSТ\n',             # Cyrillic Т: the ten that it looks like, or the ace (туз)
    '[Talon "HТ H7"]\n',
    '[Deal "S:SТK W:-"]\n',
])
def test_a_letter_that_can_be_two_ranks_is_not_put_right(body: str) -> None:
    [one] = iter_text(f'[Event "x"]\n{body}', lenient=True)
    assert [found.code for found in one.diagnostics] == ["E102"]
    assert one.diagnostics[0].fix is not None and not one.diagnostics[0].fix.safe
    assert one.mended == []


@pytest.mark.parametrize("body", [
    '[Deal "S:♠TКД97.♣7 W:-"]\n',
    '[Deal "S:♠КД W:♣T8"]\n',            # Russian ranks in another hand
    '[Talon "♠T ♥Д"]\n',
    '[Play "S"]\n♠К ♠T ♥В\n',
    '[Play "S"]\nSA S7 S8\n♠T К♠ S9\n',  # in another trick
    '[Talon "♠К ♠Д"]\n[Play "S"]\n(♥T) H9\n',
    '[Talon "пД пТ"]\n[Play "S"]\nчT!\n',
])
def test_a_latin_t_among_russian_ranks_is_told_with_both_readings(body: str) -> None:
    """The ten, or Т in the wrong alphabet: the ace.  This word is never put right."""
    text = f'[Event "x"]\n{body}'
    [one] = iter_text(text, lenient=True)
    [finding] = [found for found in one.diagnostics if found.code == "E108"]
    assert finding.fix is None
    word = one.source.text.split("\n")[finding.line - 1][finding.col - 1 : finding.end_col - 1]
    assert "T" in word
    first, second = finding.message.split(": ")[1].split(" or ")
    assert first.replace("T", "A") == second and first != second
    again = list(iter_text(one.source.text.replace(word, first.removeprefix("S:"), 1), lenient=True))
    assert [found.code for found in again[0].diagnostics if found.code == "E108"] == []


@pytest.mark.parametrize(("body", "meant"), [
    ('[Talon "♠T H7"]\n', "ST H7"), ('[Talon "♥10 ♥Д"]\n', "HT HQ"), ('[Talon "ST ♥Д"]\n', "ST HQ"),
    ('[Talon "♠T H7"]\n{Кто ходит?}\n', "ST H7"), ('[Deal "S:♠AT97.♥10"]\n', "S:SAT97.HT"),
])
def test_a_latin_t_is_the_ten_where_nothing_speaks_against_it(body: str, meant: str) -> None:
    """Where the ranks are Latin, or the card stands in the notation's own spelling."""
    [one] = iter_text(f'[Event "x"]\n{body}', lenient=True)
    assert f'"{meant}"' in one.source.text and one.mended


@pytest.mark.parametrize("holding", ["♠10X", "♠XX9", "S10X"])
def test_a_hand_with_two_tens_is_not_put_right(holding: str) -> None:
    [one] = iter_text(f'[Event "x"]\n[Deal "S:{holding}"]\n', lenient=True)
    assert [found.code for found in one.diagnostics] == ["E105"] and one.mended == []
    assert one.diagnostics[0].fix is None


@pytest.mark.parametrize(("holding", "ten", "ace"), [
    ("♠TК10", "STKT", "SAKT"), ("♠T10К.♥7", "STTK.H7", "SATK.H7"), ("♠ТTК", "SATK", "SAAK"),
    ("STКДВ109.C7", "STKQJT9.C7", "SAKQJT9.C7"), ("STКДВ9.C7.HTК", "STKQJ9.C7.HTK", "SAKQJ9.C7.HAK"),
    ("STКДВ9.HT", "STKQJ9.HT", "SAKQJ9.HT"),  # HT is in the notation's spelling
    ("♠TКДВ109.C7", "STKQJT9.C7", "SAKQJT9.C7"), ("STВ9", "STJ9", "SAJ9"),
])
@pytest.mark.parametrize("tag", ["Deal", "Position"])
def test_a_latin_t_in_a_russian_hand_is_told_with_both_readings(holding: str, ten: str, ace: str, tag: str) -> None:
    """Also beside a 10, and where the letters of the suits are those of the notation."""
    for lenient in (False, True):
        [one] = iter_text(f'[Event "x"]\n[{tag} "W:- S:{holding}"]\n', lenient=lenient)
        [finding] = [found for found in one.diagnostics if found.severity == "error"]
        assert (finding.code, finding.line, finding.col) == ("E108", 2, len(tag) + 10)
        assert finding.end_col == finding.col + len(holding) and finding.fix is None and one.mended == []
        assert finding.message == f"{holding} can be read in two ways: {ten} or {ace}"


@pytest.mark.parametrize(("tag", "value", "mended", "first", "second"), [
    ("Talon", "♠T ♠8", "♠T S8", "ST", "SA"), ("Discard", "♠8 ♠T", "S8 ♠T", "ST", "SA"),
    ("Talon", "НT ♠8", "НT S8", "HT", "HA"),
    ("Deal", "S:♠T9 W:♥10", "S:♠T9 W:HT", "ST9", "SA9"),
    ("Deal", "W:HTК9 S:♥10", "W:HTК9 S:HT", "W:HTK9", "W:HAK9"),  # Cyrillic К, which looks like K, and the Latin T
])
def test_a_doubtful_card_of_a_tag_hides_no_other(tag: str, value: str, mended: str, first: str, second: str) -> None:
    """What stands beside it in the tag is put right."""
    text = f'[Event "x"]\n[{tag} "{value}"]\n[Play "S"]\n♠Д S7 S9\n'
    [one] = iter_text(text, lenient=True)
    finding, russian = [found for found in one.diagnostics if found.severity == "error"]
    assert (finding.code, russian.code, russian.line, russian.col) == ("E108", "E105", 4, 1)
    assert (finding.arguments["first"], finding.arguments["second"]) == (first, second)
    assert one.source.text == text.replace(value, mended) and len(one.mended) == 1


@pytest.mark.parametrize(("rows", "wanted", "told"), [
    ("♠T ♠7 D8\nпТ п7 бК\n", "♠T S7 D8\nпТ S7 бК\n", [("E108", 4, 1), ("E105", 5, 1), ("E105", 5, 7)]),
    ("♠T ♠7 D8\nчепуха п7 п8\nп9 C8 D9\n", "♠T S7 D8\nчепуха S7 S8\nS9 C8 D9\n", [("E108", 4, 1), ("E105", 5, 1)]),
    ("♠T {♠К и ♠Д} ♠7 ; ♥В\n% ♠8\nп9 п7! $1 =1= б8\n", "♠T {♠К и ♠Д} S7 ; ♥В\n% ♠8\nS9 S7! $1 =1= D8\n",
     [("E108", 4, 1)]),  # comments and marks stay
    ("♠T\n♠♠ ♠7\n», S8\n", "♠T\n♠♠ S7\n», S8\n", [("E108", 4, 1), ("E105", 5, 1), ("E101", 6, 1)]),
    ("♠7 ♠T D8\nST SТ D9\n", "S7 ♠T D8\nST SТ D9\n", [("E108", 4, 4), ("E102", 5, 4)]),
    ("♠T ♠7 > S\nп8 >S\n[Note \"1:♠К\"]\n", "♠T S7 > S\nS8 >S\n[Note \"1:♠К\"]\n",
     [("E108", 4, 1), ("E201", 6, 1)]),
])
def test_every_row_behind_a_doubtful_card_is_put_right_or_told(rows: str, wanted: str,
                                                              told: list[tuple[str, int, int]]) -> None:
    head = '[Event "x"]\n[Talon "♠К ♠Д"]\n[Play "S"]\n'
    text = f"{head}{rows}[Tricks \"S:1 W:0 E:0\"]\n{{♥Д}}\n"
    [one] = iter_text(text, lenient=True)
    assert one.source.text == text.replace(rows, wanted)
    found = [found for found in one.diagnostics if found.severity == "error"]
    assert [(finding.code, finding.line, finding.col) for finding in found if finding.line > 2] == told
    # What the doubt rests on stays and is told.
    assert [finding.col for finding in found if finding.line == 2] == [9, 12]


@pytest.mark.parametrize("body", [
    '[Talon "♠К ♠7"]\n[Play "S"]\n♠T ♠8 S9\n', '[Deal "S:♠КД W:♣T8"]\n', '[Play "S"]\n♠T ♥Д ♥7\n',
])
def test_a_doubt_is_still_one_when_the_record_is_read_again(body: str) -> None:
    """A second reading does not take for the ten what the first left open."""
    [one] = iter_text(f'[Event "x"]\n{body}', lenient=True)
    [again] = iter_text(one.source.text, lenient=True)
    for read in (one, again):
        assert "E108" in [found.code for found in read.diagnostics]
    assert again.mended == [] and again.source.text == one.source.text


def test_one_record_does_not_touch_another() -> None:
    text = '[Event "a"]\n[Contract "betla"]\n\n[Event "#"]\n[Contract "11S"]\n\n[Event "c"]\n[Contract "betl"]\n'
    first, second, third = iter_text(text, lenient=True)
    assert first.record is not None and first.record.contract == "betl" and len(first.mended) == 1
    assert [found.code for found in second.diagnostics] == ["E203"]
    assert second.record is not None and second.record.event == "a" and second.mended == []
    assert third.ok and third.mended == []


SPELLED = st.sampled_from([
    "6♠", "пас", "7БК", "здесь", "SA", "♠A", "HТ", "♠T", "♥Д", '[Deal "S:♠TК"]',
    '[Deal "S:♣T.♦7"]', "{", "}", "=1=", '[Play "S"]', "\n", "чепуха", "10♥", "\u00a0", "С7",
    '[Deal "S:♠Т"]', '[Contract "6Н"]', "ne", "dolazim"])


@settings(max_examples=200, deadline=None)
@given(st.lists(SPELLED, max_size=14))
def test_mending_ends_and_is_listed(parts: list[str]) -> None:
    text = '[Event "x"]\n[Auction "S"]\n' + " ".join(parts) + "\n"
    strict = list(iter_text(text))
    for before, after in zip(strict, iter_text(text, lenient=True), strict=True):
        changed = before.source.text != after.source.text
        assert changed == bool(after.mended)
        assert [one.mended for one in iter_text(after.source.text, lenient=True) if one.mended] == []


def test_places_are_those_of_the_text_as_it_was() -> None:
    assert strictly('[Play "S"]\n♠A ♠K ♠Q\n')[0][:3] == ("E105", 2, 1)
    [one] = iter_text('[Event "x"]\n[Play "S"]\n♠10 ♠K ♠Q\n', lenient=True)
    assert [(found.line, found.col, found.end_col) for found in one.mended] == [(3, 1, 4), (3, 5, 7), (3, 8, 10)]
