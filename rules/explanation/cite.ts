import type { Decision } from "../../core/table/decision.ts"
import type { Table } from "../../core/table/loaded.ts"
import { type Reason } from "./explanation.ts"
import { originOf } from "./row-origin.ts"

/** A decision table as citations read it, whatever it is asked with. */
export interface CitedDecision extends Pick<Decision, "fields" | "tests"> {
  readonly definition: {
    readonly file: string
    readonly inputs: object
    readonly outputs: object
  }
  readonly rows: ReadonlyArray<{ readonly line: number }>
}

interface Cited {
  readonly file: string
  readonly line: number | undefined
  readonly column: string | undefined
  readonly says: string
  readonly row: unknown
}

const reason = ({ column, file, line, row, says }: Cited): Reason => ({
  file,
  line: line ?? 1,
  ...(column === undefined ? {} : { column }),
  says,
  ...originOf(row),
})

/** Cites a row of a plain table; where there is no row, the table's header stands for its absence. */
export const citeRow = <Row>(
  table: Pick<Table<Row>, "file" | "lineOf">,
  row: Row | undefined,
  says: string,
  column?: string,
): Reason => {
  const line = row === undefined ? undefined : table.lineOf(row)
  return reason({ file: table.file, line, column, says, row })
}

/** Cites a row of a decision table that fired; none stands for its absence. */
export const citeHit = (
  table: Pick<CitedDecision, "definition" | "rows">,
  hit: { readonly line: number } | undefined,
  says: string,
  column?: string,
): Reason => {
  // What fired may carry less than its row, but always its line.
  const row = hit === undefined ? undefined : table.rows.find(({ line }) => line === hit.line)
  return reason({ file: table.definition.file, line: hit?.line, column, says, row })
}

/** The names of the condition columns in which a row of a decision table tests anything. */
export const testedInputs = (
  table: CitedDecision,
  hit: { readonly line: number },
): ReadonlyArray<string> => {
  const index = table.rows.findIndex(({ line }) => line === hit.line)
  const tests = table.tests[index] ?? []
  return Object.keys(table.definition.inputs).filter(
    (_, position) => (tests[position]?._tag ?? "Any") !== "Any",
  )
}

/** A cell of a decision table's row as written. */
export const cellOf = (
  table: CitedDecision,
  hit: { readonly line: number },
  column: string,
): string => {
  const { inputs, outputs } = table.definition
  const position = [...Object.keys(inputs), ...Object.keys(outputs)].indexOf(column)
  const index = table.rows.findIndex(({ line }) => line === hit.line)
  return table.fields[index]?.[position]?.text ?? ""
}
