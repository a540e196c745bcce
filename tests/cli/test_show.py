"""``show``: the deal as people see it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from preferans_pbn.render.ink import cells
from preferans_pbn.render.languages import CODES
from tests.cli.conftest import ALL_PASS, DEAL, Process, Run, file_of

SHOWN = """\
Board 1  Thursday club, Tallinn EST, 2026.11.26, table 2
sochi-codex@1  ten=checked  to 20

  W Boris                                             E Clara (dealer)
  ♠ 8 7                        Talon                  ♠ -
  ♣ A K Q J 10 9 8             ♥8 ♥7                  ♣ -
  ♦ A                                                 ♦ K Q J 10 9 8
  ♥ -                                                 ♥ Q J 10 9

                            S Anna
                            ♠ A K Q J 10 9
                            ♣ 7
                            ♦ 7
                            ♥ A K

Auction      S Anna        W Boris       E Clara
             6♠            6♣            pass
             7♠            pass

Contract     7♠ by S Anna
Discard      ♣7 ♦7
Defence      W whist, E whist

Play         S Anna       W Boris      E Clara        S  W  E
         1   >♠A*          ♠7           ♦8            1  0  0
         2   >♠K*          ♠8           ♦9            2  0  0
         3   >♥A*          ♦A           ♥9            3  0  0
         4   >♥K*          ♣8           ♥10           4  0  0
         5   >♥8           ♣9           ♥J*           4  0  1
         6    ♥7           ♣10         >♥Q*           4  0  2
         7    ♠Q*          ♣J          >♦K            5  0  2
         8   >♠J*          ♣Q           ♦10           6  0  2
         9   >♠10*         ♣K           ♦J            7  0  2
        10   >♠9*          ♣A           ♦Q            8  0  2

Tricks       S 8, W 0, E 2
Result       made, 1 over

             Score
             Pool  Dump  Whists
