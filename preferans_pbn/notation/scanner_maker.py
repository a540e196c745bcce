"""Makes the patterns of the readers that do without Lark, from the grammar.

``scanner_patterns.py`` beside this module is their committed form; a test makes it anew and compares.  To write it:
``python -m preferans_pbn.notation.scanner_maker``.  It holds

* the pattern of a whole record (`preferans_pbn.notation.scanner`): the tags and sections in export order, each of the
  terminals narrowed to what the export form writes without comments and marks, so that whatever fits it fits the
  grammar too; the rows of all tables share a pattern of their own;
* the terminals as they are, and which of them may follow which (`preferans_pbn.notation.tokens`).  Unknown tags and
  sections are left out: they are never free of findings.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

from preferans_pbn.notation.engine import grammar_text, without_collision_check
from preferans_pbn.record import SEATS, SECTIONS, TAGS

if TYPE_CHECKING:
    from lark import Lark

FILE: Final = Path(__file__).resolve().parent / "scanner_patterns.py"
LEFT_OUT: Final = ("OTHER_TAG", "OTHER_ROW")

_SUITS: Final = ("S", "C", "D", "H")
_NARROWED: Final = {
    # Blanks and line ends as they are written.
    "B": r'" "',
    "W": r'" "',
    "E": r'"]"',
    "ROW_END": r"/\n/",
    # No marks, no leaders or winners of tricks, no escapes.
    "MARKS": "/(?:)/",
    "PLAY_ROW": "( TALON_LEAD (W PLAYED)* | PLAYED (W PLAYED)* ) ROW_END",
    "STRING_BODY": r'/[^"\\\x00-\x1f\x7f]*/',
    # A suit stands once in a holding, numbers without needless signs and zeros.
    "HOLDING": " | ".join(
        f'"{first}" RANK+' + "".join(f' ("." "{suit}" RANK+)?' for suit in _SUITS[number + 1 :])
        for number, first in enumerate(_SUITS)),
    "AMOUNT": r"/(?:0|-?[1-9][0-9]{0,11})(?:\/[1-9][0-9]{0,11})?/",
}
"""Terminals whose language is made smaller for the pattern of a whole record."""


def _lark(text: str) -> Lark:
    from lark import Lark

    with without_collision_check():
        return Lark(text, parser="lalr", lexer="contextual", maybe_placeholders=False)


def _narrow(text: str) -> str:
    for name, definition in _NARROWED.items():
        narrowed = f"{name}: {definition}".replace("\\", r"\\")
        text, count = re.subn(rf"^{name}(\.-?[0-9]+)?:.*$", narrowed, text, flags=re.MULTILINE)
        assert count == 1, name
    return text


def _patterns(lark: Lark) -> dict[str, str]:
    return {terminal.name: terminal.pattern.to_regexp() for terminal in lark.terminals}


def _terminal_of(tag: str) -> str:
    """The name of the terminal of a tag: ``ALL_PASS_RUN`` of ``AllPassRun``."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", tag).upper()


def _value(pattern: str, tag: str) -> str:
    """The pattern of a tag with its value in a group."""
    start, end = rf'\[{tag}\ "', r'"\]'
    assert pattern.startswith(start) and pattern.endswith(end), pattern
    return f"{start}({pattern[len(start) : -len(end)]}){end}"


def record_parts() -> list[tuple[str, str]]:
    """The pattern of a whole record in parts: the tag whose part it is (``""`` = none) and the pattern.

    Nothing is tried twice where the rest does not fit (possessive quantifiers), so that no text takes long.
    """
    terminals = _patterns(_lark(_narrow(grammar_text())))
    rows = {
        "Auction": rf"((?:{terminals['AUCTION_ROW']})*+)",
        "Defence": rf"((?:{terminals['DEFENCE_ROW']})*+)",
        "Play": rf"((?:{terminals['PLAY_ROW']})*+)(?:(\*|\+)\n)?+",
    }
    parts = [("", r"(?:%\ PREFERANS-PBN\ [0-9]+\.[0-9]+\n+)?+")]
    for tag in TAGS:
        if tag in rows:
            part = rf"{_value(terminals[_terminal_of(tag)], tag)}\n{rows[tag]}"
        elif tag in SECTIONS:
            heading = terminals["TABLE_TAG"]
            names = re.match(r"\\\[\(\?:([A-Za-z|]+)\)", heading)
            assert names is not None and tag in names[1].split("|"), heading
            part = rf"{_value(heading.replace(f'(?:{names[1]})', tag), tag)}\n((?:[{SEATS}]\ [^\n]*+\n)*+)"
        else:
            part = rf"{_value(terminals[_terminal_of(tag)], tag)}\n"
        parts.append((tag, part if tag == "Event" else rf"(?:{part})?+"))
    parts.append(("", r"\n*+\Z"))
    return parts


