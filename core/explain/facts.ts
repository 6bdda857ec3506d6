import type { Fact } from "../table/condition.ts"
import type { Inputs } from "../table/decision.ts"
import type { Input } from "../table/input.ts"
import { bounds } from "../table/expectation.ts"
import { camelCase } from "../table/names.ts"
import { nearest } from "../table/nearest.ts"
import type { NamedFacts } from "../analysis/region.ts"
import type { WordsOf } from "../analysis/space.ts"

/** What is wrong with one fact that somebody asks a decision table with. */
export interface FactProblem {
  readonly _tag: "FactProblem"
  /** The column; empty where no column has the name that was given. */
  readonly name: string
  /** What was given; undefined where nothing was. */
  readonly given?: unknown
  readonly expected: string
  readonly nearest?: string
}

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
): string => {
  if (words !== undefined && words.length <= wordsShownMax) return `one of ${words.join(", ")}`
  const { reference } = input
  return reference === undefined ? "a word" : `an existing ${reference.column} of ${reference.file}`
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
  const noun = whole ? "a whole number" : "a number"
  const expected = `${noun}${bounds(input.minimum, input.maximum)}`
  return { given, expected, ...nearestBound(input, given) }
}

/** Reads one fact under its input; a problem where the input does not allow it. */
const readFact = (input: Input<unknown>, given: unknown, wordsOf: WordsOf): FactReading => {
  if (given === null && input.optional === true) return null
  switch (input.kind) {
    case "boolean":
      return typeof given === "boolean" ? given : { given, expected: "true or false" }
    case "number":
      return readNumber(input, given)
    case "words": {
      const words = input.words ?? (input.reference && wordsOf(input.reference))
      const allowed = typeof given === "string" && (words?.includes(given) ?? true)
      if (allowed) return given
      return { given, expected: expectedWord(input, words), ...closest(given, words ?? []) }
    }
  }
}

const unknownName = (asked: string, names: ReadonlyArray<string>): FactProblem => ({
  _tag: "FactProblem",
  name: "",
  given: asked,
  expected: `one of the facts ${names.join(", ")}`,
  ...closest(asked, names),
})

/**
 * Reads facts for a decision table from what JSON held: names as in the file or in camelCase, each
 * under its input. A fact that is left out is unknown where its input is optional, else it is open.
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
      problems.push({ _tag: "FactProblem", name, given: value, expected: "given once" })
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
 * describeFactProblem({ _tag: "FactProblem", name: "tier", given: "premuim", expected: "one of entry, premium", nearest: "premium" }) // => 'tier: "premuim" should be one of entry, premium; did you mean "premium"?'
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
  return `${subject}${JSON.stringify(given)} should be ${expected}${hint}`
}
