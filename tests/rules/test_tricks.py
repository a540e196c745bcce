"""Trick law: what may be played, who wins, who leads next (rules 12.6, S1-84 to S1-92, AMB-S1-01)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from preferans_pbn.cards import CARD_BY_NAME, CARD_NAMES, FULL_PACK, NO_TRUMP, SUITS, cards_of, mask_of
from preferans_pbn.record import UNKNOWN_CARD, Trick
from preferans_pbn.rules.tricks import (
    NOBODY,
    OVERTAKE_IF_BEATS,
    OVERTAKE_NONE,
    OVERTAKE_WITHIN_SUIT,
    TrickLaw,
    Trickplay,
)


def hand(text: str) -> int:
    return mask_of(CARD_BY_NAME[name] for name in text.split())


def trump_of(letter: str) -> int:
    return SUITS.index(letter) if letter else NO_TRUMP


def after(trick: str, held: str, trump: str, overtake: int = OVERTAKE_NONE, must_trump: bool = True) -> Trickplay:
    """A trick so far, and the hand of the player to move."""
    played = trick.split()
    hands = [hand(name) for name in played] + [hand(held)]
    hands += [0] * (3 - len(hands))
    play = Trickplay(TrickLaw(trump_of(trump), must_trump, overtake), hands, (0, 1, 2), 0)
    for name in played:
        assert play.play(CARD_BY_NAME[name], forced=True)
    return play


def legal(trick: str, held: str, trump: str, overtake: int = OVERTAKE_NONE, must_trump: bool = True) -> set[str]:
    return {CARD_NAMES[card] for card in cards_of(after(trick, held, trump, overtake, must_trump).legal())}


@pytest.mark.parametrize(("trick", "held", "trump", "expected"), [
    ("SK", "SA S9 H7", "H", "SA S9"),  # TS-13
    ("SK", "H8 H9 DA", "H", "H8 H9"),  # TS-14
    ("SK", "DA C7", "H", "DA C7"),  # TS-15
    ("SK", "DA H7", "", "DA H7"),  # TS-16, TS-17: no trumps, void
    ("", "DA H7", "D", "DA H7"),  # the leader is free
    ("SJ", "SA S7", "", "SA S7"),  # S0-48: no duty to overtake
    ("H7", "H8 SA", "H", "H8"),  # trumps are led
])
def test_legal_cards(trick: str, held: str, trump: str, expected: str) -> None:
    assert legal(trick, held, trump) == set(expected.split())


@pytest.mark.parametrize(("trick", "held", "trump", "expected"), [
    ("ST", "SA S7", "", "SA"),  # S1-89
    ("SK H8", "SA S9", "H", "SA S9"),  # S1-90: a spade cannot beat the trump
    ("SK H8", "H9 H7", "H", "H9"),
    ("SK H8", "H7 D9", "H", "H7"),  # cannot overtake: any trump
    ("SK", "S9 S7", "", "S9 S7"),
    ("H9", "HT H7 SA", "H", "HT"),  # trumps are led
    ("SK D7", "SA S9", "", "SA"),  # a discard is no rival
])
def test_must_overtake_if_it_beats_the_trick(trick: str, held: str, trump: str, expected: str) -> None:
    assert legal(trick, held, trump, OVERTAKE_IF_BEATS) == set(expected.split())


@pytest.mark.parametrize(("trick", "held", "expected"), [
    ("SK H8", "SA S9", "SA"),  # the rank in the suit alone counts, though the trick is trumped
    ("SK H8", "SQ S9", "SQ S9"),
    ("SK H8", "H9 H7", "H9"),
])
def test_must_overtake_within_suit(trick: str, held: str, expected: str) -> None:
    assert legal(trick, held, "H", OVERTAKE_WITHIN_SUIT) == set(expected.split())


def test_no_duty_to_trump() -> None:
    assert legal("SK", "H8 DA", "H", must_trump=False) == {"H8", "DA"}
    # A trump that is played all the same still wins.
    assert winner("SK H8 SA", "H", must_trump=False) == 1


def winner(trick: str, trump: str, must_trump: bool = True) -> int:
    names = trick.split()
    play = Trickplay(TrickLaw(trump_of(trump), must_trump), [hand(name) for name in names], (0, 1, 2), 0, length=1)
    for name in names:
        play.play(CARD_BY_NAME[name], forced=True)
    assert play.turn == NOBODY
    return play.winners[0]


@pytest.mark.parametrize(("trick", "trump", "expected"), [
    ("SK SA D7", "D", 2),  # TS-18
    ("SK D7 D9", "D", 2),  # TS-19
    ("H9 SA HK", "", 2),  # TS-20
    ("S9 SA H7", "H", 2),  # TW-842
    ("D8 DQ S9", "C", 1),
    ("HT SJ S9", "S", 1),
    ("C7 CK C8", "", 1),  # misère
    ("SK SA D7", "", 1),
])
def test_winner(trick: str, trump: str, expected: int) -> None:
    assert winner(trick, trump) == expected


class TestTalonLeads:
    """An all-pass round: the talon's cards lead tricks one and two (rules 1.6, G-LL1R1K 8.2)."""

    def play(self, hands: str, talon: str = "H8 D9", **law: bool) -> Trickplay:
        three = [hand(part) for part in hands.split("/")]
        resting = 3 if law.get("talon_wins") else NOBODY
        if resting > 0:
            three.append(0)
        return Trickplay(TrickLaw(talon_leads=True, **law), three, (0, 1, 2), 0, resting=resting,
                         talon=[CARD_BY_NAME[name] for name in talon.split()], length=3)

    def row(self, play: Trickplay, cards: str) -> None:
        for name in cards.split():
            assert play.play(CARD_BY_NAME[name]), name

    def test_forehand_must_follow_the_talon(self) -> None:
        play = self.play("SA HK S7/H9 HA S8/HT D7 S9")
        assert not play.play(CARD_BY_NAME["SA"])  # G-CODEXENG: not while he holds a heart
        assert play.play(CARD_BY_NAME["HK"])

    def test_talon_card_cannot_win_and_forehand_plays_first_in_two_and_three(self) -> None:
        play = self.play("H7 DT S7/H9 D7 S8/HT D8 S9", talon="HA DA")
        self.row(play, "H7 H9 HT")
        assert play.winners == [2]
        assert play.turn == 0
        self.row(play, "DT D7 D8")
        assert play.winners == [2, 0]
        assert play.turn == 0

    def test_winner_plays_first_where_the_variant_says_so(self) -> None:
        play = self.play("H7 DT S7/H9 D7 S8/HT D8 S9", forehand_second=False,
                         forehand_third=False)
        self.row(play, "H7 H9 HT")
        assert play.turn == 2
        self.row(play, "D8 DT D7")
        assert play.turn == 0

    def test_tricks_two_and_three_are_settled_apart(self) -> None:
        play = self.play("H7 D7 S7/H9 DT S8/HT D8 S9", forehand_third=False)
        self.row(play, "H7 H9 HT")
        assert play.turn == 0
        self.row(play, "D7 DT D8")
        assert play.turn == 1

    def test_void_leader_keeps_the_talon_suit_led(self) -> None:
        play = self.play("SA D7 S7/H9 D8 S8/HT DT S9")
        self.row(play, "SA H9 HT")
        assert play.winners == [2]

    def test_nobody_follows_the_talon_suit(self) -> None:
        play = self.play("S7 D7 C7/SA D8 S8/SK DT S9")
        self.row(play, "S7 SA SK")
        assert play.winners == [0]

    def test_void_leader_sets_the_suit_where_the_variant_says_so(self) -> None:
        play = self.play("SA D7 S7/H9 D8 S8/HT DT S9", void_leader_own=True)
        assert play.play(CARD_BY_NAME["SA"])
        assert not play.play(CARD_BY_NAME["H9"])
        self.row(play, "S8 S9")
        assert play.winners == [0]

    def test_dealer_takes_a_trick_with_the_talon_card(self) -> None:
        play = self.play("H7 DT S7/H9 D7 S8/HT D8 S9", talon="HA D9", talon_wins=True)
        self.row(play, "H7 H9 HT")
        assert play.winners == [3]
        assert play.turn == 0
        self.row(play, "DT D7 D8")
        assert play.taken == [1, 0, 0, 1]


