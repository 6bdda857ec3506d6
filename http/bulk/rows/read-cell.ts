import * as Result from "effect/Result"
import type { CellKind } from "./cell-kind.ts"
import type { CellFault } from "../../tables/forms/read-workbook.ts"
import type { RequestColumn } from "./request-columns.ts"

/** A cell as a table holds it. */
export type RequestCell = string | number | boolean | CellFault

/** The text of a cell, as people would read it. */
export const cellText = (cell: RequestCell): string =>
  typeof cell === "object" ? cell.fault : String(cell).trim()

/** What a cell means, or what it should be. */
type ReadValue = Result.Result<unknown, string>

const wholeForm = /^-?(?:0|[1-9]\d{0,14})$/

const numberForm = /^-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?$/

/** The first and the last day that a number may stand for: of this century, so that a year is no day. */
const dayNumbers = { first: 36_526, last: 73_050 } as const

const msPerDay = 86_400_000

/** Spreadsheets count days from here, from 1900-03-01 on. */
const dayZeroMs = Date.UTC(1899, 11, 30)

/** The day that a spreadsheet means by a number; undefined where it is none of this century. */
const dayOfNumber = (text: string): string | undefined => {
  const number = wholeForm.test(text) ? Number(text) : 0
  if (number < dayNumbers.first || number > dayNumbers.last) return undefined
  return new Date(dayZeroMs + number * msPerDay).toISOString().slice(0, "YYYY-MM-DD".length)
}

const flags: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["false", false],
])

const readNumber = (text: string): ReadValue =>
  numberForm.test(text)
    ? Result.succeed(Number(text))
    : Result.fail("a number, with a point before its decimals")

const readFlag = (text: string): ReadValue => {
  const flag = flags.get(text.toLowerCase())
  return flag === undefined ? Result.fail("TRUE or FALSE") : Result.succeed(flag)
}

const readOne = (kind: CellKind | "id", text: string): ReadValue => {
  switch (kind) {
    case "number":
    case "whole":
      return readNumber(text)
    case "flag":
      return readFlag(text)
    case "day":
      return Result.succeed(dayOfNumber(text) ?? text)
    case "id":
      return Result.succeed(wholeForm.test(text) ? Number(text) : text)
    case "text":
      return Result.succeed(text)
  }
}

const readList = ({ each, kind }: RequestColumn, text: string): ReadValue => {
  const values: Array<unknown> = []
  const parts = text.split(";").map((part) => part.trim())
  for (const part of parts.filter((part) => part !== "")) {
    if (part.includes(",")) return Result.fail("values separated by semicolons")
    const value = readOne(kind, part)
    if (Result.isFailure(value)) {
      return Result.fail(kind === "whole" ? "numbers separated by semicolons" : value.failure)
    }
    values.push(each === undefined ? value.success : { [each]: value.success })
  }
  return Result.succeed(values)
}

/**
 * What a cell of a column means, or what it should be; undefined where it is empty. What a day or a
 * word has to be is for the reading of the request.
 *
 * ```ts
 * import * as Result from "effect/Result"
 * import { readCell } from "../http/bulk/rows/read-cell.ts"
 *
 * const ages = { path: ["travellers"], kind: "whole", isList: true, each: "age" } as const
 * readCell(ages, "34; 31") // => Result.succeed([{ age: 34 }, { age: 31 }])
 * const start = { path: ["startDate"], kind: "day", isList: false } as const
 * readCell(start, 46569) // => Result.succeed("2027-07-01")
 * const friends = { path: ["friends"], kind: "flag", isList: false } as const
 * readCell(friends, "True") // => Result.succeed(true)
 * readCell(friends, "oui") // => Result.fail("TRUE or FALSE")
 * readCell(friends, " ") // => Result.succeed(undefined)
 * ```
 */
export const readCell = (column: RequestColumn, cell: RequestCell): ReadValue => {
  if (typeof cell === "object") return Result.fail("a value")
  const text = cellText(cell)
  if (text === "") return Result.succeed(undefined)
  return column.isList ? readList(column, text) : readOne(column.kind, text)
}
