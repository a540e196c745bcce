"""Goes round the table the wrong way: it takes the players in the opposite order."""

from _bent import REFERENCE, main


def answer(request):
    """The answer for the players turned round behind the dealer."""
    given = dict(request["input"])
    if "players" in given and "dealer" in given:
        given["players"] = given["players"][::-1]
    return REFERENCE.answer({**request, "input": given})


if __name__ == "__main__":
    main(answer)
