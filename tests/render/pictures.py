"""What the tests of pictures share: an SVG document taken apart, and where its texts lie as far as can be computed."""

from __future__ import annotations

import io
import re
import xml.etree.ElementTree as Tree
from collections.abc import Iterable
from typing import NamedTuple

from preferans_pbn.render.drawing import Picture, text_width, write_pictures

SVG = "{http://www.w3.org/2000/svg}"
ROTATED = re.compile(r"rotate\((-?\d+) ")
MOVED = re.compile(r"translate\(0 ([\d.]+)\)")
EVIL = "<script>alert(\"x\")</script> & 'Anna' ]]> <!-- \u202e\x07"
"""A name that would be markup, close an attribute, end CDATA, open a comment, turn the line and ring a bell."""


class Lies(NamedTuple):
    """A text and the rectangle that it takes."""

    text: str
    left: float
    top: float
    right: float
    bottom: float


def document(pictures: Iterable[Picture], title: str = "Preferans", symbols: str = "") -> str:
    """The pictures as an SVG document."""
    stream = io.StringIO()
    write_pictures(pictures, stream, title, symbols)
    return stream.getvalue()


def texts(svg: str) -> list[str]:
    """Every text of a document."""
    return ["".join(node.itertext()) for node in Tree.fromstring(svg).iter(f"{SVG}text")]


def places(svg: str) -> tuple[list[Lies], float, float]:
    """Where the texts of a document lie, and its width and height."""
    root = Tree.fromstring(svg)
    found = []
    for group in root.iter(f"{SVG}g"):
        moved = MOVED.search(group.get("transform", ""))
        down = float(moved[1]) if moved else 0.0
        found += [_place(node, down) for node in group.iter(f"{SVG}text")]
    width, height = (float(root.attrib[name]) for name in ("width", "height"))
    return found, width, height


def _place(node: Tree.Element, down: float) -> Lies:
    text = "".join(node.itertext())
    x, y, size = (float(node.attrib[name]) for name in ("x", "y", "font-size"))
    y += down
    width = text_width(text, size, bold="font-weight" in node.attrib)
    start = {"middle": -width / 2, "end": -width}.get(node.get("text-anchor", ""), 0.0)
    turned = ROTATED.search(node.get("transform", ""))
    along, above, below = (start, start + width), -0.76 * size, 0.2 * size
    if turned is None:
        return Lies(text, x + along[0], y + above, x + along[1], y + below)
    if turned[1] == "90":  # the line runs downwards, its upper side to the right
        return Lies(text, x - below, y + along[0], x - above, y + along[1])
    return Lies(text, x + above, y - along[1], x + below, y - along[0])


def outside(svg: str) -> list[Lies]:
    """Texts that leave the picture."""
    found, width, height = places(svg)
    return [one for one in found if one.left < -0.5 or one.top < -0.5 or one.right > width + 0.5
            or one.bottom > height + 0.5]


def overlaps(svg: str) -> list[tuple[str, str]]:
    """Pairs of texts that lie on one another."""
    found, _, _ = places(svg)
    found.sort(key=lambda one: one.top)
    pairs = []
    for i, one in enumerate(found):
        for other in found[i + 1:]:
            if other.top >= one.bottom - 1:
                break
            if min(one.right, other.right) - max(one.left, other.left) > 1:
                pairs.append((one.text, other.text))
    return pairs
