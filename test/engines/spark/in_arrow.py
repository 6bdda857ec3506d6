import sys

import pyarrow as pa
import viatica_worker
from pyspark.sql import SparkSession

requests_folder, answers_folder = sys.argv[1:]
expect = viatica_worker.greeting()  # tables and day of the whole job


def bilans(batches):
    worker = viatica_worker.shared(expect=expect)  # one for each process of an executor
    requests = (line for batch in batches for line in batch.column(0).to_pylist())
    for answers in worker.batches(requests):
        yield pa.record_batch([pa.array(answers, pa.string())], names=["answer"])


spark = SparkSession.builder.appName("bilans in Arrow").getOrCreate()
requests = spark.read.text(requests_folder).where("trim(value) <> ''")
requests.mapInArrow(bilans, "answer string").write.text(answers_folder)
