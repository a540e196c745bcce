"""Which values of the parameters explain given answers?

The search changes one parameter at a time (where that does not help, two) and keeps what brings the answers nearer.
How near two answers are is counted in their parts (one cell of a score, one call that is legal), because one part
hangs on few parameters.  What is left over when nothing helps any more are the answers that no values explain.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from typing import Any, Final, TypeAlias

from preferans_pbn.conformance.ops import answer
from preferans_pbn.conformance.profile.questions import Question
from preferans_pbn.rules.amounts import parse_amount
from preferans_pbn.variants import (
    PARAMETERS,
    Parameter,
    RulesError,
    Ruleset,
    format_value,
    load_variant,
    of_family,
    variant_names,
)

Together: TypeAlias = tuple[tuple[str, str], ...]
"""Values of several parameters."""

_MOST_SETTINGS: Final = 16
_JOLTS: Final = 8
_FEW: Final = 3
"""So few answers that nothing explains may be faults of the program: other rules are looked for a little longer."""
_ENOUGH: Final = 3
"""So many other ways that lead no nearer are enough then."""
_FEW_WRONG: Final = 4
_PAIRS: Final = 14
"""So many of the most promising single changes are tried in pairs."""
_SAMPLES: Final = 20
_MOST_SAMPLES: Final = 200
_SWEEPS: Final = 12
_BESIDE: Final = 3


class Observation:
    """A question and what was answered, in parts.

    ``unknown``: places of the answer that nothing was said of, as ``.whists.S``; they are never compared.
    """

    __slots__ = ("parts", "question", "said", "unknown")

    def __init__(self, question: Question, said: Mapping[str, Any], unknown: Iterable[str] = ()) -> None:
        self.question = question
        self.said = said
        self.unknown = tuple(unknown)
        self.parts = self.known_parts(said)

    def by(self, rules: Ruleset) -> frozenset[tuple[str, Any]]:
        """The parts of the answer that ``rules`` give."""
        return self.known_parts(answer(self.question.op, rules, self.question.input))

    def known_parts(self, said: Mapping[str, Any]) -> frozenset[tuple[str, Any]]:
        """The parts of an answer, without the unknown places."""
        parts = parts_of(said)
        if not self.unknown:
            return parts
        return frozenset(part for part in parts
                         if not any(part[0] == place or part[0].startswith(f"{place}.") for place in self.unknown))


@dataclass(slots=True)
class Setting:
    """Rules, and what cannot be told from them.

    ``possible``: by parameter every value that would answer alike, that of ``rules`` first; ``exclusive``: other
    values that answer alike each for itself, but not together.
    """

    rules: Ruleset
    possible: dict[str, tuple[str, ...]]
    exclusive: list[Together]

    def names(self, rules: Ruleset) -> bool:
        """Is ``rules`` among the settings that this stands for?"""
        chosen = {name: format_value(rules[name]) for name in self.possible if name in rules}
        if any(value not in self.possible[name] for name, value in chosen.items()):
            return False
        return not any(all(chosen.get(name) == value for name, value in group) for group in self.exclusive)


@dataclass(slots=True)
class Profile:
    """The rules that explain the answers.

    ``settings``: those that do, or that explain the most; the first is the nearest to a variant, each of the others
    differs from it in two values that make up for each other.  ``unexplained``: what no values explain;
    ``unanswered``: questions that got no answer, with the reason.
    """

    settings: list[Setting]
    unexplained: list[Observation]
    asked: int
    unanswered: list[tuple[Question, str]] = field(default_factory=list)

    @property
    def rules(self) -> Ruleset:
        """The first setting's rules."""
        return self.settings[0].rules

    @property
    def explained(self) -> bool:
        """Does a setting explain every answer?"""
        return not self.unexplained

    def names(self, rules: Ruleset) -> bool:
        """Is ``rules`` among the settings that it names?"""
        return any(setting.names(rules) for setting in self.settings)


def parts_of(said: Mapping[str, Any]) -> frozenset[tuple[str, Any]]:
    """An answer in parts that can be compared one by one."""
    if "error" in said:
        return frozenset({("error", said["error"].get("code")), ("at", str(said["error"].get("at")))})
    return frozenset(_parts("", said.get("output")))


def _parts(place: str, value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, Mapping):
        for name, item in value.items():
            yield from _parts(f"{place}.{name}", item)
    elif isinstance(value, list):
        for n, item in enumerate(value):
            if isinstance(item, Mapping | list):
                yield from _parts(f"{place}[{n}]", item)
            else:
                yield f"{place}={item}", True
    elif value not in (None, 0, ""):  # False too
        yield place, _number(value)


