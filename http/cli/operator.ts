import { userInfo } from "node:os"
import * as Effect from "effect/Effect"
import { Actor } from "../ports/audit-log.ts"

/** The name of the account that runs the command, where the system tells it. */
const userName = (): string => {
  try {
    return userInfo().username
  } catch {
    return "unknown"
  }
}

/** Runs an effect in the name of the command line's user, for the audit. */
export const asOperator = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.suspend(() => Effect.provideService(effect, Actor, `command line: ${userName()}`))
