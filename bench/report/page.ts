import { readFileSync } from "node:fs"
import { escapeHtml } from "../../core/escape-html.ts"
import {
  type BenchRecord,
  type JudgedTarget,
  type RecordedFigure,
  type RecordedPart,
  timesTarget,
} from "./record.ts"
import { countsText } from "./table.ts"
import { metText, ratioText, spreadText, targetText } from "./text.ts"

const fileBeside = (name: string): string =>
  readFileSync(new URL(name, import.meta.url), "utf8").trim()

const chartLibrary = (): string =>
  readFileSync(
    new URL("../../node_modules/chart.js/dist/chart.umd.min.js", import.meta.url),
    "utf8",
  ).replace(/\n\/\/# sourceMappingURL=.*\s*$/, "")

/** A cell under its column's name, which stands beside it where the page is narrow. */
interface Cell {
  readonly column: string
  readonly html: string
  /** Whether it is to stay on one line where the page is wide. */
  readonly isShort?: boolean
}

const tableHtml = (rows: ReadonlyArray<ReadonlyArray<Cell>>): string => {
  const heads = (rows[0] ?? []).map(({ column }) => `<th scope="col">${column}</th>`).join("")
  const lines = rows.map((cells) => {
    const each = cells.map(({ column, html, isShort = false }) => {
      const kind = isShort ? ' class="short"' : ""
      return `<td data-column="${column}"${kind}>${html}</td>`
    })
    return `<tr>${each.join("")}</tr>`
  })
  return `<table><thead><tr>${heads}</tr></thead>\n<tbody>${lines.join("\n")}</tbody></table>`
}

const metHtml = (met: boolean | null): string =>
  met === null ? "" : `<b class="${metText(met)}">${metText(met)}</b>`

const soft = (text: string): string => `<span class="soft">${escapeHtml(text)}</span>`

const targetCells = ({ figure, met, target }: JudgedTarget): ReadonlyArray<Cell> => [
  { column: "target", html: `<b>${escapeHtml(target.name)}</b><br>${soft(target.means)}` },
  { column: "figure", html: ratioText(figure.ratio), isShort: true },
  { column: "aim", html: targetText(target), isShort: true },
  { column: "verdict", html: metHtml(met), isShort: true },
]

const figureCells = (figure: RecordedFigure): ReadonlyArray<Cell> => [
  { column: "work", html: `${escapeHtml(figure.work)} ${soft(figure.workShown)}` },
  { column: "against", html: `${escapeHtml(figure.against)} ${soft(figure.peerShown)}` },
  {
    column: "figure",
    html: `${ratioText(figure.ratio)} ${escapeHtml(figure.measure)}`,
    isShort: true,
  },
  { column: "least to most", html: spreadText(figure.least, figure.most), isShort: true },
  {
    column: "aim",
    html: figure.target === null ? "none" : `${targetText(figure.target)} ${metHtml(figure.met)}`,
  },
]

/** What the chart draws of a target: how many times better than it the figure is. */
const chartRow = ({ figure, met, target }: JudgedTarget) => ({
  name: target.name,
  told: `${ratioText(figure.ratio)}, ${targetText(target)}: ${metText(met)}`,
  met,
  middle: timesTarget(target, figure.ratio),
  ends: [timesTarget(target, figure.least), timesTarget(target, figure.most)],
})

const targetsHtml = (targets: ReadonlyArray<JudgedTarget>): string => {
  if (targets.length === 0) return ""
  // Data in a script ends where its end tag is written, wherever that is.
  const rows = JSON.stringify(targets.map(chartRow)).replaceAll("<", "\\u003c")
  return `<section><h2>Targets</h2>
<p>A bar begins at 1, which is the target, and ends at the median over the rounds: to the right where it is
better, to the left where it misses. The line through it goes from the least round to the most. The axis is
logarithmic.</p>
<div id="chart"><canvas role="img" aria-label="Figures against their targets; the table below says the same"></canvas></div>
${tableHtml(targets.map(targetCells))}</section>
<script type="application/json" id="chart-rows">${rows}</script>
<script>${chartLibrary()}</script>
<script>${fileBeside("page-chart.js")}</script>`
}

const partHtml = ({ about, failure, figures, name, notes }: RecordedPart): string => {
  const failed = failure === null ? "" : `<p class="missed">failed: ${escapeHtml(failure)}</p>`
  const table = figures.length === 0 ? "" : tableHtml(figures.map(figureCells))
  const items = notes.map((note) => `<li>${escapeHtml(note)}</li>`).join("")
  return `<section><h2>${escapeHtml(name)}</h2><p>${escapeHtml(about)}</p>${failed}
${table}${items === "" ? "" : `<ul>${items}</ul>`}</section>`
}

const circumstancesText = ({ cores, date, node, processor, seed }: BenchRecord): string =>
  `${date}; Node ${node}; ${cores} cores, ${processor}; seed ${seed}`

const packagesText = ({ packages }: BenchRecord): string =>
  Object.entries(packages)
    .map(([name, version]) => `${name} ${version}`)
    .join(", ")

/** The record of a run as one page that loads nothing from elsewhere. */
export const pageHtml = (record: BenchRecord): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Viatica: bench</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<style>${fileBeside("page.css")}</style></head><body><h1>Bench</h1>
<p><b>${escapeHtml(countsText(record))}</b></p><p>${escapeHtml(circumstancesText(record))}</p>
${targetsHtml(record.targets)}
${record.parts.map(partHtml).join("\n")}
<p class="soft">${escapeHtml(packagesText(record))}</p></body></html>
`
