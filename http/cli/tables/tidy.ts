import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { describeTableError, mistakeSentence, type TableError } from "../../../core/table/error.ts"
import { type AnyDefinition, loadText } from "../../../core/table/load.ts"
import { type CellChange, type Tidied, tidied } from "../../../core/table/tidy.ts"
import { jsonFlag, print } from "../../terminal/output.ts"
import { folderFrom, tablesFlag } from "./load-tables.ts"
import { type Proposal, weigh, writeFlag, writeProposal } from "./proposal.ts"
import { shownPath } from "../../tables/shown-path.ts"
import { definitionsByFile, tableNamed } from "../../../rules/tables/table-named.ts"
import { recoded } from "../../tables/decoded-text.ts"
import { readTableFiles } from "../../tables/table-files.ts"
import { tableFiles } from "../../../rules/tables/index.ts"
import { counted } from "../../../core/plain-text.ts"
import { typesetSigns } from "../../../core/vocabulary/french-typography.ts"
import { refusal } from "../../terminal/command-refused.ts"

const linesBeyond = (text: string, before: string): number => {
  const known = new Set(before.split("\n"))
  return text.split("\n").filter((line) => !known.has(line)).length
}

interface TidyTable {
  readonly report: TidyReport
  readonly text?: string
}

const tidyReport = (file: string, definition: AnyDefinition, bytes: Uint8Array): TidyTable => {
  const { decimalComma, done, text: before } = recoded(bytes)
  const result = tidied(definition, before, decimalComma)
  const none = { file, done, lines: 0, cells: [], mistakes: [] }
  if (Result.isFailure(result)) {
    return { report: { ...none, verdict: "refused", mistakes: result.failure } }
  }
  const { cells, text }: Tidied = result.success
  if (Buffer.compare(Buffer.from(text), bytes) === 0) {
    return { report: { ...none, verdict: "tidy" } }
  }
  const { errors: mistakes } = loadText(definition, text)
  const lines = linesBeyond(text, before)
  return { report: { ...none, verdict: "untidy", lines, cells, mistakes }, text }
}

/** The bytes of a table; undefined where it cannot be read, which a check tells. */
const bytesOf = (folder: string, file: string): Effect.Effect<Uint8Array | undefined> =>
  Effect.promise(() => readFile(join(folder, file)).catch(() => undefined))

const tidyTables = Effect.fnUntraced(function* (
  folder: string,
  declared: Iterable<AnyDefinition>,
  named: ReadonlyArray<string>,
) {
  const tables: Array<TidyTable> = []
  for (const definition of declared) {
    const { file } = definition
    if (named.length > 0 && !named.includes(file)) continue
    const bytes = yield* bytesOf(folder, file)
    if (bytes !== undefined) tables.push(tidyReport(file, definition, bytes))
  }
  return tables
})

/** The tables that tidying has kept from saying what they said; there should be none. */
const changedIn = (proposal: Proposal): ReadonlyArray<string> =>
  weigh(proposal).report.tables.flatMap(({ file, verdict }) =>
    verdict === "different" || verdict === "unknown" ? [file] : [],
  )

const endText = (
  count: number,
  all: number,
  written: boolean,
  changed: ReadonlyArray<string>,
): string => {
  if (count === 0) return `${counted(all, "table")} in the house's form`
  const says =
    changed.length === 0
      ? "what could be read before says the same as before"
      : `what they say changes in ${changed.join(", ")}: look with viatica tables diff`
  const what = written ? "written" : "to rewrite; --write does it"
  return `${counted(count, "table")} ${what}; ${says}`
}

/** `viatica tables tidy`: tables in the house's form. */
export const tidy = Command.make(
  "tidy",
  {
    files: Argument.String("FILE").pipe(
      Argument.withDescription("Table to tidy, by its name or path; all of them when left out"),
      Argument.variadic(),
    ),
    write: writeFlag,
    tables: tablesFlag,
    json: jsonFlag,
  },
  Effect.fn("tables tidy")(function* (given) {
    const folder = yield* folderFrom(given.tables)
    const today = yield* readTableFiles(folder, tableFiles)
    const byFile = definitionsByFile(today.sources)
    const named = yield* Effect.fromResult(
      Result.all(given.files.map((name) => tableNamed(name, [...byFile.keys()]))),
    )
    const tables = yield* tidyTables(folder, byFile.values(), named)
    const reports = tables.map(({ report }) => report)
    const texts = new Map(
      tables.flatMap(({ report, text }) => (text === undefined ? [] : [[report.file, text]])),
    )
    const proposal: Proposal = { folder, today, texts }
    const changed = texts.size === 0 ? [] : changedIn(proposal)
    if (given.write) yield* writeProposal(proposal)
    const shown = reports.filter(({ verdict }) => verdict !== "tidy")
    yield* print(given.json, { written: given.write, changed, tables: reports }, () =>
      [
        ...shown.flatMap((report) => tidyLines(report, shownPath(folder, report.file))),
        endText(texts.size, reports.length, given.write, changed),
      ].join("\n"),
    )
    const refused = reports.filter(({ verdict }) => verdict === "refused")
    if (refused.length > 0)
      return yield* refusal("not-tidied", { files: refused.map(({ file }) => file) })
  }),
).pipe(
  Command.withDescription(
    "Rewrite tables in the house format: commas, UTF-8, LF, quotes where needed, columns in order",
  ),
  Command.withExamples([
    { command: "viatica tables tidy sandbox/tariffs", description: "Show what would change" },
    { command: "viatica tables tidy --write", description: "Tidy all tables" },
  ]),
)

/** What tidying one table comes to. */
export interface TidyReport {
  readonly file: string
  readonly verdict: "tidy" | "untidy" | "refused"
  /** What was done to its bytes: `no byte order mark`, … */
  readonly done: ReadonlyArray<string>
  /** Lines that are written in another way. */
  readonly lines: number
  readonly cells: ReadonlyArray<CellChange>
  /** Why it cannot be tidied, or what is still wrong with it then. */
  readonly mistakes: ReadonlyArray<TableError>
}

/** As many cells and mistakes of one table are shown. */
const shownMax = 10

const some = (lines: ReadonlyArray<string>, noun: string): ReadonlyArray<string> =>
  lines.length <= shownMax
    ? lines
    : [...lines.slice(0, shownMax), `  … and ${lines.length - shownMax} more ${noun}s`]

/** A cell that changes, with what was typeset in it: spaces look alike. */
const cellText = ({ after, before, column, line }: CellChange): string => {
  const signs = typesetSigns(before, after)
  const typeset = signs.length === 0 ? "" : ` (typeset: ${signs.join(", ")})`
  return `  line ${line} ${column}: ${JSON.stringify(before)} becomes ${after}${typeset}`
}

/** What tidying a table does, for people: a line, and one for each cell that changes. */
export const tidyLines = (report: TidyReport, path: string): ReadonlyArray<string> => {
  const { cells, lines, mistakes, verdict, done } = report
  if (verdict === "refused") {
    const reasons = mistakes.map((error) => `  ${describeTableError({ ...error, file: path })}`)
    return [`${path}: cannot be tidied before this is mended`, ...some(reasons, "mistake")]
  }
  const left = mistakes.map(
    (error) =>
      `  still wrong, ${error.column} in line ${error.line}: ${mistakeSentence({ ...error, column: "" })}`,
  )
  const rewritten = lines === 0 && done.length > 0 ? [] : [`${counted(lines, "line")} rewritten`]
  return [
    `${path}: ${[...done, ...rewritten].join(", ")}`,
    ...some(cells.map(cellText), "cell"),
    ...some(left, "mistake"),
  ]
}
