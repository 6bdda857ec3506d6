import * as Result from "effect/Result"
import { headerOf } from "../../core/table/header.ts"
import type { Finding } from "../../core/check/finding.ts"
import type { MeantRow } from "../../core/check/meaning/table-cells.ts"
import { severityOf } from "../../core/check/severity.ts"
import { readCsv } from "../../core/table/csv.ts"
import type { TableError } from "../../core/table/error.ts"
import { columnsOf } from "../../core/table/load.ts"
import { type CheckedTexts, namingCells } from "./checked-texts.ts"
import { stepsOf } from "./promise-steps.ts"
import { inputsOf } from "./tell/column-words.ts"
import { toldFinding, toldMistake } from "./tell/told-finding.ts"
import type { GhostRow, WorkbenchFinding } from "./workbench-finding.ts"

/** Texts that findings are told from, with those of the version before. */
export interface ToldTexts {
  readonly now: CheckedTexts
  readonly before: ReadonlyMap<string, string>
}

/** The name of a finding that stays the same while lines move. */
export const findingId = (finding: Finding, texts: CheckedTexts): string => {
  const { _tag, file } = finding
  const [own, other] = linesOf(finding, texts)
  const pair = _tag === "Conflict" || _tag === "Overlap" || _tag === "RepeatedRow"
  const rows = [own, pair ? other : undefined].map((line) =>
    line === undefined ? [] : namingCells(texts, file, line),
  )
  return idOf([_tag, file, ...essenceOf(finding), ...rows])
}

/** The name of a mistake that stays the same while lines move. */
export const mistakeId = (error: TableError, texts: CheckedTexts): string => {
  const { cell, column, file, line } = error
  const place = column === "" && cell === "" ? [error.expected] : namingCells(texts, file, line)
  return idOf(["Mistake", file, column, cell, ...place])
}

/** A finding of the engine as the page shows it, without ways to repair it. */
export const findingView = (finding: Finding, { before, now }: ToldTexts): WorkbenchFinding => {
  const ghost = ghostOf(finding, now)
  const column = placeOf(finding, now)
  const lines = linesOf(finding, now)
  return {
    id: findingId(finding, now),
    kind: finding._tag,
    severity: severityOf(finding),
    ...toldFinding(finding, now.definitionOf(finding.file), now.namesIn(finding.file)),
    file: finding.file,
    line: ghost?.afterLine ?? lines[0] ?? finding.line,
    ...(column === undefined ? {} : { column }),
    lines,
    takenBy: finding._tag === "ShadowedRow" ? finding.lines : [],
    ghost,
    steps: stepsOf(finding, now, before),
    remedies: [],
  }
}

/** A mistake in a table as the page shows it, without ways to repair it. */
export const mistakeView = (error: TableError, { now }: ToldTexts): WorkbenchFinding => {
  const row = now.rowAt(error.file, error.line)
  return {
    id: mistakeId(error, now),
    kind: "Mistake",
    severity: "error",
    ...toldMistake(error),
    file: error.file,
    line: row?.line ?? error.line,
    ...(error.column === "" ? {} : { column: error.column }),
    lines: row === undefined ? [] : [row.line],
    takenBy: [],
    ghost: null,
    steps: null,
    remedies: [],
  }
}

/** The column whose cell a finding starts at; undefined where it is about the row. */
const columnAt = (finding: Finding, texts: CheckedTexts): string | undefined => {
  if ("column" in finding) return finding.column
  const definition = texts.definitionOf(finding.file)
  const row = texts.rowAt(finding.file, finding.line)
  if (definition === undefined || row === undefined || finding.character === 1) return undefined
  return Object.keys(columnsOf(definition)).find((column) => {
    const { character, line } = row.placeOf(column)
    return line === finding.line && character === finding.character
  })
}

/** The condition in which two rows that both apply are told apart first. */
const sharedColumn = (
  finding: Extract<Finding, { readonly _tag: "Conflict" | "Overlap" }>,
  texts: CheckedTexts,
): string | undefined => {
  const definition = texts.definitionOf(finding.file)
  const [row, other] = [finding.line, finding.otherLine].map((line) =>
    texts.rowAt(finding.file, line),
  )
  if (definition === undefined || row === undefined || other === undefined) return undefined
  const inputs = Object.entries(inputsOf(definition))
  const differing = inputs.filter(([column]) => row.cell(column) !== other.cell(column))
  const [first] = [
    ...differing.filter(([, { kind }]) => kind === "number"),
    ...differing,
    ...inputs,
  ]
  return first?.[0]
}

const placeOf = (finding: Finding, texts: CheckedTexts): string | undefined =>
  finding._tag === "Conflict" || finding._tag === "Overlap"
    ? sharedColumn(finding, texts)
    : columnAt(finding, texts)

