import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import { checkTables } from "../../../core/check/check.ts"
import { counted } from "../../../core/plain-text.ts"
import { caseFileOf } from "../../../core/table/case-table.ts"
import { findingLine } from "../../../rules/check/check-lines.ts"
import { type NamedTables, type TestedTable, testTables } from "../../../rules/check/table-cases.ts"
import { definitionsIn, tableFilesIn } from "../../../rules/tables/index.ts"
import { tableNamed } from "../../../rules/tables/table-named.ts"
import { shownPath } from "../../tables/shown-path.ts"
import { type CommandRefused, refusal } from "../../terminal/command-refused.ts"
import { jsonFlag } from "../../terminal/output.ts"
import { lineText } from "./check-output.ts"
import { isPortable, portableCases, readPortable } from "./imported-table.ts"
import { loadForAnalysis, tablesFlag } from "./load-tables.ts"

/** `viatica tables test`: what tables answer to their cases. */
export const testCommand = Command.make(
  "test",
  {
    names: Argument.String("TABLE").pipe(
      Argument.withDescription(
        "Tables to test, or the .table.json of imported ones; all that have cases when left out",
      ),
      Argument.variadic(),
    ),
    tables: tablesFlag,
    json: jsonFlag,
  },
  Effect.fn("tables test")(function* ({ json, names, tables }) {
    const imported = yield* Effect.forEach(names.filter(isPortable), (path) =>
      Effect.map(readPortable(path), (found) => ({
        ...testing(portableCases(found)),
        folder: found.folder,
      })),
    )
    const others = names.filter((name) => !isPortable(name))
    const shipped =
      names.length > 0 && others.length === 0 ? [] : [yield* testFolder(tables, others)]
    const tested = [...imported, ...shipped]
    yield* Console.log(json ? JSON.stringify(tested.flatMap(fieldsOf), null, 2) : textOf(tested))
    const failure = failureOf(tested)
    if (failure !== undefined) return yield* failure
  }),
).pipe(
  Command.withDescription("Ask tables their cases, and tell which do not hold"),
  Command.withExamples([
    { command: "viatica tables test", description: "All tables that have cases beside them" },
    {
      command: "viatica tables test sandbox/tariffs",
      description: "One table: its cases are in sandbox/tariffs.cases.csv",
    },
  ]),
)

/** What became of the cases of the tables in a folder. */
interface Tested {
  readonly folder: string
  readonly named: NamedTables
  readonly tables: ReadonlyArray<TestedTable>
}

const testing = (named: NamedTables): Omit<Tested, "folder"> => ({
  named,
  tables: testTables(named),
})

const testFolder = Effect.fnUntraced(function* (
  given: Option.Option<string>,
  names: ReadonlyArray<string>,
) {
  const { folder, sources, tables } = yield* loadForAnalysis(given)
  const files = yield* Effect.forEach(names, (name) =>
    Effect.fromResult(tableNamed(name, tableFilesIn(sources))),
  )
  const all = { ...testing({ definitions: definitionsIn(sources), sources, tables }), folder }
  const isAsked = ({ cases, file }: TestedTable): boolean =>
    files.length === 0 || files.includes(file) || files.includes(cases)
  const without = files.find(
    (file) => !all.tables.some((each) => [each.file, each.cases].includes(file)),
  )
  return without === undefined
    ? { ...all, tables: all.tables.filter(isAsked) }
    : yield* refusal("no-table-cases", { table: without, file: caseFileOf(without) })
})

const differing = ({ outcomes }: TestedTable) =>
  outcomes.filter(({ differences }) => differences.length > 0)

const fieldsOf = ({ tables }: Tested) =>
  tables.map((table) => ({
    table: table.file,
    cases: table.cases,
    hold: table.outcomes.length - differing(table).length,
    differ: differing(table),
    rows: table.rows,
    rowsMet: table.rowsMet,
  }))

const textOf = (tested: ReadonlyArray<Tested>): string => {
  const told = tested.flatMap(({ folder, named, tables }) => {
    const files = tables.map(({ cases }) => cases)
    const found = checkTables(
      { ...named, tables: named.tables as Readonly<Record<string, unknown>> },
      { asked: ["cases"], files },
    )
    return tables.map((table) =>
      [
        ...found
          .filter(({ file }) => file === table.cases)
          .map((finding) => lineText(folder, findingLine(finding))),
        summaryOf(folder, table),
      ].join("\n"),
    )
  })
  return told.length === 0
    ? "No table has cases of its own; they lie beside it, as NAME.cases.csv"
    : told.join("\n\n")
}

const summaryOf = (folder: string, table: TestedTable): string => {
  const { cases, outcomes, rows, rowsMet } = table
  const differ = differing(table).length
  const held =
    differ === 0
      ? `${counted(outcomes.length, "case")} ${outcomes.length === 1 ? "holds" : "hold"}`
      : `${outcomes.length - differ} of ${counted(outcomes.length, "case")} hold`
  const unmet = rows - rowsMet
  const rest = unmet === 0 ? "every row meets one" : `${unmet} of ${counted(rows, "row")} meet none`
  return `${shownPath(folder, cases)}: ${held}; ${rest}`
}

const failureOf = (tested: ReadonlyArray<Tested>): CommandRefused | undefined => {
  const wrong = tested.flatMap(({ tables }) =>
    tables.filter((table) => differing(table).length > 0),
  )
  const cases = wrong.reduce((count, table) => count + differing(table).length, 0)
  return cases === 0 ? undefined : refusal("cases-differ", { cases, files: wrong.length })
}
