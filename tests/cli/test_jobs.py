"""``--jobs``: what several processes say is, byte for byte, what one says."""

from __future__ import annotations

import gzip
import os
import random
import shutil
import signal
import subprocess
import sys
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import Result

import preferans_pbn
from preferans_pbn.bulk import cutting, pool
from tests.bulk.support import ROOT, results_apart, texts
from tests.cli.conftest import ALL_PASS, DEAL, Process, Run, file_of

CHECK = [["check", "--format", form] for form in ("text", "concise", "json", "ndjson", "junit", "sarif", "github")]
MORE_CHECK = [["check", "--statistics", "--lenient"], ["check", "--select", "E4,W8", "--exit-zero"],
              ["check", "--ignore", "W802", "--max-record", "900", "--max-line", "60"],
              ["check", "--override-variant", "leningrad-guide", "--rules", "ten=checked"],
              ["check", "--variant", "serbian", "--format", "junit"]]
FMT = [["fmt"], ["fmt", "--check"], ["fmt", "--diff"], ["fmt", "--fix"], ["fmt", "--portable", "--diff"],
       ["fmt", "--fix", "--check"]]
SCORE = [["score"], ["score", "--format", "json"], ["score", "--format", "svg"],
         ["score", "--lang", "ru", "--unicode", "--override-variant", "sochi"]]
COMMANDS = [*CHECK, *MORE_CHECK, *FMT, *SCORE]


@pytest.fixture
def apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small chunks, each worked on without anything of the others, but not by processes of their own."""
    monkeypatch.setattr(pool, "results", results_apart)
    monkeypatch.setattr(cutting, "SIZE", 1500)
    monkeypatch.setattr(cutting, "FIRST", 300)


def said(result: Result) -> tuple[int, bytes, bytes]:
    return result.exit_code, result.stdout_bytes, result.stderr_bytes


@pytest.fixture(scope="session")
def inputs(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Files of all kinds: joined fixtures with faults, compressed ones, an archive, a directory, some that are no
    notation, and none."""
    folder = tmp_path_factory.mktemp("jobs")
    paths = []
    for number, data in enumerate(texts()[-5:]):
        paths.append(folder / f"{number}.ppbn")
        paths[-1].write_bytes(data)
    packed = gzip.compress(texts()[-6])
    (folder / "packed.ppbn.gz").write_bytes(packed)
    (folder / "broken.ppbn.gz").write_bytes(packed[:-2000])
    with zipfile.ZipFile(folder / "archive.zip", "w") as archive:
        for number, data in enumerate(texts()[:12]):
            archive.writestr(f"{number}.ppbn", data)
    (folder / "none.ppbn").write_bytes(b"% nothing\n")
    (folder / "text.ppbn").write_bytes("Привет\n".encode("cp1251") * 200)
    (folder / "wide.ppbn").write_bytes(texts()[-6].decode("utf-8", "replace").encode("utf-16"))
    below = folder / "below"
    below.mkdir()
    for number, data in enumerate(texts()[12:40]):
        (below / f"{number}.ppbn").write_bytes(data)
    names = ("packed.ppbn.gz", "broken.ppbn.gz", "archive.zip", "none.ppbn", "text.ppbn", "wide.ppbn", "missing.ppbn")
    return [*paths, *(folder / name for name in names), below]


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_chunks_say_what_one_process_says(command: list[str], run: Run, inputs: list[Path], apart: None) -> None:
    assert said(run(*command, "-j2", *inputs)) == said(run(*command, *inputs))


@pytest.mark.parametrize("command", [["check"], ["fmt"], ["fmt", "--check"], ["score"]], ids=" ".join)
def test_each_input_alone(command: list[str], run: Run, inputs: list[Path], apart: None) -> None:
    for path in inputs:
        assert said(run(*command, "--jobs", "2", path)) == said(run(*command, path))


