import { fromInteger } from "../../../../core/money/rational.ts"
import type { InsurerRules } from "../../../../http/ports/live-quotes.ts"
import { prepareExchangeRates } from "../../../../rules/currency/exchange-rates.ts"
import { prepareGuarantees } from "../../../../rules/guarantees/offer-guarantees.ts"
import type { ReadPrinted } from "../../../../rules/guarantees/printed/read-printed.ts"
import type { CatalogueInsurer, CatalogueOffer } from "../../../../rules/pricing/catalogue.ts"
import type { Trip } from "../../../../rules/trip/trip.ts"
import type { InsurerAnswer, RatedOffer, RatingRequest } from "../../../../rules/pricing/rating.ts"
import type { TripFacts } from "../../../../rules/pricing/pricing-tables.ts"

/** A normal trip, as answers echo it. */
export const trip: Trip = {
  intent: "forTourism",
  startDate: "2027-07-01",
  endDate: "2027-07-14",
  countryResidence: "CH",
  arrivalCountries: ["ES"],
  travellers: [{ age: 35 }, { age: 8 }],
  tripPrice: 1200.5,
  currency: "EUR",
  shouldCoverCancellation: true,
  shouldCoverExtremeSports: false,
  isAnnual: false,
}

const facts: TripFacts = {
  intent: "forTourism",
  residence: "CH",
  residenceZone: "europe",
  zone: "europe",
  domestic: false,
  atHome: false,
  excluded: false,
  allSchengen: true,
  days: 14,
  travellers: 2,
  youngestAge: 8,
  oldestAge: 35,
  annual: false,
  cancellation: true,
  extremeSports: false,
}

/** An insurer of the catalogue. */
export const insurerOf = (
  key: string,
  changes: Partial<CatalogueInsurer> = {},
): CatalogueInsurer => ({
  insurer: key,
  name: key,
  logoFile: `${key}.svg`,
  adapter: "http",
  language: "en",
  ...changes,
})

const currencyOf = (code: string): CatalogueOffer["guaranteeCurrency"] => ({
  code,
  name: code,
  minorUnits: 2,
  eurRate: fromInteger(1n),
  marginBps: 0,
  rateDate: "2026-01-01",
  source: "test",
})

/** An offer of an insurer, whose guarantees in the catalogue are none. */
export const offerOf = (
  insurer: CatalogueInsurer,
  code: string,
  currency = "EUR",
): CatalogueOffer => ({
  row: {
    offerId: 1,
    insurer: insurer.insurer,
    name: code,
    plan: "one",
    planRank: null,
    currency,
    guaranteeCurrency: currency,
    code,
    tariff: null,
    cancellation: "never",
    cancellationScale: null,
    minimumPremium: fromInteger(1n),
    startingPrice: false,
    period: null,
    iconFile: null,
    hasTerms: true,
    hasIpid: true,
    soldByRedirect: false,
  },
  code,
  insurer,
  guaranteeCurrency: currencyOf(currency),
  ageScale: undefined,
  guarantees: prepareGuarantees([], 2),
  excessOf: () => null,
  highlights: () => ({ included: [], excluded: [] }),
})

/** What an insurer is asked for the sample trip. */
export const requestOf = (
  insurer: CatalogueInsurer,
  codes: ReadonlyArray<string>,
  currency = "EUR",
): RatingRequest => ({
  insurer,
  trip,
  facts,
  rates: prepareExchangeRates([currencyOf("EUR"), currencyOf("CHF")]),
  offers: codes.map((code) => offerOf(insurer, code, currency)),
})

const printedAmount = /^(?:[A-Z]{3} )?([\d,]+)$/

/** Reads the few lines that the simulator prints in English, and nothing else. */
export const readPrinted: ReadPrinted = (printed) => {
  const [, digits] = printedAmount.exec(printed) ?? []
  if (digits !== undefined) {
    const value = fromInteger(BigInt(digits.replaceAll(",", "")))
    return { state: "value", value, mapped: true }
  }
  if (printed === "Actual costs") return { state: "actual_costs", value: null, mapped: true }
  if (printed === "Included") return { state: "included", value: null, mapped: true }
  return { state: "not_available", value: null, mapped: printed === "Not covered" }
}

/** What adapters need of tables, with some of it replaced. */
export const rulesWith = (changes: Partial<InsurerRules> = {}): InsurerRules => ({
  rateByTariff: ({ offers }) => offers.map((offer) => ({ offer, premium: fromInteger(10n) })),
  readPrinted,
  isGuarantee: (slug) => !slug.startsWith("un"),
  ...changes,
})

/** The guarantees of a rated offer, with the options of the sample trip. */
export const guaranteesOf = ({ guarantees }: RatedOffer) =>
  guarantees?.(
    { cancellation: true, extremeSports: false },
    { tripPrice: 1200.5, studiesAmount: null },
  )

/** An answer in short: its premiums by code, or what it is instead. */
export const shortAnswer = (answer: InsurerAnswer): string =>
  answer._tag === "Rated"
    ? answer.offers
        .map(({ offer, premium }) => `${offer.code}=${premium.numerator}/${premium.denominator}`)
        .join(" ")
    : answer._tag
