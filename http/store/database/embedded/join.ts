import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Schedule from "effect/Schedule"
import { readlinkSync } from "node:fs"
import { readFile, rm } from "node:fs/promises"
import { join } from "node:path"
import {
  describeEmbedded,
  EmbeddedPostgresFailed,
  type EmbeddedProblem,
  embeddedSaid,
} from "../database-errors.ts"
import type { Cluster } from "./cluster.ts"
import { Blocked, enterCluster, InBetween, type Membership } from "./enter.ts"
import {
  freePort,
  isAlive,
  lastWords,
  type Postmaster,
  processFact,
  spawnPostmaster,
  type StartedPostmaster,
  stopPostmaster,
} from "./postmaster.ts"

/** How long everything may take: after a crash a server replays its log before it lets anyone in. */
const joinTimeout = Duration.minutes(10)

/** How long something may be in the way that nothing is known to be removing. */
const blockedTimeout = Duration.seconds(6)

/** Looks again soon at first, then at most every half second. */
const lookAgain = Schedule.min([Schedule.exponential("20 millis"), Schedule.spaced("500 millis")])

/** How long a live process named in `postmaster.pid` may leave its port unanswered. */
const portTimeout = Duration.seconds(1)

/** How long a server that we have started may turn us away for another reason than its start. */
const refusalTimeout = Duration.seconds(3)

/** After how long the log says what is waited for. */
const patientFor = Duration.seconds(5)

/**
 * Adopts the server that runs on the cluster, or starts one, and declares that we use it.
 *
 * Of several processes doing so at once, one starts it (Postgres's own lock file decides) and the
 * others adopt it. Fails at once with what Postgres said when it will not start, and within seconds
 * when something is in the way that lasts. A server that recovers from a crash is waited for.
 *
 * @param preferredPort the port to start on if it is free; 0 for any
 */
export const joinCluster = (
  cluster: Cluster,
  preferredPort: number,
): Effect.Effect<Membership, EmbeddedPostgresFailed> =>
  Effect.suspend(() => {
    let met: EmbeddedProblem = { _tag: "NotAnswered" }
    const joining = adoptOrStart(cluster, preferredPort).pipe(
      Effect.tapErrorTag(["InBetween", "Blocked"], ({ what }) =>
        Effect.sync(() => {
          met = what
        }),
      ),
      Effect.retry({ while: ({ _tag }) => _tag === "InBetween", schedule: lookAgain }),
      Effect.retry({
        while: ({ _tag }) => _tag === "Blocked",
        schedule: Schedule.upTo(lookAgain, { duration: blockedTimeout }),
      }),
      Effect.catchTag(["InBetween", "Blocked"], ({ what }) => failed(what)),
      Effect.timeoutOrElse({
        duration: joinTimeout,
        orElse: () => failed({ _tag: "NobodyLetIn", met, logFile: cluster.logFile }),
      }),
    )
    const telling = Effect.suspend(() =>
      Effect.logWarning(
        `The embedded Postgres lets nobody in yet (${describeEmbedded(met)}), waiting`,
      ),
    )
    return Effect.raceFirst(
      joining,
      Effect.andThen(Effect.delay(telling, patientFor), Effect.never),
    )
  })

const failed = (problem: EmbeddedProblem) => Effect.fail(new EmbeddedPostgresFailed({ problem }))

const adoptOrStart = Effect.fnUntraced(function* (cluster: Cluster, preferredPort: number) {
  const running = yield* readPostmaster(cluster)
  if (running === undefined || !isAlive(running.pid)) return yield* start(cluster, preferredPort)
  return yield* adopt(cluster, running).pipe(
    Effect.catchTag(["Refused", "TurnedAway"], ({ what }) => {
      const copied = copiedWhileRunning(cluster, running)
      return copied === undefined
        ? start(cluster, preferredPort, { _tag: "NotLetIn", pid: running.pid, what })
        : failed(copied)
    }),
  )
})

