import { minorToDecimal } from "../../core/money/minor.ts"
import { percentText } from "../../core/coverage/coverage.ts"
import { counted } from "../../core/plain-text.ts"
import type { Fact } from "../../core/table/condition.ts"
import type { CurrencyCode } from "../../core/vocabulary/codes.ts"
import type {
  AnswerReport,
  DiffReport,
  ImpactReport,
  RegionReport,
  TableReport,
  TableVerdict,
} from "./diff-report.ts"
import type { CellsChange, FoldableRow, FoldedRows } from "./fold-rows.ts"
import type { FieldImpact } from "../impact/impact.ts"
import type { FlatValue } from "../impact/situation-answers.ts"

/** Names of offers by id. */
export type OfferTitles = Readonly<Record<string, string>>

/** What an offer is called. */
export const offerTitle = ({ titles }: ImpactReport, id: number | string | null): string =>
  id === null ? "no offer" : (titles.offers[id] ?? `offer ${id}`)

/** A fact as people read it. */
export const factText = (fact: Fact): string => (fact === null ? "unknown" : String(fact))

/** A value of an outcome as people read it. */
export const valueText = (value: FlatValue | undefined): string => {
  if (value === undefined) return "nothing"
  return value === null ? "null" : String(value)
}

/** Facts or conditions, one after another. */
export const pairsText = (pairs: Readonly<Record<string, Fact>>): string =>
  Object.entries(pairs)
    .map(([name, value]) => `${name}=${factText(value)}`)
    .join(" ")

/** Outputs of a row in some of its columns. */
export const outputsText = ({ outputs }: AnswerReport, columns: ReadonlyArray<string>): string =>
  columns.map((column) => `${column} ${outputs[column] === "" ? "-" : outputs[column]}`).join(", ")

/** What a region restricts, in words where it restricts nothing. */
export const conditionsText = ({ conditions }: RegionReport): string =>
  Object.keys(conditions).length === 0 ? "whatever is asked" : pairsText(conditions)

/** Whether only the order of the same outcomes differs. */
export const isOrderOnly = ({ come, gone }: RegionReport): boolean =>
  come.length === 0 && gone.length === 0

/** Sentences on words that only one version allows. */
export const oneSidedTexts = (region: RegionReport): ReadonlyArray<string> => {
  const texts = (
    words: Readonly<Record<string, ReadonlyArray<string>>>,
    version: string,
  ): ReadonlyArray<string> =>
    Object.entries(words).map(
      ([column, some]) => `only the tables ${version} allow ${column} ${some.join(", ")}`,
    )
  return [...texts(region.wordsOnlyBefore, "before"), ...texts(region.wordsOnlyAfter, "after")]
}

/** What came of one table, in a line. */
export const verdictText = ({ decision, mistakes, plain, verdict }: TableReport): string => {
  if (plain !== undefined) return plainVerdict(plain)
  if (decision !== undefined) return decisionVerdict(verdict, decision)
  if (verdict === "unchanged") return "unchanged"
  if (verdict === "new") return "new: the base has no such table"
  if (verdict === "gone") return "gone: the newer version has no such table"
  const [before, after] = [mistakes?.before.length ?? 0, mistakes?.after.length ?? 0]
  const where = [
    ...(before > 0 ? [`${counted(before, "mistake")} in the base under today's columns`] : []),
    ...(after > 0 ? [`${counted(after, "mistake")} today`] : []),
  ]
  return `not compared: ${where.join(", ")}`
}

/** How many tables came to what. */
export const summaryText = ({ tables }: DiffReport): string => {
  const counts = Object.entries(verdictWords).flatMap(([verdict, words]) => {
    const count = tables.filter((table) => table.verdict === verdict).length
    return count === 0 ? [] : [`${count} ${words}`]
  })
  return `${counted(tables.length, "table")}: ${counts.join(", ")}`
}

/** What was compared with what. */
export const versionsText = ({ base, commit, folder, folderCommit }: DiffReport): string => {
  const named = (name: string, of: string | null): string =>
    of === null ? name : `${name} (commit ${of.slice(0, 12)})`
  return `${named(folder, folderCommit)} against ${named(base, commit)}`
}

/** How many situations of a corpus change. */
export const impactText = ({
  changed,
  changedCases,
  of,
  run,
  situations,
}: ImpactReport): string => {
  const share = percentText({ covered: changed, all: situations })
  const made = `${countedText(run.cases, "case")} and ${countedText(run.generated, "generated situation")} (seed ${run.seed})`
  const alone = of.length === 0 ? "" : `, of ${of.join(", ")} alone`
  return changed === 0
    ? `Impact on ${made}${alone}: none changes`
    : `Impact on ${made}${alone}: ${countText(changed)} of ${countText(situations)} ${changed === 1 ? "changes" : "change"} (${share}), ${changedCases} of them ${changedCases === 1 ? "a case" : "cases"}`
}

/** Which tables are the same on both sides of an impact, and why. */
export const borrowedText = ({ borrowed }: ImpactReport): string =>
  `with the same ${borrowed.join(", ")} on both sides: a version lacks them, or they hold mistakes before`

