import { execFileSync } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { connect } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import { afterAll, beforeAll, describe, expect, it } from "@effect/vitest"
import { keepBusy, openClient } from "../../support/busy-clients.ts"
import { eventually } from "../../support/eventually.ts"
import { freePort, outcomeOf, send } from "../../support/http-call.ts"
import { times } from "../../support/long.ts"
import { withinOneMinute } from "../../support/one-minute.ts"
import { bilanBody, paths, sampleTrip } from "../../support/sample-trips.ts"
import { startServerProcess } from "../../support/server-process.ts"
import { useOwnService } from "../../support/service.ts"
import type { Server } from "../../support/spawned-server.ts"
import { makeLinking } from "../store/links/linking.ts"

const service = useOwnService()
const { rows, session } = makeLinking(service)

const folder = mkdtempSync(join(tmpdir(), "viatica-processes-"))
const settingsFile = join(folder, "settings")

/** How long anything may take where others work on the same processors. */
const patienceMs = 300_000

let server: Server
let metricsPort = 0

const setSettings = (lines: ReadonlyArray<string>): void =>
  writeFileSync(settingsFile, lines.map((line) => `${line}\n`).join(""))

beforeAll(async () => {
  setSettings(["CALLS_WAITING_MAX=1024"])
  metricsPort = await freePort()
  server = await startServerProcess(
    service().databaseUrl,
    { METRICS_PORT: String(metricsPort), LOG_LEVEL: "Info" },
    undefined,
    ["--processes", "2", "--settings", settingsFile],
  )
  await until(async () => (await groupStatus())?.serving === 2, "both processes")
})

afterAll(async () => {
  await server.end("SIGKILL")
  rmSync(folder, { recursive: true, force: true })
})

const until = async (isSo: () => boolean | Promise<boolean>, what: string): Promise<void> => {
  if (await eventually(isSo, patienceMs, 50)) return
  throw new Error(`waited in vain for ${what}: ${server.said().slice(-3_000)}`)
}

interface Readiness {
  readonly processes?: {
    readonly wanted: number
    readonly serving: number
    readonly refused?: { readonly reason: string }
  }
}

const groupStatus = async () => {
  const { body } = await send({ port: server.port, method: "GET", path: "/readyz" })
  return (body as Readiness).processes
}

const figures = async (): Promise<string> =>
  (await send({ port: metricsPort, method: "GET", path: "/metrics" })).text

/** The values of a figure that match, by the process that tells them. */
const figureOf = async (pattern: RegExp): Promise<Readonly<Record<string, number>>> => {
  const lines = (await figures()).split("\n").filter((line) => pattern.test(line))
  return Object.fromEntries(
    lines.map((line) => [/process="(\w+)"/.exec(line)?.[1] ?? "", Number(line.split(" ").at(-1))]),
  )
}

/** The processes that serve, as the log names them: they are children of the primary one. */
const servingPids = (): ReadonlyArray<number> =>
  execFileSync("ps", ["-A", "-o", "pid=,ppid=,args="], { encoding: "utf8" })
    .split("\n")
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line))
    .filter((match) => Number(match?.[2]) === server.pid && match?.[3]?.includes("serve") === true)
    .map((match) => Number(match?.[1]))

/** Waits until another process serves in place of one that is gone; the others hear of it late. */
const anotherFor = async (victim: number): Promise<void> => {
  await until(() => {
    const pids = servingPids()
    return pids.length === 2 && !pids.includes(victim)
  }, "another process")
  await until(async () => (await groupStatus())?.serving === 2, "two processes")
}

