import * as Result from "effect/Result"
import type { CsvField } from "./csv.ts"
import { type ConditionTest, readTest } from "./condition.ts"
import {
  type Columns,
  type Loaded,
  namedColumns,
  readRow,
  type ReferenceUse,
  type RowOfColumns,
} from "./definition.ts"
import { type TableError, tableError } from "./error.ts"
import { evaluateAll, evaluateFirst } from "./evaluate.ts"
import type { Input } from "./input.ts"
import { camelCase, type CamelKeys } from "./names.ts"
import type { Requirement } from "./requirement.ts"
import { indexRows, type RowIndex } from "./row-index.ts"
import { type SegmentedColumn, segmentColumn } from "./segments.ts"
import { readSource, type SourceRecord } from "./source.ts"

/** The condition columns of a decision table by their names in the file. */
export type Inputs = Readonly<Record<string, Input<unknown>>>

type FactOf<Some> = Some extends Input<infer Value> ? Value : never

/** The facts that a decision table is asked with: camelCase names. */
export type FactsOf<Conditions extends Inputs> = CamelKeys<{
  [Name in keyof Conditions]: FactOf<Conditions[Name]>
}>

/** How many of the matching rows count: the only one, the first, or all of them in order. */
export type HitPolicy = "unique" | "first" | "collect"

/** A decision table as declared. */
export interface DecisionDefinition<
  Conditions extends Inputs = Inputs,
  Outputs extends Columns = Columns,
> {
  readonly _tag: "DecisionDefinition"
  readonly file: string
  readonly about: string
  readonly hitPolicy: HitPolicy
  readonly inputs: Conditions
  readonly outputs: Outputs
  /** Whether some row must apply to everything it can be asked; see {@link isComplete}. */
  readonly complete?: boolean
  /** The rows that it must have, whatever its other conditions say. */
  readonly requires?: ReadonlyArray<Requirement>
}

/** Whether some row of a table must apply to everything: if it does not say, unless it collects. */
export const isComplete = ({
  complete,
  hitPolicy,
}: Pick<DecisionDefinition, "complete" | "hitPolicy">): boolean =>
  complete ?? hitPolicy !== "collect"

/** A row that fired: its outputs, and its line in the file. */
export type Hit<Outputs extends Columns> = RowOfColumns<Outputs> & { readonly line: number }

/** A loaded and compiled decision table. */
export interface Decision<Conditions extends Inputs = Inputs, Outputs extends Columns = Columns> {
  readonly definition: DecisionDefinition<Conditions, Outputs>
  readonly rows: ReadonlyArray<Hit<Outputs>>
  /** The condition cells of each row, in the order of the inputs. */
  readonly tests: ReadonlyArray<ReadonlyArray<ConditionTest>>
  /** The cells of each row as written, with their places: conditions, then outputs. */
  readonly fields: ReadonlyArray<ReadonlyArray<CsvField>>
  /** The condition columns that `evaluate` asks, in the order of the inputs. */
  readonly columns: ReadonlyArray<SegmentedColumn>
  /** The rows that apply, in order; what it answers is shared where it can be, and never changes. */
  readonly evaluate: (facts: FactsOf<Conditions>) => ReadonlyArray<Hit<Outputs>>
}

/** Declares a decision table. */
export const defineDecision = <const Conditions extends Inputs, const Outputs extends Columns>(
  definition: Omit<DecisionDefinition<Conditions, Outputs>, "_tag">,
): DecisionDefinition<Conditions, Outputs> => ({ _tag: "DecisionDefinition", ...definition })

const readTests = (
  file: string,
  record: SourceRecord,
  inputs: ReadonlyArray<readonly [string, Input<unknown>]>,
  errors: Array<TableError>,
  uses: Array<ReferenceUse>,
): ReadonlyArray<ConditionTest> =>
  inputs.map(([name, input], index) => {
    const field = record.fields[index] ?? { text: "", line: record.line, character: 1 }
    const place = { file, line: field.line, character: field.character, column: name }
    const test = readTest(input, field.text)
    if (Result.isFailure(test)) {
      errors.push(tableError({ ...place, cell: field.text }, test.failure))
      return { _tag: "Any" }
    }
    if (input.kind === "words" && input.reference !== undefined && "words" in test.success) {
      for (const word of test.success.words) {
        uses.push({ ...input.reference, place: { ...place, cell: word } })
      }
    }
    return test.success
  })

const indexOf = (
  inputs: ReadonlyArray<readonly [string, Input<unknown>]>,
  tests: ReadonlyArray<ReadonlyArray<ConditionTest>>,
): RowIndex =>
  indexRows(
    inputs.map(([name, input], index) => ({
      factName: camelCase(name),
      column: segmentColumn(
        input,
        tests.map((row): ConditionTest => row[index] ?? { _tag: "Any" }),
      ),
    })),
    tests.length,
  )

/**
 * Reads and compiles a decision table: per condition column one bitset of rows for every word,
 * or for every endpoint and gap between endpoints; a question ANDs one bitset per column.
 */
export const loadDecision = <Conditions extends Inputs, Outputs extends Columns>(
  definition: DecisionDefinition<Conditions, Outputs>,
  source: string,
): Loaded<Decision<Conditions, Outputs>> => {
  const inputs = Object.entries(definition.inputs)
  const outputs = namedColumns(definition.outputs)
  const names = [...Object.keys(definition.inputs), ...outputs.map(({ name }) => name)]
  const { records, errors: shapeErrors, words } = readSource(definition.file, source, names)
  const errors = [...shapeErrors]
  const uses: Array<ReferenceUse> = []
  const tests = records.map((record) => readTests(definition.file, record, inputs, errors, uses))
  const rows = records.map((record) => {
    const fields = record.fields.slice(inputs.length)
    const row = readRow(definition.file, { line: record.line, fields }, outputs, errors, uses)
    return { ...row, line: record.line } as unknown as Hit<Outputs>
  })
  const index = indexOf(inputs, tests)
  const prepare = definition.hitPolicy === "collect" ? evaluateAll : evaluateFirst
  const content: Decision<Conditions, Outputs> = {
    definition,
    rows,
    tests,
    fields: records.map(({ fields, line }) =>
      fields.map((field) => field ?? { text: "", line, character: 1 }),
    ),
    columns: index.columns,
    evaluate: prepare(index, rows) as Decision<Conditions, Outputs>["evaluate"],
  }
  return { content, errors, uses, words }
}
