"""What a page says and asks for, and what can be measured on it."""

from __future__ import annotations

from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Protocol


class Opener(Protocol):
    """Opens a file as a page, for a ``with`` statement."""

    def __call__(self, path: Path, *, width: int = 1280, height: int = 900, dark: bool = False, touch: bool = False,
                 scripts: bool = True) -> AbstractContextManager[Any]: ...


class Watched:
    """Collects what a page complains of and which addresses it asks for."""

    def __init__(self, page: Any) -> None:
        self.complaints: list[str] = []
        self.addresses: list[str] = []
        page.on("console", lambda said: self._said(said.type, said.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("dialog", lambda dialog: self._asked(dialog))
        page.on("request", lambda request: self.addresses.append(request.url.split("#")[0]))

    def _said(self, kind: str, text: str) -> None:
        if kind in ("error", "warning"):
            self.complaints.append(text)

    def _asked(self, dialog: Any) -> None:
        self.complaints.append(f"a dialog: {dialog.message}")
        dialog.dismiss()


def overflow(page: Any) -> int:
    """By how many pixels the page is wider than its window."""
    wide: int = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    return wide


_CONTRAST = """
nodes => {
  const parse = text => text.match(/[0-9.]+/g).map(Number);
  const light = ([r, g, b]) => [r, g, b].map(v => v / 255)
    .map(v => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
    .reduce((sum, v, n) => sum + v * [0.2126, 0.7152, 0.0722][n], 0);
  const ground = node => {
    for (let at = node; at; at = at.parentElement) {
      const colour = parse(getComputedStyle(at).backgroundColor);
      if (colour.length < 4 || colour[3] > 0) return colour;
    }
    return [255, 255, 255];
  };
  return nodes.filter(node => node.offsetParent && node.textContent.trim()).map(node => {
    const [a, b] = [light(parse(getComputedStyle(node).color)), light(ground(node))];
    return [(Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05), node.textContent.trim().slice(0, 40)];
  }).sort((a, b) => a[0] - b[0])[0];
}
"""


def least_contrast(page: Any, selector: str) -> tuple[float, str]:
    """The smallest contrast of text to its ground (WCAG 2, 1 to 21) among visible elements, and whose it is."""
    ratio, text = page.locator(selector).evaluate_all(_CONTRAST)
    return ratio, text
