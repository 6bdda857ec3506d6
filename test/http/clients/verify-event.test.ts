import { assert, describe, it, vi } from "@effect/vitest"
import { Webhook } from "standardwebhooks"
import { eventTypeFiles } from "../../../.config/event-types.ts"
import { verifyEvent } from "../../../http/clients/typescript/index.ts"
import { documentedEvent, exampleBody } from "../../../rules/events/event-examples.ts"
import { eventTypes, pingType } from "../../../rules/events/event-policy.ts"
import { itByClients } from "../../support/client-programs.ts"

/** An event as it is received at a moment, and what is found of it. */
interface Vector {
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
  readonly secrets: ReadonlyArray<string>
  readonly now: number
  /** The type, whether that is known and whether it is an example; else the fault. */
  readonly due: string
}

const now = 1_893_456_000

const [first = "", second = "", third = ""] = ["a", "b", "c"].map(
  (letter) => `whsec_${Buffer.alloc(32, letter).toString("base64")}`,
)

const word = (secret: string, body: string, id = "evt_1", sent = now): string =>
  new Webhook(secret).sign(id, new Date(sent * 1_000), body)

const signed = (body: string, ...secrets: ReadonlyArray<string>) => ({
  "webhook-id": "evt_1",
  "webhook-timestamp": String(now),
  "webhook-signature": secrets.map((secret) => word(secret, body)).join(" "),
})

const known = JSON.stringify(documentedEvent("key.revoked"))
const ofUs = { body: known, headers: signed(known, first), secrets: [first], now }
const isKnown = "key.revoked known real"

const unknown = `{"id":"evt_1","type":"sale.foreseen","mode":"live","timestamp":"2030-01-01T00:00:00.000Z","data":{"of":"é"},"more":1}`

const noEvents = [
  "",
  "no JSON",
  "[]",
  "null",
  `{"id":"evt_1","type":"ping"}`,
  `{"id":"evt_1","type":"ping","mode":"live","timestamp":"x","data":[]}`,
  `{"id":1,"type":"ping","mode":"live","timestamp":"x","data":{}}`,
]

const altered = (headers: Readonly<Record<string, string>>): Vector => ({
  ...ofUs,
  headers: { ...ofUs.headers, ...headers },
  due: "headers",
})

const vectors: ReadonlyArray<Vector> = [
  ...([...eventTypes, pingType] as const).map((type) => {
    const body = JSON.stringify(documentedEvent(type))
    return { ...ofUs, body, headers: signed(body, first), due: `${type} known real` }
  }),
  ...eventTypes.map((type) => {
    const body = exampleBody(type, { id: "evt_1", mode: "sandbox", at: "2030-01-01T00:00:00.000Z" })
    return { ...ofUs, body, headers: signed(body, first), due: `${type} known example` }
  }),
  { ...ofUs, body: unknown, headers: signed(unknown, first), due: "sale.foreseen unknown real" },
  // Two secrets, as while one is renewed, on either side.
  { ...ofUs, headers: signed(known, second, first), due: isKnown },
  { ...ofUs, secrets: [third, first], due: isKnown },
  { ...ofUs, secrets: [` ${first}\n`], due: isKnown },
  { ...ofUs, secrets: [first.slice("whsec_".length)], due: isKnown },
  { ...ofUs, now: now + 300, due: isKnown },
  { ...ofUs, now: now - 300, due: isKnown },
  { ...ofUs, now: now + 301, due: "timestamp" },
  { ...ofUs, now: now - 301, due: "timestamp" },
  { ...ofUs, secrets: [third], due: "signature" },
  { ...ofUs, secrets: [], due: "secret" },
  { ...ofUs, secrets: [""], due: "secret" },
  { ...ofUs, secrets: ["whsec_no base64"], due: "secret" },
  { ...ofUs, secrets: [first, "whsec_AAA"], due: "secret" },
  { ...ofUs, body: `${known} `, due: "signature" },
  { ...altered({ "webhook-id": "evt_2" }), due: "signature" },
  { ...altered({ "webhook-timestamp": String(now - 1) }), due: "signature" },
  {
    ...altered({ "webhook-signature": word(first, known).replace("v1,", "v2,") }),
    due: "signature",
  },
  { ...altered({ "webhook-signature": "v1," }), due: "signature" },
  { ...altered({ "webhook-signature": "v1,é" }), due: "signature" },
  altered({ "webhook-id": "" }),
  altered({ "webhook-timestamp": "" }),
  altered({ "webhook-timestamp": "soon" }),
  altered({ "webhook-timestamp": "1e9" }),
  altered({ "webhook-timestamp": `-${now}` }),
  altered({ "webhook-signature": "" }),
  { ...ofUs, headers: {}, due: "headers" },
  ...noEvents.map((body) => ({ ...ofUs, body, headers: signed(body, first), due: "body" })),
]

const dues = vectors.map(({ due }) => due)

describe("types of events in the clients", () => {
  it.each(eventTypeFiles())("are those of the API, in $file", ({ due, is }) => {
    assert.strictEqual(is, due, "run: node .config/event-types.ts")
  })
})

