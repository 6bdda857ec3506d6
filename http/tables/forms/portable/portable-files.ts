import * as Result from "effect/Result"
import {
  columnName,
  definitionOf,
  type PortableTable,
} from "../../../../core/portable/portable-table.ts"
import { readPortable, repeatedColumn } from "../../../../core/portable/read-portable.ts"
import { type Decision, loadDecision } from "../../../../core/table/decision.ts"
import { fileError, type TableError } from "../../../../core/table/error.ts"
import { definitionEnd } from "../../../../core/table/own-table.ts"
import { filledDefinition } from "../../../../rules/tables/own-tables.ts"

/** A portable table that has been read: what it is, its rows as text, and what the engine asks. */
export interface LoadedPortable {
  readonly table: PortableTable
  readonly file: string
  readonly source: string
  readonly decision: Decision
  readonly errors: ReadonlyArray<TableError>
}

/** Why a text defines no portable table. */
export type PortableFault =
  | { readonly _tag: "NoJson" }
  /** All that is wrong in it, as {@link readPortable} tells it. */
  | { readonly _tag: "NoDefinition"; readonly says: string }

/** The sentence of it, behind the name of its file. */
export const describePortableFault = (fault: PortableFault): string =>
  fault._tag === "NoJson" ? "it is no JSON" : fault.says

/**
 * Reads a portable table from its definition and its rows; `file` is the name of the CSV. A
 * definition that is none is refused; mistakes in rows come with the table.
 */
export const loadPortable = (
  file: string,
  definition: string,
  source: string,
): Result.Result<LoadedPortable, PortableFault> => {
  const json = Result.try((): unknown => JSON.parse(definition))
  if (Result.isFailure(json)) return Result.fail({ _tag: "NoJson" })
  const table = readPortable(filledDefinition(json.success))
  if (Result.isFailure(table)) {
    return Result.fail({ _tag: "NoDefinition", says: table.failure.join("; ") })
  }
  const twice = repeatedColumn(table.success)
  const { content, errors } = loadDecision(definitionOf(table.success, file), source)
  const repeated =
    twice === undefined ? [] : [fileError(file, { _tag: "OneColumnNamed", name: twice })]
  return Result.succeed({
    table: table.success,
    file,
    source,
    decision: content,
    errors: [...repeated, ...errors],
  })
}

/** The two files of a portable table, by name. */
export const portableTexts = (table: PortableTable, csv: string): ReadonlyMap<string, string> => {
  const base = columnName(table.name)
  return new Map([
    [`${base}.csv`, csv],
    [`${base}${definitionEnd}`, `${JSON.stringify(table, null, 2)}\n`],
  ])
}
