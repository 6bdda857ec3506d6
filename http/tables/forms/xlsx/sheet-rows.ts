import { type Archive, WorkbookTooLarge, workbookUnreadable } from "./archive.ts"
import type { TextStore } from "./text-store.ts"
import { makeTextRuns, textLengthMax, unescaped } from "./workbook-index.ts"
import { readPart } from "./xml-part.ts"

/** What a cell shows that is no value: an error, or a formula that was never computed. */
export interface CellFault {
  /** What stands there, as the end of a sentence: `the error #REF!`. */
  readonly fault: string
}

/** What a cell holds, null where it is empty; a date is text: `2026-12-31`, or with its time behind a T. */
export type ReadCell = string | number | boolean | null | CellFault

/** A row of a sheet that holds anything; it ends at the last cell that does, however far its borders go. */
export interface WorkbookRow {
  /** Its number as the spreadsheet shows it, from 1. */
  readonly number: number
  readonly cells: ReadonlyArray<ReadCell>
}

/** What the cells of a sheet are read with. */
export interface CellParts {
  readonly sharedTexts: TextStore
  readonly dateStyles: ReadonlySet<number>
  /** The day that a number stands for. */
  readonly dateOf: (serial: number) => Date
  readonly budget: ReturnType<typeof makeIdleBudget>
}

/**
 * What a sheet holds at most: bytes of its part, rows that a spreadsheet shows, columns with values, and cells of a row,
 * which may be there twice.
 */
export const sheetLimits = {
  bytes: 512 * 1024 * 1024,
  rows: 1_048_576,
  columns: 1024,
  rowCells: 16_384,
} as const

/** Cells of all rows, those that are empty before the last that is not among them. */
export const cellsMax = 32 * 1024 * 1024

/** Elements that hold nothing, as the cells of an empty range with borders, and how many go with a value. */
const idle = { elementsMax: 6_000_000, elementsPerValue: 64 } as const

/** Counts the elements of all sheets of a workbook, and refuses those that lead to no value. */
export const makeIdleBudget = () => {
  let elements = 0
  return {
    element: (): void => {
      elements += 1
      if (elements <= idle.elementsMax) return
      throw new WorkbookTooLarge({ part: null, what: "idleElements", max: idle.elementsMax })
    },
    value: (): void => {
      elements -= idle.elementsPerValue
    },
  }
}

/** A day alone where it is midnight; else with its time to the second, which a fraction of a day comes near to. */
const dateText = (date: Date): ReadCell => {
  if (Number.isNaN(date.getTime())) return { fault: "a date that is in no calendar" }
  const text = new Date(Math.round(date.getTime() / 1000) * 1000).toISOString()
  return text.slice(0, text.endsWith("T00:00:00.000Z") ? "YYYY-MM-DD".length : -".000Z".length)
}

/** The row and the column of a cell by its name, from 1: `C14`; undefined where it has none that is one. */
const placeOf = (name: string | undefined) => {
  const [, letters = "", digits = ""] = /^([A-Z]{1,3})(\d{1,7})$/.exec(name ?? "") ?? []
  if (letters === "") return undefined
  let column = 0
  for (const letter of letters) column = 26 * column + letter.charCodeAt(0) - 64
  return { column, row: Number(digits) }
}

/** A cell while it is read. */
interface OpenCell {
  readonly type: string
  readonly style: number
  readonly column: number
  value: string
  hasFormula: boolean
}

const numberIn = ({ hasFormula, style, value }: OpenCell, parts: CellParts): ReadCell => {
  if (value === "") return hasFormula ? { fault: "a formula without a result" } : null
  const number = Number(value)
  if (Number.isNaN(number)) return value
  if (!Number.isFinite(number)) return { fault: "no finite number" }
  return parts.dateStyles.has(style) ? dateText(parts.dateOf(number)) : number
}

/** The time of a day alone, wherever that day is. */
const midnight = /T00:00(?::00(?:\.0+)?)?(?:Z|[-+]\d\d:?\d\d)?$/

const cellOf = (cell: OpenCell, text: string, parts: CellParts): ReadCell => {
  switch (cell.type) {
    case "s":
      if (cell.value === "") return null
      return (
        parts.sharedTexts.at(Number(cell.value)) ?? { fault: "a text that is not in the workbook" }
      )
    case "inlineStr":
    case "str":
      return text
    case "b":
      return cell.value === "1" || cell.value.toLowerCase() === "true"
    case "e":
      return { fault: `the error ${cell.value}` }
    case "d":
      return cell.value.replace(midnight, "")
    default:
      return numberIn(cell, parts)
  }
}

const isEmpty = (cell: ReadCell | undefined): boolean =>
  cell === null || cell === undefined || cell === ""

