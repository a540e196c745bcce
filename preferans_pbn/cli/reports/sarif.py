"""SARIF 2.1.0, the interchange form of static analysis results."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Final, TextIO
from urllib.parse import quote

from preferans_pbn import __version__
from preferans_pbn.cli.reports.json_report import dumped
from preferans_pbn.diagnostics import REGISTRY

if TYPE_CHECKING:
    from preferans_pbn.checking import Checked
    from preferans_pbn.diagnostics import Diagnostic

_SCHEMA: Final = "https://json.schemastore.org/sarif-2.1.0.json"


class SarifReport:
    """One run.  Results are written as they come; the rules that they name follow them."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._rules: dict[str, int] = {}
        self._count = 0
        stream.write(f'{{\n"$schema": "{_SCHEMA}",\n"version": "2.1.0",\n"runs": [{{\n'
                     '"columnKind": "unicodeCodePoints",\n"results": [')

    def begin(self, path: str) -> None:
        """Nothing: every result names its file."""

    def add(self, checked: Checked, findings: list[Diagnostic]) -> None:
        for found in findings:
            self._stream.write(",\n" if self._count else "\n")
            self._stream.write(dumped(self._result(found)))
            self._count += 1

    def finish(self) -> None:
        driver = {"name": "preferans-pbn", "version": __version__, "rules": [_rule(code) for code in self._rules]}
        self._stream.write(f'\n],\n"tool": {dumped({"driver": driver}, 1)}\n}}]\n}}\n')

    def _result(self, found: Diagnostic) -> dict[str, Any]:
        index = self._rules.setdefault(found.code, len(self._rules))
        location: dict[str, Any] = {"artifactLocation": {"uri": _uri(found.path)}}
        if found.line:
            location["region"] = _region(found)
        result: dict[str, Any] = {
            "ruleId": found.code,
            "ruleIndex": index,
            "level": found.severity,
            "message": {"text": found.message},
            "locations": [{"physicalLocation": location}],
            "properties": {"record": found.record},
        }
        if found.rule:
            result["properties"]["rule"] = found.rule
        if found.fix is not None and found.line:
            result["fixes"] = [{
                "description": {"text": found.fix.title or "replace"},
                "artifactChanges": [{
                    "artifactLocation": {"uri": _uri(found.path)},
                    "replacements": [{"deletedRegion": _region(found),
                                      "insertedContent": {"text": found.fix.replacement}}],
                }],
            }]
        return result


def _region(found: Diagnostic) -> dict[str, int]:
    region = {"startLine": found.line}
    if found.col:
        region["startColumn"] = found.col
        region["endColumn"] = max(found.end_col, found.col)
    return region


def _rule(code: str) -> dict[str, Any]:
    entry = REGISTRY[code]
    return {
        "id": entry.code,
        "name": "".join(word.capitalize() for word in entry.name.split("-")),
        "shortDescription": {"text": entry.name.replace("-", " ")},
        "fullDescription": {"text": entry.explanation},
        "defaultConfiguration": {"level": "error" if code[0] == "E" else "warning"},
        "properties": {"clause": entry.clause},
    }


def _uri(path: str) -> str:
    if path == "-":
        return "stdin"
    return quote(path.replace(os.sep, "/").encode("utf-8", "surrogateescape"), safe="/")
