import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Ref from "effect/Ref"
import * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"
import { statfs } from "node:fs/promises"
import { connect, type Socket } from "node:net"
import { systemReason } from "../../platform/system-error.ts"
import { type DataFolderNotWritable, EmbeddedPostgresFailed } from "./database-errors.ts"
import { type Cluster, clusterRole, openCluster } from "./embedded/cluster.ts"
import type { Membership } from "./embedded/enter.ts"
import { joinCluster } from "./embedded/join.ts"
import { loopback } from "./embedded/postmaster.ts"
import { serviceDatabase } from "./embedded/presence.ts"

/** How to reach the embedded Postgres for as long as the scope that it was opened in lives. */
export interface EmbeddedPostgres {
  readonly username: string
  readonly password: Redacted.Redacted
  readonly database: string
  /** The URL as of now: a server that had to be restarted may sit on another port. */
  readonly url: Effect.Effect<Redacted.Redacted>
  /** Opens a socket to the server where it is now. */
  readonly connect: () => Socket
}

/**
 * Opens the Postgres that lives in a data folder: adopts it where it runs, else starts it, else
 * creates it first.
 *
 * Several processes may do so with one folder at the same time. The last one to close its scope
 * stops the server; one that dies leaves it running, for the next one to adopt. A server that is
 * lost in the meantime (killed, out of memory) is started again, or adopted if someone else did.
 *
 * @param settings server settings for a server that this call starts, as `name=value`
 */
export const openEmbeddedPostgres = Effect.fnUntraced(function* (options: {
  readonly dataFolder: string
  readonly settings?: ReadonlyArray<string>
}): Effect.fn.Return<
  EmbeddedPostgres,
  DataFolderNotWritable | EmbeddedPostgresFailed,
  Scope.Scope
> {
  const cluster = yield* namingFullDisk(options.dataFolder, openCluster(options))
  const joined = namingFullDisk(options.dataFolder, joinCluster(cluster, 0))
  const current = yield* Effect.acquireRelease(
    Effect.flatMap(joined, Ref.make),
    (current) => Effect.flatMap(Ref.get(current), (membership) => membership.leave),
    { interruptible: true },
  )
  yield* Effect.forkScoped(Effect.forever(rejoinWhenLost(cluster, current)))
  const port = () => Ref.getUnsafe(current).postmaster.port
  return {
    username: clusterRole,
    password: cluster.password,
    database: serviceDatabase,
    url: Effect.sync(() =>
      Redacted.make(
        `postgres://${clusterRole}:${Redacted.value(cluster.password)}@${loopback}:${port()}/${serviceDatabase}`,
      ),
    ),
    connect: () => connect({ host: loopback, port: port(), noDelay: true }),
  }
})

const rejoinWhenLost = Effect.fnUntraced(function* (
  cluster: Cluster,
  current: Ref.Ref<Membership>,
) {
  const membership = yield* Ref.get(current)
  const reason = yield* membership.lost
  const said = systemReason(reason.reason.cause)
  yield* Effect.logWarning(`Lost the embedded Postgres (${said}), joining it again`)
  yield* membership.drop
  yield* Effect.uninterruptibleMask((restore) =>
    Effect.flatMap(restore(rejoin(cluster, membership.postmaster.port)), (joined) =>
      Ref.set(current, joined),
    ),
  )
  yield* Effect.logInfo("The embedded Postgres is back")
})

const rejoin = (cluster: Cluster, port: number) =>
  joinCluster(cluster, port).pipe(
    Effect.tapError((error) => Effect.logError(error.message)),
    Effect.retry(Schedule.spaced("1 second")),
    Effect.orDie,
  )

const isFull = (folder: string): Effect.Effect<boolean> =>
  Effect.promise(() =>
    statfs(folder).then(
      ({ bavail }) => bavail === 0,
      () => false,
    ),
  )

/**
 * Names a full disk as what is wrong with the Postgres of a data folder where the server does not:
 * what it says goes to its log, on the same disk.
 */
const namingFullDisk = <A, E, R>(
  dataFolder: string,
  work: Effect.Effect<A, E | EmbeddedPostgresFailed, R>,
): Effect.Effect<A, E | EmbeddedPostgresFailed, R> =>
  Effect.catchIf(
    work,
    (error): error is EmbeddedPostgresFailed =>
      error instanceof EmbeddedPostgresFailed && !/no space left/i.test(error.lastLine),
    (failed) =>
      Effect.flatMap(isFull(dataFolder), (full) =>
        Effect.fail(
          full
            ? new EmbeddedPostgresFailed({
                problem: { _tag: "DiskFull", folder: dataFolder, met: failed.problem },
              })
            : failed,
        ),
      ),
  )
