import { foldCell, foldTable } from "./controls.ts"
import { html, type PageNode } from "../kit/html.ts"
import { formatCount, formatShortDay } from "./format.ts"
import type { WrittenLanguage } from "../../../core/vocabulary/written-language.ts"

/** A chart of days: how many of what, stacked, under the limit of a day. */
export interface DayChart {
  /** The parts of a bar, from the ground up; not more than four. */
  readonly series: ReadonlyArray<string>
  readonly days: ReadonlyArray<{
    readonly day: string
    /** A figure for each of the series. */
    readonly parts: ReadonlyArray<number>
  }>
  /** The most that a day allows; undefined where nothing limits it. */
  readonly limit: number | undefined
}

/** What a chart says in words. */
export interface ChartWords {
  /** What the chart shows, in a sentence that carries its figures. */
  readonly name: string
  readonly limit: string
  readonly day: string
  readonly total: string
  readonly asTable: string
  readonly lastDays: (days: number) => string
}

const plotHeight = 136
const topGap = 14
const ground = plotHeight + topGap
const whole = (parts: ReadonlyArray<number>): number => parts.reduce((sum, part) => sum + part, 0)

const steps = [1, 2, 2.5, 5, 10]

/**
 * The round figure that a scale ends with, so that a half of it is round too where it matters.
 *
 * ```ts
 * import { scaleEnd } from "../http/pages/console/chart.ts"
 *
 * scaleEnd(0) // => 10
 * scaleEnd(87) // => 100
 * scaleEnd(2000) // => 2000
 * scaleEnd(2001) // => 2500
 * ```
 */
export const scaleEnd = (most: number): number => {
  if (most <= 10) return 10
  const power = 10 ** Math.floor(Math.log10(most))
  return (steps.find((step) => step * power >= most) ?? 10) * power
}

const percent = (share: number): string => `${(share * 100).toFixed(3)}%`

/** The parts of one bar, a pixel apart, as rectangles. */
const bar = (parts: ReadonlyArray<number>, index: number, count: number, end: number) => {
  let bottom = ground
  return parts.map((part, series) => {
    if (part === 0) return null
    const height = Math.max(1, (part / end) * plotHeight)
    bottom -= height
    const shown = Math.max(1, height - 1)
    return html`<rect
      class=${`series-${series + 1}`}
      x=${percent((index + 0.14) / count)}
      width=${percent(0.72 / count)}
      y=${(bottom + height - shown).toFixed(1)}
      height=${shown.toFixed(1)}
      rx="1.5"
    />`
  })
}

const line = (className: string, y: number): PageNode =>
  html`<line class=${className} x1="0" x2="100%" y1=${y.toFixed(1)} y2=${y.toFixed(1)} />`

/** Widths are shares of the room, heights are pixels: so texts keep their size at any width. */
const plot = (
  chart: DayChart,
  words: ChartWords,
  language: WrittenLanguage,
  className: string,
): PageNode => {
  const { days, limit } = chart
  const most = Math.max(...days.map(({ parts }) => whole(parts)))
  // A limit far above all bars would leave none to be seen: then it is told in words alone.
  const isLimitShown = limit !== undefined && (limit <= most * 8 || limit <= 10)
  const end = scaleEnd(Math.max(most, isLimitShown ? limit : 0))
  const heightOf = (figure: number): number => ground - (figure / end) * plotHeight
  const marks = [0, end / 2, end].filter(
    (mark) => !isLimitShown || mark === 0 || Math.abs(heightOf(mark) - heightOf(limit)) > 14,
  )
  const [first, last] = [days[0]?.day ?? "", days.at(-1)?.day ?? ""]
  return html`<div class=${`plot ${className}`} role="img" aria-label=${words.name}>
    <svg width="100%" height="172" aria-hidden="true">
      ${marks.map((mark) => line(mark === 0 ? "axis" : "mark", heightOf(mark)))}
      ${days.map(({ parts }, index) => bar(parts, index, days.length, end))}
      ${isLimitShown ? line("limit", heightOf(limit)) : null}
      <text x="0" y="168">${formatShortDay(language, first)}</text>
      <text x="100%" y="168" text-anchor="end">${formatShortDay(language, last)}</text>
    </svg>
    <svg class="scale" width="64" height="172" aria-hidden="true">
      ${marks.map((mark) => html`<text x="6" y=${(heightOf(mark) + 4).toFixed(1)}>${formatCount(language, mark)}</text>`)}
      ${isLimitShown ? html`<text class="limit" x="6" y=${(heightOf(limit) + 4).toFixed(1)}>${formatCount(language, limit)}</text>` : null}
    </svg>
  </div>` as PageNode
}

const legend = (
  { limit, series }: DayChart,
  words: ChartWords,
  language: WrittenLanguage,
): PageNode =>
  html`<ul class="legend small-text second">
    ${series.map(
      (name, index) =>
        html`<li>
          <svg width="11" height="11" aria-hidden="true">
            <rect class=${`series-${index + 1}`} width="11" height="11" rx="2" />
          </svg>
          ${name}
        </li>`,
    )}
    ${
      limit === undefined
        ? null
        : html`<li>
            <svg width="18" height="10" aria-hidden="true">
              <line class="limit" x1="0" x2="18" y1="5" y2="5" />
            </svg>
            ${words.limit} ${formatCount(language, limit)}
          </li>`
    }
  </ul>` as PageNode

const table = (chart: DayChart, words: ChartWords, language: WrittenLanguage): PageNode =>
  html`<details>
    <summary class="small-text">${words.asTable}</summary>
    ${foldTable({
      kind: "figures",
      caption: words.name,
      columns: [
        words.day,
        ...chart.series.map((name) => ({ number: name })),
        { number: words.total },
      ],
      rows: chart.days.map(
        ({ day, parts }) =>
          html`<tr role="row">
            <th role="rowheader" scope="row">${formatShortDay(language, day)}</th>
            ${parts.map((part, index) =>
              foldCell(chart.series[index] ?? "", formatCount(language, part)),
            )}
            ${foldCell(words.total, formatCount(language, whole(parts)))}
          </tr>`,
      ),
    })}
  </details>` as PageNode

/** Days on the chart where there is little room. */
const daysNarrow = 14

/** The chart, with what its colours mean and its figures as a table; 14 days of it where it is narrow. */
export const dayChart = (
  chart: DayChart,
  words: ChartWords,
  language: WrittenLanguage,
): PageNode => {
  const narrow = { ...chart, days: chart.days.slice(-daysNarrow) }
  return html`<figure class="chart">
    ${plot(chart, words, language, "roomy")} ${plot(narrow, words, language, "narrow")}
    <p class="help narrow">${words.lastDays(narrow.days.length)}</p>
    ${legend(chart, words, language)} ${table(chart, words, language)}
  </figure>` as PageNode
}
