"""Other names: everywhere, the same for the same person, and nothing else changed."""

from __future__ import annotations

import re

import pytest

from preferans_pbn.archive.anonymising import Manner, anonymous, people_of
from preferans_pbn.archive.names import MappingError, Names
from preferans_pbn.checking import check_stream
from preferans_pbn.generate import generate
from preferans_pbn.notation import dumps, iter_text, loads
from preferans_pbn.variants import load_variant
from tests.archive.support import pieces_of
from tests.cli.conftest import DEAL

ALL_PLACES = """\
; kept by Anna Petrova
[Event "Anna Petrova's evening"]
[Site "Chez BORIS"]
[Table "Boris"]
[Session "Boris 1"]
[South "Anna Petrova"]
[West "Boris"]
[East "Clara \\"C\\" Čapek"]
[Annotator "Dan Braun"]
[Dealer "E"] {Petrova thinks; Dan knows} % not a comment of its own
[Auction "S"]
6S =1= pass {clara "c" čapek passes} pass
[Note "1:Anna  Petrova, bold"]
[Wind "from Boris"]
rows say Boris
[Ruling "Clara was late"]
"""


def _names(*names: str, **options: object) -> Names:
    made = Names(**options)  # type: ignore[arg-type]
    for name in names:
        made.add(name)
    return made


def _anonymous(text: str, manner: Manner | None = None, names: Names | None = None) -> tuple[str, list[str]]:
    [piece] = pieces_of(text)
    names = names or Names()
    for name in people_of(piece):
        names.add(name)
    result = anonymous(piece, names, manner or Manner())
    return (result.top + result.body).decode(), result.doubtful


def test_every_place() -> None:
    text = ALL_PLACES.replace(" % not a comment of its own", "")
    assert _anonymous(text) == (
        text.replace("Anna  Petrova, bold", "Player 1, bold")
        .replace("Petrova thinks; Dan", "Player 1 thinks; Player 4")
        .replace("Anna Petrova", "Player 1").replace("BORIS", "Player 2").replace("Boris", "Player 2")
        .replace('Clara \\"C\\" Čapek', "Player 3").replace('clara "c" čapek', "Player 3").replace("Clara", "Player 3")
        .replace("Dan Braun", "Player 4"), [])


def test_cards_and_calls_stay() -> None:
    text = DEAL.replace("Anna", "SA").replace("Boris", "whist").replace("Clara", "S")
    result, _ = _anonymous(text)
    assert result == (text.replace('[South "SA"]', '[South "Player 1"]').replace('[West "whist"]', '[West "Player 2"]')
                      .replace('[East "S"]', '[East "Player 3"]'))


def test_words_that_may_be_names_are_told_and_stay() -> None:
    text = '[Event "x"]\n[South "Анна"]\n[West "Boris"] {Анны нет, Анне плохо; Borisova? Annals}\n'
    assert _anonymous(text) == (
        text.replace('"Анна"', '"Player 1"').replace('"Boris"', '"Player 2"'), ["Анны", "Анне", "Borisova"])


def test_half_names_of_two_people_name_nobody() -> None:
    text = '[Event "Anna"]\n[South "Anna A"]\n[West "Anna B"] {Anna leads, anna b follows}\n'
    assert _anonymous(text)[0] == (
        '[Event "Anna"]\n[South "Player 1"]\n[West "Player 2"] {Player leads, Player 2 follows}\n')


def test_nobody_stays_nobody() -> None:
    text = '[Event "x"]\n[South "?"]\n[West ""]\n[East "-"]\n'
    assert _anonymous(text) == (text, [])


def test_comments_left_out() -> None:
    text = ("; top\n" + DEAL.replace('[Dealer "E"]', '[Dealer "E"] {a} ; b').replace("SA S7 D8", "% c\nSA {d\ne} S7 D8")
            .replace("6S 6C pass", "6S=1= 6C pass").replace('[Declarer', '[Note "1:why"]\n[Declarer'))
    result, _ = _anonymous(text, Manner(drop_comments=True))
    assert result == (DEAL.replace("Anna", "Player 1").replace("Boris", "Player 2").replace("Clara", "Player 3")
                      .replace("SA S7 D8", "SA  S7 D8").replace("6S 6C pass", "6S=1= 6C pass")
                      .replace('[Declarer', '[Note "1:"]\n[Declarer'))
    assert loads(result)[0].comments == ()


