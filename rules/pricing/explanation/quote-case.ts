import { nearestNumber } from "../../../core/money/rational.ts"
import type { ExchangeRates } from "../../currency/exchange-rates.ts"
import { citeHit, citeRow } from "../../explanation/cite.ts"
import type { Reason } from "../../explanation/explanation.ts"
import type { FigureFinding } from "../../explanation/figure-finding.ts"
import type { FeeTerms } from "../../fees/handling-fee.ts"
import type { CatalogueOffer } from "../catalogue.ts"
import type { GuardedTrip, GuardHit } from "../guards.ts"
import { magicRow } from "../magic.ts"
import type { PricedQuote } from "../offer.ts"
import type { Selection } from "../selection.ts"
import type { Trip } from "../../trip/trip.ts"
import type { PricingPieces } from "../plan.ts"
import type { RateOffer } from "../rating.ts"
import type { TripFacts } from "../pricing-tables.ts"

/** One quote to explain: what was asked, what was found on the way, and the answer. */
export interface QuoteCase {
  readonly pieces: PricingPieces
  readonly trip: Trip
  readonly terms: FeeTerms
  readonly facts: TripFacts
  readonly rates: ExchangeRates
  readonly selection: Selection
  /** What guards do on the trip, where they do anything. */
  readonly guarded: GuardedTrip | undefined
  /** What goes into the premium of an offer, or why it has none. */
  readonly rate: RateOffer
  readonly answer: PricedQuote
}

/** Cites the reference rate of a currency; a currency without a row is not supported. */
export const rateReason = ({ pieces }: QuoteCase, code: string): Reason => {
  const { currencies } = pieces.tables
  const row = currencies.get(code)
  const says =
    row === undefined
      ? `${code} is not supported`
      : `1 EUR is ${nearestNumber(row.eurRate)} ${code}`
  return citeRow(currencies, row, says, "eur_rate")
}

/** Cites the rates between a currency as sent and another one; none for the same currency. */
export const referenceReasons = (
  quote: QuoteCase,
  code: string,
  target: string,
): ReadonlyArray<Reason> =>
  code === target ? [] : [rateReason(quote, code), rateReason(quote, target)]

/** Cites the digits that amounts of a currency have. */
export const digitsReason = ({ pieces }: QuoteCase, code: string): Reason => {
  const { currencies } = pieces.tables
  const row = currencies.get(code)
  const says = `${code} has ${row?.minorUnits ?? "no"} decimal digits`
  return citeRow(currencies, row, says, "minor_units")
}

/** Cites the margin of conversions into a currency. */
export const marginReason = ({ pieces }: QuoteCase, code: string): Reason => {
  const { currencies } = pieces.tables
  const row = currencies.get(code)
  const says = `converting into ${code} adds ${row?.marginBps ?? 0} basis points`
  return citeRow(currencies, row, says, "margin_bps")
}

/** Cites the destination that makes the sandbox rehearse an answer, if there is one. */
export const rehearsalReasons = ({ pieces, trip }: QuoteCase): ReadonlyArray<Reason> => {
  const { magic } = pieces.tables
  const row = magic && magicRow(magic.rows, trip)
  if (magic === undefined || row === undefined) return []
  return [citeRow(magic, row, `${row.country} rehearses ${row.outcome}`, "outcome")]
}

/** Cites the rows of guards that keep offers back. */
const guardReasons = ({ guarded }: QuoteCase): ReadonlyArray<Reason> =>
  guarded === undefined
    ? []
    : [
        ...[...guarded.refused].flatMap(([offer, hits]) => keptReasons(offer, hits, "refused")),
        ...[...guarded.referred].flatMap(([offer, hits]) => keptReasons(offer, hits, "referred")),
      ]

/** Cites the rows of guards by which an offer is refused, or referred to a person. */
export const keptReasons = (
  { row: { name, offerId, plan } }: CatalogueOffer,
  hits: ReadonlyArray<GuardHit>,
  how: "refused" | "referred",
): ReadonlyArray<Reason> =>
  hits.map(({ row, table }) => {
    const does = how === "refused" ? "is refused" : "is referred to a person"
    return citeHit(table, row, `${offerId} (${name} ${plan}) ${does}: ${row.reason}`, "reason")
  })

/** Why there are these offers and no others; each offer's own explanation says why it matches. */
export const choiceFindings = (quote: QuoteCase): ReadonlyArray<FigureFinding> => {
  const { answer, pieces, selection } = quote
  const { eligibility } = pieces.tables
  const nothing =
    selection.matched.length === 0
      ? [citeHit(eligibility, undefined, "no row matches the trip")]
      : []
  return [
    {
      figure: "offers",
      value: answer.offers.map(({ id }) => String(id)),
      because: [...rehearsalReasons(quote), ...nothing, ...guardReasons(quote)],
      from: ["request.trip", ...answer.offers.map((_, index) => `offers[${index}].id`)],
    },
  ]
}
