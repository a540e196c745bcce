"""One record as tokens without Lark: the grammar's own terminals, and what may follow what.

Terminals and states are made from the grammar (`preferans_pbn.notation.scanner_maker`).  A text that does not fit, or
that has tags the notation does not know, is for Lark, which alone explains what is wrong.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final

from preferans_pbn.notation.scanner_patterns import ANYWHERE, IGNORED, STATES, TERMINALS


class Lexeme(str):
    """A token as Lark's are: a text with its terminal's name and its offset in the record's text."""

    __slots__ = ("start_pos", "type")

    type: str
    start_pos: int


@dataclass(slots=True)
class Tokens:
    """A record without any fault of structure, in the form of `preferans_pbn.notation.engine.Parsed`."""

    text: str
    items: list[Any] = field(default_factory=list)
    comments: list[Any] = field(default_factory=list)
    stops: tuple[Any, ...] = ()
    damaged: frozenset[str] = frozenset()
    complete: bool = True


_SECTIONS: Final = {"AUCTION": "auction", "DEFENCE": "defence", "PLAY": "play", "TABLE_TAG": "table"}
"""The terminals that begin a section, and its rule."""
_ROWS: Final = frozenset(name for state in STATES for name in state)
_NAME: Final = re.compile(r"\[([A-Za-z]+)")
_TAGS: Final = {
    name: terminal for terminal, pattern in TERMINALS.items() if pattern.startswith(r"\[")
    for name in re.findall(r"[A-Za-z]+", pattern.partition("[ \t]")[0])
}
"""Each tag's terminal; one terminal has the tags of all tables."""


@lru_cache(maxsize=128)
def _terminal(name: str) -> re.Pattern[str]:
    return re.compile(TERMINALS[name])


@lru_cache(maxsize=1)
def _ignored() -> re.Pattern[str]:
    return re.compile("|".join(f"(?P<{name}>{TERMINALS[name]})" for name in IGNORED))


def _lexeme(name: str, match: re.Match[str]) -> Lexeme:
    token = Lexeme(match[0])
    token.type = name
    token.start_pos = match.start()
    return token


def tokenise(text: str) -> Tokens | None:
    """The tokens of one record, or None where it is for Lark."""
    found = Tokens(text)
    ignored = _ignored().match
    state = at = 0
    end = len(text)
    while at < end:
        match = ignored(text, at)
        if match is not None:
            at = match.end()
            kind = match.lastgroup
            if kind != "WHITE":
                if kind == "PERCENT_LINE" and match.start() and text[match.start() - 1] != "\n":
                    return None
                found.comments.append(_lexeme(str(kind), match))
            continue
        if text[at] == "[":
            tag = _NAME.match(text, at)
            names = [_TAGS.get(tag[1], "")] if tag is not None else []
        else:
            names = [name for name in STATES[state] if name != "NOTE"]
        for name in names:
            following = ANYWHERE.get(name, STATES[state].get(name, -1))
            if following < 0:
                continue
            match = _terminal(name).match(text, at)
            if match is not None:
                break
        if match is None:
            return None
        at = match.end()
        state = following
        token = _lexeme(name, match)
        if name in _SECTIONS:
            found.items.append((_SECTIONS[name], [token]))
        elif name in _ROWS:
            found.items[-1][1].append(token)
        else:
            found.items.append(token)
    return found
