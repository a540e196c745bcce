"""The rules that a step of a deal may rest on, each as a sentence in every language.

A sentence stands in a language's ``rules`` under ``parameter=value``; one that names numbers under ``parameter`` or
``parameter:form``, with ``{…}`` to be filled.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from preferans_pbn.render.language import Language
from preferans_pbn.variants import PARAMETERS, Ruleset, format_value
from preferans_pbn.variants.sentences import sentence
from preferans_pbn.variants.values import Choice, Flag, Integer

NAMED_RULES: Final = (
    "bid_style", "bid_steps", "min_bid", "hold", "misere_bid", "misere_beaten_by", "in_hand", "without_talon_bids",
    "defence", "ten", "half_whist", "whist_return", "first_may_leave", "own_whist", "open_play", "invite",
    "kontra_max", "kontra_after_call", "trump_named", "contract_floor", "contract_raise", "concede", "misere_open",
    "open_when", "must_trump", "must_overtake", "overtake_scope", "sans_lead", "first_lead", "first_lead_no_trump",
    "all_pass_talon", "all_pass_trick2", "all_pass_trick3", "all_pass_void_leader", "talon_seen_by",
)
"""The parameters that have such sentences."""
JOINERS: Final = ("and", "then")
"""Between the last two of several numbers; between numbers that follow one another."""
_LEVELS: Final = ("half_whist", "whist_return", "own_whist")
_FIRST: Final = "min_bid"
_FORMS: Final[Mapping[str, tuple[str, ...]]] = {
    _FIRST: (_FIRST, f"{_FIRST}:once", f"{_FIRST}:run", f"{_FIRST}:cycle"),
    **{name: (name, f"{name}:none") for name in _LEVELS},
}


def rule_sentence(rules: Ruleset, name: str, language: Language) -> str:
    """What the value of the parameter ``name``, one of `NAMED_RULES`, means.  Raises as ``rules[name]`` does."""
    said = language.rules
    if said is None:
        return sentence(rules, name)
    value = rules[name]
    if name == _FIRST:
        first, *after = map(str, value)
        form = "" if not after else ":cycle" if rules.get("min_bid_cycle") else ":run" if len(after) > 1 else ":once"
        return language.filled(said[_FIRST + form], first=first, after=said["then"].join(after))
    if name in _LEVELS:
        return language.filled(said[name], levels=_listed(list(map(str, value)), said["and"])) if value else said[
            f"{name}:none"]
    return said[f"{name}={format_value(value)}"]


def sentence_keys() -> Iterator[str]:
    """The keys that the ``rules`` of a language have: one for each value that a parameter may take."""
    yield from JOINERS
    for name in NAMED_RULES:
        kind = PARAMETERS[name].type
        if name in _FORMS:
            yield from _FORMS[name]
        elif isinstance(kind, Choice):
            yield from (f"{name}={word}" for word in kind.allowed)
        elif isinstance(kind, Flag):
            yield from (f"{name}={format_value(value)}" for value in (True, False))
        elif isinstance(kind, Integer):
            yield from (f"{name}={number}" for number in range(kind.low, kind.high + 1))
        else:
            raise TypeError(f"{name}: no sentences for values of this kind")


def _listed(parts: Sequence[str], word: str) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])}{word}{parts[-1]}"
