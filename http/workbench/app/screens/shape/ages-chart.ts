import type { PricingZone } from "../../../../../rules/pricing/zone.ts"
import { inWords } from "../../kit/language.ts"
import { go } from "../../kit/route.ts"
import type { PremiumPicture } from "./days-chart.ts"
import type { PlotLibrary } from "../../kit/plot-figure.tsx"
import { amountText, changeText, zonesShown } from "./shape-text.ts"
import { shapeWords, zoneColours } from "./shape-words.ts"

interface AgeBar {
  readonly band: string
  readonly zone: PricingZone
  readonly before: number | null
  readonly after: number | null
  /** The height at which it is drawn: that of before where no row applies any more. */
  readonly shown: number
  readonly isGap: boolean
  readonly line: number | null
  /** What stands over the bar; empty in a zone in which nothing changes. */
  readonly label: string
}

const height = 216

const barsOf = ({ view, zone }: PremiumPicture): ReadonlyArray<AgeBar> => {
  const words = inWords(shapeWords)
  const { ageGaps, ages, minorUnits } = view
  const changed = new Set(
    ages.flatMap(({ premiums }) =>
      premiums.flatMap((each) =>
        each.before.amountMinor === each.after.amountMinor ? [] : [each.zone],
      ),
    ),
  )
  const scaled = (minor: number | null): number | null =>
    minor === null ? null : minor / 10 ** minorUnits
  return ages.flatMap(({ ageMax, ageMin, premiums }, index) =>
    zonesShown(premiums, zone).map((each) => {
      const { after, before } = each
      const isGap = ageGaps.some(
        (gap) => gap.zone === each.zone && gap.ageMin <= ageMin && ageMax <= gap.ageMax,
      )
      const younger = ages[index - 1]?.premiums.find((other) => other.zone === each.zone)
      const height0 = isGap
        ? (before.amountMinor ?? younger?.after.amountMinor ?? 0)
        : (after.amountMinor ?? 0)
      return {
        band: words.ageBand(ageMin, ageMax),
        zone: each.zone,
        before: scaled(before.amountMinor),
        after: scaled(after.amountMinor),
        shown: height0 / 10 ** minorUnits,
        isGap,
        line: after.line ?? before.line,
        label: isGap
          ? words.noRow
          : changed.has(each.zone) && after.amountMinor !== null
            ? changeText(before.amountMinor, after.amountMinor)
            : "",
      }
    }),
  )
}

/** Draws premiums over ages: a bar a zone, before as a dashed tick, the change over the bar. */
export const drawAges = (
  { plot, width }: { readonly plot: PlotLibrary; readonly width: number },
  picture: PremiumPicture,
): SVGElement | HTMLElement => {
  const words = inWords(shapeWords)
  const { file, minorUnits } = picture.view
  const bars = barsOf(picture)
  const zones = [...new Set(bars.map(({ zone }) => zone))]
  const most = Math.max(1, ...bars.flatMap(({ before, shown }) => [before ?? 0, shown]))
  const place = { fx: "band", x: "zone" } as const
  const priced = bars.filter(({ isGap }) => !isGap)
  const gaps = bars.filter(({ isGap }) => isGap)
  const moved = priced.filter(({ after, before }) => before !== null && before !== after)
  const drawn = plot.plot({
    width,
    height,
    marginTop: 24,
    marginBottom: 26,
    marginLeft: 44,
    marginRight: 8,
    style: { fontSize: "12px", color: "var(--ink3)", background: "none", overflow: "visible" },
    fx: { domain: [...new Set(bars.map(({ band }) => band))], label: null, padding: 0.22 },
    x: { domain: zones, axis: null, padding: 0.08 },
    y: { domain: [0, most], label: null },
    marks: [
      plot.gridY({ ticks: 4, stroke: "var(--line)", strokeOpacity: 1 }),
      plot.axisY({ ticks: 4, tickSize: 0, label: null }),
      plot.axisFx({ anchor: "bottom", label: null, lineWidth: 6 }),
      plot.barY(priced, {
        ...place,
        y: "shown",
        fill: ({ zone }: AgeBar) => zoneColours[zone],
        rx: 1.5,
      }),
      plot.barY(gaps, {
        ...place,
        y: "shown",
        fill: "url(#shape-hatch)",
        stroke: "var(--bad)",
        strokeDasharray: "4 3",
      }),
      plot.tickY(moved, {
        ...place,
        y: "before",
        stroke: "var(--ink)",
        strokeWidth: 1.6,
        strokeDasharray: "4 2",
        insetLeft: -3,
        insetRight: -3,
      }),
      plot.ruleY([0], { stroke: "var(--edge)" }),
      plot.text(bars, {
        ...place,
        y: ({ before, shown }: AgeBar) => Math.max(before ?? 0, shown),
        text: "label",
        dy: -9,
        fontWeight: 600,
        fill: ({ isGap }: AgeBar) => (isGap ? "var(--bad)" : "var(--ink)"),
        stroke: "var(--surface)",
        strokeWidth: 3,
      }),
      plot.tip(
        bars,
        plot.pointer({
          ...place,
          y: "shown",
          fill: "var(--surface)",
          stroke: "var(--line)",
          title: ({ after, band, line, zone }: AgeBar) =>
            `${words.zones[zone]}, ${band}\n${after === null ? words.noRow : amountText(Math.round(after * 10 ** minorUnits), minorUnits)}${line === null ? "" : `\n${words.row.toLowerCase()} ${line}`}`,
        }),
      ),
    ],
  })
  drawn.classList.add("leads")
  drawn.addEventListener("click", () => {
    const line = (drawn.value as AgeBar | null | undefined)?.line ?? null
    if (line !== null) go("tables", file, { row: line })
  })
  return drawn
}
