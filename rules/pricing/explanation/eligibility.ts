import { cellOf, citeHit, citeRow, testedInputs } from "../../explanation/cite.ts"
import type { Reason } from "../../explanation/explanation.ts"
import type { EligibilityRow } from "../pricing-tables.ts"
import type { QuoteCase } from "./quote-case.ts"

/** The fields of a request behind the facts that eligibility tests. */
export const factFields: Readonly<Record<string, ReadonlyArray<string>>> = {
  intent: ["request.trip.intent"],
  residence: ["request.trip.countryResidence"],
  residence_zone: ["request.trip.countryResidence"],
  zone: ["request.trip.arrivalCountries"],
  domestic: ["request.trip.arrivalCountries", "request.trip.countryResidence"],
  excluded: ["request.trip.arrivalCountries"],
  all_schengen: ["request.trip.arrivalCountries"],
  days: ["request.trip.startDate", "request.trip.endDate"],
  travellers: ["request.trip.travellers"],
  youngest_age: ["request.trip.travellers"],
  oldest_age: ["request.trip.travellers"],
  annual: ["request.trip.isAnnual", "request.trip.intent"],
  cancellation: ["request.trip.shouldCoverCancellation"],
  extreme_sports: ["request.trip.shouldCoverExtremeSports"],
}

/** Cites the zone that each country is priced in. */
export const zoneReasons = (
  { pieces }: QuoteCase,
  countries: ReadonlyArray<string>,
): ReadonlyArray<Reason> => {
  const { zones } = pieces.tables
  return countries.map((country) => {
    const row = zones.get(country)
    const listed = row === undefined ? ", not being listed" : ""
    const says = `${country} is in the zone ${pieces.geography.zoneOf(country)}${listed}`
    return citeRow(zones, row, says, "zone")
  })
}

/** Cites which destinations are in the Schengen area: all, or those that are not. */
const schengenReasons = ({ facts, pieces, trip }: QuoteCase): ReadonlyArray<Reason> => {
  const { countries } = pieces.tables
  return trip.arrivalCountries
    .filter((code) => pieces.geography.isSchengen(code) === facts.allSchengen)
    .map((code) => {
      const says = `${code} is ${facts.allSchengen ? "" : "not "}in the Schengen area`
      return citeRow(countries, countries.get(code), says, "schengen")
    })
}

/** The cells that a row tests, as written: `days <=90, travellers <=10`. */
const conditionsText = ({ pieces }: QuoteCase, row: EligibilityRow): string => {
  const table = pieces.tables.eligibility
  const told = testedInputs(table, row).map((name) =>
    name === "intent" ? "the trip type" : `${name} ${cellOf(table, row, name)}`,
  )
  return told.length === 0 ? "any trip" : told.join(", ")
}

/** Cites that a row of an individual product was judged as for a smaller party, if it was. */
const oneByOneReasons = (
  { facts, pieces, selection }: QuoteCase,
  row: EligibilityRow,
): ReadonlyArray<Reason> => {
  const { limits } = pieces.tables
  const asIfOf = selection.judgedTravellers
  if (asIfOf === undefined || selection.takenAsItIs(row)) return []
  const says =
    `no group product takes a party of ${facts.travellers}: individual products are judged ` +
    `as for ${asIfOf}, and each traveller is priced`
  return [citeRow(limits, limits.get("individual_travellers_max"), says, "value")]
}

/** Cites a row of eligibility and the geography that it tests. */
export const eligibilityReasons = (
  quote: QuoteCase,
  row: EligibilityRow,
  says: string,
  column?: string,
): ReadonlyArray<Reason> => {
  const { pieces, trip } = quote
  const table = pieces.tables.eligibility
  const tested = testedInputs(table, row)
  return [
    citeHit(table, row, says, column),
    ...oneByOneReasons(quote, row),
    ...(tested.includes("residence_zone") ? zoneReasons(quote, [trip.countryResidence]) : []),
    ...(tested.includes("zone") ? zoneReasons(quote, trip.arrivalCountries) : []),
    ...(tested.includes("all_schengen") ? schengenReasons(quote) : []),
  ]
}

/** Cites every row by which an offer matches the trip. */
export const matchReasons = (quote: QuoteCase, offerId: string): ReadonlyArray<Reason> =>
  quote.selection.eligible.matched
    .filter((row) => row.offerId === offerId)
    .flatMap((row) =>
      eligibilityReasons(quote, row, `${offerId} matches: ${conditionsText(quote, row)}`),
    )

/** The fields of the request that the rows of an offer test. */
export const matchOrigins = (quote: QuoteCase, offerId: string): ReadonlyArray<string> => {
  const table = quote.pieces.tables.eligibility
  return quote.selection.eligible.matched
    .filter((row) => row.offerId === offerId)
    .flatMap((row) => testedInputs(table, row).flatMap((name) => factFields[name] ?? []))
}
