import { minorToNumber, rationalToMinor } from "../../core/money/minor.ts"
import type { Guarantee } from "../../core/vocabulary/guarantee.ts"
import type { CurrencyRow } from "../currency/currency-tables.ts"
import type { GuaranteeLine } from "../guarantees/offer-guarantees.ts"
import type { HighlightRow } from "./pricing-tables.ts"

/** What a highlight says where it says no more than the guarantee that it is about. */
export const coverHighlight = "cover"

/** One short statement on what an offer includes or excludes, still to be put into words. */
export interface Highlight {
  readonly row: HighlightRow
  /** The guarantee that it is about, where the offer has a line on it. */
  readonly held: Guarantee | undefined
  /** Whether an option brings that guarantee. */
  readonly isOption: boolean
  /** The currency of ceilings. */
  readonly currency: string
}

/** Puts a highlight into words. */
export type TellHighlight = (highlight: Highlight) => string

/** The highlights of an offer, in the order shown. */
export interface Highlights {
  readonly included: ReadonlyArray<Highlight>
  readonly excluded: ReadonlyArray<Highlight>
}

/** Lays out the highlights of an offer from their rows and the lines of its guarantees. */
export const highlightsOf = (
  rows: ReadonlyArray<HighlightRow>,
  lines: ReadonlyArray<GuaranteeLine>,
  { code, minorUnits }: CurrencyRow,
): Highlights => {
  const highlight = (row: HighlightRow): Highlight => {
    const line = lines.find(({ slug }) => slug === row.slug)
    const value = line?.value ?? null
    const amount =
      value === null ? null : minorToNumber(rationalToMinor(value, minorUnits), minorUnits)
    return {
      row,
      held: line && { state: line.state, value: amount },
      isOption: (line?.option ?? null) !== null,
      currency: code,
    }
  }
  const ofKind = (kind: HighlightRow["kind"]): ReadonlyArray<Highlight> =>
    rows.flatMap((row) => (row.kind === kind ? highlight(row) : []))
  return { included: ofKind("included"), excluded: ofKind("excluded") }
}

/**
 * A highlight by the words of the tables, where no language is spoken: for those who compare answers.
 *
 * ```ts
 * import { plainHighlight } from "../rules/pricing/highlights.ts"
 *
 * const row = { offerId: "101", kind: "included", slug: "privateRc", says: "cover", figure: null } as const
 * const held = { state: "value", value: 1000 } as const
 * plainHighlight({ row, held, isOption: false, currency: "EUR" }) // => "privateRc value 1000 EUR"
 * plainHighlight({ row, held, isOption: true, currency: "EUR" }) // => "privateRc optional"
 * const aged = { offerId: "101", kind: "excluded", slug: null, says: "travellers_over", figure: 84 } as const
 * plainHighlight({ row: aged, held: undefined, isOption: false, currency: "EUR" }) // => "travellers_over 84"
 * ```
 */
export const plainHighlight: TellHighlight = ({ currency, held, isOption, row }) => {
  const { figure, kind, says, slug } = row
  if (says !== coverHighlight) return figure === null ? says : `${says} ${figure}`
  const name = slug ?? says
  if (kind === "excluded" || held === undefined) return name
  if (isOption) return `${name} optional`
  return held.value === null
    ? `${name} ${held.state}`
    : `${name} ${held.state} ${held.value} ${currency}`
}
