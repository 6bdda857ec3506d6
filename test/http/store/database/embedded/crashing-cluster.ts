import { mkdtemp, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import { afterAll, beforeAll, expect } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { type Cluster, openCluster } from "../../../../../http/store/database/embedded/cluster.ts"
import { readPostmaster } from "../../../../../http/store/database/embedded/pid-file.ts"
import { openSession } from "../../../../../http/store/database/embedded/presence.ts"
import {
  processesOf,
  type ServerProcess,
} from "../../../../../http/store/database/embedded/server-processes.ts"
import { processesMentioning } from "../processes.ts"

/** How long anything may take where others work too, in milliseconds. */
export const patienceMs = 30_000

/** A cluster whose server carries on by itself after a crash, in the way that can make it hang. */
export interface CrashingCluster {
  readonly cluster: Cluster
  readonly dataFolder: string
  /** The number of its server process; 0 where there is none. */
  readonly pid: () => Promise<number>
  /** Runs a statement on the server of the moment. */
  readonly query: (statement: string) => Promise<ReadonlyArray<Readonly<Record<string, unknown>>>>
  /** How often a server was started on the folder so far. */
  readonly starts: () => Promise<number>
  /** Waits for a process of the server by its title; undefined once `until` is there instead. */
  readonly appears: (title: string, until?: string) => Promise<ServerProcess | undefined>
  readonly remove: () => Promise<void>
}

/** Makes such a cluster in a folder of its own. */
const makeCrashingCluster = async (): Promise<CrashingCluster> => {
  const dataFolder = await mkdtemp(join(tmpdir(), "viatica-crashing-"))
  const settings = ["restart_after_crash=on"]
  const cluster = await Effect.runPromise(openCluster({ dataFolder, settings }))
  const postmaster = () => Effect.runPromise(readPostmaster(cluster))
  const pid = async (): Promise<number> => (await postmaster())?.pid ?? 0
  return {
    cluster,
    dataFolder,
    pid,
    query: async (statement) => {
      const session = openSession(cluster, (await postmaster())?.port ?? 0)
      const asked = Effect.flatMap(session, (open) => open.query(statement))
      return (await Effect.runPromise(Effect.scoped(asked))).rows
    },
    starts: async () =>
      (await readFile(cluster.logFile, "utf8")).split("starting PostgreSQL").length - 1,
    appears: async (title, until = title) => {
      const endMs = performance.now() + patienceMs
      while (performance.now() < endMs) {
        const processes = processesOf(await pid())
        const found = processes.find((each) => each.title.startsWith(`postgres: ${title}`))
        if (found !== undefined) return found
        if (processes.some((each) => each.title.startsWith(`postgres: ${until}`))) return undefined
        await delay(1)
      }
      return undefined
    },
    remove: () => rm(dataFolder, { recursive: true, force: true }),
  }
}

/** Makes such a cluster before the tests of a file, and leaves nothing of it after them. */
export const useCrashingCluster = (): (() => CrashingCluster) => {
  let made: CrashingCluster
  beforeAll(async () => {
    made = await makeCrashingCluster()
  })
  afterAll(async () => {
    expect(processesMentioning(made.dataFolder)).toEqual([])
    await made.remove()
  })
  return () => made
}
