import type { IncomingMessage, ServerResponse } from "node:http"
import { jsonOf, type Texts, xmlOf } from "../../../rules/currency/rates/samples.ts"
import {
  type LoopbackServer,
  sendsForEver,
  spaces,
  startLoopback,
} from "../guard/loopback-server.ts"

/** What a source answers. */
export type Behave = (request: IncomingMessage, response: ServerResponse) => void

/** A source of rates on a loopback port, which behaves as a test wants. */
export interface RatesSource extends Omit<LoopbackServer, "port"> {
  readonly url: URL
  /** How often it was asked so far. */
  readonly asked: () => number
  readonly behave: (behave: Behave) => void
}

/** Answers with a text, and says that it is something else. */
export const sends =
  (text: string, status = 200): Behave =>
  (_, response) => {
    response.writeHead(status, { "content-type": "text/plain" }).end(text)
  }

/** Answers with rates of a day, in XML. */
export const publishes = (texts: Texts, day: string): Behave => sends(xmlOf(texts, day))

/** A way in which a source fails, what that is called, and how it does it with rates that are sound. */
type Misbehaviour = readonly [
  name: string,
  kind: string,
  make: (texts: Texts, day: string) => Behave,
]

/** Ways in which sources are known to fail. */
export const misbehaviours: ReadonlyArray<Misbehaviour> = [
  ["never answers", "no answer within 300 ms", () => () => {}],
  [
    "stops in the middle of its document",
    "no answer within 300 ms",
    (texts, day) => (_, response) => {
      response.writeHead(200).write(xmlOf(texts, day).slice(0, 300))
    },
  ],
  [
    "hangs up in the middle of its document",
    "cannot be reached",
    (texts, day) => (_, response) => {
      response.writeHead(200, { "content-length": "5000" }).write(xmlOf(texts, day).slice(0, 300))
      setImmediate(() => response.destroy())
    },
  ],
  ["hangs up", "cannot be reached", () => (_, response) => response.destroy()],
  ["answers 500", "status 500", (texts, day) => sends(xmlOf(texts, day), 500)],
  ["answers 204", "status 204", () => sends("", 204)],
  [
    "sends elsewhere, where all is well",
    "status 302",
    (texts, day) => (request, response) => {
      if (request.url?.includes("moved") === true)
        return sends(xmlOf(texts, day))(request, response)
      response.writeHead(302, { location: "/?moved=yes" }).end()
    },
  ],
  ["never ends", "more than 262144 bytes", () => sendsForEver],
  [
    "sends sound rates and too much of something else",
    "more than 262144 bytes",
    (texts, day) => sends(`${xmlOf(texts, day)}${spaces.repeat(4)}`),
  ],
  ["answers nothing", "neither XML nor JSON", () => sends("")],
  ["answers with a page", "another shape", () => sends("<html></html>")],
  ["answers with bytes", "neither XML nor JSON", () => sends("\u0000\u0001")],
  [
    "declares entities",
    "no XML of this shape",
    (texts, day) => sends(xmlOf(texts, day).replace("?>", "?><!DOCTYPE a [<!ENTITY b 'c'>]>")),
  ],
  [
    "has another base",
    "not for one EUR",
    (texts, day) => sends(jsonOf(texts, day).replace('"EUR"', '"USD"')),
  ],
  ["is of no day", "is no day", (texts) => publishes(texts, "2026-02-30")],
  ["is of a far day", "and today is", (texts) => publishes(texts, "9999-01-01")],
  ["is of an old day", "older than those in force", (texts) => publishes(texts, "2020-01-01")],
  ["has lost a currency", "USD is missing", ({ JPY = "" }, day) => publishes({ JPY }, day)],
  ["has a rate of 0", "out of bounds", (texts, day) => publishes({ ...texts, USD: "0" }, day)],
  [
    "has a rate ten times as high",
    "USD jumps",
    (texts, day) => publishes({ ...texts, USD: "11" }, day),
  ],
]

/** Starts a source, which hangs until it is told how to behave. */
export const startSource = async (): Promise<RatesSource> => {
  let asked = 0
  let behaviour: Behave = () => {}
  const answer: Behave = (request, response) => {
    asked += 1
    behaviour(request, response)
  }
  const { leave, listen, port } = await startLoopback(answer)
  return {
    url: new URL(`http://127.0.0.1:${port}/daily?token=secret`),
    asked: () => asked,
    behave: (behave) => {
      behaviour = behave
    },
    leave,
    listen,
  }
}
