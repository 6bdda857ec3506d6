import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Queue from "effect/Queue"
import * as Scope from "effect/Scope"
import type { SqlError } from "effect/sql/SqlError"

import { errorCode, systemReason } from "../../../platform/system-error.ts"
import { connectTimedOut, type EmbeddedProblem } from "../database-errors.ts"
import type { Cluster } from "./cluster.ts"
import type { Postmaster } from "./postmaster.ts"
import {
  declarePresence,
  ensureDatabase,
  openSession,
  servesFolder,
  withdrawPresence,
} from "./presence.ts"

/** Our place among the users of a running cluster. */
export interface Membership {
  readonly postmaster: Postmaster
  /** Ends when the session that declares our presence is gone, with the reason. */
  readonly lost: Effect.Effect<SqlError>
  /** Gives up what is left of a lost membership. */
  readonly drop: Effect.Effect<void>
  /** Withdraws, and stops the server if nobody else uses it. */
  readonly leave: Effect.Effect<void>
}

/** The server is starting or stopping, or someone else is about to do so: worth another look. */
export class InBetween extends Data.TaggedError("InBetween")<{
  readonly what: EmbeddedProblem
}> {}

/** Nothing listens on the port (yet), or nothing answers there in time. */
export class Refused extends Data.TaggedError("Refused")<{
  readonly what: EmbeddedProblem
}> {}

/** What answers has no room left, or does not know our password, or serves another folder. */
export class TurnedAway extends Data.TaggedError("TurnedAway")<{
  readonly what: EmbeddedProblem
}> {}

/** Something is in the way that may pass, though nothing is known to be removing it. */
export class Blocked extends Data.TaggedError("Blocked")<{
  readonly what: EmbeddedProblem
}> {}

/** Logs in to a server that may run on our cluster and declares that we use it. */
export const enterCluster = (
  cluster: Cluster,
  postmaster: Postmaster,
): Effect.Effect<Membership, InBetween | Refused | TurnedAway> =>
  Effect.flatMap(Scope.make(), (scope) =>
    declare(cluster, postmaster, scope).pipe(
      Effect.provideService(Scope.Scope, scope),
      Effect.onExit((exit) => (Exit.isSuccess(exit) ? Effect.void : Scope.close(scope, exit))),
      Effect.catchTag("SqlError", (error) => Effect.fail(classify(error))),
    ),
  )

/** `57P01` to `57P03` are what a server says that is being stopped or started. */
const classify = (error: SqlError): InBetween | Refused | TurnedAway => {
  const code = errorCode(error.reason.cause) ?? ""
  const line = systemReason(error.reason.cause)
  const what: EmbeddedProblem = { _tag: "Said", line }
  if (code.startsWith("57P")) return new InBetween({ what })
  return code === "ECONNREFUSED" || line === connectTimedOut
    ? new Refused({ what })
    : new TurnedAway({ what })
}

const declare = Effect.fnUntraced(function* (
  cluster: Cluster,
  postmaster: Postmaster,
  scope: Scope.Closeable,
) {
  const session = yield* openSession(cluster, postmaster.port)
  if (!(yield* servesFolder(session, cluster))) {
    return yield* new TurnedAway({ what: { _tag: "OtherFolder" } })
  }
  yield* declarePresence(session)
  yield* ensureDatabase(session)
  const pinned = yield* session.pin
  const silence = yield* pinned.listen("viatica_presence")
  const drop = Scope.close(scope, Exit.void)
  const membership: Membership = {
    postmaster,
    lost: Effect.flip(Effect.forever(Queue.take(silence))),
    drop,
    leave: Effect.uninterruptible(
      Effect.andThen(Effect.ignore(withdrawPresence(pinned, postmaster)), drop),
    ),
  }
  return membership
})
