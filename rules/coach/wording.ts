import { memo } from "../../core/memory.ts"
import type { CurrencyCode } from "../../core/vocabulary/codes.ts"
import { writtenLanguage, type WrittenLanguage } from "../../core/vocabulary/written-language.ts"
import type { CoachTables } from "./coach-tables.ts"
import { countedWords, type SourceKind, universalMarket, type WordKey } from "./coach-vocabulary.ts"
import { isMeasure, makePrint, type Print } from "./printed-figures.ts"

/** Says in one language of one market what answers name, list and print. */
export interface Wording extends Naming {
  readonly language: WrittenLanguage
  readonly locale: string
  /** Chooses the text of the language: French, English, or the English of North America. */
  readonly choose: (texts: TextChoice) => string | null
}

/** Says in one language, which need be none that bilans are written in, what answers name, list and print. */
export interface Naming {
  readonly print: Print
  /** A word that sentences are put together with. */
  readonly word: (key: WordKey, values?: PlainValues) => string
  /** A guarantee as the title of a gap; undefined where it has no name. */
  readonly title: (slug: string) => string | undefined
  /** A guarantee inside of a sentence. */
  readonly guarantee: (slug: string) => string | undefined
  /** A guarantee at the start of a sentence. */
  readonly openingGuarantee: (slug: string) => string | undefined
  /** The words for a guarantee to look for in a card's notice. */
  readonly lookFor: (slug: string) => string | undefined
  /** As many covers as fit into a sentence, then how many more there are. */
  readonly covers: (slugs: ReadonlyArray<string>) => string
  /** As many terms as fit into a sentence; those of another cover than the one spoken of name it. */
  readonly terms: (
    terms: ReadonlyArray<SpokenTerm>,
    cover: string | undefined,
  ) => string | undefined
  /** The terms of an opening that begins with the name of a cover, as many as fit. */
  readonly lead: (terms: ReadonlyArray<SpokenTerm>, cover: string | undefined) => string | undefined
  /** Whether a term has a name. */
  readonly namesTerm: (term: SpokenTerm) => boolean
  /** A place with its preposition: “in the Netherlands”. */
  readonly inPlace: (code: string) => string | undefined
  /** Several countries that are not named, with their preposition: “in the two countries of your trip”. */
  readonly inCountries: (count: number) => string
  /** A place alone. */
  readonly place: (code: string) => string | undefined
  /** A market: its country, or all of them. */
  readonly market: (market: string) => string | undefined
  /** Who gives official advice. */
  readonly issuer: (name: string) => string
  /** A card network. */
  readonly network: (network: string) => string
  /** Who says a figure, of when, and whether that is old: “the issuer (2024)”. */
  readonly according: (kind: SourceKind, asOf: string | undefined, old: string) => string
  /** An amount of money or a measure; undefined for anything else. */
  readonly amount: (value: unknown) => string | undefined
}

/** A term of a cover as an answer carries it: its word, its amount, an age, and the cover it binds. */
export interface SpokenTerm {
  readonly term: string
  readonly limit?: unknown
  readonly age?: number | undefined
  readonly cover?: string | undefined
}

/** The tables of names. */
export type NamingTables = Pick<
  CoachTables,
  | "coachMarkets"
  | "messageGuarantees"
  | "messageIssuers"
  | "messageLocales"
  | "messageTerms"
  | "messageWords"
  | "places"
>

/** The texts and names of one language that a {@link Naming} is made of. */
export interface NameTexts extends Pick<
  Naming,
  | "print"
  | "word"
  | "title"
  | "guarantee"
  | "lookFor"
  | "inPlace"
  | "inCountries"
  | "place"
  | "issuer"
> {
  /** The locale whose rules give a name its capital. */
  readonly capitals: string
  /** The name of a term, short or long, which may show its limit and an age. */
  readonly term: (term: string, form: TermForm) => string | undefined
}

/** A name of a term: in openings, or in the lists of facts. */
export type TermForm = "short" | "long"

/** Prints the values of sentences in a locale of a language. */
export type PrintIn = (locale: string, language: WrittenLanguage) => Print

/**
 * Prepares the wording of each market in each language; each is made when it is first asked for. Figures
 * are printed as the market prints them, unless `printIn` prints them in another way.
 */
