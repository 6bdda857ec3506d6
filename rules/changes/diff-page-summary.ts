import { type Heading, type Html, html, noHtml, pageTable, plainTable } from "./diff-page-kit.ts"
import { type DiffReport, type ImpactReport, type Places, touchedRows } from "./diff-report.ts"
import {
  barText,
  type DiffSummary,
  type HistogramBar,
  impactIn,
  permilleText,
  type ProductLine,
} from "./diff-summary.ts"
import {
  borrowedText,
  countedText,
  countText,
  fieldWords,
  impactText,
  otherFields,
  valueText,
} from "./diff-words.ts"
import type { FieldImpact } from "../impact/impact.ts"

/** Something that was checked, and what came of it. */
export interface PageCheck {
  readonly state: "held" | "warning" | "error"
  readonly text: string
}

/** What is said of the change on a page that is sent for review. */
export interface PageReview {
  /** What it is for. */
  readonly reason: string | null
  readonly branch: string | null
  readonly by: ReadonlyArray<string>
  /** The day of its newest commit. */
  readonly on: string | null
  readonly state: { readonly kind: "held" | "warning"; readonly text: string }
  /** The day from which it is approved. */
  readonly from: string | null
  /** The hash of the tables as the change leaves them. */
  readonly hash: string
  readonly checks: ReadonlyArray<PageCheck>
  readonly comments: ReadonlyArray<{
    readonly by: string
    readonly on: string | null
    readonly text: string
    readonly answers: ReadonlyArray<{ readonly by: string; readonly text: string }>
    readonly isSettled: boolean
  }>
}

/** What a manager reads, as cards: the chart first. */
export const summaryCards = (summary: DiffSummary): Html =>
  html`${chart(summary)}${products(summary)}${firstPlaces(summary)}${argumentsOfCards(summary)}${texts(summary)}`

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

/** The release, what was checked and what was said, beside the figures. */
export const reviewAside = (review: PageReview): Html =>
  html`<aside class="col" aria-label="Release and checks">
    ${releaseCard(review)}${checksCard(review)}${commentsCard(review)}
  </aside>`

/** Who shows the page, and which versions it holds against each other. */
export const masthead = ({ commit, folderCommit }: DiffReport, review?: PageReview): Html => {
  const [before, after] = [commit?.slice(0, 12), review?.hash ?? folderCommit?.slice(0, 12)]
  const versions =
    before === undefined || after === undefined
      ? noHtml
      : html`<code class="versions">${before} → ${after}</code>`
  return html`<header>
    <div class="wrap">
      <svg class="mark" width="24" height="24" viewBox="0 0 26 26" aria-hidden="true">
        <rect width="26" height="26" rx="7"></rect>
        <path d="M7 19c0-5 3-5.500 6-6.500s6-2.500 6-5.500"></path>
        <circle class="start" cx="7" cy="19" r="2"></circle>
        <circle class="end" cx="19" cy="7" r="2.600"></circle></svg
      ><b class="brand">Viatica</b>
      <span class="soft">Review of a change to the tables</span>${versions}
    </div>
  </header>`
}

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
        `${countedText(moved.dearer + moved.cheaper, "price")}, in per cent`,
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
    `changes in ${countedText(all, "quote")}`,
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
    `${countText(lines.length)} read differently`,
    longTable(["Text", "Before", "After"], rows, "stack"),
  )
}

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

/** Shapes of states, so that none is told by its colour alone. */
const shapes: Readonly<Record<PageCheck["state"], Html>> = {
  held: html`<circle class="fill" cx="8" cy="8" r="7"></circle
    ><path class="over" d="m4.8 8.300 2.200 2.200 4.200-4.700"></path>`,
  warning: html`<path d="M8 1.500 15 14H1zM8 6.200v3.400M8 11.900v.1"></path>`,
  error: html`<path
      class="fill"
      d="M5.200 1h5.600L15 5.200v5.600L10.800 15H5.200L1 10.800V5.200z"
    ></path
    ><path class="over" d="M8 4.600v4M8 11.200v.1"></path>`,
}

const words = { held: "Held: ", warning: "Warning: ", error: "Error: " } as const

const shape = (state: PageCheck["state"]): Html =>
  html`<svg class="i ${state}" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
    ${shapes[state]}
  </svg>`

const fact = (name: string, value: Html | string): Html =>
  html`<dt>${name}</dt>
    <dd>${value}</dd>`

const releaseCard = ({ branch, by, from, hash, on, state }: PageReview): Html => {
  const who = [by.join(", "), on ?? ""].filter((part) => part !== "").join(", ")
  return html`<section class="card">
    <h2>Release</h2>
    <dl class="in facts">
      ${branch === null ? noHtml : fact("Branch", html`<code>${branch}</code>`)}${who === "" ? noHtml : fact("By", who)}${fact("State", html`<span class="badge ${state.kind}">${shape(state.kind)}${state.text}</span>`)}${from === null ? noHtml : fact("In force from", from)}${fact("Tables", html`<code>${hash}</code>`)}
    </dl>
  </section>`
}

