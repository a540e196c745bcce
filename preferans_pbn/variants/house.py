"""House files: a club's own variant as a YAML file, checked line by line before it is used.

A house file has the form of the shipped files.  With ``extends`` (a shipped variant, or another file beside
it) it states only what differs, and a parameter may be given as its bare value::

    id: thursday-club
    extends: sochi-codex
    parameters:
      ten: checked
      min_bid: {value: [6, 7], reading: "Agreed in our club."}
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from preferans_pbn.variants.errors import RulesError, UnknownVariant, VariantFileError, nearest
from preferans_pbn.variants.loader import build, entry_of, load_variant, variant_aliases, variant_names
from preferans_pbn.variants.ruleset import Ruleset
from preferans_pbn.variants.values import to_json

if TYPE_CHECKING:
    import yaml

MAX_BYTES: Final = 256 * 1024
MAX_CHAIN: Final = 8
MAX_DEPTH: Final = 8

_ID: Final = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")

Place: TypeAlias = tuple[str | int, ...]
"""A place in the document: keys and list positions from the top."""


class _Document:
    """A parsed house file: its content with text keys, and the line of every place in it."""

    def __init__(self, path: str, text: str) -> None:
        self.path = path
        self.lines: dict[Place, int] = {}
        self.content = self._parse(text)

    def error(self, place: Place, reason: str) -> VariantFileError:
        """An error at ``place``, or at the nearest place around it that has a line."""
        while place and place not in self.lines:
            place = place[:-1]
        return VariantFileError(self.path, self.lines.get(place, 1), reason)

    def _parse(self, text: str) -> Any:
        import yaml

        try:
            for event in yaml.parse(text, Loader=yaml.SafeLoader):
                if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
                    raise self._at(event.start_mark, "anchors and aliases are not used in variant files")
            node = yaml.compose(text, Loader=yaml.SafeLoader)
        except yaml.MarkedYAMLError as problem:
            raise self._at(problem.problem_mark or problem.context_mark,
                           f"not YAML: {problem.problem or problem.context}") from None
        except (yaml.YAMLError, RecursionError) as problem:
            raise VariantFileError(self.path, 0, f"not YAML: {' '.join(str(problem).split())}") from None
        if node is None:
            raise VariantFileError(self.path, 0, "the file is empty")
        return self._walk(node, (), yaml.SafeLoader(""))

    def _at(self, mark: Any, reason: str) -> VariantFileError:
        return VariantFileError(self.path, mark.line + 1 if mark else 0, reason)

    def _walk(self, node: yaml.Node, place: Place, loader: yaml.SafeLoader) -> Any:
        import yaml

        self.lines.setdefault(place, node.start_mark.line + 1)
        if len(place) > MAX_DEPTH:
            raise self._at(node.start_mark, "nested too deeply")
        if isinstance(node, yaml.MappingNode):
            found: dict[str, Any] = {}
            for key_node, value_node in node.value:
                if not isinstance(key_node, yaml.ScalarNode):
                    raise self._at(key_node.start_mark, "a key must be a single word")
                key = key_node.value
                if key in found:
                    raise self._at(key_node.start_mark, f"{key} is given twice")
                self.lines[(*place, key)] = key_node.start_mark.line + 1
                found[key] = self._walk(value_node, (*place, key), loader)
            return found
        if isinstance(node, yaml.SequenceNode):
            return [self._walk(item, (*place, number), loader) for number, item in enumerate(node.value)]
        try:
            return loader.construct_object(node)
        except (yaml.YAMLError, ValueError) as problem:
            raise self._at(node.start_mark, f"not a plain value: {' '.join(str(problem).split())}") from None


def load_house_file(path: str) -> Ruleset:
    """The rules of the house file at ``path``.

    Raises VariantFileError with the line (from 1) of the first fault, or line 0 where the file itself
    cannot be read.
    """
    return _load(Path(path), path, ())


def _load(path: Path, shown: str, chain: tuple[Path, ...]) -> Ruleset:
    document = _Document(shown, _read_text(path, shown))
    content = document.content
    if not isinstance(content, dict):
        raise document.error((), "a variant file is a map that begins with id:")
    base = _base(document, path, (*chain, path.resolve()))
    family = content.get("family") if base is None else base.family
    content.setdefault("id", path.stem)
    content.setdefault("revision", 1)
    content.setdefault("title", content["id"])
    _check_parameters(document, family)
    _check_schema(document)
    _check_sense(document, base)
    return build(content, base)


def _read_text(path: Path, shown: str) -> str:
    try:
        with path.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except (OSError, ValueError) as problem:
        reason = problem.strerror if isinstance(problem, OSError) else None
        raise VariantFileError(shown, 0, f"cannot be read: {reason or problem}") from None
    if len(data) > MAX_BYTES:
        raise VariantFileError(shown, 0, f"longer than {MAX_BYTES // 1024} KiB")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        raise VariantFileError(shown, data[:problem.start].count(b"\n") + 1, "not UTF-8") from None


def _base(document: _Document, path: Path, chain: tuple[Path, ...]) -> Ruleset | None:
    name = document.content.get("extends")
    if name is None:
        return None
    if not isinstance(name, str):
        raise document.error(("extends",), "extends: names a variant or a file")
    if not name.endswith((".yaml", ".yml")):
        try:
            return load_variant(name)
        except UnknownVariant as problem:
            raise document.error(("extends",), str(problem)) from None
    target = path.parent / name
    if target.resolve() in chain:
        raise document.error(("extends",), f"{name} extends itself, directly or in a circle")
    if len(chain) >= MAX_CHAIN:
        raise document.error(("extends",), f"more than {MAX_CHAIN} files extend one another")
    return _load(target, str(target), chain)


def _check_parameters(document: _Document, family: Any) -> None:
    """Names and values first: the schema would refuse them too, but without a hint."""
    parameters = document.content.get("parameters")
    if not isinstance(parameters, dict) or not isinstance(family, str):
        return
    for name, content in parameters.items():
        place: Place = ("parameters", name)
        within = isinstance(content, dict) and "value" in content
        if isinstance(content, dict) and not within and {"source", "reading"} & set(content):
            raise document.error(place, f"{name} has no value")
        try:
            value, _ = entry_of(family, name, {"value": content["value"]} if within else content, "")
        except RulesError as problem:
            if within and problem.kind != "unknown-parameter":
                place = (*place, "value")
            raise document.error(place, str(problem)) from None
        # The schema knows only the canonical form; "6,7" for [6, 7] and 9 for '9' are read all the same.
        parameters[name] = {**content, "value": to_json(value)} if within else {"value": to_json(value)}


def _check_schema(document: _Document) -> None:
    import jsonschema

    from preferans_pbn.variants.schema import load_schema

    validator = jsonschema.Draft202012Validator(load_schema())
    faults = sorted(_faults(document, validator.iter_errors(document.content)), key=lambda fault: fault.line)
    if faults:
        raise faults[0]


def _faults(document: _Document, errors: Iterator[Any]) -> Iterator[VariantFileError]:
    for error in errors:
        place: Place = tuple(error.absolute_path)
        if error.validator == "anyOf" and error.context:
            # A parameter: its value is right by now and stands in an entry, which is the first form.
            yield from _faults(document, (inner for inner in error.context if inner.schema_path[0] == 0))
        elif error.validator == "additionalProperties":
            known = error.schema["properties"]
            for key in error.instance:
                if key not in known:
                    hint = nearest(key, known)
                    yield document.error((*place, key),
                                         f"{key} is no key here{f'; did you mean {hint}?' if hint else ''}")
        elif error.validator == "required":
            missing = next(key for key in error.validator_value if key not in error.instance)
            yield document.error(place, f"{missing}: is missing")
        else:
            where = ".".join(map(str, place)) or "the file"
            yield document.error(place, f"{where}: {error.message}")


def _check_sense(document: _Document, base: Ruleset | None) -> None:
    """What the schema cannot say: how the file stands to its base and to the shipped variants."""
    content = document.content
    for required in ("family", "supports") if base is None else ():
        if required not in content:
            raise document.error((), f"{required}: is missing; a file without extends: must say it")
    if base is not None:
        if content.get("family", base.family) != base.family:
            raise document.error(("family",), f"{base.id} is of the {base.family} family")
        beyond = sorted(set(content.get("supports", ())) - base.supports)
        if beyond:
            raise document.error(("supports",), f"{base.id} does not support {', '.join(beyond)}")
    ident = content["id"]
    if not _ID.fullmatch(ident):
        raise document.error(("id",), f"{ident!r} is no id: lower-case words joined by hyphens")
    if ident in variant_names() or ident in variant_aliases():
        raise document.error(("id",), f"{ident} is the name of a shipped variant; give yours another")
