import { percentText } from "../../../core/coverage/tally.ts"
import type {
  CoverToRead,
  MarketSources,
  SourceCount,
} from "../../../rules/coach/sources/sources-report.ts"
import { tableText } from "../../../core/plain-text.ts"

const shareText = ({ covers, sourced }: SourceCount): string =>
  percentText({ covered: sourced, all: covers })

const agesText = ({ newest, oldest, undated }: SourceCount): string => {
  const years = oldest === newest ? String(oldest) : `${oldest} to ${newest}`
  const parts = [oldest === null ? "" : years, undated === 0 ? "" : `${undated} undated`]
  return parts.filter((part) => part !== "").join(", ")
}

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

const problemText = ({ asOf, problem }: CoverToRead): string =>
  problem === "old" ? `old, of ${asOf}` : problem

const toReadLine = (cover: CoverToRead, path: string): string => {
  const { cards, citations, line, product, slug } = cover
  const place = line === null ? path : `${path}:${line}`
  return `${place} ${product} ${slug}: ${problemText(cover)}; carried by ${cards}, cited by ${citations}`
}

/** How a report is shown. */
export interface SourcesTextOptions {
  /** The path of coach/benefits.csv as an editor opens it. */
  readonly path: string
  /** How many covers to look at are listed for each market. */
  readonly limit: number
}

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
    `Market ${market}: ${total.sourced} of ${total.covers} covers that arguments may cite are sourced, ${shareText(total)}`,
    tableText(header, [
      ...slugs.map((each) => countCells(each.slug, each)),
      countCells("all", total),
    ]),
    ...(lines.length === 0 ? [] : [["Look at next:", ...lines].join("\n")]),
  ].join("\n\n")
}

/** What covers rest on, for people: a table for each market, then the covers to look at next. */
export const sourcesText = (
  markets: ReadonlyArray<MarketSources>,
  options: SourcesTextOptions,
): string => markets.map((each) => marketText(each, options)).join("\n\n\n")
