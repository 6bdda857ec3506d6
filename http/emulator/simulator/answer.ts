import * as Schema from "effect/Schema"
import { minorToDecimal } from "../../../core/money/minor.ts"
import type { CurrencyCode } from "../../../core/vocabulary/codes.ts"
import type { Fault } from "./faults.ts"
import type { PrintedLanguage } from "../../../rules/guarantees/printed/printed-vocabulary.ts"

/** What kind of insurer is simulated. */
export interface SimulatedInsurer {
  /** ISO 4217 code of its premiums. */
  readonly currency: CurrencyCode
  /** The currencies of codes that have another one. */
  readonly currencies: ReadonlyMap<string, string>
  /** The language and number format that it prints guarantees in. */
  readonly language: PrintedLanguage
}

const RatingCall = Schema.Struct({
  contract: Schema.Literal("1"),
  requestId: Schema.NonEmptyString,
  trip: Schema.Struct({
    travellers: Schema.NonEmptyArray(
      Schema.Struct({ age: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 120 })) }),
    ),
  }),
  days: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 100_000 })),
  offers: Schema.NonEmptyArray(Schema.NonEmptyString),
})

/** What the simulator reads of a rating request; the rest of it may be anything. */
type RatingCall = typeof RatingCall.Type

/** Reads a rating request; None for what is no such request. */
export const readRatingCall = Schema.decodeUnknownOption(Schema.fromJsonString(RatingCall))

const otherThan = (currency: CurrencyCode): string => (currency === "EUR" ? "USD" : "EUR")

/** The codes that an answer speaks of. */
const codesOf = (offers: ReadonlyArray<string>, kind: Fault["kind"] | undefined) => {
  if (kind === "empty") return []
  if (kind === "partial") return offers.slice(0, -Math.max(1, Math.floor(offers.length / 2)))
  return kind === "unknown_codes" ? offers.map((code) => `${code}-UNKNOWN`) : offers
}

/** The answer to a request, as JSON, with the fault that befalls it if it is one of content. */
export const answerText = (
  { currencies, currency, language }: SimulatedInsurer,
  { days, offers, trip }: RatingCall,
  kind: Fault["kind"] | undefined,
): string => {
  const ages = trip.travellers.map(({ age }) => age)
  const guarantees = simulatedLines(language, kind === "unmapped_text")
  const entry = (code: string) => {
    const premium = simulatedPremium(code, { days, ages })
    const own = currencies.get(code) ?? currency
    return {
      code,
      premium: kind === "negative_premium" ? `-${premium}` : premium,
      currency: kind === "wrong_currency" ? otherThan(own) : own,
      guarantees,
      ...(kind === "sold_by_redirect" ? { soldBy: "redirect" } : {}),
    }
  }
  return JSON.stringify({ offers: codesOf(offers, kind).map(entry) })
}

/** What the simulator's premium depends on. */
interface SimulatedTrip {
  readonly days: number
  readonly ages: ReadonlyArray<number>
}

const daysMax = 365

/** FNV-1a over the letters of a code: the same number in every run. */
const hashOf = (code: string): number => {
  let hash = 0x811c9dc5
  for (const letter of code) {
    hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0
  }
  return hash
}

/** Share of the daily rate that an age pays, in percent. */
const loadingPercent = (age: number): number => {
  if (age < 18) return 50
  if (age < 65) return 100
  return age < 75 ? 200 : 300
}

/**
 * The simulator's premium, as decimal text: 5.00 to 19.99 by the code, and for each day (at most
 * 365) and traveller 0.80 to 1.49 by the code; half of that below 18 years, twice from 65, three
 * times from 75. At most 1,000,000. Nothing else about a trip changes it.
 *
 * ```ts
 * import { simulatedPremium } from "../http/emulator/simulator/answer.ts"
 * simulatedPremium("AR-101", { days: 14, ages: [30] }) // => "25.25"
 * simulatedPremium("AR-101", { days: 14, ages: [30, 70] }) // => "49.61"
 * ```
 */
export const simulatedPremium = (code: string, { ages, days }: SimulatedTrip): string => {
  const hash = hashOf(code)
  const baseMinor = 500 + (hash % 1_500)
  const dailyMinor = 80 + (hash % 70)
  const loadings = ages.reduce((sum, age) => sum + loadingPercent(age), 0)
  const dailyHundredths = dailyMinor * Math.min(days, daysMax) * loadings
  const minor = (BigInt(baseMinor) * 100n + BigInt(dailyHundredths)) / 100n
  return minorToDecimal(minor > 100_000_000n ? 100_000_000n : minor, 2)
}

/** A printed guarantee of an answer. */
interface SimulatedLine {
  readonly slug: string
  readonly printed: string
}

const actualCosts: Readonly<Record<PrintedLanguage, string>> = {
  fr: "Frais réels",
  en: "Actual costs",
  de: "Tatsächliche Kosten",
  es: "Gastos reales",
  it: "Spese effettive",
}

const included: Readonly<Record<PrintedLanguage, string>> = {
  fr: "Inclus",
  en: "Included",
  de: "Inbegriffen",
  es: "Incluido",
  it: "Incluso",
}

const notAvailable: Readonly<Record<PrintedLanguage, string>> = {
  fr: "Non couvert",
  en: "Not covered",
  de: "Nicht versichert",
  es: "No cubierto",
  it: "Non coperto",
}

const grouping: Readonly<Record<PrintedLanguage, string>> = {
  fr: " ",
  en: ",",
  de: ".",
  es: ".",
  it: ".",
}

/** An amount without a sign is one in the guarantee currency, whichever that is. */
const amount = (value: number, language: PrintedLanguage): string =>
  String(value).replaceAll(/\B(?=(?:\d{3})+$)/g, grouping[language])

/** Words that no insurer prints and nobody can map. */
const meaningless = "see leaflet K-7"

/** The guarantees that the simulator prints for every code, in the way of a language. */
export const simulatedLines = (
  language: PrintedLanguage,
  isUnmapped: boolean,
): ReadonlyArray<SimulatedLine> =>
  Object.entries({
    hospitalFeesAbroad: amount(150_000, language),
    rapatriationAssistance: actualCosts[language],
    directBilling: included[language],
    suitcaseInsurance: amount(1_500, language),
    skiInsurance: notAvailable[language],
  }).map(([slug, printed]) => ({ slug, printed: isUnmapped ? meaningless : printed }))
