"""The words of the renderers: one module a language, each with a table ``LANGUAGE``.

A new language is one new module here and its code in `CODES`; a test compares the tables.
"""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from typing import Final

from preferans_pbn.render.language import Language

CODES: Final = ("en", "ru", "uk", "sr", "hr", "sk", "de", "el", "es")
"""English, Russian, Ukrainian, Serbian, Croatian, Slovak, German, Greek, Spanish."""


@lru_cache(maxsize=len(CODES))
def language(code: str) -> Language:
    """The table of the language ``code``.  Raises KeyError where there is none."""
    if code not in CODES:
        raise KeyError(code)
    found: Language = import_module(f"preferans_pbn.render.languages.{code}").LANGUAGE
    return found
