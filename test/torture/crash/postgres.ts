import { readFileSync } from "node:fs"
import { join } from "node:path"
import { eventually } from "../../support/eventually.ts"
import { type ServerWorker, workersOf } from "../../support/server-workers.ts"
import { isAlive, processFact } from "../../../http/store/database/embedded/postmaster.ts"

/** The main process of a Postgres, by the `postmaster.pid` of its folder. */
export interface RunningPostgres {
  readonly pid: number
  readonly port: number
}

/** The number in a file may have gone to a process that is none of ours. */
const isPostgres = (pid: number): boolean =>
  (processFact(pid, "comm")?.trim() ?? "postgres") === "postgres"

/** The Postgres that runs in a data folder, as its `postmaster.pid` tells. */
export const postgresOf = (dataFolder: string): RunningPostgres | undefined => {
  try {
    const lines = readFileSync(join(dataFolder, "postgres", "postmaster.pid"), "utf8").split("\n")
    const [pid, port] = [Number(lines[0]), Number(lines[3])]
    return pid > 0 && port > 0 && isAlive(pid) && isPostgres(pid) ? { pid, port } : undefined
  } catch {
    return undefined
  }
}

/** Processes that serve a session of the service. */
const isBackend = ({ title }: ServerWorker): boolean =>
  title.startsWith("postgres: viatica viatica ")

const kill = (pid: number): void => {
  try {
    process.kill(pid, "SIGKILL")
  } catch {
    // Gone already: Postgres ended it, or it ended itself.
  }
}

/** Kills the main process alone: the others notice and end by themselves. */
export const killPostmaster = (dataFolder: string): void => {
  const running = postgresOf(dataFolder)
  if (running !== undefined) kill(running.pid)
}

/** Kills everything that Postgres runs, at once. */
export const killCluster = (dataFolder: string): void => {
  const running = postgresOf(dataFolder)
  if (running === undefined) return
  for (const pid of [running.pid, ...workersOf(running.pid).map((worker) => worker.pid)]) kill(pid)
}

/** Kills the process of one session, `pick` says which; Postgres then ends all others and recovers. */
export const killBackend = (dataFolder: string, pick: (count: number) => number): void => {
  const running = postgresOf(dataFolder)
  if (running === undefined) return
  const backends = workersOf(running.pid).filter(isBackend)
  const victim = backends[pick(backends.length)]
  if (victim !== undefined) kill(victim.pid)
}

const goneTimeoutMs = 10_000

/** Makes sure that a Postgres of ours is gone, which may have been left to a process that was killed. */
export const ensureGone = async (pid: number | undefined): Promise<void> => {
  if (pid === undefined || !isAlive(pid) || !isPostgres(pid)) return
  process.kill(pid, "SIGINT")
  await eventually(() => !isAlive(pid), goneTimeoutMs)
}
