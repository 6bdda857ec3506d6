import { inspect } from "node:util"
import type { Given, Outcome, Part } from "./part.ts"
import { outcomeText, type PartReport } from "./report.ts"

/** Runs a part and says what it finds. */
export const runPart = async (part: Part, given: Given): Promise<PartReport> => {
  const { about, name } = part
  const startedAt = performance.now()
  given.say(`\n${name}: ${about}`)
  let outcomes: ReadonlyArray<Outcome> = []
  let failure: string | null = null
  try {
    outcomes = await part.run(given)
    for (const outcome of outcomes) given.say(outcomeText(outcome))
  } catch (cause) {
    failure = cause instanceof Error ? cause.message : inspect(cause, { breakLength: Infinity })
    given.say(`  FAILED: ${inspect(cause)}`)
  }
  return { name, about, outcomes, tookMs: performance.now() - startedAt, failure }
}
