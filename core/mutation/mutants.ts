import type { CsvField } from "../table/csv.ts"
import type { Decision } from "../table/decision.ts"
import type { TableDefinition } from "../table/definition.ts"
import { policies } from "../table/hit-policy.ts"
import { outputRanks } from "../table/row-order.ts"
import { type SourceRecord, readSource } from "../table/source.ts"
import { type CellMutation, mutatedCondition, mutatedValue } from "./mutated-cells.ts"
import {
  applyEdits,
  type Edit,
  type EditableTable,
  fieldEdit,
  prepareEdits,
  rowRemoval,
  rowSwap,
} from "../editing/table-edits.ts"

/**
 * A table with one slip in it: its place, the cell before and after it, and the text of the whole
 * table. A row that is dropped or exchanged with the next has an empty column.
 */
export interface Mutant {
  readonly file: string
  readonly line: number
  readonly character: number
  readonly column: string
  readonly kind: CellMutation["kind"] | "row" | "order"
  readonly from: string
  readonly to: string
  readonly edits: ReadonlyArray<Edit>
}

interface Field extends Pick<CsvField, "line" | "character" | "text"> {
  readonly column: string
}

const cellMutants = (
  file: string,
  table: EditableTable,
  { character, column, line, text }: Field,
  mutations: ReadonlyArray<CellMutation>,
): ReadonlyArray<Mutant> =>
  mutations
    .filter(({ to }) => to !== text)
    .map(({ kind, to }) => ({
      file,
      line,
      character,
      column,
      kind,
      from: text,
      to,
      edits: [fieldEdit(table, { line, character }, to)],
    }))

const removal = (file: string, table: EditableTable, line: number): Mutant => ({
  file,
  line,
  character: 1,
  column: "",
  kind: "row",
  from: "the row",
  to: "no row",
  edits: rowRemoval(table, line),
})

const swap = (file: string, table: EditableTable, line: number, next: number): Mutant => ({
  file,
  line,
  character: 1,
  column: "",
  kind: "order",
  from: `before line ${next}`,
  to: `after line ${next}`,
  edits: rowSwap(table, line, next),
})

/** The different texts of a column, in the order of the file. */
const textsOf = (rows: ReadonlyArray<ReadonlyArray<CsvField | undefined>>, index: number) => [
  ...new Set(rows.flatMap((fields) => fields[index]?.text ?? [])),
]

/**
 * Every slip in a decision table that a check or a test should notice: in each condition cell, in
 * each result, each row dropped, and neighbouring rows exchanged where their order counts.
 *
 * ```ts
 * import { decisionMutants, mutantText } from "../core/mutation/mutants.ts"
 * import * as Column from "../core/table/column.ts"
 * import { defineDecision, loadDecision } from "../core/table/decision.ts"
 * import * as Input from "../core/table/input.ts"
 *
 * const source = "age,fare\n<18,5\n,9\n"
 * const fares = defineDecision({ file: "fares.csv", about: "Fares.", hitPolicy: "first", inputs: { age: Input.integer({ about: "Years." }) }, outputs: { fare: Column.integer({ about: "Euros." }) } })
 * const mutants = decisionMutants(loadDecision(fares, source).content, source)
 * mutants.slice(0, 3).map(({ from, to }) => [from, to]) // => [["<18", "<19"], ["<18", "<17"], ["<18", "<=18"]]
 * mutants.slice(0, 1).map((mutant) => mutantText(source, mutant)) // => ["age,fare\n<19,5\n,9\n"]
 * ```
 */
export const decisionMutants = (
  decision: Decision,
  source: string,
  orderCounts: boolean = policies[decision.definition.hitPolicy].orderCounts,
): ReadonlyArray<Mutant> => {
  const { file } = decision.definition
  const table = prepareEdits(source)
  const inputs = Object.entries(decision.definition.inputs)
  const outputs = Object.entries(decision.definition.outputs)
  const others = outputs.map((_, index) => textsOf(decision.fields, inputs.length + index))
  // Where outputs put rows in order, only rows whose outputs have the same place can change theirs.
  const ranks = outputRanks(decision.definition.outputs)
  const byOutputs = policies[decision.definition.hitPolicy].order === "outputs"
  const placeOf = (row: object): string => (byOutputs ? ranks(row).join(" ") : "")
  return decision.rows.flatMap((own, row) => {
    const { line } = own
    const fields = decision.fields[row] ?? []
    const conditions = inputs.flatMap(([column, input], index) => {
      const field = fields[index]
      if (field === undefined) return []
      return cellMutants(file, table, { ...field, column }, mutatedCondition(input, field.text))
    })
    const results = outputs.flatMap(([column, output], index) => {
      const field = fields[inputs.length + index]
      if (field === undefined) return []
      const mutations = mutatedValue(output, field.text, others[index] ?? [])
      return cellMutants(file, table, { ...field, column }, mutations)
    })
    const next = decision.rows[row + 1]
    const isSwapped = orderCounts && next !== undefined && placeOf(own) === placeOf(next)
    const order = isSwapped ? [swap(file, table, line, next.line)] : []
    return [...conditions, ...results, ...order, removal(file, table, line)]
  })
}

/**
 * Slips in the figures and words of a plain table, and rows dropped; its keys, notes and texts stay
 * as they are.
 */
export const plainMutants = (
  { columns, file, key }: Pick<TableDefinition, "columns" | "file" | "key">,
  source: string,
): ReadonlyArray<Mutant> => {
  const table = prepareEdits(source)
  const entries = Object.entries(columns)
  const { records } = readSource(file, source, Object.keys(columns))
  const rows = records.map(({ fields }) => fields)
  const others = entries.map(([, column], index) =>
    column.reference === undefined ? [] : textsOf(rows, index),
  )
  const inRow = ({ fields, line }: SourceRecord): ReadonlyArray<Mutant> => [
    ...entries.flatMap(([name, column], index) => {
      const field = fields[index]
      if (field === undefined || key.includes(name)) return []
      const mutations = mutatedValue(column, field.text, others[index] ?? [])
      return cellMutants(file, table, { ...field, column: name }, mutations)
    }),
    removal(file, table, line),
  ]
  return records.flatMap(inRow)
}

/** The text of a table with its slip. */
export const mutantText = (source: string, { edits }: Mutant): string => applyEdits(source, edits)
