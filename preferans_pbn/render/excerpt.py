"""A line of a file with a caret under a stretch of it.

    >>> print(*caret("SK S8 D9", 4, 6), sep="\\n")
    SK S8 D9
       ^~
"""

from __future__ import annotations

from typing import Final

from preferans_pbn.render.ink import ELLIPSIS, cell_width, visible

TAB: Final = 8
ROOM: Final = 100


def caret(text: str, col: int, end_col: int, room: int = ROOM) -> tuple[str, str]:
    """The line to show and the marker below it.

    ``col`` and ``end_col`` (exclusive) count characters of ``text`` from 1; a stretch of none, or one beyond
    the end of the line, gets one caret.  Tabs become blanks up to the next multiple of `TAB`; characters
    that cannot be shown are replaced by ones that can.  A line that is wider than ``room`` cells is cut
    around the stretch.
    """
    # Of a very long line only the neighbourhood is looked at: a line may have thousands of findings.
    skipped = max(0, col - 1 - 2 * room) if len(text) > 6 * room else 0
    rest = len(text) > 6 * room and skipped + 5 * room < len(text)
    if skipped or rest:
        text = text[skipped: skipped + 5 * room]
        col, end_col = col - skipped, end_col - skipped
    shown: list[tuple[str, int]] = []
    at = 0
    for char in text:
        if char == "\t":
            wide = TAB - at % TAB
            shown.append((" " * wide, wide))
        else:
            char = visible(char)
            wide = cell_width(char)
            shown.append((char, wide))
        at += wide
    start = max(0, min(col - 1, len(shown)))
    end = max(start, min(end_col - 1, len(shown)))
    first, last = _window(shown, start, end, room)
    left = ELLIPSIS if first or skipped else ""
    right = ELLIPSIS if last < len(shown) or rest else ""
    line = left + "".join(char for char, _ in shown[first:last]) + right
    before = len(left) + sum(wide for _, wide in shown[first:start])
    under = sum(wide for _, wide in shown[start:min(end, last)])
    return line, " " * before + "^" + "~" * (under - 1)


def _window(shown: list[tuple[str, int]], start: int, end: int, room: int) -> tuple[int, int]:
    """The stretch of characters to show: all, or about ``room`` cells with the marked ones in it."""
    if sum(wide for _, wide in shown) <= room:
        return 0, len(shown)
    first = start
    last = start
    used = 0
    # The marked stretch first, then a third of the room before it, then what fits behind, then before.
    while last < len(shown) and used + shown[last][1] <= room - 2 and last < max(end, start + 1):
        used += shown[last][1]
        last += 1
    lead = max(0, (room - 2 - used) // 3)
    while first > 0 and shown[first - 1][1] <= lead:
        first -= 1
        lead -= shown[first][1]
        used += shown[first][1]
    while last < len(shown) and used + shown[last][1] <= room - 2:
        used += shown[last][1]
        last += 1
    while first > 0 and used + shown[first - 1][1] <= room - 2:
        first -= 1
        used += shown[first][1]
    return first, last
