import type { FieldImpact } from "../impact/impact.ts"
import { type DiffReport, type ImpactReport, type Places, touchedRows } from "./diff-report.ts"
import { impactIn } from "./diff-summary.ts"
import { borrowedText, impactText, valueText } from "./diff-words.ts"
import { fieldWords, otherFields } from "./field-words.ts"
import { type Html, html, noHtml } from "./html.ts"
import { countText } from "./money-text.ts"
import { pageTable } from "./page-table.ts"

const fieldsMax = 80

/** A field with its examples, a line each, so that values stand beside the situation that they are of. */
const fieldRows = (impact: ImpactReport, { examples, field, situations }: FieldImpact): Html => {
  const id = /^(?:quote|live)\.offers\.(\d+)\./.exec(field)?.[1]
  const of = id === undefined ? noHtml : html` data-products="${id}"`
  const lines = examples.map(
    ({ after, before, situation }) =>
      html`<div>
        <span class="soft">${situation}:</span> <s class="was cell">${valueText(before)}</s>
        <span class="is cell">${valueText(after)}</span>
      </div>`,
  )
  return html`<tr ${of}>
    <th scope="row">${fieldWords(impact, field)}</th>
    <td class="num" data-label="situations">${countText(situations)}</td>
    <td>${lines}</td>
  </tr> `
}

const fieldTable = (impact: ImpactReport): Html => {
  const fields = otherFields(impact)
  if (fields.length === 0) return noHtml
  const rest =
    fields.length > fieldsMax
      ? html`<p class="soft">
          … and ${countText(fields.length - fieldsMax)} more, which --json lists
        </p>`
      : noHtml
  return html`<h3>What else answers say</h3>
    ${pageTable(
      ["What", { number: "Situations" }, "For example: before, after"],
      fields.slice(0, fieldsMax).map((field) => fieldRows(impact, field)),
      "stack",
    )}${rest}`
}

const rowTable = (report: DiffReport, impact: ImpactReport, places: Places): Html => {
  const rows = touchedRows(report, impact).map(
    ({ file, line, situations, version }) =>
      html`<tr>
        <td>${version}</td>
        <td><code>${places[version](file)}:${line}</code></td>
        <td class="num">${situations}</td>
      </tr> `,
  )
  if (rows.length === 0) return noHtml
  return html`<details>
    <summary>Rows that make the difference</summary>
    ${pageTable(["", "Row", { number: `Counts in, of the first ${impact.rows.of} that change` }], rows)}
  </details>`
}

/** What else the differences do to the corpus, as a card of the page. */
export const impactCard = (report: DiffReport, places: Places): Html => {
  if (report.impact === null) return noHtml
  const title = html`<h2 id="impact">Situations that were tried</h2>`
  const impact = impactIn(report)
  if (impact === undefined) {
    const why = "unavailable" in report.impact ? report.impact.unavailable : ""
    return html`<section class="card">
      ${title}
      <p class="in">There is no impact: ${why}</p>
    </section>`
  }
  const borrowed =
    impact.borrowed.length === 0 ? noHtml : html`<p class="soft">${borrowedText(impact)}</p>`
  const details =
    impact.changed === 0
      ? noHtml
      : html`<p class="soft">First of them: ${impact.firstChanged.slice(0, 8).join(", ")}</p>
          ${fieldTable(impact)}${rowTable(report, impact, places)}`
  return html`<section class="card">
    ${title}
    <div class="in">
      <p>${impactText(impact)}</p>
      ${borrowed}${details}
    </div>
  </section> `
}
