val Array(requestsFolder, answersFolder) = sys.env("BILANS").split(",")

// Refusals stand among the answers, so that they fail no task: a status of 1 reports them.
val command = Seq("sh", "-c", "viatica bilan - --workers 1 --refusals inline || [ $? -eq 1 ]")
val requests = spark.sparkContext.textFile(requestsFolder)
requests.pipe(command, encoding = "UTF-8").saveAsTextFile(answersFolder)

val asked = requests.filter(line => line.trim.nonEmpty).count()
val answered = spark.sparkContext.textFile(answersFolder).count()
if (answered != asked) sys.error(s"$answered answers to $asked requests")
sys.exit(0)
