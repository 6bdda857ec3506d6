import * as Predicate from "effect/Predicate"
import { sourceKinds } from "../coach/coach-vocabulary.ts"
import { rawAmountOf, type SpokenTerm } from "../coach/wording.ts"
import type { MessageValues, MessageWriter } from "./message-writer.ts"
import type { MessageValue } from "./read-text.ts"

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
  /** The values of a text. */
  readonly valuesOf: (variables: AnswerVariables) => MessageValues
  /** The amount of an argument: in raw values where they have it, else as the answer prints it. */
  readonly figureOf: (variables: AnswerVariables, printed: string) => string
}

/** Prepares what says in one language what answers tell. */
export const makeSentenceWriter = (writer: MessageWriter): SentenceWriter => {
  const sayValue = (name: string, value: unknown): string | undefined =>
    writer.amount(value) ?? namedValue(name, value, writer)
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
    const opened = openingTerms(variables, writer)
    const listed =
      writer.terms(readTerms(toldList(variables, "terms")), cover) ?? writer.terms(opened, cover)
    const lead = writer.lead(opened, cover)
    const opening = cover === undefined ? undefined : writer.openingGuarantee(cover)
    return {
      ...(covers === undefined ? {} : { covers: writer.covers(covers), coverCount: covers.length }),
      ...(listed === undefined ? {} : { terms: listed }),
      ...(lead === undefined ? {} : { lead }),
      ...(opening === undefined ? {} : { cover: opening }),
    }
  }
  /** Who says a figure, of when, in the language of the sentences. */
  const accordingOf = ({ values, vars }: AnswerVariables): Record<string, MessageValue> => {
    const kind = sourceKinds.find((each) => each === vars["sourceKind"])
    if (kind === undefined) return {}
    const asOf = typeof values["asOf"] === "string" ? writer.print.date(values["asOf"]) : undefined
    return { according: writer.according(kind, asOf, String(vars["old"])) }
  }
  return {
    valuesOf: (variables) => {
      const said = {
        ...plainValues(variables),
        ...listValues(variables),
        ...accordingOf(variables),
      }
      return { ...defaults(writer, said), ...said }
    },
    figureOf: (variables, printed) => {
      const { values, vars } = variables
      const own = writer.amount(values["figure"])
      if (own !== undefined) return own
      const name = figureNames.find((each) => vars[each] === printed)
      const amount =
        name === undefined ? writer.amount(openingTerms(variables, writer)[0]?.limit) : undefined
      const raw = name === undefined ? undefined : writer.amount(values[name])
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

const recordIn = (part: object, name: string): AnswerVariables["vars"] => {
  const record: unknown = Reflect.get(part, name)
  return typeof record === "object" && record !== null ? { ...record } : {}
}

/** What a value means by its name, where it is no amount. */
const namedValue = (name: string, value: unknown, writer: MessageWriter): string | undefined => {
  const codes = textsOf(value) ?? (typeof value === "string" ? [value] : [])
  const [first] = codes
  if (first === undefined) return undefined
  switch (name) {
    case "inPlace":
    case "inPlaces":
      return writer.inPlace(first)
    case "destinationName":
    case "demandCountry": {
      const places = codes.flatMap((code) => writer.place(code) ?? [])
      return places.length < codes.length ? undefined : writer.print.list(places)
    }
    case "here":
      return writer.word(first === "at_home" ? "at_home" : "there")
    case "lookFor":
      return writer.lookFor(first)
    case "asOf":
      return writer.print.date(first)
    case "market":
      return writer.market(first)
    case "issuer":
      return writer.issuer(first)
    case "network":
      return writer.network(first)
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

/** A list that an answer tells raw, or, as older servers did, among its printed values. */
const toldList = ({ values, vars }: AnswerVariables, name: string): unknown =>
  values[name] ?? vars[name]

const coverOf = ({ values, vars }: AnswerVariables): string | undefined => {
  const cover = values["cover"] ?? vars["cover"]
  return typeof cover === "string" ? cover : undefined
}

const readTerm = (value: unknown): ReadonlyArray<SpokenTerm> => {
  if (!Predicate.isObject(value)) return []
  const term: unknown = Reflect.get(value, "term")
  if (typeof term !== "string") return []
  const limit: unknown = Reflect.get(value, "limit") ?? undefined
  const cover: unknown = Reflect.get(value, "cover")
  const age: unknown = Reflect.get(value, "age")
  return [
    {
      term,
      limit,
      age: typeof age === "number" ? age : yearsOf(limit),
      cover: typeof cover === "string" ? cover : undefined,
    },
  ]
}

const yearsOf = (limit: unknown): number | undefined => {
  const amount = rawAmountOf(limit)
  return amount !== undefined && "unit" in amount && amount.unit === "year"
    ? amount.value
    : undefined
}

/** What stands where nothing is told: a place unsaid, an amount not converted, a condition unnamed. */
const defaults = (writer: MessageWriter, known: MessageValues): MessageValues => ({
  inPlace: writer.word("there"),
  converted: "false",
  condition: "other",
  stale: "false",
  // What answers of older servers do not tell.
  according: writer.word("source_none"),
  ranged: "false",
  cardsRead: 0,
  sports: "neither",
  found: "none",
  own: "false",
  scheme: "other",
  limitKnown: String(known["limit"] !== undefined),
  demandKnown: String(known["demand"] !== undefined),
})

/** The terms of the opening: those that the answer names, or those that its terms come to. */
const openingTerms = (
  variables: AnswerVariables,
  { namesTerm }: MessageWriter,
): ReadonlyArray<SpokenTerm> => {
  const named = readTerms(toldList(variables, "lead")).filter(namesTerm)
  if (named.length > 0) return named
  return leadTerms(readTerms(toldList(variables, "terms")).filter(namesTerm), coverOf(variables))
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