def _number(value: Any) -> Any:
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, str) and "/" in value:
        return parse_amount(value) or value
    return value


def _apart(one: frozenset[tuple[str, Any]], other: frozenset[tuple[str, Any]]) -> float:
    """How far two different answers are apart: over 0 to 1.  Two numbers in the same place are the nearer the less
    they differ, so that one of two causes that was found counts, though the sum is not right yet."""
    left, right = dict(one - other), dict(other - one)
    apart = 0.0
    for place in {*left, *right}:
        a, b = left.get(place, 0), right.get(place, 0)
        numbers = isinstance(a, int | Fraction) and isinstance(b, int | Fraction)
        apart += 0.5 + 0.5 * float(abs(a - b) / max(abs(a), abs(b), abs(a - b))) if numbers else 1.0
    return apart / (len(dict(one | other)) or 1)


class Search:
    """The answers of one family's rules beside what was observed."""

    def __init__(self, observations: Sequence[Observation], also: Mapping[str, Iterable[str]] | None = None,
                 base: Ruleset | None = None) -> None:
        """``also``: values to be tried besides those of the variants; ``base``: the variant from which the rules that
        are found are told, default: the nearest."""
        self.observations = observations
        self._also = also or {}
        self._base = base
        self._by_op: dict[str, list[int]] = {}
        for n, one in enumerate(observations):
            self._by_op.setdefault(one.question.op, []).append(n)
        self._values = _met_values()
        self._parameters: dict[str, list[Parameter]] = {}
        self._tried: dict[tuple[str, str], list[str]] = {}
        self._known: list[dict[Any, frozenset[tuple[str, Any]]]] = [{} for _ in observations]
        self._distances: list[dict[frozenset[tuple[str, Any]], float]] = [
            {one.parts: 0.0} for one in observations]
        self._keys: tuple[Ruleset | None, dict[str, Any]] = None, {}
        self._names: dict[str, list[str]] = {}

    # --- how near ----------------------------------------------------------------------------------------
    def distance(self, rules: Ruleset, n: int) -> float:
        """How far the answer of ``rules`` to question ``n`` is from what was observed: 0 (the same) to 1."""
        parts = self._parts(rules, n)
        known = self._distances[n]
        far = known.get(parts)
        if far is None:
            far = known[parts] = _apart(parts, self.observations[n].parts)
        return far

    def distances(self, rules: Ruleset) -> list[float]:
        """The same for every question."""
        return [self.distance(rules, n) for n in range(len(self.observations))]

    def parameters(self, family: str) -> list[Parameter]:
        """The parameters that some question may observe."""
        found = self._parameters.get(family)
        if found is None:
            found = self._parameters[family] = [
                entry for entry in of_family(family) if any(op in self._by_op for op in entry.observable)]
        return found

    def values(self, family: str, name: str) -> list[str]:
        """The values that are tried for a parameter."""
        found = self._tried.get((family, name))
        if found is None:
            from preferans_pbn.conformance.lint.flips import usable, values_of

            tried = dict.fromkeys((*values_of(PARAMETERS[name], family, self._values), *self._also.get(name, ())))
            found = self._tried[family, name] = [value for value in tried if usable(family, name, value)]
        return found

    def _seen_by(self, entry: Parameter) -> Iterable[int]:
        for op in entry.observable:
            yield from self._by_op.get(op, ())

    # --- the search --------------------------------------------------------------------------------------
    def best(self, start: Ruleset, *, whole: bool = False) -> tuple[Ruleset, list[float]]:
        """The setting that is found from ``start``, and its distances.  ``whole``: an answer counts as right or
        wrong, not by its parts."""
        rules, near = start, self.distances(start)
        for _ in range(_SWEEPS):
            if not any(near):
                break
            changes = self._single_changes(rules, near, whole)
            improved = False
            for gain, name, value in changes:
                if gain <= 0:
                    break
                # What was measured before other changes of this sweep is measured again.
                found = self._changed(rules, near, {name: value}, whole)
                if found is not None and found[0] > 0:
                    rules, near, improved = found[1], found[2], True
            if not improved:
                pair = self._pair(rules, near, changes, whole)
                if pair is None:
                    break
                rules, near = pair
        return rules, near

    def jolted(self, rules: Ruleset, near: Sequence[float], chance: random.Random) -> Ruleset:
        """``rules`` with a few of the parameters changed at random that wrong answers hang on."""
        wrong = {op for op, numbers in self._by_op.items() if any(near[n] for n in numbers)}
        entries = [entry for entry in self.parameters(rules.family) if not wrong.isdisjoint(entry.observable)]
        for entry in chance.sample(entries, min(len(entries), 2 + len(entries) // 6)):
            values = self.values(rules.family, entry.name)
            try:
                rules = rules.with_overrides({entry.name: chance.choice(values)}) if values else rules
            except RulesError:
                continue
        return rules

    def _single_changes(self, rules: Ruleset, near: Sequence[float], whole: bool) -> list[tuple[float, str, str]]:
        """What each change of one parameter gains, the best first; those that change nothing are left out."""
        found = []
        wrong = {op for op, numbers in self._by_op.items() if any(near[n] for n in numbers)}
        for entry in self.parameters(rules.family):
            if wrong.isdisjoint(entry.observable):
                continue
            for value in self.values(rules.family, entry.name):
                change = self._changed(rules, near, {entry.name: value}, whole)
                if change is not None:
                    found.append((change[0], entry.name, value))
        return sorted(found, key=lambda one: (-one[0], one[1], one[2]))

    def _changed(self, rules: Ruleset, near: Sequence[float], values: Mapping[str, str],
                 whole: bool) -> tuple[float, Ruleset, list[float]] | None:
        """What a change gains, the rules and the distances after it; None where there is no such change, or where it
        brings no wrong answer nearer."""
        try:
            changed = rules.with_overrides(values)
        except RulesError:
            return None
        if all(name in rules and format_value(rules[name]) == value for name, value in values.items()):
            return None
        after = list(near)
        gain = 0.0
        seen = {n for name in values for n in self._seen_by(PARAMETERS[name])}
        better = False
        for n in sorted(seen, key=lambda n: (not near[n], n)):  # the wrong ones first
            if not near[n] and not better:
                return None
            after[n] = self.distance(changed, n)
            better = better or after[n] < near[n]
            gain += (bool(near[n]) - bool(after[n])) if whole else near[n] - after[n]
        return (gain, changed, after) if better else None

    def _pair(self, rules: Ruleset, near: Sequence[float], changes: Sequence[tuple[float, str, str]],
              whole: bool) -> tuple[Ruleset, list[float]] | None:
        """The best change of two parameters at once, if any helps.  Where few answers are wrong every pair is tried,
        else those of the most promising changes."""
        wrong = [n for n, far in enumerate(near) if far]
        if len(wrong) <= _FEW_WRONG:
            candidates = self._candidates(rules, {self.observations[n].question.op for n in wrong})
        else:
            candidates = [(name, value) for _, name, value in changes[:_PAIRS]]
        best: tuple[float, Ruleset, list[float]] | None = None
        for (one, value), (other, second) in combinations(candidates, 2):
            if one == other:
                continue
            found = self._changed(rules, near, {one: value, other: second}, whole)
            if found is not None and found[0] > 1e-9 and (best is None or found[0] > best[0]):
                best = found
        return None if best is None else (best[1], best[2])

    def _candidates(self, rules: Ruleset, ops: set[str]) -> list[tuple[str, str]]:
        """Every other value of every parameter that one of ``ops`` observes."""
        return [(entry.name, value) for entry in self.parameters(rules.family) if not ops.isdisjoint(entry.observable)
                for value in self.values(rules.family, entry.name)
                if entry.name not in rules or format_value(rules[entry.name]) != value]

    # --- what cannot be told apart -----------------------------------------------------------------------
    def settings(self, rules: Ruleset) -> list[Setting]:
        """Everything that answers every question as ``rules`` do, as far as one change, or two that make up for each
        other, lead there."""
        right = [self._parts(rules, n) for n in range(len(self.observations))]
        rules, possible = self._told_by(rules, self._alike(rules, right), right)
        first = Setting(rules, possible, self._exclusive(rules, possible, right))
        found = [first]
        for entry in self.parameters(rules.family):
            for value in self.values(rules.family, entry.name):
                if value in first.possible[entry.name]:
                    continue
                for other in self._made_up_for(rules, entry.name, value, right):
                    if len(found) < _MOST_SETTINGS and not any(setting.names(other) for setting in found):
                        found.append(self._setting(other, right))
        return found

    def _setting(self, rules: Ruleset, right: Sequence[Any]) -> Setting:
        possible = self._alike(rules, right)
        return Setting(rules, possible, self._exclusive(rules, possible, right))

    def _parts(self, rules: Ruleset, n: int) -> frozenset[tuple[str, Any]]:
        """What ``rules`` answer to question ``n``; remembered by the values that its operation may observe."""
        key = self._key(rules, self.observations[n].question.op)
        known = self._known[n]
        parts = known.get(key)
        if parts is None:
            parts = self.observations[n].by(rules)
            # Few different answers come up: each is kept once.
            parts = known[key] = next((one for one in known.values() if one == parts), parts)
        return parts

    def _key(self, rules: Ruleset, op: str) -> Any:
        """The values of ``rules`` that ``op`` may observe."""
        last, keys = self._keys
        if last is not rules:
            keys = {}
            self._keys = rules, keys
        key = keys.get(op)
        if key is None:
            names = self._names.get(op)
            if names is None:
                names = self._names[op] = [entry.name for entry in PARAMETERS.values() if op in entry.observable]
            key = keys[op] = (rules.supports, *map(rules.get, names))
        return key

    def _alike(self, rules: Ruleset, right: Sequence[Any]) -> dict[str, tuple[str, ...]]:
        """By parameter the values that answer every question as ``rules`` do, that of ``rules`` first."""
        found = {}
        for entry in self.parameters(rules.family):
            own = format_value(rules[entry.name]) if entry.name in rules else None
            values = [] if own is None else [own]
            values += [value for value in self.values(rules.family, entry.name)
                       if value != own and self._same(rules, {entry.name: value}, right)]
            found[entry.name] = tuple(values)
        return found

    def _same(self, rules: Ruleset, values: Mapping[str, str], right: Sequence[Any]) -> bool:
        return next(self._differing(rules, values, right), None) is None

    def _differing(self, rules: Ruleset, values: Mapping[str, str], right: Sequence[Any]) -> Iterator[int]:
        """The questions that are answered otherwise with ``values``; -1 where there are no such rules."""
        try:
            changed = rules.with_overrides(values)
        except RulesError:
            yield -1
            return
        for n in sorted({n for name in values for n in self._seen_by(PARAMETERS[name])}):
            if self._parts(changed, n) != right[n]:
                yield n

    def _made_up_for(self, rules: Ruleset, name: str, value: str, right: Sequence[Any]) -> Iterator[Ruleset]:
        """Rules with ``value``, whose effect another change takes back."""
        wrong = list(self._differing(rules, {name: value}, right))
        if not wrong or wrong[0] < 0:
            return
        ops = {self.observations[n].question.op for n in wrong}
        for entry in self.parameters(rules.family):
            if entry.name == name or not ops <= set(entry.observable):
                continue
            own = format_value(rules[entry.name]) if entry.name in rules else None
            for other in self.values(rules.family, entry.name):
                if other == own:
                    continue
                try:
                    changed = rules.with_overrides({name: value, entry.name: other})
                except RulesError:
                    continue
                if (all(self._parts(changed, n) == right[n] for n in wrong)
                        and self._same(rules, {name: value, entry.name: other}, right)):
                    yield changed

    def _exclusive(self, rules: Ruleset, possible: Mapping[str, Sequence[str]], right: Sequence[Any]
                   ) -> list[Together]:
        """Values that answer alike each for itself, but not together: what is found by trying some at random, until
        many tries in a row answer alike."""
        chance = random.Random(1)
        free = [(name, values[1:]) for name, values in possible.items() if len(values) > 1]
        found: list[Together] = []
        in_a_row = 0
        for _ in range(_MOST_SAMPLES):
            chosen: dict[str, str] = {}
            for name, values in free:
                if chance.random() < 0.8:
                    chosen[name] = chance.choice(values)
                    if any(all(chosen.get(one) == value for one, value in group) for group in found):
                        del chosen[name]
            if self._same(rules, chosen, right):
                in_a_row += 1
                if in_a_row >= _SAMPLES:
                    break
            else:
                in_a_row = 0
                found.append(self._fewest(rules, chosen, right))
        return sorted(found)

    def _fewest(self, rules: Ruleset, chosen: Mapping[str, str], right: Sequence[Any]) -> Together:
        """The fewest of ``chosen`` that still do not answer alike."""
        left = dict(chosen)
        for name in chosen:
            fewer = {other: value for other, value in left.items() if other != name}
            if not self._same(rules, fewer, right):
                left = fewer
        return tuple(left.items())

    def _told_by(self, rules: Ruleset, possible: dict[str, tuple[str, ...]],
                 right: Sequence[Any]) -> tuple[Ruleset, dict[str, tuple[str, ...]]]:
        """Rules that answer alike, as the variant that they differ least from; and ``possible`` in their order."""
        ranks: list[tuple[int, bool, str, Ruleset]] = []
        for base in [self._base] if self._base is not None else map(load_variant, variant_names()):
            if base.family == rules.family:
                changed = {one: values[0] for one, values in possible.items()
                           if values and (one not in base or format_value(base[one]) not in values)}
                try:
                    other = base.with_overrides(changed)
                except RulesError:
                    continue
                ranks.append((len(other.overrides), bool(base.extends), base.id, other))
        for *_, other in sorted(ranks, key=lambda rank: rank[:3]):
            if all(self._parts(other, n) == right[n] for n in range(len(right))):
                return other, {
                    name: tuple(sorted(values, key=lambda value: value != format_value(other.get(name, ""))))
                    for name, values in possible.items()}
        return rules, possible


def _met_values() -> dict[tuple[str, str], set[str]]:
    from preferans_pbn.conformance.lint.flips import met_values

    return met_values([load_variant(name) for name in variant_names()])


def explain(observations: Sequence[Observation], base: str | Ruleset | None = None,
            also: Mapping[str, Iterable[str]] | None = None) -> Profile:
    """The rules that explain ``observations``.

    ``base``: the name of the variant to begin with (default: the one that fits best), or the rules that those found
    are told from, too.  ``also``: by parameter, values to be tried besides those of the variants.
    Of the observations only those of the base's family count.  Raises ValueError where there are none.
    """
    if base is None:
        starts = _starts(observations)
    else:
        named = load_variant(base) if isinstance(base, str) else base
        starts = [named, *_beside(named, observations)]
    if not starts:
        raise ValueError("nothing was answered that rules could explain")
    family = starts[0].family
    own = [one for one in observations if one.question.family == family]
    search = Search(own, also, base if isinstance(base, Ruleset) else None)
    best: tuple[int, float, Ruleset, list[float]] | None = None
    chance = random.Random(1)
    # By parts one gets nearer in small steps; counting whole answers does not follow a lead that only looks good.
    ways = [(start, whole) for start in starts for whole in (False, True)]
    since = 0
    for turn in range(len(ways) + _JOLTS):
        if turn < len(ways) or best is None:
            start, whole = ways[turn]
        else:
            start, whole = search.jolted(best[2], best[3], chance), False
        rules, near = search.best(start, whole=whole)
        if any(near):
            rules, near = search.best(rules, whole=not whole)
        found = (sum(map(bool, near)), sum(near), rules, near)
        since += 1
        if best is None or found[:2] < best[:2]:
            best, since = found, 0
        if not best[0] or (best[0] <= _FEW and since >= _ENOUGH):
            break
    assert best is not None
    rules, near = best[2], best[3]
    return Profile(search.settings(rules), [one for one, far in zip(own, near, strict=True) if far], len(own))


_TELLING: Final = 10
"""So many questions about scores tell whether a game is played."""


def _shares(observations: Sequence[Observation]) -> dict[str, float]:
    """By family the share of its deals that the subject scores: of a game that is not its own it refuses most."""
    scored: dict[str, list[bool]] = {}
    for one in observations:
        if one.question.op == "score":
            scored.setdefault(one.question.family, []).append("output" in one.said)
    shares = {family: sum(said) / len(said) for family, said in scored.items() if len(said) >= _TELLING}
    if not any(shares.values()):  # it scores nothing: any family that it was asked about
        return dict.fromkeys((one.question.family for one in observations), 1.0)
    return shares


def _starts(observations: Sequence[Observation]) -> list[Ruleset]:
    """The variants of the subject's family, the nearest first: three at most."""
    near: list[tuple[float, Ruleset]] = []
    shares = _shares(observations)
    for rules in _rulesets():
        share = shares.get(rules.family, 0.0)
        if share:
            # Where both refuse, nothing is told.
            own = [one for one in observations if one.question.family == rules.family
                   and ("output" in one.said or "output" in answer(one.question.op, rules, one.question.input))]
            if len(own) >= _TELLING:
                apart = sum(Search(own).distances(rules)) / len(own)
                near.append((-share * (1 - apart), rules))
    near.sort(key=lambda one: (one[0], one[1].id, len(one[1].overrides)))
    return [rules for _, rules in near if rules.family == near[0][1].family][:3]


def _beside(named: Ruleset, observations: Sequence[Observation]) -> list[Ruleset]:
    """Other places to begin at: the variants of the same family that fit best."""
    search = Search([one for one in observations if one.question.family == named.family])
    others = [rules for rules in _rulesets() if rules.family == named.family and rules.id != named.id]
    return sorted(others, key=lambda rules: (sum(search.distances(rules)), rules.id))[:_BESIDE]


def _rulesets() -> Iterator[Ruleset]:
    """The shipped variants; one that has assumed rules, with them too."""
    for name in variant_names():
        yield load_variant(name)
        if "fill_in" in load_variant(name):
            yield load_variant(name).with_overrides({"fill_in": "true"})
