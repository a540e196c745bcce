"""Makes both whisters answer for the one trick owed at eight, nine and ten."""

from _bent import main, with_rules

answer = with_rules(liable_89="both")

if __name__ == "__main__":
    main(answer)
