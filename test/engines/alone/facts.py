import json
import sys

import viatica_worker

table, facts = sys.argv[1:]  # fares.table.json, with fares.csv beside it, and lines of JSON
worker = viatica_worker.Worker(table=table)
with open(facts) as lines:
    for answer in worker.lines(lines):
        found = json.loads(answer)
        print(found["id"], found.get("detail") or [hit["fare"] for hit in found["hits"]])
worker.close()
