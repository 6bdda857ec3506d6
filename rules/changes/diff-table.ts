import { outcomeKey } from "../../core/analysis/outcome-key.ts"
import {
  type DifferingRegion,
  differenceLimits,
} from "../../core/difference/decision-difference.ts"
import type { ComparedRow, TableDifference } from "../../core/difference/plain-table-difference.ts"
import { describeSegments } from "../../core/analysis/region-cells.ts"
import type { Dimension, WordsOf } from "../../core/analysis/space.ts"
import type { Decision } from "../../core/table/decision.ts"
import {
  compareVersions,
  mayDiffer,
  type TableComparison,
  type VersionPair,
  type VersionWords,
} from "../tables/compare-versions.ts"
import { definitionsIn } from "../tables/index.ts"
import { decisionRows, type FoldableRow, foldRows } from "./fold-rows.ts"
import type { AnswerReport, RegionReport, TableReport, TableVerdict } from "./diff-report.ts"
import { decidingColumns } from "../../core/table/definition.ts"

const answersOf = (
  { definition, fields, rows }: Decision,
  places: ReadonlyArray<number>,
): ReadonlyArray<AnswerReport> => {
  const start = Object.keys(definition.inputs).length
  const columns = Object.entries(definition.outputs)
  return places.map((place) => ({
    line: rows[place]?.line ?? 0,
    outputs: Object.fromEntries(
      columns.flatMap(([name, { note }], index) =>
        note === true ? [] : [[name, fields[place]?.[start + index]?.text ?? ""]],
      ),
    ),
  }))
}

/** The places whose rows say what no row of the others says, as often as they do. */
const surplusOf = (
  own: Decision,
  places: ReadonlyArray<number>,
  other: Decision,
  others: ReadonlyArray<number>,
): ReadonlyArray<number> => {
  const columns = decidingColumns(own.definition.outputs)
  const key = ({ rows }: Decision, place: number): string => outcomeKey(columns, rows[place] ?? {})
  const left = others.map((place) => key(other, place))
  return places.filter((place) => {
    const found = left.indexOf(key(own, place))
    if (found < 0) return true
    left.splice(found, 1)
    return false
  })
}

/** The words that some segments of a dimension stand for. */
const wordsAmong = (
  { otherWords, segments }: Dimension,
  chosen: ReadonlyArray<number>,
): ReadonlyArray<string> =>
  chosen.flatMap((number) => {
    const segment = segments[number]
    if (segment?._tag === "Word") return segment.word
    return segment?._tag === "OtherWords" ? otherWords : []
  })

/** The words of a region in columns where it holds only words that one version does not allow. */
const wordsMissingIn = (
  wordsOf: WordsOf,
  dimensions: ReadonlyArray<Dimension>,
  { region }: DifferingRegion,
): Readonly<Record<string, ReadonlyArray<string>>> =>
  Object.fromEntries(
    dimensions.flatMap((dimension, index) => {
      const { input, name } = dimension
      if (input.kind !== "words" || input.reference === undefined) return []
      const allowed = wordsOf(input.reference)
      const chosen = region[index] ?? []
      if (chosen.some((number) => dimension.segments[number]?._tag === "Unknown")) return []
      const words = wordsAmong(dimension, chosen)
      const isMissing = (word: string): boolean => allowed?.includes(word) === false
      return words.length > 0 && words.every(isMissing) ? [[name, words]] : []
    }),
  )

/**
 * The columns that show a difference: those in which one row that goes and one that comes for it
 * differ; one that tells rows apart where only their order differs; else all.
 */
const tellingColumns = (
  { after, before }: Extract<TableComparison, { readonly _tag: "Decisions" }>,
  found: DifferingRegion,
  { come, gone }: { readonly come: ReadonlyArray<number>; readonly gone: ReadonlyArray<number> },
): ReadonlyArray<string> => {
  const all = decidingColumns(after.definition.outputs)
  const value = ({ rows }: Decision, place: number | undefined, name: string): string =>
    outcomeKey([name], rows[place ?? -1] ?? {})
  if (gone.length === 1 && come.length === 1) {
    return all.filter((name) => value(before, gone[0], name) !== value(after, come[0], name))
  }
  if (gone.length + come.length > 0) return all
  const telling = all.find(
    (name) =>
      new Set(found.before.map((place) => value(before, place, name))).size === found.before.length,
  )
  return telling === undefined ? all : [telling]
}

