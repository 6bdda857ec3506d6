import * as Predicate from "effect/Predicate"
import { fittingList, type ListWords } from "./lists.ts"
import type { Names } from "./names.ts"
import { printAmount, rawAmountOf } from "./raw-value.ts"
import type { RenderingTables } from "./rendering-tables.ts"
import type { MessageValues, MessageWriter } from "./message-writer.ts"

/** A term of a cover as an answer carries it: its word, its amount, an age, and the cover it binds. */
export interface SpokenTerm {
  readonly term: string
  readonly limit: unknown
  readonly age: number | undefined
  readonly cover: string | undefined
}

const ageOf = (age: unknown, limit: unknown): number | undefined => {
  if (typeof age === "number") return age
  const amount = rawAmountOf(limit)
  return amount !== undefined && "unit" in amount && amount.unit === "year"
    ? amount.value
    : undefined
}

const readTerm = (value: unknown): ReadonlyArray<SpokenTerm> => {
  if (!Predicate.isObject(value)) return []
  const term: unknown = Reflect.get(value, "term")
  if (typeof term !== "string") return []
  const limit: unknown = Reflect.get(value, "limit") ?? undefined
  const cover: unknown = Reflect.get(value, "cover")
  const age = ageOf(Reflect.get(value, "age"), limit)
  return [{ term, limit, age, cover: typeof cover === "string" ? cover : undefined }]
}

/** The terms of a list in an answer; none for what is no such list. */
export const readTerms = (value: unknown): ReadonlyArray<SpokenTerm> =>
  Array.isArray(value) ? value.flatMap(readTerm) : []

/** What a term is about: an opening does not tell the same twice. */
const topics: ReadonlyMap<string, ReadonlyArray<string>> = new Map([
  ["day_limit", ["length"]],
  ["void_if_longer", ["length"]],
  ["senior_day_limit", ["length", "age"]],
  ["age_limit", ["age"]],
])

const topicsOf = ({ term }: SpokenTerm): ReadonlyArray<string> => topics.get(term) ?? [term]

/**
 * The terms that an opening tells: of the cover that it speaks of the first with an amount, else the
 * first, and beside it the first about something else.
 *
 * ```ts
 * import { leadTerms, readTerms } from "../rules/messages/term-names.ts"
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

/** Names terms in one language: short, or long with the name of a cover that is not the one told of. */
export interface TermNames {
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

/** Prepares that. */
export const termNamesOf = (
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
