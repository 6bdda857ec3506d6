import { once } from "node:events"
import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

/** A span as a collector receives it, its attributes by name. */
export interface ReceivedSpan {
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId: string | undefined
  readonly attributes: Readonly<Record<string, unknown>>
}

/** How a collector takes what it is sent. */
export type Manner = "endless" | "refusing" | "silent" | "taking"

/** A collector of spans that a test looks into. */
export interface StandInCollector {
  readonly url: string
  readonly spans: () => ReadonlyArray<ReceivedSpan>
  /** Everything that was sent, as it came. */
  readonly received: () => string
  readonly requests: () => number
  /** The requests whose answers have neither ended nor been given up, by their number. */
  readonly held: () => ReadonlyArray<number>
  readonly behave: (manner: Manner) => void
  readonly stop: () => Promise<void>
}

interface SentSpan {
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly attributes: ReadonlyArray<{
    readonly key: string
    readonly value: Readonly<Record<string, unknown>>
  }>
}

interface SentTraces {
  readonly resourceSpans: ReadonlyArray<{
    readonly scopeSpans: ReadonlyArray<{ readonly spans: ReadonlyArray<SentSpan> }>
  }>
}

const spansIn = (body: string): ReadonlyArray<ReceivedSpan> =>
  (JSON.parse(body) as SentTraces).resourceSpans
    .flatMap(({ scopeSpans }) => scopeSpans)
    .flatMap(({ spans }) => spans)
    .map(({ attributes, name, parentSpanId, spanId, traceId }) => ({
      name,
      traceId,
      spanId,
      parentSpanId,
      attributes: Object.fromEntries(
        attributes.map(({ key, value }) => [key, Object.values(value)[0]]),
      ),
    }))

const answer = (response: ServerResponse, manner: Manner): void => {
  if (manner === "silent") return
  response.writeHead(manner === "refusing" ? 503 : 200, { "content-type": "application/json" })
  if (manner === "endless") response.write("{")
  else response.end("{}")
}

/** Starts a collector on a free loopback port. */
export const startCollector = async (): Promise<StandInCollector> => {
  let manner: Manner = "taking"
  const bodies: Array<string> = []
  const held = new Set<number>()
  const server = createServer((request, response) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      const number = bodies.push(Buffer.concat(chunks).toString("utf8"))
      held.add(number)
      response.on("close", () => held.delete(number))
      answer(response, manner)
    })
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: () => bodies.flatMap(spansIn),
    received: () => bodies.join("\n"),
    requests: () => bodies.length,
    held: () => [...held],
    behave: (next) => {
      manner = next
    },
    stop: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, "close")
    },
  }
}
