"""Asks a worker that is killed and stopped on the way; prints what came of it as JSON."""

import json
import os
import signal

import viatica_worker

REQUEST = {"residence": "FR", "destinations": ["US"], "card": {"none": True}}


def requests(count):
    for number in range(count):
        yield None if number % 100 == 99 else json.dumps({"id": number, **REQUEST}, indent=number % 2)


def asked(count, signals, **options):
    """The ids of the answers to so many requests, where signals go to the process once it has answered."""
    worker = viatica_worker.Worker(frame_bytes=8_000, **options)
    ids, processes = [], set()
    for answers in worker.batches(requests(count)):
        ids += [json.loads(answer).get("id") for answer in answers]
        if signals:
            os.kill(worker._process.pid, signals.pop(0))
        processes.add(worker._process.pid)
    worker.close()
    return {"ids": ids, "processes": len(processes), "greeting": worker.greeting}


def refused(**options):
    try:
        list(viatica_worker.Worker(**options).lines(["{}"]))
    except (viatica_worker.WorkerLost, viatica_worker.WorkerRefused) as error:
        return f"{type(error).__name__}: {error}"


def left():
    """Leaves off in the middle, and asks the same worker anew."""
    worker = viatica_worker.shared()
    for _ in worker.lines(requests(1000)):
        break
    return [json.loads(line)["id"] for line in worker.lines(requests(3))]


killed = asked(2000, [signal.SIGKILL])
print(
    json.dumps(
        {
            "killed": killed,
            "columns": asked(300, [], columns=["id", "headline"]),
            "stopped": asked(300, [signal.SIGSTOP], timeout_seconds=3),
            "other": refused(expect={**killed["greeting"], "engineVersion": "0.0.0+x"}),
            "dying": refused(command=["false"]),
            "left": left(),
        }
    )
)
