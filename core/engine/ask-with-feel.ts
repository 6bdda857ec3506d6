import type { NamedFacts } from "../analysis/region.ts"
import {
  describeFactProblem,
  readFacts,
  type FactExpectation,
  unknownName,
} from "../explain/facts.ts"
import { plainFailure, plainMap, plainSuccess } from "../plain-result.ts"
import {
  columnName,
  defaultResults,
  type PortableFact,
  type PortableInput,
  type PortableTable,
  type ResultValues,
} from "../portable/portable-table.ts"
import type { Fact } from "../table/condition.ts"
import type { Decision, Hit } from "../table/decision.ts"
import type { Columns } from "../table/definition.ts"
import { camelCase } from "../table/names.ts"
import { dayDigits } from "../vocabulary/day.ts"
import { readDuration } from "../vocabulary/duration.ts"
import { type Answered, type Ask, makeAskRead, toldFacts } from "./asker.ts"

/** What evaluates expressions of FEEL: the npm package `feelin`, or what is asked as it is. */
export interface FeelInterpreter {
  readonly evaluate: (
    expression: string,
    values: Record<string, unknown>,
  ) => { readonly value: unknown }
}

/** What an expression comes to where names have values; null where that is nothing. */
export type EvaluateFeel = (expression: string, values: FeelValues) => unknown

/** Values of FEEL by the names that expressions have for them. */
export type FeelValues = Readonly<Record<string, unknown>>

/**
 * How an interpreter evaluates; what cannot be read comes to nothing, as what cannot be computed does.
 *
 * An expression is read once: as the body of a function of FEEL, whose parameters are the names that
 * have values. To read it takes fifty times as long as to compute it.
 */
export const evaluatorOf = (interpreter: FeelInterpreter): EvaluateFeel => {
  /** Undefined for what is no expression. */
  const plainly = (
    expression: string,
    values: FeelValues,
  ): { readonly value: unknown } | undefined => {
    try {
      return { value: interpreter.evaluate(expression, values).value ?? null }
    } catch {
      return undefined
    }
  }
  const known = new Map<string, ReadExpression>()
  return (expression, values) => {
    const key = `${expression}\n${shapeOf(values)}`
    const read = known.get(key)
    if (read === undefined || read.left === 0) {
      if (known.size >= expressionsMax) known.clear()
      const first = plainly(expression, values)
      // What is none may be one in brackets: `1) + (2`.
      const body =
        first &&
        plainly(`function(${Object.keys(values).join(", ")}) (${expression})`, values)?.value
      known.set(key, { invoke: isInvoked(body) ? body : undefined, left: usesMax })
      return first?.value ?? null
    }
    read.left -= 1
    if (read.invoke === undefined) return plainly(expression, values)?.value ?? null
    try {
      return read.invoke.invoke(Object.values(values)) ?? null
    } catch {
      return null
    }
  }
}

/** An expression that was read, and how often it may still be computed. */
interface ReadExpression {
  readonly invoke: Invoked | undefined
  left: number
}

interface Invoked {
  readonly invoke: (values: ReadonlyArray<unknown>) => unknown
}

const isInvoked = (value: unknown): value is Invoked =>
  typeof value === "object" &&
  value !== null &&
  "invoke" in value &&
  typeof value.invoke === "function"

const expressionsMax = 10_000

/** An expression keeps a warning of each time that it came to nothing, so it is read anew now and then. */
const usesMax = 5_000

/** What the reading of an expression depends on: names, and those of components that are no single word. */
const shapeOf = (values: FeelValues): string => {
  let shape = ""
  for (const name in values) {
    shape += `${name}\n`
    const value = values[name]
    if (typeof value === "object" && value !== null) shape += oddNames(value)
  }
  return shape
}

const oddNames = (value: object): string => {
  if (Array.isArray(value)) {
    const first: unknown = value[0]
    return typeof first === "object" && first !== null ? oddNames(first) : ""
  }
  if (Object.getPrototypeOf(value) !== Object.prototype) return ""
  let names = ""
  for (const [name, inner] of Object.entries(value)) {
    if (/\W/.test(name)) names += `.${name}\n`
    if (typeof inner === "object" && inner !== null) names += oddNames(inner)
  }
  return names
}

