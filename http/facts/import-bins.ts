import { readFileSync, writeFileSync } from "node:fs"
import { basename, join } from "node:path"
import { tableBounds } from "../../rules/tables/index.ts"
import { type BinCounts, layList } from "./bin-changes.ts"
import { readBinFolder } from "./bin-folder.ts"
import { readBinList } from "./bin-list.ts"
import { cell } from "./fact-file.ts"
import { type TableText, tableText } from "./table-text.ts"

/** What an import of a list was asked. */
export interface BinImport {
  readonly file: string
  readonly into: string
  /** The row of `bin_lists.csv` that the file is. */
  readonly list: string
  readonly write: boolean
}

/** What an import of a list did, or would do, in lines; refused lines apart. */
export interface BinImportReport {
  readonly lines: ReadonlyArray<string>
  readonly refused: ReadonlyArray<string>
}

/** Refused lines that are shown; of more only their number. */
const shownMax = 50

const countsText = ({ added, changed, confirmed, country, kept, unchanged }: BinCounts): string =>
  `${country}: ${added} added, ${changed} changed, ${confirmed} confirmed, ${unchanged} unchanged, ${kept} kept from a newer list`

/** Throws where a table would be larger than it may be. */
const requireBounds = ({ file, rows }: TableText, text: string): void => {
  const { bytesMax, rowsMax } = tableBounds(file)
  if (Buffer.byteLength(text) > bytesMax || rows.length > rowsMax) {
    throw new Error(`Cannot write ${file}: it would hold over ${bytesMax} bytes or ${rowsMax} rows`)
  }
}

/**
 * Takes a newer list of card numbers into the tables, or says what that would change. Throws, before
 * anything is written, on a file or a list that cannot be read to the end.
 */
export const importBins = ({ file, into, list, write }: BinImport): BinImportReport => {
  const folder = readBinFolder(into)
  const { countries, facts: before, lists, networks, networkWords, thinned } = folder
  const months = new Map(lists.map((row) => [cell(row, "list"), cell(row, "as_of")]))
  if (!months.has(list)) throw new Error(`Cannot find the list ${list} in coach/bin_lists.csv`)
  const read = readBinList(basename(file), readFileSync(file, "utf8"), {
    list,
    countries,
    networks,
    networkWords,
  })
  const monthOf = (name: string): string => months.get(name) ?? ""
  const { counts, facts } = layList(before, read.facts, { monthOf, thinned })
  const tables = folder.tables(facts)
  const texts = tables.map((table) => [table, tableText(table)] as const)
  for (const [table, text] of texts) requireBounds(table, text)
  if (write) for (const [table, text] of texts) writeFileSync(join(into, table.file), text)
  const name = basename(file)
  const hidden = read.refused.length - shownMax
  return {
    lines: [
      ...counts.map(countsText),
      `${read.elsewhere} lines of other countries left out, ${read.refused.length} lines refused`,
      ...texts.map(
        ([table, text]) =>
          `${table.file}: ${table.rows.length} rows, ${Buffer.byteLength(text)} bytes${write ? "" : ", not written: add --write"}`,
      ),
    ],
    refused: [
      ...read.refused
        .slice(0, shownMax)
        .map(({ line, reason }) => `${name}:${line}: refused: ${reason}`),
      ...(hidden > 0 ? [`${name}: ${hidden} more lines refused`] : []),
    ],
  }
}
