"""The mutants of a module: what cosmic-ray's operators make of its source, one small change each.

Left out, because by construction no answer of the program can tell them from the original:

* annotations (cosmic-ray takes ``int | None`` for a sum), type aliases, the type in ``cast``, protocols, blocks that
  only type checkers read; the ``*`` of a signature (cosmic-ray takes it for a product); ``slots`` and ``frozen`` of a
  data class;
* the wording of messages, which the protocol never compares: what a `Violation` or an exception is told beside its
  name, the texts of ``why`` and which of two of them is taken;
* what is no Python any more, or the same code as the original or as an earlier mutant.
"""

from __future__ import annotations

import ast
import marshal
import pickle
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, Final

PREFIX: Final = "core/"
NEEDS_ARGUMENTS: Final = frozenset({"VariableInserter", "VariableReplacer"})
"""Operators of cosmic-ray that must be told names of variables."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One small change of a module.

    ``operator`` and ``occurrence`` as cosmic-ray counts them; ``line`` and ``col`` of the place, from 1 and 0;
    ``first`` to ``last``: the lines of its statement; ``loading``: that runs when the module is loaded.  The
    mutated source is the original with the characters from ``start`` to ``end`` replaced by ``text``.
    """

    operator: str
    occurrence: int
    line: int
    col: int
    first: int
    last: int
    loading: bool
    start: int
    end: int
    text: str

    def source(self, original: str) -> str:
        """The mutated source."""
        return original[:self.start] + self.text + original[self.end:]

    @property
    def key(self) -> str:
        """Names the mutant within its module."""
        return f"{self.operator}:{self.occurrence}"


def mutants_of(source: str) -> list[Mutant]:
    """All mutants of ``source``, by place.  Needs cosmic-ray."""
    from cosmic_ray.ast import get_ast
    from cosmic_ray.plugins import get_operator, operator_names

    places = Places(source)
    tree = get_ast(source)
    nodes = list(_nodes(tree, ()))
    packed = pickle.dumps(tree)
    seen = {_shape(source)}
    found = []
    for name in operator_names():
        if name.removeprefix(PREFIX) in NEEDS_ARGUMENTS:
            continue
        operator = get_operator(name)()
        occurrence = -1
        for node, path in nodes:
            for index, ((line, col), _) in enumerate(operator.mutation_positions(node)):
                occurrence += 1
                if places.unseen(line, col):
                    continue
                mutated = _mutated(packed, path, operator, index)
                shape = _shape(mutated)
                if shape is None or shape in seen:
                    continue
                seen.add(shape)
                first, last, loading = places.statement(line, col)
                start, end, text = edit(source, mutated)
                found.append(Mutant(name.removeprefix(PREFIX), occurrence, line, col, first, last, loading,
                                    start, end, text))
    return sorted(found, key=lambda mutant: (mutant.line, mutant.col, mutant.operator, mutant.occurrence))


def _nodes(node: Any, path: tuple[int, ...]) -> Iterator[tuple[Any, tuple[int, ...]]]:
    """Every node with the way to it, in cosmic-ray's order."""
    yield node, path
    for n, child in enumerate(getattr(node, "children", ())):
        yield from _nodes(child, (*path, n))


def _mutated(packed: bytes, path: tuple[int, ...], operator: Any, index: int) -> str:
    tree = pickle.loads(packed)
    parent, node = None, tree
    for step in path:
        parent, node = node, node.children[step]
    changed = operator.mutate(node, index)
    if parent is not None:
        parent.children = [each for n, each in enumerate(parent.children) if n != path[-1] or changed is not None]
        if changed is not None:
            parent.children[path[-1]] = changed
    return str(tree.get_code())