export const prepareWording = (
  tables: NamingTables,
  printIn: PrintIn = makePrint,
): ((language: WrittenLanguage, market: string) => Wording) => {
  const wordings = memo((market: string) =>
    memo((language: WrittenLanguage) => wordingIn(tables, language, market, printIn)),
  )
  // Markets come from callers: those that no table has are spoken to as one.
  return (language, asked) =>
    wordings(tables.coachMarkets.get(asked) === undefined ? "" : asked)(language)
}

/** The most characters of headlines. */
export const headlineLength = 70

/** The most characters of openings. */
const hookLength = 60

/** The most characters of a list of covers, and of terms, so that facts stay short. */
const coversLength = 70

const termsLength = 140

/**
 * A list of as many names as fit, then how many more there are; one name at least.
 *
 * ```ts
 * import { fittingList } from "../rules/coach/wording.ts"
 *
 * const words = { list: (names) => names.join(", "), more: (count) => `${count} more` }
 * fittingList(["baggage", "delay"], 14, words) // => "baggage, delay"
 * fittingList(["baggage", "delay", "rescue"], 21, words) // => "baggage, 2 more"
 * fittingList(["baggage"], 3, words) // => "baggage"
 * ```
 */
export const fittingList = (
  names: ReadonlyArray<string>,
  length: number,
  { list, more }: ListWords,
): string => {
  for (let shown = names.length; shown > 1; shown -= 1) {
    const rest = names.length - shown
    const text = list(rest === 0 ? names : [...names.slice(0, shown), more(rest)])
    if (text.length <= length) return text
  }
  const first = names.slice(0, 1)
  return list(names.length > 1 ? [...first, more(names.length - 1)] : first)
}

/**
 * A name as the first word of a sentence, by the rules of a locale.
 *
 * ```ts
 * import { capitalised } from "../rules/coach/wording.ts"
 *
 * capitalised("indemnité") // => "Indemnité"
 * capitalised("état") // => "État"
 * capitalised("iptal", "tr") // => "İptal"
 * ```
 */
export const capitalised = (name: string, locale = "fr"): string =>
  name.charAt(0).toLocaleUpperCase(locale) + name.slice(1)

/**
 * Fills in a text that shows values and chooses nothing; undefined where one is missing.
 *
 * ```ts
 * import { fillPlain } from "../rules/coach/wording.ts"
 *
 * fillPlain("up to {limit}", { limit: "90 days" }) // => "up to 90 days"
 * fillPlain("up to {limit}", {}) // => undefined
 * ```
 */
export const fillPlain = (text: string, values: PlainValues): string | undefined => {
  const names = [...text.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name)
  if (names.some((name) => values[name] === undefined)) return undefined
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name]))
}

/**
 * Whether a value of an answer is an amount: money, or a measure with its unit.
 *
 * ```ts
 * import { rawAmountOf } from "../rules/coach/wording.ts"
 *
 * rawAmountOf({ value: 90, unit: "day" }) // => { value: 90, unit: "day" }
 * rawAmountOf("800") // => undefined
 * ```
 */
export const rawAmountOf = (value: unknown): RawAmount | undefined => {
  if (typeof value !== "object" || value === null) return undefined
  const number: unknown = Reflect.get(value, "value")
  const currency: unknown = Reflect.get(value, "currency")
  const unit: unknown = Reflect.get(value, "unit")
  if (typeof number !== "number" || !Number.isFinite(number)) return undefined
  if (typeof currency === "string") {
    const highest: unknown = Reflect.get(value, "highest")
    const cards: unknown = Reflect.get(value, "cards")
    return typeof highest === "number" && typeof cards === "number"
      ? { value: number, currency, highest, cards }
      : { value: number, currency }
  }
  return typeof unit === "string" ? { value: number, unit } : undefined
}

/** An amount as answers carry it raw: money, or a measure with its unit. */
export type RawAmount =
  | {
      readonly value: number
      readonly currency: CurrencyCode
      readonly highest?: number
      readonly cards?: number
    }
  | { readonly value: number; readonly unit: string }

