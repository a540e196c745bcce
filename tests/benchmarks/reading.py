"""Reading and checking, beside a floor, Lark alone and two rivals: ``python -m tests.benchmarks.reading``.

Compared, each on records of the same file in memory:

* *floor*: ``re.findall`` of one pattern of tokens over the text, with nothing done about them;
* *read*: `iter_records`, whole records;
* *check*: the same, replayed, scored and every claim compared;
* *Lark alone*: each record with the grammar's parser, whatever other readers would make of it;
* *python-chess* reading 40-move games, and *endplay* (if it is installed: ``pip install endplay``) reading PBN boards.

In each of seven rounds all of them take turns on a slice at a time, so that what else the machine does falls on all
alike; the medians of the rounds are compared.  Only the ratios of one run mean anything.  Timings decide no test.
"""

from __future__ import annotations

import importlib
import importlib.util
import io
import platform
import re
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from preferans_pbn.checking import Checker
from preferans_pbn.generate import generate
from preferans_pbn.notation import dumps, iter_text
from preferans_pbn.notation.lark_reader import read_with_lark
from preferans_pbn.notation.scanner import scan
from preferans_pbn.record import Source
from preferans_pbn.variants import load_variant
from tests.benchmarks.replay_vs_chess import chess_games

ROUNDS = 7
SLICES = 20
RECORDS = 2000
LARK_RECORDS = 10
"""Lark reads so many records of each slice."""
GAMES_A_SLICE = 2
BOARDS_A_SLICE = 4
TOKENS = re.compile(r'"[^"\n]*"|[SCDH][AKQJT987]|[0-9]+[SCDH]|[A-Za-z][A-Za-z-]*|[\[\]%;{}*+-]|\S')


@dataclass
class Subject:
    """What is timed: ``work`` takes the number of a slice and does ``pieces`` pieces."""

    name: str
    work: Callable[[int], object]
    pieces: int
    rounds: list[float] = field(default_factory=list)

    @property
    def seconds(self) -> float:
        """Seconds a piece, the median of the rounds."""
        return statistics.median(self.rounds) / (self.pieces * SLICES)


def texts() -> list[str]:
    """The slices: whole sessions of random deals in export form, about as many records in each."""
    rules = load_variant("sochi-codex")
    size = RECORDS // SLICES
    return [dumps(generate(rules, seed, size)) for seed in range(1, SLICES + 1)]


def checked(text: str) -> int:
    """How many records of ``text`` were checked; all of them are right."""
    checker = Checker()
    found = [checker.check(read).diagnostics for read in iter_text(text)]
    assert not any(found), found
    return len(found)


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
    slices = texts()
    size = RECORDS // SLICES
    sources = [[Source(one.source.text) for one in iter_text(text)][:LARK_RECORDS] for text in slices]
    assert all(scan(source.text) is not None for part in sources for source in part)
    assert {checked(text) for text in slices} == {size}
    yield Subject("floor", lambda n: TOKENS.findall(slices[n]), size)
    yield Subject("read", lambda n: sum(one.ok for one in iter_text(slices[n])), size)
    yield Subject("check", lambda n: checked(slices[n]), size)
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
    for subject in everything:
        subject.work(0)
    for _ in range(ROUNDS):
        spent = dict.fromkeys((subject.name for subject in everything), 0.0)
        for number in range(SLICES):
            for subject in everything:
                start = time.perf_counter()
                subject.work(number)
                spent[subject.name] += time.perf_counter() - start
        for subject in everything:
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


if __name__ == "__main__":
    main()
