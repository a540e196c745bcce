"""CSV and Parquet: what stands in the four tables, how they join, and what DuckDB and pandas make of them."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from preferans_pbn.convert import Loss, Options, find_format
from preferans_pbn.convert.tables import parquet_files
from preferans_pbn.convert.tables.columns import PAGE, TABLES, page
from preferans_pbn.notation import iter_text, loads
from preferans_pbn.record import Record
from tests.cli.conftest import DEAL, file_of

TALON_LED = """\
[Event "four"]
[Variant "sochi-codex"]
[East "Ева, \\"Е\\""]
[Dealer "N"]
[Deal "E:SAQT7.CK9.DJT.HQ9 S:SKJ9.DAKQ98.HT8 W:S8.CAQJT87.D7.HKJ"]
[Talon "HA H7"]
[Auction "E"]
pass pass pass
[Contract "all-pass"]
[Play "E"]
(HA) H9 H8 HJ
(H7) HQ HT HK
+
"""


class Streams:
    """Streams by table that keep what was written to them."""

    def __init__(self) -> None:
        self.of: dict[str, io.BytesIO] = {}

    def __call__(self, table: str) -> io.BytesIO:
        self.of[table] = io.BytesIO()
        return self.of[table]


def tables(text: str, losses: list[Loss] | None = None) -> dict[str, list[dict[str, str]]]:
    """The tables of records as CSV, read by Python's own reader."""
    streams = Streams()
    found = list(find_format("csv").write_files(loads(text), streams))
    if losses is not None:
        losses += found
    return {name: list(csv.DictReader(io.StringIO(stream.getvalue().decode()))) for name, stream in streams.of.items()}


def said(row: dict[str, str]) -> dict[str, str]:
    """A row without what is not there."""
    return {name: cell for name, cell in row.items() if cell and name != "deal_id"}


# ---- what stands in them ------------------------------------------------------------------------------


def test_the_page_says_what_is_written() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run python -m preferans_pbn.convert.tables.columns"
    assert find_format("csv").files == find_format("parquet").files == tuple(TABLES)
    streams = Streams()
    list(find_format("csv").write_files(loads(DEAL), streams))
    for table, columns in TABLES.items():
        heading = streams.of[table].getvalue().decode().split("\n", 1)[0]
        assert heading == ",".join(column.name for column in columns)
        for column in columns:
            assert f"| `{column.name}` | {column.type} |" in page()
            assert column.text


def test_a_deal() -> None:
    [row] = tables(DEAL)["deals"]
    assert re.fullmatch(r"[0-9a-f]{16}-1", row["deal_id"])
    del row["session_id"]
    assert said(row) == {
        "number": "1", "event": "Thursday club", "site": "Tallinn EST", "date": "2026.11.26", "table": "2",
        "board": "1", "variant": "sochi-codex", "rules": "ten=checked", "played_by": "sochi-codex@1", "target": "20",
        "player_s": "Anna", "player_w": "Boris", "player_e": "Clara", "dealer": "E", "hand_s": "SAKQJT9.C7.D7.HAK",
        "hand_w": "S87.CAKQJT98.DA", "hand_e": "DKQJT98.HQJT9", "talon": "H8 H7", "is_position": "false",
        "discard": "C7 D7", "declarer": "S", "bid": "7S", "contract": "7S", "level": "7", "strain": "S",
        "from_hand": "false", "role_w": "whist", "role_e": "whist", "whisters": "2", "outcome": "played",
        "tricks_s": "8", "tricks_w": "0", "tricks_e": "2", "declarer_tricks": "8", "made": "true", "errors": "0"}


def test_calls() -> None:
    rows = [said(row) for row in tables(DEAL)["calls"]]
    assert [(row["stage"], row["number"], row["seat"], row["player"], row["call"]) for row in rows] == [
        ("auction", "1", "S", "Anna", "6S"), ("auction", "2", "W", "Boris", "6C"),
        ("auction", "3", "E", "Clara", "pass"), ("auction", "4", "S", "Anna", "7S"),
        ("auction", "5", "W", "Boris", "pass"), ("defence", "1", "W", "Boris", "whist"),
        ("defence", "2", "E", "Clara", "whist")]


