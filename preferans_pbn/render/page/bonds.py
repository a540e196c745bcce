"""What bound the player of a card: the cards he might play and the rule behind it, asked of the law of tricks.

One `Follower` goes through a play beside the person who looks at it.  It never judges: a card against the law is
played on as it was, and where the record does not say enough nothing is claimed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from preferans_pbn.cards import FULL_PACK, NO_TRUMP, SUIT_MASKS, Card, Hand
from preferans_pbn.families import law_of
from preferans_pbn.record import UNKNOWN_CARD
from preferans_pbn.rules.outcome import Outcome
from preferans_pbn.rules.tricks import Trickplay
from preferans_pbn.variants import Ruleset, UndefinedByVariant

_DUTY: Final = ("must_overtake", "overtake_scope")
_FOLLOW: Final = ("must_trump",)
"""It says of both what a player must do who has the suit led, and who has not."""


class Bond(NamedTuple):
    """``legal``: the cards that might be played, None where the hand is not known.  ``why``: the reason, a word of
    `WHYS`.  ``rules``: the parameters that it rests on."""

    legal: Hand | None
    why: str
    rules: tuple[str, ...] = ()


WHYS: Final = ("lead", "agreed", "last", "follow", "higher", "trump", "overtrump", "free", "unknown")
"""Why a player was bound as he was:

* ``lead`` he leads and may play anything; ``agreed`` the suit of this lead is agreed; ``last`` it is his last card;
* ``follow`` he holds the suit led; ``higher`` and must play a higher card of it;
* ``trump`` he is void and must trump; ``overtrump`` and trump higher;
* ``free`` he is void and may play anything; ``unknown`` his hand, or the trick, is not known.
"""


class Follower:
    """Follows the cards of a play.

    ``hands``: the hands at the beginning of the play by index in playing order, None = not known.
    ``outcome``: contract, declarer and roles, as far as they are known.
    """

    def __init__(self, rules: Ruleset, outcome: Outcome, hands: Sequence[Hand | None], talon: Sequence[Card]) -> None:
        self._rules = rules
        self._all_pass = outcome.contract == "all-pass"
        self._known = [hand is not None for hand in hands]
        seen = 0
        for hand in hands:
            seen |= hand or 0
        held = [FULL_PACK & ~seen if hand is None else hand for hand in hands]
        self._tricks: Trickplay | None
        try:
            self._tricks = law_of(rules).trickplay(outcome, held, talon)
        except (UndefinedByVariant, LookupError, ValueError, AssertionError):
            self._tricks = None
        self._cards = 0

    def begin_trick(self, player: int, talon: Card | None) -> None:
        """``player`` plays the first hand card of the next trick, whoever should; ``talon`` leads it."""
        tricks = self._tricks
        if tricks is None:
            return
        if tricks.turn < 0 or tricks.count or not 0 <= player < len(self._known) or not tricks.takes_part(player):
            self._tricks = None
            return
        if tricks.turn != player:
            tricks.leader = tricks.turn = player
        if talon is not None and tricks.talon_lead() is None:
            tricks.lead_from_talon(talon)

    def play(self, player: int, card: Card) -> Bond:
        """``player`` plays ``card``: what bound him."""
        tricks = self._tricks
        if tricks is None:
            return Bond(None, "unknown")
        if tricks.turn != player:
            self._tricks = None
            return Bond(None, "unknown")
        bond = self._bond(tricks, player)
        if card == UNKNOWN_CARD:
            tricks.skip()
        else:
            tricks.play(card, forced=True)
        return bond

    def end_trick(self, winner: int) -> None:
        """All have played and ``winner`` takes the trick; below 0: that is not known."""
        tricks = self._tricks
        if tricks is None:
            return
        if tricks.uncertain:
            if winner < 0:
                self._tricks = None
            else:
                tricks.end_trick(winner)
        elif tricks.winners and 0 <= winner != tricks.winners[-1] and tricks.turn >= 0 and tricks.takes_part(winner):
            tricks.leader = tricks.turn = winner  # ruled so

    def _bond(self, tricks: Trickplay, player: int) -> Bond:
        hand = tricks.hands[player]
        known = self._known[player] and not tricks.uncertain
        if tricks.led_suit() == NO_TRUMP and not tricks.uncertain:
            return self._lead(tricks, hand if known else None)
        if not known:
            return Bond(None, "unknown")
        legal = tricks.legal()
        if hand.bit_count() == 1:
            return Bond(legal, "last")
        same = tricks.forced_by_suit(hand)
        talon = self._present("all_pass_talon") if tricks.talon_lead() is not None else ()
        if same:
            return (Bond(legal, "follow", self._present(*_FOLLOW, *talon)) if legal == same
                    else Bond(legal, "higher", self._present(*_DUTY, *talon)))
        trumps = hand & SUIT_MASKS[tricks.law.trump] if tricks.law.trump != NO_TRUMP else 0
        if trumps and tricks.law.must_trump:
            return (Bond(legal, "trump", self._present(*_FOLLOW)) if legal == trumps
                    else Bond(legal, "overtrump", self._present(*_FOLLOW, *_DUTY)))
        if talon and tricks.count == 0:
            return Bond(legal, "free", self._present(*talon, "all_pass_void_leader"))
        return Bond(legal, "free", self._present(*_FOLLOW))

    def _lead(self, tricks: Trickplay, hand: Hand | None) -> Bond:
        number = len(tricks.winners)
        rules: tuple[str, ...] = ()
        if number == 0:
            rules = self._present("first_lead", "first_lead_no_trump")
        elif self._all_pass and tricks.talon_leads and number < 3:
            rules = self._present(f"all_pass_trick{number + 1}")
        if hand is None:
            return Bond(None, "lead", rules)
        legal = tricks.legal()
        if legal != hand:
            return Bond(legal, "agreed", self._present("sans_lead"))
        return Bond(legal, "last" if hand.bit_count() == 1 else "lead", rules)

    def _present(self, *names: str) -> tuple[str, ...]:
        return tuple(dict.fromkeys(name for name in names if name in self._rules))
