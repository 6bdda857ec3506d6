import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as HttpClient from "effect/http/HttpClient"
import type * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import {
  type ApiPrograms,
  layer,
  ViaticaClient,
} from "../../../../http/clients/typescript/effect-client.ts"
import type { ProgramFailure } from "../../../../http/clients/typescript/effect-send.ts"
import { anyAnswer, noonMs, rateHeadersOf, trip } from "./virtual-ground.ts"

/** The timer of a try, which never goes off here. */
const attemptTimeoutMs = 12_345

interface Answered {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** Runs programs over a script of answers, on a clock that moves only while they sleep. */
const runOn = async (
  script: ReadonlyArray<Answered>,
  ask: (client: ApiPrograms) => Effect.Effect<unknown, ProgramFailure>,
  deadlineMs?: number,
) => {
  let nowMs = noonMs
  const slept: Array<number> = []
  const sent: Array<HttpClientRequest.HttpClientRequest> = []
  const clock: Clock.Clock = {
    currentTimeMillisUnsafe: () => nowMs,
    currentTimeMillis: Effect.sync(() => nowMs),
    currentTimeNanosUnsafe: () => BigInt(nowMs) * 1_000_000n,
    currentTimeNanos: Effect.sync(() => BigInt(nowMs) * 1_000_000n),
    monotonicTimeNanosUnsafe: () => BigInt(nowMs) * 1_000_000n,
    monotonicTimeNanos: Effect.sync(() => BigInt(nowMs) * 1_000_000n),
    sleep: (duration) => {
      const ms = Duration.toMillis(duration)
      if (ms === attemptTimeoutMs) return Effect.never
      return Effect.sync(() => {
        slept.push(ms)
        nowMs += ms
      })
    },
  }
  const http = HttpClient.make((request) =>
    Effect.sync(() => {
      const {
        body = anyAnswer,
        headers,
        status,
      } = script[Math.min(sent.length, script.length - 1)] ?? { status: 500 }
      sent.push(request)
      const init = headers === undefined ? { status } : { status, headers }
      return HttpClientResponse.fromWeb(request, new Response(JSON.stringify(body), init))
    }),
  )
  const options = { baseUrl: "https://viatica.example", keyId: "ak_test_1", secret: "secret" }
  const client = layer({ ...options, attemptTimeoutMs, deadlineMs }).pipe(
    Layer.provide(Layer.succeed(HttpClient.HttpClient, http)),
  )
  const result = await Effect.flatMap(ViaticaClient, ask).pipe(
    Effect.result,
    Effect.provide(client),
    Effect.provideService(Clock.Clock, clock),
    Effect.runPromise,
  )
  return { result, sent, slept }
}

const timesOf = (sent: ReadonlyArray<HttpClientRequest.HttpClientRequest>) =>
  sent.map(({ headers }) => Number(headers["x-svc-timestamp"]))

const unavailable = {
  status: 503,
  headers: { "retry-after": "2" },
  body: { error: "SERVICE_UNAVAILABLE" },
}

describe("a program of a call", () => {
  it("waits as long as it is asked to, and is signed anew", async () => {
    const { result, sent, slept } = await runOn([unavailable, { status: 200 }], ({ quotes }) =>
      quotes({ trip }),
    )
    assert.strictEqual(result._tag, "Success")
    assert.isTrue((slept[0] ?? 0) >= 2_000 && (slept[0] ?? 0) <= 2_200)
    const [first = 0, second = 0] = timesOf(sent)
    assert.strictEqual(second - first, 2)
  })

  it("sends a report of a sale again under its first signature", async () => {
    const sale = { ref: "acme-1", externalOrderId: "1", status: "pending", amount: 1.5 } as const
    const { result, sent } = await runOn(
      [unavailable, { status: 200, body: sale }],
      ({ conversion }) => conversion(sale),
    )
    assert.strictEqual(result._tag, "Success")
    assert.strictEqual(sent.length, 2)
    const [first, second] = sent.map(({ headers }) =>
      Object.entries(headers).filter(([name]) => name.startsWith("x-svc-")),
    )
    assert.strictEqual(first?.length, 3)
    assert.deepStrictEqual(second, first)
  })

  it("waits for the next minute where its deadline allows, and not where it does not", async () => {
    const script = [{ status: 200, headers: rateHeadersOf(100, 3_640, 0) }]
    const twice = ({ meta }: ApiPrograms) => Effect.andThen(meta, meta)
    assert.deepStrictEqual((await runOn(script, twice, 60_000)).slept, [40_000])
    const hurried = await runOn(script, twice, 30_000)
    assert.deepStrictEqual([hurried.sent.length, hurried.slept], [1, []])
    const failure = hurried.result._tag === "Failure" ? hurried.result.failure : {}
    assert.include(failure, { _tag: "RATE_LIMITED", retryAfterSeconds: 40, attempts: 0 })
  })

  it("fails with the tag of the code, which one may catch", async () => {
    const body = { error: "NO_TRAVELLERS", detail: "trip.travellers: 1 to 50" }
    const { result, sent } = await runOn([{ status: 400, body }], ({ quotes }) =>
      quotes({ trip }).pipe(
        Effect.asVoid,
        Effect.catchTag("NO_TRAVELLERS", ({ detail }) => Effect.succeed(detail)),
      ),
    )
    assert.strictEqual(result._tag === "Success" ? result.success : "", body.detail)
    assert.strictEqual(sent.length, 1)
  })
})
