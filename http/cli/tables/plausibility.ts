import * as Effect from "effect/Effect"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { medianOf } from "../../../core/median.ts"
import { counted, type Shown, tableText } from "../../../core/plain-text.ts"
import { loadForAnalysis, tablesFlag } from "./load-tables.ts"
import { jsonFlag, print } from "../../terminal/output.ts"
import { prepareReadPrinted } from "../../../rules/guarantees/printed/prepare.ts"
import {
  byTrip,
  type ComparedPrice,
  type ComparedRatio,
  comparePublished,
  type PublishedComparison,
  type Spread,
  spreadOf,
} from "../../../rules/plausibility/compare-published.ts"
import { preparePricedCatalogue } from "../../../rules/plausibility/priced-catalogue.ts"
import { livePricingTables } from "../../../rules/pricing/live.ts"
import { sandboxPricingTables } from "../../../rules/pricing/sandbox.ts"
import { prepareTripVocabulary } from "../../../rules/trip/trip-vocabulary.ts"

const flags = {
  tables: tablesFlag,
  mode: Flag.Literals("mode", ["live", "sandbox"]).pipe(
    Flag.withDescription("Which catalogue: the live one as far as its tables go, or the sandbox's"),
    Flag.withDefault("live"),
  ),
  json: jsonFlag,
}

/** `viatica tables plausibility`: what others have published, with our prices beside it. */
export const plausibility = Command.make(
  "plausibility",
  flags,
  Effect.fn("tables plausibility")(function* ({ json, mode, ...given }) {
    const { tables } = yield* loadForAnalysis(given.tables)
    const priced =
      mode === "live"
        ? livePricingTables(tables, prepareReadPrinted(tables))
        : sandboxPricingTables(tables)
    const compared = comparePublished(
      preparePricedCatalogue(priced),
      tables,
      prepareTripVocabulary(tables),
    )
    yield* print(json, compared, () => plausibilityText(compared))
  }),
).pipe(
  Command.withDescription(
    "Price the trips of published premiums, show our prices beside them, and how both change",
  ),
  Command.withExamples([
    {
      command: "viatica tables plausibility",
      description: "Our live prices beside published ones, by trip; then ratios of age, zone, plan",
    },
    {
      command: "viatica tables plausibility --mode sandbox --json",
      description: "Every published row with the sandbox's prices, for a script",
    },
  ]),
)

/** Published prices and ratios with ours beside them, for people. */
export const plausibilityText = ({ prices, ratios }: PublishedComparison): string =>
  [
    "Published premiums, and what our offers cost for the same trips, handling fee included:",
    tableText(priceHeader, byTrip(prices).map(priceRow)),
    "How prices change, times the price before; for cancellation, per cent of the trip price:",
    tableText(ratioHeader, ratios.map(ratioRow)),
    `${pricesSummary(prices)}\n${ratiosSummary(ratios)}`,
  ].join("\n\n")

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

/** How ours lie to theirs: the middle of ours times the middle of theirs. */
const distance = (theirs: Spread | undefined, ours: Spread | undefined): number | undefined =>
  theirs === undefined || ours === undefined ? undefined : ours.median / theirs.median

const tripCells = ({ row }: ComparedPrice): ReadonlyArray<Shown> => [
  row.annual ? `${row.intent}, year` : row.intent,
  `${row.residence} to ${row.destination}`,
  row.days,
  agesText(row.ages),
  row.tripPrice,
  row.cancellation ? "yes" : "no",
]

const agesText = (ages: ReadonlyArray<number>): string =>
  ages.length > 4 ? `${ages.length} of ${ages[0]}` : ages.join("+")

/** Lowest, middle and highest; one value once. */
const spreadText = (
  spread: Spread | undefined,
  text: (value: number) => string,
): string | undefined => {
  if (spread === undefined) return undefined
  const { highest, lowest, median } = spread
  return lowest === highest ? text(median) : [lowest, median, highest].map(text).join("  ")
}

const money = (amount: number): string => amount.toFixed(amount < 100 ? 2 : 0)

const ratio = (value: number): string => value.toFixed(2)

const ratioHeader = [
  "of",
  "ratio",
  "published",
  "ours: low, middle, high",
  "offers",
  "ours is",
  "what",
]

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

/** Where our middle lies to the published range. */
const verdict = ({ high, low, ours }: ComparedRatio): string => {
  if (ours === undefined) return "none of ours"
  if (ours.median < low) return "below"
  return ours.median > high ? "above" : "within"
}

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
