"""The columns of the tables: the one place that says which there are, of what type, and what stands in them.

``python -m preferans_pbn.convert.tables.columns`` writes the page `README.md` beside this file from them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

TEXT: Final = "text"
INTEGER: Final = "integer"
NUMBER: Final = "number"
BOOLEAN: Final = "boolean"

PAGE: Final = Path(__file__).with_name("README.md")


class Column(NamedTuple):
    """A column: its name, its type (``text``, ``integer``, ``number`` = a float, ``boolean``) and what stands in it."""

    name: str
    type: str
    text: str


_SEAT: Final = {"s": "South", "w": "West", "n": "North", "e": "East"}

_DEALS: Final = (
    Column("deal_id", TEXT, "joins the tables: a hash of the record and its number in the source; the same source "
                            "gives the same ids"),
    Column("number", INTEGER, "place of the record in the source, from 1"),
    Column("session_id", TEXT, "deals of one session share it"),
    Column("event", TEXT, "as the tag says"),
    Column("site", TEXT, "as the tag says"),
    Column("date", TEXT, "as the tag says: `2026.11.26`, parts that are not known `??`"),
    Column("table", TEXT, "as the tag says"),
    Column("board", TEXT, "as the tag says"),
    Column("session", TEXT, "as the tag says"),
    Column("variant", TEXT, "as the record names it; empty where it names none, and then nothing is told that rests "
                            "on rules"),
    Column("base", TEXT, "as the tag says"),
    Column("rules", TEXT, "the parameters of the Rules tag"),
    Column("played_by", TEXT, "variant with its revision that the record was replayed by"),
    Column("target", NUMBER, "pool that is played to, as the tag says"),
    Column("bule", NUMBER, "bule that each player started with, as the tag says"),
    Column("kasa", NUMBER, "the whole kasa at the start, as the tag says"),
    Column("kasa_left", NUMBER, "what was left in the kasa before the deal, as the tag says"),
    Column("all_pass_run", INTEGER, "all-pass rounds in a row before the deal, as the tag says"),
    Column("refe_before", TEXT, "refe held before the deal, as the tag says: `S:1 E:1`"),
    *(Column(f"player_{seat}", TEXT, f"name of {name}") for seat, name in _SEAT.items()),
    Column("dealer", TEXT, "seat: S W N E"),
    Column("dummy", TEXT, "seat of the dummy at a table of two"),
    *(Column(f"hand_{seat}", TEXT, f"cards dealt to {name}: `SAKQ9.CT87.DA8.H9`; of a position, the cards held")
      for seat, name in _SEAT.items()),
    Column("talon", TEXT, "two cards as dealt: `H8 H7`"),
    Column("is_position", BOOLEAN, "the hands are not those dealt, but those of a later position"),
    Column("leader", TEXT, "seat that leads in a position"),
    Column("discard", TEXT, "two cards; `-` nothing was discarded; `?` not known"),
    Column("declarer", TEXT, "seat; empty where nobody declares or it is not known"),
    Column("bid", TEXT, "the Bid tag, else the bid that won the auction"),
    Column("contract", TEXT, "word of the notation: `7S`, `10NT`, `misere`, `H-hand`, `all-pass`"),
    Column("level", INTEGER, "6 to 10 where the contract names a number of tricks"),
    Column("strain", TEXT, "S C D H or NT where the contract names one"),
    Column("from_hand", BOOLEAN, "played without the talon"),
    Column("aces", TEXT, "seat that announced four aces"),
    *(Column(f"role_{seat}", TEXT, f"role of {name} in the defence: `whist`, `pass`, `come`, …")
      for seat, name in _SEAT.items()),
    Column("whisters", INTEGER, "defenders whose role is to play against the contract: `whist`, `come`, "
                                "`call-partner`, `called`, `play`, `together`, `helper`"),
    Column("kontra_by", TEXT, "seat that gave kontra"),
    Column("kontra_level", INTEGER, "1 kontra, 2 rekontra, 3 subkontra, 4 mortkontra"),
    Column("open", TEXT, "`pair` or `passer`: whose hands lay open"),
    Column("outcome", TEXT, "`played`, `passed-out`, `half`, `own`, `conceded`, `refe`, `redeal`, `thrown-in`"),
    *(Column(f"tricks_{seat}", INTEGER, f"tricks of {name}") for seat, name in _SEAT.items()),
    Column("declarer_tricks", INTEGER, "tricks of the declarer in a contract that was played"),
    Column("made", BOOLEAN, "the contract was made, played or not; empty where there is none or it is not known"),
    Column("play_end", TEXT, "`*` ended by agreement, `+` to be continued"),
    Column("claim", TEXT, "the tricks agreed upon: `S:1 W:0 E:2`"),
    Column("ruling", TEXT, "as the tag says"),
    Column("errors", INTEGER, "errors that `check` finds in the record"),
    Column("codes", TEXT, "codes of the errors and warnings, each once, sorted: `E512 W806`"),
)

_MARKED: Final = (
    Column("mark", TEXT, "irregularity and remarks as written: `^R`, `!?`, `$3`"),
    Column("note", TEXT, "text of the note that stands with it"),
)

TABLES: Final[Mapping[str, tuple[Column, ...]]] = {
    "deals": _DEALS,
    "calls": (
        Column("deal_id", TEXT, "the deal"),
        Column("stage", TEXT, "`auction` or `defence`"),
        Column("number", INTEGER, "from 1 in each stage"),
        Column("seat", TEXT, "who spoke; empty where that cannot be told"),
        Column("player", TEXT, "name"),
        Column("call", TEXT, "word of the notation; `?` a call that is not known"),
        *_MARKED,
    ),
    "plays": (
        Column("deal_id", TEXT, "the deal"),
        Column("trick", INTEGER, "from 1"),
        Column("place", INTEGER, "1 to 3 in the trick; 0 a talon card that leads"),
        Column("seat", TEXT, "whose card it is; empty for a talon card"),
        Column("player", TEXT, "name"),
        Column("card", TEXT, "suit and rank: `HT`; empty where it is not known"),
        Column("suit", TEXT, "S C D H"),
        Column("rank", TEXT, "7 8 9 T J Q K A"),
        Column("led", BOOLEAN, "the first card of the trick"),
        Column("won", BOOLEAN, "the card took the trick; empty where that cannot be told"),
        Column("taken_by", TEXT, "seat that took the trick (a resting dealer's talon card may)"),
        *_MARKED,
    ),
    "scores": (
        Column("deal_id", TEXT, "the deal"),
        Column("kind", TEXT, "`score` what the deal wrote (a ruling's adjustment in it), `adjustment` that alone, "
                             "`opening` the sheet before the deal as written, `sheet` after it, `settlement` the end"),
        Column("seat", TEXT, "whose"),
        Column("player", TEXT, "name"),
        Column("item", TEXT, "`pool`, `dump`, `whists`; `bule`, `supe`, `refe`; `kasa`, `pay`; `result`"),
        Column("on_seat", TEXT, "for whists and supe: on whom"),
        Column("amount", NUMBER, "by the replay; where it does not tell, as the record claims"),
        Column("exact", TEXT, "the same, exact: `184/3`"),
        Column("claimed", TEXT, "what the record itself says, exact; empty where it says nothing"),
    ),
}
"""Every table with its columns, in the order in which they are written."""


def page() -> str:
    """The description of the tables as Markdown."""
    return "\n".join(_page_lines()) + "\n"


def _page_lines() -> Iterator[str]:
    yield "# The tables"
    yield ""
    yield "`preferans-pbn convert SRC DST --to csv` and `--to parquet` write four tables. They are joined by `deal_id`."
    yield "DST may be a directory (`deals.parquet`, `calls.parquet`, … in it) or end in `.csv` or `.parquet`; then what"
    yield "is before that begins each name: `club.parquet` gives `club.deals.parquet` and so on. An empty cell (in"
    yield "Parquet: null) means not known or not there. This page is made from `columns.py`."
    for table, columns in TABLES.items():
        yield ""
        yield f"## {table}"
        yield ""
        yield "| column | type | |"
        yield "|---|---|---|"
        for column in columns:
            yield f"| `{column.name}` | {column.type} | {column.text} |"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
