import { type DuckDBType, type DuckDBValue, STRUCT, structValue } from "@duckdb/node-api"
import type { Warned } from "../../../core/fields/request-warning.ts"

/** The fields of a structure of SQL, by their names. */
export type SqlFields = Readonly<Record<string, DuckDBType>>

/** The type of a structure of fields. */
export const structOf = (fields: SqlFields): DuckDBType => STRUCT(fields)

/** A structure in which the fields that are not given are NULL. */
export const structWith = (
  fields: SqlFields,
  given: Readonly<Record<string, DuckDBValue>>,
): DuckDBValue =>
  structValue(Object.fromEntries(Object.keys(fields).map((name) => [name, given[name] ?? null])))

/** What of a request was not read, in one sentence; null where all of it was. */
export const unreadText = ({ warnings = [] }: Warned): string | null =>
  warnings.length === 0 ? null : warnings.map(({ detail }) => detail).join("; ")