/** A text in all languages; null where there is none. */
export interface TextChoice {
  readonly fr: string | null
  readonly en: string | null
  readonly us?: string | null
}

type PlainValues = Readonly<Record<string, string | number | undefined>>

/** How a list is joined, and how what it leaves out is counted. */
interface ListWords {
  readonly list: (names: ReadonlyArray<string>) => string
  readonly more: (count: number) => string
}

const wordingIn = (
  tables: NamingTables,
  language: WrittenLanguage,
  market: string,
  printIn: PrintIn,
): Wording => {
  const locale = localeOf(tables, language, market)
  const isNorthAmerican = tables.messageLocales.get(market)?.english === "us"
  const choose: Wording["choose"] = (choice) => {
    const english = (isNorthAmerican ? choice.us : null) ?? choice.en
    return { en: english, fr: choice.fr }[language]
  }
  const word: Wording["word"] = (key, values = {}) => {
    const row = tables.messageWords.get(key)
    const text = row === undefined ? null : choose(row)
    return text === null ? "" : (fillPlain(text, values) ?? "")
  }
  const naming = makeNaming(
    {
      print: printIn(locale, language),
      capitals: "fr",
      word,
      ...guaranteeNames(tables, choose),
      term: (term, form) => {
        const row = tables.messageTerms.get(term)
        return row === undefined ? undefined : (choose(termForms[form](row)) ?? undefined)
      },
      ...placeNames(tables, language),
      inCountries: (count) => {
        const inLetters = countedWords.find((each) => each === `number_${count}`)
        const counted = inLetters === undefined ? count : word(inLetters)
        return word("in_countries", { count: counted })
      },
      issuer: (name) => {
        const row = tables.messageIssuers.get(name)
        return row === undefined ? name : (choose(row) ?? name)
      },
    },
    tables,
  )
  return { language, locale, choose, ...naming }
}

/** Makes of the texts and names of a language what says answers in it. */
export const makeNaming = (
  { capitals, term: termText, ...texts }: NameTexts,
  { coachMarkets }: Pick<NamingTables, "coachMarkets">,
): Naming => {
  const { guarantee, place, print, word } = texts
  const amount: Naming["amount"] = (value) => {
    const raw = rawAmountOf(value)
    if (raw === undefined) return undefined
    if ("currency" in raw) {
      const lowest = print.money(raw.value, raw.currency)
      const highest = raw.highest === undefined ? undefined : print.money(raw.highest, raw.currency)
      if (highest === undefined || raw.cards === undefined) return lowest
      return word("money_range", { lowest, highest })
    }
    return isMeasure(raw.unit) ? print.measure(raw.value, raw.unit) : undefined
  }
  const words: ListWords = {
    list: print.list,
    more: (count) => word(count === 1 ? "and_one_more" : "and_more", { count }),
  }
  const openingGuarantee: Naming["openingGuarantee"] = (slug) => {
    const name = guarantee(slug)
    return name === undefined ? undefined : capitalised(name, capitals)
  }
  /** Names a term, short or long; undefined for one without a name, or whose amount its name needs. */
  const termName = (form: TermForm, { age, limit, term }: SpokenTerm): string | undefined => {
    const printed = typeof limit === "string" ? limit : amount(limit)
    const unread = printed === undefined ? termText(unreadWords[term] ?? "", form) : undefined
    const text = unread ?? termText(term, form)
    return text === undefined
      ? undefined
      : fillPlain(text, { limit: printed, age: ageOf(age, limit) })
  }
  const listed = (told: SpokenTerm, cover: string | undefined): ReadonlyArray<string> => {
    const term = termName("long", told)
    if (term === undefined) return []
    const other = told.cover === undefined || told.cover === cover ? undefined : told.cover
    const name = other === undefined ? undefined : guarantee(other)
    return [name === undefined ? term : word("of_cover", { cover: name, term })]
  }

  return {
    ...texts,
    openingGuarantee,
    amount,
    covers: (slugs) =>
      fittingList(
        slugs.map((slug) => guarantee(slug) ?? slug),
        coversLength,
        words,
      ),
    terms: (terms, cover) => {
      const told = terms.flatMap((term) => listed(term, cover))
      return told.length === 0 ? undefined : fittingList([...new Set(told)], termsLength, words)
    },
    lead: (terms, cover) => {
      const told = terms.flatMap((term) => termName("short", term) ?? [])
      const opening = cover === undefined ? "" : (openingGuarantee(cover) ?? "")
      const whole = told.join(", ")
      if (told.length === 0) return undefined
      // An opening reads « Frais médicaux : … ».
      return opening.length + " : ".length + whole.length <= hookLength ? whole : told[0]
    },
    namesTerm: (term) => termName("short", term) !== undefined,
    market: (market) => {
      if (market === universalMarket) return word("all_markets")
      const [residence] = coachMarkets.get(market)?.residences ?? []
      return residence === undefined ? undefined : place(residence)
    },
    according: (kind, asOf, old) => {
      const source = word(`source_${kind}`)
      if (kind === "none" || kind === "derived") return source
      const dated = asOf ?? word("undated")
      return word(old === "true" ? "of_old_date" : "of_date", { source, asOf: dated })
    },
    network: (network) => {
      const key = networkWords.find((each) => each === `network_${network}`)
      return key === undefined ? network : word(key)
    },
  }
}

