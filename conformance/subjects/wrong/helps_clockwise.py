"""Helps the next player instead of the one with the largest pool."""

from _bent import main, with_rules

answer = with_rules(help="clockwise")

if __name__ == "__main__":
    main(answer)
