import { readdirSync } from "node:fs"

import { processFact } from "./postmaster.ts"

/** A process that a Postgres server has started, as the system sees it at one moment. */
export interface ServerProcess {
  readonly pid: number
  /** When it started, in a unit of the system: with the number, this names it for ever. */
  readonly startedAt: string
  /** What it says it is, such as `postgres: checkpointer`. */
  readonly title: string
  /** Whether it computes, or waits for the disk. */
  readonly isBusy: boolean
  /** The processor time that it has taken, in a unit of the system. */
  readonly cpuTime: number
}

/** What `/proc/<pid>/stat` tells; undefined for a process that is gone, and where there is none. */
const readStat = (pid: number) => {
  const stat = processFact(pid, "stat")
  if (stat === undefined) return undefined
  // The name before it is in parentheses and may hold anything.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
  const field = (number: number): string => fields[number - 3] ?? ""
  return {
    state: field(3),
    parent: Number(field(4)),
    cpuTime: Number(field(14)) + Number(field(15)),
    startedAt: field(22),
  }
}

/** A process by its number, whoever started it. */
export const readProcess = (pid: number): ServerProcess | undefined => {
  const stat = readStat(pid)
  const title = processFact(pid, "cmdline")
  if (stat === undefined || stat.state === "Z" || title === undefined) return undefined
  return {
    pid,
    startedAt: stat.startedAt,
    title: title.replaceAll("\0", " ").trimEnd(),
    isBusy: stat.state === "R" || stat.state === "D",
    cpuTime: stat.cpuTime,
  }
}

/** The processes that a server has started and that run; none where the system does not tell. */
export const processesOf = (postmaster: number): ReadonlyArray<ServerProcess> =>
  processNumbers().flatMap((pid) => {
    if (readStat(pid)?.parent !== postmaster) return []
    const found = readProcess(pid)
    return found === undefined ? [] : [found]
  })

const processNumbers = (): ReadonlyArray<number> => {
  try {
    return readdirSync("/proc").map(Number).filter(Number.isInteger)
  } catch {
    return []
  }
}

/** Whether a process that was seen still runs, and its number has not gone to another one. */
export const stillRuns = ({ pid, startedAt }: ServerProcess): boolean =>
  readProcess(pid)?.startedAt === startedAt
