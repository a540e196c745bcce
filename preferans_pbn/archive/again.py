"""Inputs that are read more than once."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import IO, BinaryIO, Self, cast

from preferans_pbn.inputs import STDIN, Input, find_inputs


class Again:
    """The inputs behind paths, as often as they are asked for; standard input is kept in a temporary file."""

    def __init__(self, paths: Iterable[str]) -> None:
        self._paths = tuple(paths)
        self._held: IO[bytes] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exit_: object) -> None:
        if self._held is not None:
            self._held.close()

    def inputs(self) -> Iterator[Input]:
        """All inputs from the first."""
        for path in self._paths:
            for source in find_inputs([path]):
                yield Input(STDIN, None, self._opened(source)) if path == STDIN else source

    def _opened(self, source: Input) -> Callable[[], AbstractContextManager[BinaryIO]]:
        @contextmanager
        def opened() -> Iterator[BinaryIO]:
            if self._held is None:
                held = tempfile.TemporaryFile()  # noqa: SIM115 (closed at the end)
                with source.opened() as stream:
                    shutil.copyfileobj(stream, held)
                self._held = held
            self._held.seek(0)
            yield cast("BinaryIO", self._held)

        return opened
