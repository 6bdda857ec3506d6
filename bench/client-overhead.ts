// Holds the client beside a bare signed fetch, 64 calls in flight, in turns: `node bench/client-overhead.ts`.
// A server in a process of its own answers each quote at once, so that nothing hides the client's share.
import { fork } from "node:child_process"
import { createHmac } from "node:crypto"
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { fileURLToPath } from "node:url"
import { makeClient } from "../http/clients/typescript/client.ts"
import { makeOfflineQuotes } from "../http/bulk/offline-quotes.ts"
import { quotaWindow, rateHeaders } from "../rules/quota/quota.ts"
import { sampleTrip } from "../test/support/sample-trips.ts"
import { shippedTables } from "../test/support/tables.ts"

const inFlight = 64
const callsPerRound = 1_000
const rounds = 25

const key = { keyId: "ak_test_1", secret: "vsk_test_of-the-bench" }
const path = "/api/v1/travel/quotes"
const request = { trip: sampleTrip }

/** The answer of the sandbox to a quote, with the headers of a key that has plenty. */
const serve = async (): Promise<void> => {
  const quotes = makeOfflineQuotes(shippedTables, {
    engineVersion: "bench",
    links: { iconUrl: () => "/icons/x", documentUrl: (id, kind) => `/documents/${id}/${kind}` },
    mode: "sandbox",
    today: "2027-06-01",
  })
  const quoted = quotes.quote(request)
  if (quoted._tag === "Failure") throw new Error("the sample trip is refused")
  const body = JSON.stringify({ ...quoted.success, sessionId: "qs_bench" })
  const plenty = { limit: 1_000_000, used: 0 }
  const state = {
    reads: plenty,
    writes: plenty,
    burst: plenty,
    window: quotaWindow(Date.now()),
    lifetime: { prices: 0, links: 0, bilans: 0 },
  }
  const headers = {
    ...rateHeaders(state, "reads"),
    "content-type": "application/json; charset=utf-8",
    "content-length": String(Buffer.byteLength(body)),
    "x-request-id": "bench",
  }
  const server = createServer((incoming, response) => {
    incoming.resume().on("end", () => response.writeHead(200, headers).end(body))
  })
  await once(server.listen(0, "127.0.0.1"), "listening")
  process.send?.((server.address() as AddressInfo).port)
}

type Ask = () => Promise<number>

/** What a partner would write by hand: it signs, sends, and reads the answer as JSON. */
const bareFetch =
  (baseUrl: string): Ask =>
  async () => {
    const body = JSON.stringify(request)
    const now = Math.floor(Date.now() / 1000)
    const signature = createHmac("sha256", key.secret)
      .update(`${now}.POST.${path}.${body}`)
      .digest("hex")
    const response = await fetch(baseUrl + path, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-svc-key-id": key.keyId,
        "x-svc-timestamp": String(now),
        "x-svc-signature": `v2=${signature}`,
      },
      body,
    })
    const answer = (await response.json()) as { readonly offers: ReadonlyArray<unknown> }
    return answer.offers.length
  }

const byClient = (baseUrl: string): Ask => {
  const { quotes } = makeClient({ ...key, baseUrl })
  return async () => {
    const result = await quotes(request as Parameters<typeof quotes>[0])
    if (result._tag === "Failure") throw new Error(result.failure._tag)
    return result.success.offers.length
  }
}

/** What a call costs in microseconds: on the clock, and of the processor, on whatever thread. */
interface CallCosts {
  readonly clock: number
  readonly processor: number
}

const costsOf = async (ask: Ask): Promise<CallCosts> => {
  let left = callsPerRound
  const lane = async (): Promise<void> => {
    for (; left > 0; left -= 1) await ask()
  }
  const [startMs, before] = [performance.now(), process.cpuUsage()]
  await Promise.all(Array.from({ length: inFlight }, lane))
  const { system, user } = process.cpuUsage(before)
  return {
    clock: ((performance.now() - startMs) * 1000) / callsPerRound,
    processor: (system + user) / callsPerRound,
  }
}

const median = (figures: ReadonlyArray<number>): number =>
  [...figures].sort((left, right) => left - right)[Math.floor(figures.length / 2)] ?? Number.NaN

interface Round {
  readonly bare: CallCosts
  readonly client: CallCosts
}

const told = (kind: keyof CallCosts, done: ReadonlyArray<Round>): string => {
  const ratios = done.map(({ bare, client }) => client[kind] / bare[kind])
  const [bare, client] = (["bare", "client"] as const).map((who) =>
    median(done.map((round) => round[who][kind])).toFixed(0),
  )
  const range = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`
  return `${kind}: ${bare} µs bare, ${client} µs by the client; ratio ${median(ratios).toFixed(3)} (${range})`
}

const measure = async (): Promise<void> => {
  const child = fork(fileURLToPath(import.meta.url), ["serve"])
  try {
    const [port] = await once(child, "message")
    const baseUrl = `http://127.0.0.1:${String(port)}`
    const [bare, client] = [bareFetch(baseUrl), byClient(baseUrl)]
    if ((await bare()) !== (await client())) throw new Error("the answers differ")
    const done: Array<Round> = []
    for (let round = -1; round < rounds; round += 1) {
      // Who comes first changes from round to round.
      const early = round % 2 === 0 ? await costsOf(bare) : undefined
      const byClient = await costsOf(client)
      const costs = { bare: early ?? (await costsOf(bare)), client: byClient }
      // The first round warms up.
      if (round >= 0) done.push(costs)
    }
    console.log(`${rounds} rounds of ${callsPerRound} calls, ${inFlight} in flight`)
    console.log(told("clock", done))
    console.log(told("processor", done))
  } finally {
    child.kill()
  }
}

await (process.argv[2] === "serve" ? serve() : measure())
