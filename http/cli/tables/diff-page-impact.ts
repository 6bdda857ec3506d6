import type { FieldImpact } from "../../../rules/corpus/impact.ts"
import { type DiffReport, type ImpactReport, type Places, touchedRows } from "./diff-report.ts"
import { borrowedText, changeText, impactText, valueText } from "./diff-words.ts"
import { type Html, html, noHtml } from "./html.ts"

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

const fieldTable = ({ fields }: ImpactReport): Html =>
  html`<h3>Outcomes that change</h3>
    <div class="scroll">
      <table>
        <thead>
          <tr>
            <th scope="col">Outcome</th>
            <th scope="col" class="number">Situations</th>
            <th scope="col">For example</th>
            <th scope="col">Before</th>
            <th scope="col">After</th>
          </tr>
        </thead>
        <tbody>
          ${fields.map(fieldRow)}
        </tbody>
      </table>
    </div>`

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
    <div class="scroll">
      <table>
        <thead>
          <tr>
            <th scope="col">Offer</th>
            <th scope="col">Currency</th>
            <th scope="col" class="number">Prices</th>
            <th scope="col" class="number">Least</th>
            <th scope="col" class="number">Median</th>
            <th scope="col" class="number">Greatest</th>
          </tr>
        </thead>
        <tbody>
          ${rows}
        </tbody>
      </table>
    </div>`
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
    <div class="scroll">
      <table>
        <thead>
          <tr>
            <th scope="col">Row</th>
            <th scope="col" class="number">Changed situations that it counts in</th>
          </tr>
        </thead>
        <tbody>
          ${rows}
        </tbody>
      </table>
    </div>`
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
