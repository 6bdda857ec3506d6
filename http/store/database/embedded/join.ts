import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Schedule from "effect/Schedule"

import { EmbeddedPostgresFailed } from "../database-errors.ts"
import type { Cluster } from "./cluster.ts"
import { endByForce } from "./end-by-force.ts"
import {
  enterCluster,
  InBetween,
  isFull,
  withdrawAnew,
  type Membership,
  type NotEntered,
} from "./enter.ts"
import { type Patience, usualPatience } from "./hang.ts"
import { lastWords } from "./last-words.ts"
import { Blocked, type Looks, makeLooks } from "./looks.ts"
import {
  copiedWhileRunning,
  pidFile,
  readPostmaster,
  type RecordedPostmaster,
  removeStrayPidFile,
} from "./pid-file.ts"
import {
  freePort,
  isAlive,
  spawnPostmaster,
  stopPostmaster,
  type Postmaster,
  type StartedPostmaster,
} from "./postmaster.ts"
import { type Hanging, makeWatch, type Watch } from "./watch.ts"

/** How long a server may let nobody in without replaying its log, which may take as long as it does. */
const joinTimeout = Duration.minutes(1)

/** Looks again soon at first, then at most every half second. */
const lookAgain = Schedule.min([Schedule.exponential("20 millis"), Schedule.spaced("500 millis")])

/** How long a live process named in `postmaster.pid` may leave its port unanswered. */
const portTimeout = Duration.seconds(1)

/** How long a server that we have started may turn us away for another reason than its start. */
const refusalTimeout = Duration.seconds(3)

/** After how long it is said what is waited for. */
const patientFor = Duration.seconds(5)

/**
 * Adopts the server that runs on the cluster, or starts one, and declares that we use it.
 *
 * Of several processes doing so at once, one starts it (Postgres's own lock file decides) and the
 * others adopt it. Fails at once with what Postgres said when it will not start, within seconds when
 * something is in the way that lasts, and after a minute when it starts but lets nobody in, not
 * counting the time in which it recovers after a crash. One that hangs, so that it never would, is
 * ended and started anew.
 *
 * @param preferredPort the port to start on if it is free; 0 for any
 */
export const joinCluster = (
  cluster: Cluster,
  preferredPort: number,
  patience: Patience = usualPatience,
): Effect.Effect<Membership, EmbeddedPostgresFailed> =>
  Effect.suspend(() => {
    const watch = makeWatch(cluster, patience)
    const looks = makeLooks()
    return Effect.raceFirst(
      keepJoining(cluster, preferredPort, watch, looks),
      Effect.andThen(tellLater(looks), giveUp(cluster, watch, looks)),
    )
  })

const keepJoining = (cluster: Cluster, preferredPort: number, watch: Watch, looks: Looks) =>
  adoptOrStart(cluster, preferredPort, watch).pipe(
    Effect.catchTag("Hanging", ({ server, what }) =>
      Effect.logWarning(`The embedded Postgres hangs (${what}), starting it anew`).pipe(
        Effect.andThen(endByForce(server)),
        Effect.andThen(Effect.fail(new InBetween({ what }))),
      ),
    ),
    Effect.mapError(looks.note),
    Effect.retry({ while: (error) => error._tag === "InBetween", schedule: lookAgain }),
    Effect.catchTag("InBetween", (error) =>
      Effect.fail(new EmbeddedPostgresFailed({ lastLine: error.what })),
    ),
  )

const tellLater = (looks: Looks) =>
  Effect.delay(
    Effect.suspend(() =>
      Effect.logWarning(`The embedded Postgres lets nobody in yet (${looks.what()}), waiting`),
    ),
    patientFor,
  )

const giveUp = (cluster: Cluster, watch: Watch, looks: Looks) =>
  Effect.sync(watch.sinceWorkMs).pipe(
    Effect.repeat({
      while: (sinceMs) => sinceMs < Duration.toMillis(joinTimeout),
      schedule: Schedule.spaced("500 millis"),
    }),
    Effect.andThen(
      Effect.suspend(() =>
        Effect.fail(
          new EmbeddedPostgresFailed({
            lastLine: `it let nobody in for a minute (${looks.what()}), see ${cluster.logFile}`,
          }),
        ),
      ),
    ),
  )