/** Words one after another, as a sentence lists them. */
export const listWords = (words: ReadonlyArray<string>): string =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`

/**
 * Rows that changed in one way, as a line.
 *
 * ```ts
 * import { foldWords } from "../rules/changes/diff-words.ts"
 *
 * const row = { where: { tariff: "a", zone: "x" }, before: 1, after: 1, cells: [] }
 * const changes = [{ columns: ["per_person", "per_person_per_day"], change: { _tag: "Factor", factor: "1.05" } as const }]
 * foldWords({ what: "changed", rows: [row, row], where: { tariff: "a" }, changes }, {}) // => "2 rows of tariff a: per_person and per_person_per_day × 1.05"
 * foldWords({ what: "removed", rows: [row], where: {}, changes: [] }, {}) // => "1 row gone"
 * ```
 */
export const foldWords = (
  { changes, rows, what, where }: FoldedRows,
  offers: OfferTitles,
): string => {
  const common = whereWords(where, offers)
  const whose = `${counted(rows.length, "row")}${common === "" ? "" : ` of ${common}`}`
  if (changes.length === 0) return `${whose} ${verbs[what]}`
  const words = changes.map(({ change, columns }) => `${listWords(columns)} ${changeText(change)}`)
  return `${whose}: ${words.join("; ")}`
}

const shownCell = (text: string): string => (text === "" ? "(empty)" : text)

/** What became of cells: `× 1.05`, `+ 0.20`, `included → 500`, or `changed`. */
const changeText = (change: CellsChange): string => {
  switch (change._tag) {
    case "Factor":
      return `× ${change.factor}`
    case "Grew":
      return `+ ${change.by}`
    case "Fell":
      return `− ${change.by}`
    case "Exchanged":
      return `${shownCell(change.before)} → ${shownCell(change.after)}`
    case "Various":
      return "changed"
  }
}

/** What tells a row of a fold from the others, and what became of it: an example. */
export const foldExample = (
  { where: common }: FoldedRows,
  { cells, where }: FoldableRow,
): { readonly where: string; readonly change: string } => ({
  where: Object.entries(where)
    .filter(([name]) => !(name in common))
    .map(([name, value]) => `${name} ${value}`)
    .join(", "),
  change: cells
    .map(({ after, before, column }) =>
      before === "" || after === ""
        ? `${column} ${before === "" ? after : before}`
        : `${column} ${before} → ${after}`,
    )
    .join(", "),
})

/** Folds that stand for several rows. */
export const severalRows = ({ folds }: TableReport): ReadonlyArray<FoldedRows> =>
  folds.filter(({ rows }) => rows.length > 1)

/** Which regions of a table its folds do not tell. */
export const untoldRegions = (table: TableReport): ReadonlyArray<RegionReport> => {
  const lines = foldedLines(table)
  return (table.decision?.regions ?? []).filter(
    ({ come, gone }) =>
      come.length + gone.length === 0 ||
      !gone.every(({ line }) => lines.has(lineKey("before", line))) ||
      !come.every(({ line }) => lines.has(lineKey("after", line))),
  )
}

/** Whether the folds of a table tell what became of a row. */
export const isTold = (
  table: TableReport,
): ((row: Pick<FoldableRow, "after" | "before">) => boolean) => {
  const lines = foldedLines(table)
  return ({ after, before }) =>
    lines.has(after === undefined ? lineKey("before", before) : lineKey("after", after))
}

/**
 * What a field of an outcome is called: `Escapade Essentielle (Brindelune Assurances): baggage, value`.
 */
export const fieldWords = (impact: ImpactReport, field: string): string => {
  const [, id, rest = ""] = offerField.exec(field) ?? []
  if (id !== undefined) {
    const words = rest.startsWith("guarantees.")
      ? guaranteeWords(impact, rest.slice("guarantees.".length))
      : spaced(rest)
    return `${offerTitle(impact, id)}: ${words}`
  }
  if (field.startsWith("bilan.card.guarantees.")) {
    return `gap of the card: ${guaranteeWords(impact, field.slice("bilan.card.guarantees.".length))}`
  }
  if (field.startsWith("live.")) return `live quote: ${spaced(field.slice("live.".length))}`
  if (field.startsWith("quote.")) return `sandbox quote: ${spaced(field.slice("quote.".length))}`
  return `bilan: ${spaced(field.replace(/^bilan\.(?:bilan\.)?/, ""))}`
}

/** The fields that change and that the summary does not tell; not those of offers that come or go as a whole. */
export const otherFields = (impact: ImpactReport): ReadonlyArray<FieldImpact> => {
  const whole = new Map(
    impact.offers.map(({ come, gone, offerId }) => [String(offerId), come + gone]),
  )
  return impact.fields.filter(({ field, situations }) => {
    if (told.test(field)) return false
    const id = offerField.exec(field)?.[1]
    return id === undefined || situations > (whole.get(id) ?? 0)
  })
}

/** A whole number as people read it: `6,482`. */
export const countText = (count: number): string => count.toLocaleString("en-GB")

/**
 * Such a number with its noun, in the plural unless it is one.
 *
 * ```ts
 * import { countedText } from "../rules/changes/diff-words.ts"
 *
 * countedText(1, "quote") // => "1 quote"
 * countedText(6482, "sandbox quote") // => "6,482 sandbox quotes"
 * ```
 */
export const countedText = (count: number, noun: string): string =>
  `${countText(count)} ${noun}${count === 1 ? "" : "s"}`

/**
 * Minor units as money: the currency, then the amount.
 *
 * ```ts
 * import { moneyText } from "../rules/changes/diff-words.ts"
 *
 * moneyText(4_120, "EUR", { EUR: 2 }) // => "EUR 41.20"
 * moneyText(1_234_567, "JPY", { JPY: 0 }) // => "JPY 1,234,567"
 * ```
 */
export const moneyText = (
  minor: number,
  currency: CurrencyCode,
  minorUnits: MinorUnits,
): string => {
  const digits = minorUnits[currency] ?? 0
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  const amount = new Intl.NumberFormat("en-GB", options)
  return `${currency} ${amount.format(minorToDecimal(Math.round(minor), digits) as `${number}`)}`
}

/**
 * How much an amount changed, in per cent with its sign.
 *
 * ```ts
 * import { changePercentText } from "../rules/changes/diff-words.ts"
 *
 * changePercentText(4_120, 4_326) // => "+5.0 %"
 * changePercentText(100, 97) // => "−3.0 %"
 * ```
 */
export const changePercentText = (before: number, after: number): string => {
  const percent = ((after - before) / before) * 100
  return `${percent < 0 ? "−" : "+"}${Math.abs(percent).toFixed(1)} %`
}

const plainVerdict = (plain: NonNullable<TableReport["plain"]>): string => {
  const { added, changed, moved, noted, order, removed } = plain
  const parts = [
    ...(removed.length > 0 ? [`${counted(removed.length, "row")} removed`] : []),
    ...(added.length > 0 ? [`${counted(added.length, "row")} added`] : []),
    ...(changed.length > 0 ? [`${counted(changed.length, "row")} changed`] : []),
    ...(moved.length > 0 ? [`${counted(moved.length, "row")} moved`] : []),
  ]
  const what = parts.length === 0 ? "equivalent, row by row" : parts.join(", ")
  const notes =
    noted.length === 0 ? "" : `; ${counted(noted.length, "row")} with another note alone`
  const why =
    order === null ? "; the order of rows does not count" : `; the order of rows counts: ${order}`
  return `${what}${notes}${why}`
}

const beyondTexts = {
  nothing: "",
  more: ", and more that are not listed",
  unknown: "; the search ended before it had looked at everything",
}

const decisionVerdict = (
  verdict: TableVerdict,
  { beyond, regions }: NonNullable<TableReport["decision"]>,
): string => {
  if (verdict === "equivalent") return "equivalent: proven for everything that it can be asked"
  if (verdict === "unknown") {
    return "unknown: no difference found, but the search ended before it had looked at everything"
  }
  const verb = regions.length === 1 ? "differs" : "differ"
  return `${counted(regions.length, "region")} ${verb}${beyondTexts[beyond]}`
}

/** Verdicts in words. */
export const verdictWords: Readonly<Record<TableVerdict, string>> = {
  unchanged: "unchanged",
  equivalent: "equivalent",
  different: "different",
  unknown: "unknown",
  new: "new",
  gone: "gone",
  mistakes: "not compared",
}

/** What rows have in common, in words; offers by name. */
const whereWords = (where: Readonly<Record<string, string>>, offers: OfferTitles): string =>
  Object.entries(where)
    .map(([name, value]) => {
      const title = name === "offer_id" ? offers[value] : undefined
      return title === undefined ? `${name} ${value}` : `offer ${value}, ${title}`
    })
    .join(", ")

const verbs = { added: "new", removed: "gone", changed: "changed" } as const

const lineKey = (version: "before" | "after", line: number | undefined): string =>
  `${version} ${line}`

/** The lines of the rows that folds of several rows stand for. */
const foldedLines = (table: TableReport): ReadonlySet<string> =>
  new Set(
    severalRows(table).flatMap(({ rows }) =>
      rows.flatMap(({ after, before }) => [lineKey("before", before), lineKey("after", after)]),
    ),
  )

/** Fields that the summary tells: prices, their order, and arguments. */
const told =
  /^(?:(?:quote|live)\.offers(?:\.\d+\.(?:price\..*|position))?|bilan\.bilan\.(?:arguments(?:\..*)?|argumentCount))$/

const offerField = /^(?:quote|live)\.offers\.(\d+)\.(.+)$/

const spaced = (path: string): string =>
  path
    .split(".")
    .map((part) =>
      part.replaceAll(
        /([a-z])([A-Z])/g,
        (_, left, right) => `${left} ${String(right).toLowerCase()}`,
      ),
    )
    .join(", ")

const guaranteeWords = (impact: ImpactReport, path: string): string => {
  const [slug = "", ...rest] = path.split(".")
  return [impact.titles.guarantees[slug] ?? spaced(slug), ...rest.map(spaced)].join(", ")
}

/** Digits after the point by currency. */
type MinorUnits = Readonly<Record<string, number>>
