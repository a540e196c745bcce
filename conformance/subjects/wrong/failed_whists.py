"""Writes no whists for tricks on a failed contract, only the consolation."""

from _bent import main, with_rules

answer = with_rules(failed_trick_whists="none")

if __name__ == "__main__":
    main(answer)