def test_plays() -> None:
    rows = tables(DEAL)["plays"]
    assert len(rows) == 30
    assert said(rows[0]) == {"trick": "1", "place": "1", "seat": "S", "player": "Anna", "card": "SA", "suit": "S",
                             "rank": "A", "led": "true", "won": "true", "taken_by": "S"}
    # H8 C9 HJ: E, the last to play, takes the fifth trick and leads the sixth
    assert [(row["card"], row["seat"], row["led"], row["won"]) for row in rows[12:16]] == [
        ("H8", "S", "true", "false"), ("C9", "W", "false", "false"), ("HJ", "E", "false", "true"),
        ("HQ", "E", "true", "true")]
    assert sum(row["won"] == "true" for row in rows) == 10


def test_a_talon_card_leads_and_is_nobodys() -> None:
    rows = tables(TALON_LED)["plays"]
    assert len(rows) == 8
    assert said(rows[0]) == {"trick": "1", "place": "0", "card": "HA", "suit": "H", "rank": "A", "led": "true",
                             "won": "true", "taken_by": "N"}
    assert rows[1]["player"] == 'Ева, "Е"'
    assert [row["seat"] for row in rows if row["won"] == "true"] == ["", "W"]


def test_scores() -> None:
    rows = [row for row in tables(DEAL)["scores"] if row["kind"] == "score"]
    names = ("seat", "item", "on_seat", "amount", "exact", "claimed")
    assert [tuple(row[name] for name in names) for row in rows] == [
        ("S", "pool", "", "4", "4", "4"), ("S", "dump", "", "0", "0", "0"), ("W", "pool", "", "0", "0", "0"),
        ("W", "dump", "", "0", "0", "0"), ("E", "pool", "", "0", "0", "0"), ("E", "dump", "", "0", "0", "0"),
        ("E", "whists", "S", "8", "8", "8")]


def test_a_wrong_claim_stands_beside_what_is_right() -> None:
    rows = tables(DEAL.replace("E 0 0 S:8", "E 0 1 W:5"))["scores"]
    found = {(row["item"], row["on_seat"]): (row["exact"], row["claimed"]) for row in rows
             if row["kind"] == "score" and row["seat"] == "E"}
    assert found == {("pool", ""): ("0", "0"), ("dump", ""): ("0", "1"), ("whists", "S"): ("8", "0"),
                     ("whists", "W"): ("0", "5")}


def test_nothing_is_told_that_rests_on_rules_which_are_not_known() -> None:
    found = tables(DEAL.replace('[Variant "sochi-codex"]\n[Rules "ten=checked"]\n', ""))
    [row] = found["deals"]
    assert (row["variant"], row["played_by"], row["made"], row["outcome"], row["whisters"]) == ("", "", "", "", "")
    assert (row["contract"], row["tricks_s"]) == ("7S", "8")  # as the record says itself
    assert {row["won"] for row in found["plays"]} == {""}
    assert [row["amount"] for row in found["scores"] if row["kind"] == "sheet"] == []
    assert [row["claimed"] for row in found["scores"] if row["item"] == "whists"] == ["8"]


def test_ids_join_and_are_the_same_every_time() -> None:
    text = file_of(DEAL, DEAL, DEAL.replace('[Board "1"]', '[Board "2"]'))  # the same deal twice is two deals
    one, two = tables(text), tables(text)
    assert one == two
    ids = [row["deal_id"] for row in one["deals"]]
    assert len(set(ids)) == 3
    assert {row["deal_id"] for table in ("calls", "plays", "scores") for row in one[table]} == set(ids)
    assert ids[0].split("-")[0] == ids[1].split("-")[0] != ids[2].split("-")[0]


