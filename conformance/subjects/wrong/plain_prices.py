"""Takes the same price for every all-pass round."""

from _bent import main, with_rules

answer = with_rules(all_pass_price="1")

if __name__ == "__main__":
    main(answer)