/** Enters a server that seems to run on the cluster; one that does not listen yet gets a moment. */
const adopt = (cluster: Cluster, running: RecordedPostmaster) =>
  Effect.retry(enterCluster(cluster, running), {
    while: (error) => error._tag === "Refused",
    schedule: Schedule.upTo(lookAgain, { duration: portTimeout }),
  })

/** Starts a server; `refused` says what one that may be there already has told us. */
const start = (cluster: Cluster, preferredPort: number, refused?: EmbeddedProblem) =>
  Effect.acquireUseRelease(
    Effect.flatMap(freePort(preferredPort), (port) => spawnPostmaster(cluster, port)),
    (started) =>
      Effect.raceFirst(enterStarted(cluster, started), whyEnded(cluster, started, refused)),
    // Leaves no server behind that we did not get to use; others who do start it again.
    (started, exit) =>
      Exit.isSuccess(exit) || !isAlive(started.pid) ? Effect.void : stopPostmaster(started.pid),
  )

/** It turns us away while it starts; for another reason only where its port was another server's. */
const enterStarted = (cluster: Cluster, started: StartedPostmaster) =>
  enterCluster(cluster, started).pipe(
    Effect.retry({ while: ({ _tag }) => _tag !== "TurnedAway", schedule: lookAgain }),
    Effect.retry(Schedule.upTo(lookAgain, { duration: refusalTimeout })),
    Effect.catch(({ what }) => failed(what)),
  )

/** What Postgres says where the lock file of a cluster is, or may be, another server's. */
const locked = /lock file "[^"]*" already exists/

/** What it says of a lock file that names no server: one that starts writes it at once. */
const unreadable = /lock file "[^"]*" is empty|bogus data in lock file/

/**
 * Another process was faster, or took the port, or has ended the server again, which the last one
 * to leave does: all of that shows in how the process ended and what it said.
 */
const whyEnded = (
  cluster: Cluster,
  started: StartedPostmaster,
  refused: EmbeddedProblem | undefined,
): Effect.Effect<never, InBetween | Blocked | EmbeddedPostgresFailed> =>
  Effect.flatMap(
    lastWords(cluster, started),
    ({ line, wasEnded }): Effect.Effect<never, InBetween | Blocked | EmbeddedPostgresFailed> => {
      if (locked.test(line)) {
        const blocked = new Blocked({ what: refused ?? { _tag: "Said", line } })
        return Effect.andThen(removeStrayPidFile(cluster), Effect.fail(blocked))
      }
      if (unreadable.test(line)) {
        const what = { _tag: "LockUnreadable", line, pidFile: pidFile(cluster) } as const
        return Effect.fail(new Blocked({ what }))
      }
      return wasEnded || /could not create any TCP|pre-existing shared memory/.test(line)
        ? Effect.fail(new InBetween({ what: { _tag: "Said", line } }))
        : Effect.fail(embeddedSaid(line))
    },
  )

/** The server that a cluster's `postmaster.pid` names. */
interface RecordedPostmaster extends Postmaster {
  /** The data folder that it was started on, as it was named then. */
  readonly folder: string
}

/** The file that Postgres keeps in its data folder while it runs. */
const pidFile = (cluster: Cluster): string => join(cluster.folder, "postmaster.pid")

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
const removeStrayPidFile = (cluster: Cluster): Effect.Effect<void> =>
  Effect.flatMap(readPostmaster(cluster), (postmaster) =>
    postmaster !== undefined && isStray(cluster, postmaster)
      ? Effect.promise(() => rm(pidFile(cluster), { force: true }))
      : Effect.void,
  )

/**
 * Why no server may be started on a cluster whose `postmaster.pid` names one that runs on another
 * folder: what was copied while it changed is of no one moment, and may have lost anything.
 * Undefined for any other.
 */
const copiedWhileRunning = (
  cluster: Cluster,
  postmaster: RecordedPostmaster,
): EmbeddedProblem | undefined => {
  const { folder, pid } = postmaster
  return folder !== cluster.folder && isAlive(pid) && !isStray(cluster, postmaster)
    ? {
        _tag: "CopiedWhileRunning",
        folder: cluster.folder,
        from: folder,
        pid,
        pidFile: pidFile(cluster),
      }
    : undefined
}
