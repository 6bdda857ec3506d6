import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { type Cluster, openCluster } from "../../../../../http/store/database/embedded/cluster.ts"
import type { Membership } from "../../../../../http/store/database/embedded/enter.ts"
import { joinCluster } from "../../../../../http/store/database/embedded/join.ts"
import { isAlive } from "../../../../../http/store/database/embedded/postmaster.ts"
import { openSession } from "../../../../../http/store/database/embedded/presence.ts"
import { eventually } from "../../../../support/eventually.ts"
import { workersOf } from "../../../../support/server-workers.ts"
import { processesMentioning, serverPid } from "../processes.ts"

/** How long anything may take where others work too, in milliseconds. */
const patienceMs = 30_000

let dataFolder = ""
let cluster: Cluster

beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), "viatica-crashing-"))
  cluster = await Effect.runPromise(openCluster({ dataFolder }))
})

afterAll(async () => {
  expect(processesMentioning(dataFolder)).toEqual([])
  await rm(dataFolder, { recursive: true, force: true })
})

const enter = () => Effect.runPromise(joinCluster(cluster, 0))

const query = async ({ postmaster }: Membership, statement: string) => {
  const asked = Effect.flatMap(openSession(cluster, postmaster.port), (open) =>
    open.query(statement),
  )
  return (await Effect.runPromise(Effect.scoped(asked))).rows
}

/** Ends everything that the server runs, as when the machine loses its power. */
const crash = async (): Promise<void> => {
  const server = serverPid(dataFolder)
  const all = [server, ...workersOf(server).map(({ pid }) => pid)]
  for (const pid of all) process.kill(pid, "SIGKILL")
  expect(await eventually(() => !all.some(isAlive), patienceMs)).toBe(true)
}

describe("joining an embedded Postgres", () => {
  it("starts one that has crashed, with all that was committed", async () => {
    const written =
      "create table written as select repeat('x', 200) from generate_series(1, 100000)"
    await query(await enter(), written)
    await crash()
    const joined = await enter()
    expect(await query(joined, "select count(*)::int as rows from written")).toEqual([
      { rows: 100_000 },
    ])
    await Effect.runPromise(joined.leave)
  })

  it("starts another one where somebody ends the one that it has started", async () => {
    await enter()
    const crashed = serverPid(dataFolder)
    await crash()
    const joining = enter()
    await eventually(() => ![0, crashed].includes(serverPid(dataFolder)), patienceMs, 1)
    const ended = serverPid(dataFolder)
    process.kill(ended, "SIGINT")
    const joined = await joining
    expect(joined.postmaster.pid).not.toBe(ended)
    await Effect.runPromise(joined.leave)
  })
})
