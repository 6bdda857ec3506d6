import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as OtlpSerialization from "effect/observability/OtlpSerialization"
import * as OtlpTracer from "effect/observability/OtlpTracer"
import { describe, expect, it } from "vitest"
import { makeExposition } from "../../http/observability/prometheus.ts"
import { isKept } from "./part.ts"
import { formsOf, needle } from "./secrets/forms.ts"
import { blindSpots, makeFinder } from "./secrets/finder.ts"
import { signedExample } from "../../http/pages/docs/guides/signing.ts"
import { shapesIn } from "./secrets/package.ts"
import { searchPlace } from "./secrets/places.ts"
import { metricsIn, tracesIn } from "./secrets/observed.ts"
import { secrets, secretsOutcome } from "./secrets/part.ts"
import { startCollector } from "../http/observability/stand-in-collector.ts"
import { testSeed } from "../support/random.ts"

const secret = `vsk_test_${"0123456789abcdef".repeat(4)}`

const searchIn = (text: string) =>
  searchPlace(makeFinder([needle("a secret", secret)]), {
    name: "logs",
    contents: [{ name: "a log", bytes: Buffer.from(text) }],
    isText: true,
  })

const foundIn = async (text: string) => (await searchIn(text)).violations.length

const bin = "49701234"

const signatureOfVectors = signedExample.signature

/** What a collector is sent of a span with these attributes, by a tracer that lets all of them out. */
const sentOf = async (attributes: Readonly<Record<string, unknown>>): Promise<string> => {
  const collector = await startCollector()
  const layerTracer = OtlpTracer.layer({
    url: `${collector.url}/v1/traces`,
    resource: { serviceName: "viatica" },
  }).pipe(Layer.provide(OtlpSerialization.layerJson), Layer.provide(FetchHttpClient.layer))
  await Effect.runPromise(
    Effect.void.pipe(Effect.withSpan("POST quotes", { attributes }), Effect.provide(layerTracer)),
  )
  await collector.stop()
  return collector.received()
}

/** What `/metrics` says of calls of a route. */
const metricsOf = (route: string): Promise<string> => {
  const { meters, text } = makeExposition()
  meters.call({ requestId: "-", method: "GET", durationMs: 1, route, status: 200 })
  return Effect.runPromise(text)
}

/** What is found in what servers tell of themselves. */
const toldIn = async (content: ReturnType<typeof tracesIn>): Promise<ReadonlyArray<string>> => {
  const sought = [needle("a secret", secret), needle("a BIN", bin)]
  const place = { name: "told", contents: [content], isText: true }
  return (await searchPlace(makeFinder(sought), place)).violations.map((found) =>
    found.replace(/^told, a server: (a \w+|an age) .*$/, "$1"),
  )
}

describe("secrets", () => {
  it("stand nowhere after every kind of call", async () => {
    const seed = testSeed("secrets") >>> 1
    const outcomes = await secrets.run({ seed, isShort: true, say: () => {} })
    expect(outcomes.flatMap(({ violations }) => violations)).toEqual([])
    expect(outcomes.every(isKept)).toBe(true)
  })
})

