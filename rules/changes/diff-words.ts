import { percentText } from "../../core/coverage/tally.ts"
import type { Fact } from "../../core/table/condition.ts"
import type { FlatValue } from "../impact/situation-answers.ts"
import type {
  AnswerReport,
  DiffReport,
  ImpactReport,
  RegionReport,
  TableReport,
  TableVerdict,
} from "./diff-report.ts"
import { counted } from "../../core/plain-text.ts"

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
  const made = `${counted(run.cases, "case")} and ${counted(run.generated, "generated situation")} (seed ${run.seed})`
  const alone = of.length === 0 ? "" : `, of ${of.join(", ")} alone`
  return changed === 0
    ? `Impact on ${made}${alone}: none changes`
    : `Impact on ${made}${alone}: ${changed} of ${situations} change (${share}), ${changedCases} of them cases`
}

/** An amount of minor units of a currency with its sign, which may lie half-way between two. */
export const changeText = (
  amountMinor: number,
  currency: string,
  { minorUnits }: Pick<ImpactReport, "minorUnits">,
): string => {
  const digits = minorUnits[currency] ?? 0
  const half = Number.isInteger(amountMinor) ? 0 : 1
  const text = Math.abs(amountMinor * 10 ** -digits).toFixed(digits + half)
  return `${amountMinor < 0 ? "-" : "+"}${text}`
}

/** Which tables are the same on both sides of an impact, and why. */
export const borrowedText = ({ borrowed }: ImpactReport): string =>
  `with the same ${borrowed.join(", ")} on both sides: a version lacks them, or they hold mistakes before`
