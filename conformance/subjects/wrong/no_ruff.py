"""Lets a hand that is void throw any card."""

from _bent import main, with_rules

answer = with_rules(must_trump="false")

if __name__ == "__main__":
    main(answer)
