import { once } from "node:events"
import { Agent, request } from "node:http"
import { connect, type Socket } from "node:net"
import { setTimeout as delay } from "node:timers/promises"
import { afterAll, beforeAll, describe, expect, it } from "@effect/vitest"
import { type DatabaseWay, openDatabaseWay } from "../../support/database-way.ts"
import { freePort, readRawAnswer, send } from "../../support/http-call.ts"
import { paths, quoteBody } from "../../support/sample-trips.ts"
import { startServerProcess } from "../../support/server-process.ts"
import type { Server } from "../../support/spawned-server.ts"
import { signedHeaders, type TestKey, useOwnService } from "../../support/service.ts"
import { startCollector } from "../observability/stand-in-collector.ts"
import { linkRows } from "../store/clicks/link-rows.ts"
import {
  type SimulatorProcess,
  startSimulatorProcess,
} from "../emulator/simulator/simulator-process.ts"

/**
 * How long a process may take to end, whatever hangs: the ten seconds that it promises, and as much
 * again where others work on the same processors.
 */
const endsWithinMs = 20_000

const service = useOwnService()

let insurer: SimulatorProcess
let key: TestKey

beforeAll(async () => {
  insurer = await startSimulatorProcess("--language", "de")
  key = await service().createKey({ mode: "live" })
})

afterAll(() => insurer.end())

/** What a test gives back once it has ended; tests that run side by side each have their own. */
interface Ending {
  readonly onTestFinished: (giveBack: () => Promise<void> | void) => void
}

const insurerIsLate = async (
  { onTestFinished }: Ending,
  { behave }: SimulatorProcess,
  ms: number,
): Promise<void> => {
  await behave({ kind: "latency", ms })
  onTestFinished(async () => void (await behave()))
}

const start = async (
  { onTestFinished }: Ending,
  more: Readonly<Record<string, string>> = {},
): Promise<Server> => {
  const server = await startServerProcess(more["DATABASE_URL"] ?? service().databaseUrl, {
    INSURER_URLS: `tannhorst=${insurer.url.href}`,
    INSURER_ALLOW_PRIVATE: "true",
    INSURER_TIMEOUT_MS: "20000",
    ...more,
  })
  onTestFinished(async () => void (await server.end("SIGKILL")))
  return server
}

/** A database that can be taken away. */
const databaseWay = async ({ onTestFinished }: Ending): Promise<DatabaseWay> => {
  const opened = await openDatabaseWay(service().databaseUrl)
  onTestFinished(opened.stop)
  return opened
}

const stoppedIn = async (server: Server): Promise<number> => {
  const startedAt = performance.now()
  await server.end("SIGTERM")
  return performance.now() - startedAt
}

/** A live quote, which takes as long as the insurer does. */
const quote = (server: Server) =>
  service().call("POST", paths.quotes, quoteBody(), { key, port: server.port })

const isAsked = async ({ calls }: SimulatorProcess, posts: number): Promise<void> => {
  while ((await calls()).posts <= posts) await delay(10)
}

const socketTo = async ({ onTestFinished }: Ending, { port }: Server): Promise<Socket> => {
  const socket = connect(port, "127.0.0.1")
  await once(socket, "connect")
  socket.on("error", () => {})
  onTestFinished(() => void socket.destroy())
  return socket
}

const isRefused = async ({ port }: Server): Promise<boolean> => {
  try {
    await send({ port, method: "GET", path: "/healthz" })
    return false
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "ECONNREFUSED"
  }
}

