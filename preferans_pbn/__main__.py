"""``python -m preferans_pbn`` is the command ``preferans-pbn``."""

from preferans_pbn.cli import main

if __name__ == "__main__":
    main()
