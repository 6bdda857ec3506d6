import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import * as TestClock from "effect/testing/TestClock"
import { layerTracing } from "../../../http/observability/tracing.ts"
import { eventually } from "../../support/eventually.ts"
import { freePort, send } from "../../support/http-call.ts"
import { bilanBody, paths, quoteBody } from "../../support/sample-trips.ts"
import { startService, type TestService } from "../../support/service.ts"
import {
  type Manner,
  type ReceivedSpan,
  type StandInCollector,
  startCollector,
} from "./stand-in-collector.ts"

const traced = (url: string, more: Readonly<Record<string, string>> = {}) =>
  startService({ OTEL_EXPORTER_OTLP_ENDPOINT: url, ...more })

/** Calls that work, are refused and fail, with values in them that nobody else should read. */
const makeCalls = async (service: TestService): Promise<void> => {
  await service.call("GET", paths.meta, undefined, { headers: { traceparent: foreignParent } })
  await service.call("POST", paths.quotes, quoteBody({ travellers: [{ age: 97 }] }))
  await service.call("POST", paths.bilan, bilanBody({ card: { bin: "49717512" } }))
  await service.call("POST", paths.conversion, {
    ref: "no-such-ref",
    externalOrderId: "order-4711",
  })
  await service.call("POST", paths.quotes, quoteBody({ travellers: [{ age: 98 }] }), {
    signedBody: "{}",
  })
  await send({ port: service.port, method: "GET", path: "/r/LINKCODE77?quote=q_secretquote" })
}

const foreignTrace = "0af7651916cd43dd8448eb211c80319c"
const foreignParent = `00-${foreignTrace}-b7ad6b7169203331-00`

/** What was sent without ids, times and ports: any digits can come up in those. */
const withoutDrawn = (received: string): string =>
  received
    .replaceAll(/"(traceId|spanId|parentSpanId|\w*[tT]imeUnixNano)":"\w*"/g, '"$1":""')
    .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "")
    .replaceAll(/("key":"server\.port","value":\{"\w+":)"?\d+"?/g, "$1")

const parentOf = (span: ReceivedSpan, spans: ReadonlyArray<ReceivedSpan>) =>
  spans.find(({ spanId }) => spanId === span.parentSpanId)

it("sends spans of calls, handlers, ports and statements, each below the one that it is part of", async () => {
  const collector = await startCollector()
  const service = await traced(collector.url)
  await makeCalls(service)
  await service.stop()
  const spans = collector.spans()
  const call = spans.find(({ name }) => name === "POST quotes")
  expect(call?.attributes).toMatchObject({
    "http.request.method": "POST",
    "http.response.status_code": expect.anything(),
    "http.route": "quotes",
    "viatica.key_mode": "sandbox",
    "viatica.request_id": expect.stringMatching(/^[0-9a-f-]{36}$/),
  })
  const below = spans.filter(({ traceId }) => traceId === call?.traceId)
  expect(below.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["authenticate", "Quotas.charge", "quotes"]),
  )
  // The service looks a link up by itself, too, to see whether it can: those spans are below nothing.
  const finds = spans.filter(({ name }) => name === "LinkTargets.find")
  const find = finds.find(({ parentSpanId }) => spans.some(({ spanId }) => spanId === parentSpanId))
  expect(find && parentOf(find, spans)?.name).toBe("GET /r/*")
  const statement = spans.find(({ parentSpanId }) => parentSpanId === find?.spanId)
  expect(statement?.attributes["db.query.text"]).toMatch(/^select partner\.code/)
  await collector.stop()
})