/** What a table is asked with: values for its expressions, and the facts of its columns in camelCase. */
export interface FeelFacts {
  readonly values: FeelValues
  readonly columns: NamedFacts
}

/** A table whose conditions or results are expressions, ready to be asked. */
export interface FeelTable {
  /**
   * Reads facts as JSON holds them: by the names of the model, or of columns that are not computed. A
   * column that is given is not computed, so that facts which a proof names can be asked.
   */
  readonly read: (given: object) => Answered<FeelFacts>
  /** The facts of all columns, computed. */
  readonly columnsOf: (values: FeelValues) => NamedFacts
  /** The rows that apply, with their results as values of FEEL. */
  readonly answer: (facts: FeelFacts) => Answered<ReadonlyArray<Hit<Columns>>>
  /** The answer where no row applies; null where there is none. */
  readonly otherwise: (values: FeelValues) => ResultValues | null
}

/**
 * Prepares a table with an interpreter of FEEL: it computes what conditions compare and what results
 * say, and the engine finds the rows between.
 */
export const prepareFeel = (
  table: PortableTable,
  decision: Decision,
  evaluate: EvaluateFeel,
): FeelTable => {
  const columnsOf = (values: FeelValues): NamedFacts =>
    Object.fromEntries(
      table.inputs.map((input) => [
        camelCase(input.name),
        computedFact(input, evaluate(input.expression, values)),
      ]),
    )
  const ask = makeAskRead(decision)
  const written = table.outputs.filter(({ type }) => type === "feel")
  const results = <Values extends object>(row: Values, keyOf: KeyOf, values: FeelValues): Values =>
    written.reduce<Values>((all, { name }) => {
      const text: unknown = (all as Readonly<Record<string, unknown>>)[keyOf(name)]
      return typeof text === "string" ? { ...all, [keyOf(name)]: evaluate(text, values) } : all
    }, row)
  const otherwise = defaultResults(table, decision)
  return {
    read: prepareRead(table, decision, evaluate),
    columnsOf,
    answer: ({ columns, values }) => ask(columns, (row) => results(row, camelCase, values)),
    otherwise: (values) => otherwise && results(otherwise, (name) => name, values),
  }
}

/** Asks a table with facts as JSON holds them; results of expressions are what JSON can say of them. */
export const askFeel =
  ({ answer, read }: Pick<FeelTable, "answer" | "read">): Ask =>
  (given) => {
    const facts = read(given)
    if (facts._tag === "Failure") return plainFailure(facts.failure)
    return plainMap(answer(facts.success), (rows) => rows.map(plainResults))
  }

/** Results with the values of FEEL in them as JSON says them: days, times and durations are texts. */
export const plainResults = <Row extends object>(row: Row): Row =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plainValue(value)])) as Row

const plainValue = (value: unknown): unknown => {
  if (typeof value === "function" || value === undefined) return null
  if (typeof value !== "object" || value === null) return value
  if (Array.isArray(value)) return value.map(plainValue)
  const prototype: unknown = Object.getPrototypeOf(value)
  // Exact decimals of columns without expressions stay as they are.
  if (prototype === Object.prototype) return "numerator" in value ? value : plainResults(value)
  return String(value)
}

type KeyOf = (name: string) => string

/** A value of FEEL as the fact of a column; a value of another kind is unknown. */
const computedFact = ({ type }: PortableInput, value: unknown): Fact => {
  switch (type) {
    case "words":
      return typeof value === "string" ? value : null
    case "number":
      return typeof value === "number" ? value : null
    case "boolean":
      return typeof value === "boolean" ? value : null
    case "day":
      return typeof value === "object" && value !== null
        ? Number(dayDigits(String(value).slice(0, 10)))
        : null
    case "seconds":
    case "months": {
      const isObject = typeof value === "object" && value !== null
      const duration = isObject ? readDuration(String(value)) : undefined
      return duration !== undefined && duration.type === type ? duration.count : null
    }
  }
}

