import { spawn } from "node:child_process"
import { once } from "node:events"
import { connect } from "node:net"
import { setTimeout as delay } from "node:timers/promises"
import { freePort } from "../../test/support/http-call.ts"
import { plainEnvironment } from "../../test/support/run-process.ts"

/** A server that is started to be timed. */
export interface Started {
  /** What Node is started with. */
  readonly args: ReadonlyArray<string>
  /** What is asked of it first. */
  readonly path: string
  readonly environment?: Readonly<Record<string, string>>
}

/** Between two attempts to connect, in milliseconds: short beside a start, long beside an attempt. */
const attemptEveryMs = 3

/** How long a start may take. */
const startTimeoutMs = 120_000

/** Asks once over a connection of its own; undefined where nothing listens yet. */
const askOnce = (port: number, path: string): Promise<string | undefined> =>
  new Promise((resolve) => {
    let received = ""
    const socket = connect(port, "127.0.0.1", () => {
      socket.write(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n`)
    })
    socket.on("data", (chunk: Buffer) => {
      received += chunk.toString("latin1")
    })
    socket.on("error", () => {})
    socket.on("close", () => resolve(received === "" ? undefined : received))
  })

/**
 * Starts a server and asks it until it has answered one request; gives the milliseconds from the
 * start of the process to the end of that answer, and stops it. Any answer but a 200 is an error.
 */
export const timeStart = async ({ args, environment, path }: Started): Promise<number> => {
  const port = await freePort()
  const startedAt = performance.now()
  const child = spawn(process.execPath, args, {
    env: { ...plainEnvironment(), ...environment, PORT: String(port) },
    stdio: ["ignore", "ignore", "pipe"],
  })
  const ended = once(child, "exit")
  let said = ""
  child.stderr.on("data", (chunk: Buffer) => {
    said = `${said}${chunk.toString()}`.slice(-2_000)
  })
  try {
    for (;;) {
      const answer = await askOnce(port, path)
      const tookMs = performance.now() - startedAt
      if (answer?.startsWith("HTTP/1.1 200 ") === true) return tookMs
      if (answer !== undefined) throw new Error(`${path} answered ${answer.slice(0, 200)}`)
      if (child.exitCode !== null || tookMs > startTimeoutMs) {
        throw new Error(`node ${args.join(" ")} did not start: ${said}`)
      }
      await delay(attemptEveryMs)
    }
  } finally {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill("SIGTERM")
      await ended
    }
  }
}
