"""Puts the JSON mirror of the corpus into the wheel (a build hook of hatchling)."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class MirrorHook(BuildHookInterface):  # type: ignore[misc, type-arg]  # hatchling has no types
    """Writes ``corpus.ndjson`` and ``manifest.json`` and has them packed beside the schemas."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called before a wheel is built; an editable install reads the YAML files themselves."""
        if version == "editable":
            return
        sys.path.insert(0, self.root)
        try:
            from preferans_pbn.conformance import vocabulary
            from preferans_pbn.conformance.cases import load_corpus
            from preferans_pbn.conformance.export import write_mirror
            from preferans_pbn.conformance.version import corpus_version

            self._folder = tempfile.TemporaryDirectory()
            paths = write_mirror(Path(self._folder.name), load_corpus(), corpus_version(), vocabulary.retired())
        finally:
            sys.path.remove(self.root)
        for path in paths:
            build_data["force_include"][str(path)] = f"preferans_pbn/_data/conformance/{path.name}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """The wheel is built: what was written for it is not needed any more."""
        if version != "editable":
            self._folder.cleanup()