def test_a_refused_card_changes_nothing() -> None:
    play = after("SK", "SA H7", "H")
    before = (list(play.hands), play.turn, play.count, play.legal())
    assert not play.play(CARD_BY_NAME["H7"])
    assert (list(play.hands), play.turn, play.count, play.legal()) == before


def test_unknown_card_needs_a_told_winner() -> None:
    play = Trickplay(TrickLaw(), [hand("SA S7"), hand("SK S8"), hand("SQ S9")], (0, 1, 2), 0, length=2)
    play.play(CARD_BY_NAME["SA"])
    play.skip()
    assert play.play(CARD_BY_NAME["SQ"])
    assert play.turn == NOBODY
    assert play.uncertain
    play.end_trick(1)
    assert (play.turn, play.taken) == (1, [0, 1, 0])


@given(st.permutations(range(32)), st.sampled_from([NO_TRUMP, 0, 1, 2, 3]),
       st.sampled_from([OVERTAKE_NONE, OVERTAKE_IF_BEATS, OVERTAKE_WITHIN_SUIT]), st.data())
def test_a_whole_play_is_the_same_in_one_sweep_and_card_by_card(
    pack: list[int], trump: int, overtake: int, data: st.DataObject
) -> None:
    hands = [mask_of(pack[i * 10: i * 10 + 10]) for i in range(3)]
    law = TrickLaw(trump, overtake=overtake)
    single = Trickplay(law, hands, (0, 1, 2), 0)
    rows: list[list[int]] = []
    while single.turn >= 0:
        card = data.draw(st.sampled_from(cards_of(single.legal())))
        if not rows or len(rows[-1]) == 3:
            rows.append([])
        rows[-1].append(card)
        assert single.play(card)
    sweep = Trickplay(law, hands, (0, 1, 2), 0)
    assert sweep.advance(rows) == 30
    assert (sweep.winners, sweep.taken, sweep.turn) == (single.winners, single.taken, NOBODY)
    whole = Trickplay(law, hands, (0, 1, 2), 0)
    assert whole.sweep([Trick(tuple(row)) for row in rows]) == 30
    assert (whole.winners, whole.taken, whole.turn, whole.leader, whole.hands) == (
        single.winners, single.taken, NOBODY, single.leader, single.hands)
    assert sum(sweep.taken) == 10


