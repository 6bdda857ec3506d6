import type { ServerProcess } from "./server-processes.ts"

/** How long a server that lets nobody in may go without a sign of work, in milliseconds. */
export interface Patience {
  /** Without a process that recovers the database: nobody is left who could let anyone in. */
  readonly withoutStartupMs: number
  /** With one, which may wait for something that cannot be seen. */
  readonly withStartupMs: number
}

/**
 * Postgres itself gives processes that it ends five seconds before it kills them, in which nothing
 * moves. A process that recovers computes or waits for the disk, which both show.
 */
export const usualPatience: Patience = { withoutStartupMs: 6_000, withStartupMs: 30_000 }

/** Longer gaps between two looks say that the machine or this process stood still, not the server. */
const gapMaxMs = 2_000

/** A server that lets nobody in, as one look found it. */
export interface Look {
  readonly server: ServerProcess
  readonly processes: ReadonlyArray<ServerProcess>
  readonly atMs: number
}

/** What is known after some looks. */
export interface Watched {
  readonly last: Look
  /** For how long there was no sign of work. */
  readonly quietMs: number
  /** Whether the last look saw one. */
  readonly hasWorked: boolean
}

/** It carries on after a crash, replaying the log; it exists from the start of that to its end. */
const isStartup = ({ title }: ServerProcess): boolean => /^postgres: (\S+: )?startup\b/.test(title)

/** Processes that only turn clients away come and go whatever the others do. */
const isWorker = ({ title }: ServerProcess): boolean =>
  title.startsWith("postgres: ") && !title.includes("dead-end client")

const signsOf = (processes: ReadonlyArray<ServerProcess>): string =>
  processes
    .map(({ cpuTime, pid, startedAt, title }) => [pid, startedAt, title, cpuTime].join(" "))
    .sort()
    .join("\n")

const isSame = (one: ServerProcess, other: ServerProcess): boolean =>
  one.pid === other.pid && one.startedAt === other.startedAt

/** Takes a look into account; what was known of another server says nothing about this one. */
export const watchOn = (before: Watched | undefined, look: Look): Watched => {
  const afresh = { last: look, quietMs: 0, hasWorked: false }
  if (before === undefined || !isSame(before.last.server, look.server)) return afresh
  const [then, now] = [before.last.processes.filter(isWorker), look.processes.filter(isWorker)]
  if (now.some(({ isBusy }) => isBusy) || signsOf(then) !== signsOf(now)) {
    return { ...afresh, hasWorked: true }
  }
  const gapMs = look.atMs - before.last.atMs
  return { ...afresh, quietMs: gapMs > gapMaxMs ? 0 : before.quietMs + gapMs }
}

/** Whether a server that lets nobody in will not do so any more. */
export const hangs = ({ last, quietMs }: Watched, patience: Patience): boolean =>
  quietMs >= (last.processes.some(isStartup) ? patience.withStartupMs : patience.withoutStartupMs)