describe("several processes on one port", { timeout: 2 * patienceMs }, () => {
  it("keep a quota exactly, under load on all of them", async () => {
    await withinOneMinute(20_000)
    const limit = times(300, 3_000)
    const key = await service().createKey({ limits: { reads: limit } })
    const clients = Array.from({ length: 12 }, () => openClient(server.port, 1))
    const before = await figureOf(/^viatica_quota_charges_total\{.*outcome="Granted"/)
    const outcomes: Array<string> = []
    await Promise.all(
      clients.map(async (client) => {
        for (;;) {
          const outcome = outcomeOf(await client.post(key, paths.bilan, bilanBody()))
          outcomes.push(outcome)
          if (outcome !== "200") return
        }
      }),
    )
    for (const client of clients) client.close()
    expect(outcomes.filter((outcome) => outcome === "200")).toHaveLength(limit)
    expect([...new Set(outcomes)].sort()).toEqual(["200", "429 QUOTA_EXCEEDED"])
    expect(await service().quotaOf(key)).toMatchObject({ reads_used: limit })
    const after = await figureOf(/^viatica_quota_charges_total\{.*outcome="Granted"/)
    const granted = ["1", "2"].map((name) => (after[name] ?? 0) - (before[name] ?? 0))
    expect(Math.min(...granted)).toBeGreaterThan(0)
    expect(granted.reduce((sum, count) => sum + count, 0)).toBe(limit)
  })

  it("lose no acknowledged write when one is killed under load, and answer the others", async () => {
    const key = await service().createKey()
    const kept: Array<string> = []
    const other: Array<string> = []
    let unanswered = 0
    const clients = 6
    const stop = keepBusy(server.port, clients, async (client) => {
      const sessionId = await session(key, "sandbox")
      try {
        const answer = await client.post(key, paths.links, { sessionId, trip: sampleTrip })
        if (answer.status === 201) {
          kept.push((answer.body as { readonly subscriptionId: string }).subscriptionId)
        } else other.push(outcomeOf(answer))
      } catch {
        unanswered += 1
      }
    })
    for (let kill = 0; kill < times(1, 5); kill += 1) {
      const enough = kept.length + 20
      await until(() => kept.length > enough, "links")
      const [victim = 0] = servingPids()
      process.kill(victim, "SIGKILL")
      const more = kept.length + 20
      await until(() => kept.length > more, "links after the kill")
      await anotherFor(victim)
    }
    await stop()
    expect(other).toEqual([])
    // One call is under way on each connection; those of one process are lost with it.
    expect(unanswered).toBeLessThanOrEqual(clients * times(1, 5))
    const found = await rows(`select subscription_id as id from link_session`)
    const ids = new Set(found.map(({ id }) => id))
    expect(kept.filter((id) => !ids.has(id))).toEqual([])
    expect(new Set(kept).size).toBe(kept.length)
    expect(server.said()).toContain("was ended by SIGKILL")
    expect((await figureOf(/^viatica_processes_ended/))["primary"]).toBe(times(1, 5))
  })

  it("give a connection to another process when the one that got it dies before it took it", async () => {
    const [victim = 0] = servingPids()
    process.kill(victim, "SIGSTOP")
    const answers = Array.from({ length: 4 }, async () => {
      const socket = connect(server.port, "127.0.0.1")
      socket.on("error", () => {})
      await once(socket, "connect")
      socket.write("GET /healthz HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n")
      let text = ""
      socket.on("data", (chunk: Buffer) => (text += chunk.toString()))
      await once(socket, "close")
      return text.slice(0, 12)
    })
    // The first one goes to the process that stands still, where it waits.
    await delay(500)
    process.kill(victim, "SIGKILL")
    expect(await Promise.all(answers)).toEqual(Array.from({ length: 4 }, () => "HTTP/1.1 200"))
    await anotherFor(victim)
  })

  it("go on as they are where a new one cannot start, and say why until one can", async () => {
    const before = servingPids()
    setSettings(["CALLS_WAITING_MAX=many"])
    server.hangUp()
    const why =
      'The setting CALLS_WAITING_MAX is wrong: expected a whole number from 1 to 100000, got "many"'
    await until(
      async () => (await groupStatus())?.refused?.reason === why,
      "the refusal of the settings",
    )
    expect(servingPids()).toEqual(before)
    expect(server.said()).toContain("a new process cannot start, those before it go on serving")
    expect((await groupStatus())?.serving).toBe(2)
  })

  it("are all replaced on SIGHUP under load, which loses no call and takes new settings", async () => {
    setSettings(["CALLS_WAITING_MAX=512"])
    const key = await service().createKey()
    const outcomes = new Map<string, number>()
    const count = (outcome: string): void =>
      void outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    const stop = keepBusy(server.port, 8, async (client) => {
      await client.post(key, paths.bilan, bilanBody()).then(
        (answer) => count(outcomeOf(answer)),
        (error: unknown) => count(String(error)),
      )
      // Connections are idle for a moment between two calls, and processors free for the new ones.
      await delay(20)
    })
    for (let round = 0; round < times(1, 10); round += 1) {
      const before = servingPids()
      const done = (await figureOf(/^viatica_process_reloads\{.*outcome="done"/))["primary"] ?? 0
      server.hangUp()
      await until(async () => {
        const reloads = await figureOf(/^viatica_process_reloads\{.*outcome="done"/)
        return (reloads["primary"] ?? 0) > done
      }, "the reload")
      const after = servingPids()
      expect(after).toHaveLength(2)
      expect(after.filter((pid) => before.includes(pid))).toEqual([])
    }
    await stop()
    expect((await groupStatus())?.refused).toBeUndefined()
    expect([...outcomes.keys()]).toEqual(["200"])
    expect(outcomes.get("200")).toBeGreaterThan(20)
  })

  it("finish on SIGTERM what is under way, and all end", async () => {
    const key = await service().createKey()
    const outcomes: Array<string> = []
    let isRefused = false
    const stop = keepBusy(server.port, 6, async (client) => {
      if (isRefused) return delay(5)
      try {
        outcomes.push(outcomeOf(await client.post(key, paths.bilan, bilanBody())))
      } catch {
        isRefused = true
      }
    })
    await until(() => outcomes.length > 50, "calls")
    const pids = [server.pid, ...servingPids()]
    await server.end("SIGTERM")
    await stop()
    expect([...new Set(outcomes)]).toEqual(["200"])
    expect(pids.filter(isThere)).toEqual([])
    expect(server.said()).not.toContain("something hangs")
    const counted = await rows(
      `select sum(calls)::int as calls from usage_day where key_id = '${key.keyId}'`,
    )
    expect(counted[0]?.["calls"]).toBeGreaterThanOrEqual(outcomes.length)
  })
})

const isThere = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
