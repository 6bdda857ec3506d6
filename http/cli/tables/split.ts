import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { partlyChosen } from "../../../core/editing/chosen-rows.ts"
import { type BandProblem, mergeRows, splitRows } from "../../../core/editing/split-rows.ts"
import { counted } from "../../../core/plain-text.ts"
import { type CommandRefused, refusal } from "../../terminal/command-refused.ts"
import { jsonFlag } from "../../terminal/output.ts"
import { tablesFlag } from "./load-tables.ts"
import { showChange, writeFlag } from "./proposal.ts"
import { changedTable, rowsToChange } from "./rows-to-change.ts"

const flags = {
  table: changedTable,
  column: Flag.String("column").pipe(
    Flag.withDescription("Condition over numbers whose bands are meant, such as age"),
  ),
  where: Flag.String("where").pipe(
    Flag.withDescription("Rows, as tables scale takes them; all rows when left out"),
    Flag.withDefault(""),
  ),
  write: writeFlag,
  tables: tablesFlag,
  json: jsonFlag,
}

/** `viatica tables split`: rows cut in two where a number begins a band. */
export const split = Command.make(
  "split",
  {
    ...flags,
    at: Flag.String("at").pipe(Flag.withDescription("Number with which the upper part begins")),
  },
  Effect.fn("tables split")(function* (given) {
    const at = Number(given.at)
    if (!/^-?\d+(?:\.\d+)?$/.test(given.at) || !Number.isFinite(at)) {
      return yield* refusal("no-place-to-cut", { written: given.at })
    }
    const { file, folder, rows, table, today } = yield* rowsOf(given)
    const { column } = given
    const { rows: cut, text } = yield* bandsChanged(splitRows(table, rows, { column, at }))
    const amount = `${counted(cut.length, "row")} of ${file}`
    yield* showChange({
      proposal: { folder, today, texts: new Map([[file, text]]) },
      write: given.write,
      json: given.json,
      told: { file, column, at, rows: cut },
      closing: (written) => [
        written
          ? `${amount} cut at ${column} ${given.at}; both parts answer as before`
          : `${amount} to cut at ${column} ${given.at}; both parts answer as before; --write does it`,
      ],
    })
  }),
).pipe(
  Command.withDescription("Cut rows in two where a number begins a band; no answer changes"),
  Command.withExamples([
    {
      command:
        "viatica tables split catalogue/tariffs --column age --at 60 --where 'tariff=br_escapade_1'",
      description: "Rows of 18 to 64 become rows of 18 to 59 and of 60 to 64. Nothing is written",
    },
  ]),
)

/** `viatica tables merge`: rows that differ in nothing but bands that touch, made one. */
export const merge = Command.make(
  "merge",
  flags,
  Effect.fn("tables merge")(function* (given) {
    const { file, folder, rows, table, today } = yield* rowsOf(given)
    const { column } = given
    const { rows: merged, text } = yield* bandsChanged(mergeRows(table, rows, column))
    const from = merged.reduce((sum, { lines }) => sum + lines.length, 0)
    const amount = `${counted(from, "row")} of ${file}`
    const into = merged.length === 1 ? "one" : String(merged.length)
    yield* showChange({
      proposal: { folder, today, texts: new Map([[file, text]]) },
      write: given.write,
      json: given.json,
      told: { file, column, rows: merged },
      closing: (written) => [
        written
          ? `${amount} merged into ${into} by ${column}; all facts are answered as before`
          : `${amount} to merge into ${into} by ${column}; all facts are answered as before; --write does it`,
      ],
    })
  }),
).pipe(
  Command.withDescription(
    "Merge rows that differ in nothing but bands that touch; no answer changes",
  ),
  Command.withExamples([
    {
      command: "viatica tables merge catalogue/tariffs --column age --where 'tariff=br_escapade_1'",
      description: "Rows of 18 to 59 and of 60 to 64 that say the same become one",
    },
  ]),
)

/** The rows of a table that are meant, those that a range cuts included. */
const rowsOf = Effect.fnUntraced(function* (given: Parameters<typeof rowsToChange>[0]) {
  const meant = yield* rowsToChange(given)
  const { astride, rows } = yield* Effect.fromResult(
    Result.mapError(partlyChosen(meant.table, meant.where, meant.tableOf), (problem) =>
      refusal("rows-not-chosen", { problem }),
    ),
  )
  const partly = astride.flatMap((cut) => cut.rows)
  const chosen = [...new Map([...rows, ...partly].map((row) => [row.line, row])).values()]
  return { ...meant, rows: chosen.toSorted((one, other) => one.line - other.line) }
})

const bandsChanged = <Changed>(
  changed: Result.Result<Changed, BandProblem>,
): Effect.Effect<Changed, CommandRefused> =>
  Effect.fromResult(Result.mapError(changed, (problem) => refusal("bands-stay", { problem })))
