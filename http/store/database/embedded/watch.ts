import * as Data from "effect/Data"

import type { Cluster } from "./cluster.ts"
import { hangs, type Patience, watchOn, type Watched } from "./hang.ts"
import type { Postmaster } from "./postmaster.ts"
import { processesOf, readProcess, type ServerProcess } from "./server-processes.ts"

/** The server lets nobody in and never will. */
export class Hanging extends Data.TaggedError("Hanging")<{
  readonly server: ServerProcess
  readonly what: string
}> {}

/** Watches a server that lets nobody in. */
export interface Watch {
  /** Looks at the server after it has turned us away, with what it said; says whether it hangs. */
  readonly look: (postmaster: Postmaster, what: string) => Hanging | undefined
  /** For how long no look has seen it work. */
  readonly sinceWorkMs: () => number
}

/** Begins a watch. Where the system does not tell what its processes do, no server ever hangs. */
export const makeWatch = (cluster: Cluster, patience: Patience): Watch => {
  let watched: Watched | undefined
  let workedAtMs = performance.now()
  return {
    look: ({ pid }, what) => {
      const server = serverOn(cluster, pid)
      if (server === undefined) return undefined
      const atMs = performance.now()
      watched = watchOn(watched, { server, processes: processesOf(pid), atMs })
      if (watched.hasWorked) workedAtMs = atMs
      return hangs(watched, patience) ? new Hanging({ server, what }) : undefined
    },
    sinceWorkMs: () => performance.now() - workedAtMs,
  }
}

/** A process number out of an old file may be another program's, or another server's, by now. */
const serverOn = (cluster: Cluster, pid: number): ServerProcess | undefined => {
  const found = readProcess(pid)
  return found?.title.includes(` -D ${cluster.folder} `) === true ? found : undefined
}
