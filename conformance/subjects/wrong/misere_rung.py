"""Takes misère for a bid that an eight beats."""

from collections.abc import Mapping
from typing import Any

from _bent import REFERENCE, main, on


def _low(request: Mapping[str, Any]) -> dict[str, Any]:
    said = REFERENCE.answer(request)
    calls = request["input"]["calls"]
    at = said.get("error", {}).get("at")
    if at is None or not calls[at].startswith("8") or "misere" not in calls[:at]:
        return said
    return REFERENCE.answer({**request, "input": {**request["input"], "calls": calls[:at]}})


answer = on("legal-calls", _low)

if __name__ == "__main__":
    main(answer)
