"""``rescore``: the same deals under other variants, and what would have been illegal there."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from preferans_pbn.render.ink import cells
from preferans_pbn.render.languages import CODES
from tests.cli.conftest import DEAL, Run, file_of

SESSION = "fixtures/session/evening-three.ppbn"

RESCORED = """\
Thursday club, Tallinn EST, 2026.11.26, table 2
S Anna, W Boris, E Clara
as recorded: sochi-codex@1  ten=checked  to 20

Deal 1  7♠ by S  tricks 8
                     S                  W                  E
  as recorded        pool 4             -                  8 on S
  leningrad-sport@1  pool 4             -                  16 on S
  sochi-guide@1      pool 4             dump 4, 1 on S     1 on S

Settlement
                     S                  W                  E
  as recorded        +56/3              -40/3              -16/3
      the session has not ended: this is how it would settle now
  leningrad-sport@1  +112/3             -80/3              -32/3
  sochi-guide@1      +38                -39                +1
"""
# Codex: a made 7 is 4 in the pool, E's two tricks 2 x 4 whists.  S: 4 x 10 - 40/3 - 8 = 56/3; W: -40/3; E: 8 - 40/3.
# Leningrad: the pool single and worth 20, whists double: 16; S: 80 - 80/3 - 16 = 112/3.
# The guide: one whist a trick, two whisters share half each; W owes one of the pair's two tricks and has none: one
# times the value 4 in his dump.  S: 40 - 40/3 + 40/3 - 2 = 38; W: -40/3 - 40 + 40/3 + 1 = -39; E: 1.

HALF = """\
[Event "half"]
[Board "1"]
[Variant "sochi-codex"]
[Target "20"]
[Dealer "E"]
[Deal "S:SKJT987.CT.D9.HT8 W:SQ.CAQ.DQJ87.HJ97 E:SA.CKJ87.DAT.HAKQ"]
[Talon "C9 DK"]
[Auction "S"]
6S pass pass
[Declarer "S"]
[Discard "D9 H8"]
[Contract "6S"]
[Defence "W"]
pass half
"""

SHORT = """\
[Event "short"]
[Board "{board}"]
[Variant "sochi-codex"]
[Rules "concede=3"]
[Target "4"]
[Dealer "{dealer}"]
[Declarer "{declarer}"]
{rest}
"""
"""A deal of which little more than the contract was written down."""
MADE = '[Contract "7S"]\n[Defenders "{}:whist {}:pass"]\n[Tricks "{}:8 {}:2 {}:0"]'


def short(board: int, dealer: str, declarer: str, rest: str) -> str:
    """A short record; made sevens are whisted by the next player."""
    return SHORT.format(board=board, dealer=dealer, declarer=declarer, rest=rest)


@pytest.fixture
def half(tmp_path: Path) -> Path:
    path = tmp_path / "half.ppbn"
    path.write_text(file_of(HALF), encoding="utf-8")
    return path


def test_side_by_side(run: Run, good: Path) -> None:
    result = run("rescore", good, "--variant", "leningrad", "--variant", "sochi-guide")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == RESCORED


def test_an_answer_that_does_not_exist_there(run: Run, half: Path) -> None:
    lines = run("rescore", half, "--variant", "sochi-guide").stdout.splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith("  sochi-guide@1 "))
    assert lines[at + 1: at + 3] == [
        "      not allowed there; scored as it was played",
        "      16:6: E502 E may not say half: sochi-guide has no such call",
    ]


def test_a_rule_decides(run: Run, half: Path) -> None:
    """With half whists the guide allows the answer; the words of the diagnostic go."""
    text = run("rescore", half, "--variant", "sochi-guide", "--rules", "half_whist=6,7").stdout
    assert "not allowed" not in text
    assert "sochi-guide@1: half_whist=6,7" in text.splitlines()


def test_a_contract_that_does_not_exist_is_left_out(run: Run) -> None:
    text = file_of(short(1, "E", "S", '[Bid "6S"]\n[Contract "concede-3"]'),
                   short(2, "S", "W", MADE.format("S", "E", "W", "S", "E")))
    result = run("rescore", "-", "--variant", "sochi-codex", "--format", "json", input=text)
    [session] = json.loads(result.stdout)
    own, other = session["deals"][0]["scores"]
    # Three down in a six: 3 x 2 in the dump; nobody may give up under the Codex as it stands.
    assert (own["how"], own["score"]["S"]["dump"]) == ("played", 6)
    assert (other["how"], other["score"]) == ("left-out", None)
    assert [found["code"] for found in other["findings"]] == ["E454"]
    assert [score["how"] for score in session["deals"][1]["scores"]] == ["played", "played"]
    assert session["ends"][1]["left_out"] == ["1"]
    assert [end["sheet"]["W"]["pool"] for end in session["ends"]] == [4, 4]
    assert [end["sheet"]["S"]["dump"] for end in session["ends"]] == [6, 0]


def test_json(run: Run, good: Path) -> None:
    result = run("rescore", good, "--variant", "leningrad", "--format", "json")
    [session] = json.loads(result.stdout)
    assert (session["event"], session["seats"]) == ("Thursday club", ["S", "W", "E"])
    [deal] = session["deals"]
    assert (deal["contract"], deal["declarer"], deal["record"]) == ("7S", "S", 1)
    own, leningrad = deal["scores"]
    assert (own["own"], own["variant"], own["rules"]) == (True, "sochi-codex@1", "ten=checked")
    assert (leningrad["own"], leningrad["variant"], leningrad["how"]) == (False, "leningrad-sport@1", "played")
    assert leningrad["score"]["E"] == {"pool": 0, "dump": 0, "whists": {"S": 16}}
    assert [end["settlement"]["S"] for end in session["ends"]] == ["56/3", "112/3"]


def test_cards_that_were_illegal_there(run: Run) -> None:
    """Under the guide whoever can must overtake; the Codex asks for no such thing."""
    text = run("rescore", SESSION, "--variant", "sochi-guide").stdout
    assert "      98:7: E514 W must overtake: holds SA (trick 1, card 3)" in text.splitlines()
    assert "E514" not in run("rescore", SESSION, "--variant", "rostov").stdout


def test_a_call_that_was_too_low_there(run: Run) -> None:
    """Leningrad leaves a run of all-pass rounds with a seven."""
    data = json.loads(run("rescore", SESSION, "--variant", "leningrad", "--format", "json").stdout)
    scores = data[0]["deals"][3]["scores"]
    assert [found["code"] for found in scores[0]["findings"]] == []
    assert [found["code"] for found in scores[1]["findings"]] == ["E408"]
    assert scores[1]["how"] == "as-played"
    # The pool is written single: a made seven is 4 points everywhere.
    assert scores[0]["score"]["S"]["pool"] == scores[1]["score"]["S"]["pool"] == 4


def test_the_direction_stays_as_it_was_played(run: Run) -> None:
    """Clockwise deals under an anticlockwise game keep their order: nobody speaks out of turn."""
    text = run("rescore", SESSION, "--variant", "greek").stdout
    assert "greek@1: direction=cw" in text
    assert "E401" not in text


def test_a_variant_that_has_no_score(run: Run, good: Path) -> None:
    result = run("rescore", good, "--variant", "croatian")
    assert result.exit_code == 0
    assert "croatian does not define how a deal is scored" in " ".join(result.stdout.split())


def test_a_session_that_would_have_ended(run: Run) -> None:
    """Two full pools end the guide's game (S1-117), where the Codex waits for all."""
    text = file_of(short(1, "E", "S", MADE.format("W", "E", "S", "W", "E")),
                   short(2, "S", "W", MADE.format("E", "S", "W", "E", "S")),
                   short(3, "W", "E", MADE.format("S", "W", "E", "S", "W")))
    assert run("check", "-", input=text).exit_code == 0
    data = json.loads(run("rescore", "-", "--variant", "sochi-guide", "--format", "json", input=text).stdout)
    assert [end["ended_with"] for end in data[0]["ends"]] == ["3", "2"]
    assert "      the session would have ended with deal 2" in run(
        "rescore", "-", "--variant", "sochi-guide", input=text).stdout.splitlines()


