import type { Expectation } from "../../core/table/expectation.ts"
import * as Result from "effect/Result"
import type { Finding } from "../../core/check/finding.ts"
import type { CsvField } from "../../core/table/csv.ts"
import { type CellRefusal, type TableError, tableError } from "../../core/table/error.ts"
import { placeInField } from "../../core/table/field-place.ts"
import { columnsOf } from "../../core/table/load.ts"
import { readSource, type SourceRecord } from "../../core/table/source.ts"
import { typographyMistakes } from "../../core/vocabulary/french-typography.ts"
import type { CoachTables } from "../coach/coach-tables.ts"
import {
  argumentVars,
  bases,
  ceilingDoubts,
  gapVars,
  headlineVars,
  placeSports,
  sourceKinds,
  sourceVars,
  unmatchedParts,
} from "../coach/coach-vocabulary.ts"
import type { Placeholder, ReadText } from "./read-text.ts"
import { textDefinitions as messages } from "./rendering-tables.ts"

/** What is wrong in texts, and what is likely to be. */
export interface TextsReport {
  readonly mistakes: ReadonlyArray<TableError>
  readonly findings: ReadonlyArray<Finding>
}

/**
 * Checks the texts of all messages: each must be readable and show no value but those that it is
 * given; that a language leaves out a value which another shows is a finding.
 */
export const checkTexts = (check: TextsCheck): TextsReport => {
  const reports = Object.values(messages).map((definition) => checkTable(check, definition))
  return {
    mistakes: reports.flatMap(({ mistakes }) => mistakes),
    findings: reports.flatMap(({ findings }) => findings),
  }
}

/** What is wrong in a text, and at which offset of it. */
export interface TextMistake extends CellRefusal<Expectation> {
  readonly offset: number
}

/**
 * Looks at one text: it must be readable, hold no straight apostrophe, and show no value but those
 * that it is given, each as what it is.
 *
 * ```ts
 * import * as Result from "effect/Result"
 * import { checkText } from "../rules/messages/check.ts"
 *
 * const shown = { name: "target", offset: 0, use: "text", words: [] } as const
 * const allowed = new Map([["targets", "text"]] as const)
 * checkText("{target}", () => Result.succeed([shown]), allowed).mistakes[0]?.expected // => { _tag: "OneOf", words: ["targets"] }
 * checkText("l'Europe", () => Result.succeed([]), allowed).mistakes[0]?.offset // => 1
 * ```
 */
export const checkText = (text: string, readText: ReadText, allowed: ValueKinds): CheckedText => {
  const straight = text.indexOf(apostrophe)
  if (straight >= 0) {
    const mistake: TextMistake = {
      offset: straight,
      part: apostrophe,
      expected: { _tag: "Apostrophe" },
    }
    return { shown: new Set(), mistakes: [mistake] }
  }
  const read = readText(text)
  if (Result.isFailure(read)) return { shown: new Set(), mistakes: [read.failure] }
  return {
    shown: new Set(
      read.success.flatMap(({ name, words }) => [
        name,
        ...words.map((word) => `${name} = ${word}`),
      ]),
    ),
    mistakes: read.success.flatMap((placeholder) => placeholderMistakes(placeholder, allowed)),
  }
}

/** What a value of a text can be: printed already, a number, or one of a list of words. */
export type ValueKind = "text" | "number" | ReadonlyArray<string>

/** The values that a text may show, by name. */
export type ValueKinds = ReadonlyMap<string, ValueKind>

/**
 * The values that texts may show when their row of a rule table carries some: those, and what is made
 * from them.
 *
 * ```ts
 * import { carriedValues } from "../rules/messages/check.ts"
 *
 * [...carriedValues(["basis", "covers"]).keys()] // => ["basis", "covers", "coverCount"]
 * carriedValues(["basis"]).get("basis") // => ["card", "range", "country", "none"]
 * ```
 */
export const carriedValues = (vars: ReadonlyArray<string>): ValueKinds =>
  new Map(vars.flatMap((name) => [name, ...(made[name] ?? [])]).map((name) => [name, kindOf(name)]))

/** What the texts of all languages are checked against. */
interface TextsCheck {
  readonly sources: Pick<ReadonlyMap<string, string>, "get">
  /** The sound tables: those of arguments and headlines say which values their texts may show. */
  readonly tables: Partial<CoachTables>
  readonly readText: ReadText
}

const checkTable = (check: TextsCheck, definition: MessageDefinition): TextsReport => {
  const { file } = definition
  const source = check.sources.get(file) ?? ""
  const columns = Object.keys(columnsOf(definition))
  const groups = sameTexts(columns)
  const valuesFor = valuesIn(check.tables, definition)
  const mistakes: Array<TableError> = []
  const findings: Array<Finding> = []
  for (const record of readSource(file, source, columns).records) {
    const fieldOf = (column: string) => record.fields[columns.indexOf(column)]
    const allowed = valuesFor(fieldOf("key")?.text ?? "")
    for (const group of groups) {
      const checked = group.flatMap((column) => {
        const field = fieldOf(column)
        if (field === undefined || field.text === "") return []
        const text = checkColumn(column, field.text, check.readText, allowed)
        mistakes.push(...mistakesIn(file, source, column, field, text))
        return [[column, text] as const]
      })
      findings.push(...unevenIn(file, record, checked))
    }
  }
  return { mistakes, findings }
}

