import { groupBy } from "../../../core/group-by.ts"
import { placeText } from "../../../core/table/error.ts"
import { type CheckReport, countFindings } from "../../../rules/check/check-report.ts"
import { type CheckLine, checkLines, unknownRule } from "../../../rules/check/check-lines.ts"
import { shownPath } from "../../tables/shown-path.ts"
import { counted } from "../../../core/plain-text.ts"

/** One line of a check with its place, and its hints below it. */
export const lineText = (folder: string, line: CheckLine): string => {
  const place = placeText({ ...line, file: shownPath(folder, line.file) })
  const first = `${place} ${line.severity} ${line.sentence}`
  return [first, ...line.hints.map((hint) => `  ${hint}`)].join("\n")
}

const datesText = ({
  effectiveFrom,
  effectiveUntil,
}: NonNullable<CheckReport["manifest"]>): string =>
  effectiveUntil === null
    ? `in force from ${effectiveFrom}`
    : `in force from ${effectiveFrom} until ${effectiveUntil}`

const mistakesText = ({ mistakes }: CheckReport): string =>
  mistakes.length === 0
    ? "no mistakes in cells, keys and references"
    : `${counted(mistakes.length, "mistake")}; tables with mistakes, and those that lean on them, are not analysed`

const findingsText = ({ analysed, findings }: CheckReport): string => {
  const counts = countFindings(findings)
  const weights = [
    counted(counts.error, "error"),
    counted(counts.warning, "warning"),
    counted(counts.note, "note"),
  ].join(", ")
  const unknown =
    counts.unknown === 0 ? "nothing unknown" : `${counted(counts.unknown, "question")} unknown`
  return `${counted(analysed.decisionTables, "decision table")} with ${counted(analysed.rules, "rule")} analysed: ${weights}, ${unknown}`
}

/** What came of reading printed guarantees, a line of its own. */
const printedText = ({ printed }: CheckReport): string => {
  if (printed === undefined) return "printed guarantees: not read, as there are mistakes"
  const { catalogue, corpus } = printed
  const came = corpus.misread === 0 ? "all as expected" : `${corpus.misread} not as expected`
  const ofCorpus = `${counted(corpus.lines, "line")} of the corpus, ${came}, ${corpus.unmapped} unmapped by intention`
  const ofCatalogue = `${counted(catalogue.lines, "line")} of the catalogue, ${catalogue.unmapped} unmapped, ${catalogue.intended} of them by intention`
  return `printed guarantees: ${ofCorpus}; ${ofCatalogue}`
}

/** How many prices were tried, a line of its own. */
const pricesText = ({ prices }: CheckReport): string => {
  if (prices === undefined) return "prices: not tried, as there are mistakes"
  const tried = Object.entries(prices).map(
    ([name, { met, offers, trips }]) =>
      `${name} ${counted(trips, "trip")} with ${met} of ${counted(offers, "offer")} that tariffs rate`,
  )
  return `prices: tried on ${tried.join(", ")}`
}

/** What is proven of prices, a line for each catalogue; none where it was not asked for. */
const lawsText = ({ priceLaws = [] }: CheckReport): ReadonlyArray<string> => {
  if (priceLaws === "hidden") return ["price laws: not proven, as there are mistakes"]
  return priceLaws.flatMap(({ catalogue, kinds, laws, offers, outside }) => {
    const sizes = `${counted(offers, "offer")} on ${counted(kinds, "kind")} of trips`
    const others =
      outside.length === 0
        ? ""
        : `; nothing is proven of ${counted(outside.length, "offer")} that insurers rate themselves`
    return [
      `price laws of ${catalogue}, ${sizes}${others}:`,
      ...Object.entries(laws).map(([law, { excepted, proven, refuted, undecided }]) => {
        const open = [
          ...(refuted === 0 ? [] : [`${refuted} BROKEN`]),
          ...(undecided === 0 ? [] : [`${undecided} UNKNOWN`]),
          ...(excepted === 0 ? [] : [`${excepted} excepted`]),
        ]
        return `  ${law}: ${[`${proven} boxes proven`, ...open].join(", ")}`
      }),
    ]
  })
}

/** How many ranges with a level lead to a card, a line of its own. */
const binsText = ({ bins }: CheckReport): string => {
  if (bins === undefined) return "card numbers: not followed, as there are mistakes"
  const markets = bins.flatMap(({ market, ofListedBanks, ranges, reaching, withLevel }) =>
    ranges === 0
      ? []
      : `${market} ${reaching} of ${withLevel} (${ofListedBanks} of listed banks, with covers)`,
  )
  return `card numbers: ranges with a level that reach a card: ${markets.join(", ")}`
}

/** What could not be looked for, for want of something beside the tables: a line each. */
const leftAside = ({ earlier, icons }: CheckReport): ReadonlyArray<string> => [
  ...(icons ? [] : ["icons: named ones were not looked for, as there is no folder icons/"]),
  ...(earlier !== undefined && "problem" in earlier
    ? [
        `jumps: not looked for, as there is nothing to compare with: ${earlier.problem}; --base names a folder or a revision`,
      ]
    : []),
]

/** The last lines of a check: what was looked at, and what came of it. */
export const summaryText = (report: CheckReport): string => {
  const { analysed, hash, manifest } = report
  const size = `${counted(analysed.tables, "table")}, ${counted(analysed.rows, "row")}, bundle ${hash}`
  const version =
    manifest === undefined
      ? ""
      : `, schema version ${manifest.schemaVersion}, ${datesText(manifest)}`
  return [
    `${size}${version}: ${mistakesText(report)}`,
    printedText(report),
    pricesText(report),
    ...lawsText(report),
    binsText(report),
    ...leftAside(report),
    findingsText(report),
  ].join("\n")
}

/** All questions that found no answer, in one line; those are for whoever looks into a table. */
const unknownText = (lines: ReadonlyArray<CheckLine>): ReadonlyArray<string> => {
  const [first] = lines
  if (first === undefined) return []
  const files = [...groupBy(lines, ({ file }) => file)].map(
    ([file, some]) => `${file} ${some.length}`,
  )
  return [
    `warning ${counted(lines.length, "question")} unknown (${files.join(", ")}), which --json lists; the first: ${first.sentence}`,
  ]
}

/**
 * A report for people: errors first, then what else was found, each in a group for each file, all that
 * is unknown in one line, and a summary.
 */
export const checkText = (report: CheckReport): string => {
  const lines = checkLines(report)
  const known = lines.filter(({ rule }) => rule !== unknownRule)
  const groups = (some: ReadonlyArray<CheckLine>): ReadonlyArray<string> =>
    [...groupBy(some, ({ file }) => file).values()].map((ofFile) =>
      ofFile.map((line) => lineText(report.folder, line)).join("\n"),
    )
  return [
    ...groups(known.filter(({ severity }) => severity === "error")),
    ...groups(known.filter(({ severity }) => severity !== "error")),
    ...unknownText(lines.filter(({ rule }) => rule === unknownRule)),
    summaryText(report),
  ].join("\n\n")
}
