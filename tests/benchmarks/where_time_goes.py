"""Where the time of ``check`` goes: ``python -m tests.benchmarks.where_time_goes``.

The process is asked a thousand times a second which function it is in, over deals that it has not seen before.  Python
answers between calls only, so what is said of single functions is rough; of whole parts it is near enough.
"""

from __future__ import annotations

import io
import signal
import time
from collections import Counter
from types import FrameType

from preferans_pbn.checking import Checker
from preferans_pbn.collecting import collect_seldom
from preferans_pbn.notation import iter_records
from tests.benchmarks.reading import texts

SLICES = 200
PARTS = (
    ("one pattern over the record", ("notation/scanner.py:scan",)),
    ("its groups as values", ("notation/scanner.py", "notation/forms.py", "cards.py")),
    ("records told apart, objects made", ("notation/", "<string>", "record.py")),
    ("cards and tricks", ("rules/tricks.py", "replaying/playing.py")),
    ("score, sheet, settlement and their claims", ("families/", "rules/", "replaying/reckoning.py")),
    ("deal, auction, exchange, defence", ("replaying/",)),
    ("session, rules of the record, findings", ("session.py", "checking.py", "rulesets.py", "variants/")),
)
"""Names of parts, and how a ``file:function`` of each begins; the first that fits counts."""


def part_of(place: str) -> str:
    """The part that a function belongs to."""
    return next((name for name, begins in PARTS if place.startswith(begins)), "other")


def main() -> None:
    """Print the parts and their shares."""
    counts: Counter[str] = Counter()

    def sample(_: int, frame: FrameType | None) -> None:
        if frame is not None:
            file = frame.f_code.co_filename.rpartition("preferans_pbn/")[2]
            counts[part_of(f"{file}:{frame.f_code.co_name}")] += 1

    collect_seldom()
    slices = [text.encode() for text in texts(SLICES)]
    signal.signal(signal.SIGPROF, sample)
    records = 0
    start = time.process_time()
    signal.setitimer(signal.ITIMER_PROF, 0.001, 0.001)
    for data in slices:
        checker = Checker()
        for read in iter_records(io.BytesIO(data)):
            checker.check(read)
            records += 1
    signal.setitimer(signal.ITIMER_PROF, 0)
    each = (time.process_time() - start) / records * 1e6
    total = sum(counts.values())
    print(f"{records} deals, {each:.1f} us each")
    for name, count in counts.most_common():
        print(f"{count / total:6.1%} {count / total * each:6.1f} us  {name}")


if __name__ == "__main__":
    main()
