import { fittingList, type ListWords } from "./lists.ts"
import { type Names, namesOf } from "./names.ts"
import { printAmount, textsOf } from "./raw-value.ts"
import type { MessageValue } from "./read-text.ts"
import type { RenderingTables } from "./rendering-tables.ts"
import type { MessageValues, MessageWriter } from "./message-writer.ts"
import { leadTerms, readTerms, termNamesOf, type TermNames, type SpokenTerm } from "./term-names.ts"

/** What an answer tells of an argument, a headline or a ceiling: printed, and where it says so raw. */
export interface AnswerVariables {
  readonly vars: Readonly<Record<string, unknown>>
  readonly values: Readonly<Record<string, unknown>>
}

/** The most characters of a list of covers, and of terms, so that facts stay short. */
const coversLength = 70
const termsLength = 140

const recordIn = (part: object, name: string): AnswerVariables["vars"] => {
  const record: unknown = Reflect.get(part, name)
  return typeof record === "object" && record !== null ? { ...record } : {}
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

const scalarOf = (value: unknown): MessageValue | undefined => {
  if (typeof value === "string" || typeof value === "number") return value
  return typeof value === "boolean" ? String(value) : undefined
}

/** A list that an answer tells raw, or among its printed values. */
const toldList = ({ values, vars }: AnswerVariables, name: string): unknown =>
  values[name] ?? vars[name]

const coverOf = ({ vars }: AnswerVariables): string | undefined =>
  typeof vars["cover"] === "string" ? vars["cover"] : undefined

/** The terms of the opening: those that the answer names, or those that its terms come to. */
const openingTerms = (
  variables: AnswerVariables,
  { isNamed }: TermNames,
): ReadonlyArray<SpokenTerm> => {
  const named = readTerms(toldList(variables, "lead")).filter(isNamed)
  if (named.length > 0) return named
  return leadTerms(readTerms(toldList(variables, "terms")).filter(isNamed), coverOf(variables))
}

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

const figureNames = ["shortfall", "target", "recommended", "demand", "limit", "cardValue"] as const

/** What stands where nothing is told: a place unsaid, an amount not converted, a condition unnamed. */
const defaults = (writer: MessageWriter, known: MessageValues): MessageValues => ({
  inPlace: writer.word("there"),
  converted: "false",
  condition: "other",
  stale: "false",
  limitKnown: String(known["limit"] !== undefined),
  demandKnown: String(known["demand"] !== undefined),
})

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
