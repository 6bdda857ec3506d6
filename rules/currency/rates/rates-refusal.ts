import type { Bps } from "../../../core/money/minor.ts"
import { nearestNumber, type Rational } from "../../../core/money/rational.ts"
import { type TellingOf, toldBy } from "../../../core/told-by.ts"

/** Why a document of exchange rates is not taken. */
export type RatesRefusal =
  | { readonly _tag: "Malformed"; readonly flaw: RatesFlaw }
  | { readonly _tag: "WrongBase"; readonly base: string }
  | { readonly _tag: "NotADay"; readonly text: string }
  | { readonly _tag: "FutureDay"; readonly day: string; readonly today: string }
  | { readonly _tag: "OlderThanInForce"; readonly day: string; readonly inForceDay: string }
  | { readonly _tag: "MissingCurrency"; readonly code: string }
  | { readonly _tag: "OutOfBounds"; readonly code: string; readonly text: string }
  | {
      readonly _tag: "Jump"
      readonly code: string
      /** Units per euro in force, and those of the document. */
      readonly before: Rational
      readonly after: Rational
      /** Days between the two rates, and those of them that the change is allowed for: at least one. */
      readonly daysApart: number
      readonly days: number
      /** The most that a rate may change in one of these days, in basis points of the one in force. */
      readonly boundBps: Bps
    }

/** What keeps a document from being read: a word, or a tag with what is wrong where. */
export type RatesFlaw =
  | RatesFlawWord
  | { readonly _tag: "NoDecimal"; readonly code: string }
  | { readonly _tag: "TooManyCurrencies"; readonly currenciesMax: number }
  | { readonly _tag: "NoObjectAt"; readonly what: "document" | "rates" }
  | { readonly _tag: "MemberTwice"; readonly what: "document" | "rates" }
  | { readonly _tag: "NoTextAt"; readonly name: string }

/** A flaw of the whole document. */
export type RatesFlawWord = keyof typeof flawWords

/** The refusal of a document that cannot be read. */
export const malformed = (flaw: RatesFlaw): RatesRefusal => ({ _tag: "Malformed", flaw })

const flawWords = {
  notEuro: "one EUR is not 1 EUR",
  noKnownCurrency: "it has no currency that is known here",
  noObject: "it is no object",
  noRates: "it has no rates",
  currencyTwice: "a currency comes several times",
  otherForm: "it is neither XML nor JSON",
  notJson: "it is no JSON",
  noRateText: "a rate is neither a text nor a number",
  notXml: "it is no XML of this shape",
  endsEarly: "it ends too early",
  noDay: "it has no day",
  severalRoots: "it has several roots",
  severalLists: "it has several lists of rates",
  dayAttributes: "a day has other attributes than time",
  severalDays: "it has several days",
  rateAttributes: "a rate has other attributes than currency and rate",
  otherShape: "it has another shape",
  strayText: "it has text where there should be none",
  otherTags: "its tags do not match",
  attributeTwice: "a tag has an attribute twice",
  tooDeep: "its elements are nested too deeply",
} as const

const flawText = (flaw: RatesFlaw): string =>
  typeof flaw === "string" ? flawWords[flaw] : toldBy(placedFlaws, flaw)

const placedFlaws: TellingOf<Exclude<RatesFlaw, string>> = {
  NoDecimal: ({ code }) => `the rate of ${code} is no plain decimal number`,
  TooManyCurrencies: ({ currenciesMax }) => `it has more than ${currenciesMax} currencies`,
  NoObjectAt: ({ what }) => `${placeWords[what]} is no object`,
  MemberTwice: ({ what }) => `${placeWords[what]} names a member several times`,
  NoTextAt: ({ name }) => `${name} is no text`,
}

const placeWords = { document: "the document", rates: "rates" } as const

const shownMax = 40

/** What a source wrote, fit for one line of a log: no control characters, and not all of a long text. */
const shown = (text: string): string =>
  `"${text.slice(0, shownMax).replace(/[^\u0021-\u007e]+/g, " ")}"`

const daysText = (days: number): string => (days === 1 ? "1 day" : `${days} days`)

/** The time of a change, as the end of a sentence. */
const timeOf = (daysApart: number, days: number): string => {
  if (daysApart === days) return `a day in ${daysText(days)}`
  return daysApart < days
    ? "without a day between them"
    : `a day over ${daysText(daysApart)}, of which at most ${days} count${days === 1 ? "s" : ""}`
}

/**
 * The sentence of a refusal.
 *
 * ```ts
 * import { describeRatesRefusal } from "../rules/currency/rates/rates-refusal.ts"
 * describeRatesRefusal({ _tag: "MissingCurrency", code: "USD" }) // => "USD is missing, which an earlier document had"
 * ```
 */
export const describeRatesRefusal = (refusal: RatesRefusal): string => {
  switch (refusal._tag) {
    case "Malformed":
      return `the document cannot be read: ${flawText(refusal.flaw)}`
    case "WrongBase":
      return `the rates are for one ${shown(refusal.base)}, not for one EUR`
    case "NotADay":
      return `${shown(refusal.text)} is no day of the form YYYY-MM-DD`
    case "FutureDay":
      return `the rates are of ${refusal.day}, and today is ${refusal.today}`
    case "OlderThanInForce":
      return `the rates are of ${refusal.day}, older than those in force, of ${refusal.inForceDay}`
    case "MissingCurrency":
      return `${refusal.code} is missing, which an earlier document had`
    case "OutOfBounds":
      return `the rate of ${refusal.code} is out of bounds: ${shown(refusal.text)}`
    case "Jump": {
      const { after, before, boundBps, code, days, daysApart } = refusal
      const change = `from ${nearestNumber(before)} to ${nearestNumber(after)}`
      return `${code} jumps ${change}, more than ${boundBps} basis points ${timeOf(daysApart, days)}`
    }
  }
}
