"""What the shared code asks of a game family.  A family is one folder under ``families/``.

Players are indices into the playing order: 0 is forehand; with four at the table the last index is
the dealer, who rests.  All words are those of the notation.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from preferans_pbn.cards import Card, Hand
from preferans_pbn.rules.outcome import Outcome
from preferans_pbn.rules.tricks import Trickplay
from preferans_pbn.rules.violation import Violation


class AuctionResult(Protocol):
    """How an auction ended.  ``declarer`` is None when all passed; ``bid`` is the word it was won with
    (``""`` when all passed or it is not known); ``hand``: the talon stays down."""

    @property
    def declarer(self) -> int | None: ...
    @property
    def bid(self) -> str: ...
    @property
    def hand(self) -> bool: ...


class Auction(Protocol):
    """An auction in progress.  ``turn`` is the player to call, -1 when it is over."""

    turn: int

    def call(self, word: str) -> Violation | None:
        """``turn`` calls ``word``.  A call that is not allowed changes nothing and its violation is the
        answer."""

    def force(self, word: str) -> None:
        """``turn`` has called ``word``, allowed or not (``?``: a call that is not known)."""

    def legal(self) -> list[str]:
        """The calls ``turn`` may make: ``pass``, ``hold``, then bids in ladder order."""

    def result(self) -> AuctionResult | None:
        """How it ended, or None while it goes on or where unknown calls hide the end."""


class Defence(Protocol):
    """The answers of the defenders.  ``turn`` is the player to speak, -1 when nothing can be said.
    ``settled``: what is not said yet is implied."""

    turn: int

    @property
    def settled(self) -> bool: ...

    def call(self, word: str) -> Violation | None: ...

    def force(self, word: str) -> None: ...

    def legal(self) -> list[str]: ...

    def roles(self) -> dict[int, str]:
        """The role words by player, so far as they are known."""

    def open(self) -> str:
        """``pair``, ``passer`` or ``""``: which defenders' hands are laid open."""

    def manner(self) -> str:
        """``played``, ``passed-out``, ``half``, ``own`` …: what comes of the deal."""


class Law(Protocol):
    """The compiled rules of one variant: everything a deal needs, looked up once."""

    columns: tuple[str, ...]
    """The columns of its tables, without ``Seat``."""

    def auction(self, all_pass_run: int) -> Auction: ...

    def contracts(self, result: AuctionResult) -> list[str]:
        """The contracts that the declarer may name after this auction, lowest first."""

    def contract_violation(self, contract: str, result: AuctionResult | None) -> Violation | None: ...

    def discard_size(self, contract: str, hand: bool) -> int:
        """How many cards the declarer lays away: 2, or 0 without the talon."""

    def defence(self, contract: str, declarer: int, players: int) -> Defence | None:
        """The defence of a contract, or None where there is nothing to answer."""

    def trickplay(self, outcome: Outcome, hands: Sequence[Hand], talon: Sequence[Card]) -> Trickplay:
        """The play of a deal whose contract, declarer and roles stand in ``outcome``."""

    def score(self, outcome: Outcome) -> Any: ...

    def next_run(self, outcome: Outcome) -> int: ...


Rules = Mapping[str, Any]
