import * as Schema from "effect/Schema"
import type { PrintedLanguage } from "../../../rules/guarantees/printed/languages.ts"
import type { Fault } from "./faults.ts"
import { simulatedPremium } from "./premium.ts"
import { simulatedLines } from "./printed.ts"

/** What kind of insurer is simulated. */
export interface SimulatedInsurer {
  /** ISO 4217 code of its premiums. */
  readonly currency: string
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
export type RatingCall = typeof RatingCall.Type

/** Reads a rating request; None for what is no such request. */
export const readRatingCall = Schema.decodeUnknownOption(Schema.fromJsonString(RatingCall))

const otherThan = (currency: string): string => (currency === "EUR" ? "USD" : "EUR")

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
