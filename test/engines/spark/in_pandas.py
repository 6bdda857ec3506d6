import sys

import viatica_worker
from pyspark.sql import SparkSession

requests_folder, answers_folder = sys.argv[1:]
expect = viatica_worker.greeting()


def bilans(frames):
    worker = viatica_worker.shared(expect=expect)
    for frame in frames:  # answers come in the order of the requests, beside which they stand
        answers = worker.lines(frame["value"])
        yield frame.assign(answer=[answer.decode() for answer in answers])


spark = SparkSession.builder.appName("bilans in pandas").getOrCreate()
requests = spark.read.text(requests_folder).where("trim(value) <> ''")
answered = requests.mapInPandas(bilans, "value string, answer string")
answered.select("answer").write.text(answers_folder)
