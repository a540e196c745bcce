"""What was found wrong with a deal, below its text: a heading in the language, and each finding within 80 columns.

The sentences of the diagnostics are English; the heading says so in another language, and what the finding is about
(the trick, the player, the card) is said in that language.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from preferans_pbn.diagnostics import Diagnostic
from preferans_pbn.render.deal import WIDTH
from preferans_pbn.render.ink import Ink, Line, folded_ink, visible
from preferans_pbn.render.language import Language

INDENT: Final = 5
"""Columns before the second and later lines of a finding: its text stands behind the code."""
SPOKEN: Final = "en"
"""The language of the diagnostics' sentences."""


def findings_heading(findings: Sequence[Diagnostic], language: Language) -> str:
    """The heading above ``findings`` (one or more), without a colon: whether there are faults among them."""
    faulty = any(finding.severity == "error" for finding in findings)
    heading = language.page["findings" if faulty else "hints"]
    return heading if language.code == SPOKEN else f"{heading} ({language.terms['in_english']})"


def finding_parts(finding: Diagnostic, place: str, language: Language) -> tuple[str, str]:
    """Code and sentence of a finding; the code with ``place``, what it is about in the language, where the sentence
    is in another."""
    code = finding.code if language.code == SPOKEN or not place else f"{finding.code} {place}:"
    return visible(code), visible(finding.message)


def finding_lines(findings: Sequence[Diagnostic], places: Sequence[str], language: Language, *,
                  located: bool = False) -> Iterator[Line]:
    """The findings with their heading, nothing where there are none.  ``places``: what each is about, ``""`` where
    nothing is to be said.  ``located``: with file, line and column before each, as far as they are known."""
    if not findings:
        return
    yield from folded_ink((Ink(f"{findings_heading(findings, language)}:", "bold"),), WIDTH)
    for finding, place in zip(findings, places, strict=True):
        code, text = finding_parts(finding, place, language)
        style = "bold red" if finding.severity == "error" else "bold yellow"
        where: list[Ink | str] = [Ink(f"{_located(finding)}:", "bold"), " "] if located and finding.path else []
        yield from folded_ink((*where, Ink(code, style), " ", text), WIDTH, INDENT)


def _located(finding: Diagnostic) -> str:
    return visible(finding.path) + (f":{finding.line}:{finding.col}" if finding.line else "")
