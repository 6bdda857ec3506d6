import { readTruth } from "../../../../core/table/cell.ts"
import { type AnyColumn, tidyCell } from "../../../../core/table/tidy.ts"
import { shifted } from "../../../../core/spreadsheet-repairs/likely-cell.ts"
import type { ReadCell } from "../read-workbook.ts"
import type { WrittenCell } from "../write-workbook.ts"

/** Whether the cells of a column are numbers, as far as they are no tests. */
export const isNumeric = ({ kind }: AnyColumn): boolean =>
  /^(?:integer|decimal|number)\b/.test(kind)

/** Whether the cells of a column are truth values. */
export const isTruth = ({ kind }: AnyColumn): boolean => /^boolean\b/.test(kind)

/** The digits that a number of a spreadsheet keeps. */
const digitsMax = 15

const plainNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/

/** Whether a number of a spreadsheet holds what a text says, digit by digit. */
const isKept = (text: string): boolean =>
  plainNumber.test(text) &&
  text !== "-0" &&
  text.replaceAll(/[-.]/g, "").replace(/^0+/, "").length <= digitsMax

/** The digits behind the point. */
const decimalsOf = (text: string): number => text.split(".")[1]?.length ?? 0

const numberFormat = (decimals: number): string =>
  decimals === 0 ? "0" : `0.${"0".repeat(decimals)}`

/** A cell of a table as a sheet takes it: a number or a truth value where it stays what it is. */
export const typedCell = (column: AnyColumn, text: string): WrittenCell => {
  if (isNumeric(column) && isKept(text)) {
    const format = numberFormat(decimalsOf(text))
    return { value: Number(text), look: { format, editable: true } }
  }
  if (isTruth(column)) {
    const value = readTruth(text) ?? null
    return { value: text === "" ? null : (value ?? text), look: { editable: true } }
  }
  // Where a number may be typed the format lets it be one; a text stays as it is typed.
  const look =
    text === "" && isNumeric(column) ? { editable: true } : { format: "@", editable: true }
  return { value: text === "" ? null : text, look }
}

/** A number without an exponent, and without what a float adds behind its last digit. */
const numberText = (value: number): string => {
  const [mantissa = "", exponent] = String(Number(value.toPrecision(digitsMax))).split("e")
  return exponent === undefined ? mantissa : shifted(mantissa, Number(exponent))
}

const padded = (text: string, decimals: number): string => {
  const missing = decimals - decimalsOf(text)
  if (missing <= 0) return text
  return `${text}${text.includes(".") ? "" : "."}${"0".repeat(missing)}`
}

/** How a cell reads whatever a spreadsheet made of it: cells that say the same read the same. */
export const signatureOf = (column: AnyColumn, cell: Exclude<ReadCell, object>): string => {
  if (cell === null) return ""
  if (typeof cell === "number") return numberText(cell)
  const text = String(cell)
  if (isNumeric(column) && isKept(text)) return numberText(Number(text))
  return isTruth(column) ? String(readTruth(text) ?? text) : text
}

/** A day that a spreadsheet has made of a month, or a number of a text of digits. */
const isMadeOf = (before: string, cell: Exclude<ReadCell, object>): boolean => {
  if (typeof cell === "number") return before !== "" && Number(before) === cell
  if (typeof cell === "boolean") return readTruth(before) === cell
  return cell === `${before}-01` && /^\d{4}-\d\d$/.test(before)
}

/**
 * A cell of a sheet as a table writes it: as it was written before where it says the same, else in
 * the house's form, with as many decimals as the column has.
 */
export const cellText = (
  column: AnyColumn,
  cell: Exclude<ReadCell, object>,
  before: string | undefined,
  decimals: number,
): string => {
  if (before !== undefined) {
    if (signatureOf(column, cell) === signatureOf(column, before)) return before
    if (isMadeOf(before, cell)) return before
  }
  if (cell === null) return ""
  const text =
    typeof cell === "number"
      ? numberText(cell)
      : tidyCell(column, String(cell).replaceAll(/\r\n?/g, "\n"), false)
  return isNumeric(column) && plainNumber.test(text) ? padded(text, decimals) : text
}

/** Nothing at all, which is written without decimals among figures that have them. */
const bareZero = "0"

/** The decimals that all numbers of a column but a bare zero have at least; none where there are none. */
export const usualDecimals = (column: AnyColumn, texts: ReadonlyArray<string>): number => {
  if (!isNumeric(column)) return 0
  const numbers = texts.filter((text) => text !== bareZero && plainNumber.test(text))
  return numbers.length === 0 ? 0 : Math.min(...numbers.map(decimalsOf))
}
