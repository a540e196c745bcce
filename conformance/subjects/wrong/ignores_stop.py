"""Right in everything, but does not end when it is told to, nor when its input ends."""

import signal
import time

from _bent import REFERENCE, main

answer = REFERENCE.answer

if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    main(answer)
    while True:
        time.sleep(3600)
