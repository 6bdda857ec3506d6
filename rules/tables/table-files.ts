import type { TableError } from "../../core/table/error.ts"

/** What a folder of tables holds: the texts that could be read by file name, and what is wrong. */
export interface TableFiles {
  readonly sources: ReadonlyMap<string, string>
  readonly errors: ReadonlyArray<TableError>
}

/** What is wrong with files, then what is wrong in the tables of those that could be read. */
export const allMistakes = (
  { errors, sources }: TableFiles,
  inTables: ReadonlyArray<TableError>,
): ReadonlyArray<TableError> => [...errors, ...inTables.filter(({ file }) => sources.has(file))]
