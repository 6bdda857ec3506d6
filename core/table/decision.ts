import * as Result from "effect/Result"
import { boundsOf, type TableBounds } from "./bounds.ts"
import {
  type CellReader,
  makeCellReader,
  mentionsOf,
  type NamedColumn,
  namedColumns,
  placeIn,
  readRow,
  usesIn,
} from "./read-record.ts"
import { once } from "../memory.ts"
import type { Reference } from "./column.ts"
import type { CsvField } from "./csv.ts"
import { type ConditionTest, readTest } from "./condition.ts"
import type { Columns, RowOfColumns } from "./definition.ts"
import type { Loaded, Mention, ReferenceUse } from "./loaded.ts"
import type { CellPlace } from "../spreadsheet-repairs/likely-cell.ts"
import { cellError, type CellRefusal, onePerCause, type ReadingError } from "./error.ts"
import { type Evaluate, evaluateAll, evaluateFirst } from "./evaluate.ts"
import { answersOne, type HitPolicy } from "./hit-policy.ts"
import type { Input } from "./input.ts"
import type { Meaning } from "./meaning.ts"
import { camelCase, type CamelKeys } from "./names.ts"
import type { Requirement } from "./requirement.ts"
import { indexRows, type MatchingIndex, type RowIndex } from "./row-index.ts"
import { policyErrors, rowOrder } from "./row-order.ts"
import { type SegmentedColumn, segmentColumn } from "./segments.ts"
import { readSource, type SourceRecord } from "./source.ts"

/** The condition columns of a decision table by their names in the file. */
export type Inputs = Readonly<Record<string, Input<unknown>>>

type FactOf<Some> = Some extends Input<infer Value> ? Value : never

/** The facts that a decision table is asked with: camelCase names. */
export type FactsOf<Conditions extends Inputs> = CamelKeys<{
  [Name in keyof Conditions]: FactOf<Conditions[Name]>
}>

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
  /** Where rules ask it, for a table that they do not know by its name. */
  readonly hook?: string
  /** The text that declares it, where that is data. */
  readonly declared?: string
  /** The cells that it answers with where no row applies, by output. */
  readonly defaults?: Readonly<Record<string, string>>
  /** What it may hold at most, if not the usual bounds. */
  readonly bounds?: Partial<TableBounds>
  /** The rows that it must have, whatever its other conditions say. */
  readonly requires?: ReadonlyArray<Requirement>
  /** What its values mean. */
  readonly means?: ReadonlyArray<Meaning>
}

/** Whether some row of a table must apply to everything: if it does not say, where one row answers. */
export const isComplete = ({
  complete,
  hitPolicy,
}: Pick<DecisionDefinition, "complete" | "hitPolicy">): boolean => complete ?? answersOne(hitPolicy)

/** A row that fired: its outputs, and its line in the file. */
export type Hit<Outputs extends Columns> = RowOfColumns<Outputs> & { readonly line: number }

/** A loaded and compiled decision table. */
export interface Decision<Conditions extends Inputs = Inputs, Outputs extends Columns = Columns> {
  readonly definition: DecisionDefinition<Conditions, Outputs>
  /** In the order in which they count: that of the file, unless the hit policy goes by outputs. */
  readonly rows: ReadonlyArray<Hit<Outputs>>
  /** The condition cells of each row, in the order of the inputs. */
  readonly tests: ReadonlyArray<ReadonlyArray<ConditionTest>>
  /** The cells of each row as written, with their places: conditions, then outputs. */
  readonly fields: ReadonlyArray<ReadonlyArray<CsvField>>
  /** The condition columns that `evaluate` asks, in the order of the inputs. */
  readonly columns: ReadonlyArray<SegmentedColumn>
  /** The rows of their segments, which `evaluate` and every proof ask. */
  readonly index: RowIndex
  /** The rows that apply, in order; what it answers is shared where it can be, and never changes. */
  readonly evaluate: (facts: FactsOf<Conditions>) => ReadonlyArray<Hit<Outputs>>
}

