"""The kinds of value that a parameter can have, with their one text form.

A value is a word (``str``), a ``bool``, an ``int``, a ``Fraction`` (only where not whole), a tuple, or a
`FrozenMap` whose keys are ``int`` where they are whole numbers and words otherwise.  The text form is
that of the Rules tag: ``true``/``false``, ``1/2``, lists ``1,2,3``, maps ``6:4,7:2``, an empty list or
map ``none``.  It holds no blanks and no ``=``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final, TypeAlias

Key: TypeAlias = int | str
Value: TypeAlias = "str | bool | int | Fraction | tuple[Value, ...] | FrozenMap"
Json: TypeAlias = "str | bool | int | list[Json] | dict[str, Json]"

NONE: Final = "none"
_WHOLE: Final = re.compile(r"-?(?:0|[1-9][0-9]{0,8})")
_RATIONAL: Final = re.compile(r"(-?(?:0|[1-9][0-9]{0,8}))(?:/([1-9][0-9]{0,8}))?")


class FrozenMap(Mapping[Key, Any]):
    """A mapping that cannot be changed, keeps its order, and can be hashed and pickled."""

    __slots__ = ("_items",)

    def __init__(self, items: Mapping[Key, Any]) -> None:
        self._items: dict[Key, Any] = dict(items)

    def __getitem__(self, key: Key) -> Any:
        return self._items[key]

    def __iter__(self) -> Iterator[Key]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __hash__(self) -> int:
        return hash(frozenset(self._items.items()))

    def __repr__(self) -> str:
        return f"FrozenMap({self._items!r})"

    def __reduce__(self) -> tuple[type[FrozenMap], tuple[dict[Key, Any]]]:
        return FrozenMap, (self._items,)


class BadValue(ValueError):
    """A text or an object is no value of the type."""


@dataclass(frozen=True, slots=True)
class ValueType:
    """What a parameter may be.  `parse` takes text, `check` an object as YAML or a caller gives it."""

    def parse(self, text: str) -> Value:
        """The value that ``text`` stands for.  Raises BadValue."""
        raise NotImplementedError

    def check(self, value: Any) -> Value:
        """``value`` in its one form (tuple, FrozenMap, whole numbers as int).  Raises BadValue."""
        raise NotImplementedError

    def expected(self) -> str:
        """What is allowed, in words that follow "expected"."""
        raise NotImplementedError

    def schema(self) -> dict[str, Any]:
        """The JSON Schema of the value as it stands in a variant file."""
        raise NotImplementedError

    def words(self) -> tuple[str, ...]:
        """The words of a closed list (empty where the type has none): for suggestions."""
        return ()


@dataclass(frozen=True, slots=True)
class Choice(ValueType):
    """One word of a closed list."""

    allowed: tuple[str, ...]

    def parse(self, text: str) -> Value:
        if text not in self.allowed:
            raise BadValue(self.expected())
        return text

    def check(self, value: Any) -> Value:
        if type(value) is int:  # an unquoted 9 or 3 in a variant file
            value = str(value)
        if not isinstance(value, str):
            raise BadValue(self.expected())
        return self.parse(value)

    def expected(self) -> str:
        if len(self.allowed) > 12:
            return f"expected one of {', '.join(self.allowed[:3])} … {self.allowed[-1]}"
        return f"expected {self.allowed[0]}" if len(self.allowed) == 1 else (
            f"expected one of {', '.join(self.allowed)}")

    def schema(self) -> dict[str, Any]:
        return {"enum": list(self.allowed)}

    def words(self) -> tuple[str, ...]:
        return self.allowed


@dataclass(frozen=True, slots=True)
class Flag(ValueType):
    """True or false."""

    def parse(self, text: str) -> Value:
        if text not in ("true", "false"):
            raise BadValue(self.expected())
        return text == "true"

    def check(self, value: Any) -> Value:
        if isinstance(value, bool):
            return value
        if isinstance(value, str):
            return self.parse(value)
        raise BadValue(self.expected())

    def expected(self) -> str:
        return "expected true or false"

    def schema(self) -> dict[str, Any]:
        return {"type": "boolean"}

    def words(self) -> tuple[str, ...]:
        return ("true", "false")


@dataclass(frozen=True, slots=True)
class Integer(ValueType):
    """A whole number from ``low`` to ``high``, or one of ``others`` (words such as ``none``)."""

    low: int
    high: int
    others: tuple[str, ...] = ()

    def parse(self, text: str) -> Value:
        if text in self.others:
            return text
        if not _WHOLE.fullmatch(text) or not self.low <= int(text) <= self.high:
            raise BadValue(self.expected())
        return int(text)

    def check(self, value: Any) -> Value:
        if isinstance(value, str):
            return self.parse(value)
        if isinstance(value, Fraction) and value.denominator == 1:
            value = int(value)
        if type(value) is not int or not self.low <= value <= self.high:
            raise BadValue(self.expected())
        return value

    def expected(self) -> str:
        return f"expected a whole number from {self.low} to {self.high}" + _or(self.others)

    def schema(self) -> dict[str, Any]:
        number = {"type": "integer", "minimum": self.low, "maximum": self.high}
        return {"anyOf": [number, {"enum": list(self.others)}]} if self.others else number

    def words(self) -> tuple[str, ...]:
        return self.others


@dataclass(frozen=True, slots=True)
class Rational(ValueType):
    """An exact number from ``low`` to ``high``; written ``2`` or ``1/2``; ``int`` where it is whole."""

    low: int
    high: int

    def parse(self, text: str) -> Value:
        found = _RATIONAL.fullmatch(text)
        if found is None:
            raise BadValue(self.expected())
        return self.check(Fraction(int(found[1]), int(found[2] or 1)))

    def check(self, value: Any) -> Value:
        if isinstance(value, str):
            return self.parse(value)
        if isinstance(value, bool) or not isinstance(value, int | Fraction):
            raise BadValue(self.expected())
        if not self.low <= value <= self.high:
            raise BadValue(self.expected())
        return int(value) if value == int(value) else Fraction(value)

    def expected(self) -> str:
        return f"expected a number from {self.low} to {self.high}, written 2 or 1/2"

    def schema(self) -> dict[str, Any]:
        return {"anyOf": [{"type": "integer", "minimum": self.low, "maximum": self.high},
                          {"type": "string", "pattern": "^-?[0-9]{1,9}/[1-9][0-9]{0,8}$"}]}


@dataclass(frozen=True, slots=True)
class ListOf(ValueType):
    """A list of ``item``; ``distinct`` lists hold nothing twice; ``empty`` says whether it may be empty."""

    item: ValueType
    empty: bool = True
    distinct: bool = False

    def parse(self, text: str) -> Value:
        if text == NONE or (text == "false" and self.empty):
            return self.check(())
        return self.check(text.split(","))

    def check(self, value: Any) -> Value:
        if value is False and self.empty:
            return ()
        if isinstance(value, str):
            return self.parse(value)
        if not isinstance(value, list | tuple) or len(value) > 32 or (not value and not self.empty):
            raise BadValue(self.expected())
        try:
            items = tuple(self.item.check(one) for one in value)
        except BadValue:
            raise BadValue(self.expected()) from None
        if self.distinct and len(set(items)) < len(items):
            raise BadValue(self.expected())
        return items

    def expected(self) -> str:
        what = self.item.expected().removeprefix("expected ")
        return f"expected a list a,b,c{' without repeats' if self.distinct else ''}, each {what}" + _or(
            (NONE,) if self.empty else ())

    def schema(self) -> dict[str, Any]:
        result: dict[str, Any] = {"type": "array", "items": self.item.schema(), "maxItems": 32}
        if not self.empty:
            result["minItems"] = 1
        if self.distinct:
            result["uniqueItems"] = True
        return result

    def words(self) -> tuple[str, ...]:
        return self.item.words()


@dataclass(frozen=True, slots=True)
class MapOf(ValueType):
    """A map from ``keys`` to ``item``.  ``whole`` maps give every key a value, others may leave some out
    or be empty.  The order of the keys is that of ``keys``."""

    keys: tuple[Key, ...]
    item: ValueType
    whole: bool = False
    _by_text: dict[str, Key] = field(init=False, repr=False, compare=False, hash=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_by_text", {str(key): key for key in self.keys})

    def parse(self, text: str) -> Value:
        if text == NONE:
            return self.check({})
        pairs: dict[str, str] = {}
        for part in text.split(","):
            key, colon, item = part.partition(":")
            if not colon or key in pairs:
                raise BadValue(self.expected())
            pairs[key] = item
        return self.check(pairs)

    def check(self, value: Any) -> Value:
        if isinstance(value, str):
            return self.parse(value)
        if not isinstance(value, Mapping):
            raise BadValue(self.expected())
        found: dict[Key, Value] = {}
        for key, item in value.items():
            known = self._by_text.get(str(key))
            if known is None or isinstance(key, bool) or known in found:
                raise BadValue(self.expected())
            try:
                found[known] = self.item.check(item)
            except BadValue:
                raise BadValue(self.expected()) from None
        if self.whole and len(found) < len(self.keys):
            raise BadValue(self.expected())
        return FrozenMap({key: found[key] for key in self.keys if key in found})

    def expected(self) -> str:
        keys = ", ".join(map(str, self.keys))
        what = self.item.expected().removeprefix("expected ")
        return f"expected a map a:b,c:d with {'all of' if self.whole else 'keys'} {keys}, each {what}" + _or(
            () if self.whole else (NONE,))

    def schema(self) -> dict[str, Any]:
        # JSON has only text keys; a variant file's whole-number keys are compared by their text form.
        result: dict[str, Any] = {"type": "object", "additionalProperties": False,
                                  "properties": {str(key): self.item.schema() for key in self.keys}}
        if self.whole:
            result["required"] = [str(key) for key in self.keys]
        return result

    def words(self) -> tuple[str, ...]:
        return self.item.words()


def _or(words: tuple[str, ...]) -> str:
    return f", or {' or '.join(words)}" if words else ""


def to_text(value: Value) -> str:
    """The one text form of ``value``, as the Rules tag writes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return ",".join(map(to_text, value)) or NONE
    if isinstance(value, FrozenMap):
        return ",".join(f"{key}:{to_text(item)}" for key, item in value.items()) or NONE
    return str(value)


def to_json(value: Value) -> Json:
    """``value`` for JSON: a fraction as ``"p/q"``, a tuple as a list, a map with text keys."""
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, tuple):
        return [to_json(item) for item in value]
    if isinstance(value, FrozenMap):
        return {str(key): to_json(item) for key, item in value.items()}
    return value
