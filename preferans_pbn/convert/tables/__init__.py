"""Records as four tables for DuckDB, pandas and the like: deals, calls, plays, scores.

`columns` says what is in them, `rows` makes the rows of a record, `csv_files` and `parquet_files` write them.
"""
