import * as Result from "effect/Result"
import { describeTableError, inFileOrder, type TableError } from "../../../core/table/error.ts"
import { impact } from "../../../rules/impact/impact.ts"
import type { VersionPair } from "../../../rules/tables/difference.ts"
import { loadTables, type Tables, tableFiles } from "../../../rules/tables/index.ts"
import { type CorpusChoice, drawCorpus } from "./corpus-flags.ts"
import type { DiffReport } from "./diff-report.ts"

type Sources = ReadonlyMap<string, string>

/** The tables of both sides of an impact as texts, and which of them are the same on both for want of others. */
export interface ImpactSources {
  readonly before: Sources
  readonly after: Sources
  /** Tables that one version lacks, or that hold mistakes before: the other's stand in for them. */
  readonly borrowed: ReadonlyArray<string>
}

/** All mistakes of one side, in the order of files. */
export const allMistakesIn = (mistakes: ReadonlyMap<string, ReadonlyArray<TableError>>) =>
  inFileOrder([...mistakes.values()].flat())

const withNamed = (others: Sources, from: Sources, named: ReadonlyArray<string>): Sources =>
  new Map([
    ...others,
    ...named.flatMap((file) => {
      const text = from.get(file)
      return text === undefined ? [] : [[file, text] as const]
    }),
  ])

/**
 * The pairs of table sets that could show the impact, best first: all tables of both versions; where
 * some are named, their change alone within the others of the version before, then within those of the
 * version after, then each with the others of its own version.
 */
export const impactSources = (
  { after, before, mistakes }: VersionPair,
  named: ReadonlyArray<string>,
): ReadonlyArray<ImpactSources> => {
  const borrowed = tableFiles.filter(
    (file) =>
      before.sources.has(file) !== after.sources.has(file) ||
      (after.sources.has(file) && mistakes.before.has(file)),
  )
  const own = [...before.sources].filter(([file]) => !mistakes.before.has(file))
  const older = new Map([...after.sources, ...own])
  const newer = new Map([...before.sources, ...after.sources])
  const whole = { before: older, after: newer, borrowed }
  if (named.length === 0) return [whole]
  return [
    { before: older, after: withNamed(older, newer, named), borrowed },
    { before: withNamed(newer, older, named), after: newer, borrowed },
    whole,
  ]
}

const firstMistake = (of: string, errors: ReadonlyArray<TableError>) => ({
  unavailable: `${of} hold mistakes, first of all ${errors.slice(0, 1).map(describeTableError).join()}`,
})

const loadPair = ({ after, before }: ImpactSources) =>
  Result.all({ before: loadTables(before), after: loadTables(after) })

/** What the differences of two versions do to a corpus, or why that cannot be told. */
export const impactReport = (
  pair: VersionPair,
  named: ReadonlyArray<string>,
  choice: CorpusChoice,
): DiffReport["impact"] => {
  const wrong = allMistakesIn(pair.mistakes.after)
  const { after: drawn } = pair.loaded
  if (wrong.length > 0) return firstMistake("the tables after", wrong)
  let failure: ReadonlyArray<TableError> = []
  for (const sources of impactSources(pair, named)) {
    const loaded = loadPair(sources)
    if (Result.isFailure(loaded)) failure = loaded.failure
    else {
      const { after, before } = loaded.success
      const tables = Result.isSuccess(drawn) ? drawn.success : undefined
      if (tables === undefined) break
      const { corpus, run } = drawCorpus(tables, choice)
      return {
        run,
        borrowed: sources.borrowed,
        of: named,
        minorUnits: minorUnitsOf(after),
        ...impact(before, after, corpus),
      }
    }
  }
  return firstMistake("the tables of the base", failure)
}

const minorUnitsOf = (tables: Tables) =>
  Object.fromEntries(tables.currencies.rows.map(({ code, minorUnits }) => [code, minorUnits]))
