"""JSON of foreign programs: parsed with bounds, looked into by path, every fault with its place.

A `Node` is a value and the way to it.  Asking a node for what it is not raises SourceFault, whose
diagnostic names the path (``deals[3].hands[0]``) and the line and column of the value; the place is
searched for only then.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Set
from decimal import Decimal
from fractions import Fraction
from typing import Any, Final, TypeAlias

from preferans_pbn.convert.faults import SourceFault, fault, placed, shown
from preferans_pbn.diagnostics import Diagnostic
from preferans_pbn.rules.amounts import whole
from preferans_pbn.rules.outcome import Number

Step: TypeAlias = str | int
_BLANKS: Final = re.compile(r"[ \t\n\r]*")
_PLAIN_KEY: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_LARGEST: Final = 10**9


class Document:
    """A JSON text and what it holds.  ``title`` names its format in messages.

    ``broken``: why the text could not be read to its end; then the list of deals has those that were complete.
    """

    def __init__(self, text: str, title: str, deals: str | None = None) -> None:
        """``deals``: the member of the outermost object that is the list of deals, "" where the whole is that list; of
        a text that is JSON no further than the middle of that list, what stands before is kept.

        Raises SourceFault (foreign-syntax) where the text is not JSON, holds a key twice in one object,
        or is nested too deeply."""
        self.text = text
        self.title = title
        self.broken: Diagnostic | None = None
        try:
            self._value = _DECODER.decode(text)
        except json.JSONDecodeError as problem:
            wrong = fault("foreign-syntax", problem.lineno, problem.colno, format=title,
                          problem=problem.msg[:1].lower() + problem.msg[1:])
            begun = None if deals is None else _begun(text, deals)
            if begun is None:
                raise wrong from None
            self._value, self.broken = begun, wrong.finding
        except _Refused as problem:
            raise fault("foreign-syntax", 1, 1, format=title, problem=str(problem)) from None
        except RecursionError:
            raise fault("foreign-syntax", 1, 1, format=title, problem="brackets are nested too deeply") from None
        except (ValueError, ArithmeticError):  # thousands of digits, an absurd exponent
            raise fault("foreign-syntax", 1, 1, format=title, problem="a number is too long") from None

    @property
    def root(self) -> Node:
        """The outermost value."""
        return Node(self, (), self._value)

    def place(self, path: tuple[Step, ...]) -> tuple[int, int]:
        """Line and column (from 1) of the value at ``path``, or of the last step that exists."""
        at = _after_blanks(self.text, 0)
        for step in path:
            found = _child(self.text, at, step)
            if found is None:
                break
            at = found
        return self.text.count("\n", 0, at) + 1, at - self.text.rfind("\n", 0, at)


class Node:
    """A value in a document."""

    __slots__ = ("document", "path", "value")

    def __init__(self, document: Document, path: tuple[Step, ...], value: Any) -> None:
        self.document = document
        self.path = path
        self.value = value

    # --- going down ---------------------------------------------------------------------------------
    def __getitem__(self, key: Step) -> Node:
        """The member ``key`` of an object or the entry of an array.  Raises SourceFault if there is none."""
        node = self.get(key)
        if node is None:
            raise self._fault("foreign-missing", missing=_path_text((*self.path, key)))
        return node

    def get(self, key: Step) -> Node | None:
        """Like ``node[key]``, but None where there is none (or where it is null)."""
        value: Any = None
        if isinstance(key, str):
            value = self.object().get(key)
        else:
            entries = self.array()
            value = entries[key].value if -len(entries) <= key < len(entries) else None
        return None if value is None else Node(self.document, (*self.path, key), value)

    def object(self) -> dict[str, Any]:
        """The members of an object."""
        if not isinstance(self.value, dict):
            raise self.unexpected("an object")
        return self.value

    def array(self, length: int | None = None) -> list[Node]:
        """The entries of an array, ``length`` of them if that is given."""
        value = self.value
        if not isinstance(value, list):
            raise self.unexpected("a list")
        if length is not None and len(value) != length:
            raise self.unexpected(f"a list of {length}, not of {len(value)}")
        return [Node(self.document, (*self.path, i), entry) for i, entry in enumerate(value)]

    def members(self) -> Iterator[tuple[str, Node]]:
        """The members of an object with their names."""
        for key, value in self.object().items():
            yield key, Node(self.document, (*self.path, key), value)

    def unknown(self, known: Set[str]) -> list[Diagnostic]:
        """A warning for each member of an object that is not in ``known``."""
        found = []
        for key, node in self.members():
            if key not in known:
                line, col = node.place
                found.append(placed("unknown-in-source", line, col, what=f"{node.name} of this {self.document.title}"))
        return found

    # --- plain values -----------------------------------------------------------------------------
    def integer(self, low: int, high: int) -> int:
        """A whole number from ``low`` to ``high``."""
        value = self.value
        if type(value) is not int or not low <= value <= high:
            raise self.unexpected(f"a whole number from {low} to {high}")
        return value

    def number(self) -> Number:
        """A number, exact."""
        value = self.value
        if isinstance(value, Decimal):
            if abs(value.adjusted()) > 12:
                raise self.unexpected("a number of a sensible size")
            return whole(Fraction(value))
        if type(value) is not int or abs(value) > _LARGEST:
            raise self.unexpected("a number of a sensible size")
        return value

    def flag(self) -> bool:
        """true or false."""
        if type(self.value) is not bool:
            raise self.unexpected("true or false")
        return self.value

    def text(self, limit: int = 200) -> str:
        """A text on one line."""
        value = self.value
        if not isinstance(value, str) or not value.isprintable() or len(value) > limit:
            raise self.unexpected(f"a text of at most {limit} characters on one line")
        return value

    def word(self, words: dict[str, str]) -> str:
        """What a word of a closed list stands for."""
        value = self.value
        if not isinstance(value, str) or value not in words:
            raise self.unexpected("one of " + ", ".join(words))
        return words[value]

    # --- faults -------------------------------------------------------------------------------------
    @property
    def name(self) -> str:
        """The way to the value: ``deals[3].hands[0]``."""
        return _path_text(self.path) or "the whole file"

    @property
    def place(self) -> tuple[int, int]:
        """Line and column of the value."""
        return self.document.place(self.path)

    def unexpected(self, expected: str) -> SourceFault:
        """The fault that the value is not what was expected."""
        return self._fault("foreign-value", value=_shown(self.value), field=self.name, expected=expected)

    def contradiction(self, what: str) -> SourceFault:
        """The fault that the value does not go with the rest of the source."""
        return self._fault("foreign-contradiction", what=f"{self.name}: {what}")

    def _fault(self, fault_name: str, **arguments: Any) -> SourceFault:
        line, col = self.place
        return fault(fault_name, line, col, format=self.document.title, **arguments)


class _Refused(Exception):
    """Valid JSON that is not read all the same."""


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]  # add gives None
        raise _Refused(f"the key {shown(twice)} stands twice in one object")
    return members


def _constant(word: str) -> Any:
    raise _Refused(f"{word} is no number")


_DECODER: Final = json.JSONDecoder(parse_float=Decimal, parse_constant=_constant, object_pairs_hook=_members)


def _shown(value: Any) -> str:
    if isinstance(value, dict | list):
        return "an object" if isinstance(value, dict) else "a list"
    if isinstance(value, str):
        return f'"{shown(value)}"'
    return {True: "true", False: "false", None: "null"}[value] if value is None or isinstance(value, bool) else (
        shown(str(value)))


def _path_text(path: tuple[Step, ...]) -> str:
    text = ""
    for step in path:
        if isinstance(step, int):
            text += f"[{step}]"
        elif _PLAIN_KEY.fullmatch(step):
            text += f".{step}" if text else step
        else:
            text += f'["{shown(step)}"]'
    return text


def _after_blanks(text: str, at: int) -> int:
    found = _BLANKS.match(text, at)
    return found.end() if found else at


def _begun(text: str, deals: str) -> Any:
    """What stands before the fault of a ``text`` that breaks off in its list of ``deals``; None where that is no deal
    at all."""
    at = _after_blanks(text, 0)
    try:
        if not deals:
            return _complete(text, at) or None
        members: dict[str, Any] = {}
        if text[at : at + 1] != "{":
            return None
        while True:
            key, at = _DECODER.raw_decode(text, _after_blanks(text, at + 1))
            at = _after_blanks(text, at)
            if text[at : at + 1] != ":" or not isinstance(key, str) or key in members:
                return None
            at = _after_blanks(text, at + 1)
            if key == deals:
                members[key] = _complete(text, at)
                return members if members[key] else None
            members[key], at = _DECODER.raw_decode(text, at)
            at = _after_blanks(text, at)
            if text[at : at + 1] != ",":
                return None
    except (_Refused, ValueError, ArithmeticError, RecursionError):
        return None


def _complete(text: str, at: int) -> list[Any]:
    """The entries of the list at ``at`` that are complete."""
    entries: list[Any] = []
    while text[at : at + 1] in ("[", ","):
        try:
            entry, at = _DECODER.raw_decode(text, _after_blanks(text, at + 1))
        except json.JSONDecodeError:
            break
        entries.append(entry)
        at = _after_blanks(text, at)
    return entries


def _child(text: str, at: int, step: Step) -> int | None:
    """Where in ``text`` the member or entry ``step`` of the value at ``at`` begins."""
    if text[at : at + 1] not in ("{", "["):
        return None
    in_object = text[at] == "{"
    at = _after_blanks(text, at + 1)
    number = 0
    while text[at : at + 1] not in ("}", "]", ""):
        key: Step = number
        if in_object:
            key, at = _DECODER.raw_decode(text, at)
            at = _after_blanks(text, _after_blanks(text, at) + 1)
        if key == step:
            return at
        _, at = _DECODER.raw_decode(text, at)
        at = _after_blanks(text, at)
        if text[at : at + 1] == ",":
            at = _after_blanks(text, at + 1)
        number += 1
    return None
