"""Ends with a traceback when a sheet is to be settled."""

from collections.abc import Mapping
from typing import Any

from _bent import main, on


def _crash(request: Mapping[str, Any]) -> dict[str, Any]:
    raise RuntimeError("settling is not my business")


answer = on("settle", _crash)

if __name__ == "__main__":
    main(answer)
