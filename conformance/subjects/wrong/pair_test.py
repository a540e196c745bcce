"""Fines a whister below his half although the pair has its tricks."""

from _bent import main, with_rules

answer = with_rules(pair_test="false")

if __name__ == "__main__":
    main(answer)