def test_rewritten_files_are_the_same(run: Run, inputs: list[Path], tmp_path: Path, apart: None) -> None:
    told = []
    for jobs in ("1", "2"):
        folder = tmp_path / jobs
        folder.mkdir()
        copies = [shutil.copy(path, folder / path.name) for path in inputs if path.is_file() and path.suffix == ".ppbn"]
        result = run("fmt", "--write", "--jobs", jobs, *copies)
        told.append((result.exit_code, result.stdout, result.stderr.replace(str(folder), ""),
                     {path.name: path.read_bytes() for path in sorted(folder.iterdir())}))
    assert told[0] == told[1]


@pytest.mark.parametrize("tail", [200, 2000])
def test_an_input_that_breaks_off_in_the_middle_of_a_record(run: Run, tmp_path: Path, apart: None, tail: int) -> None:
    path = tmp_path / "x.ppbn.gz"
    for kind in (DEAL, ALL_PASS + '[Deal "S:XX"]\n', "\n".join(f"; {n}" for n in range(300))):
        packed = gzip.compress((DEAL + "\n\n" + kind).encode() * 10, 0)
        path.write_bytes(packed[:-tail])
        for command in (["check"], ["fmt"], ["fmt", "--check"], ["fmt", "--diff"], ["score"]):
            assert said(run(*command, "-j2", path)) == said(run(*command, path))


@pytest.mark.parametrize("command", ["check --jobs 0", "check --jobs auto", "fmt -j 3"])
def test_a_number_of_processes(command: str, run: Run, good: Path) -> None:
    assert said(run(*command.split(), good)) == said(run(command.split()[0], good))


def test_little_is_done_without_another_process(run: Run, good: Path, bad: Path,
                                                monkeypatch: pytest.MonkeyPatch) -> None:
    def no_worker(work: object) -> None:
        raise AssertionError("a process")

    monkeypatch.setattr(pool, "_Worker", no_worker)
    for command in ("check", "fmt", "score"):
        assert said(run(command, "--jobs", "8", good, bad)) == said(run(command, good, bad))


@pytest.mark.parametrize("to", ["ppbn", "json", "csv", "parquet", "text", "ppn"])
def test_converted_in_chunks(to: str, run: Run, inputs: list[Path], tmp_path: Path, apart: None) -> None:
    names = ("0.ppbn", "3.ppbn", "packed.ppbn.gz", "none.ppbn", "broken.ppbn.gz")
    folder = inputs[0].parent
    for number, sources in enumerate(([folder / names[0]], [folder / name for name in names],
                                      [folder / "below", folder / names[1], folder / names[0]],
                                      [folder / "text.ppbn"], [folder / "archive.zip"])):
        told = []
        for jobs in ("1", "2"):
            target = tmp_path / f"{number}-{jobs}" / "out"
            target.parent.mkdir()
            report = tmp_path / f"{number}-{jobs}.json"
            result = run("convert", "--to", to, "-j", jobs, "--report", report, "-o", target, *sources)
            files = {path.relative_to(target.parent): path.read_bytes() for path in sorted(target.parent.rglob("*"))
                     if path.is_file()}
            told.append((*said(result), files, report.read_text() if report.exists() else None))
        assert told[0] == told[1]
        if len(sources) == 1:
            # Without a destination, and where the format is named.
            assert said(run("convert", "--from", "ppbn", "--to", to, "-j2", *sources, "-")) == said(
                run("convert", "--from", "ppbn", "--to", to, *sources, "-"))


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with logs of programs, records, an archive, a text in another encoding, and files that are neither."""
    folder = tmp_path_factory.mktemp("logs") / "in"
    shutil.copytree(ROOT / "tests" / "data", folder)
    (folder / "notes.txt").write_bytes("Заметки о встрече\n".encode("cp1251") * 9)
    (folder / "a.ppbn").write_bytes(texts()[-2])
    (folder / "broken.json").write_bytes(b'{"deal": [')
    (folder / "empty.json").write_bytes(b"")
    (folder / "game.json.gz").write_bytes(gzip.compress((folder / "jura" / "game-02.json").read_bytes()))
    with zipfile.ZipFile(folder / "logs.zip", "w") as archive:
        for path in sorted((folder / "pajcho").iterdir()):
            archive.write(path, path.name)
    return folder


@pytest.mark.parametrize("options", [["--to", "ppbn"], ["--to", "text", "--lang", "ru"], ["--to", "csv", "--claims"],
                                     ["--to", "json", "--encoding", "auto"]], ids=" ".join)
@pytest.mark.parametrize("each", [False, True])
def test_many_files_of_any_format(options: list[str], each: bool, run: Run, logs: Path, tmp_path: Path,
                                  apart: None) -> None:
    told = []
    for jobs in ("1", "2"):
        target = tmp_path / jobs / "out"
        target.parent.mkdir()
        if each:
            target.mkdir()
        result = run("convert", *options, "--jobs", jobs, "--report", tmp_path / f"{jobs}.json", "-o", target, logs,
                     logs / "jura" / "game-02.json", logs / "none.json")
        told.append((*said(result), (tmp_path / f"{jobs}.json").read_text(),
                     {path.relative_to(target.parent): path.read_bytes() for path in sorted(target.parent.rglob("*"))
                      if path.is_file()}))
    assert told[0] == told[1]
    assert told[0][4]


@pytest.mark.parametrize("source", ["none.json", "notes.txt", "broken.json", "empty.json", "game.json.gz", "logs.zip"])
def test_one_file_of_any_kind(source: str, run: Run, logs: Path, apart: None) -> None:
    assert said(run("convert", "-j2", logs / source, "-")) == said(run("convert", logs / source, "-"))


def test_processes_read_logs(process: Process, logs: Path, tmp_path: Path) -> None:
    told = []
    for jobs in (1, 2):
        done = process("convert", "--jobs", jobs, "-o", tmp_path / f"{jobs}.ppbn", logs)
        told.append((done.returncode, done.stderr, (tmp_path / f"{jobs}.ppbn").read_bytes()))
    assert told[0] == told[1]


# ---- real processes ----------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def big(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file that several processes share: sessions with faults here and there."""
    from click.testing import CliRunner

    from preferans_pbn.cli import cli

    data = CliRunner().invoke(cli, ["random", "--count", "1000", "--seed", "7"]).stdout_bytes
    lines = [line for number, line in enumerate((data * 2).splitlines(keepends=True)) if number % 257]
    lines[5000:5000] = [b"\xff\n", b'[Event "x"]\n', b'[Variant "unheard-of"]\n', b"\n", b'[Deal "S:XX"]\n']
    path = tmp_path_factory.mktemp("big") / "big.ppbn"
    path.write_bytes(b"".join(lines))
    return path


@pytest.mark.parametrize("command", ["check", "check --format junit", "fmt", "fmt --diff", "score",
                                     "score --format json", "convert --from ppbn --to json"])
def test_processes_say_what_one_says(command: str, process: Process, big: Path) -> None:
    alone, together = (process(*command.split(), "--jobs", jobs, big, *["-"] * ("convert" in command))
                       for jobs in (1, 2))
    assert together.stdout == alone.stdout
    assert (together.returncode, together.stderr) == (alone.returncode, alone.stderr)
    assert alone.returncode == 1


@pytest.mark.parametrize("kind", ["stdin", "gzip", "zip", "many"])
def test_from_all_kinds_of_inputs(kind: str, process: Process, big: Path, tmp_path: Path) -> None:
    data = big.read_bytes()
    if kind == "stdin":
        alone, together = (process("check", "--jobs", jobs, "-", input=data) for jobs in (1, 2))
        assert (together.returncode, together.stdout, together.stderr) == (alone.returncode, alone.stdout, alone.stderr)
        return
    if kind == "gzip":
        (tmp_path / "x.ppbn.gz").write_bytes(gzip.compress(data, 1))
    elif kind == "zip":
        with zipfile.ZipFile(tmp_path / "x.ppbn.zip", "w") as archive:
            archive.writestr("a.ppbn", data)
            archive.writestr("b.ppbn", data[:1000])
    else:
        for number, at in enumerate(range(0, len(data), 30_000)):
            (tmp_path / f"{number}.ppbn").write_bytes(data[at: at + 30_000])
    alone, together = (process("check", "--jobs", jobs, tmp_path) for jobs in (1, 2))
    assert (together.returncode, together.stdout, together.stderr) == (alone.returncode, alone.stdout, alone.stderr)


