import { makeMemory } from "../../core/memory.ts"
import type { CurrencyCode } from "../../core/vocabulary/codes.ts"
import type { Guarantee } from "../../core/vocabulary/guarantee.ts"
import type { GuaranteeLine } from "../guarantees/offer-guarantees.ts"
import type { Offer } from "./offer-shown.ts"
import type { HighlightRow } from "./pricing-tables.ts"

/** What a highlight says where it says no more than the guarantee that it is about. */
export const coverHighlight = "cover"

/** One short statement on what an offer includes or excludes, still to be put into words. */
export interface Highlight {
  readonly row: HighlightRow
  /** The guarantee that it is about, as the offer holds it on the trip; undefined where it says nothing of it. */
  readonly held: Guarantee | undefined
  /** Whether that guarantee is not held, and an option that was not bought would bring it. */
  readonly isOption: boolean
  /** The currency of ceilings. */
  readonly currency: CurrencyCode
}

/** Puts a highlight into words. */
export type TellHighlight = (highlight: Highlight) => string

/** The highlights of an offer, in the order shown. */
export interface Highlights {
  readonly included: ReadonlyArray<Highlight>
  readonly excluded: ReadonlyArray<Highlight>
}

/** What the highlights of one offer are made of. */
export interface HighlightParts {
  /** In the order shown. */
  readonly rows: ReadonlyArray<HighlightRow>
  /** The lines of its guarantees; read when the first trip asks. */
  readonly lines: () => ReadonlyArray<GuaranteeLine>
  /** The guarantees that no offer holds within the country of residence. */
  readonly isAbroadOnly: ReadonlySet<string>
  /** The currency of its ceilings. */
  readonly currency: CurrencyCode
}

/** The highlights of an offer on a trip, from what it holds there; frozen, and shared by trips alike. */
export type HighlightsOnTrip = (held: Offer["guarantees"], isAtHome: boolean) => Highlights

/** States whose value is an amount of the trip, which no highlight shows. */
const echoing: ReadonlySet<string> = new Set(["trip_price", "studies_amount"])

const withoutEcho = (guarantee: Guarantee): Guarantee =>
  guarantee.value !== null && echoing.has(guarantee.state)
    ? { state: guarantee.state, value: null }
    : guarantee

/** How many kinds of trips an offer's highlights are cached for; those of tables have eight at most. */
const kindsMax = 32

/**
 * Prepares the highlights of an offer. They are made of what it holds on the trip: an option that was
 * bought is a cover like any other, one that was not is told as an option, and what is held is not
 * told as excluded.
 */
export const prepareHighlights = (parts: HighlightParts): HighlightsOnTrip => {
  const { currency, isAbroadOnly, lines, rows } = parts
  const slugs = [...new Set(rows.flatMap(({ slug }) => slug ?? []))]
  const known = makeMemory<string, Highlights>(kindsMax)
  const isOptional = (slug: string): boolean =>
    lines().some((line) => line.slug === slug && line.option !== null)
  const highlight = (
    row: HighlightRow,
    given: Offer["guarantees"],
    isAtHome: boolean,
  ): Highlight | [] => {
    const { kind, slug } = row
    const found = slug === null ? undefined : given[slug]
    if (slug === null || found === undefined)
      return { row, held: undefined, isOption: false, currency }
    const isHeld = found.state !== "not_available"
    if (kind === "excluded") {
      return isHeld && row.says === coverHighlight
        ? []
        : { row, held: withoutEcho(found), isOption: false, currency }
    }
    const isOption = !isHeld && isOptional(slug) && !(isAtHome && isAbroadOnly.has(slug))
    return isHeld || isOption ? { row, held: withoutEcho(found), isOption, currency } : []
  }
  const layOut = (given: Offer["guarantees"], isAtHome: boolean): Highlights => {
    const ofKind = (kind: HighlightRow["kind"]): ReadonlyArray<Highlight> =>
      Object.freeze(
        rows.flatMap((row) => (row.kind === kind ? highlight(row, given, isAtHome) : [])),
      )
    return Object.freeze({ included: ofKind("included"), excluded: ofKind("excluded") })
  }
  return (given, isAtHome) => {
    const kind = slugs.map((slug) => {
      const found = given[slug]
      if (found === undefined) return ""
      return echoing.has(found.state) ? found.state : `${found.state} ${found.value}`
    })
    return known.get(`${isAtHome}|${kind.join("|")}`, () => layOut(given, isAtHome))
  }
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
