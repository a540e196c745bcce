"""``check --infer-rules``: which rules explain the scores that the records claim."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TextIO

from preferans_pbn.checking import Checked
from preferans_pbn.variants import Ruleset, format_value, load_variant, variant_names

if TYPE_CHECKING:
    from preferans_pbn.conformance.profile import Observation, Profile


@dataclass(slots=True)
class _Game:
    """What was claimed in records of one variant; ``stated``: values that their Rules tags (or a house variant)
    give, several where they differ."""

    base: Ruleset
    claims: list[Observation] = field(default_factory=list)
    stated: dict[str, set[str]] = field(default_factory=dict)


class Inference:
    """Collects the claims of checked records and explains them, variant by variant."""

    def __init__(self) -> None:
        from preferans_pbn.conformance.profile.claims import Claims

        self._claims = Claims()
        self._games: dict[str, _Game] = {}

    def add(self, checked: Checked) -> None:
        """Take the next record of a stream."""
        claimed = self._claims.of(checked)
        if claimed and checked.rules is not None:
            name = checked.rules.id
            game = self._games.get(name)
            if game is None:
                base = load_variant(name) if name in variant_names() else checked.rules
                game = self._games[name] = _Game(base)
            game.claims += claimed
            for name, value in checked.rules.overrides.items():
                game.stated.setdefault(name, set()).add(format_value(value))

    def report(self, stream: TextIO, format_: str) -> bool:
        """Write what was found; does a setting explain every claim?"""
        profiles = {name: _explained(game) for name, game in sorted(self._games.items())}
        if format_ == "text":
            _write_text(stream, profiles, self._games, self._claims.silent)
        else:
            _write_json(stream, profiles, self._games, self._claims.silent)
        return all(profile.explained for profile in profiles.values())


def _explained(game: _Game) -> Profile:
    from preferans_pbn.conformance.profile import explain

    return explain(game.claims, game.base, game.stated)


def _stated(profile: Profile, game: _Game) -> dict[str, list[tuple[str, str]]]:
    """The values that the records state, by what their scores say of them."""
    found: dict[str, list[tuple[str, str]]] = {"borne out": [], "not told by these scores": [], "contradicted": []}
    for name, values in sorted(game.stated.items()):
        for value in sorted(values):
            possible = {one for setting in profile.settings for one in setting.possible.get(name, ())}
            if name not in profile.settings[0].possible:
                kind = "not told by these scores"
            elif value not in possible:
                kind = "contradicted"
            else:
                own = format_value(game.base[name]) if name in game.base else ""
                kind = "not told by these scores" if own in possible and own != value else "borne out"
            found[kind].append((name, value))
    return found


def _write_text(stream: TextIO, profiles: Mapping[str, Profile], games: Mapping[str, _Game], silent: int) -> None:
    from preferans_pbn.conformance.profile.show import profile_lines

    for name, profile in profiles.items():
        for line in profile_lines(profile, brief=True):
            print(line, file=stream)
        for line in _stated_lines(_stated(profile, games[name])):
            print(line, file=stream)
    if not profiles:
        print("no record claims a score that rules could explain", file=stream)
    elif silent:
        print(f"{silent} {'record claims' if silent == 1 else 'records claim'} nothing that could be used", file=stream)


def _stated_lines(stated: Mapping[str, Iterable[tuple[str, str]]]) -> Iterator[str]:
    from preferans_pbn.conformance.profile.show import wrapped

    for kind, values in stated.items():
        texts = [f"{name}={value}" for name, value in values]
        if texts:
            yield from wrapped(f"rules that the records state, {kind}: {' '.join(texts)}")


def _write_json(stream: TextIO, profiles: Mapping[str, Profile], games: Mapping[str, _Game], silent: int) -> None:
    from preferans_pbn.conformance.profile.show import profile_json

    data: list[dict[str, Any]] = [
        {**profile_json(profile),
         "stated": {kind: dict(values) for kind, values in _stated(profile, games[name]).items()}}
        for name, profile in profiles.items()]
    json.dump({"profiles": data, "silent": silent}, stream, ensure_ascii=False, indent=1)
    stream.write("\n")
