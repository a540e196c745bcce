"""Credits each follower with his own tricks under kontra."""

from _bent import main, with_rules

answer = with_rules(kontra_credit="split")

if __name__ == "__main__":
    main(answer)
