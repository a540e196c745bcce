"""The grammar: it is free of conflicts, and says what the lists in code and the specification say."""

from __future__ import annotations

import re

import pytest
from lark import Lark

from preferans_pbn.data_files import data_path
from preferans_pbn.diagnostics import REGISTRY
from preferans_pbn.notation import dumps, iter_text, words
from preferans_pbn.notation.engine import grammar_text
from preferans_pbn.notation.lark_reader import _HANDLERS
from preferans_pbn.record import PLAYER_TAGS, SECTIONS, TAGS

SPECIFICATION = data_path("grammar/README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```ppbn\n(.*?)```", SPECIFICATION, re.DOTALL)


def _terminal(name: str) -> re.Pattern[str]:
    probe = Lark(grammar_text() + f"\nprobe: {name}\n", parser="lalr", start="probe")
    return re.compile(next(t.pattern.to_regexp() for t in probe.terminals if t.name == name))


def test_builds_strictly() -> None:
    pytest.importorskip("interegular")
    Lark(grammar_text(), parser="lalr", lexer="contextual", strict=True, maybe_placeholders=False)


@pytest.mark.parametrize(("terminal", "known"), [
    ("AUCTION_CALL", words.AUCTION_CALLS | {"?"}),
    ("DEFENCE_CALL", words.DEFENCE_CALLS | {"?"}),
    ("BID_WORD", words.BIDS),
    ("CONTRACT_WORD", words.CONTRACTS),
    ("ROLE_WORD", words.ROLES),
    ("OUTCOME_WORD", words.OUTCOMES),
    ("OPEN_WORD", words.OPEN_VALUES),
])
def test_terminal_holds_the_list(terminal: str, known: frozenset[str]) -> None:
    pattern = _terminal(terminal)
    everything = {
        *words.AUCTION_CALLS, *words.DEFENCE_CALLS, *words.CONTRACTS, *words.ROLES, *words.OUTCOMES, *words.OPEN_VALUES,
        "?", "11", "0", "5S", "6NT-hand", "5-hand", "hand-6", "hand-8", "NT", "NT-hand", "solo-hand", "Pass", "",
    }
    assert {word for word in everything if pattern.fullmatch(word)} == set(known)


def test_every_tag_has_a_reader() -> None:
    plain = {name for name, _ in _HANDLERS.values()}
    assert plain | SECTIONS == set(TAGS)
    assert not plain & SECTIONS
    assert set(words.TABLE_TAGS) == SECTIONS - {"Auction", "Defence", "Play"}


def test_the_specification_lists_every_tag() -> None:
    table = SPECIFICATION[SPECIFICATION.index("| tag | value |") :]
    table = table[: table.index("\n\n")]
    listed = [name for row in table.splitlines()[2:] for name in re.findall(r"`([A-Z]\w+)`", row.split("|")[1])]
    assert listed == list(TAGS)
    for row in table.splitlines()[2:]:
        names = set(re.findall(r"`([A-Z]\w+)`", row.split("|")[1]))
        assert ("*section*" in row) == (names <= SECTIONS), row


def test_the_specification_names_every_word() -> None:
    for word in words.DEFENCE_CALLS | words.ROLES | words.OUTCOMES | words.OPEN_VALUES:
        assert re.search(rf"[` ]{re.escape(word)}[` ]", SPECIFICATION), word


def test_the_clauses_of_the_registry_exist() -> None:
    clauses = set(re.findall(r"^\*\*(N-\d+\.\d+)\*\*", SPECIFICATION, re.MULTILINE))
    for entry in REGISTRY.values():
        if entry.clause.startswith("N-"):
            assert entry.clause in clauses, entry.code


def test_clauses_are_numbered_in_order() -> None:
    clauses = [tuple(map(int, c)) for c in re.findall(r"^\*\*N-(\d+)\.(\d+)\*\*", SPECIFICATION, re.MULTILINE)]
    chapters = {chapter for chapter, _ in clauses}
    assert clauses == [(c, n) for c in sorted(chapters) for n in range(1, 1 + sum(x == c for x, _ in clauses))]


def test_the_specification_mentions_codes_at_their_clause() -> None:
    for chapter in re.split(r"^(?=\*\*N-)", SPECIFICATION, flags=re.MULTILINE)[1:]:
        for code in re.findall(r"\bE[0-6]\d\d\b", chapter):
            assert code in REGISTRY, code


@pytest.mark.parametrize("block", BLOCKS)
def test_the_deals_of_the_specification_are_in_export_form(block: str) -> None:
    [one] = iter_text(block)
    assert one.diagnostics == []
    assert one.record is not None
    assert dumps(one.record) == block


def test_the_specification_has_a_deal_of_each_family() -> None:
    variants = [one.record.variant for block in BLOCKS for one in iter_text(block) if one.record]
    assert variants == ["serbian", "greek", *["sochi-codex"] * 4]


def test_player_tags_are_tags() -> None:
    assert set(PLAYER_TAGS) < set(TAGS)
