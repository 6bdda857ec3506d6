import { escapeHtml } from "../http/pages/html.ts"
import { axisDrawing, axisOfBars, type Bar, barsDrawing } from "./report-chart.ts"
import { comparisonHtml } from "./report-html-comparison.ts"
import { pageStyle } from "./report-html-style.ts"
import type { BenchRecord, RecordedFigure, RecordedPart } from "./report-record.ts"
import { countsText } from "./report-table.ts"
import { exactnessText, metText, ratioText, spreadText, targetText } from "./report-text.ts"

const barOf = ({ least, met, most, ratio, target }: RecordedFigure): Bar => ({
  value: ratio,
  least,
  most,
  target: target?.ratio ?? null,
  kind: met === null ? "plain" : met ? "met" : "missed",
})

/** Measures that are of a peer, whose own figure is 1 by definition. */
const hasPeer = (measure: string): boolean => /^(?:times|of) /.test(measure)

const metHtml = (met: boolean | null): string =>
  met === null ? "" : `<b class="${metText(met)}">${metText(met)}</b>`

const figureRow = (figure: RecordedFigure, drawn: string): string => {
  const { against, least, met, most, peerShown, ratio, target } = figure
  return `<tr><td>${escapeHtml(against)} <span class="soft">${escapeHtml(peerShown)}</span></td>
<td class="drawn">${drawn}</td><td class="number">${ratioText(ratio)}</td>
<td class="number soft">${spreadText(least, most)}</td>
<td class="number">${target === null ? "" : targetText(target)}</td><td>${metHtml(met)}</td></tr>`
}

const workRow = ({ work, workShown }: RecordedFigure): string =>
  `<tr><th colspan="6" scope="rowgroup">${escapeHtml(work)} <span class="soft">${escapeHtml(workShown)}</span></th></tr>`

const labelOf = ({ against, least, most, ratio, work }: RecordedFigure): string =>
  `${work}, against ${against}: ${ratioText(ratio)}, ${spreadText(least, most)}`

/** The figures of one measure, which share an axis. */
const chartHtml = (measure: string, figures: ReadonlyArray<RecordedFigure>): string => {
  const axis = axisOfBars(figures.map(barOf), hasPeer(measure))
  const rows = figures.flatMap((figure, index) => {
    const row = figureRow(figure, barsDrawing(axis, [barOf(figure)], labelOf(figure)))
    return figures[index - 1]?.work === figure.work ? [row] : [workRow(figure), row]
  })
  return `<div class="scroll"><table><thead><tr><th>against</th><th class="drawn">${axisDrawing(axis)}</th>
<th>${escapeHtml(measure)}</th><th>least to most</th><th>target</th><th></th></tr></thead>
<tbody>${rows.join("\n")}</tbody></table></div>`
}

const listHtml = (lines: ReadonlyArray<string>): string =>
  lines.length === 0
    ? ""
    : `<ul>${lines.map((line) => `<li>${escapeHtml(line)}</li>`).join("")}</ul>`

const partHtml = ({ about, exactness, failure, figures, name, notes }: RecordedPart): string => {
  const measures = [...new Set(figures.map(({ measure }) => measure))]
  const charts = measures.map((measure) =>
    chartHtml(
      measure,
      figures.filter((figure) => figure.measure === measure),
    ),
  )
  const failed = failure === null ? "" : `<p class="failure">failed: ${escapeHtml(failure)}</p>`
  return `<section><h2>${escapeHtml(name)}</h2><p>${escapeHtml(about)}</p>${failed}
${charts.join("\n")}${listHtml([...exactness.map(exactnessText), ...notes])}</section>`
}

const circumstancesText = ({ cores, date, node, processor, seed }: BenchRecord): string =>
  `${date}; Node ${node}; ${cores} cores, ${processor}; seed ${seed}`

const packagesText = ({ packages }: BenchRecord): string =>
  Object.entries(packages)
    .map(([name, version]) => `${name} ${version}`)
    .join(", ")

const guide = `A bar is the median over the rounds, on a logarithmic axis that begins at 1 where the work is set
against a peer; the line over it goes from the least round to the most, the flag is the target.`

/** The record of a run as a page of its own that loads nothing. */
export const pageHtml = (record: BenchRecord): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Viatica: bench</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<style>${pageStyle}</style></head><body><h1>Bench</h1>
<p><b>${escapeHtml(countsText(record))}</b></p><p>${escapeHtml(circumstancesText(record))}</p>
<p class="soft">${guide}</p>
${record.comparison === null ? "" : comparisonHtml(record.comparison)}
${record.parts.map(partHtml).join("\n")}
<p class="soft">${escapeHtml(packagesText(record))}</p></body></html>
`
