"""The calls of the Viatica partner API: signed, sent again where that helps, refused by code.

    from viatica import Client, Refused

    viatica = Client("https://viatica.example", key_id, secret)
    traveller = viatica.traveller()
    quote = traveller.quotes({"trip": trip})
    print(quote["offers"][0]["price"]["amount"])

Python 3.9 and newer; the standard library alone. For servers: the secret must never reach a browser.
"""

from __future__ import annotations

import hashlib
import hmac
import http.client
import json
import math
import random
import re
import socket
import threading
import time
from base64 import b64decode, b64encode
from dataclasses import dataclass
from decimal import Decimal
from email.utils import parsedate_to_datetime
from typing import Any, Callable, Literal, Mapping, NamedTuple, Optional, Sequence, TypedDict, Union
from urllib.parse import urlencode, urlsplit

__all__ = [
    "About", "Answer", "Client", "EventRefused", "Failed", "KnownEvent", "Rates", "Refused", "StatementVerified",
    "TimedOut", "Traveller", "TransportFailed", "Unreadable", "UnknownEvent", "convert_minor", "render_bilan", "sign",
    "verify_event", "verify_statement",
]


class Rates(NamedTuple):
    """How the quotas of the key stand, as the headers of an answer tell."""

    limit: int
    remaining: int
    reset_seconds: int
    burst_remaining: int


@dataclass(frozen=True)
class About:
    """What is known of a call beside its answer."""

    status: int
    attempts: int
    request_id: Optional[str]
    rates: Optional[Rates]
    #: Paths of fields that the service does not know; sandbox keys alone are told.
    unknown_fields: tuple[str, ...]


class Answer(dict):
    """An answer with all that it says, known or not. Numbers with a point are `Decimal`."""

    def __init__(self, body: Mapping[str, Any], about: About) -> None:
        super().__init__(body)
        self.about = about


class Failed(Exception):
    """A call that failed: `code` is the service's, or says in small letters what happened."""

    def __init__(self, code: str, message: str, attempts: int) -> None:
        super().__init__(message)
        self.code = code
        self.attempts = attempts
        self.status: Optional[int] = None
        self.request_id: Optional[str] = None
        self.retry_after_seconds: Optional[int] = None

    def __str__(self) -> str:
        times = "1 attempt" if self.attempts == 1 else f"{self.attempts} attempts"
        request = "" if self.request_id is None else f", request {self.request_id}"
        return f"{self.args[0]} ({times}{request})"


class Refused(Failed):
    """The service refused the call, under a code that this version knows or not; `body` is all it said.

    With no attempt the call was not sent, as the service would have refused it.
    """

    def __init__(self, code: str, about: About, body: Mapping[str, Any]) -> None:
        detail = body.get("detail")
        self.detail = detail if isinstance(detail, str) else None
        told = "" if self.detail is None else f": {self.detail}"
        super().__init__(code, f"{about.status} {code}{told}", about.attempts)
        self.status = about.status
        self.request_id = about.request_id
        self.about = about
        self.body = body

    @property
    def bucket(self) -> Optional[str]:
        """The bucket that is spent."""
        bucket = self.body.get("bucket")
        return bucket if isinstance(bucket, str) else None


class TransportFailed(Failed):
    """The connection failed, or ended before the answer did; `__cause__` says how."""


class TimedOut(Failed):
    """No answer came in time."""


class Unreadable(Failed):
    """What came back is no answer of the service: something else stands at the address, or in between."""


# How each call is made. Without the members that it needs, an object is no answer of the call.
@dataclass(frozen=True)
class _Call:
    method: str
    path: str
    needs: tuple[str, ...]
    is_read: bool = False
    is_open: bool = False
    # Reports of a sale stand in the order in which they were signed: one that is signed anew would take
    # back what was reported meanwhile.
    is_signed_once: bool = False


_QUOTES = _Call("POST", "/api/v1/travel/quotes", ("sessionId", "offers"), is_read=True)
_LINKS = _Call("POST", "/api/v1/travel/links", ("subscriptionId", "url"))
_META = _Call("GET", "/api/v1/travel/meta", ("key", "trip"))
_BILAN = _Call("POST", "/api/v1/coach/bilan", ("card", "bilan"), is_read=True)
_CARDS = _Call("GET", "/api/v1/coach/cards", ("banks",))
_CONVERSION = _Call(
    "POST", "/api/postback/conversion", ("externalOrderId", "status"), is_signed_once=True
)
_SALES = _Call("GET", "/api/v1/sales", ("sales",))
_STATEMENTS = _Call("GET", "/api/v1/statements", ("statements",))
_STATEMENT_BOOKS = _Call("GET", "/api/v1/statements/books", ("number", "lines"))
_CALLS = _Call("GET", "/api/v1/calls", ("calls", "nextCursor"))
_EVENTS = _Call("GET", "/api/v1/events", ("events",))
_EVENT_ENDPOINTS = _Call("GET", "/api/v1/events/endpoints", ("endpoints",))
_EVENT_PING = _Call("POST", "/api/v1/events/ping", ("eventId",))
_EVENT_RESEND = _Call("POST", "/api/v1/events/resend", ("eventId",))
_ENDPOINT_CREATE = _Call("POST", "/api/v1/events/endpoints/create", ("secret",))
_ENDPOINT_UPDATE = _Call("POST", "/api/v1/events/endpoints/update", ("endpoint",))
_ENDPOINT_ROTATE = _Call("POST", "/api/v1/events/endpoints/rotate", ("secret",))
_ENDPOINT_REMOVE = _Call("POST", "/api/v1/events/endpoints/remove", ("removed",))
_VOCABULARY = _Call("GET", "/api/v1/coach/vocabulary.json", ("messages",), is_open=True)

