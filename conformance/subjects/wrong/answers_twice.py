"""Answers twice when a sheet is to be settled."""

import json
import sys
from collections.abc import Mapping
from typing import Any

from _bent import REFERENCE, main, on


def _twice(request: Mapping[str, Any]) -> dict[str, Any]:
    said = REFERENCE.answer(request)
    sys.stdout.write(json.dumps({"seq": request["seq"], **said}) + "\n")
    sys.stdout.flush()
    return said


answer = on("settle", _twice)

if __name__ == "__main__":
    main(answer)
