"""Records in their canonical form, one after the other, beside what stands in the input."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from preferans_pbn.checking import DEBUG, failed, failure_of
from preferans_pbn.inputs import Input
from preferans_pbn.raw_text import Raw, Tee
from preferans_pbn.record import TAGS, Comment, Record
from preferans_pbn.rulesets import Rulesets

if TYPE_CHECKING:
    from preferans_pbn.notation import Limits, ReadRecord

MARK: Final = b"\xef\xbb\xbf"
"""A byte order mark."""


class Piece:
    """One record before and after: ``old`` is its text as it stands, up to the next record; ``new`` its
    canonical text, None where it is kept.  ``read`` says what was found in reading it.

    A record with errors is kept byte for byte, and so is what separates it from its neighbours: whether a blank
    line stands there can decide where a record begins, and so whether its fault is seen.
    """

    def __init__(self, read: ReadRecord, old: Raw, new: bytes | None) -> None:
        self.read = read
        self.old = old
        self.new = new

    @property
    def changed(self) -> bool:
        """Does the canonical text differ?"""
        return self.new is not None and (self.old.size != len(self.new) or self.old.data() != self.new)

    def blocks(self) -> Iterable[bytes]:
        """The text to write."""
        return self.old.blocks() if self.new is None else (self.new,)


class Formatter:
    """Formats records under the rules that they name; the rules say in which order hands are written.

    ``portable``: records name their rules so that anybody can read them.  ``fix``: spellings that can mean one thing
    only are put right, also in a record that keeps other errors.
    """

    def __init__(self, limits: Limits, rulesets: Rulesets | None = None, *, portable: bool = False,
                 fix: bool = False) -> None:
        self.limits = limits
        self._rulesets = rulesets or Rulesets()
        self._portable = portable
        self.fix = fix

    def pieces(self, source: Input, *, header: bool = True, first: bool = True) -> Iterator[Piece]:
        """The records of ``source`` in order.  ``header``: the first is preceded by the header line;
        ``first``: it is the first of the output."""
        from preferans_pbn.notation import iter_records

        with source.opened() as stream:
            tee = Tee(stream)
            reads = iter_records(tee, limits=self.limits, path=source.name, lenient=self.fix)
            for read, old, following in with_texts(reads, tee):
                yield self.piece_safely(read, old, following, header=header, first=first)
                header = first = False

    def piece_safely(self, read: ReadRecord, old: Raw, following: ReadRecord | None, *, header: bool,
                     first: bool) -> Piece:
        """`piece`; a record over which this program fails is kept and has E013."""
        try:
            return self.piece(read, old, following, header=header, first=first)
        except Exception as problem:
            if os.environ.get(DEBUG):
                raise
            return self.piece(failed(read, failure_of(problem)), old, following, header=header, first=first)

    def piece(self, read: ReadRecord, old: Raw, following: ReadRecord | None, *, header: bool, first: bool) -> Piece:
        """The record that was ``read``, whose text is ``old``; ``following`` is the next one of its input."""
        from preferans_pbn.notation.words import HEADER

        if self._portable and read.record is not None and read.ok:
            self._name_rules(read)
        if read.record is None or not read.ok:
            return Piece(read, old, self._mended(read, old))
        text = self.text(read.record, first).encode("utf-8", "surrogateescape")
        if header:
            text = f"% {HEADER}\n\n".encode() + text
        if following is not None and following.ok:
            text += b"\n"
        elif following is not None and read.blank:
            text += old.blank_end() or b"\n"
        return Piece(read, old, text)

    def _mended(self, read: ReadRecord, old: Raw) -> bytes | None:
        """The text of a record that has errors left, with what could be put right; None where nothing was."""
        if not read.mended:
            return None
        data = old.data()
        before = data.replace(b"\r\n", b"\n").removeprefix(MARK)
        text = read.source.text.encode()
        # What stands between this record and the next stays as it is.
        blanks = before[len(before.rstrip(b"\n")):]
        return text.rstrip(b"\n") + blanks

    def _name_rules(self, read: ReadRecord) -> None:
        """Write the record's rules into its tags; where they are not known, say so and leave it."""
        from preferans_pbn.checking import place
        from preferans_pbn.variants.portable import tags_of

        record = read.record
        assert record is not None
        rules, findings = self._rulesets.of(record)
        if rules is None:
            found = [replace(one) for one in findings]
            place(record, read.source, found, read.number)
            read.diagnostics += found
            return
        tags = tags_of(rules)
        variant, _, revision = (record.variant or "").partition("@")
        if variant == tags.variant and revision:
            variant = record.variant or ""
        elif record.base is not None and tags.base is None and not self._rulesets.overriding:
            # It is read as its base with its rules already: that name is all that it can have.
            tags = tags._replace(base=record.base)
        else:
            variant = tags.variant
        read.record = replace(record, variant=variant, base=tags.base, rules=tags.rules)

    def text(self, record: Record, first: bool) -> str:
        """The canonical text of a record that was read without errors."""
        from preferans_pbn.notation import dumps

        return dumps(record if first else _comments_inside(record), seats=self._order(record))

    def _order(self, record: Record) -> tuple[str, ...] | None:
        """The seats in playing order where a dealer and a known variant are named; else hands keep their
        order."""
        from preferans_pbn.replaying.seating import seating_of

        if record.dealer is None or (record.variant is None and record.base is None):
            return None
        rules = self._rulesets.of(record)[0]
        return None if rules is None else seating_of(record, rules["direction"]).order


def with_texts(reads: Iterable[ReadRecord], tee: Tee) -> Iterator[tuple[ReadRecord, Raw, ReadRecord | None]]:
    """Each of the records that are read from ``tee`` with its text as it stands there, and the one that follows it."""
    before: ReadRecord | None = None
    for read in reads:
        if before is not None:
            broken_off = read.number == 0
            lines = None if broken_off else read.source.line - before.source.line
            yield before, tee.take(lines), read
        before = read
    if before is not None:
        yield before, tee.take(None), None


def _comments_inside(record: Record) -> Record:
    """A record that does not stand first cannot have comments before its first tag (they would belong to the
    record before it): they follow that tag."""
    if not any(comment.owner == "" for comment in record.comments):
        return record
    owner = next((tag for tag, attribute in TAGS.items() if getattr(record, attribute)), "")
    moved = [Comment(owner, 0, one.style, one.text) for one in record.comments if one.owner == ""]
    return replace(record, comments=(*moved, *(one for one in record.comments if one.owner)))
