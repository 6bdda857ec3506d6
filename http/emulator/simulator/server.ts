import { once } from "node:events"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { answerText, readRatingCall, type SimulatedInsurer } from "./answer.ts"
import { behave } from "./behave.ts"
import { type Fault, makeFaultQueue, readFaultList } from "./faults.ts"

/** What a simulator begins with. */
export interface SimulatorOptions extends SimulatedInsurer {
  /** 0 for any free port. */
  readonly port: number
  readonly faults: ReadonlyArray<Fault>
}

/** What `GET /calls` tells. */
export interface SimulatorCalls {
  /** Rating requests so far, those that came to nothing included. */
  readonly posts: number
  /** The body of the last one, as it came. */
  readonly lastBody: string | null
  readonly lastHeaders: Readonly<Record<string, unknown>>
  /** Connections that were opened so far, and rating requests that are open now and at most were. */
  readonly connections: number
  readonly open: number
  readonly openMax: number
}

/** A simulator that listens. */
export interface Simulator {
  readonly url: string
  /** Ends it, whatever is under way. */
  readonly close: () => Promise<void>
}

const host = "127.0.0.1"

const sendJson = (response: ServerResponse, value: unknown, status = 200): void => {
  response
    .writeHead(status, { "content-type": "application/json" })
    .end(`${JSON.stringify(value)}\n`)
}

const bodyBytesMax = 1_024 * 1_024

/** Reads a body; undefined where it is too long, which leaves its connection of no use. */
const readBody = async (request: IncomingMessage): Promise<string | undefined> => {
  const chunks: Array<Buffer> = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.byteLength
    if (bytes > bodyBytesMax) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString("utf8")
}

const makeAnswer = ({ faults, ...insurer }: SimulatorOptions, connections: () => number) => {
  const queue = makeFaultQueue(faults)
  let calls: Omit<SimulatorCalls, "connections"> = {
    posts: 0,
    lastBody: null,
    lastHeaders: {},
    open: 0,
    openMax: 0,
  }

  const count = ({ headers }: IncomingMessage, response: ServerResponse, body: string): void => {
    const open = calls.open + 1
    const openMax = Math.max(calls.openMax, open)
    calls = { posts: calls.posts + 1, lastBody: body, lastHeaders: headers, open, openMax }
    response.once("close", () => {
      calls = { ...calls, open: calls.open - 1 }
    })
  }

  const rate = (response: ServerResponse, body: string): void => {
    const call = readRatingCall(body)
    if (Option.isNone(call)) return sendJson(response, { error: "no rating request" }, 400)
    const { delayMs, fault } = queue.next()
    const answer = (): void => behave(response, fault, answerText(insurer, call.value, fault?.kind))
    if (delayMs === 0) return answer()
    const timer = setTimeout(answer, delayMs)
    response.once("close", () => clearTimeout(timer))
  }

  const setFaults = (response: ServerResponse, body: string): void => {
    const given = readFaultList(body)
    if (Result.isFailure(given)) return sendJson(response, { error: given.failure }, 400)
    queue.set(given.success)
    sendJson(response, queue.list())
  }

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method, url } = request
    if (method === "GET" && url === "/faults") return sendJson(response, queue.list())
    if (method === "GET" && url === "/calls") {
      const told: SimulatorCalls = { ...calls, connections: connections() }
      return sendJson(response, told)
    }
    const body = await readBody(request)
    if (body === undefined) return void response.destroy()
    if (method === "PUT" && url === "/faults") return setFaults(response, body)
    if (method !== "POST") return sendJson(response, { error: "not found" }, 404)
    count(request, response, body)
    rate(response, body)
  }
}

/** Starts an insurer that speaks the rating contract on a loopback port. */
export const startSimulator = async (options: SimulatorOptions): Promise<Simulator> => {
  let connections = 0
  const answer = makeAnswer(options, () => connections)
  const server = createServer((request, response) => {
    // A caller that leaves in the middle of its request is no concern of ours.
    answer(request, response).catch(() => response.destroy())
  })
  server.on("connection", () => {
    connections += 1
  })
  server.listen(options.port, host)
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  return {
    url: `http://${host}:${port}`,
    close: async () => {
      const closed = once(server, "close")
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
