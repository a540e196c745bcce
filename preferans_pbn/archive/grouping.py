"""Which records belong into one file, and what that file is called."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable
from typing import Final, Literal

from preferans_pbn.inputs import SUFFIX
from preferans_pbn.record import Record
from preferans_pbn.session import session_key

By = Literal["session", "event", "date", "variant", "player"]
BY: Final[tuple[By, ...]] = ("session", "event", "date", "variant", "player")
Key = tuple[str, ...]
"""What a file's records have in common; empty: they do not say."""

LONGEST: Final = 100
"""Longest name of a file without its suffix, in bytes."""
_UNSAFE: Final = re.compile(r"[^\w.+=@~-]+", re.ASCII)
_RESERVED: Final = re.compile(r"(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|\Z)", re.IGNORECASE)
"""Names that Windows keeps for itself."""


def keys_of(record: Record, by: By) -> list[Key]:
    """The files into which ``record`` goes: one, or with ``player`` one of each of its players."""
    if by == "session":
        return [tuple(part or "" for part in _readable(session_key(record)))]
    if by == "player":
        return [(name,) for name in sorted(set(filter(None, record.players.values())))] or [()]
    value = {"event": record.event, "date": record.date, "variant": record.variant}[by]
    return [(value,) if value else ()]


def _readable(key: tuple[str | None, ...]) -> tuple[str | None, ...]:
    """A session's key with the date first, so that files sort by it."""
    if len(key) == 1:
        return key
    event, site, date, table = key
    return () if all(part is None for part in key) else (date, event, site, table)


def file_names(keys: Iterable[Key]) -> dict[Key, str]:
    """A file name for each key: the same for the same keys in whatever order.

    Letters and digits of every script stay; what is not safe in a name becomes ``-``.  Keys whose names are the same
    on a disk that does not tell case apart, and names that are cut, get eight digits of the key's SHA-256 behind
    them.  A key without text is ``unknown``.
    """
    wanted = {key: _name_of(key) for key in keys}
    sharing: defaultdict[str, list[Key]] = defaultdict(list)
    for key, name in wanted.items():
        sharing[name.casefold()].append(key)
    names = {}
    for key, name in wanted.items():
        if len(sharing[name.casefold()]) > 1 or len(name.encode()) > LONGEST:
            name = f"{_cut(name)}-{hashlib.sha256(chr(0).join(key).encode()).hexdigest()[:8]}"
        names[key] = name + SUFFIX
    return names


def _name_of(key: Key) -> str:
    name = "_".join(filter(None, map(_safe, key))) or "unknown"
    return f"_{name}" if _RESERVED.match(name) else name


def _safe(text: str) -> str:
    # The days that a date leaves open (2026.01.??) keep their place.
    text = unicodedata.normalize("NFC", text.replace(".??", ".xx"))
    text = "".join(char if char.isalnum() or unicodedata.category(char)[0] == "M" else _UNSAFE.sub("-", char)
                   for char in text)
    return re.sub("-{2,}", "-", text).strip("-.")


def _cut(name: str) -> str:
    return name.encode()[:LONGEST - 9].decode("utf-8", "ignore").rstrip("-.")
