import type { JSX } from "preact"
import { inWords, numberText } from "../kit/language.ts"
import { tellRefusal } from "../kit/notices.ts"
import { type PlotCanvas, PlotFigure } from "../kit/plot-figure.tsx"
import { startRemedy } from "../kit/remedies.ts"
import { rowHref } from "../kit/route.ts"
import { Symbol, type SymbolName } from "../kit/symbols.tsx"
import { findingsWords } from "./findings-words.ts"
import { impactWords } from "./impact-words.ts"
import type { PromisePoint, PromiseSteps, WorkbenchFinding } from "../../protocol/check.ts"
import type { FirstPlaceStanding } from "../../../../rules/changes/impact-view.ts"
import { TableHead } from "../kit/table-head.tsx"

/** The shape of a finding: of an overlap its own, else that of its weight. */
const symbolOf = ({ severity }: WorkbenchFinding): SymbolName =>
  severity === "error" ? "error" : severity === "warning" ? "warning" : "unverified"

interface RemediesShown {
  readonly finding: WorkbenchFinding
  readonly repaired: () => void
}

/** The ways to repair a finding, a button each. */
const Remedies = ({ finding, repaired }: RemediesShown): JSX.Element | null => {
  if (finding.remedies.length === 0) return null
  return (
    <div class="finding-remedies">
      {finding.remedies.map((remedy) => (
        <button
          type="button"
          class="button small"
          onClick={() =>
            startRemedy(finding, remedy, {
              done: () => {
                if (remedy.leavesOpen.length === 0) repaired()
              },
              refused: tellRefusal,
            })
          }
        >
          {inWords(remedy.label)}
        </button>
      ))}
    </div>
  )
}

/** One thing that was found: what, why, where, and what one can do. */
export const FindingItem = ({
  finding,
  repaired,
  table,
}: RemediesShown & {
  /** The table, where it is not the one that is open. */
  readonly table?: string
}): JSX.Element => {
  const words = inWords(findingsWords)
  const { column, detail, file, line, severity, steps, title } = finding
  return (
    <li class={`finding ${severity}`}>
      <Symbol name={symbolOf(finding)} />
      <div>
        <h3>
          <span class="unseen">{words.severity[severity]}: </span>
          {inWords(title)}
          {table === undefined ? null : <span class="third">, {table}</span>}
        </h3>
        <p>
          {inWords(detail)}{" "}
          <a class="together" href={rowHref(file, line, column)}>
            {words.goToRow(line)}
          </a>
        </p>
        {steps === null ? null : <PromiseChart steps={steps} />}
        <Remedies finding={finding} repaired={repaired} />
      </div>
    </li>
  )
}

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
const PromiseChart = ({ steps }: { readonly steps: PromiseSteps }): JSX.Element => {
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
          <TableHead
            heads={[over.replaceAll("_", " "), { figures: words.before }, { figures: words.now }]}
          />
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

const signed = (count: number): string =>
  count === 0 ? "0" : `${count > 0 ? "+" : "−"}${numberText(Math.abs(count), 0)}`

const said = ({ gained, lost }: FirstPlaceStanding, isFirst: boolean): string => {
  const words = inWords(impactWords)
  if (gained > 0 && lost > 0) return (isFirst ? words.bothFirst : words.both)(gained, lost)
  if (lost > 0) return words.loses
  return isFirst ? words.gainsFirst : words.gains
}

/** Offers that gain or lose the first place, and how often. */
export const FirstPlaces = ({
  max,
  standings,
}: {
  readonly standings: ReadonlyArray<FirstPlaceStanding>
  readonly max: number
}): JSX.Element | null => {
  const words = inWords(impactWords)
  if (standings.length === 0) return null
  return (
    <>
      <ul class="standings">
        {standings.slice(0, max).map((standing, index) => (
          <li>
            <span>
              {standing.title}
              {standing.catalogue === "sandbox" ? ` (${words.sandbox})` : ""}{" "}
              {said(standing, index === 0)}
            </span>
            <b class="number">
              {standing.gained > 0 && standing.lost > 0
                ? signed(standing.gained - standing.lost)
                : words.times(standing.gained + standing.lost)}
            </b>
          </li>
        ))}
      </ul>
      {standings.length > max ? (
        <p class="label third">{words.more(standings.length - max)}</p>
      ) : null}
    </>
  )
}
