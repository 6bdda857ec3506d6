import { memo } from "../../../core/memory.ts"
import type { CurrencyCode } from "../../../core/vocabulary/codes.ts"
import type { Guarantee, GuaranteeState } from "../../../core/vocabulary/guarantee.ts"
import type { FillText, MessageValue } from "../read-text.ts"
import { elided } from "./elision.ts"
import type { TravellerLanguage } from "./languages.ts"
import { makeTravellerPrint, type TravellerPrint } from "./traveller-print.ts"
import {
  keyedTexts,
  type quoteKeys,
  type TravellerKey,
  type TravellerTables,
} from "./traveller-tables.ts"
import { coverHighlight, type Highlight, type TellHighlight } from "../../pricing/highlights.ts"

/** The values that a text shows, by name. */
export type TravellerValues = Readonly<Record<string, MessageValue>>

/**
 * Speaks to travellers of one language: called with a key, it gives the text, filled in; figures, days
 * and names it prints. A text that the language lacks is told in English.
 */
export interface TravellerText extends TravellerPrint {
  (key: TravellerKey, values?: TravellerValues): string
  readonly language: TravellerLanguage
  /** The locale by which it prints. */
  readonly locale: string
  /** What a guarantee is called, in full. */
  readonly guarantee: (slug: string) => string
  /** What a guarantee is called where there is little room. */
  readonly shortGuarantee: (slug: string) => string
  /** What a guarantee is, in a sentence. */
  readonly aboutGuarantee: (slug: string) => string
  /** An example of what a guarantee pays. */
  readonly guaranteeExample: (slug: string) => string
  /** What a trip type is called. */
  readonly intent: (intent: string) => string
  /** A text of the table of highlights, by its key. */
  readonly highlight: (says: string, values: TravellerValues) => string
  /** How an offer holds a guarantee: `up to €800`. */
  readonly cover: (guarantee: Guarantee, currency: CurrencyCode) => string
  /** What the language calls itself. */
  readonly languageName: string
  /** Whether its texts are made by a machine and no person has reviewed them. */
  readonly isMachineMade: boolean
}

/** The texts of every language; each is prepared when it is first asked for. */
export type TravellerTexts = (language: TravellerLanguage) => TravellerText

/** Prepares speaking to travellers; nothing is read before a language is asked for. */
export const makeTravellerTexts = (parts: TravellerParts): TravellerTexts =>
  memo((language) => prepareLanguage(parts, language))

/**
 * Puts highlights into the words of a language.
 *
 * ```ts
 * import { highlightTeller } from "../rules/messages/travellers/traveller-text.ts"
 *
 * const names = { shortGuarantee: () => "Baggage", cover: () => "up to €800", ceiling: () => "€84" }
 * const say = (says, { cover, figure, guarantee }) => (says === "cover" ? `${guarantee}: ${cover}` : `${says} ${figure}`)
 * const tell = highlightTeller(Object.assign(() => "as an option", names, { highlight: say }))
 * const held = { state: "value", value: 800 } as const
 * const row = { offerId: "101", kind: "included", slug: "suitcaseInsurance", says: "cover", figure: null } as const
 * tell({ row, held, isOption: false, currency: "EUR" }) // => "Baggage: up to €800"
 * tell({ row, held, isOption: true, currency: "EUR" }) // => "Baggage: as an option"
 * tell({ row: { ...row, kind: "excluded" }, held, isOption: false, currency: "EUR" }) // => "Baggage"
 * const aged = { ...row, says: "travellers_over", figure: 84 }
 * tell({ row: aged, held: undefined, isOption: false, currency: "EUR" }) // => "travellers_over 84"
 * ```
 */
export const highlightTeller =
  (text: HighlightText): TellHighlight =>
  (highlight) => {
    return highlight.row.says === coverHighlight
      ? toldCover(text, highlight)
      : toldFigure(text, highlight.row)
  }

/** A highlight, or what an offer leaves out, with the figure that its row has. */
export const toldFigure = (
  text: Pick<TravellerText, "ceiling" | "highlight">,
  { figure, says }: { readonly figure: number | null; readonly says: string },
): string =>
  text.highlight(
    says,
    figure === null ? {} : { figure, amount: text.ceiling(figure, figureCurrency) },
  )

/** What the texts are made of: their tables, and what makes a text of a locale ready to be filled in. */
export interface TravellerParts {
  readonly tables: TravellerTables
  readonly format: (text: string, locale: string) => FillText
}

