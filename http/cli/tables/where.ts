import * as Result from "effect/Result"
import type { RowCondition } from "../../../core/mutation/chosen-rows.ts"

const condition = /\s*([^\s=]+)=(?:"([^"]*)"|(\S*))(?=\s|$)/y

/**
 * Reads conditions on rows: `column=cell`, several with blanks between them, a cell with blanks in
 * quotes. Fails with what is none.
 *
 * ```ts
 * import * as Result from "effect/Result"
 * import { readWhere } from "../http/cli/tables/where.ts"
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
