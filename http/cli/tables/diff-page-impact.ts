import type { FieldImpact } from "../../../rules/impact/impact.ts"
import { type DiffReport, type ImpactReport, type Places, touchedRows } from "./diff-report.ts"
import { borrowedText, changeText, impactText, valueText } from "./diff-words.ts"
import { type Html, html, noHtml } from "./html.ts"
import { type Heading, pageTable } from "./page-table.ts"

const fieldRow = ({ examples, field, situations }: FieldImpact): Html => {
  const shown = (version: "before" | "after") =>
    examples.map((example) => html`<div class="cell">${valueText(example[version])}</div>`)
  const names = examples.map(({ situation }) => html`<div>${situation}</div>`)
  return html`<tr>
    <th scope="row" class="cell">${field}</th>
    <td class="number">${situations}</td>
    <td>${names}</td>
    <td class="before">${shown("before")}</td>
    <td class="after">${shown("after")}</td>
  </tr> `
}

const fieldHeadings: ReadonlyArray<Heading> = [
  "Outcome",
  { number: "Situations" },
  "For example",
  "Before",
  "After",
]

const priceHeadings: ReadonlyArray<Heading> = [
  "Offer",
  "Currency",
  { number: "Prices" },
  { number: "Least" },
  { number: "Median" },
  { number: "Greatest" },
]

const fieldTable = ({ fields }: ImpactReport): Html =>
  html`<h3>Outcomes that change</h3>
    ${pageTable(fieldHeadings, fields.map(fieldRow))}`

const priceTable = (impact: ImpactReport): Html => {
  if (impact.prices.length === 0) return noHtml
  const rows = impact.prices.map((price) => {
    const amounts = [price.minimumMinor, price.medianMinor, price.maximumMinor].map(
      (amount) => html`<td class="number">${changeText(amount, price.currency, impact)}</td>`,
    )
    return html`<tr>
      <th scope="row">${price.offerId}</th>
      <td>${price.currency}</td>
      <td class="number">${price.situations}</td>
      ${amounts}
    </tr> `
  })
  return html`<h3>Prices that change, by offer</h3>
    ${pageTable(priceHeadings, rows)}`
}

const rowTable = (report: DiffReport, impact: ImpactReport, places: Places): Html => {
  const rows = touchedRows(report, impact).map(
    ({ file, line, situations, version }) =>
      html`<tr>
        <td class="${version}"><code>${places[version](file)}:${line}</code></td>
        <td class="number">${situations}</td>
      </tr> `,
  )
  if (rows.length === 0) return noHtml
  return html`<h3>Rows that make the difference</h3>
    ${pageTable(["Row", { number: "Changed situations that it counts in" }], rows)}`
}

/** What the differences do to the corpus, as a section of the page. */
export const impactSection = (report: DiffReport, places: Places): Html => {
  const { impact } = report
  if (impact === null) return noHtml
  const title = html`<h2 id="impact">
    Impact on the corpus<a class="top" href="#top">to the top</a>
  </h2>`
  if ("unavailable" in impact) {
    return html`<section>
      ${title}
      <p>There is none: ${impact.unavailable}</p>
    </section>`
  }
  const borrowed =
    impact.borrowed.length === 0 ? noHtml : html`<p class="soft">${borrowedText(impact)}</p>`
  const details =
    impact.changed === 0
      ? noHtml
      : html`<p>First of them: ${impact.firstChanged.join(", ")}</p>
          ${fieldTable(impact)}${priceTable(impact)}${rowTable(report, impact, places)}`
  return html`<section>
    ${title}
    <p>${impactText(impact)}</p>
    ${borrowed}${details}
  </section> `
}
