"""The version of the corpus: the first heading of ``conformance/CHANGELOG.md``."""

from __future__ import annotations

import re
from functools import lru_cache

from preferans_pbn.data_files import data_path


@lru_cache(maxsize=1)
def corpus_version() -> str:
    """The version, ``0.0.0`` where the change log names none."""
    text = data_path("conformance/CHANGELOG.md").read_text(encoding="utf-8")
    found = re.search(r"^## (\d+\.\d+\.\d+)\b", text, re.MULTILINE)
    return found[1] if found else "0.0.0"