const checksCard = ({ checks }: PageReview): Html =>
  html`<section class="card">
    <h2>What was checked</h2>
    <ul class="in checks">
      ${checks.map(
        ({ state, text }) =>
          html`<li>
            ${shape(state)}<span><span class="unseen">${words[state]}</span>${text}</span>
          </li>`,
      )}
    </ul>
  </section>`

const commentsCard = ({ comments }: PageReview): Html => {
  if (comments.length === 0) return noHtml
  const items = comments.map(
    ({ answers, by, isSettled, on, text }) =>
      html`<li>
        <p>
          <b>${by}</b>: ${text}${isSettled ? html` <span class="soft">Settled.</span>` : noHtml}
        </p>
        ${on === null ? noHtml : html`<p><code class="soft">${on}</code></p>`}${answers.map((answer) => html`<p class="answer"><b>${answer.by}</b>: ${answer.text}</p>`)}
      </li>`,
  )
  return html`<section class="card">
    <h2>Comments</h2>
    <ul class="in notes">
      ${items}
    </ul>
  </section>`
}

/** Sizes in pixels; texts keep theirs at any width, as each width is drawn anew. */
const height = 190
const top = 22
const bottom = 26
const gap = 2
const labelWidth = 46

const sideOf = ({ permille }: HistogramBar): string =>
  permille > 0 ? "up" : permille < 0 ? "down" : "still"

/** The bars whose count stands above them: all where there is room, else the greatest, none beside another. */
const peaksOf = (bars: ReadonlyArray<HistogramBar>, step: number): ReadonlySet<number> => {
  const spacing = Math.ceil(labelWidth / step)
  const chosen = new Set<number>()
  const byCount = [...bars.entries()].sort(([, left], [, right]) => right.count - left.count)
  for (const [index, { count }] of byCount) {
    const isFree = [...chosen].every((other) => Math.abs(other - index) >= spacing)
    if (count > 0 && isFree) chosen.add(index)
  }
  return chosen
}

const drawn = (bars: ReadonlyArray<HistogramBar>, width: number, label: string): Html => {
  const step = width / bars.length
  const most = Math.max(...bars.map(({ count }) => count))
  const floor = height - bottom
  const peaks = peaksOf(bars, step)
  const every = Math.ceil((labelWidth + 14) / step)
  const marks = bars.map((bar, index) => {
    const tall = bar.count === 0 ? 0 : Math.max(2, ((floor - top) * bar.count) / most)
    const middle = ((index + 0.5) * step).toFixed(1)
    const wide = Math.min(step - gap, 64)
    const left = ((index + 0.5) * step - wide / 2).toFixed(1)
    const count = peaks.has(index)
      ? html`<text class="${sideOf(bar)} n" x="${middle}" y="${(floor - tall - 6).toFixed(1)}"
          >${countText(bar.count)}</text
        >`
      : noHtml
    const name =
      index % every === 0
        ? html`<text x="${middle}" y="${height - 8}">${permilleText(bar.permille)}</text>`
        : noHtml
    return html`<rect
        class="${sideOf(bar)}"
        x="${left}"
        y="${(floor - tall).toFixed(1)}"
        width="${wide.toFixed(1)}"
        height="${tall.toFixed(1)}"
        rx="1"
      ></rect
      >${count}${name}`
  })
  // A bar around zero says so itself.
  const isAround = bars.some(({ permille }) => permille === 0)
  const zero = isAround ? -1 : bars.findIndex(({ permille }) => permille > 0)
  const line =
    zero > 0
      ? html`<path class="zero" d="M${(zero * step).toFixed(1)} ${top - 8}V${floor + 4}"></path>`
      : noHtml
  return html`<svg
    viewBox="0 0 ${width} ${height}"
    width="${width}"
    height="${height}"
    role="img"
    aria-label="${label}"
  >
    <path class="axis" d="M0 ${floor + 0.5}H${width}"></path>
    ${marks}${line}
  </svg>`
}

/** What a histogram shows, as a sentence: its name for those who do not see it. */
const sentence = (bars: ReadonlyArray<HistogramBar>): string => {
  const [tallest] = bars.toSorted((left, right) => right.count - left.count)
  const all = bars.reduce((sum, { count }) => sum + count, 0)
  return tallest === undefined
    ? ""
    : `${countText(all)} changes of prices; most, ${countText(tallest.count)}, by about ${permilleText(tallest.permille)}`
}

/** A histogram of price changes, drawn for wide and for narrow pages, with its figures as a table. */
const priceChart = (bars: ReadonlyArray<HistogramBar>): Html => {
  const label = sentence(bars)
  const rows = bars.map(
    (bar) =>
      html`<tr>
        <th scope="row">${barText(bar)}</th>
        <td class="num">${countText(bar.count)}</td>
      </tr>`,
  )
  return html`<figure class="chart">
    <div class="wide">${drawn(bars, 620, label)}</div>
    <div class="narrow">${drawn(bars, 318, label)}</div>
    <details>
      <summary>As a table</summary>
      ${plainTable(["Change", { number: "Prices" }], rows, "small")}
    </details>
  </figure>`
}