type MessageDefinition = (typeof messages)[keyof typeof messages]

/** The columns of a table that hold one text in several languages: `fr` and `en`, `short_fr` and `short_en`. */
const sameTexts = (columns: ReadonlyArray<string>): ReadonlyArray<ReadonlyArray<string>> => {
  const groups = new Map<string, Array<string>>()
  for (const column of columns) {
    const found = textColumn.exec(column)
    if (found === null) continue
    const [, form = ""] = found
    groups.set(form, [...(groups.get(form) ?? []), column])
  }
  return [...groups.values()]
}

const textColumn = /^(?:(\w+)_)?(fr|en|us)$/

const valuesIn = (tables: Partial<CoachTables>, { file }: MessageDefinition): ValuesFor => {
  if (file === messages.messageArguments.file) return argumentTexts(tables)
  if (file === messages.messageHeadlines.file) return headlineTexts(tables)
  const values = others.get(file) ?? new Map()
  return () => values
}

type ValuesFor = (key: string) => ValueKinds

const argumentTexts = ({ argumentFacts, coachArguments }: Partial<CoachTables>): ValuesFor =>
  carriedBy(
    (coachArguments?.rows ?? []).map(({ fact, hook, id, pitch, vars }) => {
      const facts = argumentFacts?.get(id)
      return {
        keys: [hook, fact, pitch, ...(facts === undefined ? [] : textsOfFacts(facts))],
        values: carriedValues([...vars, ...everyArgument]),
      }
    }),
    carriedValues([...argumentVars, ...everyArgument]),
  )

/** The texts that an argument is told with where facts alone are shown. */
const textsOfFacts = (row: CoachTables["argumentFacts"]["rows"][number]): ReadonlyArray<string> => [
  row.hook,
  row.fact,
  row.pitch,
]

/** The values of a text: those that every row telling it carries; `any` where no row does. */
const carriedBy = (rows: ReadonlyArray<TellingRow>, any: ValueKinds): ValuesFor => {
  const byKey = new Map<string, ValueKinds>()
  for (const { keys, values } of rows) {
    for (const key of keys) {
      const known = byKey.get(key) ?? values
      byKey.set(key, new Map([...known].filter(([name]) => values.has(name))))
    }
  }
  return (key) => byKey.get(key) ?? any
}

/** A row of a rule table: the texts that it is told with, and the values that it carries. */
interface TellingRow {
  readonly keys: ReadonlyArray<string>
  readonly values: ValueKinds
}

/** The values that a renderer makes from others by itself, and those that a choice may show. */
const made: Readonly<Record<string, ReadonlyArray<string>>> = {
  covers: ["coverCount"],
  terms: ["cover", "lead"],
  limit: ["limitKnown"],
  demand: ["demandKnown"],
  cardValue: ["converted", "ranged", "cardsRead"],
  found: ["cardsHolding", "cardsRead"],
  limitKnown: ["limit"],
  demandKnown: ["demand"],
}

const kindOf = (name: string): ValueKind => kinds[name] ?? "text"

const yesOrNo = ["true", "false"] as const

/** What each value that arguments and headlines carry is; one that is not named here is a text. */
const kinds: Readonly<Record<string, ValueKind>> = {
  basis: bases,
  converted: yesOrNo,
  costs: ["known", "unknown"],
  zone: yesOrNo,
  found: ["none", "weak", "counted", "country", ...ceilingDoubts],
  cardsHolding: "number",
  cardsRead: "number",
  ranged: yesOrNo,
  sports: placeSports,
  scheme: ["ehic", "ghic", "other"],
  extent: ["full", "partial", "all", "part"],
  limitKnown: yesOrNo,
  demandKnown: yesOrNo,
  stale: yesOrNo,
  own: yesOrNo,
  old: ["true", "false", "unknown"],
  sourceKind: sourceKinds,
  period: ["stay", "day"],
  what: unmatchedParts,
  condition: ["friends", "long_trip", "risky_activity", "visa", "other"],
  coverCount: "number",
}

/** What arguments carry beside what their row says. */
const everyArgument = ["quote", ...sourceVars]

const headlineTexts = ({ coachHeadlines }: Partial<CoachTables>): ValuesFor =>
  carriedBy(
    (coachHeadlines?.rows ?? []).map(({ factsKey, key, vars }) => ({
      keys: [key, factsKey],
      values: carriedValues(vars),
    })),
    carriedValues(headlineVars),
  )

/** The values of a list of kinds by name. */
const valuesOf = (known: Readonly<Record<string, ValueKind>>): ValueKinds =>
  new Map(Object.entries(known))

