import * as Effect from "effect/Effect"
import type {
  Cell,
  CellStyle,
  CellValue,
  DataValidation,
  WriteOptions,
  WriteSheet,
} from "hucre/xlsx"
import { cellName, columnName } from "./cell-name.ts"

/** A value as a cell takes it; null leaves the cell empty. */
export type WrittenValue = string | number | boolean | null

/** How cells look and what may be done to them. */
export interface CellLook {
  /** A number format, `@` for text that stays as typed. */
  readonly format?: string
  readonly bold?: boolean
  /** Grey and slanted, as comments are. */
  readonly aside?: boolean
  /** Whether a protected sheet lets it be edited. */
  readonly editable?: boolean
}

/** A cell with a look or a note; a bare value has neither. */
export interface WrittenCell {
  readonly value: WrittenValue
  readonly look?: CellLook
  /** Shown when the pointer rests on the cell. */
  readonly note?: string
}

/** A drop-down over the cells of a column, rows from 0 and both inclusive. */
export interface DropDown {
  readonly column: number
  readonly rows: readonly [first: number, last: number]
  /** The words themselves where they are few, or the name of a named list. */
  readonly from: ReadonlyArray<string> | string
  /** Whether only what the list offers can be typed. */
  readonly strict: boolean
  /** What is shown to who types something else. */
  readonly message: string
}

/** One sheet to write. */
export interface WrittenSheet {
  readonly name: string
  readonly rows: ReadonlyArray<ReadonlyArray<WrittenValue | WrittenCell>>
  /** Widths of the columns, in characters. */
  readonly widths?: ReadonlyArray<number>
  readonly frozenRows?: number
  /** Whether only editable cells can be edited; there is no password. */
  readonly isProtected?: boolean
  readonly dropDowns?: ReadonlyArray<DropDown>
  /** Whether nobody sees it who does not look for it. */
  readonly hidden?: boolean
}

/** Words in a column of a sheet that drop-downs offer under a name. */
export interface NamedList {
  readonly name: string
  readonly sheet: string
  readonly column: number
  readonly rows: readonly [first: number, last: number]
}

const styleOf = ({ aside, bold, editable, format }: CellLook): CellStyle => ({
  ...(bold === true ? { font: { bold: true } } : {}),
  ...(aside === true ? { font: { italic: true, color: { rgb: "666666" } } } : {}),
  ...(format === undefined ? {} : { numFmt: format }),
  ...(editable === true ? { protection: { locked: false } } : {}),
})

/** A text that reads as an escape (`_x000D_`) would come back as the character that it names. */
export const escaped = (value: WrittenValue): CellValue =>
  typeof value === "string" ? value.replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, "_x005F_") : value

/** Cells of the same look share one style, which makes files small and writing fast. */
const makeStyles = () => {
  const styles = new Map<string, CellStyle>()
  return (look: CellLook): CellStyle => {
    const key = JSON.stringify([look.format, look.bold, look.aside, look.editable])
    const style = styles.get(key) ?? styleOf(look)
    styles.set(key, style)
    return style
  }
}

const isCell = (cell: WrittenValue | WrittenCell): cell is WrittenCell =>
  typeof cell === "object" && cell !== null

const cellsOf = (rows: WrittenSheet["rows"]): Map<string, Partial<Cell>> => {
  const styles = makeStyles()
  const cells = new Map<string, Partial<Cell>>()
  for (const [line, row] of rows.entries()) {
    for (const [column, cell] of row.entries()) {
      if (!isCell(cell)) continue
      const { look, note, value } = cell
      cells.set(`${line},${column}`, {
        value: escaped(value),
        ...(look === undefined ? {} : { style: styles(look) }),
        ...(note === undefined ? {} : { comment: { text: note } }),
      })
    }
  }
  return cells
}

const validationOf = ({ column, from, message, rows, strict }: DropDown): DataValidation => ({
  type: "list",
  range: `${cellName(rows[0], column)}:${cellName(rows[1], column)}`,
  ...(typeof from === "string" ? { formula1: from } : { values: [...from] }),
  allowBlank: true,
  showErrorMessage: strict,
  ...(strict ? { errorMessage: message.slice(0, 250) } : {}),
})

const sheetOf = (sheet: WrittenSheet): WriteSheet => ({
  name: sheet.name,
  rows: sheet.rows.map((row) => row.map((cell) => escaped(isCell(cell) ? cell.value : cell))),
  cells: cellsOf(sheet.rows),
  columns: (sheet.widths ?? []).map((width) => ({ width })),
  ...(sheet.frozenRows === undefined ? {} : { freezePane: { rows: sheet.frozenRows } }),
  ...(sheet.dropDowns === undefined ? {} : { dataValidations: sheet.dropDowns.map(validationOf) }),
  ...(sheet.hidden === true ? { veryHidden: true } : {}),
  ...(sheet.isProtected === true ? { protection } : {}),
})

/** The header stays; rows come and go, and columns may be widened. */
const protection: NonNullable<WriteSheet["protection"]> = {
  sheet: true,
  formatCells: true,
  formatColumns: true,
  formatRows: true,
  insertRows: true,
  deleteRows: true,
  autoFilter: true,
}

const rangeOf = ({ column, rows, sheet }: NamedList): string => {
  const name = columnName(column)
  return `'${sheet.replaceAll("'", "''")}'!$${name}$${rows[0] + 1}:$${name}$${rows[1] + 1}`
}

/** Writes an XLSX workbook of sheets, in their order. */
export const writeWorkbook = (
  sheets: ReadonlyArray<WrittenSheet>,
  lists: ReadonlyArray<NamedList> = [],
): Effect.Effect<Uint8Array> =>
  Effect.promise(async () => {
    const { writeXlsx } = await import("hucre/xlsx")
    const options: WriteOptions = {
      sheets: sheets.map(sheetOf),
      namedRanges: lists.map((list) => ({ name: list.name, range: rangeOf(list) })),
    }
    return writeXlsx(options)
  })
