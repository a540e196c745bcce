"""Pictures in a real browser: no text leaves the picture or lies on another, measured with the fonts that are there."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest

from preferans_pbn.convert import Options, find_format
from preferans_pbn.notation import iter_records
from preferans_pbn.render.languages import language
from preferans_pbn.render.sheets import sheet_picture
from preferans_pbn.render.words import Spelling
from tests.pages.watched import Opener
from tests.render.pictures import document
from tests.render.test_sheets import bule_session, kasa_session, long_session

FIXTURES = Path(__file__).parents[2] / "fixtures"
MEASURE = """() => {
  const size = document.documentElement.viewBox.baseVal, found = [];
  const texts = [...document.querySelectorAll('text')].map(node => [node.textContent, node.getBoundingClientRect()]);
  for (const [text, box] of texts)
    if (box.left < -1 || box.top < -1 || box.right > size.width + 1 || box.bottom > size.height + 1)
      found.push(['outside', text]);
  for (let i = 0; i < texts.length; i++) for (let j = i + 1; j < texts.length; j++) {
    const [one, other] = [texts[i][1], texts[j][1]];
    const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
    const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
    if (wide > 1.5 && high > 5) found.push([texts[i][0], texts[j][0]]);  // the boxes hold room above and below letters
  }
  return found;
}"""


def measured(opened: Opener, path: Path) -> Any:
    with opened(path) as page:
        return page.evaluate(MEASURE)


@pytest.mark.parametrize("name,code", [("good/contract-made", "el"), ("good/all-pass-four", "ru"),
                                       ("slovak/deals", "sk"), ("serbian/klupska-liga", "sr"),
                                       ("regional/gusarik-2", "uk"), ("good/partial-unknown-hands", "de")])
def test_deals(opened: Opener, tmp_path: Path, name: str, code: str) -> None:
    with (FIXTURES / f"{name}.ppbn").open("rb") as stream:
        records = [one.record for one in iter_records(stream) if one.record is not None][:3]
    drawn = io.StringIO()
    list(find_format("svg").write(records, drawn, Options(lang=code)))
    path = tmp_path / "deal.svg"
    path.write_text(drawn.getvalue(), encoding="utf-8")
    assert measured(opened, path) == []


@pytest.mark.parametrize("players", [2, 3, 4])
def test_russian_sheets(opened: Opener, tmp_path: Path, players: int) -> None:
    path = tmp_path / "sheet.svg"
    path.write_text(document([sheet_picture(long_session(players, deals), Spelling(language("ru")))
                              for deals in (1, 40)]), encoding="utf-8")
    assert measured(opened, path) == []


def test_other_sheets(opened: Opener, tmp_path: Path) -> None:
    path = tmp_path / "sheet.svg"
    path.write_text(document([sheet_picture(bule_session(), Spelling(language("sr"))),
                              sheet_picture(kasa_session(9), Spelling(language("el")))]), encoding="utf-8")
    assert measured(opened, path) == []
