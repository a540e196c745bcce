"""The README's console blocks: run each command, and compare or rewrite what stands below it.

    python -m tests.readme            show what would change
    python -m tests.readme --write    write the real output into README.md
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
_BLOCK = re.compile(r"^```console\n\$ (?P<command>[^\n]*)\n(?P<output>.*?)^```$", re.MULTILINE | re.DOTALL)


class Block(NamedTuple):
    """One console block: the command and the output written below it."""

    command: str
    output: str


def blocks(text: str) -> Iterator[Block]:
    """The console blocks of ``text`` in order."""
    for match in _BLOCK.finditer(text):
        yield Block(match["command"], match["output"])


def run(command: str) -> str:
    """What ``command`` prints, output and errors together, in the project's folder."""
    script = f'preferans-pbn() {{ "{sys.executable}" -m preferans_pbn "$@"; }}\n{command}\n'
    env = {**os.environ, "NO_COLOR": "1", "COLUMNS": "100", "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"}
    done = subprocess.run(["bash", "-c", script], cwd=ROOT, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          check=False, encoding="utf-8")
    return "\n".join(line.rstrip() for line in done.stdout.rstrip().splitlines()) + "\n"


def rewritten(text: str) -> str:
    """``text`` with every block's real output."""
    return _BLOCK.sub(lambda match: f"```console\n$ {match['command']}\n{run(match['command'])}```", text)


def main() -> int:
    """Rewrite README.md or say whether it is current."""
    before = README.read_text(encoding="utf-8")
    after = rewritten(before)
    if "--write" in sys.argv:
        README.write_text(after, encoding="utf-8")
    elif before != after:
        print("README.md is not current: run with --write")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
