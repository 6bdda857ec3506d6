import { makeMemory } from "./memory.ts"
import { coverOf, medicalSlug } from "./products.ts"
import type { Headline } from "./response.ts"
import type { Situation } from "./situation.ts"
import type { CoachTables } from "./tables.ts"

const fallbackKey = "coach.headline.medical_shortfall"

/** Chooses headlines. */
export type HeadlineRule = (situation: Situation) => Headline

/** The keys of this many kinds of situation are kept; there are fewer. */
const keysMax = 1_000

/** Prepares the headline table: the first row that fits gives the key, the situation its values. */
export const prepareHeadline = (tables: CoachTables): HeadlineRule => {
  const memory = makeMemory<string, string>(keysMax)
  return ({ amountText, card, destinationName, gaps, medicalOk, target }) => {
    const { origin, product } = card
    const { state, value } = coverOf(product, medicalSlug)
    const medicalHeld = state !== "not_available"
    const key = memory.get(`${origin} ${medicalOk} ${medicalHeld} ${gaps.length}`, () => {
      const facts = { origin, medicalOk, medicalHeld, gaps: gaps.length }
      return tables.coachHeadlines.evaluate(facts)[0]?.key ?? fallbackKey
    })
    const held = value ?? (medicalHeld ? null : 0)
    const cardValue = held === null ? target : amountText(held)
    return { key, vars: { target, cardValue, destinationName, gaps: gaps.length } }
  }
}