_PASSING = frozenset({408, 429, 500, 502, 503, 504})
_PAUSE_SECONDS = 0.2
_PAUSE_MAX_SECONDS = 5.0
# The service takes signatures of the last 300 s; one that is sent again has to arrive before.
_SIGNATURE_AGE_MAX_SECONDS = 240
# The least time that is left to a try, so that none is sent whose answer nobody waits for.
_TRY_LEAST_SECONDS = 1.0
_SHOWN_MAX = 200


def sign(
    secret: str, *, key_id: str, timestamp: int, method: str, target: str, body: bytes,
    header_prefix: str = "svc",
) -> dict[str, str]:
    """The three headers that sign a call by scheme v2. The query of `target` is not signed."""
    path = target.split("?", 1)[0]
    message = f"{timestamp}.{method}.{path}.".encode() + body
    signature = hmac.new(secret.encode(), message, hashlib.sha256).hexdigest()
    return {
        f"x-{header_prefix}-key-id": key_id,
        f"x-{header_prefix}-timestamp": str(timestamp),
        f"x-{header_prefix}-signature": f"v2={signature}",
    }


def convert_minor(
    amount_minor: int, source: Mapping[str, Any], target: Mapping[str, Any]
) -> int:
    """An amount in another currency's minor units, exactly as the service converts.

    Currencies are those of the vectors: `code`, `minorUnits`, `eurRate` (a text), `marginBps`. The product
    is rounded once, half away from zero; a currency converts to itself as it is.
    """
    if source["code"] == target["code"]:
        return amount_minor
    top, top_scale = _whole(target["eurRate"])
    bottom, bottom_scale = _whole(source["eurRate"])
    top *= abs(amount_minor) * (10_000 + target["marginBps"])
    top *= 10 ** (bottom_scale + target["minorUnits"])
    bottom *= 10_000 * 10 ** (top_scale + source["minorUnits"])
    rounded = (2 * top + bottom) // (2 * bottom)
    return -rounded if amount_minor < 0 else rounded


def _whole(text: str) -> tuple[int, int]:
    whole, _, decimals = text.partition(".")
    return int(whole + decimals), len(decimals)


def _json_default(value: object) -> object:
    # Amounts have at most 15 digits, which a float holds and prints.
    if isinstance(value, Decimal):
        return float(value)
    raise TypeError(f"{type(value).__name__} cannot be written as JSON")


def _digits(text: Optional[str]) -> Optional[int]:
    return int(text) if text is not None and text.isascii() and text.isdigit() else None


def _retry_after(text: Optional[str], now: float) -> Optional[int]:
    seconds = _digits(text)
    if seconds is not None or text is None:
        return seconds
    try:
        return max(0, math.ceil(parsedate_to_datetime(text).timestamp() - now))
    except (TypeError, ValueError):
        return None


def _rates(headers: Mapping[str, str]) -> Optional[Rates]:
    names = ("limit", "remaining", "reset", "burst-remaining")
    figures = [_digits(headers.get(f"x-ratelimit-{name}")) for name in names]
    return None if None in figures else Rates(*figures)  # type: ignore[arg-type]


