import type { JSX } from "preact"
import { inWords, numberText } from "../kit/language.ts"
import { type PlotCanvas, PlotFigure } from "../kit/plot-figure.tsx"
import { changeText, impactWords } from "./impact-words.ts"
import type { ChangeBar, ImpactView } from "../../../../rules/changes/impact-view.ts"
import { TableHead } from "../kit/table-head.tsx"

/** Without the decimals that every tick would repeat. */
const tickText = (percent: number): string => {
  if (percent === 0) return "0"
  const figure = numberText(Math.abs(percent), 1)
  return `${percent < 0 ? "−" : "+"}${figure}\u00a0%`
}

type Shown = Pick<ImpactView, "bars" | "cheaper" | "dearer">

const ChangeTable = ({ bars }: Shown): JSX.Element => {
  const words = inWords(impactWords)
  return (
    <details class="change-table">
      <summary>{words.asTable}</summary>
      <table>
        <caption class="unseen">{words.change}</caption>
        <TableHead heads={[words.change, { figures: words.prices }]} />
        <tbody>
          {bars
            .filter(({ prices }) => prices > 0)
            .map(({ fromPermille, isOpen, prices, toPermille }) => {
              const range = words.from(changeText(fromPermille), changeText(toPermille))
              return (
                <tr>
                  <th scope="row">{isOpen ? words.andMore(range) : range}</th>
                  <td class="number">{numberText(prices, 0)}</td>
                </tr>
              )
            })}
        </tbody>
      </table>
    </details>
  )
}

/** How many prices change by how much, as a chart with a table behind it. */
export const ChangeFigure = ({
  height,
  ...shown
}: Shown & { readonly height: number }): JSX.Element | null => {
  const { bars, cheaper, dearer } = shown
  const words = inWords(impactWords)
  if (bars.length === 0) return null
  return (
    <figure class="change-figure">
      <PlotFigure
        name={words.chart(dearer.prices, cheaper.prices)}
        height={height}
        of={bars}
        draw={(canvas, of) => drawChanges(of, { ...canvas, height, changeText: tickText })}
      />
      <ChangeTable {...shown} />
    </figure>
  )
}

/** How a chart of changes is drawn. */
interface ChangeChart extends PlotCanvas {
  readonly height: number
  /** How a change in per cent is printed along the axis. */
  readonly changeText: (percent: number) => string
}

/** The bars that carry their number: the highest on each side of zero, and outermost ones that hold more. */
const peaksOf = (bars: ReadonlyArray<ChangeBar>): ReadonlyArray<ChangeBar> => {
  const highest = (some: ReadonlyArray<ChangeBar>): ReadonlyArray<ChangeBar> => {
    const [first] = some.toSorted((left, right) => right.prices - left.prices)
    return first === undefined || first.prices === 0 ? [] : [first]
  }
  const sides = [
    ...highest(bars.filter(({ fromPermille }) => fromPermille < 0)),
    ...highest(bars.filter(({ fromPermille }) => fromPermille >= 0)),
  ]
  return [...new Set([...sides, ...bars.filter(({ isOpen }) => isOpen)])]
}

/** Draws how many prices change by how much, left and right of zero. */
const drawChanges = (
  bars: ReadonlyArray<ChangeBar>,
  { changeText, height, plot: Plot, width }: ChangeChart,
): SVGElement | HTMLElement => {
  const ends = bars.flatMap(({ fromPermille, toPermille }) => [fromPermille, toPermille])
  const domain = [Math.min(0, ...ends) / 10, Math.max(0, ...ends) / 10]
  return Plot.plot({
    width,
    height,
    marginLeft: 22,
    marginRight: 26,
    marginTop: 18,
    marginBottom: 24,
    style: { background: "none", fontSize: "12px", color: "var(--ink2)", overflow: "visible" },
    x: {
      domain,
      label: null,
      tickSize: 0,
      tickFormat: changeText,
      ticks: Math.max(2, Math.floor(width / 90)),
    },
    y: { axis: null },
    marks: [
      Plot.rectY(bars, {
        x1: (bar: ChangeBar) => bar.fromPermille / 10,
        x2: (bar: ChangeBar) => bar.toPermille / 10,
        y: "prices",
        fill: (bar: ChangeBar) => (bar.fromPermille < 0 ? "var(--cheaper)" : "var(--dearer)"),
        insetLeft: 0.5,
        insetRight: 0.5,
      }),
      Plot.ruleY([0], { stroke: "var(--edge)" }),
      Plot.ruleX([0], { stroke: "var(--ink)" }),
      ...peaksOf(bars).map((bar) => {
        // What stands beside zero stays on its side of it.
        const side = bar.toPermille === 0 ? "end" : bar.fromPermille === 0 ? "start" : "middle"
        return Plot.text([bar], {
          x: side === "middle" ? (bar.fromPermille + bar.toPermille) / 20 : 0,
          y: "prices",
          text: () => numberText(bar.prices, 0),
          textAnchor: side,
          dx: side === "end" ? -3 : side === "start" ? 3 : 0,
          dy: -8,
          fill: bar.fromPermille < 0 ? "var(--cheaper)" : "var(--dearer)",
          fontWeight: 600,
        })
      }),
    ],
  })
}
