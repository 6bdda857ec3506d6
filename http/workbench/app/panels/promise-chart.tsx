import type { JSX } from "preact"
import type { PromisePoint, PromiseSteps } from "../../protocol/check.ts"
import { numberText } from "../kit/format.ts"
import { inWords } from "../kit/language.ts"
import { type PlotCanvas, PlotFigure } from "../kit/plot-figure.tsx"
import { findingsWords } from "./findings-words.ts"

const heightPx = 86

/** Draws the way of the figure, before dashed and after solid, with the step that breaks it marked. */
const draw = ({ plot: Plot, width }: PlotCanvas, steps: PromiseSteps, mark: string) => {
  const at = (points: ReadonlyArray<PromisePoint>, place: string): number =>
    points.findIndex((point) => point.at === place)
  const places = steps.after.map(({ at: place }) => place)
  const isNumeric = places.every((place) => /^-?\d+$/.test(place))
  const x = (place: string): number => (isNumeric ? Number(place) : places.indexOf(place))
  const line = (points: ReadonlyArray<PromisePoint>) =>
    points.map((point) => ({ x: x(point.at), y: point.value ?? Number.NaN }))
  const ends = [steps.from, steps.to].map((end) => ({
    x: x(end.at),
    y: steps.after[at(steps.after, end.at)]?.value ?? Number(end.value),
  }))
  const [first, last] = [
    Math.min(...ends.map((end) => end.x)),
    Math.max(...ends.map((end) => end.x)),
  ]
  const middle = (first + last) / 2
  const ways = places.map(x)
  const isLate = middle > (Math.min(...ways) + Math.max(...ways)) / 2
  return Plot.plot({
    width,
    height: heightPx,
    marginTop: 8,
    marginBottom: 20,
    marginLeft: 2,
    marginRight: 8,
    x: { axis: null },
    y: { axis: null, nice: false },
    marks: [
      Plot.ruleX([middle], { stroke: "var(--warn)", strokeDasharray: "2 3" }),
      Plot.lineY(line(steps.before), {
        x: "x",
        y: "y",
        stroke: "var(--edge)",
        strokeDasharray: "4 3",
      }),
      Plot.lineY(line(steps.after), { x: "x", y: "y", stroke: "var(--series-1)", strokeWidth: 2 }),
      Plot.dot(ends, { x: "x", y: "y", r: 4, fill: "var(--warn)" }),
      Plot.text([{ x: middle }], {
        x: "x",
        frameAnchor: "bottom",
        text: () => mark,
        dx: isLate ? -8 : 8,
        dy: 16,
        textAnchor: isLate ? "end" : "start",
        fill: "var(--ink2)",
        fontSize: 12,
      }),
    ],
  })
}

/** The step by which a promise is broken, as a chart and as a table. */
export const PromiseChart = ({ steps }: { readonly steps: PromiseSteps }): JSX.Element => {
  const words = inWords(findingsWords)
  const { from, over, to } = steps
  const name = words.chartName(over, from.at, to.at)
  const figure = (value: number | null | undefined): string =>
    value === null || value === undefined ? words.noRow : numberText(value, 6)
  return (
    <figure class="promise-chart">
      <PlotFigure
        name={name}
        height={heightPx}
        of={steps}
        draw={(canvas, of) => draw(canvas, of, words.step(over, from.at, to.at))}
      />
      <details>
        <summary>{words.asTable}</summary>
        <table>
          <caption class="unseen">{name}</caption>
          <thead>
            <tr>
              <th scope="col">{over.replaceAll("_", " ")}</th>
              <th scope="col" class="number">
                {words.before}
              </th>
              <th scope="col" class="number">
                {words.now}
              </th>
            </tr>
          </thead>
          <tbody>
            {steps.after.map(({ at, value }, index) => (
              <tr>
                <th scope="row">{at}</th>
                <td class="number">{figure(steps.before[index]?.value)}</td>
                <td class="number">{figure(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}