const regionReport = (
  comparison: Extract<TableComparison, { readonly _tag: "Decisions" }>,
  words: VersionWords,
  found: DifferingRegion,
): RegionReport => {
  const { after, before, difference } = comparison
  const { dimensions } = difference.space
  const conditions = dimensions.flatMap((dimension, index) => {
    const chosen = found.region[index] ?? []
    return chosen.length === dimension.segments.length
      ? []
      : [[dimension.name, describeSegments(dimension, chosen)] as const]
  })
  const gone = surplusOf(before, found.before, after, found.after)
  const come = surplusOf(after, found.after, before, found.before)
  return {
    conditions: Object.fromEntries(conditions),
    witness: found.witness,
    before: answersOf(before, found.before),
    after: answersOf(after, found.after),
    columns: tellingColumns(comparison, found, { come, gone }),
    gone: answersOf(before, gone),
    come: answersOf(after, come),
    wordsOnlyBefore: wordsMissingIn(words.after, dimensions, found),
    wordsOnlyAfter: wordsMissingIn(words.before, dimensions, found),
  }
}

/** Rows of a plain table, told apart by their keys. */
const plainFoldable = (
  { added, changed, removed }: TableDifference,
  keyColumns: ReadonlyArray<string>,
) => {
  const foldable = ({ after, before, cells, key }: ComparedRow): FoldableRow => ({
    where: Object.fromEntries(keyColumns.map((name, index) => [name, key[index] ?? ""])),
    before,
    after,
    cells: cells.filter(({ column }) => !keyColumns.includes(column)),
  })
  return {
    added: added.map(foldable),
    changed: changed.map(foldable),
    removed: removed.map(foldable),
  }
}

/** The report of one table's comparison. */
export const tableReport = (
  { words }: Pick<VersionPair, "words">,
  comparison: TableComparison,
): TableReport => {
  const { file } = comparison
  const verdict: TableVerdict = mayDiffer(comparison) ? "different" : "equivalent"
  switch (comparison._tag) {
    case "SameText":
      return { file, verdict: "unchanged", folds: [] }
    case "NewTable":
      return { file, verdict: "new", folds: [] }
    case "GoneTable":
      return { file, verdict: "gone", folds: [] }
    case "NotCompared": {
      const { after, before } = comparison
      return { file, verdict: "mistakes", folds: [], mistakes: { before, after } }
    }
    case "Tables": {
      const { definition, difference, order } = comparison
      const keyColumns = [...definition.key]
      const folds = foldRows(plainFoldable(difference, keyColumns))
      return { file, verdict, folds, plain: { ...difference, keyColumns, order: order ?? null } }
    }
    case "Decisions": {
      const { after, before, difference } = comparison
      const { beyond } = difference
      const { hitPolicy } = after.definition
      const regions = difference.regions.map((region) => regionReport(comparison, words, region))
      const isUnknown = regions.length === 0 && beyond === "unknown"
      return {
        file,
        verdict: isUnknown ? "unknown" : verdict,
        folds: verdict === "equivalent" ? [] : foldRows(decisionRows(before, after)),
        decision: { hitPolicy, regions, beyond },
      }
    }
  }
}

/** The reports of all tables that there are in a version, or of the named ones. */
export const reportTables = (
  pair: VersionPair,
  named: ReadonlyArray<string>,
  regionsMax: number,
): ReadonlyArray<TableReport> => {
  const limits = { ...differenceLimits, regionsMax }
  return Object.values({
    ...definitionsIn(pair.before.sources),
    ...definitionsIn(pair.after.sources),
  })
    .filter(({ file }) => named.length === 0 || named.includes(file))
    .filter(
      ({ file }) =>
        pair.before.sources.has(file) ||
        pair.mistakes.after.has(file) ||
        pair.after.sources.has(file),
    )
    .map((definition) => tableReport(pair, compareVersions(pair, definition, limits)))
}
