"""The lists that the corpus is checked against: tags, retired ids, seed statements, clauses, codes, sources."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from preferans_pbn.conformance.yaml_reading import read_yaml
from preferans_pbn.data_files import data_path

UNSHOWN_CODES: Final = {
    "E007": "a record of a mebibyte is no case for a corpus",
    "E008": "a file that cannot be opened has no text",
    "E013": "no text is known over which the program fails",
    "W809": "a case always names the rules that its text is read by",
    "W811": "a case always names the rules that its text is read by",
}
"""Codes that no text of a case can show, each with the reason."""

_CLAUSE: Final = re.compile(r"^\*\*(N-\d+\.\d+)\*\*", re.MULTILINE)
_REFERENCE: Final = re.compile(
    r"WE-[A-Z]?\d+|TS-\d+|C-\d+|D-\d+|K-\d+|AMB-S\d-\d+|(?:rules|protocol|formats|design)\.md( .+)?")
_STATEMENT: Final = re.compile(r"S[012]-\d+")


def _content(name: str) -> Any:
    path: Path = data_path(f"conformance/{name}")
    return read_yaml(path, name).content or []


@lru_cache(maxsize=1)
def tags() -> dict[str, str]:
    """The tags that a case may have, each with its meaning."""
    return dict(_content("tags.yaml") or {})


@lru_cache(maxsize=1)
def retired() -> dict[str, str]:
    """Ids that were used once and never will be again, each with the reason."""
    return {str(entry["id"]): str(entry["reason"]) for entry in _content("retired.yaml")}


@lru_cache(maxsize=1)
def statements() -> tuple[str, ...]:
    """The seed statements that are rules: each needs a case."""
    return tuple(map(str, _content("statements.yaml")))


@lru_cache(maxsize=1)
def clauses() -> tuple[str, ...]:
    """The numbered clauses of the notation."""
    return tuple(_CLAUSE.findall(data_path("grammar/README.md").read_text(encoding="utf-8")))


@lru_cache(maxsize=1)
def codes() -> tuple[str, ...]:
    """The diagnostic codes that a case can show: those of the notation, and what a conversion of a text can lose."""
    from preferans_pbn.diagnostics import REGISTRY

    return tuple(code for code, entry in REGISTRY.items() if code not in UNSHOWN_CODES
                 and (entry.clause != "convert" or code.startswith("W7")))


def unknown_source(source: str) -> str:
    """What is wrong with a case's source, ``""`` if nothing is.

    A source is a clause (``N-3.4``), a seed statement that is a rule (``S1-36``), a worked example or conflict of the
    dossier (``WE-03``, ``C-04``), a part of a project page (``rules.md 1.7``), or a source key of the variant files,
    perhaps followed by a blank and a place in that source (``CODEX 3.8.1``).
    """
    if source.startswith("N-"):
        return "" if source in clauses() else f"the notation has no clause {source}"
    if _STATEMENT.fullmatch(source):
        return "" if source in statements() else f"{source} is no seed statement that is a rule"
    if _REFERENCE.fullmatch(source):
        return ""
    from preferans_pbn.variants import source_texts

    return "" if source.split(" ")[0] in source_texts() else f"{source} is no source"
