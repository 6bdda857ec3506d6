import * as Predicate from "effect/Predicate"
import type { MessageValues, MessageWriter, Print } from "./message-writer.ts"
import { type Names, namesOf } from "./names.ts"
import type { MessageValue } from "./read-text.ts"
import type { RenderingTables } from "./rendering-tables.ts"

/** What an answer says about an argument, a headline or a ceiling: printed, and where it says so raw. */
export interface AnswerVariables {
  readonly vars: Readonly<Record<string, unknown>>
  readonly values: Readonly<Record<string, unknown>>
}

/** What a part of an answer tells: one of an older server has no raw values, or no values at all. */
export const variablesOf = (part: object): AnswerVariables => ({
  vars: recordIn(part, "vars"),
  values: recordIn(part, "values"),
})

/** Says in one language what answers tell. */
export interface SentenceWriter {
  readonly names: Names
  /** The values of a text. */
  readonly valuesOf: (variables: AnswerVariables) => MessageValues
  /** The openings that lists of terms have, the fullest first; one without terms. */
  readonly openingsOf: (variables: AnswerVariables) => ReadonlyArray<MessageValues>
  /** The amount of an argument: in raw values where they have it, else as the answer prints it. */
  readonly figureOf: (variables: AnswerVariables, printed: string) => string
}

/** Prepares what says in one language what answers tell. */
export const makeSentenceWriter = (
  tables: RenderingTables,
  writer: MessageWriter,
): SentenceWriter => {
  const names = namesOf(tables, writer)
  const { print } = writer
  const words: ListWords = { list: print.list, more: (count) => writer.word("and_more", { count }) }
  const terms: TermNames = termNamesOf(tables, writer, names, words)
  const sayValue = (name: string, value: unknown): string | undefined =>
    printAmount(value, print) ?? namedValue(name, value, { names, print })
  const plainValues = ({ values, vars }: AnswerVariables): Record<string, MessageValue> => {
    const said: Record<string, MessageValue> = {}
    for (const [name, value] of Object.entries(vars)) {
      const scalar = (tableNames.has(name) ? sayValue(name, value) : undefined) ?? scalarOf(value)
      if (scalar !== undefined) said[name] = scalar
    }
    for (const [name, value] of Object.entries(values)) {
      const printed = sayValue(name, value)
      if (printed !== undefined) said[name] = printed
    }
    return said
  }
  const listValues = (variables: AnswerVariables): Record<string, MessageValue> => {
    const covers = textsOf(toldList(variables, "covers"))
    const cover = coverOf(variables)
    const listed = terms.list(readTerms(toldList(variables, "terms")), cover, termsLength)
    const opening = cover === undefined ? undefined : names.openingGuarantee(cover)
    const named = (covers ?? []).map((slug) => names.guarantee(slug) ?? slug)
    return {
      ...(covers === undefined
        ? {}
        : { covers: fittingList(named, coversLength, words), coverCount: covers.length }),
      ...(listed === undefined ? {} : { terms: listed }),
      ...(opening === undefined ? {} : { cover: opening }),
    }
  }
  return {
    names,
    valuesOf: (variables) => {
      const said = plainValues(variables)
      return { ...defaults(writer, said), ...said, ...listValues(variables) }
    },
    openingsOf: (variables) => {
      const opening = openingTerms(variables, terms)
      return [opening, opening.slice(0, 1)].flatMap((some) => {
        const lead = terms.lead(some)
        return lead === undefined ? [] : [{ lead }]
      })
    },
    figureOf: (variables, printed) => {
      const { values, vars } = variables
      const own = printAmount(values["figure"], print)
      if (own !== undefined) return own
      const name = figureNames.find((each) => vars[each] === printed)
      const amount =
        name === undefined ? terms.amount(openingTerms(variables, terms)[0]) : undefined
      const raw = name === undefined ? undefined : printAmount(values[name], print)
      return raw ?? (/\d/.test(printed) ? amount : undefined) ?? printed
    },
  }
}

/** The terms of a list in an answer; none for what is no such list. */
export const readTerms = (value: unknown): ReadonlyArray<SpokenTerm> =>
  Array.isArray(value) ? value.flatMap(readTerm) : []

/**
 * The terms that an opening tells: of the cover that it speaks of the first with an amount, else the
 * first, and beside it the first about something else.
 *
 * ```ts
 * import { leadTerms, readTerms } from "../rules/messages/sentence-writer.ts"
 *
 * const terms = readTerms([{ term: "emergency_only" }, { term: "day_limit", limit: { value: 90, unit: "day" } }])
 * leadTerms(terms, "hospitalFeesAbroad").map(({ term }) => term) // => ["day_limit", "emergency_only"]
 * ```
 */
