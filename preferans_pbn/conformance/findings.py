"""What is wrong with the corpus, as data: one `Finding` a fault."""

from __future__ import annotations

from typing import Any, NamedTuple


class Finding(NamedTuple):
    """``rule``: the lint rule; ``path`` and ``line`` (from 1; 0: the whole file) where it stands; ``case``: the
    case's id or ``""``; ``message``: a sentence."""

    rule: str
    path: str
    line: int
    case: str
    message: str

    def json(self) -> dict[str, Any]:
        """The finding for JSON."""
        return {"rule": self.rule, "path": self.path, "line": self.line or None, "case": self.case or None,
                "message": self.message}
