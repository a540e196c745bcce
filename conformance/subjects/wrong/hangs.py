"""Thinks for ever when a sheet is to be settled."""

import time
from collections.abc import Mapping
from typing import Any

from _bent import main, on


def _hang(request: Mapping[str, Any]) -> dict[str, Any]:
    while True:
        time.sleep(3600)


answer = on("settle", _hang)

if __name__ == "__main__":
    main(answer)
