"""Converters from and to other formats.

``read_source(Source.of_path("game-01.json"))`` gives the deals of a file one at a time; `FORMATS` lists the
formats, `find_format` finds one by name.  A deal comes as a `Converted`: the record, findings with their
place in the source, losses, and the scores that the source claims.
"""

from preferans_pbn.convert.model import Converted, Loss, Options, Source
from preferans_pbn.convert.registry import (
    FORMATS,
    Format,
    UnknownFormat,
    detect_format,
    find_format,
    format_names,
    read_source,
)

__all__ = [
    "FORMATS", "Converted", "Format", "Loss", "Options", "Source", "UnknownFormat", "detect_format",
    "find_format", "format_names", "read_source",
]
