"""Writes one line without end when a sheet is to be settled."""

import sys
from collections.abc import Mapping
from typing import Any

from _bent import main, on


def _flood(request: Mapping[str, Any]) -> dict[str, Any]:
    while True:
        sys.stdout.write("and so on " * 10000)


answer = on("settle", _flood)

if __name__ == "__main__":
    main(answer)