const prepareLanguage = (
  { format, tables }: TravellerParts,
  language: TravellerLanguage,
): TravellerText => {
  const fillOf = memo((key: TravellerKey): FillText => {
    const found = textOf(tables, key, language)
    if (found === undefined) return () => undefined
    return format(found.text, localeOf(tables, found.language))
  })
  const say = (key: TravellerKey, values: TravellerValues = noValues): string => {
    const said = fillOf(key)(values)
    // A slip of a page, which its tests meet: no traveller should read half a sentence.
    if (said === undefined)
      throw new Error(`no text ${key}, or no value that it shows (${language})`)
    return elided(language, said).replace(doubleStop, ".")
  }
  const spoken = tables.travellerSpeech.get(language)
  const highlightOf = memo((says: string): FillText => {
    const found = foundIn(tables.travellerHighlights.get(says), language)
    return found === undefined
      ? () => undefined
      : format(found.text, localeOf(tables, found.language))
  })
  const locale = localeOf(tables, language)
  const print = makeTravellerPrint(locale, spoken?.days)
  const own = {
    language,
    locale,
    ...namesIn(tables, language),
    highlight: (says: string, values: TravellerValues): string =>
      elided(language, highlightOf(says)(values) ?? says),
    cover: ({ state, value }: Guarantee, currency: CurrencyCode): string => {
      if (!withAmount.has(state)) return say(coverKeys[state])
      // A ceiling that nobody printed is not told as one.
      if (value === null) return say("offers.included")
      return say(coverKeys[state], { amount: print.ceiling(value, currency) })
    },
    languageName: spoken?.name ?? language,
    isMachineMade: spoken?.reading === "machine",
  }
  return Object.assign(say, print, own)
}

const textOf = (tables: TravellerTables, key: string, language: TravellerLanguage): Found => {
  for (const name of tableNames) {
    const found = foundIn(tables[name].get(key), language)
    if (found !== undefined) return found
  }
  return undefined
}

/** A text of a row in a language or in English, and the language that it is in. */
type Found = { readonly text: string; readonly language: TravellerLanguage } | undefined

const tableNames = Object.keys(keyedTexts) as ReadonlyArray<keyof typeof keyedTexts>

const foundIn = (row: TextRow | undefined, language: TravellerLanguage): Found => {
  const text = row?.[language]
  if (row === undefined || text === undefined) return undefined
  return text === null ? { text: row.en, language: "en" } : { text, language }
}

type TextRow = Readonly<Record<TravellerLanguage, string | null>> & { readonly en: string }

const localeOf = ({ travellerSpeech }: TravellerTables, language: TravellerLanguage): string =>
  travellerSpeech.get(language)?.locale ?? language

const noValues: TravellerValues = {}

/** The end of a sentence behind a value that ends with a full stop itself, as days of some languages do. */
const doubleStop = /(?<!\.)\.\.(?!\.)/gu

const namesIn = (tables: TravellerTables, language: TravellerLanguage) => {
  const { travellerGuarantees, travellerIntents } = tables
  const guarantee = (slug: string): string =>
    foundIn(travellerGuarantees.get(slug, "name"), language)?.text ?? slug
  return {
    guarantee,
    aboutGuarantee: (slug: string): string =>
      foundIn(travellerGuarantees.get(slug, "about"), language)?.text ?? "",
    guaranteeExample: (slug: string): string =>
      foundIn(travellerGuarantees.get(slug, "example"), language)?.text ?? "",
    shortGuarantee: (slug: string): string =>
      foundIn(travellerGuarantees.get(slug, "short"), language)?.text ?? guarantee(slug),
    intent: (intent: string): string =>
      foundIn(travellerIntents.get(intent), language)?.text ?? intent,
  }
}

/** States whose text shows the amount. */
const withAmount: ReadonlySet<GuaranteeState> = new Set(["value", "per_day"])

const coverKeys = {
  value: "offers.up_to",
  included: "offers.included",
  actual_costs: "offers.actual_costs",
  per_day: "offers.per_day",
  return_ticket: "offers.return_ticket",
  trip_price: "offers.trip_price",
  studies_amount: "offers.studies_amount",
  not_available: "offers.not_available",
} as const satisfies Readonly<Record<GuaranteeState, (typeof quoteKeys)[number]>>

/** What speaking of highlights needs. */
type HighlightText = Pick<TravellerText, "cover" | "ceiling" | "highlight" | "shortGuarantee"> &
  ((key: "offers.optional") => string)

const toldCover = (text: HighlightText, { currency, held, isOption, row }: Highlight): string => {
  const guarantee = text.shortGuarantee(row.slug ?? row.says)
  // What is left out, and what is simply there, needs no more than its name.
  if (row.kind === "excluded" || held === undefined) return guarantee
  if (held.state === "included" && !isOption) return guarantee
  const cover = isOption ? text("offers.optional") : text.cover(held, currency)
  return text.highlight(coverHighlight, { guarantee, cover })
}

/** The currency of the figures that texts show as amounts. */
const figureCurrency = "EUR"
