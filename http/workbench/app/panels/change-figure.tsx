import type { JSX } from "preact"
import type { ImpactView } from "../../../../rules/changes/impact-view.ts"
import { numberText } from "../kit/format.ts"
import { inWords } from "../kit/language.ts"
import { PlotFigure } from "../kit/plot-figure.tsx"
import { drawChanges } from "./change-chart.ts"
import { changeText, impactWords } from "./impact-words.ts"

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
        <thead>
          <tr>
            <th scope="col">{words.change}</th>
            <th scope="col" class="number">
              {words.prices}
            </th>
          </tr>
        </thead>
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
