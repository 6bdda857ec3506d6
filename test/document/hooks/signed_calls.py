"""Signs the calls of schemathesis, and gives them quota and names of this emulator."""

import hashlib
import hmac
import itertools
import json
import os
import re
import time
import urllib.request

import schemathesis
from requests.auth import AuthBase

emulator = os.environ["VIATICA_EMULATOR"]
key_id = os.environ["VIATICA_KEY_ID"]
secret = os.environ["VIATICA_SECRET"].encode()
ref = os.environ["VIATICA_REF"]

calls = itertools.count(1)

# A minute has 60 calls for a key.
CALLS_A_QUOTA = 40


def give_quota_back():
    wish = {"trigger": "fresh-quota", "key": key_id}
    call = urllib.request.Request(
        f"{emulator}/_emulator/trigger", data=json.dumps(wish).encode(), method="POST"
    )
    urllib.request.urlopen(call, timeout=30).read()


class Signed(AuthBase):
    def __call__(self, call):
        if next(calls) % CALLS_A_QUOTA == 0:
            give_quota_back()
        body = call.body or b""
        if isinstance(body, str):
            body = body.encode()
        timestamp = str(int(time.time()))
        path = call.path_url.split("?")[0]
        text = f"{timestamp}.{call.method}.{path}.".encode() + body
        digest = hmac.new(secret, text, hashlib.sha256).hexdigest()
        call.headers["x-svc-key-id"] = key_id
        call.headers["x-svc-timestamp"] = timestamp
        call.headers["x-svc-signature"] = f"v2={digest}"
        return call


schemathesis.auth.set_from_requests(Signed())


def links_in(document):
    for item in document["paths"].values():
        for operation in item.values():
            for answer in operation["responses"].values():
                yield from answer.get("links", {}).values()


@schemathesis.hook
def before_load_schema(context, raw_schema):
    """Bodies of links are one text with expressions in braces; schemathesis sends objects of expressions alone."""
    for link in links_in(raw_schema):
        if isinstance(link.get("requestBody"), str):
            members = re.sub(r'"?\{(\$[^}]+)\}"?', r'"\1"', link["requestBody"])
            link["requestBody"] = json.loads(members)


@schemathesis.hook
def before_call(context, case, kwargs):
    """Half of the reports are of a link that there is: no generator can guess one."""
    if isinstance(case.body, dict) and isinstance(case.body.get("ref"), str):
        if case.body["ref"].startswith("acme-") or next(calls) % 2 == 0:
            case.body["ref"] = ref
