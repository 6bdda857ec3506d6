import sys

import apache_beam as beam
import viatica_worker
from apache_beam.options.pipeline_options import PipelineOptions


class Bilans(beam.DoFn):
    def __init__(self, expect):
        self.expect = expect  # tables and day of the whole job

    def setup(self):
        self.worker = viatica_worker.Worker(expect=self.expect)

    def process(self, requests):
        for answer in self.worker.lines(requests):
            yield answer.decode()

    def teardown(self):
        self.worker.close()


if __name__ == "__main__":
    requests_files, answers_files, *options = sys.argv[1:]
    with beam.Pipeline(options=PipelineOptions(options)) as pipeline:
        (
            pipeline
            | beam.io.ReadFromText(requests_files)
            | beam.Filter(str.strip)
            | beam.BatchElements(min_batch_size=500, max_batch_size=5_000)
            | beam.ParDo(Bilans(viatica_worker.greeting()))
            | beam.io.WriteToText(answers_files)
        )
