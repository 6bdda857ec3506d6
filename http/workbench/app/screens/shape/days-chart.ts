import type { PremiumView, ZoneDays } from "../../../../../rules/changes/shape/shape-view.ts"
import { inWords } from "../../kit/language.ts"
import { go } from "../../kit/route.ts"
import type { PlotLibrary } from "../../kit/plot-figure.tsx"
import { amountText, zonesShown } from "./shape-text.ts"
import { shapeWords, zoneColours } from "./shape-words.ts"

/** What a picture of premiums is drawn from. */
export interface PremiumPicture {
  readonly view: PremiumView
  /** One zone alone; empty for all of them. */
  readonly zone: string
}

interface DayPoint {
  readonly zone: ZoneDays["zone"]
  readonly day: number
  readonly amount: number
  readonly line: number | null
}

const height = 216
const marginTop = 18
const marginBottom = 26
const labelHeight = 15

const pointsOf = (
  { lines, zone }: ZoneDays,
  amounts: ReadonlyArray<number | null>,
  minorUnits: number,
): ReadonlyArray<DayPoint> =>
  amounts.flatMap((amount, index) =>
    amount === null
      ? []
      : [{ zone, day: index + 1, amount: amount / 10 ** minorUnits, line: lines[index] ?? null }],
  )

/** Amounts as a line that is broken where there is none. */
const withHoles = (amounts: ReadonlyArray<number | null>, minorUnits: number) =>
  amounts.map((amount, index) => ({
    day: index + 1,
    amount: amount === null ? Number.NaN : amount / 10 ** minorUnits,
  }))

/** The days that the axis names: the first, the last of each row, and the last. */
const dayTicks = (zones: ReadonlyArray<ZoneDays>, width: number): ReadonlyArray<number> => {
  const days = zones[0]?.after.length ?? 1
  const ends = zones.flatMap(({ lines }) =>
    lines.flatMap((line, index) => (index > 0 && line !== lines[index - 1] ? [index] : [])),
  )
  const apart = (days * 34) / Math.max(width, 1)
  return [1, ...new Set(ends), days]
    .toSorted((left, right) => left - right)
    .filter((day, index, all) => index === 0 || day - (all[index - 1] ?? 0) >= apart)
}

/** Where the names of lines stand, so that none lies on another: by how many pixels each is moved. */
const labelShifts = (tops: ReadonlyArray<number>): ReadonlyArray<number> => {
  const order = tops.map((top, index) => ({ index, top })).toSorted((one, two) => one.top - two.top)
  const shifts = tops.map(() => 0)
  let free = Number.NEGATIVE_INFINITY
  for (const { index, top } of order) {
    const at = Math.max(top, free)
    shifts[index] = at - top
    free = at + labelHeight
  }
  return shifts
}

/** Goes to the row of the point that the pointer is nearest to. */
const goToRow = (file: string, value: unknown): void => {
  const line = (value as DayPoint | null | undefined)?.line ?? null
  if (line !== null) go("tables", file, { row: line })
}

/** The hatched bands of days for which no row applies, at the height of before. */
const gapMarks = (plot: PlotLibrary, zones: ReadonlyArray<ZoneDays>, minorUnits: number) => {
  const { noRow } = inWords(shapeWords)
  const bands = zones.flatMap(({ after, before, gaps }) =>
    gaps.map(({ from, to }) => {
      const known = [...before.slice(from - 1, to), after[from - 2], after[to]].filter(
        (amount) => typeof amount === "number",
      )
      return { from: from - 0.5, to: to + 0.5, amount: Math.max(0, ...known) / 10 ** minorUnits }
    }),
  )
  return [
    plot.rect(bands, {
      x1: "from",
      x2: "to",
      y1: 0,
      y2: "amount",
      fill: "url(#shape-hatch)",
      stroke: "var(--bad)",
      strokeDasharray: "4 3",
    }),
    plot.text(bands, {
      x: ({ from, to }: (typeof bands)[number]) => (from + to) / 2,
      y: "amount",
      text: () => noRow,
      dy: -8,
      fill: "var(--bad)",
      fontWeight: 600,
    }),
  ]
}

