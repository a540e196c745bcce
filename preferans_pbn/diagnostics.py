"""Diagnostics: what can be wrong with a record, as data.

Every code stands once in `REGISTRY` (`preferans_pbn.diagnostic_codes`); a `Diagnostic` is one finding.
Codes are stable and never reused.  Phases: ``E0xx`` encoding, ``E1xx`` lexical, ``E2xx`` syntax,
``E3xx`` deal, ``E4xx`` auction, ``E45x`` exchange and contract, ``E5xx`` defence and play, ``E6xx``
tricks, score, sheet, settlement, ``W7xx`` conversion loss, ``W8xx`` style.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final, Literal

from preferans_pbn.diagnostic_codes import ENTRIES, Entry
from preferans_pbn.record import Where

Severity = Literal["error", "warning"]

REGISTRY: Final[dict[str, Entry]] = {entry.code: entry for entry in ENTRIES}
BY_NAME: Final[dict[str, Entry]] = {entry.name: entry for entry in ENTRIES}


@dataclass(slots=True)
class Fix:
    """How the fault can be mended: replace the diagnostic's span by ``replacement``.  A safe fix does
    not change what the record means."""

    replacement: str
    safe: bool
    title: str = ""


@dataclass(slots=True)
class Diagnostic:
    """One finding.

    ``code`` is a key of `REGISTRY`; ``message`` the finished sentence; ``where`` the place in the record
    (None where the place is given by line and column only).  ``line``, ``col`` and ``end_col`` count from
    1 in the file (columns in characters; ``end_col`` is exclusive); 0 = not located yet.  ``rule`` names
    the variant's parameter that the finding rests on, if any; ``arguments`` are the message's parts.
    """

    code: str
    message: str
    where: Where | None = None
    line: int = 0
    col: int = 0
    end_col: int = 0
    rule: str = ""
    fix: Fix | None = None
    arguments: dict[str, Any] = field(default_factory=dict)
    path: str = ""
    record: int = 0
    """Number of the record in its stream, from 1; 0 = the file itself."""

    @property
    def severity(self) -> Severity:
        """``error`` for E codes, ``warning`` for W codes."""
        return "error" if self.code[0] == "E" else "warning"

    @property
    def name(self) -> str:
        """The kebab-case name of the code."""
        return REGISTRY[self.code].name


def diagnostic(name: str, where: Where | None = None, *, rule: str = "", fix: Fix | None = None,
               **arguments: Any) -> Diagnostic:
    """A finding of the registry entry called ``name`` (kebab-case), its message filled from ``arguments``.

    Raises KeyError if no entry has that name or an argument of the message is missing.
    """
    entry = BY_NAME[name]
    return Diagnostic(entry.code, entry.message.format(**arguments), where, rule=rule, fix=fix,
                      arguments=arguments)
