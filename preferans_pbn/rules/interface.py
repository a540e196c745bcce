"""What the shared code asks of a game family.  A family is one folder under ``families/``.

Players are indices into the playing order: 0 is forehand; with four at the table the last index is
the dealer, who rests; with two the dummy is index 1.  All words are those of the notation.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Protocol, Self

from preferans_pbn.cards import Card, Hand
from preferans_pbn.record import Record, Seat, Table, Where
from preferans_pbn.rules.outcome import Number, Outcome
from preferans_pbn.rules.table_rows import Rows
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

    def copy(self) -> Self:
        """The same state once more; what is called on one leaves the other as it is."""

    def state(self) -> Hashable:
        """Equal for two auctions of one variant that go on alike and end alike."""


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

    def kontra(self) -> tuple[int, int] | None:
        """Who gave kontra, and how often it was doubled (1 to 4)."""

    def copy(self) -> Self:
        """The same state once more; what is said on one leaves the other as it is."""


class Law(Protocol):
    """The compiled rules of one variant: everything a deal needs, looked up once."""

    columns: tuple[str, ...]
    """The columns of its tables, without ``Seat``."""

    @property
    def auction_runs(self) -> int:
        """How many numbers of all-pass rounds before a deal, from 0 on, make a difference to its auction: any other is
        like one of them."""

    def auction(self, all_pass_run: int) -> Auction: ...

    def contracts(self, result: AuctionResult) -> list[str]:
        """The contracts that the declarer may name after this auction, lowest first."""

    def contract_violation(self, contract: str, result: AuctionResult | None) -> Violation | None:
        """Why ``contract`` does not follow from ``result`` (None: the auction is not known)."""

    def aces_violation(self, contract: str, declarer: bool, twelve: Hand | None) -> Violation | None:
        """Why a player may not announce four aces: is he the ``declarer``, and his cards with the talon (None:
        not known)."""

    def hand_violation(self, contract: str, hand: Hand) -> Violation | None:
        """Why ``contract`` may not be played with the ten cards ``hand`` (agreed minimum trumps)."""

    def discard_size(self, contract: str, hand: bool) -> int:
        """How many cards the declarer lays away: 2, or 0 without the talon."""

    def defence(self, contract: str, declarer: int, players: int) -> Defence | None:
        """The defence of a contract, or None where there is nothing to answer."""

    def trickplay(self, outcome: Outcome, hands: Sequence[Hand], talon: Sequence[Card]) -> Trickplay:
        """The play of a deal whose contract, declarer and roles stand in ``outcome``."""

    def roles_without_calls(self, contract: str, declarer: int) -> tuple[dict[int, str], str, str]:
        """Roles, open hands and manner where the defenders are not asked."""

    def manner_of_roles(self, contract: str, roles: Mapping[int, str], kontra: tuple[int, int] | None) -> str:
        """What comes of a deal whose roles and kontra are known from tags."""

    all_pass_manner: str
    """What comes of a deal that all have passed: ``played``, ``refe``, ``redeal``, ``thrown-in``."""

    def final_manner(self, manner: str, outcome: Outcome) -> str | None:
        """``manner`` of the calls, settled by the state of the sheet (a refe may be due or not); None where that
        is not known."""

    def scorable(self, outcome: Outcome, run_known: bool) -> bool:
        """Is all known that the score depends on, besides the deal itself?"""

    def all_played(self, outcome: Outcome, taken: Sequence[int]) -> bool:
        """May a deal end with these tricks: ten in all, or as many as the rules play out?"""

    def made(self, outcome: Outcome) -> bool:
        """Has the declarer made his contract?  Asked only where there is one, and the tricks are known where it was
        played; a game that nobody took up is made, one that was given up is not.  Raises UndefinedByVariant."""

    def score(self, outcome: Outcome) -> Any:
        """What the deal writes, in the family's own score type."""

    def next_run(self, outcome: Outcome) -> int:
        """Consecutive all-pass rounds after this deal."""

    def run_is_reset(self, outcome: Outcome) -> bool:
        """Does this deal end a run of all-pass rounds, however long it was?"""

    def cells(self, score: Any, seats: Sequence[Seat]) -> dict[Seat, tuple[str, ...]]:
        """A score or a sheet as rows of cells; ``seats[i]`` is the seat of index i."""

    def rows(self, score: Any, seats: tuple[Seat, ...]) -> Rows:
        """`cells` as the rows of a table, in the order S W N E."""

    def same_cell(self, column: str, claimed: str, actual: str) -> bool | None:
        """Does a written cell say the same as ``actual``?  None: it is malformed."""

    def add_cells(self, column: str, cell: str, added: str) -> str:
        """``cell`` with an adjustment added."""

    def adjusted(self, score: Any, adjustment: Table | None, seats: Sequence[Seat]) -> Any:
        """``score`` with a ruling's AdjustTable added."""

    def opening_sheet(self, record: Record, seats: Sequence[Seat]) -> Any:
        """The running sheet before the first deal, as the record's stakes have it; ``seats`` is the table."""

    def name_stakes(self, record: Record, short: bool) -> None:
        """Write into ``record`` what a session is played for (Target, Bule, Kasa): the variant's own number, or
        ``short``: one that makes a short game."""

    def sheet_of_state(self, record: Record, seats: Sequence[Seat]) -> Any:
        """The sheet that the state tags of a record (Refe, KasaLeft …) describe, None where they do not."""

    def wrong_state(self, record: Record, sheet: Any, seats: Sequence[Seat]) -> list[tuple[Where, str, str]]:
        """State tags that do not agree with ``sheet``: where, what is written, what it is."""

    def standing(self, sheet: Any, places: Sequence[int]) -> Any:
        """``sheet`` in playing order: entry i is that of place ``places[i]``.  None where no score of the family
        depends on the sheet before the deal."""

    def sheet_of_table(self, table: Table, seats: Sequence[Seat], record: Record | None = None) -> Any:
        """The sheet that a table describes, None where it does not say all.  ``record`` is the one that the table
        stands in: its stakes may be part of the sheet."""

    def add_to_sheet(self, sheet: Any, score: Any, places: Sequence[int], target: Number | None) -> tuple[Any, bool]:
        """The sheet after a deal and whether the game is over; ``places[i]``: place of index i in the sheet."""

    def target(self, target: Fraction | None) -> Number | None:
        """What is played to: the record's own number, else the variant's."""

    def settle(self, sheet: Any) -> list[Number]:
        """The final result of each place of the sheet; empty where the sheet does not say enough."""

