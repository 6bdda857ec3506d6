import type { ComparedRow } from "../../core/difference/plain-table-difference.ts"
import { describeTableError } from "../../core/table/error.ts"
import {
  type AnswerReport,
  type DiffReport,
  type ImpactReport,
  type Places,
  plainRows,
  type RegionReport,
  type TableReport,
  touchedRows,
} from "./diff-report.ts"
import {
  borrowedText,
  conditionsText,
  fieldWords,
  foldExample,
  foldWords,
  impactText,
  isOrderOnly,
  isTold,
  type OfferTitles,
  oneSidedTexts,
  otherFields,
  outputsText,
  pairsText,
  severalRows,
  summaryText,
  untoldRegions,
  valueText,
  verdictText,
  versionsText,
} from "./diff-words.ts"
import { impactIn, summaryOf } from "./diff-summary.ts"
import { summaryLines } from "./diff-summary-text.ts"
import { tableText, counted } from "../../core/plain-text.ts"

/** Longer cells, and more rows and fields than these, are left to `--json` and `--html`. */
const widthMax = 160
const rowsMax = 20
const touchedMax = 8
const fieldsMax = 20
const foldWidthMax = 400

const clipped = (text: string, most = widthMax): string =>
  text.length > most ? `${text.slice(0, most - 1)}…` : text

const moreLine = (count: number, most: number, noun: string): ReadonlyArray<string> =>
  count > most ? [`  … and ${counted(count - most, noun)} more, which --json and --html list`] : []

const answerLines = (
  label: string,
  path: string,
  answers: ReadonlyArray<AnswerReport>,
  columns: ReadonlyArray<string>,
): ReadonlyArray<string> => {
  if (answers.length === 0) return [`     ${label}  nothing`]
  const lines = answers.map(
    (answer) => `     ${label}  ${path}:${answer.line}  ${outputsText(answer, columns)}`,
  )
  return [
    ...lines.slice(0, rowsMax).map((line) => clipped(line)),
    ...moreLine(lines.length, rowsMax, "row"),
  ]
}

const regionLines =
  (file: string, places: Places) =>
  (region: RegionReport, index: number): ReadonlyArray<string> => {
    const { columns } = region
    const orderOnly = isOrderOnly(region)
    const [before, after] = orderOnly ? [region.before, region.after] : [region.gone, region.come]
    const stay = region.before.length - region.gone.length
    return [
      clipped(`  ${index + 1}. ${conditionsText(region)}`),
      ...(orderOnly ? ["     the same rows in another order"] : []),
      ...oneSidedTexts(region).map((text) => clipped(`     ${text}`)),
      `     for example ${pairsText(region.witness)}`,
      ...answerLines("before", places.before(file), before, columns),
      ...answerLines("after ", places.after(file), after, columns),
      ...(stay > 0 && !orderOnly ? [`     besides ${counted(stay, "row")} that say the same`] : []),
    ]
  }

const signs = { added: "+", removed: "-", changed: "~", moved: ">", noted: "#" } as const

const rowText = (
  { file, plain }: TableReport,
  what: keyof typeof signs,
  { after, before, cells, key }: ComparedRow,
  places: Places,
): string => {
  const place =
    after === undefined ? `${places.before(file)}:${before}` : `${places.after(file)}:${after}`
  const keyText = key.map((cell, index) => `${plain?.keyColumns[index]}=${cell}`).join(" ")
  const change =
    what === "moved"
      ? `was at line ${before}`
      : cells
          .filter(({ column }) => plain?.keyColumns.includes(column) !== true)
          .filter((cell) => cell.before !== "" || cell.after !== "")
          .map((cell) => {
            if (what === "added") return `${cell.column} ${cell.after}`
            if (what === "removed") return `${cell.column} ${cell.before}`
            return `${cell.column}: ${JSON.stringify(cell.before)} -> ${JSON.stringify(cell.after)}`
          })
          .join(", ")
  return clipped(`  ${signs[what]} ${place}  ${keyText}  ${change}`.trimEnd())
}

