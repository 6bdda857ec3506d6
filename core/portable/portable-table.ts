import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Column from "../table/column.ts"
import { type DecisionDefinition, defineDecision } from "../table/decision.ts"
import { hitPolicies } from "../table/hit-policy.ts"
import { cellProblem } from "../table/error.ts"
import * as Input from "../table/input.ts"
import { unquoted } from "../table/cell.ts"

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
