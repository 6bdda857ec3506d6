import type { Draws } from "../../../core/random/draws.ts"
import { outcomeOf, sendRaw } from "../../support/http-call.ts"
import { type DrawingRules, drawTampered } from "./draw-tampered.ts"
import { count, emptyTally, type Judged, type Tally } from "./tally.ts"
import type { Wire } from "./wire.ts"

/** The bytes of a call, as no client would mend them. */
const bytesOf = ({ body, headers, method, path }: Wire): Buffer => {
  const lines = [
    `${method} ${path} HTTP/1.1`,
    "host: 127.0.0.1",
    "connection: close",
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(body.byteLength === 0 ? [] : [`content-length: ${body.byteLength}`]),
  ]
  return Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1"), body])
}

/** How long a server may stay silent on a connection. */
const silenceMs = 5_000

/** What a running server makes of a call: only who is let in is told of its quota. */
const judgeOverHttp = async (
  port: number,
  wire: Wire,
): Promise<Pick<Judged, "answer" | "letIn" | "verified">> => {
  const { answer } = await sendRaw(port, [bytesOf(wire)], silenceMs)
  if (answer === undefined) return { verified: false, letIn: false, answer: "no answer" }
  const letIn = answer.status < 300 || answer.headers["x-ratelimit-limit"] !== undefined
  return { verified: letIn, letIn, answer: outcomeOf(answer) }
}

/** Calls on their way at once. */
const inFlight = 8

/** Tampers with so many calls of a running server. */
export const tamperOverHttp = async (
  draws: Draws,
  calls: number,
  port: number,
  rules: DrawingRules,
): Promise<Tally> => {
  const tally = emptyTally()
  let index = 0
  const work = async (): Promise<void> => {
    while (index < calls) {
      const { original: _, ...tampered } = drawTampered(draws, index, rules)
      index += 1
      count(tally, { ...tampered, ...(await judgeOverHttp(port, tampered.wire)) })
    }
  }
  await Promise.all(Array.from({ length: inFlight }, work))
  return tally
}
