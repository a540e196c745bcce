"""The one table of spellings: each language's words, and what is none."""

from __future__ import annotations

import pytest

from preferans_pbn.cards import CARD_NAMES
from preferans_pbn.notation import spellings, words


@pytest.mark.parametrize(("text", "suit"), [
    ("♠", "S"), ("S", "S"), ("pik", "S"), ("пики", "S"), ("п", "S"), ("zeleň", "S"), ("Laub", "S"), ("SPADES", "S"),
    ("♣", "C"), ("tref", "C"), ("трефы", "C"), ("т", "C"), ("žaluď", "C"), ("Eichel", "C"),
    ("♦", "D"), ("karo", "D"), ("бубны", "D"), ("б", "D"), ("guľa", "D"), ("Schell", "D"),
    ("Gras", "S"), ("Blatt", "S"), ("detelina", "C"), ("kocka", "D"), ("Rot", "H"), ("ROT", "H"),
    ("♥", "H"), ("herc", "H"), ("червы", "H"), ("ч", "H"), ("červeň", "H"), ("Herz", "H"),
    ("x", None), ("", None), ("НТ", None),
])
def test_suits(text: str, suit: str | None) -> None:
    assert spellings.suit_of(text) == suit


@pytest.mark.parametrize(("text", "rank"), [
    ("10", "T"), ("X", "T"), ("Х", "T"), ("T", "T"), ("TEN", "T"), ("десятка", "T"), ("Т", "A"), ("К", "K"), ("Д", "Q"),
    ("В", "J"), ("Ž", "J"), ("ž", "J"), ("Z", None),
    ("horník", "Q"), ("dolník", "J"), ("Ober", "Q"), ("Unter", "J"), ("queen", "Q"), ("x", None),
    ("х", None), ("6", None), ("1", None),
])
def test_ranks(text: str, rank: str | None) -> None:
    """Cyrillic Т is the ace, Latin T the ten; a small x is a card that is not named."""
    assert spellings.rank_of(text) == rank


@pytest.mark.parametrize(("text", "call"), [
    ("пас", "pass"), ("pas", "pass"), ("dalje", "pass"), ("πάσο", "pass"), ("ПАС", "pass"), ("здесь", "hold"),
    ("mogu", "hold"), ("moje", "hold"), ("έχω", "hold"), ("držím", "hold"), ("мизер", "misere"), ("MISER", "misere"),
    ("RMZ", "misere"), ("Мз", "misere"), ("6♠", "6S"), ("7 червей", "7H"), ("8БК", "8NT"), ("6bez", "6NT"),
    ("10 без", "10NT"), ("igra", "hand"), ("11♠", None), ("вист", None),
])
def test_calls(text: str, call: str | None) -> None:
    assert spellings.call_of(text) == call
    assert call is None or call in words.AUCTION_CALLS


@pytest.mark.parametrize(("text", "answer"), [
    ("вист", "whist"), ("vist", "whist"), ("dolazim", "come"), ("dođem", "come"), ("ne dolazim", "stay-out"),
    ("Ne Dođem", "stay-out"), ("može", "fine"), ("moze", "fine"), ("παίζω", "play"), ("μαζί", "together"),
    ("полвиста", "half"), ("zovem", "call-partner"), ("контра", "kontra"), ("mogu", None),
])
def test_answers(text: str, answer: str | None) -> None:
    assert spellings.answer_of(text) == answer
    assert answer is None or answer in words.DEFENCE_CALLS


@pytest.mark.parametrize(("text", "contract"), [
    ("распасы", "all-pass"), ("raspasy", "all-pass"), ("betla", "betl"), ("malý", "betl"), ("misére", "betl"),
    ("šesť", "betl"), ("veľký", "durch"), ("misère", "misere"), ("мизер", "misere"), ("sans atout", "sans"),
    ("6бк", "6NT"), ("tref", "C"), ("préférence", "preferans"), ("6", None),
])
def test_contracts(text: str, contract: str | None) -> None:
    assert spellings.contract_of(text) == contract
    assert contract is None or contract in words.CONTRACTS


def test_every_card_in_every_spelling() -> None:
    signs = dict(zip("SCDH", "♠♣♦♥", strict=True))
    cyrillic = {**dict(zip("SCDH", "птбч", strict=True)), "A": "Т", "K": "К", "Q": "Д", "J": "В", "T": "10"}
    for name in CARD_NAMES:
        suit, rank = name[0], name[1]
        for text in (name, signs[suit] + rank, rank + signs[suit], cyrillic[suit] + cyrillic.get(rank, rank),
                     f"{suit}{rank.replace('T', '10')}", f"{signs[suit]}{rank.replace('T', 'X')}"):
            assert spellings.card_of(text) == name, text
    assert [spellings.card_of(text) for text in ("QS", "S", "", "♠", "♠6", "♠♠", "SAA")] == [None] * 7


@pytest.mark.parametrize(("labels", "seats"), [
    ("Север Запад Восток Юг", "NWES"), ("С З В Ю", "NWES"), ("Sever Zapad Istok Jug", "NWES"), ("S Z V J", "NWES"),
    ("S Z I J", "NWES"), ("Nord West Ost Süd", "NWES"), ("N W O S", "NWES"), ("N W E S", "NWES"),
    ("Sever Západ Východ Juh", "NWES"), ("Север South", "NS"),
])
def test_seats_are_read_together(labels: str, seats: str) -> None:
    found = spellings.seats_of(labels.split())
    assert found is not None
    assert "".join(found[label] for label in labels.split()) == seats


def test_seats_that_are_none() -> None:
    assert spellings.seats_of(["J", "N"]) is None
    assert spellings.seats_of(["Север", "North"]) is None
    assert spellings.seats_of(["Q"]) is None


def test_look_alikes_are_named_by_their_alphabet() -> None:
    assert spellings.in_ascii("СА ΗΑ") == "CA HA"
    assert (spellings.script_of("С"), spellings.script_of("Η")) == ("Cyrillic", "Greek")
