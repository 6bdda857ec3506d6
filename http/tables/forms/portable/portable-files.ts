import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import {
  columnName,
  definitionOf,
  PortableTable,
} from "../../../../core/portable/portable-table.ts"
import { type Decision, loadDecision } from "../../../../core/table/decision.ts"
import { fileError, type TableError } from "../../../../core/table/error.ts"

/** How the file of a definition ends; its rows lie beside it, in a CSV of the same name. */
export const definitionEnd = ".table.json"

/** A portable table that has been read: what it is, its rows as text, and what the engine asks. */
export interface LoadedPortable {
  readonly table: PortableTable
  readonly file: string
  readonly source: string
  readonly decision: Decision
  readonly errors: ReadonlyArray<TableError>
}

const decode = Schema.decodeUnknownResult(PortableTable)

const problemOf = (problem: { readonly message: string }): string =>
  problem.message.replaceAll(/\s*\n\s*/g, " ")

/**
 * Reads a portable table from its definition and its rows; `file` is the name of the CSV. A
 * definition that is none is refused, in words; mistakes in rows come with the table.
 */
export const loadPortable = (
  file: string,
  definition: string,
  source: string,
): Result.Result<LoadedPortable, string> => {
  const json = Result.try((): unknown => JSON.parse(definition))
  if (Result.isFailure(json)) return Result.fail("it is no JSON")
  const table = decode(json.success)
  if (Result.isFailure(table)) return Result.fail(problemOf(table.failure))
  const names = [...table.success.inputs, ...table.success.outputs, ...table.success.annotations]
  const twice = names.find(({ name }, index) => names.findIndex((one) => one.name === name) < index)
  const { content, errors } = loadDecision(definitionOf(table.success, file), source)
  const repeated =
    twice === undefined ? [] : [fileError(file, { _tag: "OneColumnNamed", name: twice.name })]
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
