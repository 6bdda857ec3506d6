import { execFileSync } from "node:child_process"

/** A process that Postgres runs beside its main one, with the title that it gives itself. */
export interface ServerWorker {
  readonly pid: number
  readonly title: string
}

/** The processes that a Postgres server has started and that run. */
export const workersOf = (postmaster: number): ReadonlyArray<ServerWorker> =>
  execFileSync("ps", ["-A", "-o", "pid=,ppid=,args="], { encoding: "utf8" })
    .split("\n")
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line))
    .filter((match) => Number(match?.[2]) === postmaster)
    .map((match) => ({ pid: Number(match?.[1]), title: match?.[3] ?? "" }))
