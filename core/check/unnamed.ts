import type { Naming } from "../table/requirement.ts"
import { valuesKey } from "./column-values.ts"
import type { ReadColumns, ValuesByColumn } from "./required.ts"

/** A row that nothing names. */
export interface UnnamedRow {
  readonly line: number
  readonly values: ValuesByColumn
}

/** The rows that nothing names; or the files that are not sound, so that they may. */
export type Unnamed =
  | { readonly _tag: "Unnamed"; readonly rows: ReadonlyArray<UnnamedRow> }
  | { readonly _tag: "NotSound"; readonly files: ReadonlyArray<string> }

/** Finds the rows of a table that no row of other tables names. */
export const findUnnamed = ({ by, columns }: Naming, file: string, read: ReadColumns): Unnamed => {
  const naming = by.map((there) => ({ file: there.file, rows: read(there) }))
  const files = naming.flatMap((there) => (there.rows === undefined ? there.file : []))
  if (files.length > 0) return { _tag: "NotSound", files }
  const named = new Set(
    naming.flatMap(({ rows = [] }) => rows.map(({ values }) => valuesKey(values))),
  )
  const rows = (read({ file, columns }) ?? []).filter(({ values }) => !named.has(valuesKey(values)))
  return {
    _tag: "Unnamed",
    rows: rows.map(({ line, values }) => ({
      line,
      values: Object.fromEntries(columns.map((column, index) => [column, values[index] ?? ""])),
    })),
  }
}