const adoptOrStart = Effect.fnUntraced(function* (
  cluster: Cluster,
  preferredPort: number,
  watch: Watch,
) {
  const running = yield* readPostmaster(cluster)
  if (running === undefined || !isAlive(running.pid)) {
    return yield* start(cluster, preferredPort, watch)
  }
  const refusal = (what: string) =>
    `process ${running.pid} runs on it and does not let this one in: ${what}`
  return yield* adopt(cluster, running, watch).pipe(
    Effect.catchTag("Full", ({ what }) => Effect.fail(new Blocked({ what: refusal(what) }))),
    Effect.catchTag(["Refused", "NotOurs"], ({ what }) => {
      const copied = copiedWhileRunning(cluster, running)
      return copied === undefined
        ? start(cluster, preferredPort, watch, refusal(what))
        : Effect.fail(new EmbeddedPostgresFailed({ lastLine: copied }))
    }),
  )
})

/** Enters a server that seems to run on the cluster; one that does not listen yet gets a moment. */
const adopt = (cluster: Cluster, running: RecordedPostmaster, watch: Watch) =>
  Effect.retry(enterWatched(cluster, running, watch), {
    while: (error) => error._tag === "Refused",
    schedule: Schedule.upTo(lookAgain, { duration: portTimeout }),
  })

/** Starts a server; `refused` says what one that may be there already has told us. */
const start = (cluster: Cluster, preferredPort: number, watch: Watch, refused?: string) =>
  Effect.acquireUseRelease(
    Effect.flatMap(freePort(preferredPort), (port) => spawnPostmaster(cluster, port)),
    (started) =>
      Effect.raceFirst(enterStarted(cluster, started, watch), whyEnded(cluster, started, refused)),
    (started, exit) =>
      Exit.isSuccess(exit) || isHanging(exit) ? Effect.void : abandon(cluster, started),
  )

const enterWatched = (
  cluster: Cluster,
  postmaster: Postmaster,
  watch: Watch,
): Effect.Effect<Membership, NotEntered | Hanging> =>
  Effect.catchTag(enterCluster(cluster, postmaster), "InBetween", ({ what }) =>
    Effect.flatMap(
      Effect.sync(() => watch.look(postmaster, what)),
      (hanging) => Effect.fail(hanging ?? new InBetween({ what })),
    ),
  )

/** It turns us away while it starts; for another reason only where its port was another server's. */
const enterStarted = (cluster: Cluster, started: StartedPostmaster, watch: Watch) =>
  enterWatched(cluster, started, watch).pipe(
    Effect.retry({
      while: (error) => error._tag === "InBetween" || error._tag === "Refused",
      schedule: lookAgain,
    }),
    Effect.retry({
      while: (error) => error._tag !== "Hanging",
      schedule: Schedule.upTo(lookAgain, { duration: refusalTimeout }),
    }),
    Effect.mapError((error) =>
      error._tag === "Hanging" ? error : new EmbeddedPostgresFailed({ lastLine: error.what }),
    ),
  )

const isHanging = (exit: Exit.Exit<unknown, { readonly _tag: string }>): boolean =>
  Exit.isFailure(exit) &&
  exit.cause.reasons.some((reason) => reason._tag === "Fail" && reason.error._tag === "Hanging")

/** What Postgres says where the lock file of a cluster is, or may be, another server's. */
const locked = /lock file "[^"]*" already exists/

/** What it says of a lock file that tells of no server: one that starts writes it at once. */
const unreadable = /lock file "[^"]*" is empty|bogus data in lock file/

/**
 * Another process was faster, or took the port, or has ended the server again, which the last one
 * to leave does: all of that shows in how the process ended and what it said.
 */
const whyEnded = (
  cluster: Cluster,
  started: StartedPostmaster,
  refused: string | undefined,
): Effect.Effect<never, InBetween | Blocked | EmbeddedPostgresFailed> =>
  Effect.flatMap(
    lastWords(cluster, started),
    ({ line, wasEnded }): Effect.Effect<never, InBetween | Blocked | EmbeddedPostgresFailed> => {
      if (locked.test(line)) {
        const blocked = new Blocked({ what: refused ?? line })
        return Effect.andThen(removeStrayPidFile(cluster), Effect.fail(blocked))
      }
      if (unreadable.test(line)) {
        const remove = `remove ${pidFile(cluster)} if no server runs on it`
        return Effect.fail(new Blocked({ what: `${line}; ${remove}` }))
      }
      return wasEnded || /could not create any TCP|pre-existing shared memory/.test(line)
        ? Effect.fail(new InBetween({ what: line }))
        : Effect.fail(new EmbeddedPostgresFailed({ lastLine: line }))
    },
  )

/**
 * Leaves no server behind that we started and did not get to use, unless others use it, as they do
 * where it has no room left for us.
 */
const abandon = (cluster: Cluster, started: StartedPostmaster): Effect.Effect<void> =>
  isAlive(started.pid)
    ? Effect.catch(withdrawAnew(cluster, started), (error) =>
        error._tag === "SqlError" && isFull(error) ? Effect.void : stopPostmaster(started.pid),
      )
    : Effect.void
