import type { CellDifference, ComparedRow } from "../../../core/difference/table-difference.ts"
import { describeTableError, type TableError } from "../../../core/table/error.ts"
import { impactSection } from "./diff-page-impact.ts"
import {
  type AnswerReport,
  type DiffReport,
  type Places,
  plainRows,
  type RegionReport,
  type TableReport,
} from "./diff-report.ts"
import { diffStyle } from "./diff-style.ts"
import {
  counted,
  factText,
  isOrderOnly,
  oneSidedTexts,
  summaryText,
  verdictText,
  verdictWords,
  versionsText,
} from "./diff-words.ts"
import { type Html, html, noHtml } from "./html.ts"
import { pageTable } from "./page-table.ts"

/** Whether a table has something to show. */
const isTelling = ({ verdict }: TableReport): boolean => verdict !== "unchanged"

const anchorOf = (file: string): string => `table-${file.replace(/[^A-Za-z0-9]+/g, "-")}`

const pairs = (entries: Readonly<Record<string, string | number | boolean | null>>): Html => {
  const shown = Object.entries(entries).map(
    ([name, value]) =>
      html`<dt>${name}</dt>
        <dd class="cell">${factText(value)}</dd>`,
  )
  return html`<dl>${shown}</dl>`
}

const answerCell = (
  version: "before" | "after",
  answers: ReadonlyArray<AnswerReport>,
  columns: ReadonlyArray<string>,
  path: string,
): Html => {
  const shown = answers.map(({ line, outputs }) => {
    const values = columns.map(
      (column) =>
        html`<div>${column} <span class="value cell">${outputs[column] || "-"}</span></div>`,
    )
    return html`<div><code>${path}:${line}</code>${values}</div>`
  })
  return html`<td class="${version}">
    ${answers.length === 0 ? html`<span class="value">nothing</span>` : shown}
  </td>`
}

const regionRow = (file: string, places: Places, region: RegionReport, index: number): Html => {
  const { columns } = region
  const orderOnly = isOrderOnly(region)
  const stay = region.before.length - region.gone.length
  const remarks = [
    ...(Object.keys(region.conditions).length === 0 ? ["whatever is asked"] : []),
    ...oneSidedTexts(region),
    ...(orderOnly ? ["the same rows in another order"] : []),
    ...(!orderOnly && stay > 0 ? [`besides ${counted(stay, "row")} that say the same`] : []),
  ]
  return html`<tr id="${anchorOf(file)}-${index + 1}">
    <th scope="row"><a href="#${anchorOf(file)}-${index + 1}">${index + 1}</a></th>
    <td>${pairs(region.conditions)}${remarks.map((text) => html`<p class="soft">${text}</p>`)}</td>
    <td>${pairs(region.witness)}</td>
    ${answerCell("before", orderOnly ? region.before : region.gone, columns, places.before(file))}
    ${answerCell("after", orderOnly ? region.after : region.come, columns, places.after(file))}
  </tr> `
}

const regionTable = ({ decision, file }: TableReport, places: Places): Html => {
  if (decision === undefined || decision.regions.length === 0) return noHtml
  const rows = decision.regions.map((region, index) => regionRow(file, places, region, index))
  return pageTable(["#", "Where", "For example", "Before", "After"], rows)
}

const titles = {
  added: "Added rows",
  removed: "Removed rows",
  changed: "Changed rows",
  moved: "Moved rows",
  noted: "Rows with another note alone",
} as const

/** Cells one below the other; the key stands beside them already. */
const cellList = (
  cells: ReadonlyArray<CellDifference>,
  version: "before" | "after",
): ReadonlyArray<Html> =>
  cells.map(
    (cell) =>
      html`<div>${cell.column} <span class="value cell">${cell[version] || "-"}</span></div>`,
  )

