import { makeMemory } from "./memory.ts"
import { coverOf, medicalSlug } from "./products.ts"
import type { Headline } from "./response.ts"
import type { Situation } from "./situation.ts"
import type { CoachTables } from "./tables.ts"

type HeadlineRow = CoachTables["coachHeadlines"]["rows"][number]

/** Chooses headlines. */
export interface HeadlineRule {
  readonly headlineFor: (situation: Situation) => Headline
  /** The row that gives the key; without a line of the file where none does. */
  readonly rowFor: (situation: Situation) => HeadlineRow
}

const fallback: HeadlineRow = { key: "coach.headline.medical_shortfall", line: 1 }

/** The rows of this many kinds of situation are kept; there are fewer. */
const situationsMax = 1_000

/** Prepares the headline table: the first row that fits gives the key, the situation its values. */
export const prepareHeadline = (tables: CoachTables): HeadlineRule => {
  const memory = makeMemory<string, HeadlineRow>(situationsMax)
  const rowFor: HeadlineRule["rowFor"] = ({ card, gaps, medicalOk }) => {
    const { origin, product } = card
    const medicalHeld = coverOf(product, medicalSlug).state !== "not_available"
    return memory.get(`${origin} ${medicalOk} ${medicalHeld} ${gaps.length}`, () => {
      const facts = { origin, medicalOk, medicalHeld, gaps: gaps.length }
      return tables.coachHeadlines.evaluate(facts)[0] ?? fallback
    })
  }
  return {
    rowFor,
    headlineFor: (situation) => {
      const { amountText, card, destinationName, gaps, target } = situation
      const { state, value } = coverOf(card.product, medicalSlug)
      const held = value ?? (state === "not_available" ? 0 : null)
      const cardValue = held === null ? target : amountText(held)
      const { key } = rowFor(situation)
      return { key, vars: { target, cardValue, destinationName, gaps: gaps.length } }
    },
  }
}
