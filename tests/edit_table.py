"""The counts of conformance/perft/edits.yaml: made anew after a change of the checks.

    python -m tests.edit_table            say which counts would change
    python -m tests.edit_table --write    write them; look at the difference before you keep it
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping

from preferans_pbn.conformance.edit_tables import Seed, edit_differences, edits_path, load_edits
from preferans_pbn.conformance.edits import count_edits
from preferans_pbn.outputs import atomic_write

_WIDTH = 116


def counts_text(seed: Seed) -> str:
    """The counts of ``seed`` as they stand in the file."""
    found = count_edits(seed.text)
    return (f"  edits: {found.edits}\n  accepted: {found.accepted}\n"
            f"  first: {_table(found.first)}\n  codes: {_table(found.codes)}\n")


def _table(counts: Mapping[str, int]) -> str:
    lines = [""]
    for code, count in sorted(counts.items()):
        item = f'"{code}": {count}, '
        if len(lines[-1]) + len(item) > _WIDTH - 4:
            lines.append("")
        lines[-1] += item
    return "{" + "\n    ".join(line.rstrip() for line in lines).removesuffix(",") + "}"


def rewritten(text: str, seeds: list[Seed]) -> str:
    """The table ``text`` with the counts of today."""
    parts = re.split(r"(?m)^(?=- id: )", text)
    assert len(parts) == len(seeds) + 1
    changed = [re.sub(r"(?ms)^  edits: .*\Z", lambda _, seed=seed: counts_text(seed), part)
               for part, seed in zip(parts[1:], seeds, strict=True)]
    return "".join((parts[0], *changed))


def main(write: bool) -> int:
    """Say what would change, or write it."""
    path = edits_path()
    seeds = load_edits(path)
    if write:
        text = rewritten(path.read_text(encoding="utf-8"), seeds)
        with atomic_write(path, overwrite=True) as stream:
            stream.write(text.encode())
        return 0
    lines = [line for seed in seeds for line in edit_differences(seed)]
    print("\n".join(lines) or "nothing would change")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main("--write" in sys.argv[1:]))
