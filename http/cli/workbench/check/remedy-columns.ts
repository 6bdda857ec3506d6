import * as Result from "effect/Result"
import { columnsOf } from "../../../../core/table/load.ts"
import type { CheckedTexts } from "./checked-texts.ts"

/** The columns of a new row that cannot stay empty, and that hold nothing yet. */
export const openColumns = (
  texts: CheckedTexts,
  file: string,
  cells: Readonly<Record<string, string>>,
): ReadonlyArray<string> => {
  const definition = texts.definitionOf(file)
  if (definition === undefined) return []
  return Object.entries(columnsOf(definition)).flatMap(([name, column]) => {
    if (name in cells || !("parse" in column)) return []
    return Result.isFailure(column.parse("")) ? name : []
  })
}
