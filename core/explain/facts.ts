import * as Result from "effect/Result"
import type { Fact } from "../table/condition.ts"
import type { Inputs } from "../table/decision.ts"
import type { Input } from "../table/input.ts"
import { bounds } from "../table/expectation.ts"
import { type TellingOf, toldBy } from "../told-by.ts"
import { camelCase } from "../table/names.ts"
import { nearest } from "../table/nearest.ts"
import { dayDigits, dayUnit, isCalendarDay } from "../vocabulary/day.ts"
import { durationFigure, durationUnit } from "../vocabulary/duration.ts"
import type { NamedFacts } from "../analysis/region.ts"
import type { WordsOf } from "../analysis/space.ts"

/** What is wrong with one fact that somebody asks a decision table with. */
export interface FactProblem {
  readonly _tag: "FactProblem"
  /** The column; empty where no column has the name that was given. */
  readonly name: string
  /** What was given; undefined where nothing was. */
  readonly given?: unknown
  readonly expected: FactExpectation
  readonly nearest?: string
}

/** What should be given in the place of what was. */
export type FactExpectation =
  | { readonly _tag: "OneOf"; readonly words: ReadonlyArray<string> }
  | { readonly _tag: "Existing"; readonly column: string; readonly file: string }
  | { readonly _tag: "Word" }
  | {
      readonly _tag: "Number"
      readonly isWhole: boolean
      readonly minimum?: number
      readonly maximum?: number
    }
  | { readonly _tag: "Truth" }
  | { readonly _tag: "Once" }
  /** A name of a fact, or of a column of a key. */
  | { readonly _tag: "NameOf"; readonly of: "facts" | "key"; readonly names: ReadonlyArray<string> }
  | { readonly _tag: "WordOrNumber" }
  | { readonly _tag: "ObjectOfFacts" }
  | { readonly _tag: "List" }
  /** A value of FEEL that a text writes. */
  | { readonly _tag: "Temporal"; readonly type: keyof typeof temporals }
  /** A flag that asks what only decision tables can be asked. */
  | { readonly _tag: "OfDecisionTables" }

/** Facts by column, the columns that were left open, and every problem. */
export interface ReadFacts {
  readonly facts: NamedFacts
  /** Columns without a fact that may not be unknown, in the order of the table. */
  readonly open: ReadonlyArray<string>
  readonly problems: ReadonlyArray<FactProblem>
}

/** More words than this are not listed in a sentence. */
const wordsShownMax = 40

const closest = (given: unknown, allowed: ReadonlyArray<string>): { readonly nearest?: string } => {
  const close = typeof given === "string" ? nearest(given, allowed) : undefined
  return close === undefined ? {} : { nearest: close }
}

const expectedWord = (
  input: Extract<Input<unknown>, { readonly kind: "words" }>,
  words: ReadonlyArray<string> | undefined,
): FactExpectation => {
  if (words !== undefined && words.length <= wordsShownMax) return { _tag: "OneOf", words }
  const { reference } = input
  return reference === undefined
    ? { _tag: "Word" }
    : { _tag: "Existing", column: reference.column, file: reference.file }
}

const nearestBound = (
  { maximum, minimum }: { readonly minimum?: number; readonly maximum?: number },
  given: unknown,
): { readonly nearest?: string } => {
  if (typeof given !== "number") return {}
  if (minimum !== undefined && given < minimum) return { nearest: String(minimum) }
  return maximum !== undefined && given > maximum ? { nearest: String(maximum) } : {}
}

type FactReading = Fact | Omit<FactProblem, "_tag" | "name">

const isProblem = (reading: FactReading): reading is Omit<FactProblem, "_tag" | "name"> =>
  typeof reading === "object" && reading !== null

const readNumber = (
  input: Extract<Input<unknown>, { readonly kind: "number" }>,
  given: unknown,
): FactReading => {
  const { maximum = Infinity, minimum = -Infinity, whole } = input
  const allowed =
    typeof given === "number" &&
    (whole ? Number.isSafeInteger(given) : Number.isFinite(given)) &&
    given >= minimum &&
    given <= maximum
  if (allowed) return given
  const expected: FactExpectation = {
    _tag: "Number",
    isWhole: whole,
    ...(input.minimum === undefined ? {} : { minimum: input.minimum }),
    ...(input.maximum === undefined ? {} : { maximum: input.maximum }),
  }
  return { given, expected, ...nearestBound(input, given) }
}

/**
 * What makes the number that conditions of a unit compare of a day or a duration that is written as
 * one, and leaves anything else as it is; undefined where the unit has no other way to be written.
 */
export const figureReader = (
  unit: string | undefined,
): (<Given>(given: Given) => Given | number) | undefined => {
  if (unit === dayUnit) return dayFigure
  const duration = durationUnit(unit)
  return duration === undefined ? undefined : (given) => durationFigure(given, duration)
}

const dayFigure = <Given>(given: Given): Given | number =>
  typeof given === "string" && isCalendarDay(given) ? Number(dayDigits(given)) : given

