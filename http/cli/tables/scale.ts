import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { compare, parseDecimal, type Rational, zero } from "../../../core/money/rational.ts"
import {
  chosenRows,
  type DeclaredText,
  type RowCondition,
} from "../../../core/editing/chosen-rows.ts"
import { amountColumns, type Scale, scaleCells } from "../../../core/editing/scaled-cells.ts"
import { columnsOf } from "../../../core/table/load.ts"
import { jsonFlag } from "../../terminal/output.ts"
import { folderFrom, tablesFlag } from "./load-tables.ts"
import { showChange, tablesToChange, writeFlag } from "./proposal.ts"
import { tableNamed } from "../../../rules/tables/table-named.ts"
import { tableFiles } from "../../../rules/tables/index.ts"
import { counted } from "../../../core/plain-text.ts"
import { type CommandRefused, refusal } from "../../terminal/command-refused.ts"

const refuse = (reason: string) => refusal("change-refused", { reason })

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
    table: Argument.String("TABLE").pipe(Argument.withDescription("Table, by its name or path")),
    where: Flag.String("where").pipe(
      Flag.withDescription(
        "Rows: column=cell, several with blanks between them; also columns of tables that it refers to",
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
    write: writeFlag,
    tables: tablesFlag,
    json: jsonFlag,
  },
  Effect.fn("tables scale")(function* (given) {
    const folder = yield* folderFrom(given.tables)
    const file = yield* Effect.fromResult(tableNamed(given.table, tableFiles))
    const { tableOf, today } = yield* tablesToChange(folder)
    const table = tableOf(file)
    if (table === undefined) return yield* refusal("table-unreadable", { file })
    const where = yield* Effect.fromResult(
      Result.mapError(readWhere(given.where), (part) => refusal("no-condition", { part })),
    )
    const scaling = yield* Effect.fromResult(readScale(given.by, given.round))
    const columns = yield* Effect.fromResult(scaledColumns(table, given.column))
    const rows = yield* Effect.fromResult(
      Result.mapError(chosenRows(table, where, tableOf), refuse),
    )
    const { cells, text } = yield* Effect.fromResult(
      Result.mapError(scaleCells(table, rows, columns, scaling), ({ column, line, text }) =>
        refuse(`${file}, line ${line}: ${column} is no decimal but "${text}"`),
      ),
    )
    const amount = `${counted(cells.length, "cell")} of ${counted(rows.length, "row")}`
    yield* showChange({
      proposal: { folder, today, texts: new Map([[file, text]]) },
      write: given.write,
      json: given.json,
      told: { file, columns, rows: rows.length, cells },
      closing: (written) => [
        written
          ? `${amount} scaled by ${given.by} in ${columns.join(", ")}; now look with viatica tables check`
          : `${amount} to scale by ${given.by} in ${columns.join(", ")}; --write does it`,
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
        "viatica tables scale catalogue/tariffs --where 'insurer=brindelune plan=Confort' --by 1.03 --round 0.01 --write",
      description: "One plan of one insurer, by columns of offers.csv that tariffs.csv refers to",
    },
  ]),
)

const condition = /\s*([^\s=]+)=(?:"([^"]*)"|(\S*))(?=\s|$)/y

/**
 * Reads conditions on rows: `column=cell`, several with blanks between them, a cell with blanks in
 * quotes. Fails with what is none.
 *
 * ```ts
 * import * as Result from "effect/Result"
 * import { readWhere } from "../http/cli/tables/scale.ts"
 *
 * readWhere('zone=europe name="World Explorer"') // => Result.succeed([{ column: "zone", cell: "europe" }, { column: "name", cell: "World Explorer" }])
 * readWhere("zone") // => Result.fail("zone")
 * ```
 */
export const readWhere = (text: string): Result.Result<ReadonlyArray<RowCondition>, string> => {
  const conditions: Array<RowCondition> = []
  condition.lastIndex = 0
  let at = 0
  while (text.slice(at).trim() !== "") {
    condition.lastIndex = at
    const found = condition.exec(text)
    if (found === null) return Result.fail(text.slice(at).trim())
    const [, column = "", quoted, plain = ""] = found
    conditions.push({ column, cell: quoted ?? plain })
    at = condition.lastIndex
  }
  return Result.succeed(conditions)
}
