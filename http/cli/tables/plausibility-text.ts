import { medianOf } from "../../../core/median.ts"
import {
  byTrip,
  type ComparedPrice,
  type ComparedRatio,
  type PublishedComparison,
  type Spread,
  spreadOf,
} from "../../../rules/plausibility/compare-published.ts"
import { type Shown, tableText, counted } from "../../../core/plain-text.ts"

const money = (amount: number): string => amount.toFixed(amount < 100 ? 2 : 0)

const ratio = (value: number): string => value.toFixed(2)

/** Lowest, middle and highest; one value once. */
const spreadText = (
  spread: Spread | undefined,
  text: (value: number) => string,
): string | undefined => {
  if (spread === undefined) return undefined
  const { highest, lowest, median } = spread
  return lowest === highest ? text(median) : [lowest, median, highest].map(text).join("  ")
}

const agesText = (ages: ReadonlyArray<number>): string =>
  ages.length > 4 ? `${ages.length} of ${ages[0]}` : ages.join("+")

const tripCells = ({ row }: ComparedPrice): ReadonlyArray<Shown> => [
  row.annual ? `${row.intent}, year` : row.intent,
  `${row.residence} to ${row.destination}`,
  row.days,
  agesText(row.ages),
  row.tripPrice,
  row.cancellation ? "yes" : "no",
]

/** How ours lie to theirs: the middle of ours times the middle of theirs. */
const distance = (theirs: Spread | undefined, ours: Spread | undefined): number | undefined =>
  theirs === undefined || ours === undefined ? undefined : ours.median / theirs.median

const priceRow = (group: ReadonlyArray<ComparedPrice>): ReadonlyArray<Shown> => {
  const [first] = group
  if (first === undefined) return []
  const theirs = spreadOf(group.map(({ published }) => published))
  const { ours, row } = first
  const times = distance(theirs, ours)
  const years = [...new Set(group.map(({ row: { year } }) => year ?? "undated"))].sort()
  const span = years.length > 2 ? `${years[0]} to ${years.at(-1)}` : years.join(", ")
  return [
    ...tripCells(first),
    row.currency,
    spreadText(theirs, money),
    span,
    group.length,
    spreadText(ours, money),
    ours?.count ?? 0,
    times === undefined ? undefined : ratio(times),
  ]
}

const priceHeader = [
  "trip",
  "way",
  "days",
  "ages",
  "trip price",
  "cancellation",
  "in",
  "published: low, middle, high",
  "of",
  "rows",
  "ours: low, middle, high",
  "offers",
  "ours/theirs",
]

/** Where our middle lies to the published range. */
const verdict = ({ high, low, ours }: ComparedRatio): string => {
  if (ours === undefined) return "none of ours"
  if (ours.median < low) return "below"
  return ours.median > high ? "above" : "within"
}

const ratioRow = (one: ComparedRatio): ReadonlyArray<Shown> => {
  const { high, low, ours, row } = one
  return [
    row.subject,
    row.ratio,
    low === high ? ratio(low) : `${ratio(low)} to ${ratio(high)}`,
    spreadText(ours, ratio),
    ours?.count ?? 0,
    verdict(one),
    row.about,
  ]
}

const ratioHeader = [
  "of",
  "ratio",
  "published",
  "ours: low, middle, high",
  "offers",
  "ours is",
  "what",
]

const pricesSummary = (prices: ReadonlyArray<ComparedPrice>): string => {
  const both = prices.flatMap(({ ours, published }) =>
    ours === undefined ? [] : [{ ours, published }],
  )
  if (both.length === 0) return "No published price is for a trip that we sell."
  const within = both.filter(
    ({ ours, published }) => ours.lowest <= published && published <= ours.highest,
  ).length
  const times = medianOf(both.map(({ ours, published }) => ours.median / published))
  return `${counted(prices.length, "published price")}, ${both.length} for trips that we sell: ${within} lie between our lowest and highest; our middle is ${ratio(times)} times theirs, in the middle.`
}

const ratiosSummary = (ratios: ReadonlyArray<ComparedRatio>): string => {
  const verdicts = ratios.map(verdict)
  const count = (word: string): number => verdicts.filter((each) => each === word).length
  return `${counted(ratios.length, "published ratio")}: our middle is within ${count("within")}, below ${count("below")} and above ${count("above")}; ${count("none of ours")} that no offer of ours has.`
}

/** Published prices and ratios with ours beside them, for people. */
export const plausibilityText = ({ prices, ratios }: PublishedComparison): string =>
  [
    "Published premiums, and what our offers cost for the same trips, handling fee included:",
    tableText(priceHeader, byTrip(prices).map(priceRow)),
    "How prices change, times the price before; for cancellation, per cent of the trip price:",
    tableText(ratioHeader, ratios.map(ratioRow)),
    `${pricesSummary(prices)}\n${ratiosSummary(ratios)}`,
  ].join("\n\n")
