"""Shares the whists of every failed contract with the passer."""

from _bent import main, with_rules

answer = with_rules(lone_whist="gentleman")

if __name__ == "__main__":
    main(answer)
