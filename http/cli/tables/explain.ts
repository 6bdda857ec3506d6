import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import type { WordsOf } from "../../../core/analysis/space.ts"
import { rowsShown } from "../../../core/explain/explain.ts"
import type { FactProblem } from "../../../core/explain/facts.ts"
import { findRows } from "../../../core/explain/find-rows.ts"
import type { TableDefinition } from "../../../core/table/definition.ts"
import { jsonFlag, print } from "../../terminal/output.ts"
import { explainDecision, type ExplainRequest } from "./explain-decision.ts"
import { explainRow, type NamedTable, tablesWithRow } from "./explain-row.ts"
import { foundText } from "./explain-text.ts"
import { readJsonObject } from "./json-input.ts"
import { type LoadedTables, loadForAnalysis, tablesFlag } from "./load-tables.ts"
import { isPortable, readPortable, withDayNumbers } from "./portable.ts"
import { placesIn } from "../../tables/shown-path.ts"
import { tableNamed, type TableUnknown } from "../../../rules/tables/table-named.ts"
import { tableFiles } from "../../../rules/tables/index.ts"
import { refusal } from "../../terminal/command-refused.ts"

const tableArgument = Argument.String("table").pipe(
  Argument.withDescription(
    "Table: coach/arguments.csv, or an ending such as arguments; or the .table.json of an imported one",
  ),
)

const inputArgument = Argument.String("input").pipe(
  Argument.withDescription(
    "Facts by column, or the key of a plain table: JSON, @file or -; or a row by its id, its key or as :LINE",
  ),
)

const whyNotFlag = Flag.Int("why-not").pipe(
  Flag.withDescription("Line of a row: the smallest change of input that fires it"),
  Flag.optional,
)

const rowsFlag = Flag.Int("rows").pipe(
  Flag.withDescription("How many rows of each kind to show"),
  Flag.filter(
    (count) => count >= 1,
    () => "Expected 1 or more",
  ),
  Flag.withDefault(rowsShown),
)

/** Whether an argument names a row; everything else is JSON, or where JSON is read from. */
const isRowName = (given: string): boolean => !/^(?:\uFEFF|\s)*(?:[{["]|@|-$|$)/.test(given)

/** A table by its file, with its rows where it decides. */
const tablesOf = ({ decisions, plain }: LoadedTables, file: string): ReadonlyArray<NamedTable> => {
  const decision = decisions.find(({ definition }) => definition.file === file)
  const definition = decision?.definition ?? plain.find((each) => each.file === file)
  return definition === undefined ? [] : [{ definition, decision }]
}

/** Shows a row of a table; of several tables that a name could mean, of the only one that has the row. */
const explainNamed = Effect.fnUntraced(function* (
  loaded: LoadedTables,
  table: Result.Result<string, TableUnknown>,
  asked: Parameters<typeof explainRow>[2],
) {
  const meant = Result.isSuccess(table) ? [table.success] : table.failure.several
  const tables = meant.flatMap((file) => tablesOf(loaded, file))
  const [named, another] = tables.length > 1 ? tablesWithRow(loaded, tables, asked.name) : tables
  if (Result.isFailure(table) && (named === undefined || another !== undefined)) {
    return yield* table.failure
  }
  return named === undefined ? undefined : yield* explainRow(loaded, named, asked)
})

/** Portable tables list their words themselves. */
const noWords: WordsOf = () => undefined

const askedOf = (
  flags: {
    readonly partial: boolean
    readonly whyNot: Option.Option<number>
    readonly rows: number
    readonly json: boolean
  },
  given: ExplainRequest["given"],
): ExplainRequest => ({
  given,
  partial: flags.partial,
  whyNotLine: Option.getOrUndefined(flags.whyNot),
  rowsMax: flags.rows,
  json: flags.json,
})

/** `viatica tables explain`: why a table answers facts as it does. */
export const explain = Command.make(
  "explain",
  {
    table: tableArgument,
    input: inputArgument,
    whyNot: whyNotFlag,
    partial: Flag.Boolean("partial").pipe(
      Flag.withDescription("Leave facts open that are not given, and say which still matter"),
      Flag.withDefault(false),
    ),
    rows: rowsFlag,
    tables: tablesFlag,
    json: jsonFlag,
  },
  Effect.fn("tables explain")(function* (flags) {
    if (isPortable(flags.table)) {
      const { decision, folder, table: portable } = yield* readPortable(flags.table)
      const given = withDayNumbers(portable, yield* readJsonObject(flags.input))
      return yield* explainDecision({ folder, wordsOf: noWords }, decision, askedOf(flags, given))
    }
    const table = tableNamed(flags.table, tableFiles)
    if (isRowName(flags.input)) {
      const asked = { name: flags.input, rowsMax: flags.rows, json: flags.json }
      return yield* explainNamed(yield* loadForAnalysis(flags.tables), table, asked)
    }
    const file = yield* Effect.fromResult(table)
    const given = yield* readJsonObject(flags.input)
    const loaded = yield* loadForAnalysis(flags.tables)
    const asked = askedOf(flags, given)
    const decision = loaded.decisions.find(({ definition }) => definition.file === file)
    if (decision !== undefined) return yield* explainDecision(loaded, decision, asked)
    const plain = loaded.plain.find((definition) => definition.file === file)
    return plain === undefined ? undefined : yield* explainPlain(loaded, plain, asked)
  }),
).pipe(
  Command.withDescription(
    "Show which rows fire for an input, why the others do not, and what would change it",
  ),
  Command.withExamples([
    {
      command: `viatica tables explain age_factors '{"age_scale":"leisure","age":70}'`,
      description: "Which rows fire, and which columns the nearest others fail",
    },
    {
      command: `viatica tables explain age_factors '{"age_scale":"leisure","age":70}' --why-not 8`,
      description: "The smallest change of input that fires the row at line 8",
    },
    {
      command: "viatica tables explain eligibility 103",
      description: "A row by its id: what each cell means, and what it counts for",
    },
    {
      command: `viatica tables explain countries '{"code":"FR"}'`,
      description: "The row of a key in a plain table",
    },
  ]),
)

/** Shows the row of a key in a plain table, or the rows of a part of one. */
export const explainPlain = Effect.fnUntraced(function* (
  loaded: LoadedTables,
  definition: TableDefinition,
  { given, json, partial, rowsMax, whyNotLine }: ExplainRequest,
) {
  const { file } = definition
  if (whyNotLine !== undefined) {
    const expected = "left out: a plain table has keys and no conditions"
    const problem: FactProblem = {
      _tag: "FactProblem",
      name: "--why-not",
      given: whyNotLine,
      expected,
    }
    return yield* refusal("facts-refused", { file, problems: [problem] })
  }
  const found = findRows(definition, loaded.sources.get(file) ?? "", given)
  const { open, problems } = found
  if (problems.length > 0) return yield* refusal("facts-refused", { file, problems })
  if (open.length > 0 && !partial) return yield* refusal("facts-missing", { file, missing: open })
  const { placeOf } = placesIn(loaded, file)
  const shown = { ...found, count: found.found.length, found: found.found.slice(0, rowsMax) }
  yield* print(json, shown, () => foundText(found, rowsMax, placeOf))
  if (found.found.length === 0)
    return yield* refusal("no-row-with-key", {
      file,
      nearest: found.nearest.map(({ line }) => line),
    })
})
