import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { tableFiles } from "../../../rules/tables/index.ts"
import { exportTables } from "../../tables/forms/sheets/export-tables.ts"
import { readTableFiles } from "../../tables/table-files.ts"
import { writtenVersions } from "../../tables/forms/dmn/dmn-versions.ts"
import { jsonFlag, print } from "../../terminal/output.ts"
import { writeBytes } from "./files.ts"
import { folderFrom, tablesFlag } from "./load-tables.ts"
import { definitionsByFile, tableNamed } from "../../../rules/tables/table-named.ts"
import { counted } from "../../../core/plain-text.ts"
import { wrongUsage } from "../../terminal/command-refused.ts"

/** `viatica tables export`: tables as a workbook that spreadsheets open. */
export const exportCommand = Command.make(
  "export",
  {
    xlsx: Flag.String("xlsx").pipe(
      Flag.withDescription("The XLSX workbook to write"),
      Flag.optional,
    ),
    dmn: Flag.String("dmn").pipe(
      Flag.withDescription("The DMN model to write, of one decision table"),
      Flag.optional,
    ),
    dmnVersion: Flag.Literals("dmn-version", writtenVersions).pipe(
      Flag.withDescription(
        "The version of DMN to write; Camunda Modeler opens none newer than 1.3",
      ),
      Flag.withDefault("1.3"),
    ),
    files: Argument.String("TABLE").pipe(
      Argument.withDescription("Table to export, by its name or path; all of them when left out"),
      Argument.variadic(),
    ),
    tables: tablesFlag,
    json: jsonFlag,
  },
  Effect.fn("tables export")(function* (given) {
    if (Option.isSome(given.dmn) === Option.isSome(given.xlsx)) {
      return yield* wrongUsage("give either --xlsx FILE or --dmn FILE")
    }
    if (Option.isSome(given.dmn)) {
      const { exportModel } = yield* Effect.promise(async () => await import("./export-model.ts"))
      return yield* exportModel({ ...given, path: given.dmn.value })
    }
    const folder = yield* folderFrom(given.tables)
    const { sources } = yield* readTableFiles(folder, tableFiles)
    const all = [...definitionsByFile(sources).keys()]
    const named = yield* Effect.fromResult(
      Result.all(given.files.map((name) => tableNamed(name, all))),
    )
    const asked = named.length === 0 ? all : named
    const files = all.filter((file) => asked.includes(file) && sources.has(file))
    const bytes = yield* exportTables(sources, files)
    const path = Option.getOrElse(given.xlsx, () => "")
    yield* writeBytes(path, bytes)
    yield* print(
      given.json,
      { path, tables: files },
      () =>
        `${path} written: ${counted(files.length, "table")}; viatica tables import ${path} brings edits back`,
    )
  }),
).pipe(
  Command.withDescription("Write tables as an XLSX workbook, or one as a DMN model"),
  Command.withExamples([
    {
      command: "viatica tables export --xlsx tariffs.xlsx sandbox/tariffs sandbox/offers",
      description: "Export two tables",
    },
    { command: "viatica tables export --xlsx all.xlsx", description: "Export all tables" },
    {
      command: "viatica tables export --dmn surcharges.dmn sandbox/surcharges",
      description: "Export a decision table for a DMN modeler",
    },
  ]),
)
