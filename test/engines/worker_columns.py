"""Answers a folder of requests in columns by one worker, without an engine: what client and worker cost."""

import glob
import os
import signal
import sys

import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet
import viatica_worker

requests_folder, answers_file, *kill = sys.argv[1:]
columns = ["id", "headline", "medicalTarget", "ceilingOk", "gapCount"]
worker = viatica_worker.Worker(columns=columns, arrow=True)


def requests():
    # A line is a row of one column: no byte of JSON ends one, and none is quoted.
    parsing = pyarrow.csv.ParseOptions(delimiter="\x01", quote_char=False)
    reading = pyarrow.csv.ReadOptions(column_names=["value"])
    for name in sorted(glob.glob(f"{requests_folder}/requests-[0-9]*")):
        yield from pyarrow.csv.open_csv(name, read_options=reading, parse_options=parsing)


answers = worker.record_batches(requests())
first = next(answers)
if kill:
    os.kill(worker._process.pid, signal.SIGKILL)
with pa.parquet.ParquetWriter(answers_file, first.schema) as target:
    target.write_batch(first)
    for batch in answers:
        target.write_batch(batch)
worker.close()
