import type { CellDifference, ComparedRow } from "../../core/difference/plain-table-difference.ts"
import { describeTableError, type TableError } from "../../core/table/error.ts"
import {
  type AnswerReport,
  type Places,
  plainRows,
  type RegionReport,
  type TableReport,
} from "./diff-report.ts"
import {
  factText,
  foldWords,
  isOrderOnly,
  isTold,
  type OfferTitles,
  oneSidedTexts,
  severalRows,
  untoldRegions,
  verdictText,
  verdictWords,
} from "./diff-words.ts"
import type { FoldableRow, FoldedRows } from "./fold-rows.ts"
import { type Html, html, noHtml, pageTable } from "./diff-page-kit.ts"
import { counted } from "../../core/plain-text.ts"

/** The files of the tables that a page shows as cards. */
export const toldFiles = (tables: ReadonlyArray<TableReport>): ReadonlyArray<string> =>
  tables.filter(isTelling).map(({ file }) => file)

/** Links to the cards of tables, and to the situations below them. */
export const contents = (tables: ReadonlyArray<TableReport>, hasImpact: boolean): Html => {
  const links = toldFiles(tables).map(
    (file) => html`<li><a href="#${anchorOf(file)}">${file}</a></li>`,
  )
  const last = hasImpact ? html`<li><a href="#impact">Situations that were tried</a></li>` : noHtml
  return html`<nav aria-label="Contents">
    <ul>
      ${links}${last}
    </ul>
  </nav>`
}

/** A card for each table that changed; the others folded away. */
export const tableCards = (
  tables: ReadonlyArray<TableReport>,
  places: Places,
  offers: OfferTitles,
): Html => {
  const same = tables.filter((table) => !isTelling(table))
  const equivalent = same.filter(({ verdict }) => verdict === "equivalent")
  const list = (some: ReadonlyArray<TableReport>): Html =>
    html`<ul>
      ${some.map((table) => html`<li>${table.file}${table.verdict === "equivalent" ? `: ${verdictText(table)}` : ""}</li>`)}
    </ul>`
  const unchanged =
    same.length === 0
      ? noHtml
      : html`<section class="card">
          <div class="in">
            ${equivalent.length === 0 ? noHtml : list(equivalent)}
            <details>
              <summary>${counted(same.length - equivalent.length, "table")} unchanged</summary>
              ${list(same.filter(({ verdict }) => verdict === "unchanged"))}
            </details>
          </div>
        </section>`
  return html`${tables.filter(isTelling).map(tableCard(places, offers))}${unchanged}`
}

/** More rows than these are left to `--json`. */
const rowsMax = 150

const anchorOf = (file: string): string => `table-${file.replace(/[^A-Za-z0-9]+/g, "-")}`

const pairs = (entries: Readonly<Record<string, string | number | boolean | null>>): Html => {
  const shown = Object.entries(entries).map(
    ([name, value]) =>
      html`<dt>${name}</dt>
        <dd class="cell">${factText(value)}</dd>`,
  )
  return html`<dl>${shown}</dl>`
}

const restLine = (count: number): Html =>
  count > rowsMax
    ? html`<p class="soft">… and ${counted(count - rowsMax, "row")} more, which --json lists</p>`
    : noHtml

/** A cell before and after: the old value struck, then the new one. */
const change = ({ after, before }: CellDifference): Html => {
  const old = before === "" ? noHtml : html`<s class="was cell">${before}</s> `
  return after === "" ? old : html`${old}<span class="is cell">${after}</span>`
}

const foldedRow = (
  { file }: TableReport,
  places: Places,
  {
    names,
    columns,
  }: { readonly names: ReadonlyArray<string>; readonly columns: ReadonlyArray<string> },
  { after, before, cells, where }: FoldableRow,
): Html => {
  const place =
    after === undefined ? `${places.before(file)}:${before}` : `${places.after(file)}:${after}`
  const cellOf = (column: string): Html => {
    const cell = cells.find((each) => each.column === column)
    return html`<td class="nw">${cell === undefined ? noHtml : change(cell)}</td>`
  }
  return html`<tr>
    <td class="nw"><code title="${place}">${after ?? before ?? ""}</code></td>
    ${names.map((name) => html`<td class="cell">${where[name] ?? ""}</td>`)}${columns.map(cellOf)}
  </tr>`
}

