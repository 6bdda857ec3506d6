import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import * as Scope from "effect/Scope"
import * as Semaphore from "effect/Semaphore"
import type { Letter } from "../../ports/mail.ts"
import type { LetterNotSent } from "./send-smtp.ts"

/** How letters wait to be sent. */
export interface PostOfficePolicy {
  /** Letters at hand at most, those that wait for another try included; more are dropped. */
  readonly lettersMax: number
  /** Letters that are sent at once. */
  readonly atOnce: number
  /** How long the first letter that was not taken waits; each further try waits four times as long. */
  readonly firstWaitMs: number
  readonly retries: number
}

/** Enough for links that are valid for a quarter of an hour: tries after 2, 10, 42 and 170 seconds. */
export const postOfficePolicy: PostOfficePolicy = {
  lettersMax: 200,
  atOnce: 2,
  firstWaitMs: 2_000,
  retries: 4,
}

/**
 * Takes letters over and sends them in the background, some at once, until the scope closes. Neither
 * addresses nor words of letters are logged.
 */
export const makePostOffice = Effect.fnUntraced(function* (
  send: (letter: Letter) => Effect.Effect<void, LetterNotSent>,
  { atOnce, firstWaitMs, lettersMax, retries }: PostOfficePolicy,
) {
  const scope = yield* Scope.Scope
  const counters = yield* Semaphore.make(atOnce)
  let atHand = 0

  const deliver = (letter: Letter) =>
    counters
      .withPermits(1)(send(letter))
      .pipe(
        Effect.retry({
          while: ({ isFinal }) => !isFinal,
          schedule: Schedule.exponential(firstWaitMs, 4),
          times: retries,
        }),
        Effect.catch((error) => Effect.logError(error.message)),
        Effect.ensuring(
          Effect.sync(() => {
            atHand -= 1
          }),
        ),
      )

  return (letter: Letter): Effect.Effect<void> =>
    Effect.suspend(() => {
      if (atHand >= lettersMax) {
        return Effect.logError(`A letter was dropped: ${lettersMax} wait to be sent.`)
      }
      atHand += 1
      return Effect.asVoid(Effect.forkIn(deliver(letter), scope))
    })
})