/** What a fact that is given is for: a name of expressions, or a column. */
type Named =
  | { readonly _tag: "Fact"; readonly fact: PortableFact }
  | { readonly _tag: "Column"; readonly input: PortableInput }

const prepareRead = (
  table: PortableTable,
  decision: Decision,
  evaluate: EvaluateFeel,
): FeelTable["read"] => {
  const { facts = [], inputs } = table
  // A column that compares a fact as it is takes that fact, and says what it may be.
  const plain = new Map(
    facts.map((fact) => [fact, inputs.filter(({ expression }) => expression === fact.name)]),
  )
  const computed = inputs.filter(({ expression }) => !facts.some(({ name }) => name === expression))
  const named = namesOf(plain, computed)
  const known = facts.map(({ name }) => name)
  const mentions = ({ name }: PortableFact, expressions: ReadonlyArray<string>): boolean =>
    expressions.some((expression) => expression.includes(name))
  const texts = writtenResults(table, decision)
  const byResults = new Set(facts.filter((one) => mentions(one, texts)))

  return (given) => {
    const told: Array<string> = []
    const [byFact, byColumn] = [new Map<PortableFact, unknown>(), new Map<PortableInput, unknown>()]
    const put = <Key>(into: Map<Key, unknown>, key: Key, name: string, value: unknown): void => {
      if (into.has(key)) told.push(problem(name, value, { _tag: "Once" }))
      else into.set(key, value)
    }
    for (const [name, value] of Object.entries(given)) {
      if (value === undefined) continue
      const found = named.get(name)
      if (found === undefined) told.push(describeFactProblem(unknownName(name, known)))
      else if (found._tag === "Fact") put(byFact, found.fact, name, value)
      else put(byColumn, found.input, name, value)
    }
    const values: Record<string, unknown> = {}
    const columns: Record<string, Fact> = {}
    const readColumn = (input: PortableInput, name: string, value: unknown): Fact => {
      const declared = decision.definition.inputs[input.name]
      if (declared === undefined) return null
      const read = readFacts({ [name]: declared }, { [name]: value }, () => undefined)
      told.push(...toldFacts(read).filter((one) => !told.includes(one)))
      columns[camelCase(input.name)] = read.facts[name] ?? null
      return read.facts[name] ?? null
    }
    for (const [input, value] of byColumn) readColumn(input, input.name, value)
    const left = computed
      .filter((input) => !byColumn.has(input))
      .map(({ expression }) => expression)
    for (const fact of facts) {
      const comparing = plain.get(fact) ?? []
      if (!byFact.has(fact)) {
        const isNeeded = comparing.length > 0 || byResults.has(fact) || mentions(fact, left)
        const mayBeUnknown =
          comparing.length > 0 && comparing.every(({ optional }) => optional === true)
        if (isNeeded && !mayBeUnknown) told.push(`${fact.name}: is missing`)
        for (const { name } of comparing) columns[camelCase(name)] = null
        values[fact.name] = null
        continue
      }
      const value = byFact.get(fact)
      const [figure] = comparing.map((input) => readColumn(input, fact.name, value))
      const [first] = comparing
      values[fact.name] =
        first === undefined || figure === undefined
          ? feelValue(fact, value, evaluate, (wrong) => told.push(wrong))
          : feelOfFigure(first.type, figure, evaluate)
    }
    if (told.length > 0) return plainFailure(told)
    for (const input of computed) {
      if (byColumn.has(input)) continue
      columns[camelCase(input.name)] = computedFact(input, evaluate(input.expression, values))
    }
    return plainSuccess({ values, columns })
  }
}

