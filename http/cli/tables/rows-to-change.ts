import * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Argument from "effect/cli/Argument"
import type { RowCondition } from "../../../core/editing/chosen-rows.ts"
import { tableFilesIn } from "../../../rules/tables/index.ts"
import { tableNamed } from "../../../rules/tables/table-named.ts"
import { refusal } from "../../terminal/command-refused.ts"
import { folderFrom } from "./load-tables.ts"
import { tablesToChange } from "./proposal.ts"

/** The table of which a command changes rows. */
export const changedTable = Argument.String("TABLE").pipe(
  Argument.withDescription("Table, by its name or path"),
)

/** What a command is given of a table and its rows. */
interface RowsGiven {
  readonly table: string
  readonly where: string
  readonly tables: Option.Option<string>
}

/** The table of which rows are to change, the others that its rows may be chosen by, and the conditions on them. */
export const rowsToChange = Effect.fnUntraced(function* (given: RowsGiven) {
  const folder = yield* folderFrom(given.tables)
  const { tableOf, today } = yield* tablesToChange(folder)
  const file = yield* Effect.fromResult(tableNamed(given.table, tableFilesIn(today.sources)))
  const table = tableOf(file)
  if (table === undefined) return yield* refusal("table-unreadable", { file })
  const where = yield* Effect.fromResult(
    Result.mapError(readWhere(given.where), (part) => refusal("no-condition", { part })),
  )
  return { file, folder, table, tableOf, today, where }
})

/**
 * Reads conditions on rows: `column=cell`, or a range such as `column>=60`, several with blanks between
 * them, a cell with blanks in quotes. Fails with what is none.
 *
 * ```ts
 * import * as Result from "effect/Result"
 * import { readWhere } from "../http/cli/tables/rows-to-change.ts"
 *
 * readWhere('zone=europe name="World Explorer"') // => Result.succeed([{ column: "zone", cell: "europe" }, { column: "name", cell: "World Explorer" }])
 * readWhere("age>=60") // => Result.succeed([{ column: "age", cell: ">=60", isRange: true }])
 * readWhere("zone") // => Result.fail("zone")
 * ```
 */
export const readWhere = (text: string): Result.Result<ReadonlyArray<RowCondition>, string> => {
  const conditions: Array<RowCondition> = []
  let at = 0
  while (text.slice(at).trim() !== "") {
    condition.lastIndex = at
    const found = condition.exec(text)
    if (found === null) return Result.fail(text.slice(at).trim())
    const [part, column = "", sign = "", quoted, plain = ""] = found
    const cell = quoted ?? plain
    if (sign === "=") conditions.push({ column, cell })
    else if (!/^-?\d+(?:\.\d+)?$/.test(cell)) return Result.fail(part.trim())
    else conditions.push({ column, cell: `${sign}${cell}`, isRange: true })
    at = condition.lastIndex
  }
  return Result.succeed(conditions)
}

const condition = /\s*([^\s=<>]+)(<=|>=|<|>|=)(?:"([^"]*)"|(\S*))(?=\s|$)/y
