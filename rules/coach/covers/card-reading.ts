import type { Conditions, ConditionsOf } from "./conditions.ts"
import type { Gap } from "../response.ts"
import { type Gaps, type NamedGap, reaches } from "./gaps.ts"
import { type ByteText, jsonBytes } from "../../../core/json/byte-text.ts"
import { makeMemory, once } from "../../../core/memory.ts"
import { makeProductNumbers } from "../card/product-numbers.ts"
import { type CardProduct, coverOf, medicalSlug } from "../card/products.ts"
import type { TripFlags } from "../request.ts"
import { type ReachKind, reachKinds } from "../trip-reach.ts"
import { tripNumber } from "./trip-flags.ts"

/** What a card comes to on one kind of trip, held against one medical target. */
export interface CardReading {
  /** The shortcomings in what the trip needs. */
  readonly gaps: ReadonlyArray<NamedGap>
  /** What else cards can carry, where there is no card: listed, and not argued with. */
  readonly others: ReadonlyArray<NamedGap>
  /** Both by their guarantees, as they are answered. */
  readonly guarantees: Readonly<Record<string, Gap>>
  /** The same as JSON in UTF-8. */
  readonly guaranteesJson: () => ByteText
  /** What binds the covers that the trip needs. */
  readonly conditions: Conditions
  /** Whether the medical ceiling is shown to reach the target. */
  readonly medicalOk: boolean
}

/** Reads a product for a trip; the target in the product's currency. */
export type ReadCard = (
  product: CardProduct,
  trip: TripFlags,
  reach: ReachKind,
  target: number,
) => CardReading

/** This many readings are kept; there are some thousand kinds of card, trip and target. */
const readingsMax = 8_192

const guaranteesOf = (gaps: ReadonlyArray<NamedGap>): Readonly<Record<string, Gap>> => {
  const guarantees: Record<string, Gap> = {}
  for (const { gap, slug } of gaps) guarantees[slug] = Object.freeze(gap)
  return Object.freeze(guarantees)
}

/** Prepares readings. What is kept is frozen: answers share it. */
export const prepareCardReadings = (gaps: Gaps, conditionsOf: ConditionsOf): ReadCard => {
  const numberOf = makeProductNumbers()
  const memory = makeMemory<string, CardReading>(readingsMax)
  const read: ReadCard = (product, trip, reach, target) => {
    const found = gaps.gapsOf(product, trip, reach, target)
    const others = gaps.othersOf(product, trip, reach)
    const guarantees = guaranteesOf([...found, ...others])
    return {
      gaps: found,
      others,
      guarantees,
      guaranteesJson: once(() => jsonBytes(guarantees)),
      conditions: conditionsOf(product, trip, reach),
      medicalOk: reaches(coverOf(product, medicalSlug), target, true),
    }
  }
  return (product, trip, reach, target) =>
    memory.get(
      `${numberOf(product)} ${tripNumber(trip)} ${reachKinds.indexOf(reach)} ${target}`,
      () => read(product, trip, reach, target),
    )
}
