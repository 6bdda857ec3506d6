import type { CellChange } from "../../../core/table/tidy.ts"
import { describeTableError, mistakeSentence, type TableError } from "../../../core/table/error.ts"
import { counted } from "./counted.ts"

/** What tidying one table comes to. */
export interface TidyReport {
  readonly file: string
  readonly verdict: "tidy" | "untidy" | "refused"
  /** What was done to its bytes: `no byte order mark`, … */
  readonly done: ReadonlyArray<string>
  /** Lines that are written in another way. */
  readonly lines: number
  readonly cells: ReadonlyArray<CellChange>
  /** Why it cannot be tidied, or what is still wrong with it then. */
  readonly mistakes: ReadonlyArray<TableError>
}

/** As many cells and mistakes of one table are shown. */
const shownMax = 10

const some = (lines: ReadonlyArray<string>, noun: string): ReadonlyArray<string> =>
  lines.length <= shownMax
    ? lines
    : [...lines.slice(0, shownMax), `  … and ${lines.length - shownMax} more ${noun}s`]

const cellText = ({ after, before, column, line }: CellChange): string =>
  `  line ${line} ${column}: ${JSON.stringify(before)} becomes ${after}`

/** What tidying a table does, for people: a line, and one for each cell that changes. */
export const tidyLines = (report: TidyReport, path: string): ReadonlyArray<string> => {
  const { cells, lines, mistakes, verdict, done } = report
  if (verdict === "refused") {
    const reasons = mistakes.map((error) => `  ${describeTableError({ ...error, file: path })}`)
    return [`${path}: cannot be tidied before this is mended`, ...some(reasons, "mistake")]
  }
  const left = mistakes.map(
    (error) =>
      `  still wrong, ${error.column} in line ${error.line}: ${mistakeSentence({ ...error, column: "" })}`,
  )
  const rewritten = lines === 0 && done.length > 0 ? [] : [`${counted(lines, "line")} rewritten`]
  return [
    `${path}: ${[...done, ...rewritten].join(", ")}`,
    ...some(cells.map(cellText), "cell"),
    ...some(left, "mistake"),
  ]
}
