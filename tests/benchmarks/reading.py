"""What the commands do with records, beside a floor, Lark alone and two rivals: ``python -m tests.benchmarks.reading``.

Compared, each on records of the same file in memory:

* *floor*: ``re.findall`` of one pattern of tokens over the text, with nothing done about them;
* *read*: `iter_records`, whole records;
* *check*: the same, replayed, scored and every claim compared;
* *fmt*: each record read and written in canonical form; *to JSON*: read and written as JSON;
* *random*: as many records made (auction, play, scores) and written;
* *Lark alone*: each record with the grammar's parser, whatever other readers would make of it;
* *python-chess* reading 40-move games, and *endplay* (if it is installed: ``pip install endplay``) reading PBN boards.

Then the peak memory of a process that does each to a file of 10,000 records (``tests.benchmarks.memory``).

In each of seven rounds all of them take turns on a slice at a time, so that what else the machine does falls on all
alike; the medians of the rounds are compared.  The deals of a round are others than those of the rounds before: what
was worked out for one deal helps with another only as far as deals are alike.  Cycles are looked for as seldom as the
command line does.  Only the ratios of one run mean anything.  Timings decide no test.
"""

from __future__ import annotations

import importlib
import importlib.util
import io
import json
import platform
import re
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from preferans_pbn.checking import Checker
from preferans_pbn.collecting import collect_seldom
from preferans_pbn.formatting import Formatter
from preferans_pbn.generate import generate
from preferans_pbn.inputs import Input
from preferans_pbn.notation import Limits, dumps, iter_text, to_json
from preferans_pbn.notation.lark_reader import read_with_lark
from preferans_pbn.notation.scanner import scan
from preferans_pbn.record import Source
from preferans_pbn.variants import load_variant
from tests.benchmarks.memory import peaks
from tests.benchmarks.replay_vs_chess import chess_games

ROUNDS = 7
SLICES = 20
RECORDS = 2000
"""In each round."""
LARK_RECORDS = 10
"""Lark reads so many records of each slice."""
GAMES_A_SLICE = 2
BOARDS_A_SLICE = 4
TOKENS = re.compile(r'"[^"\n]*"|[SCDH][AKQJT987]|[0-9]+[SCDH]|[A-Za-z][A-Za-z-]*|[\[\]%;{}*+-]|\S')


@dataclass
class Subject:
    """What is timed: ``work`` takes the number of a slice, over all rounds, and does ``pieces`` pieces."""

    name: str
    work: Callable[[int], object]
    pieces: int
    rounds: list[float] = field(default_factory=list)

    @property
    def seconds(self) -> float:
        """Seconds a piece, the median of the rounds."""
        return statistics.median(self.rounds) / (self.pieces * SLICES)


def texts(count: int = SLICES) -> list[str]:
    """The slices: whole sessions of random deals in export form, as many records in each."""
    rules = load_variant("sochi-codex")
    size = RECORDS // SLICES
    return [dumps(generate(rules, seed, size)) for seed in range(1, count + 1)]


def checked(text: str) -> int:
    """How many records of ``text`` were checked; all of them are right."""
    checker = Checker()
    found = [checker.check(read).diagnostics for read in iter_text(text)]
    assert not any(found), found
    return len(found)


def formatted(text: str) -> int:
    """How many bytes the records of ``text`` have in canonical form, which they have already."""
    data = text.encode()
    pieces = Formatter(Limits()).pieces(Input("-", None, lambda: io.BytesIO(data)))
    written = sum(len(block) for piece in pieces for block in piece.blocks())
    assert written >= len(data)
    return written


def as_json(text: str) -> int:
    """How long the records of ``text`` are as lines of JSON."""
    return sum(len(json.dumps(to_json(one.record), ensure_ascii=False, separators=(",", ":")))
               for one in iter_text(text) if one.record is not None)


