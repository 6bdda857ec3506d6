import { barText, type HistogramBar, permilleText } from "./histogram.ts"
import { type Html, html, noHtml } from "./html.ts"
import { countText } from "./money-text.ts"

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
export const priceChart = (bars: ReadonlyArray<HistogramBar>): Html => {
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
      <table class="small">
        <thead>
          <tr>
            <th scope="col">Change</th>
            <th scope="col" class="num">Prices</th>
          </tr>
        </thead>
        <tbody>
          ${rows}
        </tbody>
      </table>
    </details>
  </figure>`
}