/** Lines of all rows that a finding is about, its own first. */
const linesOf = (finding: Finding, texts: CheckedTexts): ReadonlyArray<number> => {
  const own = texts.rowAt(finding.file, finding.line)?.line
  const mine = own === undefined ? [] : [own]
  switch (finding._tag) {
    case "Gap":
    case "MissingRow":
    case "More":
    case "Unknown":
    case "StaleGap":
    case "StaleMeant":
    case "BadDirective":
    case "RedundantColumn":
      return []
    case "BrokenPromise":
      return [...new Set([...mine, finding.otherLine, ...finding.lines])]
    case "Conflict":
    case "Overlap":
    case "RepeatedRow":
    case "LowerCover":
      return [...mine, finding.otherLine]
    default:
      return mine
  }
}

/** What of a finding stays the same while its rows do, besides those. */
const essenceOf = (finding: Finding): ReadonlyArray<unknown> => {
  switch (finding._tag) {
    case "Gap":
      return [finding.region]
    case "MissingRow":
    case "UnnamedRow":
      return [finding.values]
    case "StaleGap":
    case "StaleMeant":
      return [finding.why]
    case "BadDirective":
      return [finding.error.cell, finding.error.expected]
    case "BrokenPromise":
      return [finding.sum, finding.over]
    case "RedundantColumn":
      return [finding.column]
    case "More":
      return [finding.of]
    case "Unknown":
      return [finding.question]
    case "ImplausiblePrice":
      return [finding.law, finding.part, finding.offers]
    case "BrokenPriceLaw":
      return [finding.catalogue, finding.law, finding.offers]
    default:
      return "column" in finding ? [finding.column] : []
  }
}

const idOf = (parts: ReadonlyArray<unknown>): string => JSON.stringify(parts)

/** The cells of a row of CSV in the order of a header; `?` stands for what is still to be filled in. */
const cellsIn = (header: ReadonlyArray<string>, row: string): Readonly<Record<string, string>> => {
  // In a table of one column a hash alone would make a comment of it, and an empty cell no row.
  const [record] = Result.getOrElse(readCsv(row), () => [])
  return Object.fromEntries(
    header.flatMap((column, index) => {
      const text = record?.texts[index] ?? ""
      return text === "?" || text === "" ? [] : [[column, text]]
    }),
  )
}

/** Where a number condition begins; words have no place. */
const startOf = (cell: string): number | undefined => {
  const figure = /-?\d+(?:\.\d+)?/.exec(cell)
  return figure === null ? undefined : Number(figure[0]) + (cell.startsWith(">") ? 0.5 : 0)
}

/** How much a row has in common with the cells of another, and whether it comes before them. */
const likeness = (
  row: MeantRow,
  cells: Readonly<Record<string, string>>,
  columns: ReadonlyArray<string>,
): { readonly alike: number; readonly isBefore: boolean } => {
  let alike = 0
  let isBefore = true
  for (const [index, column] of columns.entries()) {
    // The first columns say most of what a row is about: its tariff before its ages.
    const weight = 2 * (columns.length - index) + 2
    const [own, wanted] = [row.cell(column), cells[column] ?? ""]
    if (own === wanted) alike += weight
    else if (wanted !== "" && own !== "" && own.split("|").includes(wanted)) {
      alike += weight / 2
    }
    const [start, other] = [startOf(own), startOf(wanted)]
    if (own !== wanted && start !== undefined && other !== undefined && start > other) {
      isBefore = false
    }
  }
  return { alike, isBefore }
}

/** The row that most resembles some cells, and whether it comes before them; of equals the last. */
const nearestRow = (
  rows: ReadonlyArray<MeantRow>,
  cells: Readonly<Record<string, string>>,
  columns: ReadonlyArray<string>,
): { readonly row: MeantRow; readonly isBefore: boolean } | undefined => {
  let best: { row: MeantRow; alike: number; isBefore: boolean } | undefined
  for (const row of rows) {
    const one = likeness(row, cells, columns)
    const isBetter =
      best === undefined ||
      one.alike > best.alike ||
      (one.alike === best.alike && (one.isBefore || !best.isBefore))
    if (isBetter) best = { row, ...one }
  }
  return best
}

/** A row that is missing, as it would stand: behind the row that it most resembles. */
const ghostOf = (finding: Finding, texts: CheckedTexts): GhostRow | null => {
  if (finding._tag !== "Gap" && finding._tag !== "MissingRow") return null
  const definition = texts.definitionOf(finding.file)
  if (finding.row === null || definition === undefined) return null
  const header = headerOf(texts.sources.get(finding.file) ?? "")
  const cells = cellsIn(
    header.map(({ text }) => text),
    finding.row,
  )
  const inputs = Object.keys(inputsOf(definition))
  const columns = inputs.length > 0 ? inputs : Object.keys(cells)
  const rows = texts.rowsOf(finding.file)
  const nearest = nearestRow(rows, cells, columns)
  const headerLine = header[0]?.line ?? 1
  if (nearest === undefined) return { afterLine: headerLine, cells }
  const { isBefore, row } = nearest
  if (isBefore) return { afterLine: row.line, cells }
  const above = rows[rows.indexOf(row) - 1]
  return { afterLine: above?.line ?? headerLine, cells }
}
