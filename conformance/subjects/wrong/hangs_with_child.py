"""Starts another process and waits for it for ever when a sheet is to be settled."""

import subprocess
import sys
from collections.abc import Mapping
from typing import Any

from _bent import main, on


def _hang(request: Mapping[str, Any]) -> dict[str, Any]:
    subprocess.run([sys.executable, "-c", "import time; time.sleep(3600)"], check=False)
    return {"unsupported": "never"}


answer = on("settle", _hang)

if __name__ == "__main__":
    main(answer)
