import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Result from "effect/Result"
import { describeTableError, inFileOrder, type TableError } from "../../core/table/error.ts"
import { impactOf } from "../impact/impact.ts"
import { addTally, type ImpactTally, prepareTally } from "../impact/impact-tally.ts"
import { type TouchedAnswers, touchedAnswers } from "../impact/touched-answers.ts"
import type { VersionPair } from "../tables/difference.ts"
import { type AllTables, loadTables, type Tables, tableFiles } from "../tables/index.ts"
import { countShare, type ImpactJob, type ImpactAnswer } from "./impact-share.ts"
import type { DiffReport } from "./diff-report.ts"
import type { RendererParts } from "../messages/message-writer.ts"
import { impactTitles } from "./impact-titles.ts"
import { type CorpusChoice, drawCorpus } from "../corpus/draw-corpus.ts"

/** Situations between two words of how far it is. */
const progressEvery = 200

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

const unavailable = (of: string, errors: ReadonlyArray<TableError>) => ({
  unavailable: `${of} hold mistakes, first of all ${errors.slice(0, 1).map(describeTableError).join()}`,
})

/** Both sides of an impact, loaded. */
interface LoadedSides {
  readonly sources: ImpactSources
  readonly before: Tables
  readonly after: Tables
}

const loadSide = (
  sources: Sources,
  {
    loaded,
    sources: own,
  }: { readonly loaded: VersionPair["loaded"]["after"]; readonly sources: Sources },
) => {
  const isOwn =
    own.size === sources.size && [...own].every(([file, text]) => sources.get(file) === text)
  return isOwn ? loaded : loadTables(sources)
}

/** The first pair of sides that holds no mistake. */
const loadSides = (
  pair: VersionPair,
  named: ReadonlyArray<string>,
): Result.Result<LoadedSides, ReadonlyArray<TableError>> => {
  let failure: ReadonlyArray<TableError> = []
  for (const sources of impactSources(pair, named)) {
    const sides = Result.all({
      before: loadSide(sources.before, {
        loaded: pair.loaded.before,
        sources: pair.before.sources,
      }),
      after: loadSide(sources.after, { loaded: pair.loaded.after, sources: pair.after.sources }),
    })
    if (Result.isSuccess(sides)) return Result.succeed({ sources, ...sides.success })
    failure = sides.failure
  }
  return Result.fail(failure)
}

const changedFiles = ({ after, before }: ImpactSources): ReadonlyArray<string> =>
  tableFiles.filter((file) => before.get(file) !== after.get(file))

const minorUnitsOf = (tables: Tables) =>
  Object.fromEntries(tables.currencies.rows.map(({ code, minorUnits }) => [code, minorUnits]))

/** Threads that help to count. */
export interface ImpactThreads {
  /** Has all of them count what they can take. */
  readonly count: (job: ImpactJob) => Effect.Effect<ReadonlyArray<ImpactAnswer>, ImpactStopped>
}

/** A thread that helped to count an impact came to an end. */
export class ImpactStopped extends Data.TaggedError("ImpactStopped")<{ readonly reason: string }> {
  override get message() {
    return `A thread that counts the impact stopped: ${this.reason}; a smaller --count may do`
  }
}

/** What an impact is asked for with: the named tables alone, or all of them, and which situations. */
export interface ImpactAsked {
  readonly named: ReadonlyArray<string>
  readonly choice: CorpusChoice
  /** Reads the texts of arguments, whose opening sentences a report quotes. */
  readonly format: RendererParts["format"]
}

/** Both sides of an impact with the answers that the change can touch, and the tables that situations are drawn from. */
interface PreparedImpact extends LoadedSides {
  readonly drawnFrom: AllTables
  readonly touched: TouchedAnswers
}

const prepareImpact = (
  pair: VersionPair,
  named: ReadonlyArray<string>,
): Result.Result<PreparedImpact, { readonly unavailable: string }> => {
  const wrong = allMistakesIn(pair.mistakes.after)
  const { after: drawnFrom } = pair.loaded
  if (wrong.length > 0 || Result.isFailure(drawnFrom)) {
    return Result.fail(unavailable("the tables after", wrong))
  }
  const sides = loadSides(pair, named)
  if (Result.isFailure(sides)) {
    return Result.fail(unavailable("the tables of the base", sides.failure))
  }
  const touched = touchedAnswers(changedFiles(sides.success.sources))
  return Result.succeed({ ...sides.success, drawnFrom: drawnFrom.success, touched })
}

/** What was counted, as a report tells it. */
const toldImpact = (
  { after, before, sources: { borrowed } }: LoadedSides,
  { corpus, run }: ReturnType<typeof drawCorpus>,
  { format, named, tally }: Pick<ImpactAsked, "format" | "named"> & { readonly tally: ImpactTally },
) => {
  const found = impactOf({ before, after, corpus }, tally)
  const told = found.arguments.map(({ cards, change, id, situations }) => ({
    id,
    change,
    situations,
    cards,
  }))
  return {
    run,
    borrowed,
    of: named,
    minorUnits: minorUnitsOf(after),
    titles: impactTitles({ before, after, format }, found),
    ...found,
    arguments: told,
  }
}

/**
 * Starts to count what the differences of two versions do to a corpus, on the threads, and gives what
 * counts the rest in this one; or says why it cannot be told.
 */
export const startImpact = Effect.fnUntraced(function* (
  pair: VersionPair,
  { choice, format, named }: ImpactAsked,
  threads: ImpactThreads,
) {
  const prepared = prepareImpact(pair, named)
  if (Result.isFailure(prepared)) return Effect.succeed(prepared.failure)
  const { after, before, drawnFrom, sources, touched } = prepared.success
  const next = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  const job: ImpactJob = { ...sources, drawn: pair.after.sources, touched, choice, next }
  const helping = yield* Effect.forkScoped(threads.count(job))
  return Effect.gen(function* () {
    const drawn = drawCorpus(drawnFrom, choice)
    const { count, tally } = prepareTally(before, after, touched)
    countShare(drawn.corpus, next, count)
    for (const other of yield* Fiber.join(helping)) addTally(tally, other)
    return toldImpact(prepared.success, drawn, { format, named, tally })
  })
})

/** Counts what the differences of two versions do to a corpus in this thread alone, and tells how far it is. */
export const countImpact = (
  pair: VersionPair,
  { choice, format, named }: ImpactAsked,
  progress: (done: number, all: number) => void,
): NonNullable<DiffReport["impact"]> => {
  const prepared = prepareImpact(pair, named)
  if (Result.isFailure(prepared)) return prepared.failure
  const { after, before, drawnFrom, touched } = prepared.success
  const drawn = drawCorpus(drawnFrom, choice)
  const { corpus } = drawn
  const { count, tally } = prepareTally(before, after, touched)
  for (const [index, situation] of corpus.entries()) {
    if (index % progressEvery === 0) progress(index, corpus.length)
    count(situation, index)
  }
  return toldImpact(prepared.success, drawn, { format, named, tally })
}
