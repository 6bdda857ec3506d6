"""Writes two frames of requests by each tool, in each of its formats and codecs, into a folder: bilans and quotes."""

import datetime
import json
import sys
import uuid
from pathlib import Path

import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.csv
import pyarrow.feather
import pyarrow.ipc
import pyarrow.parquet as pq

folder = Path(sys.argv[1])
zone = "Europe/Paris"

ids = ["a1", "007", "-0", "é日", "+33", "@42"] + [str(uuid.UUID(int=n)) for n in (1, 2**127 + 7)]
count = len(ids)
bilans = {
    "id": ids,
    "residence": ["FR", "BE"] * (count // 2),
    "destinations": [["US", "CA"], ["ES"], ["JP"], ["MA", "US"]] * (count // 4),
    "network": ["visa", None, None, "visa"] * (count // 4),
    "tier": ["premier", None, None, "mid"] * (count // 4),
    "bin": [None, 497203.0, None, None] * (count // 4),
    "friends": [True, None, False, None] * (count // 4),
}
starts = [datetime.date(2027, 7, 1 + n) for n in range(count)]
quotes = {
    "id": ids,
    "intent": ["forTourism"] * count,
    "countryResidence": ["FR"] * count,
    "arrivalCountries": [["US"], ["ES"], ["JP"], ["MA"]] * (count // 4),
    "startDate": starts,
    "endDate": [day + datetime.timedelta(days=9) for day in starts],
    "travellers": [[34, 31], [8, 40], [65], [30]] * (count // 4),
}


def midnight(day, zoned=False):
    at = datetime.datetime(day.year, day.month, day.day)
    return pd.Timestamp(at, tz=zone).to_pydatetime() if zoned else at


def texts(frame):
    """The same frame where lists are texts, as formats without lists have them."""
    return {
        name: [";".join(map(str, value)) for value in values] if isinstance(values[0], list) else values
        for name, values in frame.items()
    }


def timed(frame, zoned):
    return {
        name: [midnight(day, zoned) for day in values] if name.endswith("Date") else values
        for name, values in frame.items()
    }


def table_of(frame, zoned=False):
    """As Arrow stores it: words of few kinds in a dictionary, small numbers in lists."""
    table = pa.table(frame)
    for at, name in enumerate(table.column_names):
        column = table.column(name)
        if name in ("residence", "network", "countryResidence", "intent"):
            table = table.set_column(at, name, column.dictionary_encode())
        elif name == "travellers" and pa.types.is_list(column.type):
            table = table.set_column(at, name, column.cast(pa.list_(pa.uint8())))
        elif zoned and name.endswith("Date"):
            table = table.set_column(at, name, column.cast(pa.timestamp("us", zone)))
    return table


left_out = []


def attempt(name, write):
    """A tool may lack a codec, or a type in a format: the run names it, and leaves no file."""
    path = folder / name
    try:
        write(str(path))
    except Exception as cause:  # noqa: BLE001
        path.unlink(missing_ok=True)
        left_out.append(f"{name}: {str(cause).splitlines()[0][:100]}")


def by_pyarrow(name, table):
    for codec in (None, "lz4", "zstd"):
        options = pa.ipc.IpcWriteOptions(compression=codec)
        for form, new in (("arrow", pa.ipc.new_file), ("arrows", pa.ipc.new_stream)):

            def write(path, new=new, options=options):
                with new(path, table.schema, options=options) as writer:
                    writer.write_table(table, max_chunksize=3)

            attempt(f"{name}-pyarrow-{codec}.{form}", write)
    attempt(f"{name}-pyarrow-feather.feather", lambda path: pa.feather.write_feather(table, path))
    for codec in ("none", "snappy", "gzip", "brotli", "lz4", "zstd"):
        for version in ("1.0", "2.0"):
            attempt(
                f"{name}-pyarrow-{codec}-{version}.parquet",
                lambda path, codec=codec, version=version: pq.write_table(
                    table, path, compression=codec, data_page_version=version, row_group_size=3
                ),
            )


def by_polars(name, frame, lines=True):
    for codec in ("uncompressed", "lz4", "zstd"):
        attempt(f"{name}-polars-{codec}.arrow", lambda path, codec=codec: frame.write_ipc(path, compression=codec))
        attempt(f"{name}-polars-sink-{codec}.arrow", lambda path, codec=codec: frame.lazy().sink_ipc(path, compression=codec))
        attempt(f"{name}-polars-{codec}.arrows", lambda path, codec=codec: frame.write_ipc_stream(path, compression=codec))
    for codec in ("uncompressed", "snappy", "gzip", "brotli", "lz4", "zstd"):
        attempt(f"{name}-polars-{codec}.parquet", lambda path, codec=codec: frame.write_parquet(path, compression=codec))
    if lines:
        attempt(f"{name}-polars.ndjson", frame.write_ndjson)


def by_pandas(name, frame):
    for codec in (None, "snappy", "gzip", "brotli", "lz4", "zstd"):
        attempt(f"{name}-pandas-{codec}.parquet", lambda path, codec=codec: frame.to_parquet(path, compression=codec, index=False))
    for codec in ("uncompressed", "lz4", "zstd"):
        attempt(f"{name}-pandas-{codec}.feather", lambda path, codec=codec: frame.to_feather(path, compression=codec))


def by_duckdb(name, rows):
    duckdb.register("requests", rows)
    for codec in ("uncompressed", "snappy", "gzip", "brotli", "lz4", "lz4_raw", "zstd"):
        attempt(
            f"{name}-duckdb-{codec}.parquet",
            lambda path, codec=codec: duckdb.sql(f"COPY (FROM requests) TO '{path}' (FORMAT parquet, COMPRESSION '{codec}')"),
        )
    attempt(f"{name}-duckdb.ndjson", lambda path: duckdb.sql(f"COPY (FROM requests) TO '{path}' (FORMAT json)"))


def as_lines(name, frame):
    """CSV, flat lines of JSON and a workbook, by each tool that writes them."""
    rows, polar, panda = pa.table(frame), pl.DataFrame(frame), pd.DataFrame(frame)
    attempt(f"{name}-pyarrow.csv", lambda path: pa.csv.write_csv(rows, path))
    attempt(f"{name}-polars.csv", polar.write_csv)
    attempt(f"{name}-polars-text.ndjson", polar.write_ndjson)
    attempt(f"{name}-pandas.csv", lambda path: panda.to_csv(path, index=False))
    attempt(f"{name}-pandas-semicolon.csv", lambda path: panda.to_csv(path, index=False, sep=";"))
    attempt(f"{name}-pandas.xlsx", lambda path: panda.to_excel(path, index=False))
    attempt(
        f"{name}-pandas.ndjson",
        lambda path: panda.to_json(path, orient="records", lines=True, date_format="iso", force_ascii=False),
    )
    duckdb.register("requests", rows)
    attempt(f"{name}-duckdb.csv", lambda path: duckdb.sql(f"COPY (FROM requests) TO '{path}' (FORMAT csv)"))


def write_all(name, frame, zoned=False):
    by_pyarrow(name, table_of(frame, zoned))
    by_polars(name, pl.DataFrame(table_of(frame, zoned)))
    by_pandas(name, pd.DataFrame(frame))
    # The zone of a time is that of the session there, and of no column.
    if not zoned:
        by_duckdb(name, pa.table(frame))


write_all("bilan", bilans)
write_all("bilan-texts", texts(bilans))
as_lines("bilan-texts", texts(bilans))
write_all("quote", quotes)
as_lines("quote-texts", texts(quotes))
write_all("quote-times", timed(quotes, False))
as_lines("quote-times", texts(timed(quotes, False)))
write_all("quote-zoned", timed(quotes, True), zoned=True)

# Ids as bytes become the texts that they are elsewhere.
binary = pa.table({**bilans, "id": pa.array([each.encode() for each in ids], pa.binary())})
by_pyarrow("bilan-bytes", binary)
by_polars("bilan-bytes", pl.DataFrame(binary), lines=False)
uuids = ids[-2:] * (count // 2)
as_uuids = {**bilans, "id": pa.array([uuid.UUID(each).bytes for each in uuids], pa.uuid())}
by_pyarrow("uuid", pa.table(as_uuids))
as_texts = pa.table({**bilans, "id": uuids})
by_pyarrow("uuid-texts", as_texts)
duckdb.register("requests", as_texts)
for codec in ("zstd", "lz4"):
    attempt(
        f"uuid-duckdb-{codec}.parquet",
        lambda path, codec=codec: duckdb.sql(
            f"COPY (SELECT * REPLACE (CAST(id AS UUID) AS id) FROM requests) TO '{path}' (FORMAT parquet, COMPRESSION '{codec}')"
        ),
    )

print(json.dumps({"leftOut": left_out}))
