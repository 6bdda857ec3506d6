import { minorToNumber, rationalToMinor } from "../../core/money/minor.ts"
import type { Rational } from "../../core/money/rational.ts"
import type { CurrencyCode } from "../../core/vocabulary/codes.ts"
import type { GuaranteeLine } from "../guarantees/offer-guarantees.ts"
import { makePrint, type Print } from "../coach/printed-figures.ts"
import type { OfferRow, PricingTables } from "../pricing/pricing-tables.ts"
import type { DocumentTables } from "./document-tables.ts"

/** The languages that documents exist in. */
export const documentLanguages = ["en", "fr"] as const

/** A language that documents exist in. */
export type DocumentLanguage = (typeof documentLanguages)[number]

/** What documents of one language are written with. */
export interface DocumentSpeech {
  readonly language: DocumentLanguage
  readonly print: Print
  readonly tables: DocumentTables
}

/** Prepares the writing of documents in a language. */
export const speechOf = (tables: DocumentTables, language: DocumentLanguage): DocumentSpeech => ({
  language,
  tables,
  print: makePrint({ en: "en", fr: "fr-FR" }[language]),
})

/** What a document says of one guarantee of an offer. */
export interface DocumentCover {
  readonly name: string
  /** What is held of it, such as `up to €50,000`; what is not insured says so. */
  readonly extent: string
  readonly isHeld: boolean
  readonly isOption: boolean
}

/** What is said of an excess, and of a cover that has none. */
const excessWords: Readonly<
  Record<DocumentLanguage, { readonly some: string; readonly none: string }>
> = {
  en: { some: ", excess {amount} a claim", none: ", no excess" },
  fr: { some: ", franchise de {amount} par sinistre", none: ", sans franchise" },
}

const amountText = (
  { print }: DocumentSpeech,
  currency: CurrencyCode,
  digits: number,
  amount: number,
): string => print.money(amount, currency) ?? `${currency} ${amount.toFixed(digits)}`

const coverOf = (
  speech: DocumentSpeech,
  { guaranteeCurrency }: OfferRow,
  { excess, option, slug, state, value }: GuaranteeLine,
): DocumentCover => {
  const { language, tables } = speech
  const words = tables.coverWords.get(state)?.[language] ?? ""
  const digits = tables.currencies.get(guaranteeCurrency)?.minorUnits ?? 0
  const shown = (some: Rational): string =>
    amountText(
      speech,
      guaranteeCurrency,
      digits,
      minorToNumber(rationalToMinor(some, digits), digits),
    )
  const borne = excess === undefined || excess === null ? undefined : shown(excess)
  const { none, some } = excessWords[language]
  const borneText = excess?.numerator === 0n ? none : some.replace("{amount}", borne ?? "")
  return {
    name: tables.travellerGuarantees.get(slug, "name")?.[language] ?? slug,
    extent:
      words.replace("{amount}", value === null ? "" : shown(value)) +
      (borne === undefined || state === "not_available" ? "" : borneText),
    isHeld: state !== "not_available",
    isOption: option !== null,
  }
}

/** The guarantees of an offer as its documents tell them: what is held, options after the rest, then what is not. */
export const coversOf = (
  speech: DocumentSpeech,
  catalogue: PricingTables,
  offer: OfferRow,
): ReadonlyArray<DocumentCover> => {
  const rank = ({ isHeld, isOption }: DocumentCover): number => (isHeld ? Number(isOption) : 2)
  return catalogue
    .linesOf(offer)
    .map((cover) => coverOf(speech, offer, cover))
    .sort((left, right) => rank(left) - rank(right))
}
