import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Result from "effect/Result"
import * as Schedule from "effect/Schedule"

import { EmbeddedPostgresFailed } from "../errors.ts"
import type { Cluster } from "./cluster.ts"
import { enterCluster, InBetween, withdrawAnew, type Membership } from "./enter.ts"
import {
  freePort,
  isAlive,
  lastWords,
  readPostmaster,
  removeStrayPidFile,
  spawnPostmaster,
  stopPostmaster,
  type StartedPostmaster,
} from "./postmaster.ts"

/** A crashed server may replay its log for long before it lets anyone in. */
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
 * when it starts but lets nobody in.
 *
 * @param preferredPort the port to start on if it is free; 0 for any
 */
export const joinCluster = (
  cluster: Cluster,
  preferredPort: number,
): Effect.Effect<Membership, EmbeddedPostgresFailed> =>
  adoptOrStart(cluster, preferredPort).pipe(
    Effect.retry({ while: (error) => error._tag === "InBetween", schedule: lookAgain }),
    Effect.catchTag("InBetween", (error) =>
      Effect.fail(new EmbeddedPostgresFailed({ lastLine: error.what })),
    ),
    Effect.timeoutOrElse({
      duration: joinTimeout,
      orElse: () =>
        Effect.fail(
          new EmbeddedPostgresFailed({
            lastLine: `it let nobody in for a minute, see ${cluster.logFile}`,
          }),
        ),
    }),
  )

const adoptOrStart = Effect.fnUntraced(function* (cluster: Cluster, preferredPort: number) {
  const running = yield* readPostmaster(cluster)
  if (running !== undefined && isAlive(running.pid)) {
    const adopted = yield* enterCluster(cluster, running).pipe(
      Effect.retry({
        while: (error) => error._tag === "Refused",
        schedule: Schedule.upTo(lookAgain, { duration: portTimeout }),
      }),
      Effect.result,
    )
    if (Result.isSuccess(adopted)) return adopted.success
    if (adopted.failure._tag === "InBetween") return yield* adopted.failure
  }
  return yield* Effect.acquireUseRelease(
    Effect.flatMap(freePort(preferredPort), (port) => spawnPostmaster(cluster, port)),
    (started) => Effect.raceFirst(enterStarted(cluster, started), whyEnded(cluster, started)),
    (started, exit) => (Exit.isSuccess(exit) ? Effect.void : abandon(cluster, started)),
  )
})

const enterStarted = (cluster: Cluster, started: StartedPostmaster) =>
  enterCluster(cluster, started).pipe(
    Effect.retry(lookAgain),
    Effect.mapError((error) => new EmbeddedPostgresFailed({ lastLine: error.what })),
  )

/** Another process was faster, or took the port: all of that shows in what Postgres says. */
const whyEnded = (
  cluster: Cluster,
  started: StartedPostmaster,
): Effect.Effect<never, InBetween | EmbeddedPostgresFailed> =>
  Effect.flatMap(
    lastWords(cluster, started),
    (what): Effect.Effect<never, InBetween | EmbeddedPostgresFailed> => {
      if (/lock file|pre-existing shared memory/.test(what)) {
        return Effect.andThen(removeStrayPidFile(cluster), Effect.fail(new InBetween({ what })))
      }
      return /could not create any TCP/.test(what)
        ? Effect.fail(new InBetween({ what }))
        : Effect.fail(new EmbeddedPostgresFailed({ lastLine: what }))
    },
  )

/** Leaves no server behind that we started and did not get to use, unless others use it. */
const abandon = (cluster: Cluster, started: StartedPostmaster): Effect.Effect<void> =>
  isAlive(started.pid)
    ? Effect.catch(withdrawAnew(cluster, started), () => stopPostmaster(started.pid))
    : Effect.void
