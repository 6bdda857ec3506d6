import * as Result from "effect/Result"
import { outcomeKey } from "../analysis/outcome-key.ts"
import type { NamedFacts } from "../analysis/region.ts"
import { dayUnit } from "../vocabulary/day.ts"
import { explain } from "../explain/explain.ts"
import { isRational, nearestNumber } from "../money/rational.ts"
import { unquoted } from "../table/cell.ts"
import { cellProblem } from "../table/error.ts"
import * as Column from "../table/column.ts"
import { type Decision, type DecisionDefinition, defineDecision } from "../table/decision.ts"
import { answersOne, type HitPolicy, policies } from "../table/hit-policy.ts"
import * as Input from "../table/input.ts"
import { camelCase, camelKeys } from "../table/names.ts"
import { decidingColumns } from "../table/definition.ts"

/** A column by its name, and by the name that it had in the table that it came from. */
interface Named {
  readonly name: string
  readonly label: string
}

/** A condition column of a portable table. */
export interface PortableInput extends Named {
  /** What the table it came from computes the fact with. */
  readonly expression: string
  readonly type: "words" | "number" | "day" | "boolean" | "seconds" | "months"
  readonly words?: ReadonlyArray<string>
  readonly minimum?: number
  readonly maximum?: number
  /** Whether the fact may be unknown. */
  readonly optional?: boolean
  /**
   * Whether it is a test that no cell can hold: an interpreter of FEEL evaluates its expression, and
   * proofs know nothing of what it answers.
   */
  readonly asked?: boolean
}

/** A result of a portable table. */
export interface PortableOutput extends Named {
  /** What its cells are; those of `feel` are expressions, which an interpreter of FEEL evaluates. */
  readonly type: "text" | "number" | "day" | "boolean" | "feel"
  /** Its values as cells, in the order in which priorities go by them. */
  readonly values?: ReadonlyArray<string>
  /** The cell of the answer where no row applies. */
  readonly default?: string
}

/** A value that expressions of a portable table name. */
export interface PortableFact {
  readonly name: string
  /** What it is; anything where it is left out. A function of the model is not kept. */
  readonly type?:
    | "text"
    | "number"
    | "boolean"
    | "day"
    | "time"
    | "day and time"
    | "duration"
    | "function"
  /** Whether it is a list of such. */
  readonly isList?: boolean
  /** The components of a structure. */
  readonly parts?: ReadonlyArray<PortableFact>
}

/** A decision table whose definition is data: what a `.table.json` beside its CSV file holds. */
export interface PortableTable {
  readonly format: "viatica table 1"
  readonly name: string
  readonly about: string
  /** Where a program asks it, by the name that the program has for that place. */
  readonly hook?: string
  readonly hitPolicy: HitPolicy
  readonly inputs: ReadonlyArray<PortableInput>
  readonly outputs: ReadonlyArray<PortableOutput>
  readonly annotations: ReadonlyArray<Named>
  /** What its expressions name, where an interpreter of FEEL evaluates some: it is asked with these. */
  readonly facts?: ReadonlyArray<PortableFact>
  readonly from: { readonly format: string; readonly version: string; readonly id: string }
}

/**
 * The most rows of a portable table: some ten times what a modeler shows with ease. No server reads
 * these tables between two calls, as it does ours.
 */
export const portableRowsMax = 100_000

/** The definition that the engine reads, asks and proves a portable table with. */
export const definitionOf = (table: PortableTable, file: string): DecisionDefinition =>
  defineDecision({
    file,
    about: table.about,
    hitPolicy: table.hitPolicy,
    bounds: { rowsMax: portableRowsMax },
    inputs: Object.fromEntries(table.inputs.map((input) => [input.name, inputOf(input)])),
    outputs: Object.fromEntries([
      ...table.outputs.map((output) => [output.name, columnOf(output)] as const),
      ...table.annotations.map(
        ({ label, name }) =>
          [name, Column.note(Column.optional(writtenText(`${label}.`)))] as const,
      ),
    ]),
    ...(table.outputs.some((output) => output.default !== undefined)
      ? { complete: false, defaults: defaultCells(table) }
      : {}),
  })

const defaultCells = ({ outputs }: PortableTable): Readonly<Record<string, string>> =>
  Object.fromEntries(
    outputs.flatMap(({ default: cell, name }) => (cell === undefined ? [] : [[name, cell]])),
  )

/**
 * A name as a column has it: small letters, digits and underscores, begun by a letter.
 *
 * ```ts
 * import { columnName } from "../core/portable/portable-table.ts"
 *
 * columnName("Bureau Call type") // => "bureau_call_type"
 * columnName("structA.price") // => "struct_a_price"
 * columnName("Genehmigt für 2024") // => "genehmigt_fur_2024"
 * columnName("2024 price") // => "c_2024_price"
 * ```
 */
export const columnName = (name: string): string => {
  const plain = name.normalize("NFKD").replace(/\p{M}/gu, "")
  const words = plain
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "")
  const joined = words.join("_")
  return /^[a-z]/.test(joined) ? joined : `c_${joined}`
}

/**
 * Names of columns, none of them twice.
 *
 * ```ts
 * import { columnNames } from "../core/portable/portable-table.ts"
 *
 * columnNames(["Age", "age", "line"]) // => ["age", "age_2", "line_2"]
 * columnNames(["a2", "a 2"]) // => ["a2", "a_2_2"]
 * ```
 */
