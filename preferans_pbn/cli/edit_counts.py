"""``perft --edits``."""