const plainLines = (table: TableReport, places: Places): ReadonlyArray<string> => {
  if (table.plain === undefined) return []
  const told = isTold(table)
  return plainRows(table.plain).flatMap(({ rows: all, what }) => {
    const rows = what === "moved" || what === "noted" ? all : all.filter((row) => !told(row))
    return [
      ...rows.slice(0, rowsMax).map((row) => rowText(table, what, row, places)),
      ...moreLine(rows.length, rowsMax, `${what} row`),
    ]
  })
}

const mistakeLines = ({ mistakes }: TableReport): ReadonlyArray<string> => {
  const lines = (label: string, some: NonNullable<typeof mistakes>["before"] = []) => [
    ...some.slice(0, rowsMax).map((error) => clipped(`  ${label} ${describeTableError(error)}`)),
    ...moreLine(some.length, rowsMax, "mistake"),
  ]
  return [...lines("base:", mistakes?.before), ...lines("today:", mistakes?.after)]
}

/** Rows that changed in one way, as one line and an example. */
const foldLines = (
  table: TableReport,
  places: Places,
  offers: OfferTitles,
): ReadonlyArray<string> =>
  severalRows(table).flatMap((fold) => {
    const [row] = fold.rows
    if (row === undefined) return []
    const { change, where } = foldExample(fold, row)
    const place =
      row.after === undefined
        ? `${places.before(table.file)}:${row.before}`
        : `${places.after(table.file)}:${row.after}`
    const example = [where, change].filter((part) => part !== "").join(": ")
    return [
      clipped(`  ${foldWords(fold, offers)}`, foldWidthMax),
      clipped(`     for example ${place}  ${example}`),
    ]
  })

const tableLines = (
  table: TableReport,
  places: Places,
  offers: OfferTitles,
): ReadonlyArray<string> => [
  "",
  `${table.file}: ${verdictText(table)}`,
  ...foldLines(table, places, offers),
  ...untoldRegions(table).flatMap(regionLines(table.file, places)),
  ...plainLines(table, places),
  ...mistakeLines(table),
]

const indented = (text: string): string => text.replace(/^/gm, "  ")

const fieldLines = (impact: ImpactReport): ReadonlyArray<string> => {
  const fields = otherFields(impact)
  if (fields.length === 0) return []
  const rows = fields
    .slice(0, fieldsMax)
    .map(({ examples: [first], field, situations }) => [
      clipped(fieldWords(impact, field), 70),
      situations,
      first?.situation,
      clipped(valueText(first?.before), 30),
      clipped(valueText(first?.after), 30),
    ])
  const headings = ["what else answers say", "situations", "for example", "before", "after"]
  return ["", indented(tableText(headings, rows)), ...moreLine(fields.length, fieldsMax, "field")]
}

const rowLines = (
  report: DiffReport,
  impact: ImpactReport,
  places: Places,
): ReadonlyArray<string> => {
  const often = touchedRows(report, impact).toSorted(
    (left, right) => right.situations - left.situations,
  )
  const shown = often.map(({ file, line, situations, version }) => [
    version,
    `${places[version](file)}:${line}`,
    situations,
  ])
  if (shown.length === 0) return []
  return [
    "",
    indented(
      tableText(
        ["", "row that makes a difference", `changed, of the first ${impact.rows.of}`],
        shown.slice(0, touchedMax),
      ),
    ),
    ...moreLine(shown.length, touchedMax, "row"),
  ]
}

const impactLines = (report: DiffReport, places: Places): ReadonlyArray<string> => {
  const { impact } = report
  if (impact === null) return []
  if ("unavailable" in impact) return ["", `No impact on the corpus: ${impact.unavailable}`]
  const borrowed = impact.borrowed.length === 0 ? [] : [`  ${borrowedText(impact)}`]
  const details =
    impact.changed === 0
      ? []
      : [
          `  first: ${impact.firstChanged.slice(0, 5).join(", ")}`,
          ...fieldLines(impact),
          ...rowLines(report, impact, places),
        ]
  return ["", impactText(impact), ...borrowed, ...details]
}

/** The report of a comparison for people, on a terminal. */
export const diffText = (report: DiffReport, places: Places): string =>
  [
    versionsText(report),
    summaryText(report),
    ...summaryLines(report, summaryOf(report)),
    ...report.tables
      .filter(({ verdict }) => verdict !== "unchanged")
      .flatMap((table) => tableLines(table, places, impactIn(report)?.titles.offers ?? {})),
    ...impactLines(report, places),
  ].join("\n")
