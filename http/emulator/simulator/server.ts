import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import * as ByteSize from "effect/ByteSize"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as HttpIncomingMessage from "effect/http/HttpIncomingMessage"
import * as HttpRouter from "effect/http/HttpRouter"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { createServer, type ServerResponse } from "node:http"
import { answerText, readRatingCall, type SimulatedInsurer } from "./answer.ts"
import { describeFaultList, type Fault, makeFaultQueue, readFaultList } from "./faults.ts"
import { serveApp } from "../../platform/serve-app.ts"

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

const host = "127.0.0.1"

const json = (value: unknown, status = 200) =>
  HttpServerResponse.text(`${JSON.stringify(value)}\n`, { status, contentType: "application/json" })

const bodyMax = ByteSize.mebibytes(1)

/** Node's own answer: faults are done to it below HTTP. */
const nodeAnswer = (request: HttpServerRequest): ServerResponse =>
  NodeHttpServerRequest.toServerResponse(request) as ServerResponse

/** Leaves an answer to what is done to it, until its connection has ended or it has left. */
const done = (answer: ServerResponse, doing: () => void) =>
  Effect.callback<HttpServerResponse.HttpServerResponse>((resume) => {
    answer.once("close", () => resume(Effect.succeed(HttpServerResponse.empty())))
    doing()
  })

/** Reads a body; one that is too long, or broken off, leaves its connection of no use. */
const withBody = (
  request: HttpServerRequest,
  use: (body: string) => Effect.Effect<HttpServerResponse.HttpServerResponse>,
) =>
  Effect.matchEffect(
    Effect.provideService(request.text, HttpIncomingMessage.MaxBodySize, bodyMax),
    {
      onSuccess: use,
      onFailure: () => {
        const answer = nodeAnswer(request)
        return done(answer, () => void answer.destroy())
      },
    },
  )

const makeRoutes = ({ faults, ...insurer }: SimulatorOptions, connections: () => number) => {
  const queue = makeFaultQueue(faults)
  let calls: Omit<SimulatorCalls, "connections"> = {
    posts: 0,
    lastBody: null,
    lastHeaders: {},
    open: 0,
    openMax: 0,
  }

  const count = ({ headers }: HttpServerRequest, answer: ServerResponse, body: string): void => {
    const open = calls.open + 1
    const openMax = Math.max(calls.openMax, open)
    const lastHeaders = { ...headers }
    calls = { posts: calls.posts + 1, lastBody: body, lastHeaders, open, openMax }
    answer.once("close", () => {
      calls = { ...calls, open: calls.open - 1 }
    })
  }

  const rate = (answer: ServerResponse, body: string) => {
    const call = readRatingCall(body)
    if (Option.isNone(call)) return Effect.succeed(json({ error: "no rating request" }, 400))
    const { delayMs, fault } = queue.next()
    return Effect.delay(
      done(answer, () => behave(answer, fault, answerText(insurer, call.value, fault?.kind))),
      delayMs,
    )
  }

  const setFaults = (body: string) => {
    const given = readFaultList(body)
    if (Result.isFailure(given)) return json({ error: describeFaultList(given.failure) }, 400)
    queue.set(given.success)
    return json(queue.list())
  }

  return [
    HttpRouter.route("GET", "/faults", () => Effect.sync(() => json(queue.list()))),
    HttpRouter.route("GET", "/calls", () =>
      Effect.sync(() => json({ ...calls, connections: connections() } satisfies SimulatorCalls)),
    ),
    HttpRouter.route("PUT", "/faults", (request) =>
      withBody(request, (body) => Effect.sync(() => setFaults(body))),
    ),
    // An insurer is asked under whatever path its address has.
    HttpRouter.route("POST", "*", (request) =>
      withBody(request, (body) => {
        const answer = nodeAnswer(request)
        count(request, answer, body)
        return rate(answer, body)
      }),
    ),
  ]
}

/** Simulates an insurer that speaks the rating contract, on a loopback port, until the scope closes. */
export const startSimulator = Effect.fnUntraced(function* (options: SimulatorOptions) {
  let connections = 0
  const routes = makeRoutes(options, () => connections)
  const router = yield* HttpRouter.toHttpEffect(HttpRouter.addAll(routes))
  const server = createServer()
  server.on("connection", () => {
    connections += 1
  })
  const answered = Effect.catch(router, () => Effect.succeed(json({ error: "not found" }, 404)))
  const port = yield* serveApp(server, { host, port: options.port }, answered)
  return { url: `http://${host}:${port}` }
})

const chunkBytes = 64 * 1_024
const chunk = Buffer.alloc(chunkBytes, " ")
const chunksPerMebibyte = (1_024 * 1_024) / chunkBytes

const sendText = (response: ServerResponse, text: string, status = 200): void => {
  response.writeHead(status, { "content-type": "application/json" }).end(text)
}

/** Sends spaces as fast as they are taken, so many chunks or until the connection ends. */
const sendHuge = (response: ServerResponse, chunks: number): void => {
  let left = chunks
  const send = (): void => {
    while (left > 0 && !response.destroyed) {
      left -= 1
      if (!response.write(chunk)) return
    }
    if (left === 0) response.end()
  }
  response.on("drain", send)
  send()
}

const sendTrickle = (response: ServerResponse): void => {
  response.write(" ")
  const timer = setInterval(() => response.write(" "), 1_000)
  response.once("close", () => clearInterval(timer))
}

const destroyAfter = (response: ServerResponse, text: string): void => {
  response.write(text.slice(0, Math.ceil(text.length / 2)), () => response.destroy())
}

/** Answers a call with a text, in the way of a fault. */
const behave = (response: ServerResponse, fault: Fault | undefined, text: string): void => {
  switch (fault?.kind) {
    case "status":
      return sendText(response, '{"error":"simulated"}', fault.status)
    case "malformed":
      return sendText(response, text.slice(0, -2))
    case "wrong_shape":
      return sendText(response, "[]")
    case "huge_body":
      return sendHuge(response, (fault.mebibytes ?? Number.POSITIVE_INFINITY) * chunksPerMebibyte)
    case "hang":
      return
    case "trickle":
      return sendTrickle(response)
    case "reset":
      response.destroy()
      return
    case "reset_body":
      return destroyAfter(response, text)
    case "redirect":
      response.writeHead(307, { location: "/elsewhere" }).end()
      return
    default:
      return sendText(response, text)
  }
}
