import { makeMemory } from "../../../core/memory.ts"
import { coverOf, heldAmount, medicalSlug } from "../card/products.ts"
import { knownValues } from "./known-values.ts"
import type { Headline } from "../response.ts"
import type { BilanSituation } from "../bilan-situation.ts"
import { ceilingOf } from "./subject-values.ts"
import type { CoachTables } from "../coach-tables.ts"
import type { HeadlineVar } from "../coach-vocabulary.ts"

type HeadlineRow = CoachTables["coachHeadlines"]["rows"][number]

/** Chooses headlines. */
export interface HeadlineRule {
  readonly headlineFor: (situation: BilanSituation) => Headline
  /** The same but for the name of the destination, which alone changes with the destinations. */
  readonly headlineAt: (situation: BilanSituation) => (destinationName: string) => Headline
  /** The row that gives the key; without a line of the file where none does. */
  readonly rowFor: (situation: BilanSituation) => HeadlineRow
}

const fallback: HeadlineRow = { key: "coach.headline.unknown_card", vars: ["target"], line: 1 }

/** The rows of this many kinds of situation are kept; there are fewer. */
const situationsMax = 1_000

/** What of the trip breaks a condition of the medical cover. */
const breaksMedical = ({ gaps }: BilanSituation): boolean =>
  gaps.some(({ broken, slug }) => slug === medicalSlug && broken.length > 0)

/** Whether no term says that the medical cover could not be confirmed. */
const isVerified = ({ conditions }: BilanSituation): boolean =>
  !conditions.terms.some(({ slug, term }) => term === "unverified" && slug === medicalSlug)

/** The values of a headline; the ceiling only where it is printed, 0 where no cover is held. */
const valuesOf = (
  situation: BilanSituation,
): Readonly<Partial<Record<HeadlineVar, string | number>>> => {
  const { amountText, card, destinationName, gaps, target } = situation
  const held = heldAmount(coverOf(card.product, medicalSlug))
  return {
    target,
    ...(held === null ? {} : { cardValue: amountText(held) }),
    destinationName,
    gaps: gaps.length,
  }
}

/** Prepares the headline table: the first row that fits gives the key, the situation its values. */
export const prepareHeadline = (tables: CoachTables): HeadlineRule => {
  const memory = makeMemory<string, HeadlineRow>(situationsMax)
  const rowFor: HeadlineRule["rowFor"] = (situation) => {
    const { card, gaps, medicalOk } = situation
    const { origin, product } = card
    const ceiling = ceilingOf(coverOf(product, medicalSlug))
    const breach = breaksMedical(situation)
    const verified = isVerified(situation)
    const key = `${origin} ${medicalOk} ${ceiling} ${breach} ${verified} ${gaps.length}`
    return memory.get(key, () => {
      const facts = { origin, medicalOk, ceiling, breach, verified, gaps: gaps.length }
      return tables.coachHeadlines.evaluate(facts)[0] ?? fallback
    })
  }
  const headlineAt: HeadlineRule["headlineAt"] = (situation) => {
    const row = rowFor(situation)
    const { key } = row
    const vars = knownValues(row.vars, valuesOf(situation))
    if ("destinationName" in vars) {
      return (destinationName) => ({ key, vars: { ...vars, destinationName } })
    }
    const headline = Object.freeze({ key, vars: Object.freeze(vars) })
    return () => headline
  }
  return {
    rowFor,
    headlineAt,
    headlineFor: (situation) => headlineAt(situation)(situation.destinationName),
  }
}
