import type { Change, Comparison, FigureName, Spread } from "./compare-revision-figures.ts"
import { linesByWork } from "./report-table.ts"
import { ratioText, spreadText } from "./report-text.ts"

/** A change as people read it. */
export const changeText = (changePercent: number | null): string => {
  if (changePercent === null) return "from 0"
  const rounded = changePercent.toFixed(1)
  return `${changePercent > 0 ? "+" : ""}${rounded === "-0.0" ? "0.0" : rounded} %`
}

const sideText = ({ least, most, ratio }: Spread): string =>
  `${ratioText(ratio)} (${spreadText(least, most)})`

const cellsOf = ({ against, before, changePercent, measure, now, verdict }: Change) => [
  against,
  sideText(before),
  sideText(now),
  changeText(changePercent),
  verdict,
  measure ?? "",
]

const nameLines = (title: string, names: ReadonlyArray<FigureName>): ReadonlyArray<string> =>
  names.length === 0
    ? []
    : [title, ...names.map(({ against, work }) => `  ${work}, against ${against}`)]

/** How two sides were compared. */
export const comparedText = ({ commit, revision, runs }: Comparison): string =>
  `${revision} (${commit.slice(0, 10)}) and the files as they are, ${runs} runs each in turns`

/** A comparison as a table, then what only one side knows and what could not be compared. */
export const comparisonText = (comparison: Comparison): string => {
  const { changes, onlyBefore, onlyNow, remarks, revision } = comparison
  const heads = ["against", "before", "now", "change", "", ""]
  return [
    comparedText(comparison),
    ...(changes.length === 0 ? ["no figure to compare"] : linesByWork(heads, changes, cellsOf)),
    ...nameLines(`only ${revision} knows:`, onlyBefore),
    ...nameLines("only the files as they are know:", onlyNow),
    ...remarks,
  ].join("\n")
}
