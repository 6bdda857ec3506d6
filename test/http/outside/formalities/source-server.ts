import type { IncomingMessage, ServerResponse } from "node:http"
import { type LoopbackServer, sendsForEver, startLoopback } from "../guard/loopback-server.ts"

/** What a source answers to one question. */
export type Behave = (query: URLSearchParams, response: ServerResponse) => void

/** A source of formalities on a loopback port, which behaves as a test wants. */
export interface SourceServer extends Omit<LoopbackServer, "port"> {
  readonly url: URL
  /** The queries that came, in order. */
  readonly asked: ReadonlyArray<string>
  /** How many questions were open at once, at most. */
  readonly openMax: () => number
  readonly behave: (behave: Behave) => void
}

/** A document in which every destination has the same rules. */
export const documentOf = (
  query: URLSearchParams,
  rules: ReadonlyArray<unknown> = [],
  visa: string | null = "none",
): string =>
  JSON.stringify({
    destinations: (query.get("destinations") ?? "")
      .split(",")
      .map((destination) => ({ destination, visa, rules })),
  })

/** Answers as a sound source does, with the given rules everywhere. */
export const soundly =
  (rules: ReadonlyArray<unknown> = []): Behave =>
  (query, response) => {
    response.setHeader("content-type", "application/json").end(documentOf(query, rules))
  }

const sends =
  (text: string, status = 200): Behave =>
  (_, response) => {
    response.writeHead(status).end(text)
  }

const withEntry =
  (change: (entry: Record<string, unknown>) => unknown): Behave =>
  (query, response) => {
    const { destinations } = JSON.parse(documentOf(query)) as {
      readonly destinations: ReadonlyArray<Record<string, unknown>>
    }
    response.end(JSON.stringify({ destinations: destinations.map(change) }))
  }

const rule = { requirement: "mandatory_medical", amount: 1, currency: "EUR", certainty: "high" }

const withRule = (change: Readonly<Record<string, unknown>>): Behave =>
  soundly([{ ...rule, ...change }])

/** Every way in which a source is known to fail, with what it is called then. */
export const misbehaviours: ReadonlyArray<readonly [name: string, tag: string, behave: Behave]> = [
  ["never answers", "TimedOut", () => {}],
  [
    "stops in the middle of its answer",
    "TimedOut",
    (_, response) => {
      response.writeHead(200).write('{"destinations":')
    },
  ],
  [
    "hangs up in the middle of its answer",
    "Unreachable",
    (_, response) => {
      response.writeHead(200).write('{"destinations":')
      setImmediate(() => response.destroy())
    },
  ],
  ["hangs up", "Unreachable", (_, response) => response.destroy()],
  ["answers 500", "Refused", sends("{}", 500)],
  ["answers 404", "Refused", sends("{}", 404)],
  ["answers 204", "Refused", sends("", 204)],
  [
    "sends elsewhere, where all is well",
    "Refused",
    (query, response) => {
      if (query.has("moved")) return soundly()(query, response)
      response.writeHead(302, { location: `/?${query}&moved=yes` }).end()
    },
  ],
  ["answers nothing", "Malformed", sends("")],
  ["answers no JSON", "Malformed", sends("<html>")],
  ["answers another shape", "Malformed", sends("[]")],
  ["answers null", "Malformed", sends("null")],
  ["leaves out a destination", "Malformed", sends('{"destinations":[]}')],
  [
    "names a destination twice",
    "Malformed",
    (query, response) => {
      const twice = new URLSearchParams({ destinations: `${query.get("destinations")},US,US` })
      response.end(documentOf(twice))
    },
  ],
  ["has no such visa", "Malformed", withEntry((entry) => ({ ...entry, visa: "golden" }))],
  [
    "leaves out the visa",
    "Malformed",
    withEntry(({ destination, rules }) => ({ destination, rules })),
  ],
  ["gives rules that are no list", "Malformed", withEntry((entry) => ({ ...entry, rules: {} }))],
  ["has no such kind of rule", "Malformed", withRule({ requirement: "wish" })],
  ["has no such certainty", "Malformed", withRule({ certainty: "maybe" })],
  ["gives an amount as text", "Malformed", withRule({ amount: "30000" })],
  ["gives part of a unit", "Malformed", withRule({ amount: 0.5 })],
  ["gives a negative amount", "Malformed", withRule({ amount: -1 })],
  ["gives an amount without a currency", "Malformed", withRule({ currency: null })],
  ["gives a currency without an amount", "Malformed", withRule({ amount: null })],
  ["gives a currency that is no code", "Malformed", withRule({ currency: "euro" })],
  ["gives rules without end", "Malformed", soundly(Array.from({ length: 21 }, () => rule))],
  ["sends more than anybody needs", "TooLarge", sendsForEver],
]

/** Starts a source that answers soundly, with no rules. */
export const startSource = async (): Promise<SourceServer & AsyncDisposable> => {
  const asked: Array<string> = []
  let behaviour: Behave = soundly()
  let open = 0
  let openMax = 0
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const { searchParams } = new URL(request.url ?? "", "http://source.test")
    asked.push(searchParams.toString())
    open += 1
    openMax = Math.max(openMax, open)
    response.on("close", () => {
      open -= 1
    })
    behaviour(searchParams, response)
  }
  const { leave, listen, port } = await startLoopback(answer)
  return {
    url: new URL(`http://127.0.0.1:${port}/formalities?token=t`),
    asked,
    openMax: () => openMax,
    behave: (behave) => {
      behaviour = behave
    },
    leave,
    listen,
    [Symbol.asyncDispose]: leave,
  }
}