/** What facts may be called: as in the model, as a column would have it, and in camelCase. */
const namesOf = (
  plain: ReadonlyMap<PortableFact, ReadonlyArray<PortableInput>>,
  computed: ReadonlyArray<PortableInput>,
): ReadonlyMap<string, Named> => {
  const named = new Map<string, Named>()
  const add = (name: string, what: Named): void => {
    if (!named.has(name)) named.set(name, what)
  }
  const facts = [...plain].map(([fact, inputs]) => ({
    what: { _tag: "Fact", fact } as const,
    fact,
    inputs,
  }))
  for (const { fact, what } of facts) add(fact.name, what)
  for (const { inputs, what } of facts) {
    for (const { name } of inputs) for (const each of [name, camelCase(name)]) add(each, what)
  }
  for (const input of computed) {
    for (const name of [input.name, camelCase(input.name)]) add(name, { _tag: "Column", input })
  }
  for (const { fact, what } of facts) {
    const name = columnName(fact.name)
    for (const each of [name, camelCase(name)]) add(each, what)
  }
  return named
}

/** The expressions that results are. */
const writtenResults = ({ outputs }: PortableTable, { rows }: Decision): ReadonlyArray<string> => {
  const written = outputs.filter(({ type }) => type === "feel")
  const cells = rows.flatMap((row) => {
    const values: Readonly<Record<string, unknown>> = { ...row }
    return written.map(({ name }) => values[camelCase(name)])
  })
  const texts = [...cells, ...written.map((output) => output.default)]
  return [...new Set(texts.filter((text) => typeof text === "string"))]
}

const problem = (name: string, given: unknown, expected: FactExpectation): string =>
  describeFactProblem({ _tag: "FactProblem", name, given, expected })

/** The value of FEEL that a fact stands for which no column says more of. */
const feelValue = (
  fact: PortableFact,
  given: unknown,
  evaluate: EvaluateFeel,
  tell: (wrong: string) => void,
): unknown => {
  const wrong = (expected: FactExpectation): null => {
    tell(problem(fact.name, given, expected))
    return null
  }
  if (given === null) return null
  if (fact.isList === true) {
    const { isList: _, ...each } = fact
    if (!Array.isArray(given)) return wrong({ _tag: "List" })
    return given.map((one) => feelValue(each, one, evaluate, tell))
  }
  if (fact.parts !== undefined) {
    if (typeof given !== "object" || Array.isArray(given)) return wrong({ _tag: "ObjectOfFacts" })
    const parts = new Map(fact.parts.map((part) => [part.name, part]))
    return Object.fromEntries(
      Object.entries(given).map(([name, one]) => {
        const part = parts.get(name)
        const named = part && { ...part, name: `${fact.name}.${name}` }
        return [name, named === undefined ? one : feelValue(named, one, evaluate, tell)]
      }),
    )
  }
  const { type } = fact
  if (type === undefined || type === "function") return given
  if (type === "text") return typeof given === "string" ? given : wrong({ _tag: "Word" })
  if (type === "boolean") return typeof given === "boolean" ? given : wrong({ _tag: "Truth" })
  if (type === "number") {
    return Number.isFinite(given) ? given : wrong({ _tag: "Number", isWhole: false })
  }
  const read =
    typeof given === "string" ? evaluate(`${constructors[type]}(given)`, { given }) : null
  return read ?? wrong({ _tag: "Temporal", type })
}

/** The function of FEEL that makes a value of a text. */
const constructors = {
  day: "date",
  time: "time",
  "day and time": "date and time",
  duration: "duration",
} as const

/** The value of FEEL that the fact of a column stands for. */
const feelOfFigure = (type: PortableInput["type"], fact: Fact, evaluate: EvaluateFeel): unknown => {
  if (typeof fact !== "number" || type === "number") return fact
  const sign = fact < 0 ? "-" : ""
  const count = Math.abs(fact)
  switch (type) {
    case "seconds":
      return evaluate("duration(given)", { given: `${sign}PT${count}S` })
    case "months":
      return evaluate("duration(given)", { given: `${sign}P${count}M` })
    default: {
      const digits = String(fact).padStart(8, "0")
      const given = digits.replace(/^(\d{4})(\d\d)(\d\d)$/, "$1-$2-$3")
      return evaluate("date(given)", { given })
    }
  }
}