class _Gate:
    """The key's quotas as its answers report them. Lets calls through until one is spent."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._minute_left = float("inf")
        self._minute_ends = 0.0
        self._reads_spent_until = 0.0

    def wait_seconds(self, call: _Call, now: float, last: float) -> tuple[float, bool]:
        """How long a call waits that may be sent until `last`, and whether its next minute comes later."""
        if call.is_open:
            return 0, False
        with self._lock:
            is_spent = now < self._minute_ends and self._minute_left <= 0
            minute = self._minute_ends - now if is_spent else 0
            day = self._reads_spent_until - now if call.is_read else 0
        if minute > 0 and now + minute > last:
            return minute, True
        # Where the day ends too late, the service itself says that it is spent.
        return (day if day > minute and now + day <= last else minute), False

    def sent(self, now: float) -> None:
        with self._lock:
            if now < self._minute_ends:
                self._minute_left -= 1

    def told(self, call: _Call, rates: Optional[Rates], now: float) -> None:
        if rates is None:
            return
        with self._lock:
            # Answers overtake each other: within a minute the fewest that any of them tells are left.
            known = self._minute_left if now < self._minute_ends else float("inf")
            self._minute_left = min(known, rates.burst_remaining)
            # Minutes of the service end where its days do.
            self._minute_ends = now + (rates.reset_seconds - 1) % 60 + 1
            if call.is_read:
                spent = rates.remaining == 0
                self._reads_spent_until = now + rates.reset_seconds if spent else 0


def _minute_spent(wait: float) -> Refused:
    """A call that was not sent, as the next minute of its key comes too late for it."""
    seconds = math.ceil(wait)
    detail = (
        "not sent: the calls of this minute are spent, and the next minute, "
        f"in {seconds} s, is too late for the deadline"
    )
    about = About(status=429, attempts=0, request_id=None, rates=None, unknown_fields=())
    refused = Refused("RATE_LIMITED", about, {"error": "RATE_LIMITED", "detail": detail})
    refused.retry_after_seconds = seconds
    return refused


def _connect(scheme: str, host: str, port: Optional[int], timeout: float) -> http.client.HTTPConnection:
    kind = http.client.HTTPSConnection if scheme == "https" else http.client.HTTPConnection
    return kind(host, port, timeout=timeout)


Connect = Callable[[str, str, Optional[int], float], http.client.HTTPConnection]


class Client:
    """The calls of the API, each of which gives an `Answer` or raises a `Failed`.

    A client holds its key's quotas as answers report them: keep one for each key. Threads may share it.
    `deadline_seconds` is for a whole call, its waits and further tries included. `connect` opens the
    connection of a try, such as through a proxy.
    """

    def __init__(
        self, base_url: str, key_id: str, secret: str, *, deadline_seconds: float = 30,
        attempt_timeout_seconds: float = 15, tries_max: int = 4, header_prefix: str = "svc",
        connect: Connect = _connect,
    ) -> None:
        address = urlsplit(base_url)
        if address.scheme not in ("http", "https") or address.hostname is None:
            raise ValueError(f"{base_url!r} is no address of a service")
        if not key_id or not secret:
            raise ValueError("key_id and secret are needed")
        self._address = address
        self._base_path = address.path.rstrip("/")
        self._key_id = key_id
        self._secret = secret
        self._deadline_seconds = deadline_seconds
        self._attempt_timeout_seconds = attempt_timeout_seconds
        self._tries_max = tries_max
        self._header_prefix = header_prefix
        self._connect = connect
        self._gate = _Gate()

    def traveller(self, session_id: Optional[str] = None) -> "Traveller":
        """Begins the calls for one traveller, or goes on with a session that was kept."""
        return Traveller(self, session_id)

    def quotes(self, request: Mapping[str, Any], *, deadline_seconds: Optional[float] = None) -> Answer:
        """Prices a trip. Better by a `traveller`, which keeps the session."""
        return self._send(_QUOTES, payload=request, deadline_seconds=deadline_seconds)

    def links(self, request: Mapping[str, Any], *, deadline_seconds: Optional[float] = None) -> Answer:
        """Makes the link of a traveller's session."""
        return self._send(_LINKS, payload=request, deadline_seconds=deadline_seconds)

    def meta(self, *, deadline_seconds: Optional[float] = None) -> Answer:
        """Tells vocabulary, ceilings and the state of the key."""
        return self._send(_META, deadline_seconds=deadline_seconds)

    def bilan(self, request: Mapping[str, Any], *, deadline_seconds: Optional[float] = None) -> Answer:
        """Tells what a card lacks for a trip."""
        return self._send(_BILAN, payload=request, deadline_seconds=deadline_seconds)

    def cards(
        self, query: Optional[Mapping[str, Any]] = None, *, deadline_seconds: Optional[float] = None
    ) -> Answer:
        """Lists banks and cards."""
        return self._send(_CARDS, query=query, deadline_seconds=deadline_seconds)

    def conversion(self, report: Mapping[str, Any], *, deadline_seconds: Optional[float] = None) -> Answer:
        """Reports a sale."""
        return self._send(_CONVERSION, payload=report, deadline_seconds=deadline_seconds)

    def sales(
        self, query: Optional[Mapping[str, Any]] = None, *, deadline_seconds: Optional[float] = None
    ) -> Answer:
        """Lists sales, a page at a time. `from` is a word of Python: `sales({"from": "2027-01-01"})`."""
        return self._send(_SALES, query=query, deadline_seconds=deadline_seconds)

    def statements(
        self, query: Optional[Mapping[str, Any]] = None, *, deadline_seconds: Optional[float] = None
    ) -> Answer:
        """Lists monthly statements, a page at a time: `statements({"currency": "EUR"})`."""
        return self._send(_STATEMENTS, query=query, deadline_seconds=deadline_seconds)

    def statement_books(self, query: Mapping[str, Any], *, deadline_seconds: Optional[float] = None) -> Answer:
        """Reads the books of a statement, a page at a time: head and lines, each with a line feed, are verified."""
        return self._send(_STATEMENT_BOOKS, query=query, deadline_seconds=deadline_seconds)

    def calls(
        self, query: Optional[Mapping[str, Any]] = None, *, deadline_seconds: Optional[float] = None
    ) -> Answer:
        """Lists your calls as they come, with what was wrong: `calls({"cursor": page["nextCursor"]})`."""
        return self._send(_CALLS, query=query, deadline_seconds=deadline_seconds)

    def events(
        self, query: Optional[Mapping[str, Any]] = None, *, deadline_seconds: Optional[float] = None
    ) -> Answer:
        """Lists events, a page at a time, with the attempts to deliver them."""
        return self._send(_EVENTS, query=query, deadline_seconds=deadline_seconds)

    def event_endpoints(self, *, deadline_seconds: Optional[float] = None) -> Answer:
        """Lists the endpoints of events, and how each one does."""
        return self._send(_EVENT_ENDPOINTS, deadline_seconds=deadline_seconds)

    def event_ping(self, endpoint_id: str, *, deadline_seconds: Optional[float] = None) -> Answer:
        """Sends an event `ping` to an endpoint."""
        return self._send(_EVENT_PING, payload={"endpointId": endpoint_id}, deadline_seconds=deadline_seconds)

    def event_resend(self, event_id: str, *, deadline_seconds: Optional[float] = None) -> Answer:
        """Sends an event again."""
        return self._send(_EVENT_RESEND, payload={"eventId": event_id}, deadline_seconds=deadline_seconds)

    def event_endpoint_create(
        self, request: Mapping[str, Any], *, deadline_seconds: Optional[float] = None
    ) -> Answer:
        """Makes an endpoint of events; its secret is shown this once. Needs the scope `events`, as the next three do."""
        return self._send(_ENDPOINT_CREATE, payload=request, deadline_seconds=deadline_seconds)

    def event_endpoint_update(
        self, request: Mapping[str, Any], *, deadline_seconds: Optional[float] = None
    ) -> Answer:
        """Pauses or resumes an endpoint, or chooses its types."""
        return self._send(_ENDPOINT_UPDATE, payload=request, deadline_seconds=deadline_seconds)

    def event_endpoint_rotate(self, endpoint_id: str, *, deadline_seconds: Optional[float] = None) -> Answer:
        """Gives an endpoint a new secret; the one before signs too for 24 hours."""
        return self._send(_ENDPOINT_ROTATE, payload={"endpointId": endpoint_id}, deadline_seconds=deadline_seconds)

    def event_endpoint_remove(self, endpoint_id: str, *, deadline_seconds: Optional[float] = None) -> Answer:
        """Takes an endpoint away."""
        return self._send(_ENDPOINT_REMOVE, payload={"endpointId": endpoint_id}, deadline_seconds=deadline_seconds)

    def vocabulary(self, *, deadline_seconds: Optional[float] = None) -> Answer:
        """Tells all that a bilan may say."""
        return self._send(_VOCABULARY, deadline_seconds=deadline_seconds)

    def _send(
        self, call: _Call, *, payload: Optional[Mapping[str, Any]] = None,
        query: Optional[Mapping[str, Any]] = None, deadline_seconds: Optional[float] = None,
    ) -> Answer:
        text = "" if payload is None else json.dumps(payload, default=_json_default, allow_nan=False)
        body = text.encode()
        asked = {
            name: str(value).lower() if isinstance(value, bool) else value
            for name, value in (query or {}).items()
            if value is not None
        }
        target = self._base_path + call.path + (f"?{urlencode(asked)}" if asked else "")
        limit = self._deadline_seconds if deadline_seconds is None else deadline_seconds
        # Durations go by a clock that nobody sets; only signatures need the time of day.
        ends = time.monotonic() + limit
        last = ends - min(_TRY_LEAST_SECONDS, limit / 4)
        before: Optional[Failed] = None
        headers: dict[str, str] = {}
        signed_at: Optional[float] = None
        attempts = 0
        while True:
            attempts += 1
            wait, is_too_late = self._gate.wait_seconds(call, time.monotonic(), last)
            if is_too_late:
                raise before or _minute_spent(wait)
            if wait > 0:
                time.sleep(wait)
            if not call.is_open and not (call.is_signed_once and signed_at is not None):
                signed_at = time.monotonic()
                headers = sign(
                    self._secret, key_id=self._key_id, timestamp=int(time.time()),
                    method=call.method, target=target, body=body, header_prefix=self._header_prefix,
                )
            if not call.is_open:
                self._gate.sent(time.monotonic())
            try:
                return self._try(call, target, body, headers, attempts, ends)
            except Failed as failure:
                pause = self._pause(call, failure, last, signed_at)
                if pause is None:
                    raise
                before = failure
            time.sleep(pause)

    def _pause(
        self, call: _Call, failure: Failed, last: float, signed_at: Optional[float]
    ) -> Optional[float]:
        """How long to wait before a call is sent again; None where it would be in vain, or late."""
        status = failure.status
        # A success that cannot be read was broken on the way.
        broken = isinstance(failure, Unreadable) and status is not None and 200 <= status < 300
        passing = isinstance(failure, (TransportFailed, TimedOut)) or broken or status in _PASSING
        if failure.attempts >= self._tries_max or not passing:
            return None
        spread = min(_PAUSE_MAX_SECONDS, _PAUSE_SECONDS * 2 ** (failure.attempts - 1))
        pause = (failure.retry_after_seconds or 0) + random.random() * spread
        at = time.monotonic() + pause
        if call.is_signed_once and signed_at is not None and at > signed_at + _SIGNATURE_AGE_MAX_SECONDS:
            return None
        return pause if at <= last else None

    def _try(
        self, call: _Call, target: str, body: bytes, headers: Mapping[str, str], attempts: int, ends: float
    ) -> Answer:
        timeout = max(0.001, min(self._attempt_timeout_seconds, ends - time.monotonic()))
        sent = {**headers, "accept": "application/json"}
        if body:
            sent["content-type"] = "application/json"
        try:
            status, told, text = self._exchange(call.method, target, body, sent, timeout)
        except (socket.timeout, TimeoutError) as cause:
            raise TimedOut("timeout", f"no answer within {timeout:.3g} s", attempts) from cause
        except (OSError, http.client.HTTPException) as cause:
            reason = str(cause) or type(cause).__name__
            raise TransportFailed("transport", f"the connection failed: {reason}", attempts) from cause
        self._gate.told(call, _rates(told), time.monotonic())
        return _read(call, status, told, text, attempts)

    def _exchange(
        self, method: str, target: str, body: bytes, headers: Mapping[str, str], timeout: float
    ) -> tuple[int, dict[str, str], bytes]:
        ends = time.monotonic() + timeout
        address = self._address
        connection = self._connect(address.scheme, address.hostname or "", address.port, timeout)
        try:
            connection.request(method, target, body or None, dict(headers))
            # Kept, as the connection lets go of it when the answer is to be its last.
            wire = connection.sock
            response = connection.getresponse()
            chunks = []
            while True:
                left = ends - time.monotonic()
                if left <= 0:
                    raise TimeoutError
                if wire is not None and wire.fileno() >= 0:
                    wire.settimeout(left)
                chunk = response.read1(65_536)
                if not chunk:
                    break
                chunks.append(chunk)
            if response.length:
                raise http.client.IncompleteRead(b"".join(chunks), response.length)
            told = {name.lower(): value for name, value in response.getheaders()}
            return response.status, told, b"".join(chunks)
        finally:
            connection.close()


