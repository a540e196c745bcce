"""The corpus and everything that is not mutated, loaded once; the engine itself is loaded afresh in each fork."""

from __future__ import annotations

import ast
import hashlib
import json
import sys
from functools import cache
from importlib import import_module
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType
from typing import Any, Final

PACKAGE: Final = "preferans_pbn"
ROOT: Final = Path(__file__).parents[2]
MUTATED: Final = ("rules", "families")
"""The folders of the package that are mutated."""
DEPENDED_ON: Final = (*MUTATED, "replaying", "variants", "conformance/ops", "session.py", "checking.py", "cards.py")
"""What the answers to the cases come from, beside the reading of texts."""

USERS: Final = (f"{PACKAGE}.conformance.reference", *(f"{PACKAGE}.conformance.ops.{name}" for name in (
    "auction", "defence", "exchange", "perft", "score", "sheet", "text", "tricks")))
"""What asks the engine in a case."""


def modules() -> dict[str, Path]:
    """The modules that are mutated, short names (``families.russian.auction``) and files."""
    found = {}
    for folder in MUTATED:
        for path in sorted((ROOT / PACKAGE / folder).rglob("*.py")):
            name = ".".join(path.relative_to(ROOT / PACKAGE).with_suffix("").parts)
            found[name.removesuffix(".__init__")] = path
    return found


def digest(*parts: str | bytes) -> str:
    """A short name of a content."""
    whole = hashlib.sha256()
    for part in parts:
        whole.update(part.encode() if isinstance(part, str) else part)
        whole.update(b"\0")
    return whole.hexdigest()[:12]


def engine_digest() -> str:
    """Changes when a source changes that answers come from."""
    paths: list[Path] = []
    for name in DEPENDED_ON:
        place = ROOT / PACKAGE / name
        paths += [place] if place.is_file() else [each for each in place.rglob("*") if each.suffix in (".py", ".yaml")]
    return digest(*(path.read_bytes() for path in sorted(paths)))


class Asker:
    """Asks this program the cases.  Make it in the parent; `ask` only in forks."""

    def __init__(self, place: Path | None = None) -> None:
        from preferans_pbn.conformance.cases import load_corpus
        from preferans_pbn.conformance.reference import Reference, ruleset_of
        from preferans_pbn.conformance.schema import fault, output_of

        hello = Reference().hello()
        corpus = [case for case in load_corpus(place) if case.op in hello["ops"] and case.variant in hello["variants"]]
        self.cases: dict[str, Any] = {case.id: case for case in corpus}
        self.digests = {case.id: digest(json.dumps([case.op, case.variant, dict(case.overrides), dict(case.input),
                                                    dict(case.expect), list(map(dict, case.alternatives))],
                                                   sort_keys=True)) for case in corpus}
        # What costs time when it is first needed, and has nothing to do with the engine, is made here for all forks.
        from preferans_pbn.notation.places import spans
        from preferans_pbn.notation.stream import iter_text

        for case in corpus:
            ruleset_of(case.variant, case.overrides)
            fault(output_of(case.op), case.expect)
        for text in [b'[Event "1"]\n[Dealer "E"]\n', b'[Event "1"]\n[Dealer E]\n']:
            for read in iter_text(text):
                if read.record is not None:
                    spans(read.record)
        forget_engine()

    def digest(self) -> str:
        """Changes when a case changes."""
        return digest(*(f"{name} {self.digests[name]}" for name in sorted(self.digests)))

    def ask(self, name: str) -> bool:
        """Is the case ``name`` answered rightly?"""
        from preferans_pbn.conformance.compare import judge
        from preferans_pbn.conformance.reference import Reference

        case = self.cases[name]
        answer = Reference().answer({"op": case.op, "rules": {"variant": case.variant, "set": case.overrides},
                                     "input": case.input})
        return bool(judge(case.op, case.expect, case.alternatives, answer).verdict == "pass")


def load_engine(without: str | None = None) -> None:
    """Load the engine and what stands on it afresh, so that forks need not; ``without``: all but this module and
    what has names of it."""
    forget_engine()
    for name in (*(f"{PACKAGE}.{module}" for module in modules()), *USERS):
        import_module(name)
    if without is not None:
        _unload({f"{PACKAGE}.{without}"})


def forget_engine() -> None:
    """Unload the engine and every module that has names of it, so that they are loaded afresh."""
    _unload({name for name in sys.modules if name.startswith(PACKAGE + ".") and name.split(".")[1] in MUTATED})


def _unload(gone: set[str]) -> None:
    """Unload these modules and all that import one of them, themselves or by others."""
    loaded = {name: path for name, module in sys.modules.items()
              if name.startswith(PACKAGE + ".") and (path := getattr(module, "__file__", None))}
    imports = {name: _imported(Path(path)) for name, path in loaded.items()}
    grown = True
    while grown:
        more = {name for name in loaded if name not in gone and imports[name] & gone}
        grown = bool(more)
        gone |= more
    for name in gone & loaded.keys():
        del sys.modules[name]
        package, _, last = name.rpartition(".")
        if package in sys.modules:
            vars(sys.modules[package]).pop(last, None)


@cache
def _imported(path: Path) -> set[str]:
    """The modules of the package that a file names in an import, anywhere in it."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
    return found


class Mutation(MetaPathFinder):
    """Loads one module from another source than its file."""

    def __init__(self, module: str, path: Path, source: str) -> None:
        self._name = f"{PACKAGE}.{module}"
        self._path = path
        self._source = source

    def find_spec(self, fullname: str, path: Any, target: Any = None) -> ModuleSpec | None:
        """The module's place, where it is the one."""
        if fullname != self._name:
            return None
        return spec_from_file_location(fullname, self._path, loader=_Loader(fullname, str(self._path), self._source))

    def __enter__(self) -> None:
        assert self._name not in sys.modules
        sys.meta_path.insert(0, self)

    def __exit__(self, *_: object) -> None:
        sys.meta_path.remove(self)


class _Loader(SourceFileLoader):
    def __init__(self, name: str, path: str, source: str) -> None:
        super().__init__(name, path)
        self._mutated = source

    def get_code(self, fullname: str) -> CodeType:
        return compile(self._mutated, self.path, "exec", dont_inherit=True)
