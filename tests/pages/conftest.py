"""A real Chromium, and a page that watches what it does."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.pages.watched import Opener, Watched

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Chromium, started once; the tests are skipped where it is not installed."""
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    path = next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        pytest.skip("Chromium is not installed")
    # The sandbox of Chromium does not work for root, as which a gate in a container runs.
    arguments = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    with playwright.sync_playwright() as running:
        chromium = running.chromium.launch(executable_path=path, args=arguments)
        yield chromium
        chromium.close()


@pytest.fixture
def opened(browser: Any) -> Opener:
    """Opens a file as a page of a size and a colour scheme; the test fails if the page complained or asked outside."""

    @contextmanager
    def open_page(path: Path, *, width: int = 1280, height: int = 900, dark: bool = False, touch: bool = False,
                  scripts: bool = True) -> Iterator[Any]:
        context = browser.new_context(viewport={"width": width, "height": height}, has_touch=touch,
                                      color_scheme="dark" if dark else "light", java_script_enabled=scripts)
        page = context.new_page()
        watched = Watched(page)
        try:
            page.goto(path.as_uri())
            yield page
        finally:
            context.close()
        assert watched.complaints == []
        assert set(watched.addresses) == {path.as_uri()}

    return open_page