export const leadTerms = (
  terms: ReadonlyArray<SpokenTerm>,
  cover: string | undefined,
): ReadonlyArray<SpokenTerm> => {
  const own = terms.filter((each) => each.cover === undefined || each.cover === cover)
  const first = own.find(({ limit }) => limit !== undefined) ?? own[0]
  if (first === undefined) return []
  const told = topicsOf(first)
  const second = own.find(
    (each) => each !== first && !topicsOf(each).some((topic) => told.includes(topic)),
  )
  return second === undefined ? [first] : [first, second]
}

/** The texts of a list in an answer; undefined for what is no list of texts. */
export const textsOf = (value: unknown): ReadonlyArray<string> | undefined =>
  Array.isArray(value) && value.every((each) => typeof each === "string") ? value : undefined

/**
 * An amount as it is printed; undefined for what is none, or what cannot be printed.
 *
 * ```ts
 * import { makePrint } from "../rules/messages/message-writer.ts"
 * import { printAmount } from "../rules/messages/sentence-writer.ts"
 *
 * printAmount({ value: 90, unit: "day" }, makePrint("en-GB")) // => "90 days"
 * printAmount({ value: 800, currency: "EUR" }, makePrint("en-GB")) // => "€800"
 * printAmount("800", makePrint("en-GB")) // => undefined
 * ```
 */
export const printAmount = (value: unknown, print: Print): string | undefined => {
  const amount = rawAmountOf(value)
  if (amount === undefined) return undefined
  return "currency" in amount
    ? print.money(amount.value, amount.currency)
    : print.measure(amount.value, amount.unit)
}

/**
 * A list of as many names as fit, then how many more there are; one name at least.
 *
 * ```ts
 * import { fittingList } from "../rules/messages/sentence-writer.ts"
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

const recordIn = (part: object, name: string): AnswerVariables["vars"] => {
  const record: unknown = Reflect.get(part, name)
  return typeof record === "object" && record !== null ? { ...record } : {}
}

/** How a list is joined, and how what it leaves out is counted. */
interface ListWords {
  readonly list: (names: ReadonlyArray<string>) => string
  readonly more: (count: number) => string
}

/** Names terms in one language: short, or long with the name of a cover that is not the subject. */
interface TermNames {
  /** Whether a term has a short name. */
  readonly isNamed: (term: SpokenTerm) => boolean
  /** The short names, joined by commas; undefined without any. */
  readonly lead: (terms: ReadonlyArray<SpokenTerm>) => string | undefined
  /** The long names, as many as fit; undefined without any. */
  readonly list: (
    terms: ReadonlyArray<SpokenTerm>,
    cover: string | undefined,
    length: number,
  ) => string | undefined
  /** The amount of a term, as it is printed. */
  readonly amount: (term: SpokenTerm | undefined) => string | undefined
}

/** A term of a cover as an answer carries it: its word, its amount, an age, and the cover it binds. */
interface SpokenTerm {
  readonly term: string
  readonly limit: unknown
  readonly age: number | undefined
  readonly cover: string | undefined
}

/** Prepares that. */
const termNamesOf = (
  { messageTerms }: RenderingTables,
  writer: MessageWriter,
  names: Names,
  words: ListWords,
): TermNames => {
  const named = (form: "short" | "long", told: SpokenTerm): string | undefined => {
    const row = messageTerms.get(termWord(told))
    if (row === undefined) return undefined
    const { longEn, longFr, longUs, shortEn, shortFr, shortUs } = row
    const text = writer.choose(
      form === "short"
        ? { fr: shortFr, en: shortEn, us: shortUs }
        : { fr: longFr, en: longEn, us: longUs },
    )
    return text === null ? undefined : writer.fill(text, termValuesOf(told, writer))
  }
  const listed = (told: SpokenTerm, cover: string | undefined): string | undefined => {
    const term = named("long", told)
    if (term === undefined || told.cover === undefined || told.cover === cover) return term
    const other = names.guarantee(told.cover)
    return other === undefined ? term : writer.word("of_cover", { cover: other, term })
  }
  return {
    isNamed: (term) => named("short", term) !== undefined,
    lead: (terms) => {
      const told = terms.flatMap((term) => named("short", term) ?? [])
      return told.length === 0 ? undefined : told.join(", ")
    },
    list: (terms, cover, length) => {
      const told = terms.flatMap((term) => listed(term, cover) ?? [])
      return told.length === 0 ? undefined : fittingList(told, length, words)
    },
    amount: (term) => printAmount(term?.limit, writer.print),
  }
}

/** A share of the price that was not read is told as paying with the card. */
const termWord = ({ limit, term }: SpokenTerm): string =>
  term === "paid_share" && limit === undefined ? "paid_with_card" : term