def _read(call: _Call, status: int, headers: Mapping[str, str], text: bytes, attempts: int) -> Answer:
    """Reads what came back. Members, words and codes that are not known are kept as they are."""
    unknown = headers.get("x-unknown-fields")
    about = About(
        status=status, attempts=attempts, request_id=headers.get("x-request-id"),
        rates=_rates(headers), unknown_fields=() if unknown is None else tuple(unknown.split(",")),
    )
    try:
        body = json.loads(text, parse_float=Decimal)
    except (ValueError, RecursionError):
        body = None
    failure: Failed
    code = body.get("error") if isinstance(body, dict) else None
    if status >= 400 and isinstance(code, str):
        failure = Refused(code, about, body)
    else:
        reason = _why_unreadable(call, status, body)
        if reason is None:
            return Answer(body, about)
        shown = text.decode("utf-8", "replace")[:_SHOWN_MAX]
        failure = Unreadable("unreadable", f"status {status}, and {reason}: {shown}", attempts)
        failure.status = status
        failure.request_id = about.request_id
    failure.retry_after_seconds = _retry_after(headers.get("retry-after"), time.time())
    raise failure


def _why_unreadable(call: _Call, status: int, body: object) -> Optional[str]:
    if not isinstance(body, dict):
        return "its body is no JSON object"
    if not 200 <= status < 300:
        return "its body is no refusal"
    missing = next((name for name in call.needs if body.get(name) is None), None)
    return None if missing is None else f"its body has no {missing}"


