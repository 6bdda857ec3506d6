import * as Result from "effect/Result"
import {
  type ConditionType,
  type FeelLiteral,
  listParts,
  readFeelLiteral,
  testsOfCell,
} from "../../../../core/portable/feel-cells.ts"
import { cellParts, readTruth } from "../../../../core/table/cell.ts"
import type { Column } from "../../../../core/table/column.ts"
import { readTest } from "../../../../core/table/condition.ts"
import type { Input } from "../../../../core/table/input.ts"
import type { FeelType } from "./dmn-types.ts"

/**
 * The unary tests of a condition cell; the cell has been read without a mistake. Numbers of the cell may
 * stand for days or durations: the type says so.
 */
export const feelTests = (
  input: Input<unknown>,
  cell: string,
  type: ConditionType = input.kind,
): string => {
  if (cell === "") return testsOfCell(type, { negated: false, items: [] })
  const test = readTest(input, cell)
  if (Result.isSuccess(test) && "words" in test.success) {
    const { _tag, words } = test.success
    return testsOfCell(type, { negated: _tag === "NoneOf", items: words })
  }
  return type === "boolean" ? String(readTruth(cell) ?? cell) : testsOfCell(type, cellParts(cell))
}

const isList = ({ kind }: Column<unknown>): boolean => kind.startsWith("list of ")

const baseKind = ({ kind }: Column<unknown>): string => kind.replace(/^list of /, "")

/** The type of FEEL of a result; undefined for lists, which have none without a name. */
export const feelTypeOf = (column: Column<unknown>): FeelType | undefined => {
  if (isList(column)) return undefined
  const kind = baseKind(column)
  if (/^(?:integer|decimal|number)\b/.test(kind)) return "number"
  if (/^boolean\b/.test(kind)) return "boolean"
  return "string"
}

const feelValue = (column: Column<unknown>, cell: string): string => {
  const kind = baseKind(column)
  if (/^(?:integer|decimal|number)\b/.test(kind) && readFeelLiteral(cell)?._tag === "Number") {
    return cell
  }
  const truth = /^boolean\b/.test(kind) ? readTruth(cell) : undefined
  return truth === undefined ? JSON.stringify(cell) : String(truth)
}

/**
 * A result cell as FEEL: a literal, or a list of literals.
 *
 * ```ts
 * import * as Column from "../core/table/column.ts"
 * import { feelResult } from "../http/tables/forms/dmn/feel-cells.ts"
 *
 * const about = "A result."
 * feelResult(Column.decimal({ about }), "9.10") // => "9.10"
 * feelResult(Column.list(Column.text({ about })), "a|b") // => '["a", "b"]'
 * feelResult(Column.optional(Column.text({ about })), "") // => "null"
 * ```
 */
export const feelResult = (column: Column<unknown>, cell: string): string => {
  if (isList(column)) {
    const items = cell === "" ? [] : cell.split("|")
    return `[${items.map((item) => feelValue(column, item)).join(", ")}]`
  }
  return cell === "" ? "null" : feelValue(column, cell)
}

/** A literal as the cell of a table of ours. */
export const plainText = (literal: FeelLiteral): string => {
  switch (literal._tag) {
    case "Null":
      return ""
    case "Text":
      return literal.text
    case "Number":
      return literal.digits
    case "Truth":
      return String(literal.value)
    case "Day":
      return literal.day
  }
}

/**
 * The cell of a result that FEEL writes as a literal or a list of literals; undefined for anything
 * else.
 *
 * ```ts
 * import { cellOfResult } from "../http/tables/forms/dmn/feel-cells.ts"
 *
 * cellOfResult('["a", "b"]') // => "a|b"
 * cellOfResult("rate * 2") // => undefined
 * ```
 */
export const cellOfResult = (written: string): string | undefined => {
  const inner = /^\[(.*)\]$/s.exec(written.trim())?.[1]
  if (inner?.trim() === "") return ""
  const literals = (inner === undefined ? [written] : listParts(inner)).map(readFeelLiteral)
  const texts = literals.flatMap((one) => (one === undefined ? [] : plainText(one)))
  return texts.length === literals.length ? texts.join("|") : undefined
}
