"""Plays every variant by its own values, whatever else it is told."""

from _bent import REFERENCE, main

from preferans_pbn.conformance.ops import answer as answer_op


def answer(request):
    """The answer without what the request sets."""
    rules = REFERENCE.rules_of({"variant": request["rules"]["variant"]})
    return answer_op(request["op"], rules, request["input"])


if __name__ == "__main__":
    main(answer)
