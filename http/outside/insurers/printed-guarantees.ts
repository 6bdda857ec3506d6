import {
  type GuaranteeLine,
  type OfferGuarantees,
  prepareGuarantees,
} from "../../../rules/guarantees/offer-guarantees.ts"
import type { CatalogueOffer } from "../../../rules/pricing/catalogue.ts"
import type { PrintedLine } from "./answer-entry.ts"
import type { InsurerRules } from "../../ports/insurers.ts"

/** A line that says less than its insurer meant. */
export interface Doubt {
  readonly problem: "a printed guarantee is not understood" | "no such guarantee"
  readonly text: string
}

/** Guarantees as printed beside a premium, prepared, with what is doubtful in them. */
export interface PrintedGuarantees {
  readonly guarantees: OfferGuarantees
  readonly doubts: ReadonlyArray<Doubt>
}

/** Prepares what an insurer prints for an offer. */
export type PrepareLines = (
  offer: CatalogueOffer,
  lines: ReadonlyArray<PrintedLine>,
) => PrintedGuarantees

/** An insurer prints an offer in few ways: by zone, or by what is asked for. */
const waysMax = 4

interface Remembered extends PrintedGuarantees {
  readonly lines: ReadonlyArray<PrintedLine>
}

const isSame = (left: ReadonlyArray<PrintedLine>, right: ReadonlyArray<PrintedLine>): boolean =>
  left.length === right.length &&
  left.every(
    ({ printed, slug }, index) => right[index]?.slug === slug && right[index].printed === printed,
  )

const prepare = (
  { isGuarantee, readPrinted }: InsurerRules,
  { guaranteeCurrency, insurer }: CatalogueOffer,
  lines: ReadonlyArray<PrintedLine>,
): Remembered => {
  const doubts: Array<Doubt> = []
  const context = { language: insurer.language, currency: guaranteeCurrency.code }
  const known = lines.flatMap(({ printed, slug }): GuaranteeLine | ReadonlyArray<never> => {
    if (!isGuarantee(slug)) {
      doubts.push({ problem: "no such guarantee", text: slug })
      return []
    }
    const { mapped, state, value } = readPrinted(printed, context)
    if (!mapped) doubts.push({ problem: "a printed guarantee is not understood", text: printed })
    return { slug, state, value, option: null }
  })
  return { lines, doubts, guarantees: prepareGuarantees(known, guaranteeCurrency.minorUnits) }
}

/**
 * Prepares printed guarantees over one set of tables, and remembers the last ways in which each
 * offer was printed: most answers print what the one before did.
 */
export const makePrepareLines = (rules: InsurerRules): PrepareLines => {
  const remembered = new WeakMap<CatalogueOffer, ReadonlyArray<Remembered>>()
  return (offer, lines) => {
    const ways = remembered.get(offer) ?? []
    const found = ways.find((way) => isSame(way.lines, lines))
    if (found !== undefined) return found
    const made = prepare(rules, offer, lines)
    remembered.set(offer, [made, ...ways].slice(0, waysMax))
    return made
  }
}
