"""Calls every illegal call malformed."""

from collections.abc import Mapping
from typing import Any

from _bent import REFERENCE, main


def answer(request: Mapping[str, Any]) -> dict[str, Any]:
    said = REFERENCE.answer(request)
    if said.get("error", {}).get("code") == "illegal-call":
        return {"error": {"code": "malformed"}}
    return said


if __name__ == "__main__":
    main(answer)