/** Declares a decision table. */
export const defineDecision = <const Conditions extends Inputs, const Outputs extends Columns>(
  definition: Omit<DecisionDefinition<Conditions, Outputs>, "_tag">,
): DecisionDefinition<Conditions, Outputs> => ({ _tag: "DecisionDefinition", ...definition })

/** A condition column under its name, and what reads its cells. */
export interface NamedInput {
  readonly name: string
  readonly input: Input<unknown>
  readonly cells: CellReader<ConditionTest, CellRefusal>
}

/** Condition columns under their names, in their order, to read one file with. */
export const namedInputs = (inputs: Inputs): ReadonlyArray<NamedInput> =>
  Object.entries(inputs).map(([name, input]) => ({
    name,
    input,
    cells: makeCellReader((cell: string) => readTest(input, cell)),
  }))

/** The condition of an empty cell. */
export const any: ConditionTest = { _tag: "Any" }

const cellPlace = (input: Input<unknown>): CellPlace => ({
  accepts: (cell) => Result.isSuccess(readTest(input, cell)),
  unit: input.unit,
})

const readTests = (
  file: string,
  record: SourceRecord,
  inputs: ReadonlyArray<NamedInput>,
  errors: Array<ReadingError>,
): ReadonlyArray<ConditionTest> =>
  inputs.map((named, index) => {
    const test = named.cells.read(record.texts[index] ?? "")
    if (Result.isSuccess(test)) return test.success
    const place = placeIn({ file, record, from: index }, named)
    errors.push(cellError(place, test.failure, cellPlace(named.input)))
    return any
  })

const referencedBy = (input: Input<unknown>): Reference | undefined =>
  input.kind === "words" ? input.reference : undefined

const wordsOf = (test: ConditionTest): ReadonlyArray<string> => ("words" in test ? test.words : [])

/** The words that the different cells of a condition column name in another table. */
export const mentionsOfWords = (
  input: Input<unknown>,
  tests: ReadonlyArray<ConditionTest>,
): ReadonlyArray<Mention> => {
  const reference = referencedBy(input)
  return reference === undefined ? [] : [{ ...reference, words: tests.flatMap(wordsOf) }]
}

const mentionsOfInputs = (inputs: ReadonlyArray<NamedInput>): ReadonlyArray<Mention> =>
  inputs.flatMap(({ cells, input }) =>
    mentionsOfWords(
      input,
      [...cells.sound()].map(([, test]) => test),
    ),
  )

/** The cells of records that refer to other tables: conditions, then outputs. */
export const usesInRecords = (
  file: string,
  records: ReadonlyArray<SourceRecord>,
  inputs: ReadonlyArray<NamedInput>,
  outputs: ReadonlyArray<NamedColumn>,
): ReadonlyArray<ReferenceUse> => [
  ...records.flatMap((record) => usesInTests(file, record, inputs)),
  ...records.flatMap((record) => usesIn({ file, record, from: inputs.length }, outputs)),
]

const usesInTests = (
  file: string,
  record: SourceRecord,
  inputs: ReadonlyArray<NamedInput>,
): ReadonlyArray<ReferenceUse> =>
  inputs.flatMap((named, index) => {
    const reference = referencedBy(named.input)
    const test = named.cells.read(record.texts[index] ?? "")
    if (reference === undefined || Result.isFailure(test)) return []
    const place = placeIn({ file, record, from: index }, named)
    return wordsOf(test.success).map((word) => ({ ...reference, place: { ...place, cell: word } }))
  })

/** Indexes the conditions of rows, in the order in which these count. */
export const indexOf = (
  inputs: ReadonlyArray<NamedInput>,
  tests: ReadonlyArray<ReadonlyArray<ConditionTest>>,
): RowIndex =>
  indexRows(
    inputs.map(({ input, name }, index) => ({
      factName: camelCase(name),
      column: segmentColumn(
        input,
        tests.map((row) => row[index] ?? any),
      ),
    })),
    tests.length,
  )

