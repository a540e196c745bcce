"""What can go wrong with a variant's name, a rules text or a variant file, as data for messages."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Literal

RulesErrorKind = Literal["unknown-parameter", "bad-parameter-value", "syntax"]


class VariantError(ValueError):
    """Base of everything that this package raises about variants."""


class UnknownVariant(VariantError):
    """No variant, or no revision of it, has this name.

    ``name`` as asked for; ``suggestion`` the nearest known name or ``""``; ``hint`` the same as the end of a
    sentence ("; did you mean sochi?"), or ``""``.
    """

    def __init__(self, name: str, suggestion: str = "", message: str = "") -> None:
        self.name = name
        self.suggestion = suggestion
        self.hint = _hint(suggestion)
        super().__init__(message or f"no variant is called {name}{self.hint}")


class RulesError(VariantError):
    """A rules text, an override or a parameter of a file is wrong.

    ``kind``: ``unknown-parameter``, ``bad-parameter-value`` or ``syntax``.  ``parameter`` and ``value`` as
    written; ``expected`` says in words what is allowed; ``suggestion`` is the nearest name or value, or
    ``""``, and ``hint`` the same as the end of a sentence.
    """

    def __init__(self, kind: RulesErrorKind, parameter: str, value: str = "", expected: str = "",
                 suggestion: str = "") -> None:
        self.kind: RulesErrorKind = kind
        self.parameter = parameter
        self.value = value
        self.expected = expected
        self.suggestion = suggestion
        self.hint = hint = _hint(suggestion)
        if kind == "unknown-parameter":
            text = f"no parameter is called {parameter}{hint}"
        elif kind == "syntax":
            text = f"{parameter!r} is not a rule: {expected}{hint}"
        else:
            text = f"{parameter} cannot be {value}: {expected}{hint}"
        super().__init__(text)


class VariantFileError(VariantError):
    """A variant file cannot be used: ``path`` as given, ``line`` from 1 (0 = the file itself), ``reason``."""

    def __init__(self, path: str, line: int, reason: str) -> None:
        self.path = path
        self.line = line
        self.reason = reason
        super().__init__(f"{path}:{line}: {reason}" if line else f"{path}: {reason}")


class UndefinedByVariant(VariantError, KeyError):
    """The variant gives no value for a parameter (``parameter``); it is refused, never guessed."""

    def __init__(self, variant: str, parameter: str) -> None:
        self.variant = variant
        self.parameter = parameter
        super().__init__(f"{variant} does not define {parameter}")

    __str__ = ValueError.__str__


def _hint(suggestion: str) -> str:
    return f"; did you mean {suggestion}?" if suggestion else ""


def nearest(word: str, known: Iterable[str]) -> str:
    """The known word most like ``word`` (case and ``-``/``_`` do not count), or ``""`` if none is near."""
    return _nearest(word, tuple(known))


@lru_cache(maxsize=256)
def _nearest(word: str, known: tuple[str, ...]) -> str:
    import difflib

    by_shape = {candidate.lower().replace("-", "_"): candidate for candidate in known}
    shape = "".join(f"_{c.lower()}" if c.isupper() and i else c.lower() for i, c in enumerate(word))
    for tried in (word.lower().replace("-", "_"), shape):
        if tried in by_shape:
            return by_shape[tried]
    close = difflib.get_close_matches(word.lower().replace("-", "_"), by_shape, n=1, cutoff=0.6)
    return by_shape[close[0]] if close else ""
