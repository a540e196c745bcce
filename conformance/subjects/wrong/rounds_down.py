"""Drops what is not whole from amounts."""

from _bent import REFERENCE, main


def answer(request):
    """The answer with every ``p/q`` cut to a whole number."""
    said = REFERENCE.answer(request)
    return {**said, "output": whole(said["output"])} if "output" in said else said


def whole(value):
    """``value`` without fractions."""
    if isinstance(value, dict):
        return {name: whole(item) for name, item in value.items()}
    if isinstance(value, list):
        return [whole(item) for item in value]
    if isinstance(value, str) and "/" in value and value.lstrip("-")[:1].isdigit() and "." not in value:
        above, below = value.split("/")
        return int(above) // int(below) if above.lstrip("-").isdigit() and below.isdigit() else value
    return value


if __name__ == "__main__":
    main(answer)