/** The cells of records as written. */
export const fieldsOf = (records: ReadonlyArray<SourceRecord>): Decision["fields"] =>
  records.map(({ fields, line }) =>
    fields.map((field) => field ?? { text: "", line, character: 1 }),
  )

/** What a decision consists of, each part read when it is first asked for. */
interface DecisionParts<Conditions extends Inputs, Outputs extends Columns> extends Pick<
  Decision<Conditions, Outputs>,
  "definition" | "evaluate"
> {
  readonly rows: () => Decision<Conditions, Outputs>["rows"]
  readonly tests: () => Decision["tests"]
  readonly index: () => Decision["index"]
  readonly fields: () => Decision["fields"]
}

/** A decision whose parts are read on first use. */
export const decisionOf = <Conditions extends Inputs, Outputs extends Columns>({
  definition,
  evaluate,
  fields,
  index,
  rows,
  tests,
}: DecisionParts<Conditions, Outputs>): Decision<Conditions, Outputs> => ({
  definition,
  get rows() {
    return rows()
  },
  get tests() {
    return tests()
  },
  get columns() {
    return index().columns
  },
  get index() {
    return index()
  },
  evaluate,
  get fields() {
    return fields()
  },
})

/** Prepares a table to answer by its hit policy. */
export const prepareAnswers = <Row>(
  hitPolicy: HitPolicy,
  index: MatchingIndex,
  rows: ReadonlyArray<Row>,
): Evaluate<Row> => (answersOne(hitPolicy) ? evaluateFirst : evaluateAll)(index, rows)

/**
 * Reads and compiles a decision table: per condition column one bitset of rows for every word,
 * or for every endpoint and gap between endpoints; a question ANDs one bitset per column.
 */
export const loadDecision = <Conditions extends Inputs, Outputs extends Columns>(
  definition: DecisionDefinition<Conditions, Outputs>,
  source: string,
): Loaded<Decision<Conditions, Outputs>> => {
  const { file } = definition
  const inputs = namedInputs(definition.inputs)
  const outputs = namedColumns(definition.outputs)
  const names = [...inputs, ...outputs].map(({ name }) => name)
  const { errors, records, words } = readSource(file, source, names, boundsOf(definition).rowsMax)
  const read = records.map((record) => readTests(file, record, inputs, errors))
  const from = inputs.length
  const written = records.map((record) => {
    const row = readRow({ file, record, from }, outputs, errors)
    row["line"] = record.line
    return row as unknown as Hit<Outputs>
  })
  errors.push(...policyErrors(file, definition.hitPolicy, definition.outputs, written))
  // Rows in the order in which they count, so that evaluation and every proof take them alike.
  const order = rowOrder(definition.hitPolicy, definition.outputs, written)
  const inOrder = <Item>(items: ReadonlyArray<Item>): ReadonlyArray<Item> =>
    order === undefined ? items : order.flatMap((place) => items.slice(place, place + 1))
  const [rows, tests] = [inOrder(written), inOrder(read)]
  const { hitPolicy } = definition
  // Computed on first use: no start asks all tables, and only explanations and checks ask for
  // fields.
  const index = once(() => indexOf(inputs, tests))
  type Evaluating = Decision<Conditions, Outputs>["evaluate"]
  // Replaces itself on first use; `once` would cost every question a call.
  let evaluate: Evaluating = (facts) => {
    evaluate = prepareAnswers(hitPolicy, index(), rows) as Evaluating
    return evaluate(facts)
  }
  const fields = once(() => fieldsOf(inOrder(records)))
  return {
    content: decisionOf({
      definition,
      rows: () => rows,
      tests: () => tests,
      index,
      fields,
      // A function instead of a getter: engines inline what it calls.
      evaluate: (facts) => evaluate(facts),
    }),
    errors: onePerCause(errors),
    mentions: [...mentionsOfInputs(inputs), ...mentionsOf(outputs)],
    get uses() {
      return usesInRecords(file, records, inputs, outputs)
    },
    words,
  }
}