describe("events are verified alike", () => {
  it("by the library of Standard Webhooks, where it asks for the same", () => {
    vi.useFakeTimers({ toFake: ["Date"] })
    try {
      for (const { body, due, headers, now: seconds, secrets } of vectors) {
        // It takes one secret, of any form, and reads no more of a body than that it is JSON.
        if (due === "secret" || due === "body") continue
        vi.setSystemTime(seconds * 1_000)
        const isOurs = secrets.some((secret) => {
          try {
            new Webhook(secret.trim()).verify(body, headers)
            return true
          } catch {
            return false
          }
        })
        assert.strictEqual(isOurs, due.includes("known"), `${due}: ${JSON.stringify(headers)}`)
      }
    } finally {
      vi.useRealTimers()
    }
  })

  it("by the client in TypeScript, with headers of either form", async () => {
    for (const headersOf of [
      (headers: Vector["headers"]) => headers,
      (headers: Vector["headers"]) => ({
        get: (name: string) => headers[name.toLowerCase()] ?? null,
      }),
      (headers: Vector["headers"]) =>
        Object.fromEntries(
          Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]),
        ),
    ]) {
      const told = await Promise.all(
        vectors.map(async ({ body, headers, now: seconds, secrets }) => {
          const raw = new TextEncoder().encode(body)
          const options = { nowMs: seconds * 1_000 }
          const verified = await verifyEvent(raw, headersOf(headers), secrets, options)
          if (verified._tag === "Refused") return verified.fault
          const word = verified._tag === "Event" ? "known" : "unknown"
          return `${verified.event.type} ${word} ${verified.event.example === true ? "example" : "real"}`
        }),
      )
      assert.deepStrictEqual(told, dues)
    }
  })

  itByClients(
    {
      Python: `import json
from viatica import EventRefused, UnknownEvent, verify_event
for each in json.load(open("vectors.json", encoding="utf-8")):
    try:
        event = verify_event(each["body"].encode(), each["headers"], each["secrets"], now=each["now"])
        known = "unknown" if isinstance(event, UnknownEvent) else "known"
        print(event["type"], known, "example" if event["example"] else "real")
    except EventRefused as refused:
        print(refused.reason)
`,
      PHP: `<?php
foreach (json_decode(file_get_contents("vectors.json"), true) as $each) {
    try {
        $event = Viatica\\verifyEvent($each["body"], $each["headers"], $each["secrets"], 300, $each["now"]);
        echo $event->type, $event->isKnown ? " known " : " unknown ", $event->isExample ? "example" : "real", "\\n";
    } catch (Viatica\\EventRefused $refused) {
        echo $refused->reason, "\\n";
    }
}
`,
      Java: `import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import viatica.Json;
import viatica.ViaticaEvents;

public final class Run {
    public static void main(String[] args) throws Exception {
        StringBuilder found = new StringBuilder();
        for (Json each : Json.parse(Files.readString(Path.of("vectors.json"))).items()) {
            List<String> secrets = each.at("secrets").items().stream().map(Json::text).toList();
            Instant now = Instant.ofEpochSecond(each.at("now").decimal().longValueExact());
            try {
                ViaticaEvents.Event event = ViaticaEvents.verifyEvent(
                        each.at("body").text().getBytes("UTF-8"), name -> each.at("headers", name).text(), secrets,
                        Duration.ofSeconds(300), now);
                String known = event instanceof ViaticaEvents.Unknown ? " unknown " : " known ";
                found.append(event.about().type()).append(known).append(event.about().isExample() ? "example" : "real");
            } catch (ViaticaEvents.EventRefused refused) {
                found.append(refused.reason());
            }
            found.append("\\n");
        }
        System.out.print(found);
    }
}
`,
      Go: `package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"time"

	"viatica.example/viatica"
)

func main() {
	text, _ := os.ReadFile("vectors.json")
	var vectors []struct {
		Body    string
		Headers map[string]string
		Secrets []string
		Now     int64
	}
	if err := json.Unmarshal(text, &vectors); err != nil {
		panic(err)
	}
	for _, each := range vectors {
		header := http.Header{}
		for name, value := range each.Headers {
			header.Set(name, value)
		}
		now := func() time.Time { return time.Unix(each.Now, 0) }
		event, err := viatica.EventVerifier{Secrets: each.Secrets, Now: now}.Verify([]byte(each.Body), header)
		var refused *viatica.EventRefused
		if errors.As(err, &refused) {
			fmt.Println(refused.Reason)
			continue
		}
		known, real := "known", "real"
		if _, isUnknown := event.Data.(*viatica.UnknownData); isUnknown {
			known = "unknown"
		}
		if event.Example {
			real = "example"
		}
		fmt.Println(event.Type, known, real)
	}
}
`,
    },
    (run) => {
      const found = run({ "vectors.json": JSON.stringify(vectors) })
        .trimEnd()
        .split("\n")
      assert.deepStrictEqual(found, dues)
    },
  )
})