class Traveller:
    """The calls for one traveller, which share a session. Never share it between travellers."""

    def __init__(self, client: Client, session_id: Optional[str] = None) -> None:
        self._client = client
        self._trip: Any = None
        self._opening = threading.Lock()
        #: The session, once a quote has opened it: keep it to go on with it later.
        self.session_id = session_id

    def quotes(self, request: Mapping[str, Any], *, deadline_seconds: Optional[float] = None) -> Answer:
        """Prices a trip within the session."""
        if self.session_id is not None:
            return self._ask(request, deadline_seconds)
        # Two first quotes at once would open two sessions: until there is one, they go one by one.
        with self._opening:
            return self._ask(request, deadline_seconds)

    def links(
        self, request: Optional[Mapping[str, Any]] = None, *, deadline_seconds: Optional[float] = None
    ) -> Answer:
        """Makes the traveller's link; without a trip it is for the one that was quoted last."""
        asked = {"sessionId": self.session_id, "trip": self._trip, **(request or {})}
        known = {name: value for name, value in asked.items() if value is not None}
        return self._client.links(known, deadline_seconds=deadline_seconds)

    def _ask(self, request: Mapping[str, Any], deadline_seconds: Optional[float]) -> Answer:
        held = {} if self.session_id is None else {"sessionId": self.session_id}
        answer = self._client.quotes({**request, **held}, deadline_seconds=deadline_seconds)
        self.session_id = answer["sessionId"]
        self._trip = request.get("trip")
        return answer


_EVENT_FAULTS = {
    "secret": "a secret is none: give whsec_ and base64, as the console has shown it",
    "headers": "webhook-id, webhook-timestamp or webhook-signature is missing, or has no such form",
    "timestamp": "it was signed too long ago or ahead: this clock is off, or somebody sends it anew",
    "signature": "no signature holds: the secret is another endpoint's, or the body is not the raw one, byte for byte",
    "body": "what was signed is no event",
}


class EventRefused(Exception):
    """What was received is no event of ours: `reason` is `secret` (none of them is one), `headers` (one is missing
    or has no such form), `timestamp` (signed too long ago, or ahead), `signature` or `body` (no event)."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"no event of ours: {_EVENT_FAULTS.get(reason, reason)}")
        self.reason = reason


class UnknownEvent(dict):  # type: ignore[type-arg]
    """An event of a type that this version does not know, with all that it says."""


#: A number of JSON; those with a point are `Decimal`.
Number = Union[int, Decimal]


class _EventFrame(TypedDict):
    id: str
    mode: str
    timestamp: str
    #: True where you had an example sent from the console: nothing of it has happened.
    example: bool


# types of events, by .config/event-types.ts

class SaleValidatedData(TypedDict):
    externalOrderId: str
    ref: str
    status: str
    amount: Number
    commission: Number
    currency: str
    bookedAt: str
    validatedAt: str


class SaleValidatedEvent(_EventFrame):
    """A pending sale has validated itself."""

    type: Literal["sale.validated"]
    data: SaleValidatedData


class SaleCorrectedBeforeSaleData(TypedDict):
    externalOrderId: str
    status: str
    amount: Number
    commission: Number
    currency: str
    bookedAt: Optional[str]


class SaleCorrectedBeforeData(TypedDict):
    sale: Optional[SaleCorrectedBeforeSaleData]
    pending: Number
    payable: Number


class SaleCorrectedAfterSaleData(TypedDict):
    externalOrderId: str
    status: str
    amount: Number
    commission: Number
    currency: str
    bookedAt: Optional[str]


class SaleCorrectedAfterData(TypedDict):
    sale: SaleCorrectedAfterSaleData
    pending: Number
    payable: Number


class SaleCorrectedData(TypedDict):
    externalOrderId: str
    ref: str
    why: list[str]
    before: SaleCorrectedBeforeData
    after: SaleCorrectedAfterData
    correctedAt: str


class SaleCorrectedEvent(_EventFrame):
    """Our check of the ledger has put right a sale, or what is booked for it."""

    type: Literal["sale.corrected"]
    data: SaleCorrectedData


class SubscriptionPresubscribedData(TypedDict):
    subscriptionId: str
    stage: str
    ref: str
    offerId: Optional[Number]
    changedAt: str


class SubscriptionPresubscribedEvent(_EventFrame):
    """A subscription under one of your links moved on."""

    type: Literal["subscription.presubscribed"]
    data: SubscriptionPresubscribedData


class SubscriptionPaidData(TypedDict):
    subscriptionId: str
    stage: str
    ref: str
    offerId: Optional[Number]
    changedAt: str


class SubscriptionPaidEvent(_EventFrame):
    """A subscription under one of your links moved on."""

    type: Literal["subscription.paid"]
    data: SubscriptionPaidData


class SubscriptionSubscribedData(TypedDict):
    subscriptionId: str
    stage: str
    ref: str
    offerId: Optional[Number]
    changedAt: str


class SubscriptionSubscribedEvent(_EventFrame):
    """A subscription under one of your links moved on."""

    type: Literal["subscription.subscribed"]
    data: SubscriptionSubscribedData


class SubscriptionWithdrawalDeclaredData(TypedDict):
    subscriptionId: str
    ref: str
    offerId: Optional[Number]
    declaredAt: str


class SubscriptionWithdrawalDeclaredEvent(_EventFrame):
    """A traveller has declared to withdraw from the contract of a subscription."""

    type: Literal["subscription.withdrawal_declared"]
    data: SubscriptionWithdrawalDeclaredData


class KeySecretEndingData(TypedDict):
    keyId: str
    previousValidUntil: str


class KeySecretEndingEvent(_EventFrame):
    """The previous secret of a rotated key ends soon."""

    type: Literal["key.secret_ending"]
    data: KeySecretEndingData


class QuotaNearlySpentData(TypedDict):
    keyId: str
    bucket: str
    limit: Number
    used: Number
    day: str


class QuotaNearlySpentEvent(_EventFrame):
    """Four fifths of a key's reads or writes of the day are used."""

    type: Literal["quota.nearly_spent"]
    data: QuotaNearlySpentData