def table_rows() -> str:
    """The pattern of the rows of a table in export form: seats in their order, in the rows and in each cell."""
    text = _narrow(grammar_text()).replace("start: record", "start: record | AMOUNT")
    amount = _patterns(_lark(text))["AMOUNT"]
    # In a cell each seat follows the blank before the cell, or the comma behind another seat.
    by_seat = "".join(rf"(?:(?:(?<=\ )|,){seat}:(?:{amount}|\?))?+" for seat in SEATS)
    cell = rf"(?:{amount}|[-?]|(?=[{SEATS}]){by_seat})"
    return "".join(rf"(?:{seat}(?:\ {cell})++\n)?+" for seat in SEATS)


def states(lark: Lark) -> list[dict[str, int]]:
    """What may follow: for each state of the parser that can be told apart, the terminals that fit there and the
    state behind each.  The first state is that of a record's beginning."""
    from lark import Token

    terminals = [t.name for t in lark.terminals if t.name not in (*lark.ignore_tokens, *LEFT_OUT)]
    start = lark.parse_interactive("")
    numbers = {tuple(start.parser_state.state_stack): 0}
    waiting = [start]
    found: list[dict[str, int]] = []
    for here in waiting:
        accepted = here.accepts()  # type: ignore[no-untyped-call]  # Lark gives no types here
        following = {}
        for name in terminals:
            if name in accepted:
                there = here.copy()  # type: ignore[no-untyped-call]  # nor here
                there.feed_token(Token(name, ""))
                key = tuple(there.parser_state.state_stack)
                if key not in numbers:
                    numbers[key] = len(numbers)
                    waiting.append(there)
                following[name] = numbers[key]
        found.append(following)
    return _merged(found)


def _merged(found: list[dict[str, int]]) -> list[dict[str, int]]:
    """``found`` with those states as one behind which the same may follow for ever."""
    kinds = [0] * len(found)
    while True:
        numbers: dict[object, int] = {}
        finer = [numbers.setdefault((kind, frozenset((name, kinds[there]) for name, there in state.items())),
                                    len(numbers))
                 for kind, state in zip(kinds, found, strict=True)]
        if max(finer) == max(kinds):
            break
        kinds = finer
    return [{name: kinds[there] for name, there in found[kinds.index(kind)].items()} for kind in range(max(kinds) + 1)]


def module_text() -> str:
    """The committed module's text."""
    lark = _lark(grammar_text())
    terminals = {name: pattern for name, pattern in _patterns(lark).items() if name not in LEFT_OUT}
    following = states(lark)
    anywhere = dict(set.intersection(*(set(state.items()) for state in following)))
    rest = [{name: there for name, there in state.items() if name not in anywhere} for state in following]
    lines = [
        "# ruff: noqa: E501",
        '"""The patterns of the readers that do without Lark.',
        "",
        "Made from ``grammar/preferans.lark`` by ``python -m preferans_pbn.notation.scanner_maker``; not to be",
        "changed by hand.",
        '"""',
        "",
        "from __future__ import annotations",
        "",
        "from typing import Final",
        "",
        "RECORD: Final = (",
        *(f"    {_literal(pattern)}  # {tag or 'around'}" for tag, pattern in record_parts()),
        ")",
        "",
        f"TABLE_ROWS: Final = {_literal(table_rows())}",
        "",
        f"IGNORED: Final = {_tuple(sorted(lark.ignore_tokens))}",
        "",
        "TERMINALS: Final = {",
        *(f'    "{name}": {_literal(pattern)},' for name, pattern in sorted(terminals.items())),
        "}",
        "",
        f"ANYWHERE: Final = {_mapping(anywhere)}",
        "",
        "STATES: Final[tuple[dict[str, int], ...]] = (",
        *(f"    {_mapping(state)}," for state in rest),
        ")",
    ]
    return "\n".join(lines) + "\n"


def _literal(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').translate(_VISIBLE) + '"'


_VISIBLE: Final = {code: f"\\x{code:02x}" for code in (*range(32), 127)} | {9: "\\t", 10: "\\n"}


def _tuple(names: list[str]) -> str:
    return "(" + ", ".join(f'"{name}"' for name in names) + ")"


def _mapping(state: dict[str, int]) -> str:
    return "{" + ", ".join(f'"{name}": {there}' for name, there in sorted(state.items())) + "}"


if __name__ == "__main__":
    FILE.write_text(module_text(), encoding="utf-8")
