"""What ``show``, ``score`` and ``convert --to text`` write keeps within 80 columns, in every language."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from preferans_pbn.cli.reports.text import narrow_text
from preferans_pbn.diagnostics import REGISTRY, Diagnostic, Fix
from preferans_pbn.record import Source
from preferans_pbn.render.ink import cells, plain
from preferans_pbn.render.languages import CODES, language
from tests.cli.conftest import Run

FIXTURES = Path(__file__).parents[2] / "fixtures"
FOLDERS = ("bad", "warned", "session", "regional", "serbian", "slovak", "greek")
LONG = "Константин Константинопольский-Старший из Верхнего Нижнего, " + "王小明" * 12


def files() -> list[Path]:
    return sorted(path for folder in FOLDERS for path in (FIXTURES / folder).glob("*.ppbn"))


@pytest.fixture
def long_names(tmp_path: Path) -> list[Path]:
    """The records with texts that are too long for a line."""
    made = []
    for path in files():
        text = re.sub(rb'\[(Event|Site|West|East) "[^"#\n]*"\]', lambda found: b'[%s "%s"]' % (
            found[1], LONG.encode()), path.read_bytes())
        made.append(tmp_path / path.name)
        made[-1].write_bytes(text)
    return made


@pytest.mark.parametrize(("number", "code"), list(enumerate(CODES)), ids=CODES)
def test_lines_fit(run: Run, long_names: list[Path], number: int, code: str) -> None:
    seen: set[str] = set()
    chosen = long_names[number::len(CODES)] + long_names[:1]
    for path in chosen:
        for command in (["show"], ["score"], ["convert", "--to", "text"]):
            result = run(*command, path, "--lang", code)
            assert result.exit_code in (0, 1, 2), result.output
            seen |= set(re.findall(r"\b[EW][0-9]{3}\b", result.stdout))
            for line in result.stdout.splitlines():
                assert cells(line) <= 80, (command, path.name, line)
    assert len(seen) >= 5


@pytest.mark.parametrize(("line", "text", "col"), [
    (12, "SA " * 60, 100), (123456789, "王小明" * 50, 60), (1, "[Event \"x\"]", 1), (7, "x" * 5000, 4000)])
def test_a_finding_with_its_line_fits(line: int, text: str, col: int) -> None:
    for entry in REGISTRY.values():
        message = re.sub(r"\{[^}]*\}", "王" * 60, entry.message)
        found = Diagnostic(entry.code, message, line=line, col=col, end_col=col + 200, path="folder/" * 20 + "x.ppbn",
                           fix=Fix("y " * 90, True, "title"))
        lines = [plain(one) for one in narrow_text(found, Source(text, line), None, 80)]
        assert max(map(cells, lines)) <= 80, lines
        assert sum(one.startswith(str(line).rjust(5)) for one in lines) == 1
        assert "^" in "".join(lines)


@pytest.mark.parametrize("code", CODES)
def test_a_step_and_its_rules_fit(run: Run, code: str) -> None:
    path = FIXTURES / "bad" / "E512-revoke.ppbn"
    output = run("show", path, "--step", "--lang", code, input="r\n" + "n\n" * 45 + "q\n").stdout
    assert max(map(cells, output.splitlines())) <= 80
    said = language(code).rules
    english = "Follow suit; who is void must trump."
    assert " ".join(output.split()).count(english if said is None else said["must_trump=true"]) >= 5
    assert (english in " ".join(output.split())) == (said is None)


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("command", [["show"], ["convert", "--to", "text"], ["convert", "--to", "markdown"]],
                         ids=" ".join)
def test_findings_have_a_heading_in_the_language(run: Run, command: list[str], code: str) -> None:
    shown = run(*command, FIXTURES / "bad" / "E512-revoke.ppbn", "--lang", code).stdout
    tongue = language(code)
    assert tongue.page["findings"] in shown
    assert (tongue.terms["in_english"] in shown) == (code != "en")
    assert (tongue.filled(tongue.page["trick"], number=5) + ", " in shown) == (code != "en")
    hints = run(*command, FIXTURES / "warned" / "W808-unneeded-irregularity.ppbn", "--lang", code).stdout
    assert tongue.page["hints"] in hints and tongue.page["findings"] not in hints