const networkWords = [
  "network_visa",
  "network_mastercard",
  "network_amex",
  "network_discover",
] as const

/** The locale of a language in a market: its own where it is the market's, else that of the table of locales. */
const localeOf = (
  { coachMarkets, messageLocales }: NamingTables,
  language: WrittenLanguage,
  market: string,
): string => {
  const row = coachMarkets.get(market)
  if (row !== undefined && writtenLanguage(row.language) === language) return row.locale
  const locales = messageLocales.get(market)
  return locales === undefined ? language : { fr: locales.localeFr, en: locales.localeEn }[language]
}

const guaranteeNames = (
  { messageGuarantees }: NamingTables,
  choose: Wording["choose"],
): Pick<NameTexts, "title" | "guarantee" | "lookFor"> => {
  const title: Wording["title"] = (slug) => {
    const row = messageGuarantees.get(slug)
    return row === undefined
      ? undefined
      : (choose({ fr: row.fr, en: row.en, us: row.us }) ?? undefined)
  }
  const guarantee: Wording["guarantee"] = (slug) => {
    const row = messageGuarantees.get(slug)
    if (row === undefined) return undefined
    return choose({ fr: row.listFr, en: row.listEn, us: row.listUs }) ?? title(slug)
  }
  return {
    title,
    guarantee,
    lookFor: (slug) => {
      const row = messageGuarantees.get(slug)
      if (row === undefined) return undefined
      return choose({ fr: row.lookFr, en: row.lookEn }) ?? guarantee(slug)
    },
  }
}

/** The texts of a term by their forms. */
const termForms = {
  short: ({ shortEn, shortFr, shortUs }: TermRow) => ({ fr: shortFr, en: shortEn, us: shortUs }),
  long: ({ longEn, longFr, longUs }: TermRow) => ({ fr: longFr, en: longEn, us: longUs }),
} as const satisfies Readonly<Record<TermForm, (row: TermRow) => TextChoice>>

type TermRow = NamingTables["messageTerms"]["rows"][number]

/** What a term is called whose amount was not read. */
const unreadWords: Readonly<Record<string, string>> = {
  day_limit: "day_limit_unread",
  distance_from_home: "distance_unread",
  paid_share: "paid_with_card",
}

const ageOf = (age: number | undefined, limit: unknown): number | undefined => {
  if (age !== undefined) return age
  const amount = rawAmountOf(limit)
  return amount !== undefined && "unit" in amount && amount.unit === "year"
    ? amount.value
    : undefined
}

const placeNames = (
  { places }: NamingTables,
  language: WrittenLanguage,
): Pick<NameTexts, "inPlace" | "place"> => {
  const placeOf = (code: string): Readonly<Record<"in" | "name", string>> | undefined => {
    const row = places.get(code)
    if (row === undefined) return undefined
    return {
      en: { in: row.inEn, name: row.nameEn },
      fr: { in: row.inFr, name: row.nameFr },
    }[language]
  }
  return { inPlace: (code) => placeOf(code)?.in, place: (code) => placeOf(code)?.name }
}
