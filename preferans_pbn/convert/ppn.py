"""PPN, the "Portable Preferans Notation" of Prefko (Serbian game), as text: both editions of its page; and read as
JSON too.  The syntax is `grammar/ppn.lark`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, TextIO

from preferans_pbn.convert import ppn_json
from preferans_pbn.convert.faults import SourceFault, placed
from preferans_pbn.convert.model import Converted, Loss, Options, Source
from preferans_pbn.convert.ppn_game import Game
from preferans_pbn.convert.ppn_model import REQUIRED_TAGS, PpnDeal, Tag
from preferans_pbn.convert.ppn_reading import GameReader, converted_lines, json_records
from preferans_pbn.convert.ppn_syntax import read_line, tags_of
from preferans_pbn.convert.text_lines import text_lines
from preferans_pbn.record import Record

_SURE: Final = frozenset(("Bula", "Player1", "Result1"))
_SKIPPED: Final = ("...", "…")


def sniff(head: bytes, name: str = "") -> float:
    """How sure it is that a file that begins like this is PPN."""
    found = frozenset(tags_of(head.decode("utf-8", "replace").lstrip("\ufeff")))
    if found >= _SURE:
        return 1.0
    if len(found & frozenset(REQUIRED_TAGS)) >= 2:
        return 0.8
    return 0.6 if name.lower().endswith(".ppn") and b"[" in head else 0.0


def read(source: Source, options: Options) -> Iterator[Converted]:
    """The deals of a PPN file, or of its JSON twin."""
    if source.head().removeprefix(b"\xef\xbb\xbf").lstrip().startswith((b"{", b"[{", b"[\n", b"[ ")) and (
            ppn_json.looks_like(source.head())):
        yield from read_json(source, options)
        return
    yield from converted_lines(GameReader(options), _items(source, options))


def read_json(source: Source, options: Options) -> Iterator[Converted]:
    """The deals of the JSON twin.  Of a deal without tags players and bule are not known, and it is one of Prefko's."""
    found = False
    for one in json_records(GameReader(options, tagged=False), ppn_json.deals(source, options)):
        found = True
        yield one
    if not found:
        yield Converted(None, [placed("empty-file", 1, 1)])


def write(records: Iterable[Record], stream: TextIO, options: Options) -> Iterator[Loss]:
    """Writes games of PPN: tags and a bracketed line a deal."""
    from preferans_pbn.convert.ppn_writing import write_games

    yield from write_games(records, stream)


def _items(source: Source, options: Options) -> Iterator[tuple[Game, PpnDeal] | Converted]:
    """The deals of a file, each with its game: tags behind a deal begin another."""
    game = Game()
    dealt = found = False
    for line in text_lines(source, options):
        if line.fault is not None:
            found = True
            yield Converted(None, [line.fault])
            continue
        text = line.text
        if not text.strip() or text.strip() in _SKIPPED:
            continue
        found = True
        try:
            item = read_line(text, line.number)
        except SourceFault as problem:
            yield Converted(None, [problem.finding])
            continue
        if isinstance(item, Tag):
            if dealt:
                game, dealt = Game(), False
            game.add(item)
        else:
            dealt = True
            yield game, item
    if not found:
        yield Converted(None, [placed("empty-file", 1, 1)])
    elif not dealt:
        yield Converted(None, [placed("foreign-missing", 1, 1, missing="a deal behind the tags", format="PPN game")])
