"""Asks nobody to play higher."""

from _bent import main, with_rules

answer = with_rules(must_overtake="none")

if __name__ == "__main__":
    main(answer)
