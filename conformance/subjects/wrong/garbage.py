"""Writes a line that is no JSON before it settles a sheet."""

import sys
from collections.abc import Mapping
from typing import Any

from _bent import REFERENCE, main, on


def _garbage(request: Mapping[str, Any]) -> dict[str, Any]:
    sys.stdout.write("settling …\n")
    sys.stdout.flush()
    return REFERENCE.answer(request)


answer = on("settle", _garbage)

if __name__ == "__main__":
    main(answer)
