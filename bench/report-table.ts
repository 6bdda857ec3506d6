import type { BenchRecord, RecordedFigure } from "./report-record.ts"
import { metText, ratioText, spreadText, targetText } from "./report-text.ts"

/** Rows of cells as lines, with the cells of a column under each other. */
export const alignedLines = (rows: ReadonlyArray<ReadonlyArray<string>>): ReadonlyArray<string> => {
  const columns = Math.max(0, ...rows.map((row) => row.length))
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  )
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  )
}

/** Rows under the works that they are about, each work once, the heads of the columns first. */
export const linesByWork = <Row extends { readonly work: string }>(
  heads: ReadonlyArray<string>,
  rows: ReadonlyArray<Row>,
  cellsOf: (row: Row) => ReadonlyArray<string>,
): ReadonlyArray<string> => {
  const [head = "", ...lines] = alignedLines([heads, ...rows.map(cellsOf)])
  const under = rows.map(({ work }, index) => {
    const line = `  ${lines[index] ?? ""}`
    return rows[index - 1]?.work === work ? [line] : [work, line]
  })
  return [`  ${head}`, ...under.flat()]
}

const cellsOf = ({ against, least, measure, met, most, ratio, target }: RecordedFigure) => [
  against,
  `${ratioText(ratio)} ${measure}`,
  spreadText(least, most),
  target === null ? "none" : targetText(target),
  metText(met),
]

/** How many targets were met and missed, and what failed. */
export const countsText = ({ met, missed, parts }: BenchRecord): string => {
  const all = parts.reduce((sum, { figures }) => sum + figures.length, 0)
  const failed = parts.flatMap(({ failure, name }) => (failure === null ? [] : [name]))
  const counts = `targets met: ${met}, missed: ${missed}; figures without a target: ${all - met - missed}`
  return failed.length === 0 ? counts : `${counts}; failed: ${failed.join(", ")}`
}

/** All figures of a run as a table, then the counts. */
export const tableText = (record: BenchRecord): string => {
  const figures = record.parts.flatMap((part) => part.figures)
  const heads = ["against", "ratio", "least to most", "target", ""]
  const table = figures.length === 0 ? [] : linesByWork(heads, figures, cellsOf)
  return [...table, countsText(record)].join("\n")
}
