import * as Result from "effect/Result"
import { columnsOf } from "../../../core/table/load.ts"
import type { CheckedTexts } from "../checked-texts.ts"

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

/**
 * The line on which a new row behind another one stands: that of the row that follows, as comments stay
 * with the one above; else the end.
 */
export const lineBelow = (texts: CheckedTexts, file: string, line: number): number => {
  const next = texts.rowsOf(file).find((row) => row.line > line)
  const source = texts.sources.get(file) ?? ""
  return next?.line ?? source.split("\n").length + (source.endsWith("\n") ? 0 : 1)
}
