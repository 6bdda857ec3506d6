import * as Result from "effect/Result"
import { readCsv } from "../../core/table/csv.ts"
import { type AnyDefinition, columnsOf } from "../../core/table/load.ts"

/** A table as a program for spreadsheets saves it after opening it, changing nothing. */
export interface SpreadsheetCopy {
  readonly name: string
  /** Whether tidying gives every byte back; else numbers are written anew, as `5.5` for `5.50`. */
  readonly isExact: boolean
  readonly save: (source: string, definition: AnyDefinition) => Uint8Array
}

/** A line as a spreadsheet opens it: comments are cells like any other. */
const opened = (source: string): ReadonlyArray<ReadonlyArray<string>> =>
  source
    .replace(/\n$/, "")
    .split("\n")
    .map((line) => {
      // No shipped cell holds a line feed; a comment whose quotes are no CSV is cut at its commas.
      const read = readCsv(`-${line.startsWith('"') ? "," : ""}${line}`)
      const texts = Result.isSuccess(read) ? read.success[0]?.texts : undefined
      if (texts === undefined) return line.split(",")
      return line.startsWith('"') ? texts.slice(1) : [(texts[0] ?? "-").slice(1), ...texts.slice(1)]
    })

interface Habits {
  readonly truth: readonly [yes: string, no: string]
  readonly separator: string
  readonly lineEnd: string
  readonly quoted: (cell: string, separator: string) => boolean
  /** How numbers of columns of numbers are written anew. */
  readonly number?: (cell: string) => string
  /** Empty columns and rows that it adds. */
  readonly padding?: number
  /** Whether separators behind the last cell of sixteen rows are left out. */
  readonly cutsBlocks?: boolean
}

const mustQuote = (cell: string, separator: string): boolean =>
  cell.includes(separator) || /["\n]/.test(cell)

const numberColumns = (definition: AnyDefinition): ReadonlySet<string> =>
  new Set(
    Object.entries(columnsOf(definition)).flatMap(([name, { kind }]) =>
      /^(?:integer|decimal|number)/.test(kind) ? [name] : [],
    ),
  )

const cutBlocks = (
  rows: ReadonlyArray<ReadonlyArray<string>>,
): ReadonlyArray<ReadonlyArray<string>> =>
  rows.map((row, index) => {
    const from = index - (index % 16)
    const used = rows
      .slice(from, from + 16)
      .map((each) => each.findLastIndex((cell) => cell !== ""))
    return row.slice(0, Math.max(...used) + 1)
  })

const saved = (
  source: string,
  definition: AnyDefinition,
  { cutsBlocks, lineEnd, number, padding = 0, quoted, separator, truth }: Habits,
): string => {
  const cells = opened(source)
  const header = cells.find(([first = ""]) => !first.startsWith("#")) ?? []
  const numbers = numberColumns(definition)
  const width = Math.max(...cells.map((row) => row.length)) + padding
  const rows = cells.map((row) =>
    Array.from({ length: width }, (_, at) => {
      const cell = row[at] ?? ""
      if (/^(?:true|false)$/.test(cell)) return truth[cell === "true" ? 0 : 1]
      if (number === undefined || row === header || !numbers.has(header[at] ?? "")) return cell
      return /^-?\d+(?:\.\d+)?$/.test(cell) && !(row[0] ?? "").startsWith("#") ? number(cell) : cell
    }),
  )
  const padded = [...rows, ...Array.from({ length: padding }, () => Array<string>(width).fill(""))]
  return (cutsBlocks === true ? cutBlocks(padded) : padded)
    .map((row) =>
      row
        .map((cell) => (quoted(cell, separator) ? `"${cell.replaceAll('"', '""')}"` : cell))
        .join(separator),
    )
    .map((line) => `${line}${lineEnd}`)
    .join("")
}

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)

const english: Habits = {
  truth: ["TRUE", "FALSE"],
  separator: ",",
  lineEnd: "\r\n",
  quoted: mustQuote,
}

const shortest = (cell: string): string => String(Number(cell))

/** What the programs that analysts use write, as far as we know their habits. */
export const spreadsheetCopies: ReadonlyArray<SpreadsheetCopy> = [
  {
    name: "Excel, CSV UTF-8",
    isExact: true,
    save: (source, definition) =>
      utf8(`\u{feff}${saved(source, definition, { ...english, cutsBlocks: true })}`),
  },
  {
    name: "LibreOffice, all texts quoted",
    isExact: true,
    save: (source, definition) =>
      utf8(
        saved(source, definition, {
          ...english,
          lineEnd: "\n",
          quoted: (cell) => cell !== "" && !/^-?\d+(?:\.\d+)?$|^TRUE$|^FALSE$/.test(cell),
        }),
      ),
  },
  {
    name: "Numbers, empty rows and columns added",
    isExact: true,
    save: (source, definition) => utf8(saved(source, definition, { ...english, padding: 3 })),
  },
  {
    name: "Google Sheets, numbers written anew",
    isExact: false,
    save: (source, definition) => utf8(saved(source, definition, { ...english, number: shortest })),
  },
]

/** Excel in French: semicolons, decimal commas, VRAI and FAUX, letters of Windows. */
export const frenchExcel = (source: string, definition: AnyDefinition): Uint8Array =>
  Buffer.from(
    saved(source, definition, {
      ...english,
      truth: ["VRAI", "FAUX"],
      separator: ";",
      number: (cell) => shortest(cell).replace(".", ","),
    }),
    "latin1",
  )
