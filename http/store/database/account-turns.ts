import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import * as Semaphore from "effect/Semaphore"
import type * as SqlError from "effect/sql/SqlError"
import { isSqlError } from "effect/sql/SqlError"
import { withDatabaseDeadline } from "../../platform/database-deadline.ts"
import { elapsedMs } from "../../platform/stopwatch.ts"
import { errorCode } from "../../platform/system-error.ts"

/**
 * How much work of accounts may run at once: the pool's other sessions are for everything else.
 */
const turnsMax = 6

/** How much of that one account may have. */
export const turnsOfAccountMax = 2

/** When to retry work that failed for a lock; it holds no session until then. */
const againAfter = "50 millis"

/** How much later than the work itself the wait for a turn is given up, in milliseconds. */
const graceMs = 50

/** Turns of accounts at the database's sessions, so that none of them keeps the others from it. */
export class AccountTurns extends Context.Service<
  AccountTurns,
  {
    /**
     * Does work of an account when it is its turn, within so many milliseconds in all. Work that
     * fails for a lock gives its turn back and gets another one a moment later.
     */
    readonly take: (turn: {
      readonly account: string
      readonly timeoutMs: number
    }) => <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E | Cause.TimeoutError, R>
  }
>()("viatica/AccountTurns") {
  /** Turns at the sessions of one pool. */
  static readonly layer = Layer.sync(AccountTurns, () => makeAccountTurns())
}

/** The turns of one account, and how many have or wait for one. */
interface Own {
  readonly turns: Semaphore.Semaphore
  users: number
}

const makeAccountTurns = (): AccountTurns["Service"] => {
  const all = Semaphore.makeUnsafe(turnsMax)
  const accounts = new Map<string, Own>()

  const enter = (account: string): Own => {
    const own = accounts.get(account) ?? {
      turns: Semaphore.makeUnsafe(turnsOfAccountMax),
      users: 0,
    }
    own.users += 1
    accounts.set(account, own)
    return own
  }

  const leave = (account: string, own: Own): void => {
    own.users -= 1
    if (own.users === 0) accounts.delete(account)
  }

  /** An account waits for its own turns first, so that all wait in line with what one may have. */
  const inTurn = <A, E, R>(account: string, work: Effect.Effect<A, E, R>) =>
    Effect.acquireUseRelease(
      Effect.sync(() => enter(account)),
      ({ turns }) => turns.withPermit(all.withPermit(work)),
      (own) => Effect.sync(() => leave(account, own)),
    )

  return {
    take:
      ({ account, timeoutMs }) =>
      <A, E, R>(work: Effect.Effect<A, E, R>) =>
        Effect.flatMap(elapsedMs, (beganMs) => {
          const left = Effect.map(elapsedMs, (nowMs) => beganMs + timeoutMs - nowMs)
          const attempt = Effect.flatMap(left, (leftMs) =>
            leftMs > 0 ? withDatabaseDeadline(leftMs)(work) : Effect.fail(new Cause.TimeoutError()),
          )
          const turn = Effect.flatMap(left, (leftMs) =>
            Effect.timeout(inTurn(account, attempt), Math.max(0, leftMs) + graceMs),
          )
          return Effect.retry(turn, {
            while: failedForLocks,
            schedule: Schedule.spaced(againAfter),
          })
        }),
  }
}

/**
 * How long what works for one account waits in the database for a row that another transaction
 * holds, in milliseconds. Those who share its statement or wait for its session wait no longer than
 * that: it lets go and tries again.
 */
const lockWaitMs = 100

/**
 * SQL that bounds the waits for locks, from where it is evaluated to the end of the transaction, which
 * may be the statement that it stands in.
 */
export const boundLockWait = `set_config('lock_timeout', '${lockWaitMs}ms', true)`

/** The codes of a wait for a lock that took too long, and of a deadlock. */
const heldCodes: ReadonlySet<string | undefined> = new Set(["55P03", "40P01"])

/** Whether a statement failed for a lock, so that it may succeed once others release it. */
export const isHeldByOthers = ({ reason }: SqlError.SqlError): boolean =>
  heldCodes.has(errorCode(reason.cause))

/** The same of any failure, by the causes that it names. */
export const failedForLocks = (failure: unknown): boolean => {
  if (isSqlError(failure)) return isHeldByOthers(failure)
  return (
    typeof failure === "object" &&
    failure !== null &&
    "cause" in failure &&
    failedForLocks(failure.cause)
  )
}
