"""The JSON mirror of the corpus: one case a line, and a manifest that says what it holds."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final

from preferans_pbn.conformance.cases import FIELDS, MIRROR, Case
from preferans_pbn.conformance.protocol import PROTOCOL
from preferans_pbn.conformance.schema import BASE

MANIFEST: Final = "manifest.json"


def mirror_of(cases: Iterable[Case]) -> bytes:
    """The cases, one a line, by id: the fields as written, and the file they stand in."""
    lines = []
    for case in sorted(cases, key=lambda case: case.id):
        data: dict[str, Any] = {name: case.data[name] for name in FIELDS if name in case.data}
        data |= {"folder": case.folder, "file": case.path}
        lines.append(json.dumps(data, ensure_ascii=False, separators=(",", ":")))
    return "".join(f"{line}\n" for line in lines).encode()


def manifest_of(cases: Sequence[Case], mirror: bytes, version: str, retired: Iterable[str]) -> dict[str, Any]:
    """Version, counts and hash of a mirror."""
    return {
        "schema": f"{BASE}manifest", "version": version, "protocol": PROTOCOL, "file": MIRROR, "cases": len(cases),
        "sha256": hashlib.sha256(mirror).hexdigest(),
        "by_level": _counted(case.level for case in cases), "by_variant": _counted(case.variant for case in cases),
        "by_op": _counted(case.op for case in cases), "retired": sorted(retired), "licence": "CC0-1.0",
    }


def _counted(words: Iterable[str]) -> dict[str, int]:
    return dict(sorted(Counter(words).items()))


def write_mirror(folder: Path, cases: Sequence[Case], version: str, retired: Iterable[str] = (), *,
                 overwrite: bool = False) -> tuple[Path, Path]:
    """Write mirror and manifest into ``folder``; their paths.  Raises FileExistsError, OSError."""
    from preferans_pbn.outputs import atomic_write

    mirror = mirror_of(cases)
    manifest = json.dumps(manifest_of(cases, mirror, version, retired), indent=1, ensure_ascii=False) + "\n"
    folder.mkdir(parents=True, exist_ok=True)
    paths = folder / MIRROR, folder / MANIFEST
    for path, data in zip(paths, (mirror, manifest.encode()), strict=True):
        with atomic_write(path, overwrite=overwrite) as stream:
            stream.write(data)
    return paths
