"""How often a process of this program looks for cycles among its objects."""

from __future__ import annotations

import gc
from typing import Final

EVERY: Final = 50_000


def collect_seldom() -> None:
    """Look for cycles seldom: going through records makes many objects and no cycles, so looking finds nothing (it
    takes a tenth of the time of ``check``).  For a process of our own, not for one that we are imported into."""
    gc.set_threshold(EVERY, 20, 50)
