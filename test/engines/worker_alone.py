"""Answers a folder of requests by one worker, without an engine: what the Python client costs alone."""

import os
import sys

import viatica_worker

requests_folder, answers_file = sys.argv[1:]


def requests():
    for name in sorted(os.listdir(requests_folder)):
        with open(os.path.join(requests_folder, name), encoding="utf-8") as file:
            yield from (line.rstrip("\n") for line in file if line.strip())


worker = viatica_worker.Worker()
with open(answers_file, "wb") as target:
    for answers in worker.batches(requests()):
        target.write(b"\n".join(answers) + b"\n")
worker.close()
