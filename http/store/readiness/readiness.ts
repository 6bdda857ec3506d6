import { randomUUID } from "node:crypto"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { inTime } from "../../platform/in-time.ts"
import { MasterKey } from "../secrets/master-key.ts"
import { readHindrance } from "./database-facts.ts"
import { cacheResult } from "./result-cache.ts"
import { describeHindrance, type Hindrance } from "../../ports/hindrance.ts"
import { tryWrite } from "./write-trial.ts"

/** How long the database may take to answer. */
const answersWithin = "2 seconds"

/** How long its answer counts: asking more often costs the database nothing. */
const answerHoldsMs = 100

/** The same for a write, which costs more; what fails is tried again sooner. */
const writeHoldsMs = (hindrance: Hindrance | undefined): number =>
  hindrance === undefined ? 2_000 : 1_000

const unreachable: Hindrance = { database: "unreachable" }

/**
 * What work on the database finds in the way, within its time; a lost connection may kill the work.
 */
const bounded = <E>(work: Effect.Effect<Hindrance | undefined, E>) =>
  Effect.matchCause(inTime(answersWithin)(work), {
    onFailure: () => unreachable,
    onSuccess: (hindrance) => hindrance,
  })

/** Logs when a process ceases to be ready, for another reason too, and when it is ready again. */
const makeTeller = () => {
  let told = ""
  return (hindrance: Hindrance | undefined): Effect.Effect<void> => {
    const reason = hindrance === undefined ? "" : describeHindrance(hindrance)
    if (reason === told) return Effect.void
    told = reason
    return reason === ""
      ? Effect.logInfo("ready again")
      : Effect.annotateLogs(Effect.logWarning("not ready"), { reason })
  }
}

/**
 * Whether a signed read and a signed write would succeed now: the database answers, has the tables
 * of this code, is sealed under this process's master key, shows about the same time, commits, and
 * has room. It is asked only when somebody asks here, and for a write at most every two seconds.
 */
export const makeReadiness = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const master = yield* MasterKey
  const written = yield* cacheResult(bounded(tryWrite(sql, randomUUID())), writeHoldsMs)
  const tell = makeTeller()
  const look = Effect.all([bounded(readHindrance(sql, master)), written], { concurrency: 2 }).pipe(
    Effect.map(([read, write]) => read ?? write),
    Effect.tap(tell),
  )
  return yield* cacheResult(look, () => answerHoldsMs)
})
