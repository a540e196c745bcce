"""YAML that says one thing only: what it reads does not hang on the reader's YAML version.

A leaf is quoted (or a block of text), or it is a decimal whole number, ``true``, ``false`` or ``null``: all
versions of YAML agree on these.  A key is quoted or a plain lower-case name.  Everything else is still read, as text,
and named in `Document.findings`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from preferans_pbn.conformance.findings import Finding

if TYPE_CHECKING:
    import yaml

_KEY: Final = re.compile(r"[a-z][a-z0-9_-]*")
_WHOLE: Final = re.compile(r"0|-?[1-9][0-9]*")
_CONSTANTS: Final = {"true": True, "false": False, "null": None}
_WORDS_OF_1_1: Final = frozenset({"y", "n", "yes", "no", "on", "off", "true", "false", "null"})
_BREAKS: Final = re.compile("[\x85\u2028\u2029]")
_TAGS: Final = frozenset({"tag:yaml.org,2002:map", "tag:yaml.org,2002:seq", "tag:yaml.org,2002:str"})


class UnreadableYaml(ValueError):
    """A file is no YAML, or not UTF-8."""


@dataclass(slots=True)
class Document:
    """The content of a file, the line of each entry of its top list, and what is wrong with its YAML."""

    path: Path
    content: Any = None
    lines: list[int] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)


def read_yaml(path: Path, name: str, *, strict: bool = False) -> Document:
    """Read one file; ``name`` is what findings call it.  ``strict`` also looks for anchors, directives and second
    documents, which takes another pass.  Raises UnreadableYaml or OSError."""
    data = path.read_bytes()
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as problem:
        raise UnreadableYaml(f"{name} is not UTF-8: {problem}") from None
    return read_yaml_text(text, path, name, strict=strict)


def read_yaml_text(text: str, path: Path, name: str, *, strict: bool = False) -> Document:
    """The same for a text held in memory."""
    import yaml

    document = Document(path)
    reader = _Reader(name, document)
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        if strict:
            reader.look(text, loader)
        # Of several documents, which the look reports, the first counts.
        node = next(iter(yaml.compose_all(text, Loader=loader)), None)
    except yaml.YAMLError as problem:
        raise UnreadableYaml(f"{name}: {' '.join(str(problem).split())}") from None
    if node is not None:
        document.content = reader.value(node)
        if isinstance(node, yaml.SequenceNode):
            document.lines = [item.start_mark.line + 1 for item in node.value]
    return document


class _Reader:
    def __init__(self, name: str, document: Document) -> None:
        self._name = name
        self._document = document

    def _report(self, rule: str, line: int, message: str) -> None:
        self._document.findings.append(Finding(rule, self._name, line, "", message))

    def look(self, text: str, loader: Any) -> None:
        """Look at what the tree of nodes does not show."""
        import yaml

        if "\r" in text:
            self._report("yaml-versions", text[:text.index("\r")].count("\n") + 1, "lines end in LF alone")
        found = _BREAKS.search(text)
        if found is not None:
            self._report("yaml-versions", text[:found.start()].count("\n") + 1,
                         "NEL, LS and PS end a line in YAML 1.1 and not in 1.2")
        documents = 0
        for event in yaml.parse(text, Loader=loader):
            start, end = event.start_mark, event.end_mark
            assert start is not None and end is not None
            line = start.line + 1
            if isinstance(event, yaml.DocumentStartEvent):
                documents += 1
                if documents > 1 or event.version or event.tags:
                    self._report("yaml-documents", line, "a file is one document without directives")
            elif isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
                self._report("yaml-anchor", line, f"anchors and aliases are not used (&{getattr(event, 'anchor', '')})")
            if isinstance(event, yaml.ScalarEvent) and event.style == '"':
                source = text[start.index:end.index]
                if re.search(r"(?<!\\)(?:\\\\)*\\/", source):
                    self._report("yaml-versions", line, "the escape \\/ exists in YAML 1.2 only")

    def value(self, node: yaml.Node) -> Any:
        """The value of ``node``, with everything that hangs on the version reported."""
        import yaml

        line = node.start_mark.line + 1
        if isinstance(node, yaml.ScalarNode):
            return self._scalar(node, line)
        if node.tag not in _TAGS:
            self._report("yaml-tag", line, f"the tag {node.tag} is not used")
        if isinstance(node, yaml.SequenceNode):
            return [self.value(item) for item in node.value]
        assert isinstance(node, yaml.MappingNode)
        result: dict[Any, Any] = {}
        for key, item in node.value:
            name = self._key(key)
            if name in result:
                self._report("yaml-duplicate-key", key.start_mark.line + 1, f"the key {name} stands twice")
            result[name] = self.value(item)
        return result

    def _key(self, node: yaml.Node) -> str:
        import yaml

        line = node.start_mark.line + 1
        if not isinstance(node, yaml.ScalarNode):
            self._report("yaml-versions", line, "a key is a word")
            return ""
        plain = not node.style  # None, or "" in the C parser
        if plain and (not _KEY.fullmatch(node.value) or node.value in _WORDS_OF_1_1):
            self._report("yaml-unquoted", line, f"the key {node.value} needs quotes")
        return str(node.value)

    def _scalar(self, node: yaml.ScalarNode, line: int) -> Any:
        text: str = node.value
        if node.style:
            if node.tag not in _TAGS:
                self._report("yaml-tag", line, f"the tag {node.tag} is not used")
            return text
        if node.tag.rpartition(":")[2] not in ("str", "int", "float", "bool", "null", "timestamp", "value", "merge"):
            self._report("yaml-tag", line, f"the tag {node.tag} is not used")
        if text in _CONSTANTS:
            return _CONSTANTS[text]
        if _WHOLE.fullmatch(text):
            return int(text)
        self._report("yaml-unquoted", line,
                     f"{text or 'an empty value'} needs quotes: without them YAML 1.1 and 1.2 may differ")
        return text
