"""Peak memory of processes that go through a file; part of ``python -m tests.benchmarks.reading``."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).parents[2]
RECORDS = 10_000
GAMES = 1_000
COMMAND = (sys.executable, "-m", "preferans_pbn")
_MEASURED = """\
import resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""
_READ = "import sys; from preferans_pbn.notation import iter_records\nfor _ in iter_records(sys.argv[1]): pass"
_CHESS = "import sys, chess.pgn\nstream = open(sys.argv[1])\nwhile chess.pgn.read_game(stream): pass"
_ENDPLAY = "import sys; from endplay.parsers import pbn\npbn.load(open(sys.argv[1]))"


def peak(command: Sequence[str]) -> float:
    """The most memory that ``command`` has at a time, in MiB; on systems that count it in KiB.  Raises
    CalledProcessError where it fails."""
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", _MEASURED, *command], env=env, capture_output=True, text=True,
                          check=True)
    return float(done.stdout) / 1024


def peaks(records: str, boards: str, games: Sequence[str]) -> Iterator[tuple[str, float]]:
    """What each does, and its peak memory: ``records`` and the rivals' texts are repeated until there are enough."""
    count = records.count("\n[Event ") + 1
    with tempfile.TemporaryDirectory() as name:
        path, pbn, pgn = (Path(name, one) for one in ("deals.ppbn", "boards.pbn", "games.pgn"))
        with path.open("w", encoding="utf-8") as stream:
            stream.write("% PREFERANS-PBN 1.0\n\n")
            for number in range(RECORDS // count):
                # The sessions of each block are others.
                block = records.rstrip("\n").replace('[Session "', f'[Session "{number}.')
                stream.write("\n" * (number > 0) + block + "\n")
        pbn.write_text("\n".join([boards] * (RECORDS // (boards.count("[Event ")))), encoding="utf-8")
        pgn.write_text("\n\n".join(games[number % len(games)] for number in range(GAMES)), encoding="utf-8")
        file, written = str(path), str(Path(name, "out.json"))
        yield "read", peak((sys.executable, "-c", _READ, file))
        yield "check", peak((*COMMAND, "check", "--jobs", "1", file))
        yield "fmt", peak((*COMMAND, "fmt", "--check", "--jobs", "1", file))
        yield "to JSON", peak((*COMMAND, "convert", "--to", "json", "--jobs", "1", file, "-o", written))
        yield "random", peak((*COMMAND, "random", "--seed", "1", "--count", str(RECORDS)))
        if importlib.util.find_spec("chess") is not None:
            yield "python-chess", peak((sys.executable, "-c", _CHESS, str(pgn)))
        if importlib.util.find_spec("endplay") is not None:
            yield "endplay", peak((sys.executable, "-c", _ENDPLAY, str(pbn)))
