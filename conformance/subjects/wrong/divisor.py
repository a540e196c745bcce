"""Divides the dump of all by one player fewer."""

from _bent import main, with_rules

answer = with_rules(divisor="n-1")

if __name__ == "__main__":
    main(answer)
