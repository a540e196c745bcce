"""Preferans hands as text: notation, validation, scoring and conversion.

    >>> import preferans_pbn
    >>> [record] = preferans_pbn.loads('[Event "demo"]\\n[Contract "6S"]\\n')
    >>> record.contract
    '6S'

Importing this package is cheap: parsers, schemas and terminal output load when first needed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__version__ = "1.0.0.dev0"

if TYPE_CHECKING:
    from preferans_pbn.api import score, settle
    from preferans_pbn.notation import dump, dumps, iter_records, load, loads
    from preferans_pbn.replaying import replay
    from preferans_pbn.variants import load_variant

__all__ = ["__version__", "dump", "dumps", "iter_records", "load", "load_variant", "loads", "replay", "score",
           "settle"]

_HOMES = {
    "dump": "notation", "dumps": "notation", "iter_records": "notation", "load": "notation", "loads": "notation",
    "load_variant": "variants", "replay": "replaying", "score": "api", "settle": "api",
}


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{home}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
