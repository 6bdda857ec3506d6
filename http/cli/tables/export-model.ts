import * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import { tableFilesIn } from "../../../rules/tables/index.ts"
import type { writtenVersions } from "../../tables/forms/dmn/dmn-versions.ts"
import { writtenTable } from "../../tables/forms/dmn/own-to-dmn.ts"
import { writeDmn, type WrittenTable } from "../../tables/forms/dmn/write-dmn.ts"
import { writtenPortable } from "../../tables/forms/portable/portable-to-dmn.ts"
import { refusal } from "../../terminal/command-refused.ts"
import { print } from "../../terminal/output.ts"
import { loadForAnalysis } from "./load-tables.ts"
import { isPortable, readPortable } from "./imported-table.ts"
import { tableNamed } from "../../../rules/tables/table-named.ts"
import { counted } from "../../../core/plain-text.ts"
import { writeBytes } from "./files.ts"

const ownTable = Effect.fnUntraced(function* (name: string, tables: Option.Option<string>) {
  const { decisions, sources } = yield* loadForAnalysis(tables)
  const file = yield* Effect.fromResult(tableNamed(name, tableFilesIn(sources)))
  const decision = decisions.find(({ definition }) => definition.file === file)
  return decision === undefined
    ? yield* refusal("no-decision-table", { file })
    : writtenTable(decision)
})

/** Writes one decision table, ours or a portable one, as a DMN model. */
export const exportModel = Effect.fnUntraced(function* (given: {
  readonly path: string
  readonly dmnVersion: (typeof writtenVersions)[number]
  readonly files: ReadonlyArray<string>
  readonly tables: Option.Option<string>
  readonly json: boolean
}) {
  const { dmnVersion, files, json, path, tables } = given
  const [name, ...others] = files
  if (name === undefined) return yield* refusal("no-table-named")
  if (others.length > 0) return yield* refusal("several-tables-named", { named: files })
  const table: WrittenTable = isPortable(name)
    ? writtenPortable(yield* readPortable(name))
    : yield* ownTable(name, tables)
  yield* writeBytes(path, writeDmn(table, dmnVersion))
  yield* print(
    json,
    { path, table: table.name, dmn: dmnVersion, rules: table.rows.length },
    () =>
      `${path} written: ${table.name} with ${counted(table.rows.length, "rule")}, DMN ${dmnVersion}; viatica tables import ${path} brings edits back`,
  )
})
