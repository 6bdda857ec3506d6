"""Answers requests by a `viatica worker` process that is kept alive. Copy this file into your job.

    worker = Worker()
    for answer in worker.lines(['{"id":1,"residence":"FR","destinations":["US"]}']):
        print(answer)  # one line of JSON, bytes, for each request and in the same order

A process that dies or says nothing for `timeout_seconds` is replaced, and asked again what it has not
answered in full: every request gets exactly one line. Python 3.9 or newer; needs no other package.
"""

import collections
import json
import os
import queue
import select
import subprocess
import threading

PROTOCOL = 1
LETTERS = {"bilan": b"B", "quote": b"Q"}


class WorkerRefused(Exception):
    """The worker ended on purpose: it has other tables than expected, say. Asking again is no use."""


class WorkerLost(Exception):
    """The process died or stood still, again and again."""


class Worker:
    """One `viatica worker` process. It serves one thread at a time."""

    def __init__(
        self,
        command=("viatica", "worker"),
        expect=None,  # the greeting that all workers of a job share, as `greeting()` gives it
        mode="sandbox",  # or "live": the catalogue of quotes
        frame_bytes=65_536,  # requests are sent in frames of about this size
        frames_ahead=4,  # so many frames are under way
        timeout_seconds=120,  # a process that says nothing for so long is replaced
        start_seconds=120,  # and one that has not greeted by then
        tries=3,  # so many processes in a row may be lost over one frame
    ):
        self._command = list(command)
        self._hello = {"protocol": PROTOCOL, "mode": mode}
        if expect is not None:
            self._hello.update(engineVersion=expect["engineVersion"], today=expect["today"])
        self._frame_bytes = frame_bytes
        self._frames_ahead = frames_ahead
        self._timeout_seconds = timeout_seconds
        self._start_seconds = start_seconds
        self._tries = tries
        self._process = None
        self._buffer = bytearray(65_536)
        self.greeting = None

    def lines(self, requests, what="bilan"):
        """Yields a line of JSON (bytes) for each request (str, bytes or None), in their order."""
        for answers in self.batches(requests, what):
            yield from answers

    def batches(self, requests, what="bilan"):
        """Yields lists of such lines, as frames are answered. Reads requests ahead of the answers."""
        frames = _frames(requests, self._frame_bytes)
        waiting = collections.deque()
        is_more = True
        try:
            while True:
                while is_more and len(waiting) < self._frames_ahead:
                    frame = next(frames, None)
                    is_more = frame is not None
                    if is_more:
                        waiting.append((LETTERS[what], *frame))
                        if self._process is not None:
                            self._send(waiting[-1])
                if not waiting:
                    return
                answers = self._first_answers(waiting)
                waiting.popleft()
                yield answers
        finally:
            if waiting:  # whoever asked left: what is under way is for nobody
                self.close()

    def close(self):
        """Ends the process; the next request starts another one."""
        process, self._process = self._process, None
        if process is None:
            return
        self._outbox.put(None)
        process.kill()
        process.wait()
        process.stdout.close()
        self._writer.join()
        try:
            process.stdin.close()
        except BrokenPipeError:
            pass

    def _first_answers(self, waiting):
        for left in reversed(range(self._tries)):
            try:
                if self._process is None:
                    self._start()
                    for frame in waiting:
                        self._send(frame)
                return self._read_answers(waiting[0][2])
            except WorkerLost:
                self.close()
                if left == 0:
                    raise
            except BaseException:
                self.close()
                raise

    def _start(self):
        self._process = subprocess.Popen(
            self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
        )
        _widen(self._process.stdin, self._process.stdout)
        self._outbox = queue.SimpleQueue()
        # A thread writes, so that this one can read: two that wait for each other would wait for ever.
        self._writer = threading.Thread(
            target=_write, args=(self._process.stdin, self._outbox), daemon=True
        )
        self._writer.start()
        self.greeting = json.loads(self._expect(b"G", self._start_seconds))
        self._send((b"H", json.dumps(self._hello).encode(), 0))
        self._expect(b"R")

    def _send(self, frame):
        letter, payload, _ = frame
        self._outbox.put(len(payload).to_bytes(4, "big") + letter + payload)

    def _read_answers(self, count):
        lines = []
        while True:
            letter, payload = self._read_frame(self._timeout_seconds)
            if letter == b"A":
                answers = payload.split(b"\n")
                answers.pop()
                lines += answers
            elif letter == b"D":
                if len(lines) != count:
                    raise WorkerLost(f"{len(lines)} answers to {count} requests")
                return lines
            else:
                raise WorkerLost(f"an unexpected frame {letter!r}")

    def _expect(self, expected, seconds=None):
        letter, payload = self._read_frame(seconds or self._timeout_seconds)
        if letter != expected:
            raise WorkerLost(f"a frame {letter!r} instead of {expected!r}")
        return payload

    def _read_frame(self, seconds):
        header = self._read(5, seconds)
        letter, payload = header[4:], self._read(int.from_bytes(header[:4], "big"), seconds)
        if letter == b"E":
            refused = json.loads(payload)
            raise WorkerRefused(f"{refused['error']}: {refused['detail']}")
        return letter, payload

    def _read(self, size, seconds):
        stream = self._process.stdout
        if size > len(self._buffer):
            self._buffer = bytearray(2 * size)
        view = memoryview(self._buffer)[:size]
        at = 0
        while at < size:
            if not select.select([stream], [], [], seconds)[0]:
                raise WorkerLost(f"nothing came for {seconds} seconds")
            read = stream.readinto(view[at:])
            if not read:
                raise WorkerLost(f"the process ended with status {self._process.wait()}")
            at += read
        return bytes(view)


def greeting(command=("viatica", "worker")):
    """Asks a worker for version, tables and day, for `expect`: do it once, where the job is put together."""
    worker = Worker(command)
    try:
        worker._start()
        return worker.greeting
    finally:
        worker.close()


_shared = {}


def shared(**options):
    """The one worker of this process with such options, started when it is first asked."""
    key = (os.getpid(), json.dumps(options, sort_keys=True))
    if key not in _shared:
        _shared[key] = Worker(**options)
    return _shared[key]


def _line(request):
    """One line for a request; line ends within its JSON are blanks. None is refused as blank."""
    line = request.encode() if isinstance(request, str) else bytes(request or b"")
    return line.replace(b"\n", b" ") if b"\n" in line else line


def _frames(requests, frame_bytes):
    lines, size = [], 0
    for request in requests:
        line = _line(request)
        lines.append(line)
        size += len(line) + 1
        if size >= frame_bytes:
            yield b"\n".join(lines) + b"\n", len(lines)
            lines, size = [], 0
    if lines:
        yield b"\n".join(lines) + b"\n", len(lines)


def _widen(*pipes):
    """Lets pipes hold more, where the system can (Linux): fewer, longer turns."""
    try:
        import fcntl

        for pipe in pipes:
            fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, 1_048_576)
    except (ImportError, AttributeError, OSError):
        pass  # they work as they are


def _write(stream, outbox):
    try:
        for frame in iter(outbox.get, None):
            view = memoryview(frame)
            while view:
                view = view[stream.write(view) :]
    except (OSError, ValueError):
        pass  # the process is gone, which whoever reads is told
