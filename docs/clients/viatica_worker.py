"""Answers requests by a `viatica worker` process that is kept alive. Copy this file into your job.

    worker = Worker()
    for answer in worker.lines(['{"id":1,"residence":"FR","destinations":["US"]}']):
        print(answer)  # one line of JSON, bytes, for each request and in the same order

Where columns are enough, record batches of Arrow pass through untouched, many times as fast:

    worker = Worker(columns=["id", "headline", "medicalTarget"], arrow=True)
    for answers in worker.record_batches(batches_of_requests):
        print(answers.num_rows)

Facts of a table of your own, imported from DMN or JDM:

    worker = Worker(table="fares.table.json")
    for answer in worker.lines(['{"id":1,"age":70,"zone":"city"}']):
        print(answer)  # b'{"id":1,"hits":[{"line":3,"fare":1.5}]}'

A process that dies or says nothing for `timeout_seconds` is replaced, and asked again what it has not
answered in full: every request gets exactly one answer. Python 3.9 or newer; needs no other package,
but pyarrow for record batches.
"""

import collections
import json
import os
import queue
import select
import subprocess
import threading

PROTOCOL = 1
LETTERS = {"bilan": b"B", "quote": b"Q", "table": b"T"}
REFUSAL_COLUMNS = ("error", "detail")
SPARK_TYPES = {"utf8": "string", "int64": "bigint", "float64": "double", "bool": "boolean"}
BATCH_ROWS, BATCH_BYTES = 8_192, 1_048_576  # larger batches of requests are sliced


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
        columns=None,  # those of the answers; left out, those of `expect`, else answers are whole
        arrow=False,  # answers in record batches, in place of lines
        answers="bilan",  # or "quote": what the columns are of
        table=None,  # the .table.json of an imported table that answers facts, its CSV beside it
        mode="sandbox",  # or "live": the catalogue of quotes
        frame_bytes=65_536,  # requests are sent in frames of about this size
        frames_ahead=4,  # so many frames are under way
        timeout_seconds=120,  # a process that says nothing for so long is replaced
        start_seconds=120,  # and one that has not greeted by then
        tries=3,  # so many processes in a row may be lost over one frame
    ):
        if expect is not None and columns is None and "columns" in expect:
            columns = [c["name"] for c in expect["columns"] if c["name"] not in REFUSAL_COLUMNS]
            arrow, answers = expect["format"] == "arrow", expect["answers"]
        answers = answers if table is None else "table"
        self._command = [*command, *_form(columns, arrow, answers, table)]
        self._answers = answers
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

    def record_batches(self, batches, what=None):
        """Yields batches of answers (pyarrow.RecordBatch) to batches of requests, in their order.

        A batch has a column of JSON called `value` or `request`, or a column for each field.
        """
        import pyarrow

        for pieces in self._answered(_record_frames(batches), what):
            with pyarrow.ipc.open_stream(pieces[0] if len(pieces) == 1 else b"".join(pieces)) as stream:
                yield from stream

    def lines(self, requests, what=None):
        """Yields a line of JSON (bytes) for each request (str, bytes or None), in their order."""
        for answers in self.batches(requests, what):
            yield from answers

    def batches(self, requests, what=None):
        """Yields lists of such lines, as frames are answered. Reads requests ahead of the answers."""
        for pieces in self._answered(_frames(requests, self._frame_bytes), what):
            lines = b"".join(pieces).split(b"\n")
            lines.pop()
            yield lines

    def _answered(self, frames, what):
        letter = LETTERS[what or self._answers]
        waiting = collections.deque()
        is_more = True
        try:
            while True:
                while is_more and len(waiting) < self._frames_ahead:
                    frame = next(frames, None)
                    is_more = frame is not None
                    if is_more:
                        waiting.append((letter, *frame))
                        if self._process is not None:
                            self._send(waiting[-1])
                if not waiting:
                    return
                pieces = self._first_answers(waiting)
                waiting.popleft()
                yield pieces
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
        self._outbox.put(b"".join((len(payload).to_bytes(4, "big"), letter, payload)))

    def _read_answers(self, count):
        pieces = []
        while True:
            letter, payload = self._read_frame(self._timeout_seconds)
            if letter == b"A":
                pieces.append(payload)
            elif letter == b"D":
                done = json.loads(payload)
                if done["answered"] + done["refused"] != count:
                    raise WorkerLost(f"{payload.decode()} of {count} requests")
                return pieces
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


def greeting(command=("viatica", "worker"), **options):
    """Asks a worker for version, tables, day and columns, for `expect`: do it once, where the job is put together."""
    worker = Worker(command, **options)
    try:
        worker._start()
        return worker.greeting
    finally:
        worker.close()


def spark_schema(greeting):
    """The columns of a greeting as a schema that Spark reads."""
    return ", ".join(f"`{c['name']}` {SPARK_TYPES[c['type']]}" for c in greeting["columns"])


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


def _record_frames(batches):
    """An Arrow stream for each batch, or for each slice of it; no row is touched."""
    import pyarrow

    for batch in batches:
        slices = max(-(-batch.num_rows // BATCH_ROWS), -(-batch.nbytes // BATCH_BYTES), 1)
        rows = max(-(-batch.num_rows // slices), 1)
        for at in range(0, batch.num_rows, rows):
            part = batch.slice(at, rows)
            sink = pyarrow.BufferOutputStream()
            with pyarrow.ipc.new_stream(sink, part.schema) as stream:
                stream.write_batch(part)
            yield sink.getvalue(), part.num_rows


def _form(columns, arrow, answers, table):
    """The words of the command that ask for a form of answers."""
    asked = [] if table is None else ["--table", table]
    if columns is None and not arrow:
        return asked
    named = [] if columns is None else ["--columns", ",".join(columns)]
    of = asked or ["--answers", answers]
    return [*named, *of, "--format", "arrow" if arrow else "ndjson"]


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
