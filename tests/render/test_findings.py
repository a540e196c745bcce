"""Findings below a deal: within 80 columns and led by a heading of the language, whatever the diagnostic."""

from __future__ import annotations

import string

import pytest

from preferans_pbn.diagnostics import REGISTRY, Diagnostic
from preferans_pbn.render.findings import finding_lines, findings_heading
from preferans_pbn.render.ink import cells, plain
from preferans_pbn.render.language import Language
from preferans_pbn.render.languages import CODES, language

EVERY = pytest.mark.parametrize("tongue", [language(code) for code in CODES], ids=CODES)
LONG = ("王小明 " * 12 + "x" * 90).strip()
PLACE = "Stich 10, O Константин Константинопольский-Старший ♥10"


def every_code(part: str) -> list[Diagnostic]:
    """A finding of each code, with ``part`` wherever the message is filled."""
    return [Diagnostic(entry.code, entry.message.format(**{
        name: part for _, name, _, _ in string.Formatter().parse(entry.message) if name}), line=12345, col=678,
        path="a/long/way/to/" + "file" * 20 + ".ppbn") for entry in REGISTRY.values()]


@EVERY
@pytest.mark.parametrize("part", ["SA", LONG], ids=["short", "long"])
@pytest.mark.parametrize("located", [False, True])
def test_every_diagnostic_keeps_within_80_columns(tongue: Language, part: str, located: bool) -> None:
    for finding in every_code(part):
        lines = list(map(plain, finding_lines([finding], [PLACE], tongue, located=located)))
        assert max(map(cells, lines)) <= 80, finding.code
        assert lines[0].endswith(":") and not lines[0].startswith(" ")
        assert all(line.startswith("     ") for line in lines[2:])
        said = "".join("".join(lines[1:]).split())
        assert finding.code in said and "".join(finding.message.split()) in said


def test_the_heading_is_in_the_language_and_says_that_the_sentences_are_not() -> None:
    fault, hint = Diagnostic("E512", "x"), Diagnostic("W805", "x")
    assert findings_heading([hint, fault], language("en")) == "Faults found"
    assert findings_heading([hint], language("en")) == "To be noted"
    assert findings_heading([fault], language("ru")) == "Найденные ошибки (по-английски)"
    assert findings_heading([hint], language("es")) == "A tener en cuenta (en inglés)"
    assert len({findings_heading([fault], language(code)) for code in CODES}) == len(CODES)
    assert len({findings_heading([hint], language(code)) for code in CODES}) == len(CODES)


def test_what_a_finding_is_about_stands_before_a_sentence_in_another_language() -> None:
    finding = Diagnostic("E512", "W must follow", path="x.ppbn", line=3, col=7)
    assert [plain(line) for line in finding_lines([finding], ["Stich 5, W ♥D"], language("de"))] == [
        "Gefundene Fehler (auf Englisch):", "E512 Stich 5, W ♥D: W must follow"]
    assert [plain(line) for line in finding_lines([finding], ["trick 5, W ♥Q"], language("en"), located=True)] == [
        "Faults found:", "x.ppbn:3:7: E512 W must follow"]
    assert list(finding_lines([], [], language("en"))) == []