def test_tags_left_out() -> None:
    text = DEAL.replace('[Table "2"]', '[Wind "strong"]\nrow 1\nrow 2\n[Table "2"]')
    result, _ = _anonymous(text, Manner(drop=frozenset(["Wind", "Site"])))
    assert result == (DEAL.replace("Anna", "Player 1").replace("Boris", "Player 2").replace("Clara", "Player 3")
                      .replace('[Site "Tallinn EST"]\n', ""))


def test_line_ends_stay() -> None:
    text = '[Event "x"]\r\n[South "Anna"] {Anna\r\nleads}\r\n'
    assert _anonymous(text)[0] == text.replace("Anna", "Player 1")


def test_pseudonyms() -> None:
    assert _names("Anna", "anna ", "Boris", "?").mapping() == {"Anna": "Player 1", "Boris": "Player 2"}
    assert _names("e\u0301va").of("Éva") == "Player 1"
    assert _names("Anna", known={"Boris": "Player 1", "Clara": "X"}).mapping() == {
        "Boris": "Player 1", "Clara": "X", "Anna": "Player 2"}
    assert _names("Player 2", "Anna").mapping() == {"Player 2": "Player 1", "Anna": "Player 2"}
    assert _names("Anna", label="Игрок").of("ANNA") == "Игрок 1"


def test_salted_pseudonyms_do_not_depend_on_who_else_is_there() -> None:
    one, other = _names("Anna", "Boris", salt="s"), _names("Clara", "anna", salt="s")
    assert one.of("Anna") == other.of("Anna") != one.of("Boris")
    assert re.fullmatch("Player [0-9a-f]{8}", one.of("Anna"))
    assert _names("Anna", salt="t").of("Anna") != one.of("Anna")


@pytest.mark.parametrize("known", [{"Anna": "X", "Boris": "X"}, {"Anna": ""}, {"Anna": "a\nb"}, {"Anna": "?"}])
def test_a_mapping_that_cannot_be_used(known: dict[str, str]) -> None:
    with pytest.raises(MappingError):
        Names(known=known)


def test_names_are_words() -> None:
    names = _names("Al", "Anna-Maria", "J. R. Ewing", "O'Neil", "♠♠")
    assert names.replace("All Al's balls, al").text == "All Player 1's balls, Player 1"
    assert names.replace("Anna-Maria and anna maria").text == "Player 2 and Player 2"
    assert names.replace("J.R. Ewing, o'neil\nJ\nR\nEwing").text == "Player 3, Player 4\nJ\nR\nEwing"


@pytest.mark.parametrize("name", ["sochi-codex", "gusarik-4", "gusarik-2", "serbian", "greek", "slovak"])
def test_check_and_scores_are_the_same(name: str) -> None:
    text = "\n".join(f"{dumps(record)}" for record in generate(load_variant(name), 3, 30))
    names = Names(salt="x")
    pieces = pieces_of(text)
    for piece in pieces:
        for person in people_of(piece):
            names.add(person)
    result = b"\n".join(anonymous(piece, names, Manner()).body for piece in pieces).decode()
    before, after = list(check_stream(iter_text(text))), list(check_stream(iter_text(result)))
    assert len(before) == len(after) == 30
    assert len(names.mapping()) >= 2
    for one, other in zip(before, after, strict=True):
        assert [(found.code, found.line) for found in one.diagnostics] == [
            (found.code, found.line) for found in other.diagnostics]
        assert one.replay is not None and other.replay is not None and one.replay.score == other.replay.score
        assert one.record is not None and other.record is not None
        assert set(other.record.players.values()) <= set(names.mapping().values())
        one.record.players = other.record.players = {}
        assert one.record == other.record
