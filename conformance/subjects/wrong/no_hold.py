"""Knows no hold."""

from _bent import main, with_rules

answer = with_rules(hold="none")

if __name__ == "__main__":
    main(answer)
