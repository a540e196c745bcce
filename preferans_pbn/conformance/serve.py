"""A subject's side of the protocol: read requests line by line, answer each at once.

`serve` is used by ``preferans-pbn conform serve`` and by subjects written in Python that have their own `answer`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from typing import Any, BinaryIO

from preferans_pbn.conformance.protocol import PROTOCOL

Answer = Callable[[Mapping[str, Any]], dict[str, Any]]


def serve(hello: Mapping[str, Any], answer: Answer, source: BinaryIO | None = None,
          sink: BinaryIO | None = None) -> None:
    """Answer the requests of ``source`` (standard input) on ``sink`` (standard output) until ``stop`` or its end.

    ``hello`` is sent to ``start``; ``answer`` gets a ``run`` request and returns ``output``, ``error`` or
    ``unsupported``.  A line that is no request is answered with the error ``malformed``.
    """
    source = source or sys.stdin.buffer
    sink = sink or sys.stdout.buffer
    for line in source:
        if not line.strip():
            continue
        reply: Mapping[str, Any]
        try:
            request = json.loads(line)
            command = request["cmd"]
        except (ValueError, KeyError, TypeError):
            reply = _malformed("this line is no request")
        else:
            if command == "stop":
                break
            reply = _reply(command, request, hello, answer)
        sink.write(json.dumps(reply, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")
                   + b"\n")
        sink.flush()


def _reply(command: Any, request: Mapping[str, Any], hello: Mapping[str, Any], answer: Answer) -> Mapping[str, Any]:
    if command == "start":
        if request.get("protocol") != PROTOCOL:
            return _malformed(f"this is protocol {PROTOCOL}")
        return hello
    if command == "run":
        return {"seq": request.get("seq"), **answer(request)}
    return _malformed(f"there is no command {command!r}")


def _malformed(message: str) -> dict[str, Any]:
    return {"seq": None, "error": {"code": "malformed", "message": message}}
