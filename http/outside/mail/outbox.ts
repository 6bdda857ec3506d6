import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { KeptLetter, Letter, Mail } from "../../ports/mail.ts"

/** How many letters the demo keeps. */
export const keptLettersMax = 50

/** Keeps letters in memory instead of sending them, and writes them to the log. */
export const makeOutbox = () => {
  let letters: ReadonlyArray<KeptLetter> = []
  const keep = Effect.fnUntraced(function* (letter: Letter) {
    const at = new Date(yield* Clock.currentTimeMillis).toISOString()
    letters = [{ ...letter, at }, ...letters].slice(0, keptLettersMax)
    yield* Effect.annotateLogs(Effect.logInfo("the demo keeps an email in its outbox"), {
      ...letter,
    })
  })
  const post: Mail["Service"]["post"] = (_, write) =>
    Effect.as(Effect.flatMap(write, keep), "taken" as const)
  return { post, outbox: Effect.sync(() => letters) }
}