/** Reads one fact under its input; a problem where the input does not allow it. */
const readFact = (input: Input<unknown>, given: unknown, wordsOf: WordsOf): FactReading => {
  if (given === null && input.optional === true) return null
  switch (input.kind) {
    case "boolean":
      return typeof given === "boolean" ? given : { given, expected: { _tag: "Truth" } }
    case "number":
      return readNumber(input, figureReader(input.unit)?.(given) ?? given)
    case "words": {
      const words = input.words ?? (input.reference && wordsOf(input.reference))
      const allowed = typeof given === "string" && (words?.includes(given) ?? true)
      if (allowed) return given
      return { given, expected: expectedWord(input, words), ...closest(given, words ?? []) }
    }
  }
}

/** What is wrong with a name that no fact has. */
export const unknownName = (asked: string, names: ReadonlyArray<string>): FactProblem => ({
  _tag: "FactProblem",
  name: "",
  given: asked,
  expected: { _tag: "NameOf", of: "facts", names },
  ...closest(asked, names),
})

/**
 * Reads facts for a decision table from what JSON held: names as in the file or in camelCase, each
 * under its input, days and durations as they are written. A fact that is left out is unknown where its input is optional, else it is open.
 *
 * ```ts
 * import { readFacts } from "../core/explain/facts.ts"
 * import * as Input from "../core/table/input.ts"
 *
 * const inputs = { oldest_age: Input.integer({ maximum: 120, about: "Years." }), annual: Input.boolean({ about: "Or a trip." }) }
 * readFacts(inputs, { oldestAge: 42 }, () => undefined) // => { facts: { oldest_age: 42 }, open: ["annual"], problems: [] }
 * readFacts(inputs, { oldest_age: 130, anual: true }, () => undefined).problems.map((problem) => problem.nearest) // => ["annual", "120"]
 * ```
 */
export const readFacts = (
  inputs: Inputs,
  given: Readonly<Record<string, unknown>>,
  wordsOf: WordsOf,
): ReadFacts => {
  const names = Object.keys(inputs)
  const nameOf = new Map(names.flatMap((name) => [[name, name] as const, [camelCase(name), name]]))
  const problems: Array<FactProblem> = []
  const values = new Map<string, unknown>()
  for (const [asked, value] of Object.entries(given)) {
    const name = nameOf.get(asked)
    if (name === undefined) problems.push(unknownName(asked, names))
    else if (values.has(name)) {
      problems.push({ _tag: "FactProblem", name, given: value, expected: { _tag: "Once" } })
    } else values.set(name, value)
  }
  const facts: Record<string, Fact> = {}
  const open: Array<string> = []
  for (const [name, input] of Object.entries(inputs)) {
    if (!values.has(name)) {
      if (input.optional === true) facts[name] = null
      else open.push(name)
      continue
    }
    const reading = readFact(input, values.get(name), wordsOf)
    if (isProblem(reading)) problems.push({ _tag: "FactProblem", name, ...reading })
    else facts[name] = reading
  }
  return { facts, open, problems }
}

/**
 * The sentence of a problem.
 *
 * ```ts
 * import { describeFactProblem } from "../core/explain/facts.ts"
 *
 * describeFactProblem({ _tag: "FactProblem", name: "tier", given: "premuim", expected: { _tag: "OneOf", words: ["entry", "premium"] }, nearest: "premium" }) // => 'tier: "premuim" should be one of entry, premium; did you mean "premium"?'
 * ```
 */
export const describeFactProblem = ({
  expected,
  given,
  name,
  nearest: close,
}: FactProblem): string => {
  const hint = close === undefined ? "" : `; did you mean ${JSON.stringify(close)}?`
  const subject = name === "" ? "" : `${name}: `
  return `${subject}${shownFact(given)} should be ${toldBy(english, expected)}${hint}`
}

/** What was given, as one would write it; programs give more than JSON can say. */
const shownFact = (given: unknown): string => {
  switch (typeof given) {
    case "number":
      return String(given)
    case "bigint":
      return `${given}n`
    case "object":
      return Result.getOrElse(
        Result.try(() => JSON.stringify(given)),
        () => "an object that holds more than JSON",
      )
    default:
      return JSON.stringify(given) ?? `what is ${typeof given}`
  }
}

const english: TellingOf<FactExpectation> = {
  OneOf: ({ words }) => `one of ${words.join(", ")}`,
  Existing: ({ column, file }) => `an existing ${column} of ${file}`,
  Word: () => "a word",
  Number: ({ isWhole, maximum, minimum }) =>
    `${isWhole ? "a whole number" : "a number"}${bounds(minimum, maximum)}`,
  Truth: () => "true or false",
  Once: () => "given once",
  NameOf: ({ names, of }) =>
    `one of the ${of === "key" ? "key columns" : "facts"} ${names.join(", ")}`,
  WordOrNumber: () => "a word or a number",
  ObjectOfFacts: () => "an object of facts",
  List: () => "a list",
  Temporal: ({ type }) => temporals[type],
  OfDecisionTables: () => "left out: a plain table has keys and no conditions",
}

const temporals = {
  day: "a day such as 2027-07-01",
  time: "a time such as 10:00:00",
  "day and time": "a day and time such as 2027-07-01T10:00:00",
  duration: "a duration such as P1DT2H or P1Y6M",
} as const
