"""The TextMate grammar gives every token of the notation its scope."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from preferans_pbn.notation import iter_records, spans
from preferans_pbn.notation.engine import parse
from preferans_pbn.notation.words import AUCTION_CALLS, CONTRACTS, DEFENCE_CALLS
from preferans_pbn.record import PLAYER_TAGS, SECTIONS, TAGS, Where
from tests.editors.textmate import Tokenizer

ROOT = Path(__file__).parents[2]
GRAMMAR: dict[str, Any] = json.loads((ROOT / "editors" / "preferans-pbn.tmLanguage.json").read_text(encoding="utf-8"))
SOUND = sorted(path for folder in ("good", "greek", "serbian", "slovak", "regional", "other", "session", "warned",
                                   "converted", "fixed") for path in (ROOT / "fixtures" / folder).rglob("*.ppbn"))
ROOTS = {"comment", "constant", "entity", "invalid", "keyword", "markup", "meta", "punctuation", "source", "storage",
         "string", "support", "variable"}
"""The scopes that colour themes know (TextMate manual, 12.4)."""

FREE = {"Event", "Site", "Table", "Board", "Session", "Ruling", *PLAYER_TAGS}
"""Tags whose values are any text."""


def _scope(where: Where, text: str) -> str:
    """The scope that a token has to have; "" where it is free text."""
    owner, key = where
    if key == "@name":
        if owner not in TAGS:
            return "entity.other.attribute-name"
        return "entity.name.section" if owner in SECTIONS else "entity.name.tag"
    if owner in FREE:
        return ""
    if text == "?" or (text == "-" and owner != "Play"):
        return "constant.language.unknown"
    if isinstance(key, int):
        if owner in ("Talon", "Discard", "Play"):
            return "constant.language.unknown" if text.startswith("-") else "constant.other.card"
        if owner in ("Auction", "Defence"):
            word = re.match(r"[^!?^$=\s]*", text)
            assert word is not None
            if word[0] == "":
                return "constant.language.unknown"
            return "constant.numeric.bid" if word[0][0].isdigit() else "keyword.other.call"
        return "variable.parameter.rule" if owner == "Rules" else ""
    if owner in ("Deal", "Position"):
        return "constant.other.card" if isinstance(key, tuple) else "variable.language.seat"
    if isinstance(key, tuple) and owner == "Play":
        return {"talon": "constant.other.card.talon", "leader": "variable.language.seat.leader",
                "winner": "variable.language.seat.winner"}.get(key[0], "")
    if owner.endswith("Table") and isinstance(key, tuple):
        if key[0] == "@columns":
            return "support.type.column"
        return "variable.language.seat" if ":" in text or key[1] == "Seat" else "constant.numeric"
    if owner in ("Dealer", "Dummy", "Leader", "Declarer", "Aces") and key is None:
        return "variable.language.seat"
    if owner in ("Contract", "Bid") and key is None:
        return "constant.language.contract"
    if owner == "Variant" and key is None and text != "#":
        return "entity.name.type.variant"
    return ""


def _has(scopes: list[str], scope: str) -> bool:
    return any(one == f"{scope}.preferans-pbn" or one.startswith(f"{scope}.") for one in scopes)


def test_the_files_are_there() -> None:
    assert len(SOUND) > 100


@pytest.mark.parametrize("path", SOUND, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_every_token_has_its_scope(path: Path) -> None:
    tokenizer = Tokenizer(GRAMMAR)
    for read in iter_records(path):
        assert read.record is not None
        text = read.source.text
        scopes = tokenizer.scopes(text)
        assert len(scopes) == len(text)
        for where, span in spans(read.record).items():
            word = text[span.start:span.end]
            scope = _scope(where, word)
            if scope and word:
                assert _has(scopes[span.start], scope), (where, word, scopes[span.start])
            if where.key is None and where.owner in FREE and word and word != "#":
                assert _has(scopes[span.start], "string.quoted.double"), where
        for comment in parse(text).comments:
            start = comment.start_pos or 0
            for at in range(start, start + len(comment)):
                assert _has(scopes[at], "comment") or text[at] == "\n", comment
        unscoped = [text[at] for at, names in enumerate(scopes) if not names and not text[at].isspace()]
        assert not unscoped, unscoped


@pytest.mark.parametrize("row, scope", [
    *((word, "constant.numeric.bid" if word[0].isdigit() else "keyword.other.call")
      for word in sorted(AUCTION_CALLS | DEFENCE_CALLS)),
    ("HT", "constant.other.card"), ("S:HT", "variable.language.seat.leader"), (">E", "keyword.operator.winner"),
    ("*", "keyword.control.end"), ("+", "keyword.control.end"), ("S 1 -2 W:3/4,E:?", "meta.table.row"),
])
def test_words_of_rows(row: str, scope: str) -> None:
    [first, *rest] = Tokenizer(GRAMMAR).scopes(row)
    assert _has(first, scope)
    if scope.startswith(("keyword.other", "constant.numeric")):
        assert all(_has(names, scope) for names in rest), "the whole word"


@pytest.mark.parametrize("word", sorted(CONTRACTS))
def test_contracts(word: str) -> None:
    text = f'[Contract "{word}"]'
    scopes = Tokenizer(GRAMMAR).scopes(text)
    at = text.index('"') + 1
    assert all(_has(scopes[n], "constant.language.contract") for n in range(at, at + len(word)))


def test_marks() -> None:
    text = "HT^R!?$3 =2= 6S! pass?!"
    scopes = Tokenizer(GRAMMAR).scopes(text)
    for part, scope in (("HT", "constant.other.card"), ("^R", "keyword.operator.irregularity"),
                        ("!?", "keyword.operator.judgement"), ("$3", "constant.other.nag"),
                        ("=2=", "entity.name.reference.note"), ("6S", "constant.numeric.bid")):
        assert _has(scopes[text.index(part)], scope), part


def test_faults_end_with_their_line() -> None:
    text = '[South "Anna]\n[West "Boris"]\n{open\n[East "Clara"]\n'
    scopes = Tokenizer(GRAMMAR).scopes(text)
    for name in ("West", "East"):
        assert _has(scopes[text.index(name)], "entity.name.tag")
        assert not _has(scopes[text.index(name)], "comment")


def test_signs_in_strings_and_comments_mean_nothing() -> None:
    text = '[Site "a {b ; c % d] \\" e"]\n; [Site "x"] {\n{ "[x] ; } SA\n'
    scopes = Tokenizer(GRAMMAR).scopes(text)
    for sign in "{;%":
        assert not _has(scopes[text.index(sign)], "comment")
    assert _has(scopes[text.index('\\"')], "constant.character.escape")
    assert _has(scopes[text.index("SA")], "constant.other.card")


def test_names_are_standard_and_every_known_tag_is_named() -> None:
    def walk(rule: Any) -> list[str]:
        if isinstance(rule, dict):
            return [value for key, value in rule.items() if key == "name" and rule is not GRAMMAR] + [
                name for value in rule.values() for name in walk(value)]
        return [name for one in rule for name in walk(one)] if isinstance(rule, list) else []

    names = set(walk(GRAMMAR))
    assert len(names) > 30
    for name in names:
        assert name.split(".")[0] in ROOTS and name.endswith(".preferans-pbn"), name
    tokenizer = Tokenizer(GRAMMAR)
    for tag in (*TAGS, "Note"):
        assert not _has(tokenizer.scopes(f'[{tag} "x"]')[1], "entity.other"), tag
    assert _has(tokenizer.scopes('[Eventful "x"]')[1], "entity.other.attribute-name")


def test_it_is_for_ppbn_files() -> None:
    assert GRAMMAR["fileTypes"] == ["ppbn"]
    assert GRAMMAR["scopeName"] == "source.preferans-pbn"
    assert re.search(GRAMMAR["firstLineMatch"], "% PREFERANS-PBN 1.0")


def test_the_page_beside_it_shows_files_that_work() -> None:
    page = (ROOT / "editors" / "README.md").read_text(encoding="utf-8")
    package, tasks = [json.loads(block) for block in re.findall(r"```json\n(.*?)```", page, re.DOTALL)]
    assert package["contributes"]["grammars"][0]["scopeName"] == GRAMMAR["scopeName"]
    assert (ROOT / "editors" / package["contributes"]["grammars"][0]["path"]).exists()
    pattern = tasks["tasks"][0]["problemMatcher"]["pattern"]
    match = re.match(pattern["regexp"], "club/a.ppbn:28:7: E512 W must follow diamonds: holds DK DJ D9")
    assert match is not None
    assert (match[pattern["file"]], match[pattern["line"]], match[pattern["column"]], match[pattern["code"]]) == (
        "club/a.ppbn", "28", "7", "E512")
