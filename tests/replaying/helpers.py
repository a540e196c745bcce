"""Small records for the tests of the replay, and what is found in them."""

from __future__ import annotations

import io

from preferans_pbn import notation
from preferans_pbn.checking import check_stream
from tests.samples import SEVEN_SPADES

THREE = '[Event "t"]\n[Variant "sochi-codex"]\n[South "a"]\n[West "b"]\n[East "c"]\n[Dealer "E"]\n'
DEAL = ('[Deal "S:SAKQJT9.C7.D7.HAK W:S87.CAKQJT98.DA E:DKQJT98.HQJT9"]\n'
        '[Talon "H8 H7"]\n')
WHOLE = THREE + DEAL + SEVEN_SPADES


def told(text: str) -> list[tuple[str, int]]:
    """Codes and lines of what is found in ``text``."""
    reads = notation.iter_records(io.BytesIO(text.encode()))
    return [(one.code, one.line) for checked in check_stream(reads) for one in checked.diagnostics]


def codes(text: str) -> list[str]:
    """Codes of what is found in ``text``."""
    return [code for code, _ in told(text)]


def messages(text: str) -> list[str]:
    """Messages of what is found in ``text``."""
    reads = notation.iter_records(io.BytesIO(text.encode()))
    return [one.message for checked in check_stream(reads) for one in checked.diagnostics]


def changed(text: str, *changes: tuple[str, str]) -> str:
    """``text`` after ``changes``, each of which fits once."""
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text
