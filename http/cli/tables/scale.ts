import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { compare, parseDecimal, type Rational, zero } from "../../../core/money/rational.ts"
import {
  chosenRows,
  type DeclaredText,
  type DeclaredTextOf,
  partlyChosen,
  type RowCondition,
} from "../../../core/editing/chosen-rows.ts"
import { splitRows } from "../../../core/editing/split-rows.ts"
import { amountColumns, type Scale, scaleCells } from "../../../core/editing/scaled-cells.ts"
import { columnsOf } from "../../../core/table/load.ts"
import { jsonFlag } from "../../terminal/output.ts"
import { tablesFlag } from "./load-tables.ts"
import { showChange, writeFlag } from "./proposal.ts"
import { changedTable, rowsToChange } from "./rows-to-change.ts"
import { counted } from "../../../core/plain-text.ts"
import { type CommandRefused, refusal } from "../../terminal/command-refused.ts"

const positive = (flag: string, written: string): Result.Result<Rational, CommandRefused> => {
  const value = Result.getOrUndefined(parseDecimal(written))
  return value !== undefined && compare(value, zero) > 0
    ? Result.succeed(value)
    : Result.fail(refusal("no-decimal-above-0", { flag, written }))
}

const readScale = (
  by: string,
  round: Option.Option<string>,
): Result.Result<Scale, CommandRefused> =>
  Result.flatMap(positive("by", by), (factor) =>
    Option.match(round, {
      onNone: () => Result.succeed<Scale>({ by: factor }),
      onSome: (step) => Result.map(positive("round", step), () => ({ by: factor, round: step })),
    }),
  )

/** The columns to scale: those that are named, else those that hold amounts. */
const scaledColumns = (
  { definition }: DeclaredText,
  named: ReadonlyArray<string>,
): Result.Result<ReadonlyArray<string>, CommandRefused> => {
  const all = Object.keys(columnsOf(definition))
  const unknown = named.find((column) => !all.includes(column))
  const { file } = definition
  if (unknown !== undefined) {
    return Result.fail(refusal("no-such-column", { file, column: unknown, columns: all }))
  }
  const columns = named.length > 0 ? named : amountColumns(definition)
  return columns.length > 0 ? Result.succeed(columns) : Result.fail(refusal("no-amounts", { file }))
}

/** `viatica tables scale`: amounts of some rows, times a factor. */
export const scale = Command.make(
  "scale",
  {
    table: changedTable,
    where: Flag.String("where").pipe(
      Flag.withDescription(
        "Rows: column=cell or a range, such as age>=60, several with blanks between them; also columns of tables that it refers to",
      ),
      Flag.withDefault(""),
    ),
    by: Flag.String("by").pipe(Flag.withDescription("Factor, an exact decimal: 1.05 is 5 % more")),
    column: Flag.String("column").pipe(
      Flag.withDescription("Column to scale, all that hold amounts when left out; may be repeated"),
      Flag.between(0, 100),
    ),
    round: Flag.String("round").pipe(
      Flag.withDescription(
        "Round half up to the nearest multiple of this, such as 0.01; as many decimals as the cell has when left out",
      ),
      Flag.optional,
    ),
    split: Flag.Boolean("split").pipe(
      Flag.withDescription("Cut rows first that lie partly in a range, and scale the part in it"),
      Flag.withDefault(false),
    ),
    write: writeFlag,
    tables: tablesFlag,
    json: jsonFlag,
  },
  Effect.fn("tables scale")(function* (given) {
    const { file, folder, table: asItIs, tableOf, today, where } = yield* rowsToChange(given)
    const { cut, table } = given.split
      ? yield* Effect.fromResult(cutForRanges(asItIs, where, tableOf))
      : { cut: 0, table: asItIs }
    const scaling = yield* Effect.fromResult(readScale(given.by, given.round))
    const columns = yield* Effect.fromResult(scaledColumns(table, given.column))
    const rows = yield* Effect.fromResult(
      Result.mapError(chosenRows(table, where, tableOf), (problem) =>
        refusal("rows-not-chosen", { problem }),
      ),
    )
    const { cells, text } = yield* Effect.fromResult(
      Result.mapError(scaleCells(table, rows, columns, scaling), ({ column, line, text }) =>
        refusal("not-scaled", { file, line, column, text }),
      ),
    )
    const first = cut === 0 ? "" : `, ${counted(cut, "row")} cut first`
    const amount = `${counted(cells.length, "cell")} of ${counted(rows.length, "row")}`
    yield* showChange({
      proposal: { folder, today, texts: new Map([[file, text]]) },
      write: given.write,
      json: given.json,
      told: { file, columns, rows: rows.length, cut, cells },
      closing: (written) => [
        written
          ? `${amount} scaled by ${given.by} in ${columns.join(", ")}${first}; now look with viatica tables check`
          : `${amount} to scale by ${given.by} in ${columns.join(", ")}${first}; --write does it`,
      ],
    })
  }),
).pipe(
  Command.withDescription("Scale amounts in the rows of a table, and show what that changes"),
  Command.withExamples([
    {
      command: "viatica tables scale sandbox/tariffs --where 'zone=europe' --by 1.05 --round 0.01",
      description: "What would 5 % more in Europe change? Nothing is written",
    },
    {
      command:
        "viatica tables scale catalogue/tariffs --where 'tariff=br_escapade_1 age>=60' --by 1.05 --round 0.01 --split",
      description: "From 60 on, where rows of 18 to 64 are cut at 60 first",
    },
    {
      command:
        "viatica tables scale catalogue/tariffs --where 'insurer=brindelune plan=Confort' --by 1.03 --round 0.01 --write",
      description: "One plan of one insurer, by columns of offers.csv that tariffs.csv refers to",
    },
  ]),
)

/** A table whose rows are cut where ranges end, so that each lies in them or outside, and how many were. */
const cutForRanges = (
  table: DeclaredText,
  where: ReadonlyArray<RowCondition>,
  tableOf: DeclaredTextOf,
): Result.Result<{ readonly table: DeclaredText; readonly cut: number }, CommandRefused> => {
  let [now, cut] = [table, 0]
  for (;;) {
    const chosen = partlyChosen(now, where, tableOf)
    // What cannot be chosen or cut is refused when the rows are chosen.
    if (Result.isFailure(chosen)) break
    const next = chosen.success.astride.find(({ at }) => at !== null)
    if (next?.at === undefined || next.at === null) break
    const split = splitRows(now, next.rows, { column: next.column, at: next.at })
    if (Result.isFailure(split)) {
      return Result.fail(refusal("bands-stay", { problem: split.failure }))
    }
    now = { ...now, source: split.success.text }
    cut += split.success.rows.length
  }
  return Result.succeed({ table: now, cut })
}
