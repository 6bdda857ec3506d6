import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { outcomeKey } from "../analysis/outcome-key.ts"
import type { NamedFacts } from "../analysis/region.ts"
import { explain } from "../explain/explain.ts"
import { unquoted } from "../table/cell.ts"
import { cellProblem } from "../table/error.ts"
import * as Column from "../table/column.ts"
import { type Decision, type DecisionDefinition, defineDecision } from "../table/decision.ts"
import { answersOne, hitPolicies, policies } from "../table/hit-policy.ts"
import * as Input from "../table/input.ts"
import { camelCase } from "../table/names.ts"
import { decidingColumns } from "../table/definition.ts"

const named = { name: Schema.String, label: Schema.String }

const Condition = Schema.Struct({
  ...named,
  /** What the table it came from computes the fact with. */
  expression: Schema.String,
  type: Schema.Literals(["words", "number", "day", "boolean"]),
  words: Schema.optionalKey(Schema.Array(Schema.String)),
  minimum: Schema.optionalKey(Schema.Number),
  maximum: Schema.optionalKey(Schema.Number),
  /** Whether the fact may be unknown. */
  optional: Schema.optionalKey(Schema.Boolean),
})

const Output = Schema.Struct({
  ...named,
  type: Schema.Literals(["text", "number", "day", "boolean"]),
  /** Its values as cells, in the order in which priorities go by them. */
  values: Schema.optionalKey(Schema.Array(Schema.String)),
  /** The cell of the answer where no row applies. */
  default: Schema.optionalKey(Schema.String),
})

/** A decision table whose definition is data: what a `.table.json` beside its CSV file holds. */
export const PortableTable = Schema.Struct({
  format: Schema.Literal("viatica table 1"),
  name: Schema.String,
  about: Schema.String,
  hitPolicy: Schema.Literals(hitPolicies),
  inputs: Schema.Array(Condition),
  outputs: Schema.Array(Output),
  annotations: Schema.Array(Schema.Struct(named)),
  from: Schema.Struct({ format: Schema.String, version: Schema.String, id: Schema.String }),
})

/** A decision table whose definition is data. */
export type PortableTable = typeof PortableTable.Type

/** A condition column of a portable table. */
export type PortableInput = PortableTable["inputs"][number]

/** A result of a portable table. */
export type PortableOutput = PortableTable["outputs"][number]

/** The definition that the engine reads, asks and proves a portable table with. */
export const definitionOf = (table: PortableTable, file: string): DecisionDefinition =>
  defineDecision({
    file,
    about: table.about,
    hitPolicy: table.hitPolicy,
    inputs: Object.fromEntries(table.inputs.map((input) => [input.name, inputOf(input)])),
    outputs: Object.fromEntries([
      ...table.outputs.map((output) => [output.name, columnOf(output)] as const),
      ...table.annotations.map(
        ({ label, name }) =>
          [name, Column.note(Column.optional(writtenText(`${label}.`)))] as const,
      ),
    ]),
    ...(table.outputs.some((output) => output.default !== undefined) ? { complete: false } : {}),
  })

/**
 * A name as a column has it: small letters, digits and underscores, begun by a letter.
 *
 * ```ts
 * import { columnName } from "../core/portable/portable-table.ts"
 *
 * columnName("Bureau Call type") // => "bureau_call_type"
 * columnName("structA.price") // => "struct_a_price"
 * columnName("Genehmigt für 2024") // => "genehmigt_fur_2024"
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
  const asked = Object.entries(facts).map(([name, fact]) => [camelCase(name), fact] as const)
  const hits = decision.evaluate(Object.fromEntries(asked))
  const rows = hits.map((hit): ResultValues => {
    const values: Readonly<Record<string, unknown>> = { ...hit }
    return Object.fromEntries(table.outputs.map(({ name }) => [name, values[camelCase(name)]]))
  })
  const otherwise = defaults(table, decision)
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
        return Input.integer({ about, unit: "YYYYMMDD", minimum: 101, maximum: 99_991_231 })
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
  }
  const column = inner[type]
  return Column.optional(values === undefined ? column : Column.listed(values, column))
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

/** The answer where no row applies: the defaults, where there are some. */
const defaults = ({ outputs }: PortableTable, { definition }: Decision): ResultValues | null => {
  if (outputs.every((output) => output.default === undefined)) return null
  return Object.fromEntries(
    outputs.map((output) => {
      const value = definition.outputs[output.name]?.parse(output.default ?? "")
      return [output.name, value !== undefined && Result.isSuccess(value) ? value.success : null]
    }),
  )
}
