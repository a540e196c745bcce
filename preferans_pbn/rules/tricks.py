"""Trick play: which cards are legal, who wins a trick, who leads next.  One law for every family.

Players are indices into the playing order (0 = forehand).  The same `Trickplay` serves checking,
generating and counting.  Its hands may be supersets of what a player really holds (unknown hands);
that is the caller's business.

Sources: S1-84 to S1-92, S0-47 to S0-52, rules of all families (follow, else trump, else any card);
overtaking only where ``must_overtake`` says so (S1-89, S1-90).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from preferans_pbn.cards import FULL_PACK, NO_TRUMP, SUIT_MASKS, Card, Hand

NOBODY: Final = -1
_SUIT_OF: Final = tuple(card >> 3 for card in range(32))
_BIT: Final = tuple(1 << card for card in range(32))
# Cards of the same suit that are higher than a card.
_ABOVE: Final = tuple(SUIT_MASKS[card >> 3] & ~((2 << card) - 1) for card in range(32))

OVERTAKE_NONE: Final = 0
OVERTAKE_IF_BEATS: Final = 1
OVERTAKE_WITHIN_SUIT: Final = 2


class TrickLaw(NamedTuple):
    """How one contract is played.

    ``trump`` is a suit 0 to 3 or `NO_TRUMP`; ``overtake`` one of the OVERTAKE constants;
    ``talon_leads``: the talon's cards lead tricks one and two; ``talon_wins``: such a card can win
    (for the resting dealer); ``void_leader_own``: a first player who is void in the talon's suit
    turns his own card's suit into the suit led; ``forehand_third``: forehand plays first in tricks
    two and three of such a round, else the winner of the trick before does.
    """

    trump: int = NO_TRUMP
    must_trump: bool = True
    overtake: int = OVERTAKE_NONE
    talon_leads: bool = False
    talon_wins: bool = False
    void_leader_own: bool = False
    forehand_third: bool = True


class Trickplay:
    """The play of one deal, card by card.

    ``hands`` (masks, indexed by player) is copied.  ``order`` holds the players who take part, in
    playing order; ``first`` plays the first hand card.  ``talon`` holds the talon's cards where they
    lead; ``resting`` is the index of the player for whom a talon card wins.

    ``turn`` is the player to play, or `NOBODY` when ``length`` tricks are done; ``taken`` counts
    tricks by player; ``winners`` lists the winner of each trick.
    """

    __slots__ = (
        "_best", "_first", "_high_led", "_led", "_next", "_overtake", "_size", "_talon", "_trump_mask",
        "best_player", "count", "hands", "law", "leader", "length", "resting", "taken", "turn", "uncertain", "winners",
    )

    def __init__(self, law: TrickLaw, hands: Sequence[Hand], order: Sequence[int], first: int, *,
                 talon: Sequence[Card] = (), resting: int = NOBODY, length: int = 10) -> None:
        self.law = law
        self.hands = list(hands)
        self._size = size = len(order)
        following = [NOBODY] * len(hands)
        for place, player in enumerate(order):
            following[player] = order[(place + 1) % size]
        self._next = following
        self._first = first
        self._overtake = law.overtake
        self._trump_mask = SUIT_MASKS[law.trump] if law.trump != NO_TRUMP else 0
        self._talon = tuple(talon) if law.talon_leads else ()
        self.resting = resting
        self.length = length
        self.taken = [0] * len(hands)
        self.winners: list[int] = []
        self.leader = self.turn = first
        self.count = 0
        self._led: Hand = 0
        self._best: Card = NOBODY
        self._high_led: Card = NOBODY
        self.best_player = NOBODY
        self.uncertain = False
        self._open_trick()

    # --- questions ---------------------------------------------------------------------------
    def legal(self) -> Hand:
        """The cards that ``turn`` may play, out of the hand held for him; 0 when the play is over."""
        if self.turn < 0:
            return 0
        return self.legal_from(self.hands[self.turn])

    def legal_from(self, hand: Hand) -> Hand:
        """The cards of ``hand`` that a player to move now may play."""
        led = self._led
        if led:
            same = hand & led
            if same:
                if self.law.overtake:
                    return self._higher(same, trumping=False)
                return same
            if self._trump_mask and self.law.must_trump:
                trumps = hand & self._trump_mask
                if trumps:
                    if self.law.overtake:
                        return self._higher(trumps, trumping=True)
                    return trumps
        return hand

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
        player = self.turn
        bit = _BIT[card]
        hand = self.hands[player]
        led = self._led
        # A held card of the suit led needs no closer look unless there is a duty to overtake.
        if not (forced or bit & hand & led and not self._overtake or bit & self.legal_from(hand)):
            return False
        self.hands[player] = hand & ~bit
        best = self._best
        if not led or (self.count == 0 and self.law.void_leader_own and not bit & led):
            self._led = SUIT_MASKS[_SUIT_OF[card]]
            self._best = self._high_led = card
            self.best_player = player
        elif bit & led:
            if best < 0 or (best >> 3 == card >> 3 and card > best):
                self._best = card
                self.best_player = player
            if card > self._high_led:
                self._high_led = card
        elif bit & self._trump_mask and (best < 0 or best >> 3 != card >> 3 or card > best):
            self._best = card
            self.best_player = player
        self.count += 1
        if self.count == self._size:
            if self.uncertain:
                self.turn = NOBODY
            else:
                self.end_trick(self.best_player)
        else:
            self.turn = self._next[player]
        return True

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
        if winner < 0:  # nobody followed the talon's suit: the first player takes it (G-LL1R1K 8.2)
            winner = self.leader
        self.taken[winner] += 1
        winners = self.winners
        winners.append(winner)
        self.count = 0
        self._led = 0
        self._best = self._high_led = NOBODY
        self.best_player = NOBODY
        self.uncertain = False
        number = len(winners)
        if number >= self.length:
            self.turn = NOBODY
            return
        if self._talon and number <= 2:
            forced = self.law.forehand_third or self._next[winner] < 0
            self.leader = self.turn = self._first if forced else winner
            self._open_trick()
        else:
            self.leader = self.turn = winner if self._next[winner] >= 0 else self._first

    def lead_from_talon(self, card: Card) -> None:
        """The talon, not known before, leads this trick with ``card``."""
        self._talon = (*self._talon[:len(self.winners)], card)
        self._open_trick()

    # --- inside ----------------------------------------------------------------------------------
    def _open_trick(self) -> None:
        number = len(self.winners)
        if number < len(self._talon):
            card = self._talon[number]
            self._led = SUIT_MASKS[_SUIT_OF[card]]
            if self.law.talon_wins:
                self._best = self._high_led = card
                self.best_player = self.resting

    def _higher(self, cards: Hand, *, trumping: bool) -> Hand:
        """``cards`` (all of one suit) narrowed by the duty to overtake, where it can be met."""
        if self.law.overtake == OVERTAKE_WITHIN_SUIT and not trumping:
            rival = self._high_led
        else:
            rival = self._best
            if rival >= 0 and not _BIT[rival] & SUIT_MASKS[(cards & -cards).bit_length() - 1 >> 3]:
                # Another suit is winning. A trump beats it whatever its rank; a card of the suit led
                # cannot beat a trump, so there is no duty (S1-90).
                return cards
        if rival < 0:
            return cards
        return cards & _ABOVE[rival] or cards