@pytest.mark.parametrize("lang", CODES)
@pytest.mark.parametrize("path", [SESSION, "fixtures/serbian/nedeljna-partija.ppbn", "fixtures/slovak/session.ppbn",
                                  "fixtures/greek/session.ppbn", "fixtures/session/evening-four.ppbn"])
def test_every_language_fits_into_80_columns(run: Run, lang: str, path: str) -> None:
    result = run("rescore", path, "--variant", "sochi-codex", "--variant", "serbian-klub", "--variant", "greek",
                 "--lang", lang)
    assert result.exit_code == 0
    widest = max(result.stdout.splitlines(), key=cells)
    assert cells(widest) <= 80, widest


def test_records_that_cannot_be_read_are_told_and_their_session_goes_on(run: Run) -> None:
    text = file_of(DEAL, '[Event "broken\n', DEAL.replace('[Table "2"]', '[Table "3"]'))
    result = run("rescore", "-", "--variant", "leningrad", input=text)
    assert result.exit_code == 1
    assert "E103 this text in quotes is not closed on its line" in result.stdout
    assert result.stdout.count("leningrad-sport@1  pool 4") == 2


@pytest.mark.parametrize(("arguments", "message"), [
    ([], "Missing option '--variant'"),
    (["--variant", "sochy"], "no variant is called sochy"),
    (["--variant", "sochi", "--rules", "ten=x"], "ten cannot be x"),
    (["--variant", "sochi", "--own", "x"], "no variant is called x"),
])
def test_wrong_options(run: Run, good: Path, arguments: list[str], message: str) -> None:
    result = run("rescore", good, *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr
