"""``--cluster``: what the processes of a Dask cluster find is what one process finds."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import preferans_pbn
from preferans_pbn.bulk import partitions
from preferans_pbn.cli import cli
from tests.bulk.support import texts
from tests.cli.conftest import Run
from tests.cli.test_jobs import can_be_interrupted, members, needs_proc, until, workers

distributed = pytest.importorskip("distributed")
CHECK = [["check"], ["check", "--format", "json"], ["check", "--format", "junit", "--statistics"],
         ["check", "--select", "E4,W8", "--lenient", "--variant", "serbian"]]


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Two processes of this machine."""
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0",
                                  silence_logs="CRITICAL") as made:
        yield made


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a big file in order, one with faults, a compressed one."""
    import gzip

    folder = tmp_path_factory.mktemp("archive")
    data = CliRunner().invoke(cli, ["random", "--count", "600", "--seed", "3"]).stdout_bytes
    (folder / "big.ppbn").write_bytes(data)
    (folder / "faults.ppbn").write_bytes(texts()[-3])
    (folder / "packed.ppbn.gz").write_bytes(gzip.compress(data[:100_000]))
    return folder


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Parts are small, so that there are many."""
    monkeypatch.setattr(partitions, "SIZE", 20_000)


def said(result: Result) -> tuple[int, bytes, bytes]:
    return result.exit_code, result.stdout_bytes, result.stderr_bytes


@pytest.mark.parametrize("command", CHECK, ids=" ".join)
def test_the_findings_are_those_of_one_process(command: list[str], run: Run, cluster: Any, archive: Path,
                                                small: None) -> None:
    paths = (archive, archive / "faults.ppbn", archive / "none.ppbn")
    assert said(run(*command, "--cluster", cluster.scheduler_address, *paths)) == said(run(*command, *paths))


def test_machines_that_are_in_another_folder_find_the_files(run: Run, cluster: Any, archive: Path, small: None,
                                                            tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with distributed.Client(cluster.scheduler_address, set_as_default=False) as client:
        before = client.run(os.getcwd)
        client.run(os.chdir, "/")
        monkeypatch.chdir(archive)
        names = ("faults.ppbn", "packed.ppbn.gz", ".")
        try:
            found = run("check", "--cluster", cluster.scheduler_address, *names)
            many = converted(run, tmp_path / "parts", Path("faults.ppbn"), options=(
                "--cluster", cluster.scheduler_address))
        finally:
            for address, folder in before.items():
                client.run(os.chdir, folder, workers=[address])
    assert said(found) == said(run("check", *names))
    assert "faults.ppbn" in many.stderr
    assert rows(tmp_path / "parts")["deals"]


def test_files_by_their_urls(run: Run, cluster: Any, archive: Path, small: None) -> None:
    url = f"file://{archive}/faults.ppbn"
    found = run("check", "--cluster", cluster.scheduler_address, url)
    alone = run("check", archive / "faults.ppbn")
    assert found.exit_code == alone.exit_code == 1
    assert found.stdout.replace("file://", "") == alone.stdout
    assert found.stderr.splitlines()[-1] == alone.stderr.splitlines()[-1]


def test_a_process_that_is_killed_on_the_way_changes_nothing(run: Run, cluster: Any, archive: Path,
                                                              small: None) -> None:
    alone = run("check", archive)
    ended: list[int] = []
    kill = _when_working(cluster, ended)
    killed = run("check", "--cluster", cluster.scheduler_address, archive)
    kill.join(60)
    assert said(killed) == said(alone)
    assert len(ended) == 1


def _when_working(cluster: Any, ended: list[int]) -> threading.Thread:
    """Kills a process of ``cluster`` as soon as it is at work, and notes it."""
    def kill() -> None:
        with distributed.Client(cluster.scheduler_address, set_as_default=False) as client:
            for _ in range(600):
                busy = [address for address, tasks in client.processing().items() if tasks]
                if busy:
                    pids = client.run(os.getpid)
                    if busy[0] in pids:
                        os.kill(pids[busy[0]], signal.SIGKILL)
                        ended.append(pids[busy[0]])
                        return
                threading.Event().wait(0.02)

    thread = threading.Thread(target=kill)
    thread.start()
    return thread


def rows(folder: Path) -> dict[str, list[dict[str, Any]]]:
    """The rows of all tables in a folder, of one file each or of many."""
    from pyarrow import parquet  # type: ignore[import-untyped]

    tables = {}
    for name in ("deals", "calls", "plays", "scores"):
        files = sorted((folder / name).glob("*.parquet")) or [folder / f"{name}.parquet"]
        assert all(path.name.startswith("part-") or path.stem == name for path in files)
        tables[name] = [row for path in files for row in parquet.read_table(path).to_pylist()]
    return tables


def converted(run: Run, target: Path, *sources: Path, options: tuple[str, ...] = ()) -> Result:
    return run("convert", "--from", "ppbn", "--to", "parquet", *options, "-o", target, *sources)


def test_the_tables_of_all_parts_are_those_of_one_process(run: Run, cluster: Any, archive: Path, tmp_path: Path,
                                                          small: None) -> None:
    sources = (archive / "big.ppbn", archive / "faults.ppbn", archive / "packed.ppbn.gz", archive / "none.ppbn",
               archive / "big.ppbn")
    alone = converted(run, tmp_path / "alone", *sources, options=("--report", f"{tmp_path}/alone.json"))
    (tmp_path / "parts").mkdir()
    many = converted(run, tmp_path / "parts", *sources, options=(
        "--report", f"{tmp_path}/parts.json", "--cluster", cluster.scheduler_address))
    assert (many.exit_code, many.stdout) == (alone.exit_code, alone.stdout)
    assert many.stderr == alone.stderr
    assert (tmp_path / "parts.json").read_text() == (tmp_path / "alone.json").read_text()
    assert len(list((tmp_path / "parts" / "deals").iterdir())) > 20
    assert rows(tmp_path / "parts") == rows(tmp_path / "alone")


def test_a_part_that_is_done_twice_is_there_once(run: Run, cluster: Any, archive: Path, tmp_path: Path,
                                                  small: None) -> None:
    converted(run, tmp_path / "alone", archive / "big.ppbn")
    ended: list[int] = []
    kill = _when_working(cluster, ended)
    many = converted(run, tmp_path / "parts", archive / "big.ppbn", options=("--cluster", cluster.scheduler_address))
    kill.join(60)
    assert len(ended) == 1
    assert many.stderr == "600 records converted\n"
    assert rows(tmp_path / "parts") == rows(tmp_path / "alone")
    assert not [path for path in (tmp_path / "parts").rglob("*") if path.name.startswith(".")]


def test_what_another_run_left_is_not_counted_with_it(run: Run, cluster: Any, archive: Path, tmp_path: Path,
                                                       small: None) -> None:
    address = ("--cluster", cluster.scheduler_address)
    target = tmp_path / "parts"
    converted(run, target, archive / "big.ppbn", options=address)
    refused = converted(run, target, archive / "faults.ppbn", options=address)
    assert refused.exit_code == 2
    assert "exists; --force replaces what is there." in refused.stderr
    assert len(rows(target)["deals"]) == 600
    (target / "deals" / "mine.txt").write_text("kept")
    again = converted(run, target, archive / "faults.ppbn", options=(*address, "--force"))
    converted(run, tmp_path / "alone", archive / "faults.ppbn")
    assert again.exit_code == 1
    assert rows(target) == rows(tmp_path / "alone")
    assert (target / "deals" / "mine.txt").read_text() == "kept"


def test_by_urls_too(run: Run, cluster: Any, archive: Path, tmp_path: Path) -> None:
    result = run("convert", "--to", "parquet", "--cluster", cluster.scheduler_address, "-o", f"file://{tmp_path}/parts",
                 f"file://{archive}/big.ppbn")
    assert (result.exit_code, result.stderr) == (0, "600 records converted\n")
    converted(run, tmp_path / "alone", archive / "big.ppbn")
    assert rows(tmp_path / "parts") == rows(tmp_path / "alone")


@pytest.mark.parametrize(("options", "message"), [
    (["--to", "csv"], "--cluster writes parquet (--to parquet), not csv."),
    (["--to", "parquet", "--from", "ppn"], "--cluster reads records of the notation (ppbn), not ppn."),
    (["--to", "parquet", "--lossless"], "--lossless does not go with --cluster."),
    (["--to", "parquet", "--jobs", "3"], "--jobs does not go with --cluster."),
    (["--to", "parquet", "--encoding", "cp1251"], "--encoding does not go with --cluster"),
])
def test_what_a_cluster_does_not_convert(options: list[str], message: str, run: Run, good: Path,
                                         tmp_path: Path) -> None:
    result = run("convert", *options, "--cluster", "local", "-o", tmp_path / "x", good)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr


@pytest.mark.parametrize(("options", "message"), [
    (["--cluster", "nowhere"], "nowhere is neither the address of a cluster (tcp://host:port) nor local or local:N."),
    (["--cluster", "local:0"], "local:0 is neither the address"),
    (["--cluster", "local", "--jobs", "2"], "--cluster does not go with --jobs."),
    (["--cluster", "local", "--infer-rules"], "--cluster does not go with --infer-rules."),
    (["--cluster", "local", "-"], "--cluster reads files; the machines of a cluster have no standard input."),
])
def test_what_is_no_cluster_is_said(options: list[str], message: str, run: Run, good: Path) -> None:
    result = run("check", *options, good)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr


def test_without_the_package_it_is_said_what_to_install(run: Run, good: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    result = run("check", "--cluster", "local", good)
    assert result.exit_code == 2
    assert "pip install 'preferans-pbn[cluster]'" in result.stderr


@needs_proc
def test_an_interruption_ends_it(archive: Path, tmp_path: Path) -> None:
    big = tmp_path / "big.ppbn"
    big.write_bytes((archive / "big.ppbn").read_bytes() * 300)
    env = {**os.environ, "PYTHONPATH": str(Path(preferans_pbn.__file__).parents[1])}
    with subprocess.Popen([sys.executable, "-m", "preferans_pbn", "check", "--cluster", "local:1", str(big)], env=env,
                          stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, start_new_session=True,
                          preexec_fn=can_be_interrupted) as one:
        assert until(lambda: workers(one.pid))
        time.sleep(2)
        os.killpg(one.pid, signal.SIGINT)
        said_last = one.communicate(timeout=60)[1]
    assert one.returncode == 130
    assert b"Traceback" not in said_last
    assert said_last.splitlines()[-1] == b"preferans-pbn: interrupted"
    assert until(lambda: not members(one.pid))


def test_processes_of_its_own(run: Run, archive: Path) -> None:
    path = archive / "faults.ppbn"
    found = run("check", "--cluster", "local:1", path)
    assert said(found) == said(run("check", path))
