"""A small reader of TextMate grammars: enough to say which scopes each character of a text has."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

Rule = dict[str, Any]


@dataclass
class _Open:
    """A begin/end rule that has begun."""

    scopes: list[str]
    end: re.Pattern[str] | None
    rule: Rule
    patterns: list[Rule] = field(default_factory=list)


class Tokenizer:
    """Follows a grammar as editors do: line by line, the leftmost match wins, of equals the first rule."""

    def __init__(self, grammar: Rule) -> None:
        self._grammar = grammar
        self._compiled: dict[str, re.Pattern[str]] = {}

    def scopes(self, text: str) -> list[list[str]]:
        """The scopes of every character of ``text``."""
        stack = [_Open([], None, {}, self._grammar["patterns"])]
        found: list[list[str]] = []
        for line in text.splitlines(keepends=True):
            found += self._line(line, stack)
        return found

    def _pattern(self, source: str) -> re.Pattern[str]:
        if source not in self._compiled:
            # An editor's $ stands before the line end and its ^ at the line's beginning.
            self._compiled[source] = re.compile(source, re.MULTILINE)
        return self._compiled[source]

    def _rules(self, patterns: list[Rule]) -> list[Rule]:
        flat: list[Rule] = []
        for rule in patterns:
            if "include" in rule:
                flat += self._rules([self._grammar["repository"][rule["include"][1:]]])
            elif "match" in rule or "begin" in rule:
                flat.append(rule)
            else:
                flat += self._rules(rule["patterns"])
        return flat

    def _line(self, line: str, stack: list[_Open]) -> list[list[str]]:
        scopes: list[list[str]] = [[] for _ in line]

        def put(start: int, end: int, names: list[str]) -> None:
            for at in range(start, end):
                scopes[at] = [name for scope in names if scope for name in scope.split()]

        def captures(match: re.Match[str], names: list[str], given: Rule) -> None:
            put(match.start(), match.end(), names)
            for number, capture in given.items():
                put(*match.span(int(number)), [*names, capture["name"]])

        at = 0
        while at <= len(line):
            top = stack[-1]
            best: tuple[re.Match[str], Rule | None] | None = None
            if top.end is not None and (match := top.end.search(line, at)):
                best = match, None
            for rule in self._rules(top.patterns):
                candidate = self._pattern(rule.get("match") or rule["begin"]).search(line, at)
                if candidate and (best is None or candidate.start() < best[0].start()):
                    best = candidate, rule
            if best is None:
                put(at, len(line), top.scopes)
                break
            match, chosen = best
            put(at, match.start(), top.scopes)
            if chosen is None:
                captures(match, top.scopes, top.rule.get("endCaptures", {}))
                stack.pop()
                at = match.end()
                continue
            names = [*top.scopes, chosen.get("name", "")]
            if "match" in chosen:
                captures(match, names, chosen.get("captures", {}))
                at = max(match.end(), at + (match.end() == match.start()))
                continue
            captures(match, names, chosen.get("beginCaptures", {}))
            stack.append(_Open(names, self._pattern(chosen["end"]), chosen, chosen.get("patterns", [])))
            at = match.end()
        return scopes
