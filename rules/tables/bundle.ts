import * as Result from "effect/Result"
import { settingsBounds } from "../../core/table/bounds.ts"
import * as Column from "../../core/table/column.ts"
import { defineTable, type RowOf } from "../../core/table/definition.ts"
import {
  cellProblem,
  fileError,
  type ReadingError,
  type TableError,
  tableError,
} from "../../core/table/error.ts"
import { readSource, type SourceRecord } from "../../core/table/source.ts"

/**
 * The schema of tables that these definitions read. It goes up by one with every change of the
 * definitions after which tables that were right before are refused, or mean something else.
 */
export const schemaVersion = 1

const schemaVersionColumn: Column.Column<number> = {
  kind: `the number ${schemaVersion}`,
  about: "Schema that the tables follow; tables of another one are refused.",
  parse: (cell) =>
    cell === String(schemaVersion)
      ? Result.succeed(schemaVersion)
      : Result.fail(cellProblem({ expected: { _tag: "SchemaVersion", version: schemaVersion } })),
}

/** What the folder of tables is as a whole: the schema that it follows, and when it is in force. */
export const manifest = defineTable({
  file: "bundle.csv",
  bounds: settingsBounds,
  about:
    "What the tables are as a whole, in one row: the schema that they follow, and their dates.",
  key: ["schema_version"],
  columns: {
    schema_version: schemaVersionColumn,
    effective_from: Column.day({
      about:
        "First day (UTC) on which a server takes these tables; before it, the ones before stay.",
    }),
    effective_until: Column.optional(
      Column.day({
        about: "Last day (UTC) that they are meant for; they go on being served, and it is said.",
      }),
    ),
    about: Column.note(Column.text({ about: "What these tables are, or what changed in them." })),
  },
})

/** The facts of a bundle of tables: its schema, and its first and last day, where it has one. */
export type Manifest = Omit<RowOf<typeof manifest>, "about">

/** The part of the tables that {@link manifestOf} reads. */
export interface ManifestTables {
  readonly manifest: { readonly rows: ReadonlyArray<RowOf<typeof manifest>> }
}

/** A manifest for tables whose manifest has no row, which {@link manifestErrors} refuses. */
const noManifest: Manifest = {
  schemaVersion,
  effectiveFrom: "0000-01-01",
  effectiveUntil: null,
}

/** The facts of loaded tables. */
export const manifestOf = (tables: ManifestTables): Manifest => {
  const { effectiveFrom, effectiveUntil, ...row } = tables.manifest.rows[0] ?? noManifest
  return { schemaVersion: row.schemaVersion, effectiveFrom, effectiveUntil }
}

const columns = Object.keys(manifest.columns)

const datesError = ({ fields }: SourceRecord): ReadonlyArray<ReadingError> => {
  const from = fields[columns.indexOf("effective_from")]
  const until = fields[columns.indexOf("effective_until")]
  const { effective_from, effective_until } = manifest.columns
  const first = Result.getOrUndefined(effective_from.parse(from?.text ?? ""))
  const last = Result.getOrUndefined(effective_until.parse(until?.text ?? ""))
  if (until === undefined || first === undefined || (last ?? first) >= first) return []
  const { character, line, text: cell } = until
  const place = { file: manifest.file, line, character, column: "effective_until", cell }
  return [tableError(place, { expected: { _tag: "LastDay", first } })]
}

/**
 * What is wrong with the manifest beyond its cells and its key: no row, and a last day before the
 * first. A text that is no manifest at all gives nothing; its shape is refused elsewhere.
 */
export const manifestErrors = (text: string): ReadonlyArray<ReadingError> => {
  const { errors, records } = readSource(manifest.file, text, columns, settingsBounds.rowsMax)
  if (records.length > 0 || errors.length > 0) return records.flatMap(datesError)
  return [fileError(manifest.file, { _tag: "RowForAll" })]
}

/**
 * The errors that count: where the manifest names another schema than the one that is read, that is
 * the only one, since the tables were made for other definitions; else all of them.
 */
export const decisiveErrors = <Expected>(
  errors: ReadonlyArray<TableError<Expected>>,
): ReadonlyArray<TableError<Expected>> => {
  const otherSchema = errors.find(
    ({ cell, column, file }) =>
      file === manifest.file && column === "schema_version" && /^\d+$/.test(cell),
  )
  return otherSchema === undefined || otherSchema.cell === String(schemaVersion)
    ? errors
    : [otherSchema]
}

/** Whether tables are `pending`, `inForce` or `past` on a day. */
export type Standing = "pending" | "inForce" | "past"

/**
 * How a bundle stands on a day, written `YYYY-MM-DD`: both its days are part of its time.
 *
 * ```ts
 * import { standingOn } from "../rules/tables/bundle.ts"
 *
 * standingOn({ effectiveFrom: "2027-01-01", effectiveUntil: null }, "2026-12-31") // => "pending"
 * standingOn({ effectiveFrom: "2027-01-01", effectiveUntil: null }, "2027-01-01") // => "inForce"
 * standingOn({ effectiveFrom: "2026-01-01", effectiveUntil: "2026-12-31" }, "2027-01-01") // => "past"
 * ```
 */
export const standingOn = (
  { effectiveFrom, effectiveUntil }: Omit<Manifest, "schemaVersion">,
  day: string,
): Standing => {
  if (day < effectiveFrom) return "pending"
  return effectiveUntil !== null && day > effectiveUntil ? "past" : "inForce"
}
