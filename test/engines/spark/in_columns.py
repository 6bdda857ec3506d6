import sys

import viatica_worker
from pyspark.sql import SparkSession

requests_folder, answers_folder = sys.argv[1:]
# Tables, day and columns of the whole job.
columns = ["id", "headline", "medicalTarget", "ceilingOk", "gapCount"]
expect = viatica_worker.greeting(columns=columns, arrow=True)


def bilans(batches):
    # One worker for each process of an executor; batches pass through as they are.
    return viatica_worker.shared(expect=expect).record_batches(batches)


spark = SparkSession.builder.appName("bilans in columns").getOrCreate()
requests = spark.read.text(requests_folder).where("trim(value) <> ''")
answers = requests.mapInArrow(bilans, viatica_worker.spark_schema(expect))
answers.write.parquet(answers_folder)
