import type { JSX } from "preact"
import type { ReviewBar } from "../../../../../rules/changes/reviewed-change.ts"
import { inWords, numberText, signedPercentText } from "../../kit/language.ts"
import { type PlotCanvas, PlotFigure } from "../../kit/plot-figure.tsx"
import { figuresWords } from "./figures-words.ts"
import { TableHead } from "../../kit/table-head.tsx"

const height = 190

/** The bars whose counts stand above them: the greatest, none beside another. */
const peaksOf = (bars: ReadonlyArray<ReviewBar>): ReadonlyArray<ReviewBar> => {
  const chosen: Array<number> = []
  const byCount = [...bars.entries()].sort(([, left], [, right]) => right.count - left.count)
  for (const [index, { count }] of byCount) {
    if (count > 0 && chosen.length < 4 && chosen.every((other) => Math.abs(other - index) > 1)) {
      chosen.push(index)
    }
  }
  return chosen.flatMap((index) => bars[index] ?? [])
}

const draw = ({ plot: Plot, width }: PlotCanvas, bars: ReadonlyArray<ReviewBar>) => {
  const per = bars.map(({ count, permille }) => ({ at: permille / 10, count }))
  const [first = { at: 0 }, second = { at: first.at + 1 }] = per
  const half = ((second.at - first.at) / 2) * 0.94
  const colour = ({ at }: { readonly at: number }): string =>
    at === 0 ? "var(--edge)" : at > 0 ? "var(--dearer)" : "var(--cheaper)"
  const peaks = peaksOf(bars).map(({ count, permille }) => ({ at: permille / 10, count }))
  return Plot.plot({
    width,
    height,
    marginTop: 22,
    marginBottom: 28,
    marginLeft: 30,
    marginRight: 30,
    style: { fontSize: "13px", fontFamily: "inherit", background: "none", color: "var(--ink3)" },
    x: {
      label: null,
      tickSize: 0,
      ticks: Math.max(2, Math.floor(width / 90)),
      tickFormat: (at: number) => signedPercentText(at * 10),
      nice: false,
    },
    y: { axis: null },
    marks: [
      Plot.rectY(per, {
        x1: ({ at }: { readonly at: number }) => at - half,
        x2: ({ at }: { readonly at: number }) => at + half,
        y: "count",
        fill: colour,
      }),
      Plot.ruleY([0], { stroke: "var(--edge)" }),
      ...(per.some(({ at }) => at < 0) && per.some(({ at }) => at > 0)
        ? [Plot.ruleX([0], { stroke: "var(--ink)", strokeWidth: 1.2 })]
        : []),
      Plot.text(peaks, {
        x: "at",
        y: "count",
        text: ({ count }: { readonly count: number }) => numberText(count),
        dy: -9,
        fill: colour,
        fontWeight: 600,
      }),
    ],
  })
}

const barText = ({ beyond, permille }: ReviewBar): string => {
  const words = inWords(figuresWords).moves
  if (beyond === null) return signedPercentText(permille)
  return `${signedPercentText(permille)} ${beyond === "below" ? words.orLess : words.orMore}`
}

const FiguresTable = ({ bars }: { readonly bars: ReadonlyArray<ReviewBar> }): JSX.Element => {
  const words = inWords(figuresWords).moves
  return (
    <details>
      <summary>{words.asTable}</summary>
      <table class="plain-table">
        <caption class="unseen">{words.title}</caption>
        <TableHead heads={[words.change, { figures: words.prices }]} />
        <tbody>
          {bars.map((bar) => (
            <tr>
              <th scope="row">{barText(bar)}</th>
              <td class="number">{numberText(bar.count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

/** How often prices move by how much, drawn at the width that there is, with its figures as a table. */
export const PriceHistogram = ({
  bars,
}: {
  readonly bars: ReadonlyArray<ReviewBar>
}): JSX.Element => {
  const words = inWords(figuresWords).moves
  const [tallest] = bars.toSorted((left, right) => right.count - left.count)
  const all = bars.reduce((sum, { count }) => sum + count, 0)
  const label = words.chart(
    numberText(all),
    numberText(tallest?.count ?? 0),
    signedPercentText(tallest?.permille ?? 0),
  )
  return (
    <div>
      <div class="price-histogram">
        <PlotFigure name={label} height={height} of={bars} draw={draw} />
      </div>
      <FiguresTable bars={bars} />
    </div>
  )
}
