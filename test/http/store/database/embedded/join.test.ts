import { setTimeout as delay } from "node:timers/promises"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { endByForce } from "../../../../../http/store/database/embedded/end-by-force.ts"
import type { Patience } from "../../../../../http/store/database/embedded/hang.ts"
import { joinCluster } from "../../../../../http/store/database/embedded/join.ts"
import {
  processesOf,
  readProcess,
  type ServerProcess,
  stillRuns,
} from "../../../../../http/store/database/embedded/server-processes.ts"
import { eventually } from "../../../../support/eventually.ts"
import { patienceMs, useCrashingCluster } from "./crashing-cluster.ts"

/** So little that a test need not last long. */
const littlePatience: Patience = { withoutStartupMs: 1_000, withStartupMs: 1_000 }

const crashing = useCrashingCluster()

const enter = (patience?: Patience) =>
  Effect.runPromise(joinCluster(crashing().cluster, 0, patience))

/** Ends the server so that the next one has to recover. */
const crash = async (): Promise<void> => {
  const server = readProcess(await crashing().pid())
  if (server === undefined) throw new Error("There is no server.")
  const all = [server, ...processesOf(server.pid)]
  await Effect.runPromise(endByForce(server))
  expect(all.filter(stillRuns)).toEqual([])
}

/** Lets a process do the least that shows, over and over, for so long or until it is over. */
const slowDown = async (slowed: ServerProcess, ms: number): Promise<void> => {
  const endMs = performance.now() + ms
  const cpuTime = (): number | undefined => readProcess(slowed.pid)?.cpuTime
  while (performance.now() < endMs) {
    expect(stillRuns(slowed)).toBe(true)
    process.kill(slowed.pid, "SIGSTOP")
    const before = cpuTime()
    await delay(littlePatience.withStartupMs / 4)
    process.kill(slowed.pid, "SIGCONT")
    while (stillRuns(slowed) && cpuTime() === before) await delay(1)
  }
}

describe("joining an embedded Postgres", () => {
  it("ends one that has stopped recovering, and leaves one alone that does so slowly", async () => {
    await enter()
    await crashing().query(
      "create table written as select repeat('x', 200) from generate_series(1, 100000)",
    )
    await crash()
    const joining = enter(littlePatience)
    const stopped = await crashing().appears("startup")
    const hanging = await crashing().pid()
    process.kill(stopped?.pid ?? 0, "SIGSTOP")
    await eventually(async () => ![0, hanging].includes(await crashing().pid()), patienceMs, 1)
    expect(stopped && stillRuns(stopped)).toBe(false)
    const slow = await crashing().appears("startup")
    const next = await crashing().pid()
    if (slow !== undefined) await slowDown(slow, 2 * littlePatience.withStartupMs)
    const joined = await joining
    expect(joined.postmaster.pid).toBe(next)
    expect(await crashing().query("select count(*)::int as rows from written")).toEqual([
      { rows: 100_000 },
    ])
    await Effect.runPromise(joined.leave)
  })

  it("starts another one where somebody ends the one that it has started", async () => {
    await enter()
    await crash()
    const before = await crashing().starts()
    const joining = enter()
    await crashing().appears("startup")
    const ended = await crashing().pid()
    process.kill(ended, "SIGINT")
    const joined = await joining
    expect(joined.postmaster.pid).not.toBe(ended)
    expect(await crashing().starts()).toBe(before + 2)
    await Effect.runPromise(joined.leave)
  })
})