def test_what_the_tables_have_no_place_for_is_a_loss() -> None:
    losses: list[Loss] = []
    tables(DEAL.replace('[Contract "7S"]', '[Contract "7S"]\n{ well bid }\n[Mood "good"]'), losses)
    assert [(loss.field, loss.record, loss.code) for loss in losses] == [
        ("comments", 1, "W701"), ("Mood", 1, "W701")]


def test_bytes_that_are_no_text_are_reported() -> None:
    [record] = loads(DEAL)
    record.players["S"] = "An\udce1"
    streams = Streams()
    losses = list(find_format("csv").write_files([record], streams))
    assert [loss.field for loss in losses] == ["text"]
    assert "An\ufffd".encode() in streams.of["deals"].getvalue()


# ---- Parquet, DuckDB, pandas ---------------------------------------------------------------------------


def parquet(records: Iterator[Record] | list[Record], folder: Path) -> None:
    streams = {name: (folder / f"{name}.parquet").open("wb") for name in TABLES}
    try:
        list(find_format("parquet").write_files(records, streams.__getitem__))
    finally:
        for stream in streams.values():
            stream.close()


def test_parquet_holds_what_csv_holds_with_types(tmp_path: Path) -> None:
    reader: Any = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")
    text = file_of(DEAL, TALON_LED)
    parquet(loads(text), tmp_path)
    for name, rows in tables(text).items():
        table = reader.read_table(tmp_path / f"{name}.parquet")
        kinds = {"text": "string", "integer": "int64", "number": "double", "boolean": "bool"}
        assert [(field.name, str(field.type)) for field in table.schema] == [
            (column.name, kinds[column.type]) for column in TABLES[name]]
        as_text = [{key: "" if value is None else str(value).lower() if isinstance(value, bool) else
                    f"{value:g}" if isinstance(value, float) else str(value) for key, value in row.items()}
                   for row in table.to_pylist()]
        assert as_text == rows


def test_parquet_is_written_a_row_group_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reader: Any = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")
    monkeypatch.setattr(parquet_files, "ROW_GROUP", 100)
    held: list[int] = []
    flush = parquet_files._Table.flush

    def watched(table: Any) -> None:
        held.append(len(table._rows))
        flush(table)

    monkeypatch.setattr(parquet_files._Table, "flush", watched)
    parquet([record for _ in range(20) for record in loads(DEAL)], tmp_path)
    plays = reader.ParquetFile(tmp_path / "plays.parquet")
    assert (plays.metadata.num_rows, plays.metadata.num_row_groups) == (600, 6)
    assert max(held) == 100


def test_the_tables_join_in_duckdb_and_pandas(tmp_path: Path) -> None:
    duckdb: Any = pytest.importorskip("duckdb", reason="DuckDB is not installed")
    pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    parquet(loads(file_of(DEAL, TALON_LED)), tmp_path)
    won = duckdb.sql(f"SELECT count(*) FROM '{tmp_path}/plays.parquet' JOIN '{tmp_path}/deals.parquet' USING (deal_id) "
                     "WHERE seat = declarer AND won").fetchall()
    assert won == [(8,)]
    pandas: Any = pytest.importorskip("pandas", reason="pandas is not installed")
    plays = pandas.read_parquet(tmp_path / "plays.parquet")
    assert plays.groupby("taken_by").trick.nunique().to_dict() == {"E": 2, "N": 1, "S": 8, "W": 1}


def test_writing_is_lazy() -> None:
    taken = 0

    def records() -> Iterator[Record]:
        nonlocal taken
        for one in iter_text(file_of(*[DEAL.replace("[Contract", "{ c }\n[Contract")] * 5)):
            taken += 1
            assert one.record is not None
            yield one.record

    losses = find_format("csv").write_files(records(), Streams(), Options())
    next(losses)
    assert taken == 1
