"""``--cluster``: the machines of a Dask cluster instead of this one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from importlib import import_module
from typing import Any, BinaryIO, TypeVar

import click

from preferans_pbn.inputs import STDIN, Input, UnreadableInput

F = TypeVar("F", bound=Callable[..., Any])


def cluster_option(function: F) -> F:
    """``--cluster`` of commands that many machines can do."""
    return click.option("--cluster", metavar="ADDRESS",
                        help="Work on the Dask cluster at tcp://HOST:PORT, or on local or local:N (N processes); PATH "
                             "may be a URL such as s3://…")(function)


@contextmanager
def client_of(address: str, paths: Iterable[str]) -> Iterator[Any]:
    """A client of the cluster at ``address``, for the files behind ``paths``.  Raises click.UsageError."""
    from preferans_pbn.bulk.dask_pool import NoCluster, connected
    from preferans_pbn.bulk.partitions import is_url

    names = list(paths)
    if STDIN in names:
        raise click.UsageError("--cluster reads files; the machines of a cluster have no standard input.")
    if any(map(is_url, names)):
        try:
            import_module("fsspec")
        except ImportError:
            raise click.UsageError("reading a URL needs the package fsspec: pip install 'preferans-pbn[cluster]'.") \
                from None
    try:
        with connected(address) as client:
            yield client
    except NoCluster as problem:
        raise click.UsageError(f"--cluster: {problem}.") from None


def input_called(name: str) -> Input:
    """The input that a machine called ``name``, as far as it can be had here."""
    from preferans_pbn.bulk.partitions import inputs_of

    def opened() -> AbstractContextManager[BinaryIO]:
        found = next((one for one in inputs_of(name) if one.name == name), None)
        if found is None:
            raise UnreadableInput("a part of an archive")
        return found.opened()

    return Input(name, None, opened)
