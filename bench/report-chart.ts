import { escapeHtml } from "../http/pages/html.ts"

/** A logarithmic axis over positive values. */
export interface LogAxis {
  readonly low: number
  readonly high: number
  /** Where lines stand, from the least to the most. */
  readonly ticks: ReadonlyArray<number>
}

/** How a bar is coloured. */
export type BarKind = "met" | "missed" | "plain"

/** A bar with its whisker and its mark; null is what no place can be given to. */
export interface Bar {
  readonly value: number | null
  readonly least: number | null
  readonly most: number | null
  readonly target: number | null
  readonly kind: BarKind
}

const width = 360
const margin = 16
const steps = [1, 2, 5] as const

const isPlaced = (value: number | null): value is number =>
  value !== null && Number.isFinite(value) && value > 0

/** 1, 2 and 5 of each power of ten from the one that holds the least to the one that holds the most. */
const roundValues = (least: number, most: number): ReadonlyArray<number> => {
  const from = Math.floor(Math.log10(least))
  const to = Math.ceil(Math.log10(most))
  const powers = Array.from({ length: to - from + 1 }, (_, index) => from + index)
  return powers.flatMap((power) => steps.map((step) => Number(`${step}e${power}`)))
}

/** The axis on which all values have a place, from round values to round values. */
export const logAxisOf = (values: ReadonlyArray<number | null>): LogAxis => {
  const placed = values.filter(isPlaced)
  const least = placed.length === 0 ? 1 : Math.min(...placed)
  const most = placed.length === 0 ? 1 : Math.max(...placed)
  const round = roundValues(least / 2, most * 2)
  const low = round.findLast((value) => value <= least) ?? least
  const beyond = round.find((value) => value >= most && value > low) ?? most
  const inside = round.filter((value) => value >= low && value <= beyond)
  const isPowerOfTen = (value: number): boolean => Number.isInteger(Math.log10(value))
  const ticks = inside.length <= 9 ? inside : inside.filter(isPowerOfTen)
  return { low, high: beyond, ticks }
}

/** Where a value stands, in the units of the drawing; what is beyond the axis stands at its end. */
export const placeOf = ({ high, low }: LogAxis, value: number): number => {
  const share = Math.log(Math.max(value, Number.MIN_VALUE) / low) / Math.log(high / low)
  const place = margin + Math.min(1, Math.max(0, share)) * (width - 2 * margin)
  return Math.round(place * 10) / 10
}

const gridOf = (axis: LogAxis, height: number): string =>
  axis.ticks
    .map((tick) => {
      const place = placeOf(axis, tick)
      const kind = tick === 1 ? "one" : "grid"
      return `<line class="${kind}" x1="${place}" x2="${place}" y1="0" y2="${height}"/>`
    })
    .join("")

const tickText = (tick: number): string =>
  tick.toLocaleString("en", { notation: "compact", maximumSignificantDigits: 1 })

const drawing = (height: number, label: string, content: string): string =>
  `<svg viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escapeHtml(label)}">${content}</svg>`

/** The figures of an axis, to stand over its bars. */
export const axisDrawing = (axis: LogAxis): string => {
  const texts = axis.ticks.map(
    (tick) =>
      `<text x="${placeOf(axis, tick)}" y="12" text-anchor="middle">${tickText(tick)}</text>`,
  )
  return drawing(16, "logarithmic axis", texts.join(""))
}

const whisker = (axis: LogAxis, { least, most }: Bar, middle: number): string => {
  if (!isPlaced(least) || !isPlaced(most)) return ""
  const [from, to] = [placeOf(axis, least), placeOf(axis, most)]
  const end = (place: number): string =>
    `<line class="whisker" x1="${place}" x2="${place}" y1="${middle - 4}" y2="${middle + 4}"/>`
  return `<line class="whisker" x1="${from}" x2="${to}" y1="${middle}" y2="${middle}"/>${end(from)}${end(to)}`
}

const targetMark = (axis: LogAxis, { target }: Bar, top: number): string => {
  if (!isPlaced(target)) return ""
  const place = placeOf(axis, target)
  return `<path class="target" d="M${place} ${top}v18m-4 -18h8l-4 5z"/>`
}

/** From 1, which is as the peer does, where the axis holds it; else from the axis's low end. */
const barDrawing = (axis: LogAxis, bar: Bar, top: number): string => {
  if (!isPlaced(bar.value)) return targetMark(axis, bar, top)
  const from = placeOf(axis, axis.low <= 1 && axis.high >= 1 ? 1 : axis.low)
  const to = placeOf(axis, bar.value)
  const left = Math.min(from, to)
  const length = Math.max(2, Math.abs(to - from))
  const shape = `<rect class="${bar.kind}" x="${left}" y="${top + 4}" width="${length}" height="10"/>`
  return shape + whisker(axis, bar, top + 9) + targetMark(axis, bar, top)
}

/** Bars under each other on one axis. */
export const barsDrawing = (axis: LogAxis, bars: ReadonlyArray<Bar>, label: string): string => {
  const height = 4 + bars.length * 20
  const drawn = bars.map((bar, index) => barDrawing(axis, bar, 3 + index * 20))
  return drawing(height, label, gridOf(axis, height) + drawn.join(""))
}

/** All values of some bars, and 1 where they are set against a peer, for their axis. */
export const axisOfBars = (bars: ReadonlyArray<Bar>, hasPeer: boolean): LogAxis =>
  logAxisOf([
    ...bars.flatMap(({ least, most, target, value }) => [least, most, target, value]),
    hasPeer ? 1 : null,
  ])