const signedQuote = (): string => {
  const body = JSON.stringify(quoteBody())
  const headers = Object.entries(signedHeaders(key, "POST", paths.quotes, body))
  const lines = [
    `POST ${paths.quotes} HTTP/1.1`,
    "host: a",
    `content-length: ${Buffer.byteLength(body)}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
  ]
  return `${lines.join("\r\n")}\r\n\r\n${body}`
}

it("on SIGTERM a process finishes what is under way, writes its clicks, and takes nothing new", async (test) => {
  const { addLink, clicksOf } = linkRows(service())
  await addLink({ code: "STOP27" })
  const server = await start(test)
  await insurerIsLate(test, insurer, 1_500)
  const { posts } = await insurer.calls()
  const underWay = quote(server)
  await isAsked(insurer, posts)
  for (let click = 0; click < 5; click += 1) {
    await send({ port: server.port, method: "GET", path: "/r/STOP27" })
  }
  const ended = stoppedIn(server)
  while (!(await isRefused(server))) await delay(10)
  const answer = await underWay
  expect(answer.status).toBe(200)
  expect(answer.headers["connection"]).toBe("close")
  expect(await ended).toBeLessThan(endsWithinMs)
  expect(await clicksOf("STOP27")).toBe(5)
})

it("a process that has time for it says that it stops, while it still takes calls", async (test) => {
  const server = await start(test, { DRAIN_MS: "2000" })
  const get = (path: string) => send({ port: server.port, method: "GET", path })
  expect((await get("/readyz")).status).toBe(200)
  const ended = stoppedIn(server)
  let ready = await get("/readyz")
  while (ready.status === 200) ready = await get("/readyz")
  expect(ready.status).toBe(503)
  expect(ready.body).toMatchObject({ ok: false, process: "stopping" })
  expect(ready.headers).toMatchObject({ connection: "close", "retry-after": "5" })
  expect((await get("/healthz")).status).toBe(200)
  expect((await quote(server)).status).toBe(200)
  expect(await ended).toBeGreaterThan(2_000)
  expect(await isRefused(server)).toBe(true)
})

it("a question behind the last answer of a connection is not lost without a sign", async (test) => {
  const server = await start(test)
  await insurerIsLate(test, insurer, 1_500)
  const { posts } = await insurer.calls()
  const socket = await socketTo(test, server)
  let received = ""
  socket.on("data", (chunk: Buffer) => (received += chunk.toString()))
  socket.write(signedQuote())
  await isAsked(insurer, posts)
  const ended = stoppedIn(server)
  while (!(await isRefused(server))) await delay(10)
  socket.write("GET /readyz HTTP/1.1\r\nhost: a\r\n\r\n")
  await once(socket, "close")
  await ended
  const first = readRawAnswer(received)
  expect(first?.status).toBe(200)
  expect(first?.headers["connection"]).toBe("close")
  expect(received.split("HTTP/1.1 ")).toHaveLength(2)
})

it("a client that goes on asking on its connection keeps no process from its end", async (test) => {
  const server = await start(test)
  const agent = new Agent({ keepAlive: true, maxSockets: 4 })
  test.onTestFinished(() => agent.destroy())
  const outcomes: Array<number | string> = []
  const ask = (): Promise<number | string> =>
    new Promise((resolve) => {
      const asked = request(
        { port: server.port, host: "127.0.0.1", path: "/healthz", agent },
        (answer) => {
          answer.resume().on("end", () => resolve(answer.statusCode ?? 0))
        },
      )
      asked.on("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? "")).end()
    })
  const asking = Array.from({ length: 4 }, async () => {
    for (;;) {
      const outcome = await ask()
      outcomes.push(outcome)
      if (outcome === "ECONNREFUSED") return
    }
  })
  while (outcomes.length < 50) await delay(5)
  expect(await stoppedIn(server)).toBeLessThan(3_000)
  await Promise.all(asking)
  expect([...new Set(outcomes)].filter((outcome) => outcome !== "ECONNRESET").sort()).toEqual([
    200,
    "ECONNREFUSED",
  ])
})

/** How a database is taken away. */
const away = {
  silence: { kind: "black-hole" },
  mute: { kind: "half-open" },
  cut: { kind: "down" },
} as const

// Each waits for a limit of the server, most of the time idly: side by side they take as long as one.
describe.concurrent("a process that is told to stop", () => {
  it("clients that hang in the middle keep no process from its end", async (test) => {
    const server = await start(test, { SEND_TIMEOUT_MS: "60000", TAKE_TIMEOUT_MS: "60000" })
    const [half, head, idle, slow] = await Promise.all([
      socketTo(test, server),
      socketTo(test, server),
      socketTo(test, server),
      socketTo(test, server),
    ])
    half.write(`POST ${paths.quotes} HTTP/1.1\r\nhost: a\r\ncontent-length: 100\r\n\r\n{`)
    head.write("GET /healthz HTTP/1.1\r\nhost: a\r\n")
    idle.pause()
    slow.pause()
    const large = "GET /docs/files/conversion.json HTTP/1.1\r\nhost: a\r\n\r\n"
    for (let call = 0; call < 200; call += 1) slow.write(large)
    await delay(500)
    expect(await stoppedIn(server)).toBeLessThan(endsWithinMs)
  })

  it.for(["silence", "mute", "cut"] as const)(
    "a database that is taken away (%s) keeps no process from its end",
    async (way, test) => {
      const { addLink } = linkRows(service())
      await addLink({ code: `AWAY${way}` })
      const database = await databaseWay(test)
      const server = await start(test, { DATABASE_URL: database.url, LOG_LEVEL: "Error" })
      expect((await quote(server)).status).toBe(200)
      await send({ port: server.port, method: "GET", path: `/r/AWAY${way}` })
      await database.begin(away[way])
      await send({ port: server.port, method: "GET", path: `/r/AWAY${way}` })
      const hanging = quote(server).catch(() => undefined)
      const startedAt = performance.now()
      const readiness = () => send({ port: server.port, method: "GET", path: "/readyz" })
      let ready = await readiness()
      while (ready.status === 200 && performance.now() - startedAt < 10_000)
        ready = await readiness()
      expect(ready.status).toBe(503)
      expect(ready.body).toMatchObject({ ok: false, database: "unreachable" })
      const tookMs = await stoppedIn(server)
      await hanging
      expect(tookMs).toBeLessThan(endsWithinMs)
      expect(server.said()).not.toContain("something hangs")
      expect(server.said()).toContain("clicks are lost")
    },
  )

  it("everything that can hang at once, figures and traces too, keeps no process from its end", async (test) => {
    const database = await databaseWay(test)
    const collector = await startCollector()
    test.onTestFinished(collector.stop)
    collector.behave("silent")
    const metricsPort = await freePort()
    const late = await startSimulatorProcess("--language", "de")
    test.onTestFinished(async () => void (await late.end()))
    const server = await start(test, {
      DATABASE_URL: database.url,
      METRICS_PORT: String(metricsPort),
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      INSURER_URLS: `tannhorst=${late.url.href}`,
      INSURER_TIMEOUT_MS: "30000",
    })
    expect((await quote(server)).status).toBe(200)
    await insurerIsLate(test, late, 25_000)
    const { posts } = await late.calls()
    const quoted = quote(server).catch(() => undefined)
    await isAsked(late, posts)
    await database.begin(away.silence)
    const half = await socketTo(test, server)
    half.write(`POST ${paths.quotes} HTTP/1.1\r\nhost: a\r\ncontent-length: 100\r\n\r\n{`)
    const reading = send({ port: metricsPort, method: "GET", path: "/metrics" }).catch(
      () => undefined,
    )
    expect(await stoppedIn(server)).toBeLessThan(endsWithinMs)
    await Promise.all([quoted, reading])
  })
})