const termValuesOf = ({ age, limit }: SpokenTerm, { print }: MessageWriter): MessageValues => {
  const printed = typeof limit === "string" ? limit : printAmount(limit, print)
  return {
    limitKnown: String(printed !== undefined),
    ...(printed === undefined ? {} : { limit: printed }),
    ...(age === undefined ? {} : { age }),
  }
}

/** The amount that a value of an answer is; undefined for anything else. */
const rawAmountOf = (value: unknown): RawAmount | undefined => {
  if (!Predicate.isObject(value)) return undefined
  const number: unknown = Reflect.get(value, "value")
  const currency: unknown = Reflect.get(value, "currency")
  const unit: unknown = Reflect.get(value, "unit")
  if (typeof number !== "number" || !Number.isFinite(number)) return undefined
  if (typeof currency === "string") return { value: number, currency }
  return typeof unit === "string" ? { value: number, unit } : undefined
}

/** An amount as answers carry it raw: money, or a measure with its unit. */
type RawAmount =
  | { readonly value: number; readonly currency: string }
  | { readonly value: number; readonly unit: string }

/** What a value means by its name, where it is no amount. */
const namedValue = (
  name: string,
  value: unknown,
  { names, print }: { readonly names: Names; readonly print: MessageWriter["print"] },
): string | undefined => {
  const codes = textsOf(value) ?? (typeof value === "string" ? [value] : [])
  const [first] = codes
  if (first === undefined) return undefined
  switch (name) {
    case "inPlace":
      return names.inPlace(first)
    case "destinationName":
    case "demandCountry": {
      const places = codes.flatMap((code) => names.place(code) ?? [])
      return places.length < codes.length ? undefined : print.list(places)
    }
    case "asOf":
      return print.date(first)
    case "market":
      return names.market(first)
    case "issuer":
      return names.issuer(first)
    case "network":
      return names.network(first)
    default:
      return undefined
  }
}

/** Names that answers carry as they are in their tables, also where they tell nothing raw. */
const tableNames: ReadonlySet<string> = new Set(["asOf", "market", "issuer", "network"])

const scalarOf = (value: unknown): MessageValue | undefined => {
  if (typeof value === "string" || typeof value === "number") return value
  return typeof value === "boolean" ? String(value) : undefined
}

/** A list that an answer tells raw, or among its printed values. */
const toldList = ({ values, vars }: AnswerVariables, name: string): unknown =>
  values[name] ?? vars[name]

const coverOf = ({ vars }: AnswerVariables): string | undefined =>
  typeof vars["cover"] === "string" ? vars["cover"] : undefined

const readTerm = (value: unknown): ReadonlyArray<SpokenTerm> => {
  if (!Predicate.isObject(value)) return []
  const term: unknown = Reflect.get(value, "term")
  if (typeof term !== "string") return []
  const limit: unknown = Reflect.get(value, "limit") ?? undefined
  const cover: unknown = Reflect.get(value, "cover")
  const age = ageOf(Reflect.get(value, "age"), limit)
  return [{ term, limit, age, cover: typeof cover === "string" ? cover : undefined }]
}

const ageOf = (age: unknown, limit: unknown): number | undefined => {
  if (typeof age === "number") return age
  const amount = rawAmountOf(limit)
  return amount !== undefined && "unit" in amount && amount.unit === "year"
    ? amount.value
    : undefined
}

const termsLength = 140

/** The most characters of a list of covers, and of terms, so that facts stay short. */
const coversLength = 70

/** What stands where nothing is told: a place unsaid, an amount not converted, a condition unnamed. */
const defaults = (writer: MessageWriter, known: MessageValues): MessageValues => ({
  inPlace: writer.word("there"),
  converted: "false",
  condition: "other",
  stale: "false",
  limitKnown: String(known["limit"] !== undefined),
  demandKnown: String(known["demand"] !== undefined),
})

/** The terms of the opening: those that the answer names, or those that its terms come to. */
const openingTerms = (
  variables: AnswerVariables,
  { isNamed }: TermNames,
): ReadonlyArray<SpokenTerm> => {
  const named = readTerms(toldList(variables, "lead")).filter(isNamed)
  if (named.length > 0) return named
  return leadTerms(readTerms(toldList(variables, "terms")).filter(isNamed), coverOf(variables))
}

const topicsOf = ({ term }: SpokenTerm): ReadonlyArray<string> => topics.get(term) ?? [term]

/** What a term is about: an opening does not tell the same twice. */
const topics: ReadonlyMap<string, ReadonlyArray<string>> = new Map([
  ["day_limit", ["length"]],
  ["void_if_longer", ["length"]],
  ["senior_day_limit", ["length", "age"]],
  ["age_limit", ["age"]],
])

const figureNames = ["shortfall", "target", "recommended", "demand", "limit", "cardValue"] as const
