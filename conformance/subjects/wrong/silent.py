"""Does not answer at all, not even to start."""

import time

if __name__ == "__main__":
    time.sleep(3600)
