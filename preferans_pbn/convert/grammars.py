"""The grammars of foreign text formats: built when first needed, and their errors as faults with a place."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any, Final

from preferans_pbn.convert.faults import fault, shown
from preferans_pbn.data_files import data_path

if TYPE_CHECKING:
    from lark import Lark, Tree

_local = threading.local()
_NAMES: Final = {"RSQB": "]", "LSQB": "[", "COMMA": ",", "COLON": ":", "$END": "the end of the line"}


def grammar_text(name: str) -> str:
    """The text of ``grammar/<name>.lark``."""
    return data_path(f"grammar/{name}.lark").read_text(encoding="utf-8")


def parser_of(name: str) -> Lark:
    """This thread's parser of the grammar ``name``."""
    made: dict[str, Lark] = _local.__dict__.setdefault("parsers", {})
    if name not in made:
        from lark import Lark

        from preferans_pbn.notation.engine import without_collision_check

        with without_collision_check():
            made[name] = Lark(grammar_text(name), parser="lalr", lexer="contextual", maybe_placeholders=False)
    return made[name]


def parse(name: str, text: str, line: int, title: str, col: int = 1) -> Tree[Any]:
    """The tree of ``text``, which begins at ``line`` and ``col`` of the source.

    Tokens have their place in ``text`` (`place_of` gives the one in the source).  Raises SourceFault
    (foreign-syntax) at the first character that does not fit.
    """
    from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

    try:
        return parser_of(name).parse(text)
    except UnexpectedInput as problem:
        at = len(text)
        found = "the end"
        if isinstance(problem, UnexpectedCharacters) or (
                isinstance(problem, UnexpectedToken) and problem.token.type != "$END"):
            at = int(problem.pos_in_stream or 0)
            found = shown(_word_at(text, at), 30)
        allowed: Any = getattr(problem, "allowed", None) or getattr(problem, "expected", None) or ()
        expected = " or ".join(sorted(_NAMES.get(one, one.lower()) for one in allowed if one != "WHITE"))
        rest = f"; {expected} is due" if expected else ""
        where, place = place_of(text, at, line, col)
        raise fault("foreign-syntax", where, place, format=title, problem=f"{found} does not fit here{rest}") from None


def place_of(text: str, at: int, line: int, col: int = 1) -> tuple[int, int]:
    """Line and column in the source of offset ``at`` of ``text``, which begins at ``line`` and ``col``."""
    newlines = text.count("\n", 0, at)
    if not newlines:
        return line, col + at
    return line + newlines, at - text.rfind("\n", 0, at)


def _word_at(text: str, at: int) -> str:
    words = text[at:].split(maxsplit=1)
    return words[0] if words and not text[at : at + 1].isspace() else text[at : at + 1] or "the end"


