"""Trick play: which cards are legal, who wins a trick, who leads next.  One law for every family.

Players are indices into the playing order (0 = forehand).  The same `Trickplay` serves checking,
generating and counting.  Its hands may be supersets of what a player really holds (unknown hands);
that is the caller's business.

Sources: S1-84 to S1-92, S0-47 to S0-52, rules of all families (follow, else trump, else any card);
overtaking only where ``must_overtake`` says so (S1-89, S1-90).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from preferans_pbn.cards import FULL_PACK, NO_TRUMP, SUIT_MASKS, Card, Hand
from preferans_pbn.record import Trick

NOBODY: Final = -1
# The last entry stands for `UNKNOWN_CARD` (-1): no bit, so such a card is never accepted as legal.
_BIT: Final = (*(1 << card for card in range(32)), 0)
_SUIT_OF: Final = {mask: suit for suit, mask in enumerate(SUIT_MASKS)}
_MASK_OF: Final = tuple(SUIT_MASKS[card >> 3] for card in range(32))
# The same for comparing: the bit of an unknown card is in no hand.
_CARD: Final = (*(1 << card for card in range(32)), 1 << 32)
# By trump suit (the last entry: none) and suit led: who has the highest takes the trick; 0 never does.
_STRENGTH: Final = tuple(
    tuple(
        tuple(8 + rank if suit == trump else rank if suit == led else 0 for suit in range(4) for rank in range(1, 9))
        for led in range(4)
    )
    for trump in (*range(4), NO_TRUMP)
)
# Cards of the same suit that are higher than a card; the last entry stands for no card (-1).
_ABOVE: Final = (*(SUIT_MASKS[card >> 3] & ~((2 << card) - 1) for card in range(32)), 0)

# By who follows player 0 of three: for each player he and the two behind him.
_AROUND: Final = (
    (),
    ((0, 1, 2), (1, 2, 0), (2, 0, 1)),
    ((0, 2, 1), (1, 0, 2), (2, 1, 0)),
)

OVERTAKE_NONE: Final = 0
OVERTAKE_IF_BEATS: Final = 1
OVERTAKE_WITHIN_SUIT: Final = 2


class TrickLaw(NamedTuple):
    """How one contract is played.

    ``trump`` is a suit 0 to 3 or `NO_TRUMP`; ``overtake`` one of the OVERTAKE constants;
    ``talon_leads``: the talon's cards lead tricks one and two; ``talon_wins``: such a card can win
    (for the resting dealer); ``void_leader_own``: a first player who is void in the talon's suit
    turns his own card's suit into the suit led; ``forehand_second`` and ``forehand_third``: forehand plays first
    in tricks two and three of such a round, else the winner of the trick before does.
    """

    trump: int = NO_TRUMP
    must_trump: bool = True
    overtake: int = OVERTAKE_NONE
    talon_leads: bool = False
    talon_wins: bool = False
    void_leader_own: bool = False
    forehand_second: bool = True
    forehand_third: bool = True


class Trickplay:
    """The play of one deal, card by card.

    ``hands`` (masks, indexed by player) is copied.  ``order`` holds the players who take part, in
    playing order; ``first`` plays the first hand card.  ``talon`` holds the talon's cards where they
    lead; ``resting`` is the index of the player for whom a talon card wins.

    ``watch`` and ``limit``: the play is over as soon as these players together have ``limit`` tricks (0:
    never).  ``opening``: cards of which one must be led to the first trick if the leader holds any.

    ``turn`` is the player to play, or `NOBODY` when ``length`` tricks are done; ``taken`` counts
    tricks by player; ``winners`` lists the winner of each trick.
    """

    __slots__ = (
        "_best", "_duty_mask", "_first", "_high_led", "_led", "_limit", "_next", "_opening", "_overtake",
        "_size", "_strengths", "_talon", "_watch", "best_player", "count", "hands", "law", "leader",
        "length", "resting", "taken", "turn", "uncertain", "winners",
    )

    def __init__(self, law: TrickLaw, hands: Sequence[Hand], order: Sequence[int], first: int, *,
                 talon: Sequence[Card] = (), resting: int = NOBODY, length: int = 10,
                 watch: Sequence[int] = (), limit: int = 0, opening: Hand = FULL_PACK) -> None:
        self.law = law
        self.hands = list(hands)
        self._size = len(order)
        self._next = _following(len(self.hands), tuple(order))
        self._first = first
        self._overtake = law.overtake
        self._strengths = _STRENGTH[law.trump]
        self._duty_mask = SUIT_MASKS[law.trump] if law.trump != NO_TRUMP and law.must_trump else 0
        self._talon = tuple(talon) if law.talon_leads else ()
        self.resting = resting
        self.length = length
        self._watch = tuple(watch)
        self._limit = limit
        self._opening = opening
        self.taken = [0] * len(hands)
        self.winners: list[int] = []
        self.leader = self.turn = first
        self.count = 0
        self.uncertain = False
        self._high_led: Card = NOBODY
        self._led: Hand = 0
        self._best: Card = NOBODY
        self.best_player = NOBODY
        if self._talon:
            self._led, self._best, self.best_player = self._talon_lead(first)

    # --- questions ---------------------------------------------------------------------------
    def legal(self) -> Hand:
        """The cards that ``turn`` may play, out of the hand held for him; 0 when the play is over."""
        if self.turn < 0:
            return 0
        return self.legal_from(self.hands[self.turn])

    def legal_from(self, hand: Hand) -> Hand:
        """The cards of ``hand`` that a player to move now may play."""
        if self._opening != FULL_PACK and not self._led and not self.winners:
            return hand & self._opening or hand
        return legal_cards(hand, self._led, self._best, self._high_led, self._duty_mask, self._overtake)

    @property
    def talon_leads(self) -> tuple[Card, ...]:
        """The talon cards that lead the first tricks; empty where the talon leads nothing."""
        return self._talon

    def talon_lead(self) -> Card | None:
        """The talon card that leads the current trick, or None."""
        trick = len(self.winners)
        return self._talon[trick] if trick < len(self._talon) else None

    @property
    def size(self) -> int:
        """How many players take part in a trick."""
        return self._size

    def forced_by_suit(self, hand: Hand) -> Hand:
        """The cards of the suit led in ``hand``; 0 before the lead."""
        return hand & self._led

    def led_suit(self) -> int:
        """The suit led in the current trick (0 to 3), or `NO_TRUMP` before the lead."""
        return SUIT_MASKS.index(self._led) if self._led in SUIT_MASKS else NO_TRUMP

    # --- the transition ------------------------------------------------------------------------
    def play(self, card: Card, *, forced: bool = False) -> bool:
        """``turn`` plays ``card``.  An illegal card is refused: the answer is False and nothing has
        changed.  ``forced`` plays it all the same, as a replay does after reporting it."""
        return self.advance(((card,),), forced=forced) == 1

    def advance(self, rows: Iterable[Sequence[Card]], *, forced: bool = False) -> int:
        """Play the cards of ``rows`` one after the other until one is refused; how many were played.

        This is the only transition of the play.  Between cards its state lives in local variables,
        which is what makes a replay fast; rows are tricks as written, but only the cards count.
        """
        turn = self.turn
        if turn < 0:
            return 0
        hands = self.hands
        following = self._next
        size = self._size
        duty_mask = self._duty_mask
        overtake = self._overtake
        talon = self._talon
        winners = self.winners
        led, best, high_led, best_player, count = self._led, self._best, self._high_led, self.best_player, self.count
        taken = self.taken
        done = len(winners)
        before = done * size + count
        # Up to the last trick nothing but the winner decides, unless talon cards or a limit have a say.
        plain_until = 0 if talon or self._limit else self.length
        wanted = led or FULL_PACK
        if self._opening != FULL_PACK and not led and not winners:
            wanted = hands[turn] & self._opening or FULL_PACK
        strength = self._strengths[_SUIT_OF.get(led, 0)]
        top = strength[best] if best >= 0 else 0
        easy = not overtake and not forced
        for row in rows:
            for card in row:
                bit = _BIT[card]
                hand = hands[turn]
                # A held card of the suit led, or any held card that leads, needs no closer look unless there
                # is a duty to overtake.
                if easy and bit & hand & wanted:
                    hands[turn] = hand ^ bit
                elif forced or bit & legal_cards(hand, led, best, high_led, duty_mask, overtake) & (
                    FULL_PACK if led else wanted
                ):
                    hands[turn] = hand ^ (bit & hand)
                else:
                    break
                if led and strength[card] > top:
                    best = card
                    best_player = turn
                    top = strength[card]
                    if overtake and bit & led and card > high_led:
                        high_led = card
                elif not led or (count == 0 and not bit & led and self.law.void_leader_own):
                    led = wanted = _MASK_OF[card]
                    best = high_led = card
                    best_player = turn
                    strength = self._strengths[card >> 3]
                    top = strength[card]
                elif overtake and bit & led and card > high_led:
                    high_led = card
                count += 1
                if count < size:
                    turn = following[turn]
                    continue
                if self.uncertain:
                    turn = NOBODY
                    break
                done += 1
                if done < plain_until:  # the winner leads on
                    taken[best_player] += 1
                    winners.append(best_player)
                    self.leader = turn = best_player
                else:
                    turn = self._close(best_player)
                led = count = 0
                best = high_led = best_player = NOBODY
                top = 0
                wanted = FULL_PACK
                if talon:
                    led, best, best_player = self._talon_lead(turn)
                    wanted = led or FULL_PACK
                    strength = self._strengths[_SUIT_OF.get(led, 0)]
                    top = strength[best] if best >= 0 else 0
                if turn < 0:
                    break
            else:
                continue
            break
        self.turn = turn
        self._led, self._best, self._high_led = led, best, high_led
        self.best_player, self.count = best_player, count
        return len(winners) * size + count - before

    def sweep(self, rows: Sequence[Trick]) -> int:
        """Play ``rows`` as they are written, between two tricks, up to the first row that is not plain: not full, with
        a seat written in it, led by another talon card than it should be, with a card that is refused (of such a row
        the cards before it may have been played).  How many cards were played.

        `advance` would do the same card by card; a row of three with nothing special about it goes in one step.
        """
        if self.turn < 0:
            return 0
        first = len(self._talon) or int(self._opening != FULL_PACK and not self.winners)
        if self._size != 3 or self._limit or self._overtake:
            first = len(rows)
        played = self.advance(self._plain(rows[:first])) if first else 0
        if first == len(rows) or played < first * 3 or self.turn < 0:
            return played
        needs, strengths = _needs(self._duty_mask), self._strengths
        around = _AROUND[self._next[0]]
        hands, taken, winners = self.hands, self.taken, self.winners
        before = len(winners)
        leader, turn = self.leader, self.turn
        for cards, talon, written, winner in rows[first:first + self.length - before]:
            if len(cards) != 3 or talon is not None or written is not None or winner is not None:
                break
            one, two, three = cards
            need, strength = needs[one >> 3], strengths[one >> 3]
            lead, second, third = around[turn]
            hand, last = hands[second], hands[third]
            bit, last_bit = _CARD[two], _CARD[three]
            if not hands[lead] & _CARD[one] or hand & need[two] != bit or last & need[three] != last_bit:
                break
            hands[lead] ^= _CARD[one]
            hands[second] = hand ^ bit
            hands[third] = last ^ last_bit
            leader = turn
            top = strength[one]
            if strength[two] > top:
                turn, top = second, strength[two]
            if strength[three] > top:
                turn = third
            taken[turn] += 1
            winners.append(turn)
        over = len(winners) == self.length
        self.leader, self.turn = (leader, NOBODY) if over else (turn, turn)
        return played + (len(winners) - before) * 3

    def _plain(self, rows: Sequence[Trick]) -> list[tuple[Card, ...]]:
        """The cards of ``rows`` before the first one that is not plain."""
        leads = self._talon
        plain: list[tuple[Card, ...]] = []
        for n, row in enumerate(rows):
            if (len(row.cards) != self._size or row.leader is not None or row.winner is not None
                    or row.talon != (leads[n] if n < len(leads) else None)):
                break
            plain.append(row.cards)
        return plain

    def skip(self) -> None:
        """``turn`` plays a card that is not known.  Who takes such a trick must be told by `end_trick`;
        until then ``uncertain`` is set, and once all have played nobody is to move."""
        self.uncertain = True
        if not self._led:
            self._led = FULL_PACK  # the suit led is not known: whatever follows may be legal
        self.count += 1
        self.turn = self._next[self.turn] if self.count < self._size else NOBODY

    def end_trick(self, winner: int) -> None:
        """The current trick goes to ``winner`` and the next one begins."""
        self.turn = self._close(winner)
        self.count = 0
        self.uncertain = False
        self._led, self._best, self.best_player = self._talon_lead(self.turn)
        self._high_led = NOBODY

    def lead_from_talon(self, card: Card) -> None:
        """The talon, not known before, leads this trick with ``card``."""
        self._talon = (*self._talon[: len(self.winners)], card)
        self._led, self._best, self.best_player = self._talon_lead(self.turn)

    def takes_part(self, player: int) -> bool:
        """Does ``player`` play cards (the resting dealer does not)?"""
        return self._next[player] >= 0

    def begin_with(self, player: int) -> None:
        """``player`` plays the first card, whoever should: an ending, or a record that has it so."""
        self._first = self.leader = self.turn = player

    # --- inside ----------------------------------------------------------------------------------
    def _close(self, winner: int) -> int:
        """Give the trick to ``winner``; who plays the first hand card of the next one, or `NOBODY`."""
        if winner < 0:  # nobody followed the talon's suit: the first player takes it (G-LL1R1K 8.2)
            winner = self.leader
        self.taken[winner] += 1
        winners = self.winners
        winners.append(winner)
        number = len(winners)
        if number >= self.length or (self._limit and sum(self.taken[i] for i in self._watch) >= self._limit):
            return NOBODY
        leads_on = self._next[winner] >= 0  # the resting dealer, who won with a talon card, does not
        if self._talon and number <= 2 and (self.law.forehand_second if number == 1 else self.law.forehand_third):
            leads_on = False
        self.leader = winner if leads_on else self._first
        return self.leader

    def _talon_lead(self, turn: int) -> tuple[Hand, Card, int]:
        """Suit led, winning card and its owner before the first hand card of a trick."""
        number = len(self.winners)
        if turn < 0 or number >= len(self._talon):
            return 0, NOBODY, NOBODY
        card = self._talon[number]
        if self.law.talon_wins:
            return _MASK_OF[card], card, self.resting
        return _MASK_OF[card], NOBODY, NOBODY


@lru_cache(maxsize=64)
def _following(hands: int, order: tuple[int, ...]) -> tuple[int, ...]:
    """Who plays behind each of the players, `NOBODY` for one who takes no part."""
    following = [NOBODY] * hands
    for player, behind in zip(order, order[1:] + order[:1], strict=True):
        following[player] = behind
    return tuple(following)


@lru_cache(maxsize=8)
def _needs(duty_mask: Hand) -> tuple[tuple[Hand, ...], ...]:
    """By suit led (0 to 3) and card: the card itself and those that go before it.  A hand may play the card behind the
    lead if it holds of them the card alone (no duty to overtake).  The last entry stands for `UNKNOWN_CARD`."""
    return tuple((*(_need(led, card, duty_mask) for card in range(32)), 0) for led in SUIT_MASKS)


def _need(led: Hand, card: Card, duty_mask: Hand) -> Hand:
    before = 0
    rest = FULL_PACK
    while True:
        # The cards that come next in rank of duty: of the suit led, else trumps, else any.
        kind = legal_cards(rest, led, NOBODY, NOBODY, duty_mask, OVERTAKE_NONE)
        if kind >> card & 1:
            return before | 1 << card
        before |= kind
        rest &= ~kind


def legal_cards(hand: Hand, led: Hand, best: Card, high_led: Card, duty_mask: Hand, overtake: int) -> Hand:
    """The cards of ``hand`` that may be played: follow, else trump, else any card.

    ``led`` is the mask of the suit led (0 before the lead); ``best`` the card that wins so far and
    ``high_led`` the highest card of the suit led (-1: none yet); ``duty_mask`` the trumps that must be
    played by a player who cannot follow (0: no such duty); ``overtake`` an OVERTAKE constant.
    """
    if not led:
        return hand
    cards = hand & led
    following = cards != 0
    if not following:
        cards = hand & duty_mask
        if not cards:
            return hand
    if not overtake:
        return cards
    rival = high_led if following and overtake == OVERTAKE_WITHIN_SUIT else best
    # Where another suit is winning, none of the cards is above: any trump beats a card of the suit led, which itself
    # cannot beat a trump, so there is no duty (S1-90).
    return cards & _ABOVE[rival] or cards