it("tells no value of a call: no key, signature, BIN, age, code, order, body or address", async () => {
  const collector = await startCollector()
  const service = await traced(collector.url)
  await makeCalls(service)
  await service.stop()
  const received = collector.received()
  expect(collector.spans().length).toBeGreaterThan(10)
  const read = withoutDrawn(received)
  expect(read).toContain('"traceId":""')
  expect(read).toContain('"endTimeUnixNano":""')
  expect(read).toMatch(/"key":"server\.port","value":\{"\w+":\}/)
  const { keyId, partnerCode, secret } = service.key
  const told = [
    keyId,
    secret,
    keyId.slice(8),
    "v2=",
    "49717512",
    "4971",
    "LINKCODE77",
    "q_secretquote",
  ]
  for (const value of [...told, "order-4711", "no-such-ref", "127.0.0.1:", "x-svc", "travellers"]) {
    expect(read).not.toContain(value)
  }
  expect(read).not.toMatch(/\b9[78]\b(?!\d)/)
  expect(read).not.toContain(`"${partnerCode}"`)
  const names = new Set(collector.spans().flatMap(({ attributes }) => Object.keys(attributes)))
  // What is given up on a busy machine is marked so, which tells nothing of a call.
  names.delete("effect.fiber.interrupted")
  expect([...names].sort()).toEqual([
    "db.query.text",
    "db.system.name",
    "http.request.method",
    "http.response.status_code",
    "http.route",
    "server.address",
    "server.port",
    "viatica.key_mode",
    "viatica.request_id",
  ])
  // A caller's trace neither joins ours nor keeps a call out of it.
  expect(received).not.toContain(foreignTrace)
  expect(collector.spans().some(({ name }) => name === "GET meta")).toBe(true)
  await collector.stop()
})

it("traces none where the share is 0", async () => {
  const collector = await startCollector()
  const service = await traced(collector.url, { OTEL_TRACES_SAMPLER_ARG: "0" })
  await makeCalls(service)
  await service.stop()
  expect(collector.requests()).toBe(0)
  await collector.stop()
})

const callsMany = (service: TestService, count: number) =>
  Promise.all(Array.from({ length: count }, () => service.call("POST", paths.quotes, quoteBody())))

/** Whether calls were answered while the collector owed one and the same answer, before and after them. */
const isNotWaitedFor = async (collector: StandInCollector, service: TestService) => {
  const before = collector.held()
  await callsMany(service, 20)
  return collector.held().some((request) => before.includes(request))
}

it.each<Manner>(["endless", "refusing", "silent"])(
  "calls neither fail nor wait where the collector is %s",
  async (manner) => {
    const collector = await startCollector()
    collector.behave(manner)
    const service = await traced(collector.url)
    // Until there are spans for several batches.
    for (let round = 0; round < 20 && collector.requests() < 2; round += 1) {
      const answers = await callsMany(service, 100)
      expect(answers.every(({ status }) => status === 200)).toBe(true)
    }
    expect(collector.requests()).toBeGreaterThan(1)
    if (manner !== "refusing") {
      // What it holds is given up in the end, and no more is sent for a minute.
      const isSeen = await eventually(() => isNotWaitedFor(collector, service), 150_000)
      expect(isSeen).toBe(true)
    }
    await service.stop()
    await collector.stop()
  },
)

it("calls do not fail where nobody collects", async () => {
  const service = await traced(`http://127.0.0.1:${await freePort()}`)
  const answers = await callsMany(service, 100)
  expect(answers.every(({ status }) => status === 200)).toBe(true)
  await service.stop()
})

it.effect.each<Manner>(["endless", "refusing", "silent"])(
  "the end waits for a second where the collector is %s",
  (manner) =>
    Effect.gen(function* () {
      const collector = yield* Effect.acquireRelease(Effect.promise(startCollector), ({ stop }) =>
        Effect.promise(stop),
      )
      collector.behave(manner)
      const scope = yield* Scope.make()
      const endpoint = new URL(collector.url)
      const settings = { endpoint, headers: {}, share: 1, serverUrl: endpoint }
      const tracing = yield* Layer.buildWithScope(layerTracing(settings), scope)
      yield* Effect.provide(Effect.withSpan(Effect.void, "work"), tracing)
      const closing = yield* Effect.forkChild(Scope.close(scope, Exit.void))
      const isAsked = eventually(() => collector.requests() > 0, 60_000)
      expect(yield* Effect.promise(() => isAsked)).toBe(true)
      yield* TestClock.adjust("999 millis")
      expect(closing.pollUnsafe()).toBeUndefined()
      yield* TestClock.adjust("1 millis")
      yield* Fiber.join(closing)
    }),
)
