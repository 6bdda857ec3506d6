import { memo } from "../../core/memory.ts"
import { zero } from "../../core/money/rational.ts"
import type { PricingTables } from "../pricing/pricing-tables.ts"
import type { CatalogueOffer } from "../pricing/catalogue.ts"
import type { TripFacts } from "../pricing/facts.ts"
import { compareCovers, type Held } from "./compare-covers.ts"

/** The guarantees that mostly make a price: what an offer pays for care, and for a trip that is cancelled. */
export const mainSlugs = ["hospitalFeesAbroad", "expatHospitalFees", "cancelTrip"] as const

/** What an offer holds under each of them. */
export type MainCovers = ReadonlyArray<Held>

/** What an offer holds of the main guarantees for the options that a trip asks for. */
export type MainCoversOf = (
  offer: CatalogueOffer,
  options: Pick<TripFacts, "cancellation" | "extremeSports">,
) => MainCovers

const nothing: Held = { state: "not_available", value: null, eurRate: zero }

/** Prepares what offers hold of the main guarantees; the lines of an offer are read once. */
export const prepareMainCovers = ({ linesOf }: Pick<PricingTables, "linesOf">): MainCoversOf => {
  const mainLines = memo(({ row }: CatalogueOffer) => {
    const lines = linesOf(row)
    return mainSlugs.map((slug) => lines.find((line) => line.slug === slug))
  })
  return (offer, { cancellation, extremeSports }) =>
    mainLines(offer).map((line) => {
      if (line === undefined) return nothing
      const { option, state, value } = line
      const isHeld = option === null || (option === "cancellation" ? cancellation : extremeSports)
      return isHeld ? { state, value, eurRate: offer.guaranteeCurrency.eurRate } : nothing
    })
}

/** Whether one offer holds as much as another one of everything; what cannot be compared is not. */
export const holdsNoLess = (one: MainCovers, other: MainCovers): boolean =>
  one.every((held, index) => {
    const there = other[index]
    const order = there === undefined ? undefined : compareCovers(held, there)
    return order !== undefined && order >= 0
  })