/** The values that a sentence on a share of cards carries. */
const socialValues = valuesOf({ pct: "number", counted: "number", market: "text" })

/** The values that the sentence on the medical ceiling carries. */
const medicalValues = valuesOf({
  basis: bases,
  converted: yesOrNo,
  inPlace: "text",
  destinationName: "text",
  cardValue: "text",
  ranged: yesOrNo,
  cardsRead: "number",
  target: "text",
  according: "text",
})

/** The values that a sentence on a gap carries; each amount where its text is chosen with one. */
const gapValueKinds: ValueKinds = new Map([
  ...carriedValues(gapVars),
  ["condition", ["friends", "long_trip", "risky_activity", "distance"]],
])

/** The values that the name of a term shows. */
const termValues = valuesOf({ limit: "text", age: "number" })

/** The values that a line on a source shows. */
const sourceValues = valuesOf({
  page: "text",
  asOf: "text",
  network: "text",
  market: "text",
  issuer: "text",
  stale: yesOrNo,
  agree: "number",
  outOf: "number",
})

/** The values that a word shows: how many there are, a term and its cover, or a source and its date. */
const wordValues = valuesOf({
  count: "number",
  cover: "text",
  term: "text",
  source: "text",
  asOf: "text",
  lowest: "text",
  highest: "text",
  cards: "number",
})

const others: ReadonlyMap<string, ValueKinds> = new Map([
  [messages.messageSocial.file, socialValues],
  [messages.messageBadges.file, gapValueKinds],
  [messages.messageMedical.file, medicalValues],
  [messages.messageSources.file, sourceValues],
  [messages.messageTerms.file, termValues],
  [messages.messageWords.file, wordValues],
])

/** What is wrong in one text: in any language, and by the rules of its own. */
const checkColumn = (
  column: string,
  text: string,
  readText: ReadText,
  allowed: ValueKinds,
): CheckedText => {
  const checked = checkText(text, readText, allowed)
  if (!isFrench(column)) return checked
  return { ...checked, mistakes: [...checked.mistakes, ...typographyMistakes(text)] }
}

/**
 * A text that was looked at: the values that it shows and the words that it tells apart, each once, and
 * what is wrong in it.
 */
interface CheckedText {
  readonly shown: ReadonlySet<string>
  readonly mistakes: ReadonlyArray<TextMistake>
}

/** `'` opens a quotation in ICU texts: `d'{x}` would show the braces. */
const apostrophe = "'"

const placeholderMistakes = (
  placeholder: Placeholder,
  allowed: ValueKinds,
): ReadonlyArray<TextMistake> => {
  const { name, offset } = placeholder
  const kind = allowed.get(name)
  if (kind === undefined) {
    const names = [...allowed.keys()]
    const expected: Expectation =
      names.length === 0 ? { _tag: "NoValues" } : { _tag: "OneOf", words: names }
    return [{ offset, part: name, expected, allowed: names }]
  }
  const use = wrongUse(kind, placeholder)
  return use === undefined ? unknownWords(kind, placeholder) : [use]
}

const wrongUse = (kind: ValueKind, { name, offset, use }: Placeholder): TextMistake | undefined => {
  if (use === "text" || use === "choice" || (use === "number" && kind === "number"))
    return undefined
  const is = kind === "number" ? "number" : "printed"
  return { offset, part: name, expected: { _tag: "ValueAsIs", name, is } }
}

const unknownWords = (kind: ValueKind, placeholder: Placeholder): ReadonlyArray<TextMistake> => {
  const { name, offset, words } = placeholder
  if (typeof kind === "string") return []
  return words
    .filter((word) => !kind.includes(word))
    .map((word) => ({
      offset,
      part: word,
      expected: { _tag: "ChoiceWord", words: kind, name },
      allowed: kind,
    }))
}

const isFrench = (column: string): boolean => /(?:^|_)fr$/.test(column)

const mistakesIn = (
  file: string,
  source: string,
  column: string,
  field: CsvField,
  { mistakes }: CheckedText,
): ReadonlyArray<TableError> =>
  mistakes.map(({ offset, part, ...problem }) => {
    const place = { file, ...placeInField(source, field, offset), column }
    return tableError({ ...place, cell: part ?? field.text.slice(offset) }, problem)
  })

/** The values that one language shows and another leaves out. */
const unevenIn = (
  file: string,
  { line }: SourceRecord,
  checked: ReadonlyArray<readonly [column: string, CheckedText]>,
): ReadonlyArray<Finding> => {
  if (checked.some(([, { mistakes }]) => mistakes.length > 0)) return []
  const all = new Set(checked.flatMap(([, { shown }]) => [...shown]))
  const lacking = checked.flatMap(([column, { shown }]) => {
    const values = [...all].filter((name) => !shown.has(name))
    return values.length === 0 ? [] : [{ column, values }]
  })
  if (lacking.length === 0) return []
  return [{ _tag: "UnevenTexts", lacking, file, line, character: 1, hitPolicy: null }]
}
