"""The pips of French and of German-suited cards as shapes, shared with the HTML page."""

from __future__ import annotations

import re
from functools import lru_cache
from importlib.resources import files
from typing import Final

from preferans_pbn.render.language import GERMAN_SIGNS

_SYMBOLS: Final = re.compile(r"<symbol .*?</symbol>", re.DOTALL)
FRENCH_SIGNS: Final = "♠♣♦♥"
COLOURS: Final = {"S": "#1a1a1a", "C": "#1a1a1a", "D": "#b3121d", "H": "#b3121d"}
SIGN: Final = re.compile("([" + "".join(dict.fromkeys((*FRENCH_SIGNS, *GERMAN_SIGNS))) + "])")


@lru_cache(maxsize=1)
def symbols() -> str:
    """The shapes as SVG symbols ``fS`` … ``fH`` (French) and ``gS`` … ``gH`` (German) on a field of 32 by 32."""
    text = (files("preferans_pbn.render.page") / "pips.svg").read_text(encoding="utf-8")
    return "\n".join(_SYMBOLS.findall(text))


def suit_of(sign: str) -> str:
    """The suit of S C D H that a sign stands for."""
    at = FRENCH_SIGNS.find(sign)
    return "SCDH"[at if at >= 0 else GERMAN_SIGNS.index(sign)]
