"""What Spark takes for itself: the job of in_columns.py, with answers that nobody makes."""

import sys

import pyarrow as pa
import viatica_worker
from pyspark.sql import SparkSession

requests_folder, answers_folder = sys.argv[1:]
columns = ["id", "headline", "medicalTarget", "ceilingOk", "gapCount"]
expect = viatica_worker.greeting(columns=columns, arrow=True)
values = {"utf8": "coach.headline.no_card", "int64": 18, "float64": 500000.0, "bool": False}


def bilans(batches):
    for batch in batches:
        made = [pa.repeat(values[column["type"]], batch.num_rows) for column in expect["columns"]]
        yield pa.record_batch(made, names=[column["name"] for column in expect["columns"]])


spark = SparkSession.builder.appName("no bilans").getOrCreate()
requests = spark.read.text(requests_folder).where("trim(value) <> ''")
requests.mapInArrow(bilans, viatica_worker.spark_schema(expect)).write.parquet(answers_folder)
