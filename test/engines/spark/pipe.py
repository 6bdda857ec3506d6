import os
import sys

from pyspark.sql import SparkSession

requests_folder, answers_folder = sys.argv[1:]
spark = SparkSession.builder.appName("bilans by pipe").getOrCreate()

# Refusals stand among the answers, so that they fail no task: a status of 1 reports them.
command = "sh -c 'viatica bilan - --workers 1 --refusals inline || [ $? -eq 1 ]'"
requests = spark.sparkContext.textFile(requests_folder)
answers = requests.pipe(command, env=dict(os.environ), checkCode=True)
answers.saveAsTextFile(answers_folder)

asked = requests.filter(lambda line: line.strip() != "").count()
answered = spark.sparkContext.textFile(answers_folder).count()
if answered != asked:
    sys.exit(f"{answered} answers to {asked} requests")
