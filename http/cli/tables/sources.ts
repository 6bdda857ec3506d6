import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { percentText } from "../../../core/coverage/coverage.ts"
import { tableText } from "../../../core/plain-text.ts"
import { loadForAnalysis, tablesFlag } from "./load-tables.ts"
import { shownPath } from "../../tables/shown-path.ts"
import { jsonFlag, print } from "../../terminal/output.ts"
import { wrongUsage } from "../../terminal/command-refused.ts"
import {
  type CoverToRead,
  type MarketSources,
  type SourceCount,
  sourcesReport,
} from "../../../rules/coach/sources/sources-report.ts"
import { coachBenefits } from "../../../rules/coach/tables/cards.ts"

const flags = {
  tables: tablesFlag,
  market: Flag.String("market").pipe(
    Flag.withDescription("Show one market, by its name in coach/markets.csv"),
    Flag.optional,
  ),
  limit: Flag.Int("limit").pipe(
    Flag.withDescription(
      "How many covers to list for each market as the next to look up; 10 when left out",
    ),
    Flag.filter(
      (limit) => limit >= 0,
      () => "Expected a number from 0",
    ),
    Flag.withDefault(10),
  ),
  oldYears: Flag.Int("old-years").pipe(
    Flag.withDescription(
      "Call a page old when it is this many years older than the newest; 5 when left out",
    ),
    Flag.filter(
      (years) => years >= 0,
      () => "Expected a number from 0",
    ),
    Flag.withDefault(5),
  ),
  json: jsonFlag,
}

/** `viatica tables sources`: what the covers of cards rest on, and which to look at next. */
export const sources = Command.make(
  "sources",
  flags,
  Effect.fn("tables sources")(function* ({ json, limit, market, oldYears, ...given }) {
    const { folder, tables } = yield* loadForAnalysis(given.tables)
    const all = sourcesReport(tables, { oldYears })
    const asked = Option.getOrUndefined(market)
    if (asked !== undefined && tables.coachMarkets.get(asked) === undefined) {
      const known = tables.coachMarkets.rows.map(({ market: name }) => name)
      return yield* wrongUsage(`--market: ${asked} is none of ${known.join(", ")}`)
    }
    const shown = asked === undefined ? all : all.filter((each) => each.market === asked)
    const cut = shown.map((each) => ({ ...each, next: each.next.slice(0, limit) }))
    yield* print(json, cut, () =>
      sourcesText(shown, { limit, path: shownPath(folder, coachBenefits.file) }),
    )
  }),
).pipe(
  Command.withDescription(
    "Report, by market and guarantee, how many card covers have a source, how old it is, and how many are unknown",
  ),
  Command.withExamples([
    {
      command: "viatica tables sources --market fr",
      description:
        "Show one market, and the covers to look at next: most held and most cited first",
    },
    {
      command: "viatica tables sources --json --limit 1000",
      description: "Print all that there is to look at, for a script",
    },
  ]),
)

/** How a report is shown. */
export interface SourcesTextOptions {
  /** The path of coach/benefits.csv as an editor opens it. */
  readonly path: string
  /** How many covers to look at are listed for each market. */
  readonly limit: number
}

/** What covers rest on, for people: a table for each market, then the covers to look at next. */
export const sourcesText = (
  markets: ReadonlyArray<MarketSources>,
  options: SourcesTextOptions,
): string => markets.map((each) => marketText(each, options)).join("\n\n\n")

const marketText = (
  { market, next, slugs, total }: MarketSources,
  { limit, path }: SourcesTextOptions,
): string => {
  const listed = next.slice(0, limit)
  const rest = next.length - listed.length
  const lines = [
    ...listed.map((cover) => toReadLine(cover, path)),
    ...(rest === 0 ? [] : [`and ${rest} more: --limit ${next.length} lists all`]),
  ]
  return [
    `Market ${market}: ${total.sourced} of ${total.covers} covers that arguments may cite are sourced, ${shareText(total)}; ${total.openable} name a page that opens, ${total.dated} of these with a date, ${total.fresh} with a recent one`,
    tableText(header, [
      ...slugs.map((each) => countCells(each.slug, each)),
      countCells("all", total),
    ]),
    ...(lines.length === 0 ? [] : [["Look at next:", ...lines].join("\n")]),
  ].join("\n\n")
}

const toReadLine = (cover: CoverToRead, path: string): string => {
  const { cards, citations, line, product, slug } = cover
  const place = line === null ? path : `${path}:${line}`
  return `${place} ${product} ${slug}: ${problemText(cover)}; carried by ${cards}, cited by ${citations}`
}

const problemText = ({ asOf, problem }: CoverToRead): string =>
  problem === "old" ? `old, of ${asOf}` : problem

const shareText = ({ covers, sourced }: SourceCount): string =>
  percentText({ covered: sourced, all: covers })

const header = [
  "guarantee",
  "covers",
  "sourced",
  "share",
  "derived",
  "unsourced",
  "unknown",
  "read",
]

const countCells = (name: string, count: SourceCount) => [
  name,
  count.covers,
  count.sourced,
  shareText(count),
  count.derived,
  count.unsourced,
  count.unknown,
  agesText(count),
]

const agesText = ({ newest, oldest, undated }: SourceCount): string => {
  const years = oldest === newest ? String(oldest) : `${oldest} to ${newest}`
  const parts = [oldest === null ? "" : years, undated === 0 ? "" : `${undated} undated`]
  return parts.filter((part) => part !== "").join(", ")
}
