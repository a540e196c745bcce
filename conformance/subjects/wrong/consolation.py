"""Writes no consolation."""

from _bent import main, with_rules

answer = with_rules(consolation="none")

if __name__ == "__main__":
    main(answer)