class AccountSuspendedData(TypedDict):
    reason: Optional[str]


class AccountSuspendedEvent(_EventFrame):
    """The account is suspended: every call of its keys is refused."""

    type: Literal["account.suspended"]
    data: AccountSuspendedData


class AccountRestoredData(TypedDict):
    pass


class AccountRestoredEvent(_EventFrame):
    """The suspension is lifted: the keys work again."""

    type: Literal["account.restored"]
    data: AccountRestoredData


class CommissionChangedData(TypedDict):
    fromBps: Number
    toBps: Number


class CommissionChangedEvent(_EventFrame):
    """The commission of the account was changed; sales of links from before keep their rate."""

    type: Literal["commission.changed"]
    data: CommissionChangedData


class KeyCreatedData(TypedDict):
    keyId: str
    scopes: list[str]


class KeyCreatedEvent(_EventFrame):
    """A key was made."""

    type: Literal["key.created"]
    data: KeyCreatedData


class KeyRotatedData(TypedDict):
    keyId: str
    previousValidUntil: str


class KeyRotatedEvent(_EventFrame):
    """A key has a new secret."""

    type: Literal["key.rotated"]
    data: KeyRotatedData


class KeyRevokedData(TypedDict):
    keyId: str


class KeyRevokedEvent(_EventFrame):
    """A key is revoked: its calls are refused."""

    type: Literal["key.revoked"]
    data: KeyRevokedData


class EndpointCreatedData(TypedDict):
    endpointId: str
    types: list[str]


class EndpointCreatedEvent(_EventFrame):
    """Another endpoint receives your events from now on."""

    type: Literal["endpoint.created"]
    data: EndpointCreatedData


class EndpointFailingData(TypedDict):
    endpointId: str
    failingSince: str


class EndpointFailingEvent(_EventFrame):
    """An endpoint has taken no event for a day."""

    type: Literal["endpoint.failing"]
    data: EndpointFailingData


class StatementReadyData(TypedDict):
    number: str
    month: str
    currency: str
    due: Number
    carried: Number
    payOn: Optional[str]


class StatementReadyEvent(_EventFrame):
    """The statement of a month is closed, in one currency."""

    type: Literal["statement.ready"]
    data: StatementReadyData


class PayoutSentData(TypedDict):
    number: str
    statement: str
    amount: Number
    currency: str
    sentOn: str
    bankReference: Optional[str]


class PayoutSentEvent(_EventFrame):
    """A payout has left for your bank."""

    type: Literal["payout.sent"]
    data: PayoutSentData


class PayoutReturnedData(TypedDict):
    number: str
    statement: str
    amount: Number
    currency: str
    returnedOn: str
    reason: Optional[str]


class PayoutReturnedEvent(_EventFrame):
    """A payout came back: it is owed to you again, and stands in the next statement."""

    type: Literal["payout.returned"]
    data: PayoutReturnedData


class PingData(TypedDict):
    endpointId: str


class PingEvent(_EventFrame):
    """You asked for it."""

    type: Literal["ping"]
    data: PingData


#: An event of a type that this version knows.
KnownEvent = Union[
    SaleValidatedEvent,
    SaleCorrectedEvent,
    SubscriptionPresubscribedEvent,
    SubscriptionPaidEvent,
    SubscriptionSubscribedEvent,
    SubscriptionWithdrawalDeclaredEvent,
    KeySecretEndingEvent,
    QuotaNearlySpentEvent,
    AccountSuspendedEvent,
    AccountRestoredEvent,
    CommissionChangedEvent,
    KeyCreatedEvent,
    KeyRotatedEvent,
    KeyRevokedEvent,
    EndpointCreatedEvent,
    EndpointFailingEvent,
    StatementReadyEvent,
    PayoutSentEvent,
    PayoutReturnedEvent,
    PingEvent,
]

_EVENT_TYPES = frozenset([
    "sale.validated",
    "sale.corrected",
    "subscription.presubscribed",
    "subscription.paid",
    "subscription.subscribed",
    "subscription.withdrawal_declared",
    "key.secret_ending",
    "quota.nearly_spent",
    "account.suspended",
    "account.restored",
    "commission.changed",
    "key.created",
    "key.rotated",
    "key.revoked",
    "endpoint.created",
    "endpoint.failing",
    "statement.ready",
    "payout.sent",
    "payout.returned",
    "ping",
])

# end of types of events