/** The steps down, each with both figures. */
const stepMarks = (plot: PlotLibrary, zones: ReadonlyArray<ZoneDays>, minorUnits: number) => {
  const { andThen } = inWords(shapeWords)
  const steps = zones.flatMap(({ stepsDown }) => stepsDown)
  const scaled = (minor: number): number => minor / 10 ** minorUnits
  const dots = steps.flatMap(({ days, fromMinor, toMinor }) => [
    { day: days - 1, amount: scaled(fromMinor) },
    { day: days, amount: scaled(toMinor) },
  ])
  const texts = steps.map(({ days, fromMinor, toMinor }) => ({
    day: days - 1,
    amount: scaled(fromMinor),
    text: `${amountText(fromMinor, minorUnits)}, ${andThen} ${amountText(toMinor, minorUnits)}`,
  }))
  return [
    plot.ruleX(steps, {
      x: ({ days }: (typeof steps)[number]) => days - 0.5,
      stroke: "var(--warn)",
      strokeDasharray: "2 3",
    }),
    plot.dot(dots, { x: "day", y: "amount", r: 3.6, fill: "var(--warn)" }),
    plot.text(texts, {
      x: "day",
      y: "amount",
      text: "text",
      dy: -12,
      dx: -8,
      textAnchor: "end",
      fill: "var(--warn)",
      fontWeight: 600,
      stroke: "var(--surface)",
      strokeWidth: 3,
    }),
  ]
}

/** Draws premiums over days: before dashed, after solid, steps down and holes marked. */
export const drawDays = (
  { plot, width }: { readonly plot: PlotLibrary; readonly width: number },
  { view, zone }: PremiumPicture,
): SVGElement | HTMLElement => {
  const words = inWords(shapeWords)
  const { file, minorUnits } = view
  const zones = zonesShown(view.days, zone)
  const points = zones.flatMap((each) => pointsOf(each, each.after, minorUnits))
  const most = Math.max(
    1,
    ...points.map(({ amount }) => amount),
    ...zones.flatMap((each) => pointsOf(each, each.before, minorUnits).map(({ amount }) => amount)),
  )
  const lasts = zones.map((each) => pointsOf(each, each.after, minorUnits).at(-1))
  const drawnHeight = height - marginTop - marginBottom
  const shifts = labelShifts(
    lasts.map((last) => marginTop + (1 - (last?.amount ?? 0) / most) * drawnHeight),
  )
  const drawn = plot.plot({
    width,
    height,
    marginTop,
    marginBottom,
    marginLeft: 44,
    marginRight: 132,
    style: { fontSize: "12px", color: "var(--ink3)", background: "none", overflow: "visible" },
    x: { domain: [1, view.days[0]?.after.length ?? 2], label: null },
    y: { domain: [0, most], label: null },
    marks: [
      plot.gridY({ ticks: 4, stroke: "var(--line)", strokeOpacity: 1 }),
      plot.axisY({ ticks: 4, tickSize: 0, label: null }),
      plot.axisX({
        ticks: dayTicks(zones, width - 176),
        tickSize: 0,
        label: null,
        tickFormat: (day: number) => (day === 1 ? `${words.day.toLowerCase()} 1` : String(day)),
      }),
      plot.ruleY([0], { stroke: "var(--edge)" }),
      ...gapMarks(plot, zones, minorUnits),
      ...zones
        .filter(({ isSame }) => !isSame)
        .map(({ before }) =>
          plot.line(withHoles(before, minorUnits), {
            x: "day",
            y: "amount",
            stroke: "var(--series-4)",
            strokeWidth: 1.6,
            strokeDasharray: "4 3",
          }),
        ),
      ...zones.map(({ after, zone: own }) =>
        plot.line(withHoles(after, minorUnits), {
          x: "day",
          y: "amount",
          stroke: zoneColours[own],
          strokeWidth: 2.2,
        }),
      ),
      ...stepMarks(plot, zones, minorUnits),
      ...zones.flatMap((each, index) => {
        const last = lasts[index]
        const name = words.zones[each.zone]
        return last === undefined
          ? []
          : [
              plot.text([last], {
                x: "day",
                y: "amount",
                text: () => (each.isSame ? `${name}, ${words.same}` : name),
                dx: 8,
                dy: shifts[index] ?? 0,
                textAnchor: "start",
                fill: "var(--ink2)",
              }),
            ]
      }),
      plot.dot(
        points,
        plot.pointer({
          x: "day",
          y: "amount",
          r: 4,
          fill: ({ zone: own }: DayPoint) => zoneColours[own],
        }),
      ),
      plot.tip(
        points,
        plot.pointer({
          x: "day",
          y: "amount",
          fill: "var(--surface)",
          stroke: "var(--line)",
          title: ({ amount, day, line, zone: own }: DayPoint) =>
            `${words.zones[own]}, ${words.day.toLowerCase()} ${day}\n${amountText(Math.round(amount * 10 ** minorUnits), minorUnits)}${line === null ? "" : `\n${words.row.toLowerCase()} ${line}`}`,
        }),
      ),
    ],
  })
  drawn.classList.add("leads")
  drawn.addEventListener("click", () => goToRow(file, drawn.value))
  return drawn
}
