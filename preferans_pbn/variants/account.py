"""The rules of a variant as an account for readers: stage by stage, each rule a sentence with its source, and
what is left open."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from preferans_pbn.variants.loader import source_texts
from preferans_pbn.variants.parameters import PARAMETERS, format_value
from preferans_pbn.variants.ruleset import Ruleset
from preferans_pbn.variants.sentences import sentence
from preferans_pbn.variants.stages import STAGES, moot

PROJECT = "PROJECT"


class Rule(NamedTuple):
    """One rule: its parameter, the value as the Rules tag writes it, what that means, where it comes from (source
    keys; the reading taken of an unclear source; the file that states it) and whether it has anything to say."""

    name: str
    value: str
    sentence: str
    keys: tuple[str, ...]
    reading: str
    origin: str
    moot: bool

    @property
    def decided_here(self) -> bool:
        """Does no source say it, so that this project had to decide?"""
        return self.keys == (PROJECT,)


class Chapter(NamedTuple):
    """A stage of the game: its rules, and the parameters of the family that the variant does not define."""

    title: str
    rules: tuple[Rule, ...]
    undefined: tuple[str, ...]


def rule_of(rules: Ruleset, name: str) -> Rule:
    """The rule that the parameter ``name`` states.  Raises as ``rules[name]`` does."""
    source = rules.source(name)
    return Rule(name, format_value(rules[name]), sentence(rules, name), source.keys, source.reading, source.origin,
                moot(rules, name))


def chapters(rules: Ruleset) -> Iterator[Chapter]:
    """The account, stage by stage; stages that the family does not have are left out."""
    undefined = set(rules.undefined())
    for stage in STAGES:
        stated = tuple(rule_of(rules, name) for name in stage.parameters if name in rules)
        missing = tuple(name for name in stage.parameters if name in undefined)
        if stated or missing:
            yield Chapter(stage.title, stated, missing)


def question(name: str) -> str:
    """What a parameter is about, to be asked where a variant does not define it."""
    return PARAMETERS[name].meaning


def sources(rules: Ruleset) -> dict[str, str]:
    """The sources that the rules name, by key without clause or statement number, with what each is."""
    known = source_texts()
    found = {source_head(key) for name in rules.values for key in rules.source(name).keys}
    return {key: known[key] for key in known if key in found}


def source_head(key: str) -> str:
    """The key of the source that ``key`` points into: ``CODEX`` of ``CODEX 3.8.1``, ``S1`` of ``S1-58``."""
    head = key.partition(" ")[0]
    return re.sub(r"^(S[012])-\d+$", r"\1", head)
