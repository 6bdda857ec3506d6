import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { plusDays } from "../../../core/vocabulary/day.ts"
import type { AcceptedRates } from "../../../rules/currency/rates/accepted.ts"
import type { StoredRatesAccess } from "./stored-rates.ts"
import { makeTrouble } from "./trouble.ts"

/** The taken documents that processes share; when the database fails, only the sharing is lost. */
export interface Sharing {
  /** The newest document that any process has taken; undefined when there is none to be had. */
  readonly newest: (today: string) => Effect.Effect<AcceptedRates | undefined>
  /** Shares a document; whether that worked. */
  readonly keep: (accepted: AcceptedRates) => Effect.Effect<boolean>
}

const timedOut = { _tag: "TimedOut" } as const

/** Sharing over stored documents, each time within so many milliseconds. */
export const makeSharing = (stored: StoredRatesAccess, withinMs: number): Sharing => {
  const trouble = makeTrouble({
    failing: "exchange rates are not shared over the database",
    worksAgain: "exchange rates are shared over the database again",
    facts: {},
  })

  const attempt = <A, E extends { readonly _tag: string }, Otherwise>(
    effect: Effect.Effect<A, E>,
    otherwise: Otherwise,
  ): Effect.Effect<A | Otherwise> =>
    effect.pipe(
      Effect.timeoutOrElse({ duration: withinMs, orElse: () => Effect.fail(timedOut) }),
      Effect.tap(() => trouble.worked),
      Effect.catch((error: E | typeof timedOut) => {
        const why = "detail" in error ? String(error.detail) : "the database does not answer"
        return Effect.as(trouble.failed(error._tag, why), otherwise)
      }),
    )

  return {
    // A source may be ahead of UTC by a day; a document from further ahead is not used.
    newest: (today) => attempt(stored.newest(plusDays(today, 1) ?? today), undefined),
    keep: (accepted) =>
      Effect.flatMap(Clock.currentTimeMillis, (nowMs) =>
        attempt(Effect.as(stored.keep(accepted, nowMs), true), false),
      ),
  }
}
