"""Enters no refe."""

from _bent import main, with_rules

answer = with_rules(refe="none")

if __name__ == "__main__":
    main(answer)