def verify_event(
    body: bytes,
    headers: Mapping[str, str],
    secrets: Union[str, Sequence[str]],
    tolerance_seconds: int = 300,
    now: Optional[float] = None,
) -> Union[KnownEvent, UnknownEvent]:
    """Verifies an event by Standard Webhooks, or raises `EventRefused`.

    `body` is the raw one, as it came; names of headers may be written in any case, or as WSGI has them. While a
    secret is renewed, give the new and the old one. `event["type"]` says which event it is.
    """
    keys = [_key_of(secret) for secret in ([secrets] if isinstance(secrets, str) else secrets)]
    if not keys:
        raise EventRefused("secret")
    named = {name.lower().replace("_", "-").removeprefix("http-"): value.strip() for name, value in headers.items()
             if isinstance(value, str)}
    event_id, sent, words = (named.get(f"webhook-{name}", "") for name in ("id", "timestamp", "signature"))
    if not event_id or not words or not re.fullmatch("[0-9]{1,15}", sent):
        raise EventRefused("headers")
    if abs(math.floor(time.time() if now is None else now) - int(sent)) > tolerance_seconds:
        raise EventRefused("timestamp")
    message = f"{event_id}.{sent}.".encode() + body
    due = [b"v1," + b64encode(hmac.new(key, message, hashlib.sha256).digest()) for key in keys]
    if not any([hmac.compare_digest(one, word.encode()) for one in due for word in words.split(" ")]):
        raise EventRefused("signature")
    try:
        event = json.loads(body.decode(), parse_float=Decimal)
    except ValueError:
        raise EventRefused("body") from None
    texts = ("id", "type", "mode", "timestamp")
    if not isinstance(event, dict) or not isinstance(event.get("data"), dict) or not all(
        isinstance(event.get(name), str) for name in texts
    ):
        raise EventRefused("body")
    event["example"] = event.get("example") is True
    return event if event["type"] in _EVENT_TYPES else UnknownEvent(event)  # type: ignore[return-value]


def _key_of(secret: str) -> bytes:
    text = secret.strip()
    text = text[6:] if text.startswith("whsec_") else text
    if len(text) % 4 or not re.fullmatch("[A-Za-z0-9+/]+={0,2}", text):
        raise EventRefused("secret")
    return b64decode(text)


class StatementVerified(NamedTuple):
    """What `verify_statement` finds. The statement holds where `faults` is empty."""

    #: `form`, or of `signature`, `root`, `previous`, `sum` and `sales` those that do not hold.
    faults: "list[str]"
    number: str
    currency: str
    #: What is paid by it, in minor units.
    due_minor: int
    #: Sales of yours without a line or with lines of another sum, and sales of lines that are not yours.
    sales: "list[str]"


def verify_statement(
    books: str, key: str, previous: Optional[str] = None, sales: Optional[Mapping[str, Optional[int]]] = None
) -> StatementVerified:
    """Verifies a monthly statement by its books, without asking anybody.

    `key` is the service's public key, `previous` the books of the statement before, and `sales` tells by
    how much the month changed the commission of each of your sales, in minor units, or `None` for "some".
    """
    try:
        return _verified(books, key, previous, sales)
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        return StatementVerified(["form"], "", "", 0, [])


def _verified(
    books: str, key: str, previous: Optional[str], sales: Optional[Mapping[str, Optional[int]]]
) -> StatementVerified:
    now, before = _Books(books), None if previous is None else _Books(previous)
    told, nodes, opening = now.told, now.nodes, now.root_of_nodes()
    for count, line in enumerate(now.lines, now.old):
        top = _node(b"\0", line.encode())
        while count % 2:  # each full subtree of the size of this one makes a larger one with it
            top, count = _node(b"\1", nodes.pop(), top), count // 2
        nodes.append(top)
    owed, moved = int(told["owed"]["openingMinor"]) + int(told["owed"]["returned"]["amountMinor"]), {}
    for line in map(json.loads, now.lines[:-1]):
        amount, into = int(line["amountMinor"]), ("payable", "pending")
        owed += amount * ((line["to"] == "payable") - (line["from"] == "payable"))
        change = amount * ((line["to"] in into) - (line["from"] in into))
        moved[line["order"]] = moved.get(line["order"], 0) + change
    free = owed - max(int(told["heldMinor"]), 0)
    due = free if free > 0 and free >= int(told["minimumMinor"]) else 0
    figures = (told["owed"]["closingMinor"], told["dueMinor"], told["carriedMinor"])
    log = f"viatica/statements/{told['partnerCode']}/{told['currency']}/{told['minorUnits']}"
    wrong = [
        order for order, amount in (sales or {}).items()
        if order not in moved or amount is not None and moved[order] != amount
    ] + [order for order, change in moved.items() if sales is not None and change and order not in sales]
    goes_on = now.old == 0 and told["owed"]["openingMinor"] == "0" if before is None else (
        before.is_signed(key)
        and (before.origin, before.size, before.root) == (now.origin, now.old, opening)
        and before.told["month"] < told["month"]
        and before.told["carriedMinor"] == told["owed"]["openingMinor"]
    )
    holds = {
        "signature": now.is_signed(key),
        "root": now.size == now.old + len(now.lines) and now.root == now.root_of_nodes(),
        "previous": goes_on,
        "sum": tuple(map(str, (owed, due, owed - due))) == figures and now.origin == log,
        "sales": not wrong,
    }
    faults = [name for name, does in holds.items() if not does]
    return StatementVerified(faults, told["number"], told["currency"], due, wrong)


class _Books:
    """The parts of the books of a statement."""

    def __init__(self, books: str) -> None:
        head, self._text, self._signatures, rest = books.split("\n\n")
        form, old, *hashes = head.split("\n")
        if form != "viatica-books 1" or not old.startswith("old ") or bin(int(old[4:])).count("1") != len(hashes):
            raise ValueError("no books")
        self.origin, size, self.root = self._text.split("\n")
        self.old, self.size, self.nodes = int(old[4:]), int(size), list(map(b64decode, hashes))
        self.lines = (rest[:-1] if rest.endswith("\n") else rest).split("\n")
        self.told = json.loads(self.lines[-1])

    def root_of_nodes(self) -> str:
        root = self.nodes[-1] if self.nodes else b""
        for left in self.nodes[-2::-1]:
            root = _node(b"\1", left, root)
        return b64encode(root).decode()

    def is_signed(self, key: str) -> bool:
        head = f"— {self.origin} "
        signed = next((line for line in self._signatures.split("\n") if line.startswith(head)), "")
        signature = b64decode(signed[len(head):])[4:]
        return _is_ed25519(b64decode(key.strip()[-44:])[1:], signature, f"{self._text}\n".encode())