export const columnNames = (names: ReadonlyArray<string>): ReadonlyArray<string> => {
  const used = new Set(taken)
  return names.map((given) => {
    const base = columnName(given)
    let name = base
    // Answers have names in camelCase, in which `a_2` and `a2` are one.
    for (let count = 2; used.has(camelCase(name)); count += 1) name = `${base}_${count}`
    used.add(camelCase(name))
    return name
  })
}

/** The results of a row by column, as its cells read. */
export type ResultValues = Readonly<Record<string, unknown>>

/**
 * What a portable table answers to facts by column, after its hit policy: DMN knows no answer where
 * rows apply that must not apply together.
 */
export const portableAnswer = (
  table: PortableTable,
  decision: Decision,
  facts: NamedFacts,
): PortableAnswer => {
  const { hitPolicy } = table
  const lines = contradicting(decision, facts)
  if (lines.length > 0) return { _tag: "Conflict", lines }
  const hits = decision.evaluate(camelKeys(facts))
  const rows = hits.map((hit): ResultValues => {
    const values: Readonly<Record<string, unknown>> = { ...hit }
    return Object.fromEntries(table.outputs.map(({ name }) => [name, values[camelCase(name)]]))
  })
  const otherwise = defaultResults(table, decision)
  if (policies[hitPolicy].aggregate !== undefined) {
    const [value] = hits.length === 0 && otherwise !== null ? table.outputs : []
    if (value !== undefined) return { _tag: "Figure", figure: value.default ?? null }
    return { _tag: "Figure", figure: explain(decision, facts, 0).aggregate ?? null }
  }
  if (answersOne(hitPolicy)) return { _tag: "One", values: rows[0] ?? otherwise }
  return { _tag: "All", rows: rows.length === 0 && otherwise !== null ? [otherwise] : rows }
}

const inputOf = (input: PortableInput): Input.Input<unknown> => {
  const about = `${input.label}.`
  const { maximum, minimum } = input
  const bounds = {
    ...(minimum === undefined ? {} : { minimum }),
    ...(maximum === undefined ? {} : { maximum }),
  }
  const asked = (): Input.Input<unknown> => {
    switch (input.type) {
      case "words":
        return {
          kind: "words",
          about,
          ...(input.words === undefined ? {} : { words: input.words }),
        }
      case "number":
        return Input.number({ about, ...bounds })
      case "day":
        return Input.integer({ about, unit: dayUnit, minimum: 101, maximum: 99_991_231 })
      case "seconds":
      case "months":
        return Input.integer({ about, unit: input.type })
      case "boolean":
        return Input.boolean({ about })
    }
  }
  return input.optional === true ? Input.optional(asked()) : asked()
}

const columnOf = ({ label, type, values }: PortableOutput): Column.Column<unknown> => {
  const about = `${label}.`
  const inner: Readonly<Record<PortableOutput["type"], Column.Column<unknown>>> = {
    text: writtenText(about),
    number: Column.decimal({ about }),
    day: Column.day({ about }),
    boolean: truthColumn(about),
    feel: { kind: "text", about, parse: Result.succeed },
  }
  const column = inner[type]
  // What an expression comes to is not known here, so that nothing is said of its values.
  const isListed = values !== undefined && type !== "feel"
  return Column.optional(isListed ? Column.listed(values, column) : column)
}

/** A text as a cell has it: in quotes where it is empty, begins with one or has spaces around it. */
const writtenText = (about: string): Column.Column<string> => ({
  kind: "text",
  about,
  parse: (cell) => {
    const text = cell.startsWith('"') ? unquoted(cell) : cell
    return text === undefined
      ? Result.fail(cellProblem({ expected: { _tag: "QuotedText" } }))
      : Result.succeed(text)
  },
})

const truthColumn = (about: string): Column.Column<unknown> => {
  // What true and false come before or after is nothing that a table says unless it lists values.
  const { words: _, ...column } = Column.boolean({ about })
  return column
}

/** Names that every answer has already. */
const taken = new Set(["line"])

/** What a portable table answers: one row, all that apply, a figure, or nothing as rows contradict. */
type PortableAnswer =
  | { readonly _tag: "One"; readonly values: ResultValues | null }
  | { readonly _tag: "All"; readonly rows: ReadonlyArray<ResultValues> }
  | { readonly _tag: "Figure"; readonly figure: string | null }
  | { readonly _tag: "Conflict"; readonly lines: ReadonlyArray<number> }

/** The rows that apply beside the one that answers and may not, by their lines. */
const contradicting = (decision: Decision, facts: NamedFacts): ReadonlyArray<number> => {
  const { hitPolicy, outputs } = decision.definition
  const { overlaps } = policies[hitPolicy]
  if (overlaps === "any") return []
  const { fired, masked } = explain(decision, facts, decision.rows.length)
  const lines = [...fired.shown, ...masked.shown].map(({ line }) => line)
  const columns = decidingColumns(outputs)
  const said = decision.rows
    .filter(({ line }) => lines.includes(line))
    .map((row) => outcomeKey(columns, row))
  const isOne = overlaps === "none" ? said.length <= 1 : new Set(said).size <= 1
  return isOne ? [] : lines
}

/** The value of a result, where an exact decimal is the number nearest to it. */
export const plainValue = (value: unknown): unknown =>
  isRational(value) ? nearestNumber(value) : value

/** The answer where no row applies: the defaults, where there are some. */
export const defaultResults = (
  { outputs }: PortableTable,
  { definition }: Decision,
): ResultValues | null => {
  if (outputs.every((output) => output.default === undefined)) return null
  return Object.fromEntries(
    outputs.map((output) => {
      const value = definition.outputs[output.name]?.parse(output.default ?? "")
      return [output.name, value !== undefined && Result.isSuccess(value) ? value.success : null]
    }),
  )
}
