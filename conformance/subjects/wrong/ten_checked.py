"""Checks every ten."""

from _bent import main, with_rules

answer = with_rules(ten="checked")

if __name__ == "__main__":
    main(answer)
