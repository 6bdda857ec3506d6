import { writeFile } from "node:fs/promises"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { tableFiles } from "../../../rules/tables/index.ts"
import { systemReason } from "../../platform/system-error.ts"
import { exportTables } from "../../tables/sheets/export-tables.ts"
import { readTableFiles } from "../../tables/table-files.ts"
import { jsonFlag, print } from "../output.ts"
import { counted } from "./counted.ts"
import { folderFrom, tablesFlag } from "./load-tables.ts"
import { TableUnwritable } from "./proposal.ts"
import { tableNamed } from "./table-named.ts"

/** `viatica tables export`: tables as a workbook that spreadsheets open. */
export const exportCommand = Command.make(
  "export",
  {
    xlsx: Flag.String("xlsx").pipe(Flag.withDescription("The XLSX workbook to write")),
    files: Argument.String("TABLE").pipe(
      Argument.withDescription("Table to export, by its name or path; all of them when left out"),
      Argument.variadic(),
    ),
    tables: tablesFlag,
    json: jsonFlag,
  },
  Effect.fn("tables export")(function* (given) {
    const folder = yield* folderFrom(given.tables)
    const named = yield* Effect.fromResult(
      Result.all(given.files.map((name) => tableNamed(name, tableFiles))),
    )
    const { sources } = yield* readTableFiles(folder, tableFiles)
    const asked = named.length === 0 ? tableFiles : named
    const files = tableFiles.filter((file) => asked.includes(file) && sources.has(file))
    const bytes = yield* exportTables(sources, files)
    const path = given.xlsx
    yield* Effect.tryPromise({
      try: () => writeFile(path, bytes),
      catch: (cause) => new TableUnwritable({ path, reason: systemReason(cause) }),
    })
    yield* print(
      given.json,
      { path, tables: files },
      () =>
        `${path} written: ${counted(files.length, "table")}; viatica tables import ${path} brings edits back`,
    )
  }),
).pipe(
  Command.withDescription("Write tables as an XLSX workbook to edit in a spreadsheet"),
  Command.withExamples([
    {
      command: "viatica tables export --xlsx tariffs.xlsx sandbox/tariffs sandbox/offers",
      description: "Export two tables",
    },
    { command: "viatica tables export --xlsx all.xlsx", description: "Export all tables" },
  ]),
)