needs_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are not listed here")


def members(group: int) -> dict[int, bytes]:
    """The processes of a group that still run, with their command lines."""
    found = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                fields = (folder / "stat").read_text().rpartition(")")[2].split()
                if int(fields[2]) == group and fields[0] != "Z":
                    found[int(folder.name)] = (folder / "cmdline").read_bytes()
            except (OSError, IndexError):
                continue
    return found


def workers(group: int) -> list[int]:
    return [pid for pid, command in members(group).items() if b"spawn_main" in command]


def until(condition: object, seconds: float = 30) -> bool:
    """Wait for something to become true."""
    assert callable(condition)
    for _ in range(int(seconds / 0.05)):
        if condition():
            return True
        time.sleep(0.05)
    return False


def can_be_interrupted() -> None:
    """In a shell's background interruptions are ignored, and would be by what is started here."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.fixture
def started(tmp_path: Path) -> Iterator[object]:
    """Starts the program in a group of its own with standard input held open; ends it in the end."""
    running: list[subprocess.Popen[bytes]] = []

    def start(*args: object) -> subprocess.Popen[bytes]:
        env = {**os.environ, "PYTHONPATH": str(Path(preferans_pbn.__file__).parents[1])}
        running.append(subprocess.Popen([sys.executable, "-m", "preferans_pbn", *map(str, args)], env=env,
                                        stdin=subprocess.PIPE, stdout=(tmp_path / "out").open("wb"),
                                        stderr=(tmp_path / "err").open("wb"), start_new_session=True,
                                        preexec_fn=can_be_interrupted))
        return running[-1]

    yield start
    for one in running:
        for pid in members(one.pid):
            os.kill(pid, signal.SIGKILL)
        one.wait()


@needs_proc
@pytest.mark.parametrize("command", ["check", "fmt"])
def test_an_interruption_stops_everything_at_once(command: str, started: object, big: Path, tmp_path: Path) -> None:
    assert callable(started)
    one: subprocess.Popen[bytes] = started(command, "--jobs", "2", "-")
    assert one.stdin is not None
    one.stdin.write(big.read_bytes() * 2)
    one.stdin.flush()
    assert until(lambda: len(workers(one.pid)) == 2)
    os.killpg(one.pid, signal.SIGINT)  # as a terminal does
    assert one.wait(30) == 130
    assert until(lambda: not members(one.pid))
    assert (tmp_path / "err").read_bytes().splitlines()[-1] == b"preferans-pbn: interrupted"
    assert b"Traceback" not in (tmp_path / "err").read_bytes()


@needs_proc
def test_processes_that_are_killed_on_the_way_change_nothing(started: object, process: Process, big: Path,
                                                              tmp_path: Path) -> None:
    assert callable(started)
    data = big.read_bytes() * 3
    one: subprocess.Popen[bytes] = started("check", "--jobs", "2", "-")
    assert one.stdin is not None
    half = len(data) * 3 // 4
    one.stdin.write(data[:half])
    one.stdin.flush()
    assert until(lambda: len(workers(one.pid)) == 2)
    for pid in workers(one.pid):
        os.kill(pid, signal.SIGKILL)
    one.stdin.write(data[half:])
    one.stdin.close()
    code = one.wait(60)
    alone = process("check", "-", input=data)
    assert ((tmp_path / "out").read_bytes(), (tmp_path / "err").read_bytes()) == (alone.stdout, alone.stderr)
    assert code == alone.returncode


@needs_proc
def test_who_reads_no_more_ends_it(big: Path) -> None:
    env = {**os.environ, "PYTHONPATH": str(Path(preferans_pbn.__file__).parents[1])}
    for command in ("check", "fmt", "score"):
        with subprocess.Popen([sys.executable, "-m", "preferans_pbn", command, "--jobs", "2", str(big)], env=env,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True) as one:
            assert one.stdout is not None
            assert one.stderr is not None
            assert one.stdout.readline()
            one.stdout.close()
            errors = one.stderr.read()
            assert one.wait(60) == 141
        assert b"Traceback" not in errors
        assert until(lambda group=one.pid: not members(group))


def test_colours_are_those_of_the_terminal_that_the_user_has(good: Path, bad: Path, apart: None) -> None:
    from click.testing import CliRunner

    from preferans_pbn.cli import cli

    runner = CliRunner(env={"FORCE_COLOR": "1", "NO_COLOR": None, "TERM": "xterm-256color", "COLORTERM": "truecolor"})
    for command in ("check", "score", "fmt"):
        told = [said(runner.invoke(cli, [command, "--jobs", jobs, str(good), str(bad), "no-such-file"]))
                for jobs in ("1", "2")]
        assert told[0] == told[1]
        assert b"\x1b[" in told[0][1] + told[0][2]


PLAYED = '[Variant "sochi"]\n[Dealer "S"]\n[Contract "all-pass"]\n[Tricks "S:3 W:3 E:4"]\n'


@pytest.mark.parametrize("seed", range(4))
def test_sessions_cut_anywhere(seed: int, run: Run, tmp_path: Path, apart: None,
                               monkeypatch: pytest.MonkeyPatch) -> None:
    """Sessions with records between that are lost, that no variant plays, that have no board or no Event."""
    rng = random.Random(seed)
    for round_ in range(6):
        monkeypatch.setattr(cutting, "SIZE", rng.choice((1, 200, 600)))
        text = ""
        for number in range(40):
            tags = rng.choice(('[Event "e"]\n[Session "{0}"]\n', '[Event "{0}"]\n', '[Event "e"]\n', '[Site "{0}"]\n',
                               '[Event "e"]\n[Session "b"]\n')).format(rng.choice("ab"))
            board = rng.choice(("", f'[Board "{number % 7 + 1}"]\n', '[Board "1"]\n'))
            what = rng.choice((*[PLAYED] * 4,
                               '[Variant "unheard-of"]\n', '[Deal "S:XX"]\n', "\0", '[Variant "austrian"]\n',
                               "{\n",
                               '[Variant "sochi"]\n[Contract "6S"]\n'))
            text += tags + board + what + "\n" * rng.choice((1, 1, 2))
        path = tmp_path / f"{round_}.ppbn"
        path.write_text(text)
        for command in (["check"], ["score"], ["score", "--format", "json"], ["fmt"], ["fmt", "--diff"]):
            assert said(run(*command, "-j2", path)) == said(run(*command, path))


def test_a_record_over_which_the_program_fails_is_named(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path,
                                                        apart: None) -> None:
    from preferans_pbn.checking import Checker

    check = Checker.check

    def fails(self: Checker, read: object) -> object:
        record = getattr(read, "record", None)
        if record is not None and record.board == "13":
            raise RuntimeError("boom\nand more")
        return check(self, read)  # type: ignore[arg-type]

    monkeypatch.setattr(Checker, "check", fails)
    path = tmp_path / "x.ppbn"
    path.write_text(file_of(*(DEAL.replace('"Thursday club"', f'"{n}"').replace('Board "1"', f'Board "{n}"')
                              for n in range(1, 31))))
    results = [run("check", "--jobs", jobs, path) for jobs in ("1", "2")]
    assert said(results[0]) == said(results[1])
    assert results[0].exit_code == 2
    line = path.read_text().splitlines().index('[Event "13"]') + 1
    assert (f"{path}:{line}:1: E013 this record could not be worked on: RuntimeError: boom and more (please report, "
            "with the record)") in results[0].stdout
    assert results[0].stderr.startswith("30 records: 29 valid, 1 with errors")
