"""A source before it is read: its encoding, its bytes as the formats want them, its format."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from preferans_pbn.convert.encodings import Encoding, encoding_of, recoded
from preferans_pbn.convert.model import Options, Source
from preferans_pbn.convert.registry import Format, detect_format


class Opened(NamedTuple):
    """``source`` and ``options`` as ``form`` is to read them; ``form``: None where no format fits."""

    source: Source
    form: Format | None
    encoding: Encoding
    options: Options


def opened(source: Source, form: Format | None, options: Options) -> Opened:
    """Finds out what ``source`` is.  ``form``: the format that was named.

    Raises SourceFault where the encoding is not known, OSError where the source cannot be read.
    """
    encoding = encoding_of(source, options.encoding)
    if encoding.wide:
        source = recoded(source, encoding)
    head = source.head()
    if encoding.wide or encoding.name == "utf-8":
        options = replace(options, encoding="")
    else:
        options = replace(options, encoding=encoding.name)
        head = head.decode(encoding.name, "replace").encode("utf-8", "replace")
    return Opened(source, form or detect_format(head, source.name), encoding, options)
