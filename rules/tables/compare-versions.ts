import * as Result from "effect/Result"
import type { WordsOf } from "../../core/analysis/space.ts"
import {
  compareDecisions,
  type DecisionDifference,
  type DifferenceLimits,
} from "../../core/difference/decision-difference.ts"
import {
  compareTables,
  type TableDifference,
} from "../../core/difference/plain-table-difference.ts"
import { groupBy } from "../../core/group-by.ts"
import { type Decision, loadDecision } from "../../core/table/decision.ts"
import type { TableDefinition } from "../../core/table/definition.ts"
import type { TableError } from "../../core/table/error.ts"
import { type AnyDefinition, columnsOf } from "../../core/table/load.ts"
import { readSource } from "../../core/table/source.ts"
import { definitionsIn, loadAllTables } from "./index.ts"
import { ownTablesIn } from "./own-tables.ts"

/** How two versions of one table compare. */
export type TableComparison =
  /** The same text. */
  | { readonly _tag: "SameText"; readonly file: string }
  | {
      readonly _tag: "Decisions"
      readonly file: string
      readonly before: Decision
      readonly after: Decision
      readonly difference: DecisionDifference
    }
  | {
      readonly _tag: "Tables"
      readonly file: string
      readonly definition: TableDefinition
      readonly difference: TableDifference
      /** What depends on the order of rows; undefined where nothing does. */
      readonly order: string | undefined
    }
  /** The version before has no such file. */
  | { readonly _tag: "NewTable"; readonly file: string }
  /** The version after has no such file, and may do without. */
  | { readonly _tag: "GoneTable"; readonly file: string }
  /** A version holds mistakes under the columns that tables have now. */
  | {
      readonly _tag: "NotCompared"
      readonly file: string
      readonly before: ReadonlyArray<TableError>
      readonly after: ReadonlyArray<TableError>
    }

/** The texts of the tables of one version by file, and the mistakes found in reading them. */
export interface Version {
  readonly sources: ReadonlyMap<string, string>
  readonly errors: ReadonlyArray<TableError>
}

/** The words that both versions allow, and those that only one of them does. */
export interface VersionWords {
  readonly both: WordsOf
  readonly before: WordsOf
  readonly after: WordsOf
}

/** The words that the versions allow where a column of one table names those of another. */
const wordsOfVersions = (before: Version, after: Version): VersionWords => {
  const older = wordsOfSources(Object.values(definitionsIn(before.sources)), before.sources)
  const newer = wordsOfSources(Object.values(definitionsIn(after.sources)), after.sources)
  return {
    before: older,
    after: newer,
    both: (reference) => {
      const [left, right] = [older(reference), newer(reference)]
      if (left === undefined || right === undefined) return left ?? right
      return [...new Set([...left, ...right])]
    },
  }
}

/** The tables of a version, or the mistakes in them. */
type LoadedVersion = ReturnType<typeof loadAllTables>

/** All mistakes of a version, in files that it has. */
const mistakesIn = (
  { errors, sources }: Version,
  loaded: LoadedVersion,
): ReadonlyArray<TableError> => {
  const inTables = Result.isFailure(loaded) ? loaded.failure : []
  const unread = new Set(errors.map(({ file }) => file))
  return [...errors, ...inTables.filter(({ file }) => sources.has(file) && !unread.has(file))]
}

/** What a comparison of two versions looks at. */
export interface VersionPair {
  readonly before: Version
  readonly after: Version
  readonly words: VersionWords
  readonly loaded: { readonly before: LoadedVersion; readonly after: LoadedVersion }
  /** Mistakes by the file that they are in. */
  readonly mistakes: {
    readonly before: ReadonlyMap<string, ReadonlyArray<TableError>>
    readonly after: ReadonlyMap<string, ReadonlyArray<TableError>>
  }
}

/** Prepares two versions for the comparison of their tables. */
export const pairVersions = (before: Version, after: Version): VersionPair => {
  const loaded = { before: loadAllTables(before.sources), after: loadAllTables(after.sources) }
  const byFile = (version: Version, tables: LoadedVersion) =>
    groupBy(mistakesIn(version, tables), ({ file }) => file)
  return {
    before,
    after,
    words: wordsOfVersions(before, after),
    loaded,
    mistakes: { before: byFile(before, loaded.before), after: byFile(after, loaded.after) },
  }
}

/** Compares two versions of one table under the columns that it has now. */
export const compareVersions = (
  { after, before, mistakes, words }: VersionPair,
  definition: AnyDefinition,
  limits: DifferenceLimits,
): TableComparison => {
  const { file } = definition
  const [older, newer] = [before.sources.get(file), after.sources.get(file)]
  const wrong = {
    before: mistakes.before.get(file) ?? [],
    after: mistakes.after.get(file) ?? [],
  }
  if (wrong.after.length > 0 || wrong.before.length > 0) {
    return { _tag: "NotCompared", file, ...wrong }
  }
  if (newer === undefined) return { _tag: "GoneTable", file }
  if (older === undefined) return { _tag: "NewTable", file }
  const redefined = redefinedTable({ after, before }, file)
  if (redefined !== undefined) return redefined
  if (older === newer) return { _tag: "SameText", file }
  if (definition._tag === "TableDefinition") {
    const order = rowOrder.get(file)
    const difference = compareTables(definition, older, newer, order !== undefined)
    return { _tag: "Tables", file, definition, difference, order }
  }
  const [old, now] = [
    loadDecision(definition, older).content,
    loadDecision(definition, newer).content,
  ]
  const difference = compareDecisions(old, now, words.both, limits)
  return { _tag: "Decisions", file, before: old, after: now, difference }
}

