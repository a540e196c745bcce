"""Writes results as decimal fractions, which are no amounts."""

from collections.abc import Mapping
from typing import Any

from _bent import REFERENCE, main, on


def _decimal(request: Mapping[str, Any]) -> dict[str, Any]:
    output = REFERENCE.answer(request)["output"]
    return {"output": {**output, "result": {seat: f"{value}.0" for seat, value in output["result"].items()}}}


answer = on("settle", _decimal)

if __name__ == "__main__":
    main(answer)
