import type { Guarantee } from "../../../core/vocabulary/guarantee.ts"
import { cellOf, citeHit, citeRow, testedInputs } from "../../explanation/cite.ts"
import type { Reason } from "../../explanation/explanation.ts"
import type { FigureFinding } from "../../explanation/figure-finding.ts"
import type { CatalogueOffer } from "../catalogue.ts"
import { coverHighlight } from "../highlights.ts"
import type { Offer } from "../offer.ts"
import type { EligibilityRow, GuaranteeRow } from "../pricing-tables.ts"
import { type QuoteCase, referenceReasons } from "./quote-case.ts"

/** Cites the offer's own row. */
export const offerReason = (
  { pieces }: QuoteCase,
  { row }: CatalogueOffer,
  says: string,
  column?: string,
): Reason => {
  const { offers } = pieces.tables
  return citeRow(offers, row, `${row.offerId} ${says}`, column)
}

/** Why an offer is there, and where its name, documents and guarantees come from. */
export const offerFindings = (
  quote: QuoteCase,
  offer: CatalogueOffer,
  at: string,
): ReadonlyArray<FigureFinding> => {
  const { row } = offer
  const id = String(row.offerId)
  const own = (figure: string, column: string, says: string): FigureFinding => ({
    figure: `${at}.${figure}`,
    because: [offerReason(quote, offer, says, column)],
  })
  return [
    { figure: `${at}.id`, because: matchReasons(quote, id), from: matchOrigins(quote, id) },
    own("name", "name", `is called ${row.name}`),
    own("plan", "plan", `is the plan ${row.plan}`),
    { figure: `${at}.insurer.name`, because: [insurerReason(quote, offer, "name")] },
    ...pictureFindings(quote, offer, at),
    own("guaranteeCurrency", "guarantee_currency", `covers in ${row.guaranteeCurrency}`),
    ...heldFindings(quote, offer, at),
    ...highlightFindings(quote, offer, at),
    own("documents.cgvUrl", "has_terms", row.hasTerms ? "has terms" : "has no terms"),
    own("documents.ipidUrl", "has_ipid", row.hasIpid ? "has an IPID" : "has no IPID"),
  ]
}

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

/** The fields of the request that the rows of an offer test. */
const matchOrigins = (quote: QuoteCase, offerId: string): ReadonlyArray<string> => {
  const table = quote.pieces.tables.eligibility
  return quote.selection.eligible.matched
    .filter((row) => row.offerId === offerId)
    .flatMap((row) => testedInputs(table, row).flatMap((name) => factFields[name] ?? []))
}

const insurerReason = ({ pieces }: QuoteCase, { row }: CatalogueOffer, column: string): Reason => {
  const { insurers } = pieces.tables
  const insurer = insurers.get(row.insurer)
  return citeRow(insurers, insurer, `${row.insurer} is ${insurer?.name}`, column)
}

const pictureFindings = (
  quote: QuoteCase,
  offer: CatalogueOffer,
  at: string,
): ReadonlyArray<FigureFinding> => {
  const { iconFile } = offer.row
  const logoUrl = `${at}.insurer.logoUrl`
  if (iconFile === null) {
    const own = offerReason(quote, offer, "has no pictogram of its own", "icon_file")
    return [{ figure: logoUrl, because: [own, insurerReason(quote, offer, "logo_file")] }]
  }
  const because = [offerReason(quote, offer, `has the pictogram ${iconFile}`, "icon_file")]
  return [
    { figure: logoUrl, because },
    { figure: `${at}.iconUrl`, because },
  ]
}

/** Why each guarantee of an offer is held as it is, for the options asked for. */
const heldFindings = (
  quote: QuoteCase,
  offer: CatalogueOffer,
  at: string,
): ReadonlyArray<FigureFinding> => {
  const shown = quote.answer.offers.find(({ id }) => id === offer.row.offerId)
  return Object.entries(shown?.guarantees ?? {}).flatMap(([slug, held]) =>
    guaranteeFindings(quote, offer, `${at}.guarantees.${slug}`, slug, held),
  )
}

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

/** What a guarantee's row says, in the words of the table. */
const rowText = (row: GuaranteeRow | undefined, value: number | null): string => {
  if (row?.printed !== undefined) return `printed as "${row.printed}"`
  return `${row?.state ?? "not listed"}${row?.value === null || value === null ? "" : ` ${value}`}`
}

const options: Readonly<Record<string, string>> = {
  cancellation: "request.trip.shouldCoverCancellation",
  extreme_sports: "request.trip.shouldCoverExtremeSports",
}

/** The amount of the trip that a state repeats. */
const echoes: Readonly<Record<string, "tripPrice" | "studiesAmount">> = {
  trip_price: "tripPrice",
  studies_amount: "studiesAmount",
}

/** The state of a guarantee of an offer when the trip gives every amount. */
const insuredState = (
  { facts: { cancellation, extremeSports } }: QuoteCase,
  { guarantees }: CatalogueOffer,
  slug: string,
) => guarantees({ cancellation, extremeSports }, { tripPrice: 0, studiesAmount: 0 })[slug]?.state

const highlightFindings = (
  { answer, facts, pieces }: QuoteCase,
  offer: CatalogueOffer,
  at: string,
): ReadonlyArray<FigureFinding> => {
  const { row } = offer
  const { guarantees, highlights } = pieces.tables
  const shown: Offer | undefined = answer.offers.find(({ id }) => id === row.offerId)
  const said = offer.highlights(shown?.guarantees ?? {}, facts.atHome)
  return (["included", "excluded"] as const).flatMap((kind) => {
    const figure = `${at}.highlights.${kind}`
    const because = said[kind].flatMap(({ row: own }, index) => {
      const text = shown?.highlights[kind][index] ?? own.says
      const cited = citeRow(highlights, own, text, own.figure === null ? "says" : "figure")
      const tellsCover = own.says === coverHighlight && kind === "included" && own.slug !== null
      if (!tellsCover) return [cited]
      const line = guarantees.get(row.offerId, own.slug)
      return [cited, citeRow(guarantees, line, `${own.slug} as the offer holds it`)]
    })
    const none = citeRow(highlights, undefined, `${row.offerId} lists nothing ${kind}`)
    return [{ figure, because: because.length === 0 ? [none] : because }]
  })
}
