import { isAbsolute, sep } from "node:path"
import { pathToFileURL } from "node:url"
import { findingRules } from "../../../core/check/finding-rules.ts"
import { groupBy } from "../../../core/group-by.ts"
import { counted } from "../../../core/plain-text.ts"
import { placeText } from "../../../core/table/error.ts"
import { apiVersion } from "../../config/version.ts"
import { shownPath } from "../../tables/shown-path.ts"
import {
  type CheckLine,
  checkLines,
  mistakeRule,
  unknownRule,
} from "../../../rules/check/check-lines.ts"
import { type CheckReport, countFindings } from "../../../rules/check/check-report.ts"

/** One line of a check with its place, and its hints below it. */
export const lineText = (folder: string, line: CheckLine): string => {
  const place = placeText({ ...line, file: shownPath(folder, line.file) })
  const first = `${place} ${line.severity} ${line.sentence}`
  return [first, ...line.hints.map((hint) => `  ${hint}`)].join("\n")
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

/**
 * A GitHub workflow command that shows a line as an annotation.
 *
 * ```ts
 * import { annotation } from "../http/cli/tables/check-output.ts"
 *
 * const line = { rule: "gap", severity: "error", file: "a.csv", line: 1, character: 2, sentence: "100% open", hints: ["x, y"] } as const
 * annotation(line, "data/a,b.csv") // => "::error file=data/a%2Cb.csv,line=1,col=2,title=gap::100%25 open%0Ax, y"
 * ```
 */
export const annotation = (
  { character, hints, line, rule, sentence, severity }: CheckLine,
  path: string,
): string => {
  const properties = { file: path, line: String(line), col: String(character), title: rule }
  const written = Object.entries(properties).map(
    ([name, value]) => `${name}=${propertyText(value)}`,
  )
  const message = messageText([sentence, ...hints].join("\n"))
  return `::${commands[severity]} ${written.join(",")}::${message}`
}

/** A report as GitHub workflow commands, with the summary below them for the log. */
export const checkGithub = (report: CheckReport): string =>
  [
    ...checkLines(report).map((line) => annotation(line, shownPath(report.folder, line.file))),
    summaryText(report),
  ].join("\n")

/** A report in the Static Analysis Results Interchange Format (SARIF) 2.1.0. */
export const checkSarif = (report: CheckReport): object => ({
  $schema: "https://json.schemastore.org/sarif-2.1.0.json",
  version: "2.1.0",
  runs: [
    {
      tool: {
        driver: {
          name: "viatica tables check",
          version: apiVersion,
          rules: rules.map(({ about, id }) => ({ id, shortDescription: { text: about } })),
        },
      },
      columnKind: "utf16CodeUnits",
      invocations: [{ executionSuccessful: true }],
      results: checkLines(report).map((one) => resultOf(report.folder, one)),
      properties: {
        bundle: report.hash,
        analysed: report.analysed,
        printed: report.printed ?? null,
      },
    },
  ],
})

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

/** The last lines of a check: what was looked at, and what came of it. */
const summaryText = (report: CheckReport): string => {
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

const rules = [mistakeRule, ...Object.values(findingRules)]

const propertyText = (text: string): string =>
  messageText(text).replaceAll(":", "%3A").replaceAll(",", "%2C")

const messageText = (text: string): string =>
  text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A")

const commands = { error: "error", warning: "warning", note: "notice" } as const

const resultOf = (folder: string, one: CheckLine) => {
  const uri = uriOf(folder, one.file)
  const { otherLine } = one
  return {
    ruleId: one.rule,
    ruleIndex: rules.findIndex(({ id }) => id === one.rule),
    level: one.severity,
    message: { text: [one.sentence, ...one.hints].join("\n") },
    locations: [locationAt(uri, one.line, one.character)],
    ...(one.expectation === undefined ? {} : { properties: { expectation: one.expectation } }),
    ...(otherLine === undefined
      ? {}
      : {
          relatedLocations: [
            { id: 1, message: { text: "the other row" }, ...locationAt(uri, otherLine, 1) },
          ],
        }),
  }
}

/** Where a table lies: relative to the working folder, which CI runs in, or as a file URL. */
const uriOf = (folder: string, file: string): string => {
  const path = shownPath(folder, file)
  return isAbsolute(path)
    ? pathToFileURL(path).href
    : path.split(sep).map(encodeURIComponent).join("/")
}

const locationAt = (uri: string, line: number, character: number) => ({
  physicalLocation: {
    artifactLocation: isAbsoluteUri(uri) ? { uri } : { uri, uriBaseId: "%SRCROOT%" },
    region: { startLine: line, startColumn: character },
  },
})

const isAbsoluteUri = (uri: string): boolean => uri.startsWith("file:")
