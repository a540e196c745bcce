"""Files that stand at the top level of the source tree and inside the wheel.

The grammar, the corpus and the schemas of the corpus exist once in the repository, at its top level.  A
wheel carries them under ``preferans_pbn/_data``; an editable install and a checkout read them where they
stand.
"""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path


def data_path(name: str) -> Path:
    """The file or directory ``name`` (``grammar/preferans.lark``), relative to the top level.

    Raises FileNotFoundError if neither the wheel's data nor the source tree has it.
    """
    package = Path(str(files("preferans_pbn")))
    for root in (package / "_data", package.parent):
        path = root / name
        if path.exists():
            return path
    raise FileNotFoundError(f"preferans_pbn was installed without {name}")
