import { priceChart } from "./diff-chart.ts"
import type { DiffSummary, ProductLine } from "./diff-summary.ts"
import { type Html, html, noHtml } from "./html.ts"
import { countText } from "./money-text.ts"
import { pageTable } from "./page-table.ts"

/** More lines than these are left to `--json`. */
const linesMax = 60
const cardsMax = 8

const card = (title: string, of: string, content: Html): Html =>
  html`<section class="card">
    <h2>${title}<span class="of">${of}</span></h2>
    ${content}
  </section> `

const restLine = (count: number): Html =>
  count > linesMax
    ? html`<p class="in soft">… and ${countText(count - linesMax)} more, which --json lists</p>`
    : noHtml

const countCell = (count: number, side: "up" | "down", label: string): Html =>
  html`<td class="num" data-label="${label}">
    ${count === 0 ? html`—` : html`<b class="${side}">${countText(count)}</b>`}
  </td>`

const productRow = (product: ProductLine): Html => {
  const { cheaper, dearer, mean, range, remarks, title } = product
  const money =
    mean === null
      ? html`<td class="sec">${remarks.join(", ")}</td>
          <td></td>
          <td class="hm"></td>`
      : html`<td class="num">${mean.before} → ${mean.after}</td>
          <td class="num"><b>${mean.change}</b></td>
          <td class="num hm">${range ?? ""}</td>`
  const also = mean === null || remarks.length === 0 ? noHtml : html`<br />${remarks.join(", ")}`
  return html`<tr data-products="${product.offerId}">
    <th scope="row">${title}<span class="soft">${also}</span></th>
    ${countCell(dearer, "up", "dearer")}${countCell(cheaper, "down", "cheaper")}${money}
  </tr> `
}

const products = ({ products: lines }: DiffSummary): Html =>
  lines.length === 0
    ? noHtml
    : card(
        "Products",
        "mean of the prices that move",
        html`${pageTable(
          [
            "Product",
            { number: "Dearer" },
            { number: "Cheaper" },
            { number: "Before → after" },
            { number: "Change" },
            { wide: "From … to" },
          ],
          lines.slice(0, linesMax).map(productRow),
          "stack",
        )}${restLine(lines.length)}`,
      )

const chart = ({ histogram, moved }: DiffSummary): Html =>
  histogram.length === 0
    ? noHtml
    : card(
        "How prices move",
        `${countText(moved.dearer + moved.cheaper)} prices, in per cent`,
        html`<div class="in">${priceChart(histogram)}</div>`,
      )

const firstPlaces = ({ firstPlaces: lines }: DiffSummary): Html => {
  if (lines.length === 0) return noHtml
  const all = lines.reduce((sum, { quotes }) => sum + quotes, 0)
  const rows = lines.slice(0, linesMax).map(
    ({ from, fromId, quotes, to, toId }) =>
      html`<tr data-products="${fromId ?? ""} ${toId ?? ""}">
        <td>${from}</td>
        <td>${to}</td>
        <td class="num" data-label="quotes">${countText(quotes)}</td>
      </tr> `,
  )
  return card(
    "First place",
    `changes in ${countText(all)} quotes`,
    html`${pageTable(["From", "To", { number: "Quotes" }], rows)}${restLine(lines.length)}`,
  )
}

const cardNames = (cards: ReadonlyArray<string>): Html =>
  cards.length <= cardsMax
    ? html`${cards.join(", ")}`
    : html`${cards.slice(0, cardsMax).join(", ")}
        <details>
          <summary>and ${cards.length - cardsMax} more</summary>
          ${cards.slice(cardsMax).join(", ")}
        </details>`

const argumentsOfCards = (summary: DiffSummary): Html => {
  const lines = summary.arguments
  if (lines.length === 0) return noHtml
  const rows = lines.slice(0, linesMax).map(
    ({ bilans, cards, change, id, title }) =>
      html`<tr>
        <th scope="row">${title}<br /><code class="soft">${id}</code></th>
        <td><span class="badge ${change === "gained" ? "" : "new"}">${change}</span></td>
        <td class="num" data-label="bilans">${countText(bilans)}</td>
        <td>${cardNames(cards)}</td>
      </tr> `,
  )
  return card(
    "Arguments of cards",
    `${countText(lines.length)} come or go`,
    html`${pageTable(["Argument", "", { number: "Bilans" }, "Cards"], rows, "stack")}${restLine(lines.length)}`,
  )
}

const texts = ({ texts: lines }: DiffSummary): Html => {
  if (lines.length === 0) return noHtml
  const rows = lines.slice(0, linesMax).map(
    ({ after, before, key, language }) =>
      html`<tr>
        <th scope="row"><code>${key}</code> <span class="soft">${language}</span></th>
        <td><s class="was">${before}</s></td>
        <td>${after}</td>
      </tr> `,
  )
  return card(
    "Texts",
    `${countText(lines.length)} read otherwise`,
    html`${pageTable(["Text", "Before", "After"], rows, "stack")}${restLine(lines.length)}`,
  )
}

/** What a manager reads, as cards: the chart first. */
export const summaryCards = (summary: DiffSummary): Html =>
  html`${chart(summary)}${products(summary)}${firstPlaces(summary)}${argumentsOfCards(summary)}${texts(summary)}`
