"""Proves the client in Python against an emulator, a server of odd ways, and the shared vectors."""

import base64
import json
import os
import threading
import time
import urllib.request

from viatica import (
    Client, Failed, Refused, TimedOut, TransportFailed, Unreadable, convert_minor, sign,
)

env = os.environ
TRIP = {
    "intent": "forTourism",
    "startDate": "2027-07-01",
    "endDate": "2027-07-14",
    "countryResidence": "FR",
    "arrivalCountries": ["US"],
    "travellers": [{"age": 34}],
}
READING = {"residence": "FR", "destinations": ["US"], "card": {"network": "visa", "tier": "mid"}}


def client(url=env["VIATICA_URL"], **options):
    return Client(url, env["VIATICA_KEY"], env["VIATICA_SECRET"], **options)


def odd(way, **options):
    return client(f"{env['VIATICA_ODD_URL']}/{way}", **options)


def control(path, body):
    data = json.dumps(body).encode()
    urllib.request.urlopen(f"{env['VIATICA_URL']}/_emulator/{path}", data).close()


def trigger(name, **more):
    control("trigger", {"trigger": name, **more})


def vectors(name):
    with open(os.path.join(env["VIATICA_VECTORS"], name), encoding="utf-8") as file:
        return json.load(file)


def equal(found, wanted, about=""):
    if found != wanted:
        raise AssertionError(f"{about}: {found!r} is not {wanted!r}")


def fails(kind, call, code):
    try:
        call()
    except kind as failure:
        equal(failure.code, code)
        return failure
    raise AssertionError(f"{code} did not come")


def signs():
    count = 0
    for vector in vectors("signing.json")["vectors"]:
        if not vector["expected"]["ok"]:
            continue
        request = vector["request"]
        told = {name.lower(): value for name, value in request["headers"]}
        names = [f"x-{vector['prefix']}-{part}" for part in ("key-id", "timestamp", "signature")]
        if "bodyBase64" in request:
            body = base64.b64decode(request["bodyBase64"])
        else:
            body = request.get("bodyUtf8", "").encode()
        key = next(key for key in vector["keys"] if key["keyId"] == told[names[0]])
        secrets = [key["secret"]] + ([key["previous"]["secret"]] if "previous" in key else [])
        made = [
            sign(
                secret, key_id=key["keyId"], timestamp=int(told[names[1]]), method=request["method"],
                target=request["path"], body=body, header_prefix=vector["prefix"],
            )
            for secret in secrets
        ]
        wanted = {name: told[name] for name in names}
        wanted[names[2]] = wanted[names[2]].lower()
        equal(wanted in made, True, vector["name"])
        count += 1
    equal(count > 20, True, "accepted vectors")


def converts():
    file = vectors("conversion.json")
    currencies = {currency["code"]: currency for currency in file["currencies"]}
    for vector in file["vectors"]:
        found = convert_minor(
            vector["amountMinor"], currencies[vector["source"]], currencies[vector["target"]]
        )
        is_safe = abs(found) <= 2**53 - 1
        equal(found if is_safe else None, vector["expectedMinor"], vector)


