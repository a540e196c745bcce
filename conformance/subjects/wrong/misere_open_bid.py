"""Lets misère be bid at any call."""

from _bent import main, with_rules

answer = with_rules(misere_bid="any_time")

if __name__ == "__main__":
    main(answer)
