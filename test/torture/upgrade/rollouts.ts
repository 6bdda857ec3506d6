import { eventually } from "../../support/eventually.ts"
import { isReady, type Server, startServer } from "../../support/spawned-server.ts"
import { workersOf } from "../../support/server-workers.ts"
import type { Stage } from "../stage.ts"
import { together } from "../together.ts"
import type { OlderVersion } from "./older-version.ts"

/** How long the processes of a group may take to be replaced. */
const replacedTimeoutMs = 120_000

/** Processes of the service that clients call, first all of an older version. */
export interface Fleet {
  /** Where clients call; changes as processes come and go. */
  readonly ports: ReadonlyArray<number>
  /** Replaces them by the code of now, with pauses in which older and newer code serve together. */
  readonly roll: (pause: () => Promise<unknown>) => Promise<void>
  /** Whether a port was answered by older code alone. */
  readonly isOlder: (port: number) => boolean
  /** When newer code had migrated the database, by `performance.now()`; undefined before. */
  readonly migratedAtMs: () => number | undefined
  readonly said: () => string
  readonly end: () => Promise<void>
}

/** A way in which operators bring new code out. */
export interface Rollout {
  /** What happens, as the end of a sentence. */
  readonly name: string
  readonly begin: (stage: Stage, older: OlderVersion) => Promise<Fleet>
}

/** Processes on ports of their own behind a balancer: new ones come beside the old, which then end. */
const oneByOne: Rollout = {
  name: "a process at a time",
  begin: async ({ environment, startServer: startNow }, older) => {
    const startOlder = () => startServer(environment, isReady, [], older.serverLine)
    // One makes the schema, so that the other one comes to a database of its own version.
    const before = [await startOlder(), await startOlder()]
    const started: Array<Server> = [...before]
    const olderPorts = new Set(before.map(({ port }) => port))
    const ports = [...olderPorts]
    let migratedAtMs: number | undefined
    return {
      ports,
      roll: async (pause) => {
        for (const old of before) {
          const next = await startNow()
          migratedAtMs ??= performance.now()
          started.push(next)
          ports.push(next.port)
          await pause()
          ports.splice(ports.indexOf(old.port), 1)
          await old.end("SIGTERM")
          await pause()
        }
      },
      isOlder: (port) => olderPorts.has(port),
      migratedAtMs: () => migratedAtMs,
      said: () => started.map((server) => server.said()).join("\n"),
      end: async () => void (await together(started.map((server) => server.end("SIGTERM")))),
    }
  },
}

/** Processes on one port, which are replaced one after the other on SIGHUP, whose primary one stays. */
const byReload: Rollout = {
  name: "by a reload",
  begin: async ({ environment }, older) => {
    const group = ["--processes", "2"]
    const server = await startServer(environment, isReady, group, older.serverLine)
    const serving = (): ReadonlyArray<number> => workersOf(server.pid).map(({ pid }) => pid)
    return {
      ports: [server.port],
      roll: async (pause) => {
        const before = serving()
        await older.replace()
        server.hangUp()
        await pause()
        const isReplaced = () => {
          const now = serving()
          return now.length === 2 && now.every((pid) => !before.includes(pid))
        }
        if (!(await eventually(isReplaced, replacedTimeoutMs, 100))) {
          throw new Error(`The processes were not replaced: ${server.said().slice(-2_000)}`)
        }
        await pause()
      },
      isOlder: () => false,
      migratedAtMs: () => undefined,
      said: () => server.said(),
      end: async () => void (await server.end("SIGTERM")),
    }
  },
}

/** The ways that a version can be replaced in. */
export const rolloutsOf = ({ reloads }: { readonly reloads: boolean }): ReadonlyArray<Rollout> =>
  reloads ? [oneByOne, byReload] : [oneByOne]
