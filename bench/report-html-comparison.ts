import { escapeHtml } from "../http/pages/html.ts"
import type { Change, Comparison, FigureName, Spread } from "./compare-revision-figures.ts"
import { axisDrawing, axisOfBars, type Bar, type BarKind, barsDrawing } from "./report-chart.ts"
import { changeText, comparedText } from "./report-comparison.ts"
import { ratioText, spreadText } from "./report-text.ts"

const barOf = ({ least, most, ratio }: Spread, kind: BarKind): Bar => ({
  value: ratio,
  least,
  most,
  target: null,
  kind,
})

const kindOf = ({ verdict }: Change): BarKind =>
  verdict === "better" ? "met" : verdict === "worse" ? "missed" : "plain"

const barsOf = (change: Change): ReadonlyArray<Bar> => [
  barOf(change.before, "plain"),
  barOf(change.now, kindOf(change)),
]

const sideHtml = ({ least, most, ratio }: Spread): string =>
  `${ratioText(ratio)} <span class="soft">${spreadText(least, most)}</span>`

const changeRow = (change: Change): string => {
  const { against, before, changePercent, measure, now, verdict, work } = change
  const bars = barsOf(change)
  const axis = axisOfBars(bars, false)
  const told = `${ratioText(before.ratio)} before, ${ratioText(now.ratio)} now`
  const drawn = axisDrawing(axis) + barsDrawing(axis, bars, told)
  const kind = kindOf(change)
  return `<tr><td>${escapeHtml(work)}, against ${escapeHtml(against)}
<span class="soft">${escapeHtml(measure ?? "")}</span></td><td class="drawn">${drawn}</td>
<td class="number">${sideHtml(before)}<br>${sideHtml(now)}</td><td class="number">${changeText(changePercent)}</td>
<td><b class="${kind}">${verdict}</b></td></tr>`
}

const namesHtml = (title: string, names: ReadonlyArray<FigureName>): string => {
  const items = names.map(
    ({ against, work }) => `<li>${escapeHtml(`${work}, against ${against}`)}</li>`,
  )
  return items.length === 0 ? "" : `<p>${escapeHtml(title)}</p><ul>${items.join("")}</ul>`
}

/** What a change did, the revision above and the files as they are below, each figure on its own axis. */
export const comparisonHtml = (comparison: Comparison): string => {
  const { changes, onlyBefore, onlyNow, remarks, revision } = comparison
  const table = `<div class="scroll"><table><thead><tr><th>figure</th><th class="drawn">before, now</th>
<th>median, least to most</th><th>change</th><th></th></tr></thead>
<tbody>${changes.map(changeRow).join("\n")}</tbody></table></div>`
  const told = remarks.map((remark) => `<li>${escapeHtml(remark)}</li>`).join("")
  return `<section><h2>What changed</h2><p>${escapeHtml(comparedText(comparison))}</p>
${changes.length === 0 ? "<p>no figure to compare</p>" : table}
${namesHtml(`only ${revision} knows:`, onlyBefore)}${namesHtml("only the files as they are know:", onlyNow)}
${told === "" ? "" : `<ul>${told}</ul>`}</section>`
}