def _node(mark: bytes, *parts: bytes) -> bytes:
    return hashlib.sha256(mark + b"".join(parts)).digest()


# Ed25519 by RFC 8032, as the standard library has none. It verifies alone, so no secret can leak by its time.
_P = 2**255 - 19
_ORDER = 2**252 + 27742317777372353535851937790883648493
_D = -121665 * pow(121666, -1, _P) % _P
_Point = "tuple[int, int, int, int]"


def _point(text: bytes) -> _Point:
    bits = int.from_bytes(text, "little")
    y, sign = bits & (1 << 255) - 1, bits >> 255
    square = (y * y - 1) * pow(_D * y * y + 1, -1, _P) % _P
    x = pow(square, (_P + 3) // 8, _P)
    if (x * x - square) % _P:
        x = x * pow(2, (_P - 1) // 4, _P) % _P
    if len(text) != 32 or y >= _P or (x * x - square) % _P:
        raise ValueError("no point of the curve")
    x = _P - x if x & 1 != sign else x
    return x, y, 1, x * y % _P


def _plus(one: _Point, other: _Point) -> _Point:
    a, b = (one[1] - one[0]) * (other[1] - other[0]) % _P, (one[1] + one[0]) * (other[1] + other[0]) % _P
    c, d = 2 * one[3] * other[3] * _D % _P, 2 * one[2] * other[2] % _P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % _P, g * h % _P, f * g % _P, e * h % _P


def _times(factor: int, point: _Point) -> _Point:
    total = (0, 1, 1, 0)
    while factor:
        total = _plus(total, point) if factor & 1 else total
        point, factor = _plus(point, point), factor >> 1
    return total


def _is_ed25519(key: bytes, signature: bytes, text: bytes) -> bool:
    factor = int.from_bytes(signature[32:], "little")
    if len(signature) != 64 or factor >= _ORDER:
        return False
    seen = int.from_bytes(hashlib.sha512(signature[:32] + key + text).digest(), "little") % _ORDER
    base = _point((4 * pow(5, -1, _P) % _P).to_bytes(32, "little"))
    left, right = _times(factor, base), _plus(_point(signature[:32]), _times(seen, _point(key)))
    return all((left[at] * right[2] - right[at] * left[2]) % _P == 0 for at in (0, 1))


def render_bilan(answer: Mapping[str, Any], messages: Mapping[str, Any]) -> "dict[str, Any]":
    """The sentences of a bilan in its own language; `messages` are those of the vocabulary."""
    bilan, card, meta = answer["bilan"], answer["card"], answer["meta"]
    english = messages["locales"].get(meta["market"] + ".locale", {}).get("traits", {}).get("english")

    def say(group: str, key: str, values: Mapping[str, Any] = {}) -> str:
        texts = messages[group][key]["texts"]
        text = (meta["lang"] == "en" and texts.get(english)) or texts[meta["lang"]]
        return _fill_text(text, values, meta["lang"])

    headline, social = bilan["headline"], bilan["social"]
    whole = say("headlines", headline["key"], headline["vars"])
    if len(whole) > 70:
        here = headline["vars"].get("here")
        near = {**headline["vars"], "inPlace": here, "inPlaces": here}
        whole = say("headlines", headline["key"], near)
    warned = headline["key"].endswith(".travel_warning")
    return {
        "headline": whole,
        "medical": say("medical", bilan["medical"]["key"], bilan["medical"]["vars"]),
        "gaps": [
            {
                "label": say("guarantees", slug),
                "badge": say("words", "badge_" + gap["badge"]),
                "sentence": say("badges", gap["key"], gap["vars"]),
            }
            for slug, gap in card["guarantees"].items()
        ],
        "arguments": [
            {part: say("arguments", key, told["vars"]) for part, key in told["messageKeys"].items()}
            for told in bilan["arguments"]
        ],
        "social": None if warned else say("social", social["subjectKey"], social["vars"]),
        "reading": say("sources", bilan["reading"]["key"], bilan["reading"]["vars"]),
        "disclosures": [say("disclosures", each["key"], each["vars"]) for each in bilan["disclosures"]],
    }


def _fill_text(text: str, values: Mapping[str, Any], language: str, count: str = "#") -> str:
    """Fills in a text in ICU MessageFormat, as far as the vocabulary uses it: values, choices, plurals."""
    said, at = "", 0
    while at < len(text):
        if text[at] != "{":
            said += count if text[at] == "#" else text[at]
            at += 1
            continue
        end = _closing(text, at)
        name, *choice = (part.strip() for part in text[at + 1 : end].split(",", 2))
        value, at = values[name], end + 1
        if not choice:
            said += str(value)
            continue
        options, rest = {}, choice[1]
        while rest:
            opened = rest.index("{")
            closed = _closing(rest, opened)
            options[rest[:opened].strip()] = rest[opened + 1 : closed]
            rest = rest[closed + 1 :].strip()
        if choice[0] == "select":
            said += _fill_text(options.get(str(value), options["other"]), values, language, count)
        else:
            form = "one" if value == 1 or (value == 0 and language == "fr") else "other"
            chosen = options.get(f"={value}", options.get(form, options["other"]))
            said += _fill_text(chosen, values, language, str(value))
    return said


def _closing(text: str, opened: int) -> int:
    """Where the brace is that closes another."""
    depth = 0
    for at in range(opened, len(text)):
        depth += {"{": 1, "}": -1}.get(text[at], 0)
        if depth == 0:
            return at
    raise ValueError(f"nothing closes {text[opened:]}")
