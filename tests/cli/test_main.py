"""The program as a whole: start, usage errors, pipes, failures."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import preferans_pbn
from preferans_pbn.cli import COMMANDS
from tests.cli.conftest import Process, Run


def test_version(run: Run) -> None:
    assert run("--version").stdout == f"preferans-pbn {preferans_pbn.__version__}\n"


@pytest.mark.parametrize("arguments", [["--version"], ["--help"]])
def test_a_cold_start_imports_click_and_little_else(arguments: list[str]) -> None:
    code = (
        "import sys\n"
        "from preferans_pbn.cli import main\n"
        "try:\n"
        f"    main({arguments!r})\n"
        "except SystemExit:\n"
        "    pass\n"
        "print(*sys.modules, file=sys.stderr)\n"
    )
    env = {**os.environ, "PYTHONPATH": str(Path(preferans_pbn.__file__).parents[1])}
    result = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
    modules = result.stderr.split()
    assert {name for name in modules if name.startswith("preferans_pbn")} == {
        "preferans_pbn", "preferans_pbn.cli", "preferans_pbn.collecting"}
    assert not {"lark", "rich", "jsonschema", "yaml", "jinja2"} & set(modules)


def test_help_names_every_command(run: Run) -> None:
    text = run("--help").stdout
    for name, (_, line) in COMMANDS.items():
        assert f"  {name} " in text
        assert line[:30] in text
        assert run(name, "--help").exit_code == 0


def test_without_arguments_there_is_help(run: Run) -> None:
    result = run()
    assert result.exit_code == 2
    assert "Commands:" in result.stderr + result.stdout


@pytest.mark.parametrize(("arguments", "message"), [
    (["chek"], "No such command 'chek'. Did you mean check?"),
    (["zzz"], "No such command 'zzz'.\n"),
    (["--colour"], "No such option"),
    (["check"], "Missing argument 'PATH...'"),
    (["check", "x", "--formt", "json"], "No such option"),
])
def test_usage_errors_exit_2(run: Run, arguments: list[str], message: str) -> None:
    result = run(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr
    assert "Usage: preferans-pbn" in result.stderr


class _Boom:
    def __init__(self, *arguments: Any) -> None:
        raise RuntimeError("boom\nand more")


def test_an_internal_error_is_one_line_without_a_traceback(run: Run, good: Path,
                                                           monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("preferans_pbn.cli.check.Checker", _Boom)
    result = run("check", good)
    assert result.exit_code == 2
    assert result.stderr == (
        "preferans-pbn: internal error: RuntimeError: boom and more (please report, with the record)\n")
    monkeypatch.setenv("PREFERANS_PBN_DEBUG", "1")
    assert "Traceback" in run("check", good).stderr


def test_interruption(run: Run, good: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*arguments: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("preferans_pbn.cli.check.Checker", stop)
    result = run("check", good)
    assert result.exit_code == 130
    assert result.stderr.strip().endswith("preferans-pbn: interrupted")


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such pipes")
@pytest.mark.parametrize("command", ["random --count 2000", "check --format json {bad}", "show {many}",
                                     "score {many}", "fmt {many}", "convert {many}", "explain --all"])
def test_a_closed_pipe_is_silent(command: str, tmp_path: Path, bad: Path, run: Run) -> None:
    many = tmp_path / "many.ppbn"
    many.write_bytes(run("random", "--count", "300").stdout_bytes)
    if "{bad}" in command:
        bad.write_text("\n".join(f'[Event "{n}"]\n[Contract "7X"]\n' for n in range(2000)))
    env = {**os.environ, "PYTHONPATH": str(Path(preferans_pbn.__file__).parents[1])}
    arguments = command.format(bad=bad, many=many).split()
    with subprocess.Popen([sys.executable, "-m", "preferans_pbn", *arguments], env=env, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(10)
        process.stdout.close()
        said = process.stderr.read().decode()
        assert process.wait() == 141
    assert [line for line in said.splitlines() if "read as ppbn" not in line] == []


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_is_one_line(bad: Path) -> None:
    env = {**os.environ, "PYTHONPATH": str(Path(preferans_pbn.__file__).parents[1])}
    with open("/dev/full", "wb") as full:
        result = subprocess.run([sys.executable, "-m", "preferans_pbn", "random"], env=env, stdout=full,
                                stderr=subprocess.PIPE, check=False)
    assert (result.returncode, result.stderr) == (2, b"preferans-pbn: standard output: No space left on device\n")


def test_a_house_file_with_a_fault_is_named_with_its_line(run: Run, good: Path, tmp_path: Path) -> None:
    path = tmp_path / "club.yaml"
    path.write_text("id: club\nrevision: 1\ntitle: Club\nextends: sochi\nparameters:\n  tem: checked\n")
    result = run("check", good, "--override-variant", path)
    assert result.exit_code == 2
    assert f"{path}:6" in result.stderr.replace("\n", "")


def test_standard_output_in_utf_8_whatever_the_terminal_says(process: Process, tmp_path: Path) -> None:
    path = tmp_path / "x.ppbn"
    path.write_text('% PREFERANS-PBN 1.0\n\n[Event "Преферанс"]\n', encoding="utf-8")
    result = process("fmt", path, env={"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"})
    assert result.stdout == path.read_bytes()


_ONLY_HERE = pytest.mark.skipif(os.name != "posix", reason="needs a shell that closes streams")


def _shell(line: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PYTHONPATH": str(Path(preferans_pbn.__file__).parents[1])}
    return subprocess.run(["sh", "-c", f'"$0" -m preferans_pbn {line}', sys.executable, *map(str, arguments)], env=env,
                          capture_output=True, check=False, encoding="utf-8")


@_ONLY_HERE
@pytest.mark.parametrize("command", ["check", "fmt", "show", "score", "convert", "check --format json"])
def test_closed_standard_output(good: Path, command: str) -> None:
    result = _shell(f'{command} "$1" >&-', good)
    assert (result.returncode, result.stderr) == (2, "preferans-pbn: standard output is closed\n")


@_ONLY_HERE
@pytest.mark.parametrize("command", ["check", "fmt", "show", "score", "convert"])
def test_closed_standard_input(command: str) -> None:
    result = _shell(f"{command} - <&-")
    assert result.returncode == 2
    assert "standard input is closed" in result.stdout + result.stderr
    assert "internal error" not in result.stderr


@_ONLY_HERE
def test_closed_standard_error(good: Path) -> None:
    result = _shell('check "$1" 2>&-', good)
    assert (result.returncode, result.stdout) == (0, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("command", ["fmt", "show", "score", "check --format json", "fmt --diff",
                                     "convert --from ppbn"])
def test_a_full_disk_blames_no_input(good: Path, bad: Path, command: str) -> None:
    crooked = good.with_name("crooked.ppbn")
    crooked.write_text(good.read_text(encoding="utf-8").replace("S:8 W:0 E:2", "E:2 S:8 W:0"), encoding="utf-8")
    inputs = '"$1"' if command.startswith(("show", "convert")) else '"$1" "$1" "$1"'
    result = _shell(f"{command} {inputs} >/dev/full", crooked)
    assert (result.returncode, result.stderr) == (2, "preferans-pbn: standard output: No space left on device\n")