const plainRow = (table: TableReport, places: Places, row: ComparedRow): Html => {
  const { after, before, cells, key } = row
  const keyColumns = table.plain?.keyColumns ?? []
  const shown = cells.filter(
    (cell) => !keyColumns.includes(cell.column) && (cell.before !== "" || cell.after !== ""),
  )
  const keyCells = Object.fromEntries(keyColumns.map((name, index) => [name, key[index] ?? ""]))
  const side = (version: "before" | "after", path: string, line: number | undefined): Html =>
    line === undefined
      ? html`<td class="${version}"></td>`
      : html`<td class="${version}"><code>${path}:${line}</code>${cellList(shown, version)}</td>`
  return html`<tr>
    <th scope="row">${pairs(keyCells)}</th>
    ${side("before", places.before(table.file), before)}${side("after", places.after(table.file), after)}
  </tr> `
}

const plainTables = (table: TableReport, places: Places): ReadonlyArray<Html> => {
  if (table.plain === undefined) return []
  return plainRows(table.plain).flatMap(({ rows, what }) =>
    rows.length === 0
      ? []
      : [
          html`<h3>${titles[what]} (${rows.length})</h3>
            ${pageTable(
              ["Key", "Before", "After"],
              rows.map((row) => plainRow(table, places, row)),
            )}`,
        ],
  )
}

const mistakeList = (title: string, errors: ReadonlyArray<TableError>): Html =>
  errors.length === 0
    ? noHtml
    : html`<h3>${title}</h3>
        <ul>
          ${errors.map((error) => html`<li class="cell">${describeTableError(error)}</li>`)}
        </ul>`

const section = (table: TableReport, places: Places): Html =>
  html`<section>
    <h2 id="${anchorOf(table.file)}">${table.file}<a class="top" href="#top">to the top</a></h2>
    <p>${verdictText(table)}</p>
    ${regionTable(table, places)}${plainTables(table, places)}${mistakeList("Mistakes in the base", table.mistakes?.before ?? [])}${mistakeList("Mistakes today", table.mistakes?.after ?? [])}
  </section> `

const overview = (tables: ReadonlyArray<TableReport>): Html => {
  const rows = tables.filter(isTelling).map(
    (table) =>
      html`<tr>
        <td>
          <a href="#${anchorOf(table.file)}"><code>${table.file}</code></a>
        </td>
        <td><span class="verdict ${table.verdict}">${verdictWords[table.verdict]}</span></td>
        <td>${verdictText(table)}</td>
      </tr> `,
  )
  const same = tables.flatMap((table) => (isTelling(table) ? [] : table.file))
  const unchanged =
    same.length === 0 ? noHtml : html`<p class="soft">Unchanged: ${same.join(", ")}</p>`
  if (rows.length === 0) return unchanged
  return html`${pageTable(["Table", "Verdict", "What was found"], rows)} ${unchanged}`
}

/**
 * The report of a comparison as one page that needs nothing else: no scripts, no files beside it.
 * Whatever comes from tables is escaped.
 */
export const diffPage = (report: DiffReport, places: Places): string => {
  const { impact, tables } = report
  const link = impact === null ? noHtml : html`<p><a href="#impact">Impact on the corpus</a></p>`
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta
          http-equiv="Content-Security-Policy"
          content="default-src 'none'; style-src 'unsafe-inline'"
        />
        <title>Tables: ${versionsText(report)}</title>
        <style>
          ${{ markup: diffStyle }}
        </style>
      </head>
      <body id="top">
        <header>
          <h1>Difference of tables</h1>
          <p>${versionsText(report)}</p>
          <p>${summaryText(report)}</p>
          ${link}
          <p class="soft">
            Conditions, cells and outcomes are compared by what they mean. A region holds all facts
            for which the answer changes in one way; “equivalent” is proven, not sampled.
          </p>
        </header>
        <main>
          ${overview(tables)}${tables.filter(isTelling).map((table) => section(table, places))}${impactSection(report, places)}
        </main>
      </body>
    </html> `
  return page.markup
}
