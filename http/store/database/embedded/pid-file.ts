import { readlinkSync } from "node:fs"
import { readFile, rm } from "node:fs/promises"
import { join } from "node:path"

import * as Effect from "effect/Effect"

import type { Cluster } from "./cluster.ts"
import { isAlive, type Postmaster, processFact } from "./postmaster.ts"

/** The server that a cluster's `postmaster.pid` tells of. */
export interface RecordedPostmaster extends Postmaster {
  /** The data folder that it was started on, as it was named then. */
  readonly folder: string
}

/** The file that Postgres keeps in its data folder while it runs. */
export const pidFile = (cluster: Cluster): string => join(cluster.folder, "postmaster.pid")

/** Reads `postmaster.pid`; undefined where there is none or it is not written out yet. */
export const readPostmaster = (cluster: Cluster): Effect.Effect<RecordedPostmaster | undefined> =>
  Effect.promise(async () => {
    const text = await readFile(pidFile(cluster), "utf8").catch(() => "")
    const lines = text.split("\n")
    const [pid, port] = [Number(lines[0]), Number(lines[3])]
    return pid > 0 && port > 0 ? { pid, port, folder: lines[1] ?? "" } : undefined
  })

/**
 * The data folder that a process of Postgres works in, whatever it was called when that started;
 * undefined where the system does not tell.
 */
const folderOf = (pid: number): string | undefined => {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined
  }
}

/** Whether a process number now belongs to something other than the recorded server. */
const isStray = (cluster: Cluster, { folder, pid }: RecordedPostmaster): boolean => {
  const name = processFact(pid, "comm")?.trim()
  if (name === undefined) return false
  const worksIn = folderOf(pid) ?? folder
  return name !== "postgres" || ![folder, cluster.folder].includes(worksIn)
}

/**
 * Removes a `postmaster.pid` whose process number has since gone to some other program, or to a
 * Postgres on another folder, as happens after a reboot or in a restarted container: Postgres would
 * refuse to start for ever.
 */
export const removeStrayPidFile = (cluster: Cluster): Effect.Effect<void> =>
  Effect.flatMap(readPostmaster(cluster), (postmaster) =>
    postmaster !== undefined && isStray(cluster, postmaster)
      ? Effect.promise(() => rm(pidFile(cluster), { force: true }))
      : Effect.void,
  )

/**
 * Why no server may be started on a cluster whose `postmaster.pid` tells of one that runs on another
 * folder: what was copied while it changed is of no one moment, and may have lost anything.
 * Undefined for any other.
 */
export const copiedWhileRunning = (
  cluster: Cluster,
  postmaster: RecordedPostmaster,
): string | undefined => {
  const { folder, pid } = postmaster
  return folder !== cluster.folder && isAlive(pid) && !isStray(cluster, postmaster)
    ? `${cluster.folder} was copied or moved from ${folder} while a Postgres ran on that, which still does (process ${pid}): ` +
        `copy it again once that has stopped, or remove ${pidFile(cluster)} if it is a snapshot of one moment`
    : undefined
}