def boards() -> str:
    """A bridge file of so many boards as a slice has, with auction and play, for the rival."""
    pack = [suit + rank for suit in "SHDC" for rank in "23456789TJQKA"]
    hands = [pack[seat::4] for seat in range(4)]
    deal = " ".join(
        ".".join("".join(card[1] for card in reversed(hand) if card[0] == suit) for suit in "SHDC") for hand in hands)
    rows = "\n".join(" ".join(hand[n] for hand in hands) for n in range(13))
    board = (f'[Event "Club"]\n[Site "Here"]\n[Date "2026.11.26"]\n[Board "%d"]\n[West "A"]\n[North "B"]\n[East "C"]\n'
             f'[South "D"]\n[Dealer "N"]\n[Vulnerable "None"]\n[Deal "N:{deal}"]\n[Scoring "IMP"]\n[Declarer "N"]\n'
             f'[Contract "1NT"]\n[Result "7"]\n[Auction "N"]\n1NT Pass Pass Pass\n[Play "E"]\n{rows}\n')
    return "\n".join(board % number for number in range(1, BOARDS_A_SLICE + 1))


def subjects() -> Iterator[Subject]:
    """Everything that is timed here."""
    slices = texts((ROUNDS + 1) * SLICES)
    size = RECORDS // SLICES
    sources = [[Source(text) for text in ("[Event " + one for one in text.split("[Event ")[1:LARK_RECORDS + 1])]
               for text in slices]
    assert all(scan(source.text) is not None for source in sources[0])
    assert checked(slices[0]) == size
    yield Subject("floor", lambda n: TOKENS.findall(slices[n]), size)
    yield Subject("read", lambda n: sum(one.ok for one in iter_text(slices[n])), size)
    yield Subject("check", lambda n: checked(slices[n]), size)
    yield Subject("fmt", lambda n: formatted(slices[n]), size)
    yield Subject("to JSON", lambda n: as_json(slices[n]), size)
    yield Subject("random", lambda n: dumps(generate(load_variant("sochi-codex"), n + 1, size)), size)
    yield Subject("Lark alone", lambda n: [read_with_lark(source) for source in sources[n]], LARK_RECORDS)
    if importlib.util.find_spec("chess") is not None:
        pgn: Any = importlib.import_module("chess.pgn")
        games = chess_games()
        yield Subject("python-chess", lambda n: [
            pgn.read_game(io.StringIO(games[(n + k) % len(games)])) for k in range(GAMES_A_SLICE)], GAMES_A_SLICE)
    if importlib.util.find_spec("endplay") is not None:
        parser: Any = importlib.import_module("endplay.parsers.pbn")
        text = boards()
        assert len(parser.loads(text)) == BOARDS_A_SLICE
        yield Subject("endplay", lambda n: parser.loads(text), BOARDS_A_SLICE)


def measure(everything: list[Subject]) -> None:
    """Time all of them, slice by slice in turn."""
    collect_seldom()
    for turn in range(ROUNDS + 1):
        spent = dict.fromkeys((subject.name for subject in everything), 0.0)
        for number in range(turn * SLICES, (turn + 1) * SLICES):
            for subject in everything:
                start = time.perf_counter()
                subject.work(number)
                spent[subject.name] += time.perf_counter() - start
        for subject in everything if turn else ():  # all begin warm
            subject.rounds.append(spent[subject.name])


def main() -> None:
    """Print what each takes, and the ratios that are aimed at."""
    everything = list(subjects())
    measure(everything)
    took = {subject.name: subject.seconds for subject in everything}
    print(f"Python {platform.python_version()}, {platform.machine()}; {RECORDS} records, median of {ROUNDS} rounds")
    for name, seconds in took.items():
        print(f"{name:14}{seconds * 1e6:10.1f} us each {1 / seconds:10.0f} a second")
    for ours, theirs, least in (("read", "floor", 0.4), ("check", "floor", 0.2), ("check", "python-chess", 18),
                                ("check", "endplay", 4)):
        if theirs in took:
            print(f"{ours} / {theirs}: {took[theirs] / took[ours]:.2f} (at least {least})")
    print(f"Lark alone: {1 / took['Lark alone']:.0f} records a second (at least 900)")
    for name, mebibytes in peaks("".join(f"{text}\n" for text in texts()), boards(), chess_games()):
        print(f"{name:14}{mebibytes:8.1f} MiB")


if __name__ == "__main__":
    main()