@given(st.permutations(range(32)), st.permutations(range(4)), st.data())
def test_suits_are_alike_without_trumps(pack: list[int], suits: list[int], data: st.DataObject) -> None:
    """Relabelling the suits of a play without trumps changes no winner."""
    hands = [mask_of(pack[i * 10: i * 10 + 10]) for i in range(3)]
    turned = [mask_of(suits[card >> 3] * 8 + (card & 7) for card in cards_of(mask)) for mask in hands]
    one, other = (Trickplay(TrickLaw(), mine, (0, 1, 2), 0) for mine in (hands, turned))
    while one.turn >= 0:
        card = data.draw(st.sampled_from(cards_of(one.legal())))
        assert one.play(card)
        assert other.play(suits[card >> 3] * 8 + (card & 7))
    assert one.winners == other.winners


def _rows(pack: Sequence[int]) -> list[tuple[Trick, list[int]]]:
    """Every row that begins with the first card of ``pack``, with the three hands of nothing but its cards."""
    return [(Trick((one, two, three)), [1 << one, 1 << two, 1 << three])
            for one, two, three in ((pack[0], two, three) for two in pack[1:] for three in pack[1:] if two != three)]


@pytest.mark.parametrize("trump", [NO_TRUMP, 0, 1, 2, 3])
@pytest.mark.parametrize("must_trump", [True, False])
def test_a_row_in_one_step_is_what_it_is_card_by_card(trump: int, must_trump: bool) -> None:
    """All 29,760 rows of three cards: the winner, whoever leads."""
    law = TrickLaw(trump, must_trump)
    for lead in range(32):
        for number, (row, hands) in enumerate(_rows([lead, *(card for card in range(32) if card != lead)])):
            first = number % 3
            turned = [hands[(player - first) % 3] for player in range(3)]
            step, single = (Trickplay(law, turned, (0, 1, 2), first, length=2) for _ in range(2))
            assert step.sweep((row,)) == single.advance((row.cards,)) == 3
            assert (step.winners, step.turn, step.leader) == (single.winners, single.turn, single.leader), row


@pytest.mark.parametrize("trump", [NO_TRUMP, 0, 3])
@pytest.mark.parametrize("must_trump", [True, False])
def test_a_row_in_one_step_is_refused_where_a_card_is(trump: int, must_trump: bool) -> None:
    """Whatever one other card the second or the third player holds; a card that is not held; a card that is not
    known."""
    law = TrickLaw(trump, must_trump)
    for row, hands in _rows(range(32))[::7]:
        for player in (0, 1, 2):
            for other in (*range(0, 32, 3), None):
                held = hands.copy()
                held[player] = held[player] | 1 << other if other is not None else 0
                step, single = (Trickplay(law, held, (0, 1, 2), 0, length=2) for _ in range(2))
                assert (step.sweep((row,)) == 3) == (single.advance((row.cards,)) == 3), (row, player, other)
    for at in range(3):
        cards = [0, 8, 16]
        cards[at] = UNKNOWN_CARD
        assert Trickplay(law, (FULL_PACK, 0, 0), (0, 1, 2), 0).sweep((Trick(tuple(cards)),)) == 0


def test_a_sweep_stops_before_a_row_that_is_not_plain() -> None:
    plain = Trick((0, 1, 2))
    for row in (Trick((3, 4)), Trick((3, 4, 5), leader="W"), Trick((3, 4, 5), winner="S"), Trick((3, 4, 5), talon=31)):
        play = Trickplay(TrickLaw(), (0b001001, 0b010010, 0b100100), (0, 1, 2), 0)
        assert play.sweep((plain, row)) == 3
        assert (play.winners, play.turn, play.hands) == ([2], 2, [0b001000, 0b010000, 0b100000])
