import { priceChart } from "./diff-chart.ts"
import { type DiffSummary, priceCount, type ProductLine } from "./diff-summary.ts"
import { type Html, html, noHtml } from "./html.ts"
import { countText } from "./money-text.ts"
import { type Heading, pageTable } from "./page-table.ts"

/** More lines than these are left to `--json`. */
const linesMax = 60
const openMax = 12
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

/** The first lines of a table, and the others folded away. */
const longTable = (
  headings: ReadonlyArray<Heading>,
  rows: ReadonlyArray<Html>,
  kind: "stack" | "scroll",
): Html => {
  const shown = rows.slice(0, linesMax)
  const opened = pageTable(headings, shown.slice(0, openMax), kind)
  if (rows.length <= openMax) return opened
  return html`${opened}
    <details class="rest">
      <summary>${countText(shown.length - openMax)} more</summary>
      ${pageTable(headings, shown.slice(openMax), kind)}${restLine(rows.length)}
    </details>`
}

const countCell = (count: number, side: "up" | "down", label: string): Html =>
  count === 0
    ? html`<td class="num hm">—</td>`
    : html`<td class="num" data-label="${label}"><b class="${side}">${countText(count)}</b></td>`

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
    <th scope="row">${title}<small>${also}</small></th>
    ${countCell(dearer, "up", "dearer")}${countCell(cheaper, "down", "cheaper")}${money}
  </tr> `
}

const products = ({ products: lines }: DiffSummary): Html =>
  lines.length === 0
    ? noHtml
    : card(
        "Products",
        "mean of the prices that move",
        longTable(
          [
            "Product",
            { number: "Dearer" },
            { number: "Cheaper" },
            { number: "Before → after" },
            { number: "Change" },
            { wide: "From … to" },
          ],
          lines.map(productRow),
          "stack",
        ),
      )

const chart = ({ histogram, moved }: DiffSummary): Html =>
  histogram.length === 0
    ? noHtml
    : card(
        "How prices move",
        `${priceCount(moved.dearer + moved.cheaper)}, in per cent`,
        html`<div class="in">${priceChart(histogram)}</div>`,
      )

const firstPlaces = ({ firstPlaces: lines }: DiffSummary): Html => {
  if (lines.length === 0) return noHtml
  const all = lines.reduce((sum, { quotes }) => sum + quotes, 0)
  const rows = lines.map(
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
    longTable(["From", "To", { number: "Quotes" }], rows, "scroll"),
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
  const rows = lines.map(
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
    longTable(["Argument", "", { number: "Bilans" }, "Cards"], rows, "stack"),
  )
}

const texts = ({ texts: lines }: DiffSummary): Html => {
  if (lines.length === 0) return noHtml
  const rows = lines.map(
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
    longTable(["Text", "Before", "After"], rows, "stack"),
  )
}

/** What a manager reads, as cards: the chart first. */
export const summaryCards = (summary: DiffSummary): Html =>
  html`${chart(summary)}${products(summary)}${firstPlaces(summary)}${argumentsOfCards(summary)}${texts(summary)}`
