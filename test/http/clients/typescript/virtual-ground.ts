import { makeRateGate } from "../../../../http/clients/typescript/rate-gate.ts"
import type { CallGround, FetchAsked } from "../../../../http/clients/typescript/send.ts"
import { makeSigner } from "../../../../http/clients/typescript/sign.ts"
import { sampleTripIn } from "../../../../rules/trip/sample-trip.ts"

/** What a scripted service answers: a reply, an error of the connection, or nothing at all. */
export type Scripted =
  | {
      readonly status: number
      readonly headers?: Readonly<Record<string, string>>
      readonly body?: unknown
      readonly text?: string
    }
  | { readonly breaks: string }

/** A request as it went out. */
export interface SentRequest extends FetchAsked {
  readonly url: string
  readonly atMs: number
}

/** When the clock of such grounds starts: noon of a day, in UTC. */
export const noonMs = Date.parse("2027-07-01T12:00:00Z")

/**
 * A ground of calls without network or waiting: replies come from a script, the last one again and
 * again, and the clock moves only while a call sleeps.
 */
export const virtualGround = (script: ReadonlyArray<Scripted>, random = 0) => {
  let nowMs = noonMs
  const sent: Array<SentRequest> = []
  const slept: Array<number> = []
  const fetch: CallGround["fetch"] = async (url, asked) => {
    const reply = script[Math.min(sent.length, script.length - 1)]
    sent.push({ ...asked, url, atMs: nowMs })
    if (reply === undefined) throw new Error("nothing is scripted")
    if ("breaks" in reply) throw new TypeError(reply.breaks)
    const headers = new Headers(reply.headers)
    const text = reply.text ?? JSON.stringify(reply.body)
    return { status: reply.status, headers, text: async () => text }
  }
  const ground: CallGround = {
    address: { origin: "https://viatica.example", basePath: "" },
    fetch,
    gate: makeRateGate(),
    limits: { deadlineMs: 30_000, attemptTimeoutMs: 15_000, triesMax: 4 },
    sign: makeSigner({ keyId: "ak_test_1", secret: "secret" }),
    nowMs: () => nowMs,
    random: () => random,
    sleep: async (ms) => {
      slept.push(ms)
      nowMs += ms
    },
  }
  return { ground, sent, slept, pass: (ms: number) => (nowMs += ms) }
}

/** A trip as a partner would send it. */
export const trip = sampleTripIn(2027)

/** As much of an answer to a quote as the client cannot do without. */
export const quoted = { ok: true, sessionId: "qs_1", offers: [] }

/** As much of an answer to any call. */
export const anyAnswer = {
  ...quoted,
  key: {},
  trip: {},
  card: {},
  bilan: {},
  messages: {},
}

/** The rate headers of an answer. */
export const rateHeadersOf = (remaining: number, reset: number, burst: number) => ({
  "x-ratelimit-limit": "200",
  "x-ratelimit-remaining": String(remaining),
  "x-ratelimit-reset": String(reset),
  "x-ratelimit-burst-remaining": String(burst),
})
