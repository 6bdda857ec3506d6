import type { Guarantee } from "../../../core/vocabulary/guarantee.ts"
import { citeRow } from "../../explanation/cite.ts"
import type { FigureFinding } from "../../explanation/figure-finding.ts"
import type { CatalogueOffer } from "../catalogue.ts"
import { referenceReasons } from "./currencies.ts"
import type { GuaranteeRow } from "../pricing-tables.ts"
import type { QuoteCase } from "./quote-case.ts"

/** The amount of the trip that a state repeats. */
const echoes: Readonly<Record<string, "tripPrice" | "studiesAmount">> = {
  trip_price: "tripPrice",
  studies_amount: "studiesAmount",
}

const options: Readonly<Record<string, string>> = {
  cancellation: "request.trip.shouldCoverCancellation",
  extreme_sports: "request.trip.shouldCoverExtremeSports",
}

/** What a guarantee's row says, in the words of the table. */
const rowText = (row: GuaranteeRow | undefined, value: number | null): string => {
  if (row?.printed !== undefined) return `printed as "${row.printed}"`
  return `${row?.state ?? "not listed"}${row?.value === null || value === null ? "" : ` ${value}`}`
}

/** The state of a guarantee of an offer when the trip gives every amount. */
const insuredState = (
  { facts: { cancellation, extremeSports } }: QuoteCase,
  { guarantees }: CatalogueOffer,
  slug: string,
) => guarantees({ cancellation, extremeSports }, { tripPrice: 0, studiesAmount: 0 })[slug]?.state

const guaranteeFindings = (
  quote: QuoteCase,
  offer: CatalogueOffer,
  at: string,
  slug: string,
  { value }: Guarantee,
): ReadonlyArray<FigureFinding> => {
  const { guaranteeNames, guarantees } = quote.pieces.tables
  const { currency } = quote.trip
  const row = guarantees.get(offer.row.offerId, slug)
  const option = row?.option ?? undefined
  const brought = option === undefined ? "" : `, with the option ${option}`
  const says = `${slug}: ${rowText(row, value)}${brought}`
  const chosen = option === undefined ? [] : [options[option] ?? "request.trip"]
  const echo = echoes[insuredState(quote, offer, slug) ?? ""]
  const asked = echo === undefined ? [] : [`request.trip.${echo}`]
  const isGiven = echo !== undefined && quote.trip[echo] !== undefined
  const cites = (column: string) =>
    citeRow(guarantees, row, says, row?.printed === undefined ? column : "printed")
  const name = guaranteeNames.get(slug)
  if (quote.facts.atHome && name?.atHome === false) {
    const never = `${slug} does not hold within the country of residence`
    const fact = citeRow(guaranteeNames, name, never, "at_home")
    const from = ["request.trip.countryResidence", "request.trip.arrivalCountries"]
    return ["state", "value"].map((field) => ({
      figure: `${at}.${field}`,
      because: [cites(field), fact],
      from,
    }))
  }
  const converted = isGiven ? referenceReasons(quote, currency, offer.row.guaranteeCurrency) : []
  return [
    { figure: `${at}.state`, because: [cites("state")], from: [...chosen, ...asked] },
    {
      figure: `${at}.value`,
      because: [cites("value"), ...converted],
      from: [...chosen, ...asked, ...(isGiven ? ["request.trip.currency"] : [])],
    },
  ]
}

/** Why each guarantee of an offer is held as it is, for the options asked for. */
export const heldFindings = (
  quote: QuoteCase,
  offer: CatalogueOffer,
  at: string,
): ReadonlyArray<FigureFinding> => {
  const shown = quote.answer.offers.find(({ id }) => id === offer.row.offerId)
  return Object.entries(shown?.guarantees ?? {}).flatMap(([slug, held]) =>
    guaranteeFindings(quote, offer, `${at}.guarantees.${slug}`, slug, held),
  )
}
