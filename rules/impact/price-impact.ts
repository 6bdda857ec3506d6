import { groupBy } from "../../core/group-by.ts"
import { medianOf } from "../../core/median.ts"
import type { Outcome } from "./outcome.ts"

/** The price of one offer in one situation before and after, in minor units of one currency. */
export interface PriceChange {
  readonly offerId: number
  readonly currency: string
  readonly changeMinor: number
}

/** How the price of an offer moves over a corpus, among situations in which it moves. */
export interface PriceImpact {
  readonly offerId: number
  /** The currency that travellers pay in. */
  readonly currency: string
  readonly situations: number
  /** Least, middle and greatest change in minor units; between two middle ones it lies half-way. */
  readonly minimumMinor: number
  readonly medianMinor: number
  readonly maximumMinor: number
}

const priceField = /^((?:quote|live)\.offers\.(\d+)\.price)\.amountInCents$/

/** The offers whose price moves between two outcomes and is in the same currency in both. */
export const priceChanges = (before: Outcome, after: Outcome): ReadonlyArray<PriceChange> =>
  Object.entries(before).flatMap(([field, amountBefore]): ReadonlyArray<PriceChange> => {
    const [, price, offer] = priceField.exec(field) ?? []
    if (offer === undefined) return []
    const amountAfter = after[field]
    const currencyField = `${price}.currency`
    const currency = before[currencyField]
    if (typeof amountBefore !== "number" || typeof amountAfter !== "number") return []
    if (amountBefore === amountAfter || currency !== after[currencyField]) return []
    return [
      {
        offerId: Number(offer),
        currency: String(currency),
        changeMinor: amountAfter - amountBefore,
      },
    ]
  })

/** Sums price changes up by offer and currency, in their order. */
export const priceImpacts = (changes: ReadonlyArray<PriceChange>): ReadonlyArray<PriceImpact> =>
  [...groupBy(changes, ({ currency, offerId }) => `${offerId} ${currency}`).values()]
    .flatMap((group) => {
      const [first] = group
      if (first === undefined) return []
      const moves = group.map(({ changeMinor }) => changeMinor)
      return {
        offerId: first.offerId,
        currency: first.currency,
        situations: group.length,
        minimumMinor: moves.reduce((least, move) => Math.min(least, move)),
        medianMinor: medianOf(moves),
        maximumMinor: moves.reduce((most, move) => Math.max(most, move)),
      }
    })
    .sort(
      (left, right) =>
        left.offerId - right.offerId ||
        right.situations - left.situations ||
        (left.currency < right.currency ? -1 : 1),
    )
