import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Result from "effect/Result"
import * as Schedule from "effect/Schedule"

import { EmbeddedPostgresFailed } from "../errors.ts"
import type { Cluster } from "./cluster.ts"
import { endByForce } from "./end-by-force.ts"
import {
  enterCluster,
  InBetween,
  withdrawAnew,
  type Membership,
  type NotOurs,
  type Refused,
} from "./enter.ts"
import { type Patience, usualPatience } from "./hang.ts"
import {
  freePort,
  isAlive,
  lastWords,
  readPostmaster,
  removeStrayPidFile,
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

/**
 * Adopts the server that runs on the cluster, or starts one, and declares that we use it.
 *
 * Of several processes doing so at once, one starts it (Postgres's own lock file decides) and the
 * others adopt it. Fails at once with what Postgres said when it will not start, and after a minute
 * when it starts but lets nobody in, not counting the time in which it recovers after a crash. One
 * that hangs, so that it never would, is ended and started anew.
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
    return Effect.raceFirst(keepJoining(cluster, preferredPort, watch), giveUp(cluster, watch))
  })

const keepJoining = (cluster: Cluster, preferredPort: number, watch: Watch) =>
  adoptOrStart(cluster, preferredPort, watch).pipe(
    Effect.catchTag("Hanging", ({ server, what }) =>
      Effect.logWarning(`The embedded Postgres hangs (${what}), starting it anew`).pipe(
        Effect.andThen(endByForce(server)),
        Effect.andThen(Effect.fail(new InBetween({ what }))),
      ),
    ),
    Effect.retry({ while: (error) => error._tag === "InBetween", schedule: lookAgain }),
    Effect.catchTag("InBetween", (error) =>
      Effect.fail(new EmbeddedPostgresFailed({ lastLine: error.what })),
    ),
  )

const giveUp = (cluster: Cluster, watch: Watch) =>
  Effect.sync(watch.sinceWorkMs).pipe(
    Effect.repeat({
      while: (sinceMs) => sinceMs < Duration.toMillis(joinTimeout),
      schedule: Schedule.spaced("500 millis"),
    }),
    Effect.andThen(
      Effect.fail(
        new EmbeddedPostgresFailed({
          lastLine: `it let nobody in for a minute, see ${cluster.logFile}`,
        }),
      ),
    ),
  )

const adoptOrStart = Effect.fnUntraced(function* (
  cluster: Cluster,
  preferredPort: number,
  watch: Watch,
) {
  const running = yield* readPostmaster(cluster)
  if (running !== undefined && isAlive(running.pid)) {
    const adopted = yield* enterWatched(cluster, running, watch).pipe(
      Effect.retry({
        while: (error) => error._tag === "Refused",
        schedule: Schedule.upTo(lookAgain, { duration: portTimeout }),
      }),
      Effect.result,
    )
    if (Result.isSuccess(adopted)) return adopted.success
    if (adopted.failure._tag === "InBetween") return yield* adopted.failure
    if (adopted.failure._tag === "Hanging") return yield* adopted.failure
  }
  return yield* Effect.acquireUseRelease(
    Effect.flatMap(freePort(preferredPort), (port) => spawnPostmaster(cluster, port)),
    (started) =>
      Effect.raceFirst(enterStarted(cluster, started, watch), whyEnded(cluster, started)),
    (started, exit) =>
      Exit.isSuccess(exit) || isHanging(exit) ? Effect.void : abandon(cluster, started),
  )
})

const enterWatched = (
  cluster: Cluster,
  postmaster: Postmaster,
  watch: Watch,
): Effect.Effect<Membership, InBetween | Refused | NotOurs | Hanging> =>
  Effect.catchTag(enterCluster(cluster, postmaster), "InBetween", ({ what }) =>
    Effect.flatMap(
      Effect.sync(() => watch.look(postmaster, what)),
      (hanging) => Effect.fail(hanging ?? new InBetween({ what })),
    ),
  )

const enterStarted = (cluster: Cluster, started: StartedPostmaster, watch: Watch) =>
  enterWatched(cluster, started, watch).pipe(
    Effect.retry({ while: (error) => error._tag !== "Hanging", schedule: lookAgain }),
    Effect.mapError((error) =>
      error._tag === "Hanging" ? error : new EmbeddedPostgresFailed({ lastLine: error.what }),
    ),
  )

const isHanging = (exit: Exit.Exit<unknown, { readonly _tag: string }>): boolean =>
  Exit.isFailure(exit) &&
  exit.cause.reasons.some((reason) => reason._tag === "Fail" && reason.error._tag === "Hanging")

/**
 * Another process was faster, or took the port, or has ended the server again, which the last one
 * to leave does: all of that shows in how the process ended and what it said.
 */
const whyEnded = (
  cluster: Cluster,
  started: StartedPostmaster,
): Effect.Effect<never, InBetween | EmbeddedPostgresFailed> =>
  Effect.flatMap(
    lastWords(cluster, started),
    ({ line, wasEnded }): Effect.Effect<never, InBetween | EmbeddedPostgresFailed> => {
      if (/lock file|pre-existing shared memory/.test(line)) {
        return Effect.andThen(
          removeStrayPidFile(cluster),
          Effect.fail(new InBetween({ what: line })),
        )
      }
      return wasEnded || /could not create any TCP/.test(line)
        ? Effect.fail(new InBetween({ what: line }))
        : Effect.fail(new EmbeddedPostgresFailed({ lastLine: line }))
    },
  )

/** Leaves no server behind that we started and did not get to use, unless others use it. */
const abandon = (cluster: Cluster, started: StartedPostmaster): Effect.Effect<void> =>
  isAlive(started.pid)
    ? Effect.catch(withdrawAnew(cluster, started), () => stopPostmaster(started.pid))
    : Effect.void
