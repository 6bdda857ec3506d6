import type { JSX } from "preact"
import { useEffect, useRef } from "preact/hooks"
import type { PromisePoint, PromiseSteps } from "../../protocol/check.ts"
import { numberText } from "../kit/format.ts"
import { inWords, language } from "../kit/language.ts"
import { findingsWords } from "./findings-words.ts"

const heightPx = 86

/** Draws the way of the figure, before dashed and after solid, with the step that breaks it marked. */
const draw = async (box: HTMLElement, steps: PromiseSteps, name: string, mark: string) => {
  const Plot = await import("@observablehq/plot")
  if (!box.isConnected) return
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
  const chart = Plot.plot({
    width: Math.max(200, box.clientWidth),
    height: heightPx,
    marginTop: 8,
    marginBottom: 20,
    marginLeft: 2,
    marginRight: 8,
    ariaLabel: name,
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
  // The chart is one picture with one name; names of its parts would stand on nothing.
  for (const part of chart.querySelectorAll("[aria-label]")) part.removeAttribute("aria-label")
  chart.setAttribute("role", "img")
  box.replaceChildren(chart)
}

/** The step by which a promise is broken, as a chart and as a table. */
export const PromiseChart = ({ steps }: { readonly steps: PromiseSteps }): JSX.Element => {
  const words = inWords(findingsWords)
  const box = useRef<HTMLDivElement>(null)
  const { from, over, to } = steps
  const name = words.chartName(over, from.at, to.at)
  const facts = JSON.stringify(steps)
  useEffect(() => {
    if (box.current !== null) void draw(box.current, steps, name, words.step(over, from.at, to.at))
  }, [facts, language.value])
  const figure = (value: number | null | undefined): string =>
    value === null || value === undefined ? words.noRow : numberText(value, 6)
  return (
    <figure class="promise-chart">
      <div ref={box} class="promise-drawing" />
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