/**
 * How a table of one's own compares whose definition is another one: as one that is compared with the
 * columns that it has now where those read the older rows, else not; undefined where both versions declare
 * the same. One that does something else by now has come in the place of the one before.
 */
const redefinedTable = (
  { after, before }: Pick<VersionPair, "after" | "before">,
  file: string,
): TableComparison | undefined => {
  const [older, newer] = [ownTablesIn(before.sources), ownTablesIn(after.sources)].map(
    ({ definitions }) => definitions[file],
  )
  if (older === undefined || newer === undefined || older.declared === newer.declared) {
    return undefined
  }
  if (older.hook !== newer.hook || older.hitPolicy !== newer.hitPolicy) {
    return { _tag: "NewTable", file }
  }
  const { errors } = loadDecision(newer, before.sources.get(file) ?? "")
  return errors.length === 0 ? undefined : { _tag: "NotCompared", file, before: errors, after: [] }
}

/** Whether a comparison found, or could not rule out, that versions say something different. */
export const mayDiffer = (comparison: TableComparison): boolean => {
  switch (comparison._tag) {
    case "SameText":
      return false
    case "NewTable":
    case "GoneTable":
    case "NotCompared":
      return true
    case "Decisions":
      return comparison.difference.regions.length > 0 || comparison.difference.beyond !== "nothing"
    case "Tables": {
      const { added, changed, moved, removed } = comparison.difference
      return added.length + changed.length + moved.length + removed.length > 0
    }
  }
}

const lists = "the order in which the API lists them"
const draws = "the situations that a seed draws"

/**
 * The plain tables in which the order of rows counts, by file, each with what depends on it. In all
 * others a row says the same wherever it stands.
 */
export const rowOrder: ReadonlyMap<string, string> = new Map([
  ["coach/cards.csv", "the order in which the catalogue lists banks"],
  ["coach/markets.csv", "the order in which the catalogue lists countries"],
  ["coach/tiers.csv", "the order in which the catalogue lists ranges"],
  ["reference/guarantee_states.csv", lists],
  ["reference/guarantees.csv", lists],
  ["reference/intents.csv", lists],
  ["reference/languages.csv", lists],
  ["reference/trip_notes.csv", lists],
  ["reference/us_states.csv", lists],
  ["sandbox/highlights.csv", "the order in which an offer shows them"],
  ["catalogue/highlights.csv", "the order in which an offer shows them"],
  ["sandbox/magic.csv", "which of a trip's destinations decides"],
  ["corpus/asked_markets.csv", draws],
  ["corpus/cards.csv", draws],
  ["corpus/currencies.csv", draws],
  ["corpus/departures.csv", draws],
  ["corpus/destination_counts.csv", draws],
  ["corpus/destinations.csv", draws],
  ["corpus/intents.csv", draws],
  ["corpus/lengths.csv", draws],
  ["corpus/parties.csv", draws],
  ["corpus/party_members.csv", draws],
  ["corpus/ranges.csv", draws],
  ["corpus/residences.csv", draws],
  ["corpus/trip_prices.csv", draws],
])

/**
 * The words that references may name, read from the texts of the tables by file: those of a column
 * in the order of its file, without the empty cell. Each file is read once, when first asked for.
 *
 * ```ts
 * import * as Column from "../core/table/column.ts"
 * import { defineTable } from "../core/table/definition.ts"
 * import { wordsOfSources } from "../rules/tables/compare-versions.ts"
 *
 * const zones = defineTable({ file: "zones.csv", about: "Zones.", key: ["zone"], columns: { zone: Column.text({ about: "Its name." }) } })
 * wordsOfSources([zones], new Map([["zones.csv", "zone\nnorth\nsouth\n"]]))({ file: "zones.csv", column: "zone" }) // => ["north", "south"]
 * ```
 */
export const wordsOfSources = (
  definitions: ReadonlyArray<AnyDefinition>,
  sources: ReadonlyMap<string, string>,
): WordsOf => {
  const byFile = new Map(definitions.map((definition) => [definition.file, definition]))
  const read = new Map<string, ReturnType<typeof readSource>["words"]>()
  const known = new Map<string, ReadonlyArray<string>>()
  const wordsIn = (file: string): ReturnType<typeof readSource>["words"] | undefined => {
    const definition = byFile.get(file)
    const text = sources.get(file)
    if (definition === undefined || text === undefined) return undefined
    const words = read.get(file) ?? readSource(file, text, Object.keys(columnsOf(definition))).words
    read.set(file, words)
    return words
  }
  return ({ column, file }) => {
    const key = `${file} ${column}`
    const words =
      known.get(key) ?? [...(wordsIn(file)?.(column) ?? [])].filter((word) => word !== "")
    known.set(key, words)
    return words.length === 0 ? undefined : words
  }
}
