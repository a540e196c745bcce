"""Lets the winner of trick two lead the third of an all-pass round."""

from _bent import main, with_rules

answer = with_rules(all_pass_trick3="winner")

if __name__ == "__main__":
    main(answer)