def _shape(source: str) -> bytes | None:
    """Equal for equal programs, None for what is none."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return marshal.dumps(compile(source, "mutant", "exec", dont_inherit=True))
        except (SyntaxError, ValueError):
            return None


def edit(original: str, mutated: str) -> tuple[int, int, str]:
    """The characters of ``original`` that were replaced, and by what."""
    shorter = min(len(original), len(mutated))
    start = next((n for n in range(shorter) if original[n] != mutated[n]), shorter)
    tail = next((n for n in range(shorter - start) if original[-1 - n] != mutated[-1 - n]), shorter - start)
    return start, len(original) - tail, mutated[start:len(mutated) - tail]


class Places:
    """Where things stand in a source."""

    def __init__(self, source: str) -> None:
        lines = source.splitlines(keepends=True)
        self._lines = lines
        self._starts = [0, *accumulate(map(len, lines))]
        tree = ast.parse(source)
        self._unseen = [self._span(node) for node in _unseen(tree)]
        self._heads = [(self._at(node.lineno, node.col_offset), self._span(node.body[0])[0],
                        [self._span(value) for value in (*node.args.defaults, *node.args.kw_defaults) if value])
                       for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
        self._tree = tree

    def unseen(self, line: int, col: int) -> bool:
        """Is nothing of this in any answer?"""
        at = self._starts[line - 1] + col
        return (any(start <= at < end for start, end in self._unseen)
                or any(start <= at < end and not any(one <= at < other for one, other in defaults)
                       for start, end, defaults in self._heads))

    def statement(self, line: int, col: int) -> tuple[int, int, bool]:
        """First and last line of the statement at a place (of one with a body, its head), and whether it runs when
        the module is loaded."""
        at = self._starts[line - 1] + col
        body: ast.AST = self._tree
        loading = True
        while True:
            inner = [node for node in _statements(body) if self._span(node)[0] <= at < self._span(node)[1]]
            if not inner:
                break
            if isinstance(body, ast.FunctionDef):
                loading = False
            body = inner[0]
        before = [node.end_lineno or 0 for node in _statements(body) if self._span(node)[1] <= at]
        behind = [node.lineno for node in _statements(body) if self._span(node)[0] > at]
        first = max(before, default=getattr(body, "lineno", 1))
        last = min(behind, default=getattr(body, "end_lineno", len(self._lines)))
        return first, last, loading

    def _span(self, node: ast.AST) -> tuple[int, int]:
        decorators = getattr(node, "decorator_list", None)
        head: Any = decorators[0] if decorators else node
        tail: Any = node
        start = self._at(head.lineno, head.col_offset) - bool(decorators)
        return start, self._at(tail.end_lineno, tail.end_col_offset)

    def _at(self, line: int, offset: int) -> int:
        """The index of a character; ``offset`` counts bytes."""
        text = self._lines[line - 1]
        return self._starts[line - 1] + (offset if text.isascii() else len(text.encode()[:offset].decode()))


def _statements(node: ast.AST) -> Iterator[ast.stmt]:
    """The statements directly within ``node``."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.stmt):
            yield child
        elif isinstance(child, ast.ExceptHandler | ast.match_case):
            yield from _statements(child)


_TOLD: Final = frozenset({"Violation", "_in_hand", "_undefined", "ScoringError", "UndefinedByVariant"})
"""Calls whose arguments behind the first are the parts of a message, or all where the first is one too."""


def _unseen(tree: ast.AST) -> Iterator[ast.AST]:
    """What no running program reads, and what is read in messages alone."""
    for node in ast.walk(tree):
        if isinstance(node, ast.arg) and node.annotation is not None:
            yield node.annotation
        elif isinstance(node, ast.FunctionDef) and node.returns is not None:
            yield node.returns
        elif isinstance(node, ast.AnnAssign):
            yield node if ast.unparse(node.annotation) == "TypeAlias" else node.annotation
        elif isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            yield node
        elif isinstance(node, ast.ClassDef):
            if any(ast.unparse(base) == "Protocol" for base in node.bases):
                yield node
            yield from (each for each in node.decorator_list if isinstance(each, ast.Call))
        elif isinstance(node, ast.Call):
            name = ast.unparse(node.func).rpartition(".")[2]
            if name == "cast":
                yield node.args[0]
            elif name in _TOLD:
                yield from node.args[name == "Violation":]
        elif isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "why" and _is_text(node.value):
            yield node.value


def _is_text(node: ast.AST) -> bool:
    """Is this a text that is not empty, whatever is the case?"""
    if isinstance(node, ast.IfExp):
        return _is_text(node.body) and _is_text(node.orelse)
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str)
                                               and bool(node.value))
