import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Result from "effect/Result"
import { describeTableError, inFileOrder, type TableError } from "../../core/table/error.ts"
import { type DiffReport, type ImpactTitles } from "./diff-report.ts"
import { type CorpusChoice, drawCorpus } from "../corpus/corpus.ts"
import type { Situation } from "../corpus/situation.ts"
import type { ArgumentImpact } from "../impact/argument-tally.ts"
import {
  addTally,
  type CountSituation,
  type ImpactTally,
  prepareTally,
} from "../impact/impact-tally.ts"
import { type Impact, impactOf } from "../impact/impact.ts"
import { type TouchedAnswers, touchedAnswers } from "../impact/touched-answers.ts"
import type { RendererParts } from "../messages/message-writer.ts"
import { makeBilanRenderer } from "../messages/render.ts"
import type { VersionPair } from "../tables/compare-versions.ts"
import { definitionFileOf, isOwnFile, isOwnTable } from "../../core/table/own-table.ts"
import {
  type AllTables,
  loadTables,
  shippedTexts,
  tableFilesIn,
  type Tables,
} from "../tables/index.ts"

/** Threads that help to count. */
export interface ImpactThreads {
  /** Has all of them count what they can take. */
  readonly count: (job: ImpactJob) => Effect.Effect<ReadonlyArray<ImpactAnswer>, ImpactStopped>
}

/** What a thread is given: the texts of both versions, the corpus to draw, and whose turn is next. */
export interface ImpactJob {
  readonly before: ReadonlyMap<string, string>
  readonly after: ReadonlyMap<string, string>
  /** The tables that the corpus is drawn from. */
  readonly drawn: ReadonlyMap<string, string>
  readonly touched: TouchedAnswers
  readonly choice: CorpusChoice
  /** One number that all threads share: the place of the next situation that nobody has taken. */
  readonly next: Int32Array<SharedArrayBuffer>
}

/** What a thread answers. */
export type ImpactAnswer = ImpactTally

/** A thread that helped to count an impact came to an end. */
export class ImpactStopped extends Data.TaggedError("ImpactStopped")<{ readonly reason: string }> {
  override get message() {
    return `A thread that counts the impact stopped: ${this.reason}; a smaller --count may do`
  }
}

/** All mistakes of one side, in the order of files. */
export const allMistakesIn = (mistakes: ReadonlyMap<string, ReadonlyArray<TableError>>) =>
  inFileOrder([...mistakes.values()].flat())

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

/** Counts situations, as many as are left to take, while others do the same. */
export const countShare = (
  corpus: ReadonlyArray<Situation>,
  next: ImpactJob["next"],
  count: CountSituation,
): void => {
  for (;;) {
    const from = Atomics.add(next, 0, shareSize)
    if (from >= corpus.length) return
    for (const [index, situation] of corpus.slice(from, from + shareSize).entries()) {
      count(situation, from + index)
    }
  }
}

/** What offers are called: product and plan, then the insurer. */
export const offerTitles = (tables: Tables): ReadonlyArray<readonly [string, string]> =>
  [
    { insurers: tables.sandboxInsurers.rows, offers: tables.sandboxOffers.rows, mark: ", sandbox" },
    { insurers: tables.catalogueInsurers.rows, offers: tables.catalogueOffers.rows, mark: "" },
  ].flatMap(({ insurers, mark, offers }) => {
    const names = new Map(insurers.map(({ insurer, name }) => [insurer, plainName(name)]))
    return offers.map(({ insurer, name, offerId, plan }) => {
      const product = [name, plan].filter((part) => part !== null && part !== "").join(" ")
      return [String(offerId), `${product} (${names.get(insurer) ?? insurer}${mark})`] as const
    })
  })

/** What cards are called, by `#` and their catalogue id. */
export const cardTitles = (tables: Tables): ReadonlyArray<readonly [string, string]> =>
  tables.coachCards.rows.map(({ bank, cardName, catalogueId }) => [
    `#${catalogueId}`,
    `${cardName} (${bank})`,
  ])

/** Situations between two words of how far it is. */
const progressEvery = 200

type Sources = ReadonlyMap<string, string>

/** The tables of both sides of an impact as texts, and which of them are the same on both for want of others. */
interface ImpactSources {
  readonly before: Sources
  readonly after: Sources
  /** Tables that one version lacks, or that hold mistakes before: the other's stand in for them. */
  readonly borrowed: ReadonlyArray<string>
}

const withNamed = (others: Sources, from: Sources, named: ReadonlyArray<string>): Sources => {
  const files = named.flatMap((file) => (isOwnTable(file) ? [file, definitionFileOf(file)] : file))
  const texts = new Map(others)
  for (const file of files) {
    const text = from.get(file)
    if (text !== undefined) texts.set(file, text)
    else if (isOwnFile(file)) texts.delete(file)
  }
  return texts
}

/**
 * The pairs of table sets that could show the impact, best first: all tables of both versions; where
 * some are named, their change alone within the others of the version before, then within those of the
 * version after, then each with the others of its own version.
 */
const impactSources = (
  { after, before, mistakes }: VersionPair,
  named: ReadonlyArray<string>,
): ReadonlyArray<ImpactSources> => {
  const borrowed = tableFilesIn(before.sources, after.sources).filter(
    (file) =>
      // A table of one's own that one version lacks is what the change is about.
      !isOwnFile(file) &&
      (before.sources.has(file) !== after.sources.has(file) ||
        (after.sources.has(file) && mistakes.before.has(file))),
  )
  const own = [...before.sources].filter(([file]) => !mistakes.before.has(file))
  const older = new Map([...shippedTexts(after.sources), ...own])
  const newer = new Map([...shippedTexts(before.sources), ...after.sources])
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
  tableFilesIn(before, after).filter((file) => before.get(file) !== after.get(file))

const minorUnitsOf = (tables: Tables) =>
  Object.fromEntries(tables.currencies.rows.map(({ code, minorUnits }) => [code, minorUnits]))

/** What an impact is asked for with: the named tables alone, or all of them, and which situations. */
interface ImpactAsked {
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

/** How many situations a thread takes at a time. */
const shareSize = 100

/** Insurers that are made up say so in brackets behind their name. */
const plainName = (name: string): string => name.replace(/ \([^)]*\)$/, "")

const argumentTitles = (
  sides: { readonly gained: Tables; readonly lost: Tables },
  format: RendererParts["format"],
  { arguments: some }: Pick<Impact, "arguments">,
): ReadonlyArray<readonly [string, string]> => {
  const renderers = {
    gained: makeBilanRenderer({ texts: sides.gained, format }),
    lost: makeBilanRenderer({ texts: sides.lost, format }),
  }
  return some.flatMap(({ change, example, id }: ArgumentImpact) => {
    const rendered = renderers[change](example, { lang: "en" })
    const hook = rendered.arguments.find((argument) => argument.id === id)?.hook
    return hook === undefined ? [] : [[id, hook] as const]
  })
}

/** The titles of what an impact names, by the tables before where those after have no name for it any more. */
const impactTitles = (
  {
    after,
    before,
    format,
  }: {
    readonly before: Tables
    readonly after: Tables
    readonly format: RendererParts["format"]
  },
  impact: Impact,
): ImpactTitles => ({
  offers: Object.fromEntries([...offerTitles(before), ...offerTitles(after)]),
  cards: Object.fromEntries([...cardTitles(before), ...cardTitles(after)]),
  arguments: Object.fromEntries(argumentTitles({ gained: after, lost: before }, format, impact)),
  guarantees: Object.fromEntries(
    after.messageGuarantees.rows.map(({ en, key }) => [key, en] as const),
  ),
})
