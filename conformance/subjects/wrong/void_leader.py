"""Takes the suit of the first player's card as led where he is void in the talon's."""

from _bent import main, with_rules

answer = with_rules(all_pass_void_leader="own_card")

if __name__ == "__main__":
    main(answer)