describe("the search for secrets", () => {
  it("finds one as it is, in hex, in base64 at any place, in an address and in JSON", async () => {
    const bytes = Buffer.from(secret)
    const told = [
      `secret=${secret} and so on`,
      bytes.toString("hex"),
      bytes.toString("hex").toUpperCase(),
      ...["", "1", "12", "123"].map((before) => Buffer.from(before + secret).toString("base64")),
      Buffer.from(`a:${secret}:b`).toString("base64url"),
      `?secret=${encodeURIComponent(secret)}`,
    ]
    expect(await Promise.all(told.map(foundIn))).toEqual(told.map(() => 1))
    const quoted = needle("a body", '{"a":"ü"}')
    expect(formsOf(quoted).map(({ bytes: form }) => form.toString())).toEqual(
      expect.arrayContaining(['{\\"a\\":\\"ü\\"}', "%7B%22a%22%3A%22%C3%BC%22%7D"]),
    )
  })

  it("does not find one that differs in its last character", async () => {
    expect(await foundIn(`${secret.slice(0, -1)}0`)).toBe(0)
  })

  it("finds ages, and not the rule about them", async () => {
    const ages = ['{"age":7}', '{\\"age\\": 35}', "age=120", "{ age: 8 }"]
    expect(await Promise.all(ages.map(foundIn))).toEqual([1, 1, 1, 1])
    expect(await foundIn("trip.travellers[2].age: integer 0 to 120, page: 7")).toBe(0)
  })

  it("finds a secret, a BIN and ages in the attributes of a span", async () => {
    const told = async (attributes: Readonly<Record<string, unknown>>) =>
      toldIn(tracesIn("a server", await sentOf(attributes)))
    expect(await told({ "http.route": "quotes", "server.port": 49_701 })).toEqual([])
    expect(await told({ "db.query.text": `select '${secret}'` })).toEqual(["a secret"])
    expect(await told({ [`card ${bin}`]: true })).toEqual(["a BIN"])
    expect(await told({ bin: Number(bin) })).toEqual(["a BIN"])
    for (const attributes of [
      { age: 7 },
      { "traveller.age": "35" },
      { traveller_age: 35.5 },
      { travellerAge: 35 },
      { ages: [35, 40] },
      { body: '{"travellers":[{"age":35}]}' },
    ]) {
      expect(await told(attributes)).toEqual(["an age"])
    }
  })

  it("takes no id and no time of a span for a card, nor leaves out what only stands in their place", async () => {
    const span = {
      traceId: `${bin}${"0a".repeat(12)}`,
      spanId: `${bin}0a0a0a0a`,
      startTimeUnixNano: `179${bin}00000000`,
      endTimeUnixNano: `179${bin}00000000`,
      attributes: [
        {
          key: "viatica.request_id",
          value: { stringValue: `${bin}-0a0a-4a0a-8a0a-0a0a0a0a0a0a` },
        },
      ],
    }
    const told = (one: object) => toldIn(tracesIn("a server", JSON.stringify({ spans: [one] })))
    expect(await told(span)).toEqual([])
    expect(await told({ ...span, traceId: bin })).toEqual(["a BIN"])
    expect(await told({ ...span, parentSpanId: secret })).toEqual(["a secret"])
    expect(await toldIn(tracesIn("a server", `cut off {"bin":"${bin}`))).toEqual(["a BIN"])
  })

  it("finds a secret, a BIN and an age in the labels and the names of metrics", async () => {
    const told = async (text: string) => toldIn(metricsIn("a server", text))
    const metrics = await metricsOf("quotes")
    expect(metrics).toContain('viatica_http_call_seconds_bucket{route="quotes",le="0.001"} 1')
    expect(await told(metrics)).toEqual([])
    const [ofSecret, ofBin, ofAge] = await Promise.all([secret, bin, '{"age":35}'].map(metricsOf))
    expect(new Set(await told(ofSecret ?? ""))).toEqual(new Set(["a secret"]))
    expect(new Set(await told(ofBin ?? ""))).toEqual(new Set(["a BIN"]))
    expect(await told(ofAge ?? "")).toEqual(["an age"])
    expect(await told('viatica_quotes_total{age="35"} 1')).toEqual(["an age"])
    expect(await told('viatica_traveller_age{mode="live"} 35')).toEqual(["an age"])
    expect(await told(`viatica_cards{mode="live"} ${bin}`)).toEqual(["a BIN"])
    // Measured figures have any digits.
    expect(await told(`viatica_process_memory_bytes{kind="rss"} 1${bin}`)).toEqual([])
    expect(await told(`viatica_http_call_seconds_sum{route="${bin}"} 0.1${bin}`)).toEqual(["a BIN"])
  })

  it("breaks the promise where it finds one, and where it had nothing to look through", async () => {
    const finder = makeFinder([needle("a secret", secret)])
    const outcomeOf = async (text: string) => secretsOutcome([await searchIn(text)], finder, [], 1)
    expect(blindSpots(finder)).toEqual([])
    expect(isKept(await outcomeOf("nothing here"))).toBe(true)
    expect(isKept(await outcomeOf(`secret=${secret}`))).toBe(false)
    expect(isKept(await outcomeOf(""))).toBe(false)
  })

  it("knows what secrets look like, whosever they are", () => {
    const shapes = (text: string) => shapesIn({ name: "a file", bytes: Buffer.from(text) }).length
    const secretLike = [
      `const secret = "${secret}"`,
      `-----BEGIN ${"PRIVATE"} KEY-----`,
      `"postgres://${"user:word"}@db.example/x"`,
    ]
    expect(secretLike.map(shapes)).toEqual([1, 1, 1])
    const signature = `v2=${"0123456789abcdef".repeat(4)}`
    expect(shapes(`signatures: ${signatureOfVectors}, ${signature}`)).toBe(1)
    expect(shapes(`signatures: ${signatureOfVectors}`)).toBe(0)
    expect(shapes("KEY=ak_test_…; SECRET=vsk_test_…; postgres://user@db.example/x")).toBe(0)
  })
})
