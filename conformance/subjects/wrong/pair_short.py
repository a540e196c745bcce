"""Fines the whister with fewer tricks for all that the pair is short."""

from _bent import main, with_rules

answer = with_rules(short_penalty_split="fewer")

if __name__ == "__main__":
    main(answer)
