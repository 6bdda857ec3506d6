import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import type { WordsOf } from "../../../core/analysis/space.ts"
import {
  type DecisionExplanation,
  explain,
  rowsShown,
  traceRow,
} from "../../../core/explain/explain.ts"
import { type FactProblem, readFacts } from "../../../core/explain/facts.ts"
import { findRows } from "../../../core/explain/find-rows.ts"
import { explainOpen } from "../../../core/explain/open-facts.ts"
import { whyNot } from "../../../core/explain/why-not.ts"
import type { Decision } from "../../../core/table/decision.ts"
import type { TableDefinition } from "../../../core/table/definition.ts"
import { explainRow, type NamedTable, tablesWithRow } from "./explain-row.ts"
import { explanationText, foundText, openText, traceText, whyNotText } from "./explain-text.ts"
import { isPortable, readPortable } from "./imported-table.ts"
import { type LoadedTables, loadForAnalysis, tablesFlag } from "./load-tables.ts"
import { placesIn } from "../../tables/shown-path.ts"
import { type CommandRefused, refusal } from "../../terminal/command-refused.ts"
import { jsonFlag, print } from "../../terminal/output.ts"
import { tableFilesIn } from "../../../rules/tables/index.ts"
import { tableNamed, type TableUnknown } from "../../../rules/tables/table-named.ts"
import { readJsonObject } from "./files.ts"

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

/** `viatica tables explain`: why a table answers facts as it does. */
export const explainCommand = Command.make(
  "explain",
  {
    table: tableArgument,
    input: inputArgument,
    whyNot: whyNotFlag,
    partial: Flag.Boolean("partial").pipe(
      Flag.withDescription("Treat missing facts as open, and say which of them still matter"),
      Flag.withDefault(false),
    ),
    rows: rowsFlag,
    tables: tablesFlag,
    json: jsonFlag,
  },
  Effect.fn("tables explain")(function* (flags) {
    if (isPortable(flags.table)) {
      const { decision, folder } = yield* readPortable(flags.table)
      const given = yield* readJsonObject(flags.input)
      return yield* explainDecision({ folder, wordsOf: noWords }, decision, askedOf(flags, given))
    }
    const loaded = yield* loadForAnalysis(flags.tables)
    const table = tableNamed(flags.table, tableFilesIn(loaded.sources))
    if (isRowName(flags.input)) {
      const asked = { name: flags.input, rowsMax: flags.rows, json: flags.json }
      return yield* explainNamed(loaded, table, asked)
    }
    const file = yield* Effect.fromResult(table)
    const given = yield* readJsonObject(flags.input)
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
    const problem: FactProblem = {
      _tag: "FactProblem",
      name: "--why-not",
      given: whyNotLine,
      expected: { _tag: "OfDecisionTables" },
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

/** What every way of explaining is asked with. */
export interface ExplainRequest {
  readonly given: Readonly<Record<string, unknown>>
  readonly partial: boolean
  readonly whyNotLine: number | undefined
  readonly rowsMax: number
  readonly json: boolean
}

/** Explains facts, or one row that does not fire, or what still matters while facts are open. */
export const explainDecision = Effect.fnUntraced(function* (
  loaded: Pick<LoadedTables, "folder" | "wordsOf">,
  decision: Decision,
  { given, json, partial, rowsMax, whyNotLine }: ExplainRequest,
) {
  const { file, inputs } = decision.definition
  const { path, placeOf } = placesIn(loaded, file)
  const { facts, open, problems } = readFacts(inputs, given, loaded.wordsOf)
  if (problems.length > 0) return yield* refusal("facts-refused", { file, problems })
  if (open.length > 0 && !partial) return yield* refusal("facts-missing", { file, missing: open })
  if (whyNotLine !== undefined) {
    const row = yield* rowAt(decision, whyNotLine)
    const answer = whyNot(decision, facts, row, loaded.wordsOf)
    const trace = traceRow(decision, facts, row)
    const explanation = explain(decision, facts, 0)
    return yield* print(json, { file, line: whyNotLine, facts, trace, answer }, () =>
      [
        whyNotText(answer, placeOf(whyNotLine), placeOf),
        ...(trace === undefined ? [] : [traceText(explanation, [trace], placeOf)]),
      ].join("\n\n"),
    )
  }
  if (open.length > 0) {
    const answer = explainOpen(decision, facts, loaded.wordsOf)
    return yield* print(json, answer, () => openText(answer, path, placeOf))
  }
  const outputsOf = outputsIn(decision)
  const explanation = explain(decision, facts, rowsMax)
  return yield* print(json, withOutputs(explanation, outputsOf), () =>
    explanationText(explanation, path, placeOf, outputsOf),
  )
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

/** Whether an argument names a row; everything else is JSON, or where JSON is read from. */
const isRowName = (given: string): boolean => !/^(?:\uFEFF|\s)*(?:[{["]|@|-$|$)/.test(given)

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

/** A table by its file, with its rows where it decides. */
const tablesOf = ({ decisions, plain }: LoadedTables, file: string): ReadonlyArray<NamedTable> => {
  const decision = decisions.find(({ definition }) => definition.file === file)
  const definition = decision?.definition ?? plain.find((each) => each.file === file)
  return definition === undefined ? [] : [{ definition, decision }]
}

/** The row at a line, by its place from 0. */
const rowAt = (
  { definition, rows }: Decision,
  line: number,
): Effect.Effect<number, CommandRefused> => {
  const row = rows.findIndex((one) => one.line === line)
  if (row >= 0) return Effect.succeed(row)
  const distance = (one: number): number => Math.abs(one - line)
  const [nearest] = rows
    .map((one) => one.line)
    .sort((left, right) => distance(left) - distance(right))
  return Effect.fail(refusal("no-row-at-line", { file: definition.file, line, nearest }))
}

/** The outputs of a row as its file writes them. */
const outputsIn = ({ definition, fields, rows }: Decision) => {
  const names = Object.keys(definition.outputs)
  const inputs = Object.keys(definition.inputs).length
  return (line: number): Readonly<Record<string, string>> => {
    const row = fields[rows.findIndex((one) => one.line === line)] ?? []
    return Object.fromEntries(names.map((name, index) => [name, row[inputs + index]?.text ?? ""]))
  }
}

const withOutputs = (explanation: DecisionExplanation, outputsOf: ReturnType<typeof outputsIn>) => {
  const shown = explanation.fired.shown.map((row) => ({ ...row, outputs: outputsOf(row.line) }))
  return { ...explanation, fired: { ...explanation.fired, shown } }
}
