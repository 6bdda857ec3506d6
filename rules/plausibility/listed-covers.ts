import { zero } from "../../core/money/rational.ts"
import type { GuaranteeLine } from "../guarantees/offer-guarantees.ts"
import type { ReadPrinted } from "../guarantees/printed/read-printed.ts"
import type { GuaranteeRow, OfferRow, PricingTables } from "../pricing/pricing-tables.ts"
import type { Held } from "./compare-covers.ts"

/** The options that bring guarantees. */
export type Options = ReadonlyArray<NonNullable<GuaranteeLine["option"]>>

/** A line of an offer's guarantees, as it is held with the option that brings it. */
export interface ListedCover {
  readonly slug: string
  readonly line: number
  readonly option: GuaranteeLine["option"]
  readonly held: Held
  /** The cells that say it. */
  readonly written: string
}

const writtenOf = ({ printed, state }: GuaranteeRow, { value }: Held, currency: string): string => {
  if (printed !== undefined) return JSON.stringify(printed)
  if (value === null) return String(state)
  return `${state} ${Number(value.numerator) / Number(value.denominator)} ${currency}`
}

type Entry = readonly [string, ListedCover | "unknown"]

/** What nobody holds. */
export const nothingHeld: Held = { state: "not_available", value: null, eurRate: zero }

/**
 * The lines of an offer's guarantees by slug. A printed line that is not read is left out: what it
 * says is not known.
 */
export const listedCovers = (
  tables: Pick<PricingTables, "currencies" | "guarantees" | "insurers" | "linesOf">,
  offer: OfferRow,
  readPrinted?: ReadPrinted,
): ReadonlyMap<string, ListedCover | "unknown"> => {
  const currency = offer.guaranteeCurrency
  const eurRate = tables.currencies.get(currency)?.eurRate ?? zero
  const language = tables.insurers.get(offer.insurer)?.language ?? "en"
  return new Map(
    tables.linesOf(offer).flatMap(({ option, slug, state, value }): ReadonlyArray<Entry> => {
      const row = tables.guarantees.get(offer.offerId, slug)
      if (row === undefined) return []
      const { printed } = row
      const isRead =
        printed === undefined || readPrinted?.(printed, { language, currency }).mapped !== false
      if (!isRead) return [[slug, "unknown"]]
      const held = { state, value, eurRate }
      const line = tables.guarantees.lineOf(row) ?? 1
      const written = writtenOf(row, held, currency)
      return [[slug, { slug, line, option, held, written }]]
    }),
  )
}
