import { connect } from "node:net"
import type { Answer } from "../../support/http-call.ts"
import { makeAnswerReader } from "./read-answers.ts"

/** Bytes to send, with the methods of the requests that they are meant to be. */
export interface Sending {
  readonly bytes: Buffer
  readonly methods: ReadonlyArray<string>
}

/** What came back over a connection. */
export interface Brought {
  readonly answers: ReadonlyArray<Answer>
  /** Why there may be no more: all are there, the server closed, or nothing came in time. */
  readonly end: "all" | "closed" | "silence"
  /** What is wrong with what came, as far as it is no HTTP at all. */
  readonly fault: string | undefined
}

/** How long a connection may stay silent while something is expected of it. */
const silenceMs = 15_000

/**
 * Sends bytes over a connection of their own and reads until there are `expected` answers or the
 * server closes; with `expected` left out, until it closes.
 */
export const exchange = (
  port: number,
  { bytes, methods }: Sending,
  expected = Infinity,
): Promise<Brought> =>
  new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true })
    const reader = makeAnswerReader()
    const answers: Array<Answer> = []
    const settle = (end: Brought["end"], fault?: string): void => {
      clearTimeout(silence)
      socket.destroy()
      const rest = reader.rest()
      const broken = rest.length > 0 ? `cut off: ${rest.toString("latin1", 0, 200)}` : undefined
      resolve({ answers, end, fault: fault ?? broken })
    }
    const silence = setTimeout(() => settle("silence"), silenceMs)
    socket.on("data", (received) => {
      silence.refresh()
      try {
        answers.push(...reader.take(received, (index) => methods[index] ?? "GET"))
      } catch (cause) {
        settle("all", cause instanceof Error ? cause.message : String(cause))
      }
      if (answers.length >= expected) settle("all")
    })
    socket.on("error", () => {})
    socket.on("close", () => settle("closed"))
    socket.write(bytes)
  })