/** Rows that changed in one way: a line, and the rows themselves folded away, values below one another. */
const foldPart = (
  table: TableReport,
  places: Places,
  offers: OfferTitles,
  fold: FoldedRows,
): Html => {
  const columns = [...new Set(fold.rows.flatMap(({ cells }) => cells.map(({ column }) => column)))]
  const names = [...new Set(fold.rows.flatMap(({ where }) => Object.keys(where)))].filter(
    (name) => !(name in fold.where),
  )
  const rows = fold.rows
    .slice(0, rowsMax)
    .map((row) => foldedRow(table, places, { names, columns }, row))
  const product = fold.where["offer_id"]
  const of = product === undefined ? noHtml : html` data-products="${product}"`
  return html`<div class="fold" ${of}>
    <p>${foldWords(fold, offers)}</p>
    <details>
      <summary>The ${counted(fold.rows.length, "row")}</summary>
      ${pageTable(["Line", ...names, ...columns], rows)}${restLine(fold.rows.length)}
    </details>
  </div> `
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
        html`<div>
          <span class="soft">${column}</span>
          <span class="cell ${version === "after" ? "is" : ""}">${outputs[column] || "—"}</span>
        </div>`,
    )
    return html`<div><code class="soft">${path}:${line}</code>${values}</div>`
  })
  return html`<td data-label="${version}">
    ${answers.length === 0 ? html`<span class="soft">nothing</span>` : shown}
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
  const id = `${anchorOf(file)}-${index + 1}`
  return html`<tr id="${id}">
    <th scope="row"><a href="#${id}">${index + 1}</a></th>
    <td>${pairs(region.conditions)}${remarks.map((text) => html`<p class="soft">${text}</p>`)}</td>
    <td data-label="for example">${pairs(region.witness)}</td>
    ${answerCell("before", orderOnly ? region.before : region.gone, columns, places.before(file))}
    ${answerCell("after", orderOnly ? region.after : region.come, columns, places.after(file))}
  </tr> `
}

const regionTable = (table: TableReport, places: Places): Html => {
  const regions = untoldRegions(table)
  const told = (table.decision?.regions.length ?? 0) - regions.length
  const note =
    told === 0
      ? noHtml
      : html`<p class="soft">
          ${counted(told, "region")} of facts in which answers differ, each proven, are those of the
          rows above.
        </p>`
  if (regions.length === 0) return note
  const rows = regions.map((region, index) => regionRow(table.file, places, region, index))
  return html`${note}${pageTable(["#", "Where", "For example", "Before", "After"], rows, "stack")}`
}

const titles = {
  added: "Added rows",
  removed: "Removed rows",
  changed: "Changed rows",
  moved: "Moved rows",
  noted: "Rows with another note alone",
} as const

const plainRow = (table: TableReport, places: Places, row: ComparedRow): Html => {
  const { after, before, cells, key } = row
  const keyColumns = table.plain?.keyColumns ?? []
  const shown = cells.filter(
    (cell) => !keyColumns.includes(cell.column) && (cell.before !== "" || cell.after !== ""),
  )
  const keyCells = Object.fromEntries(keyColumns.map((name, index) => [name, key[index] ?? ""]))
  const place =
    after === undefined
      ? `${places.before(table.file)}:${before}`
      : `${places.after(table.file)}:${after}`
  const moved =
    shown.length === 0 ? html`<span class="soft">was at line ${before ?? ""}</span>` : noHtml
  const values = shown.map(
    (cell) => html`<div><span class="soft">${cell.column}</span> ${change(cell)}</div>`,
  )
  const product = keyCells["offer_id"]
  const of = product === undefined ? noHtml : html` data-products="${product}"`
  return html`<tr ${of}>
    <th scope="row">${pairs(keyCells)}</th>
    <td>${values}${moved}</td>
    <td><code class="soft">${place}</code></td>
  </tr> `
}

const plainTables = (table: TableReport, places: Places): ReadonlyArray<Html> => {
  if (table.plain === undefined) return []
  const told = isTold(table)
  return plainRows(table.plain).flatMap(({ rows: all, what }) => {
    const rows = what === "moved" || what === "noted" ? all : all.filter((row) => !told(row))
    if (rows.length === 0) return []
    const shown = rows.slice(0, rowsMax).map((row) => plainRow(table, places, row))
    const body = html`${pageTable(["Row", "What changed", "Line"], shown, "stack")}${restLine(rows.length)}`
    return what === "noted"
      ? [
          html`<details>
            <summary>${titles[what]} (${rows.length})</summary>
            ${body}
          </details>`,
        ]
      : [
          html`<h3>${titles[what]} (${rows.length})</h3>
            ${body}`,
        ]
  })
}

const mistakeList = (title: string, errors: ReadonlyArray<TableError>): Html =>
  errors.length === 0
    ? noHtml
    : html`<h3>${title}</h3>
        <ul>
          ${errors.map((error) => html`<li class="cell">${describeTableError(error)}</li>`)}
        </ul>`

const tableCard =
  (places: Places, offers: OfferTitles) =>
  (table: TableReport): Html =>
    html`<section class="card" data-table="${table.file}" id="${anchorOf(table.file)}">
      <h2>
        ${table.file}<span class="of"
          ><span class="badge ${table.verdict}">${verdictWords[table.verdict]}</span></span
        >
      </h2>
      <div class="in">
        <p class="sec">${verdictText(table)}</p>
        ${severalRows(table).map((fold) => foldPart(table, places, offers, fold))}
        ${regionTable(table, places)}${plainTables(table, places)}${mistakeList("Mistakes in the base", table.mistakes?.before ?? [])}${mistakeList("Mistakes today", table.mistakes?.after ?? [])}
      </div>
    </section> `

const isTelling = ({ verdict }: TableReport): boolean =>
  verdict !== "unchanged" && verdict !== "equivalent"