S Anna          4     0  -
W Boris         0     0  -
E Clara         0     0  S 8
"""

FOUR_ALL_PASS = """\
[Event "four"]
[Variant "sochi-codex"]
[Dealer "N"]
[Deal "E:SAQT7.CK9.DJT.HQ9 S:SKJ9.DAKQ98.HT8 W:S8.CAQJT87.D7.HKJ"]
[Talon "HA H7"]
[Auction "E"]
pass pass pass
[Contract "all-pass"]
[Play "E"]
(HA) H9 H8 HJ
(H7) HQ HT HK
+
"""


def test_a_deal(run: Run, good: Path) -> None:
    result = run("show", good)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == SHOWN


def test_suits_as_letters(run: Run, good: Path) -> None:
    lines = run("show", good, "--ascii").stdout.splitlines()
    assert "  C A K Q J 10 9 8             H8 H7                  C -" in lines
    assert "             6S            6C            pass" in lines
    assert "         5   >H8           C9           HJ*           4  0  1" in lines
    assert all(line.isascii() for line in lines)


def test_russian_words_and_cards(run: Run, good: Path) -> None:
    lines = run("show", good, "--lang", "ru").stdout.splitlines()
    assert "  З Boris                                             В Clara (сдаёт)" in lines
    assert "  ♣ Т К Д В 10 9 8             ♥8 ♥7                  ♣ -" in lines
    assert "Торговля     Ю Anna        З Boris       В Clara" in lines
    assert "             6♠            6♣            пас" in lines
    assert "Игра         7♠, играет Ю Anna" in lines
    assert "Вист         З вист, В вист" in lines
    assert "         5   >♥8           ♣9           ♥В*           4  0  1" in lines
    assert "Итог         сыграна, 1 лишняя взятка" in lines


def test_an_all_pass_with_four_shows_the_talon_leading_and_winning(run: Run) -> None:
    lines = run("show", "-", input=FOUR_ALL_PASS).stdout.splitlines()
    assert "                            N (deals and rests)" in lines
    start = lines.index("Play         Talon    E            S            W              E  S  W  N")
    # The talon's ace takes the first trick for the dealer; hearts led by the talon go to W's king.
    assert lines[start + 1: start + 4] == [
        "         1   >♥A*      ♥9           ♥8           ♥J            0  0  0  1",
        "         2   >♥7       ♥Q           ♥10          ♥K*           0  0  1  1",
        "             to be continued",
    ]


def test_one_record_of_many(run: Run) -> None:
    text = file_of(DEAL, ALL_PASS, DEAL.replace('[Table "2"]', '[Table "3"]'))
    result = run("show", "-", "--record", "2", input=text)
    assert result.stdout.splitlines()[0] == "Board 2  Thursday club, Tallinn EST, 2026.11.26, table 2"
    assert "Board 1" not in result.stdout
    both = run("show", "-", "--record", "3", "--record", "1", input=text).stdout
    assert both.count("Board 1") == 2
    assert run("show", "-", input=text).stdout.count("Board ") == 3


def test_the_sheet_of_the_session_stands_beside_the_score(run: Run) -> None:
    lines = run("show", "-", "--record", "2", input=file_of(DEAL, ALL_PASS)).stdout.splitlines()
    # In an all-pass a point a trick goes to the dump.
    assert lines[-4:] == [
        "             Pool  Dump  Whists   Pool  Dump  Whists",
        "S Anna          0     3  -           4     3  -",
        "W Boris         0     3  -           0     3  -",
        "E Clara         0     4  -           0     4  S 8",
    ]


def test_a_record_that_does_not_exist(run: Run, good: Path) -> None:
    result = run("show", good, "--record", "2")
    assert result.exit_code == 2
    assert "There is no record 2 in" in result.stderr


def test_findings_stand_below_the_deal(run: Run, bad: Path) -> None:
    result = run("show", bad, "--record", "1")
    assert result.exit_code == 1
    # A line is broken anywhere in a path that is too long for it.
    said = "".join(result.stdout.split("\nFaults found:\n")[1].split())
    assert said == f"{bad}:26:4:E512Wmustfollowspades:holdsS8S7(trick1,card2)"


def test_a_finding_says_in_the_language_what_it_is_about(run: Run, bad: Path) -> None:
    text = run("show", bad, "--record", "1", "--lang", "de").stdout.split("\n\n")[-1]
    lead, *lines = text.splitlines()
    assert lead == "Gefundene Fehler (auf Englisch):"
    assert "E512 Stich 1, W ♣8: W must follow spades: holds S8 S7" in " ".join(" ".join(lines).split())
    assert max(map(cells, lines)) <= 80


def test_a_record_that_cannot_be_read_at_all(run: Run, tmp_path: Path) -> None:
    result = run("show", "-", input=b'[Event "caf\xe9"]\n')
    assert (result.exit_code, "E005" in result.stdout) == (1, True)
    result = run("show", tmp_path / "none")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "E008" in result.stderr


PARTIAL = """\
[Event "partial"]
[Deal "S:- W:S87.CAKQJT98.DA E:-"]
[Variant "sochi-codex"]
[Auction "S"]
6S! pass ?
[Play "S"]
SA=1= S7 -
W:S8 D8^R - >E
*
[Note "1:he thought long"]
[Claim "S:3 W:? E:?"]
"""


def test_unknown_parts_are_shown_as_such(run: Run) -> None:
    lines = run("show", "-", input=PARTIAL).stdout.splitlines()
    assert "  ♠ 8 7                                               not known" in lines
    assert "             6♠!           pass          ?" in lines
    assert "         1   >♠A[1]        ♠7           -" in lines
    assert "         2    -           >♠8           ♦8*^R         0  0  1" in lines
    assert "             rest agreed: S 3, W ?, E ?" in lines
    assert "             1: he thought long" in lines


@pytest.mark.parametrize("variant", ["sochi", "leningrad", "gusarik-2", "serbian", "slovak", "greek", "austrian"])
def test_random_deals_fit_into_80_columns_in_every_language(run: Run, variant: str) -> None:
    made = run("random", "--variant", variant, "--seed", "1", "--count", "24")
    for options in (["--ascii"], *(["--lang", code] for code in CODES)):
        for command in ("show", "score"):
            result = run(command, "-", *options, input=made.stdout_bytes)
            assert result.stderr == ""
            widest = max(result.stdout.splitlines(), key=cells)
            assert cells(widest) <= 80, widest


SLOVAK = """\
[Event "Večer"]
[Variant "slovak"]
[South "Zuzana"]
[West "Marek"]
[East "Peter"]
[Dealer "E"]
[Deal "S:SQ98.CK.DA.HKJT98 W:SAKJT.CT9.D98.HAQ E:S7.CAQJ87.DKQJ7"]
[Talon "H7 DT"]
[Auction "S"]
4 pass pass
[Declarer "S"]
[Discard "S9 S8"]
[Contract "H"]
[Play "S"]
HK HQ DQ
+
"""


@pytest.mark.parametrize(("options", "expected"), [
    (["--lang", "sk"], ["  🍃 E K D 10                  Talón                  🍃 7",
                        "Hra          ♥ červeň, hrá J Zuzana",
                        "Odhodené     🍃9 🍃8", "         1   >♥K*          ♥H           🔔H           1  0  0",
                        "Licitovanie  J Zuzana      Z Marek       V Peter"]),
    (["--lang", "sk", "--ascii"], ["  z E K D 10                   Talón                  z 7",
                                   "Hra          červeň, hrá J Zuzana", "Odhodené     z9 z8"]),
    (["--lang", "de"], ["  🍃 A K U 10                  Talon                  🍃 7",
                        "Spiel        ♥ Herz, gespielt von S Zuzana", "Abwurf       🍃9 🍃8"]),
    (["--lang", "de", "--cards", "french"], ["  ♠ A K B 10                   Talon                  ♠ 7",
                                             "Spiel        ♥ Herz, gespielt von S Zuzana", "Abwurf       ♠9 ♠8"]),
    (["--lang", "en"], ["  🌰 10 9                      ♥7 🔔10                🌰 A O U 8 7",
                        "Contract     ♥ hearts by S Zuzana"]),
], ids=lambda value: " ".join(value) if value and value[0] == "--lang" else "")
def test_german_cards_where_the_game_has_them(run: Run, options: list[str], expected: list[str]) -> None:
    result = run("show", "-", *options, input=SLOVAK)
    lines = result.stdout.splitlines()
    for line in expected:
        assert line in lines, result.stdout


def test_french_cards_where_the_game_has_them(run: Run, good: Path) -> None:
    assert "♠" in run("show", good, "--lang", "sk").stdout
    assert "🍃" not in run("show", good, "--lang", "sk").stdout
    assert "🍃" in run("show", good, "--lang", "sk", "--cards", "german").stdout


def test_what_came_of_games_that_name_no_tricks(run: Run) -> None:
    """Six tricks make a suit game in Serbia; seven are one over."""
    text = run("show", "fixtures/other/serbian.ppbn").stdout
    assert "Result       made, 1 over" in text.splitlines()
    assert "Ishod        prošla, 1 štih više" in run(
        "show", "fixtures/other/serbian.ppbn", "--lang", "sr").stdout.splitlines()


def test_long_and_strange_names_do_not_break_the_diagram(run: Run) -> None:
    text = DEAL.replace('"Boris"', '"' + "愛" * 40 + '"').replace('"Clara"', '"a\tb\u202e\u200b"').replace(
        '"Thursday club"', '"' + "very " * 60 + '"')
    result = run("show", "-", input=text)
    for line in result.stdout.splitlines():
        assert cells(line) <= 80, line
    assert "\u202e" not in result.stdout
    assert "\t" not in result.stdout


def test_json(run: Run, good: Path) -> None:
    [data] = json.loads(run("show", good, "--format", "json").stdout)
    assert data["record"]["declarer"] == "S"
    assert data["winners"] == list("SSSSEESSSS")
    assert data["score"] == {"S": ["4", "0", "-"], "W": ["0", "0", "-"], "E": ["0", "0", "S:8"]}
    assert (data["outcome"], data["variant"], data["findings"]) == ("played", "sochi-codex@1", [])


def test_colour_only_where_it_is_wanted(process: Process, good: Path) -> None:
    plain = process("show", good)
    assert b"\x1b" not in plain.stdout
    colour = process("show", good, env={"FORCE_COLOR": "1", "TERM": "xterm"})
    assert b"\x1b[31m" in colour.stdout
    assert b"\x1b" not in process("show", good, env={"FORCE_COLOR": "1", "NO_COLOR": "1"}).stdout


def test_tricks_that_the_record_claims_wrongly_are_marked(run: Run) -> None:
    text = DEAL.replace('[Tricks "S:8 W:0 E:2"]', '[Tricks "S:7 W:1 E:2"]')
    assert text != DEAL
    lines = run("show", "-", input=text).stdout.splitlines()
    at = lines.index("Tricks       S 8, W 0, E 2")
    assert lines[at + 1] == "             claimed: S 7, W 1, E 2"
    assert "claimed" not in run("show", "-", input=DEAL).stdout


def test_a_fault_that_leaves_the_deal_in_doubt_shows_the_cards_and_marks_the_claims(run: Run) -> None:
    # E throws a heart under S's ten of diamonds and so gives him the sixth trick, but W leads to the seventh: from
    # there nobody can tell whose the tricks are.
    text = (Path(__file__).parents[2] / "fixtures/good/contract-failed.ppbn").read_text(encoding="utf-8")
    text = text.replace("D7 DT DJ", "D7 DT HQ").replace("CJ HQ SQ", "CJ DJ SQ")
    lines = [line.rstrip() for line in run("show", "-", input=text).stdout.splitlines()]
    assert "Tricks       S 2, W 3, E 5 (claimed)" in lines
    assert "             Score (claimed)" in lines


def test_a_fault_in_the_last_trick_shows_the_tricks_as_the_cards_lie(run: Run) -> None:
    # E revokes in the ninth trick with the queen of spades, the trump, and takes it; the record gives it to S.
    text = (Path(__file__).parents[2] / "fixtures/good/contract-failed.ppbn").read_text(encoding="utf-8")
    text = text.replace("HA H9 HK\nCJ HQ SQ", "HA H9 SQ\nHK CJ HQ")
    lines = [line.rstrip() for line in run("show", "-", input=text).stdout.splitlines()]
    at = lines.index("Tricks       S 1, W 3, E 6")
    assert lines[at + 1] == "             claimed: S 2, W 3, E 5"