def prices():
    traveller = client().traveller()
    found = []
    # Two first quotes at once share the one session that they open.
    threads = [
        threading.Thread(target=lambda: found.append(traveller.quotes({"trip": TRIP}))) for _ in "12"
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    first, second = found
    equal(first["sessionId"], second["sessionId"])
    equal(traveller.session_id, first["sessionId"])
    price = first["offers"][0]["price"]
    equal(price["amount"] > 0, True)
    equal(first.about.status, 200)
    equal(first.about.rates.limit, 200)
    equal(first.about.request_id is not None, True)
    kept = client().traveller(traveller.session_id)
    asked = kept.quotes({"trip": TRIP, "crad": 1})
    equal(asked["sessionId"], traveller.session_id)
    equal(asked.about.unknown_fields, ("crad",))


def reads_bilan():
    found = client().bilan(READING)
    equal(len(found["bilan"]["arguments"]) > 0, True)


def sells():
    traveller = client().traveller()
    offers = traveller.quotes({"trip": TRIP})["offers"]
    link = traveller.links({"offerId": offers[0]["id"]})
    equal(link["url"].startswith("http"), True)
    report = {
        "ref": env["VIATICA_REF"], "externalOrderId": "order-1", "status": "pending",
        # What an answer said may go out again, digit by digit.
        "amount": offers[0]["price"]["amount"], "currency": offers[0]["price"]["currency"],
    }
    equal(client().conversion(report)["created"], True)
    equal(client().conversion(report)["created"], False)
    page = client().sales({"status": "pending", "from": "2020-01-01", "limit": 10, "by": None})
    equal([sale["externalOrderId"] for sale in page["sales"]], ["order-1"])


def reads_open():
    equal(len(client().cards({"country": "FR"})["banks"]) > 0, True)
    equal(client().meta()["key"]["mode"], "sandbox")
    equal("arguments" in client().vocabulary()["messages"], True)


def events():
    control("endpoints", {"url": "http://127.0.0.1:65535/hooks"})
    trigger("spend-reads")
    trigger("fresh-quota")
    [event] = client().events({"limit": 1})["events"]
    equal(event["type"], "quota.nearly_spent")
    [endpoint] = client().event_endpoints()["endpoints"]
    equal(client().event_ping(endpoint["endpointId"])["eventId"].startswith("evt_"), True)
    equal(client().event_resend(event["id"])["eventId"], event["id"])
    made = client().event_endpoint_create({"url": "http://127.0.0.1:65535/own", "types": ["sale.validated"]})
    own = made["endpointId"]
    paused = client().event_endpoint_update({"endpointId": own, "paused": True})["endpoint"]
    equal([paused["types"], paused["pausedAt"] is not None], [["sale.validated"], True])
    equal(client().event_endpoint_rotate(own)["secret"] != made["secret"], True)
    equal(client().event_endpoint_remove(own)["removed"], True)


def calls():
    cursor = client().calls({"limit": 1})["nextCursor"]
    trigger("BAD_DATES")
    refused = fails(Refused, lambda: client().quotes({"trip": TRIP}), "BAD_DATES")
    listed = None
    # Calls are kept about a second after they were answered.
    for _ in range(20):
        time.sleep(0.5)
        page = client().calls({"cursor": cursor, "refused": True})
        cursor = page["nextCursor"]
        listed = next((one for one in page["calls"] if one["requestId"] == refused.request_id), None)
        if listed is not None:
            break
    equal((listed["errorCode"], listed["status"], listed["isSigned"]), ("BAD_DATES", 400, True))
    equal("endDate" in listed["detail"], True)


def refusals():
    def quote():
        client().quotes({"trip": TRIP})

    def sale():
        client().conversion({"ref": "r", "externalOrderId": "o", "status": "pending", "amount": 1})

    calls = {
        "BAD_DATES": (400, quote), "BAD_TRIP": (400, quote), "NO_DESTINATIONS": (400, quote),
        "BAD_CONVERSION": (400, sale), "UNAUTHORIZED": (401, quote), "STALE_TIMESTAMP": (401, quote),
        "INVALID_SIGNATURE": (401, quote), "SCOPE_FORBIDDEN": (403, quote),
        "CARD_MODE_FORBIDDEN": (403, lambda: client().bilan(READING)),
        "NOT_FOUND": (404, quote), "LINK_NOT_FOUND": (404, sale), "METHOD_NOT_ALLOWED": (405, quote),
        "PAYLOAD_TOO_LARGE": (413, quote), "UNSUPPORTED_ENCODING": (415, quote),
    }
    for code, (status, call) in calls.items():
        trigger(code)
        refused = fails(Refused, call, code)
        equal((refused.status, refused.attempts), (status, 1), code)
        equal(refused.body["error"], code)
        equal(code in str(refused) and refused.request_id in str(refused), True, code)
    trigger("BAD_DATES")
    equal("endDate" in fails(Refused, quote, "BAD_DATES").detail, True)


def quotas():
    def quote():
        client(deadline_seconds=1).quotes({"trip": TRIP})

    for name, code, bucket in (
        ("spend-reads", "QUOTA_EXCEEDED", "reads"), ("RATE_LIMITED", "RATE_LIMITED", None),
    ):
        trigger(name)
        refused = fails(Refused, quote, code)
        equal((refused.status, refused.attempts), (429, 1), code)
        equal(refused.about.rates.reset_seconds > 0, True, code)
        equal(refused.retry_after_seconds > 0, True, code)
        if bucket is not None:
            equal(refused.bucket, bucket)
        trigger("fresh-quota")
    quote()


def passing():
    for name in (
        "PRICING_REFUSED", "PRICING_TIMED_OUT", "SERVICE_UNAVAILABLE", "INTERNAL_ERROR", "REQUEST_TIMEOUT",
    ):
        trigger(name)
        equal(client().quotes({"trip": TRIP}).about.attempts, 2, name)
    trigger("PRICING_REFUSED", times=2)
    refused = fails(
        Refused, lambda: client(tries_max=2).quotes({"trip": TRIP}), "PRICING_UNAVAILABLE"
    )
    equal((refused.status, refused.attempts), (502, 2))


def unknown_code():
    body = {"ok": False, "error": "TOO_COLD", "detail": "ask in summer", "more": [1]}
    control("answer", {"endpoint": "quotes", "status": 418, "body": body})
    refused = fails(Refused, lambda: client().quotes({"trip": TRIP}), "TOO_COLD")
    equal((refused.status, refused.detail, refused.body["more"]), (418, "ask in summer", [1]))


def tolerant():
    control("answer", {"endpoint": "quotes", "status": 200, "body": {
        "sessionId": "qs_new", "mood": "sunny", "offers": [{
            "id": "offer-1", "slug": "never-seen", "price": {"amount": 12.5, "currency": "XXX", "net": None},
            "guarantees": {"space-debris": {"state": "perhaps", "value": {"deep": True}}},
        }],
    }})
    quote = client().quotes({"trip": {**TRIP, "intent": "forTourism"}})
    offer = quote["offers"][0]
    equal(quote["mood"], "sunny")
    equal(offer["guarantees"]["space-debris"]["state"], "perhaps")
    equal(str(offer["price"]["amount"]), "12.5")
    body = {"key": {"mode": "twilight"}, "trip": {"intents": ["forTourism", "forScience"]}}
    control("answer", {"endpoint": "meta", "status": 200, "body": body})
    equal(client().meta()["trip"]["intents"][1], "forScience")
    body = {"externalOrderId": "o", "status": "frozen", "commission": {"kind": "new"}}
    control("answer", {"endpoint": "conversion", "status": 200, "body": body})
    equal(client().conversion({"ref": "r"})["status"], "frozen")


def no_answer():
    control("answer", {"endpoint": "quotes", "status": 200, "body": {"ok": True}})
    equal(client().quotes({"trip": TRIP}).about.attempts, 2)
    control("answer", {"endpoint": "quotes", "status": 200, "body": ["no", "object"]})
    unreadable = fails(Unreadable, lambda: client(tries_max=1).quotes({"trip": TRIP}), "unreadable")
    equal(unreadable.status, 200)
    for way, status in (("page", 404), ("moves", 307)):
        unreadable = fails(Unreadable, lambda: odd(way).quotes({"trip": TRIP}), "unreadable")
        equal((unreadable.status, unreadable.attempts), (status, 1))


def broken():
    for way in ("resets", "breaks"):
        equal(odd(way).quotes({"trip": TRIP}).about.attempts, 2, way)
    closed = client("http://127.0.0.1:1", tries_max=2)
    equal(fails(TransportFailed, closed.meta, "transport").attempts, 2)
    try:
        Client("http://127.0.0.1:1", "ak_test_1", "")
    except ValueError as missing:
        equal(str(missing), "key_id and secret are needed")
    else:
        raise AssertionError("made without a secret")


def signed_once():
    first, second = odd("sale").conversion({"ref": "r"})["tries"]
    equal(first["signature"] != "" and first["signature"] == second["signature"], True)


def patient():
    quote = odd("patience").quotes({"trip": TRIP})
    first, second = quote["tries"]
    equal(int(second["timestamp"]) > int(first["timestamp"]), True)
    equal(first["signature"] != second["signature"], True)


def waits():
    held = odd("spends")
    equal(held.quotes({"trip": TRIP}).about.rates.burst_remaining, 0)
    equal(held.quotes({"trip": TRIP}).about.attempts, 1)


def hurried():
    held = odd("hurries")
    equal(held.quotes({"trip": TRIP}).about.rates.burst_remaining, 0)
    report = lambda: held.conversion({"ref": "r"}, deadline_seconds=0.5)
    refused = fails(Refused, report, "RATE_LIMITED")
    equal((refused.status, refused.attempts, refused.retry_after_seconds), (429, 0, 1))
    equal(str(refused).startswith("429 RATE_LIMITED: not sent: "), True)
    equal(len(held.quotes({"trip": TRIP})["tries"]), 2)


def late():
    stalled = odd("stalls", deadline_seconds=0.5)
    equal(fails(TimedOut, lambda: stalled.quotes({"trip": TRIP}), "timeout").attempts, 1)
    trigger("slow")
    slow = client(deadline_seconds=0.5)
    equal(isinstance(fails(TimedOut, lambda: slow.quotes({"trip": TRIP}), "timeout"), Failed), True)


for name, check in {
    "signs as the signing vectors say": signs,
    "converts as the conversion vectors say": converts,
    "prices a trip and goes on in its session": prices,
    "reads a bilan": reads_bilan,
    "links a traveller, reports the sale and lists it": sells,
    "reads cards, meta and the vocabulary": reads_open,
    "lists events, and sends one again": events,
    "lists calls as they come, with what was wrong": calls,
    "tells refusals by their codes": refusals,
    "tells which quota is spent": quotas,
    "sends again what failed in passing": passing,
    "gives a code that nobody knows as it is": unknown_code,
    "reads words, fields and states that nobody knows": tolerant,
    "tells what is no answer": no_answer,
    "sends again after a broken connection": broken,
    "reports a sale again under its first signature": signed_once,
    "waits as long as Retry-After asks, and signs anew": patient,
    "waits until a spent minute is over": waits,
    "sends nothing that a spent minute leaves no time for": hurried,
    "ends a call at its deadline": late,
}.items():
    check()
    print(f"ok {name}", flush=True)