/** Puts rows together out of the elements of a sheet. */
const makeRows = (part: string, parts: CellParts) => {
  const runs = makeTextRuns(part)
  let rows: Array<WorkbookRow> = []
  let isInData = false
  let isDone = false
  let number = 0
  let cells: Array<ReadCell> | undefined
  let nextColumn = 1
  // Some programs number cells alone.
  let isNumbered = false
  let slots = 0
  let cellsOfRow = 0
  let cell: OpenCell | undefined
  let isValue = false
  let isFormula = false

  const bounded = (text: string): string => {
    if (text.length <= textLengthMax) return text
    throw new WorkbookTooLarge({ part, what: "charactersOfText", max: textLengthMax })
  }
  const startRow = (row: number): void => {
    if (row > sheetLimits.rows)
      throw new WorkbookTooLarge({ part, what: "rows", max: sheetLimits.rows })
    if (!Number.isInteger(row) || row <= number) {
      throw workbookUnreadable({ _tag: "RowsOutOfOrder", part, row, behind: number })
    }
    number = row
  }
  const openRow = (row: string | undefined): void => {
    cells = []
    cellsOfRow = 0
    nextColumn = 1
    isNumbered = row !== undefined
    startRow(row === undefined ? number + 1 : Number(row))
  }
  const openCell = (attributes: Readonly<Record<string, string>>): void => {
    const place = placeOf(attributes["r"])
    if (!isNumbered && place !== undefined && place.row > number) startRow(place.row)
    const column = place?.column ?? nextColumn
    nextColumn = column + 1
    cellsOfRow += 1
    if (cellsOfRow > sheetLimits.rowCells) {
      throw new WorkbookTooLarge({ part, what: "cellsOfRow", max: sheetLimits.rowCells })
    }
    runs.begin()
    cell = {
      type: attributes["t"] ?? "n",
      style: Number(attributes["s"] ?? "-1"),
      column,
      value: "",
      hasFormula: false,
    }
  }
  const closeCell = (): void => {
    if (cell === undefined || cells === undefined) return
    // The result of a formula that is a text stands where a number would.
    const text = cell.type === "str" ? unescaped(cell.value) : runs.text()
    const value = cellOf(cell, text, parts)
    if (!isEmpty(value)) parts.budget.value()
    // A whole row may have borders, up to the last column that there is.
    const isBeyond = cell.column > sheetLimits.columns
    if (isBeyond && !isEmpty(value)) {
      throw new WorkbookTooLarge({ part, what: "columns", max: sheetLimits.columns })
    }
    const { column } = cell
    cell = undefined
    if (isBeyond) return
    while (cells.length < column) cells.push(null)
    cells[column - 1] = value
  }
  const closeRow = (): void => {
    if (cells === undefined) return
    while (cells.length > 0 && isEmpty(cells.at(-1))) cells.pop()
    slots += cells.length
    if (slots > cellsMax) throw new WorkbookTooLarge({ part, what: "cells", max: cellsMax })
    if (cells.length > 0) rows.push({ number, cells })
    cells = undefined
  }
  return {
    reader: {
      open: (name: string, attributes: Readonly<Record<string, string>>): void => {
        if (isDone) return
        parts.budget.element()
        if (name === "sheetData") isInData = true
        else if (!isInData) return
        else if (name === "row") openRow(attributes["r"])
        else if (name === "c" && cells !== undefined) openCell(attributes)
        else if (cell === undefined) return
        else if (name === "v") isValue = true
        else if (name === "f") {
          isFormula = true
          // The cells below the first of a shared formula name it alone.
          cell.hasFormula = attributes["t"] === "shared"
        } else runs.open(name)
      },
      text: (text: string): void => {
        if (cell === undefined) return
        if (isValue) cell.value = bounded(cell.value + text)
        else if (isFormula) cell.hasFormula ||= text !== ""
        else runs.add(text)
      },
      close: (name: string): void => {
        if (name === "v") isValue = false
        else if (name === "f") isFormula = false
        else if (name === "c") closeCell()
        else if (name === "row") closeRow()
        else if (name === "sheetData") {
          isInData = false
          isDone = true
        } else runs.close(name)
      },
    },
    isDone: (): boolean => isDone,
    take: (): ReadonlyArray<WorkbookRow> => {
      const taken = rows
      rows = []
      return taken
    },
  }
}

/**
 * Reads the rows of a sheet that hold anything, some at a time, and holds no others. Throws a fault of the
 * workbook where it is no sheet, or has more than one can have.
 *
 * @yields rows in their order
 */
export async function* sheetRows(
  archive: Archive,
  part: string,
  parts: CellParts,
): AsyncGenerator<ReadonlyArray<WorkbookRow>> {
  const { isDone, reader, take } = makeRows(part, parts)
  for await (const _ of readPart(archive, part, sheetLimits.bytes, reader, isDone)) {
    const rows = take()
    if (rows.length > 0) yield rows
  }
}
