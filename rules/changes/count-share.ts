import {
  changedTraveller,
  type ChangedTraveller,
  mostChanged,
  type PlacedSituation,
  travellersMax,
} from "./changed-travellers.ts"
import { caseSituations } from "../corpus/cases.ts"
import type { CorpusTables } from "../corpus/corpus-tables.ts"
import { corpusSeed } from "../corpus/corpus.ts"
import { situations } from "../corpus/generate.ts"
import type { Situation } from "../corpus/situation.ts"
import { type ArgumentMoves, cardNameOf, countMoves, movedIds } from "../impact/argument-tally.ts"
import type { ImpactTally, SituationChange } from "../impact/impact-tally.ts"
import type { ImpactCount } from "../impact/kept-impact.ts"
import { successOf } from "../impact/one-version-answers.ts"
import type { AllTables } from "../tables/index.ts"

/** What the share of one thread comes to. */
export interface SharePart {
  readonly tally: ImpactTally
  readonly moves: ArgumentMoves
  readonly travellers: ReadonlyArray<ChangedTraveller>
  readonly situations: number
  readonly cases: number
  readonly changedCases: number
}

/** Which share of a corpus is counted in one place. */
export interface OwnShare {
  /** Each so manieth situation, from this one on. */
  readonly share: number
  readonly shares: number
  /** How many situations there are in all. */
  readonly situations: number
}

/** The share of one thread: own cases first. */
export interface CorpusShare {
  readonly cases: ReadonlyArray<PlacedSituation>
  readonly generated: ReadonlyArray<PlacedSituation>
}

/**
 * Counts a share of the corpus, the own cases first, step by step.
 *
 * @yields How far it is; all of the own cases once they are counted, and the whole share at the end.
 */
export function* countOwnShare(
  { count, tally }: ImpactCount,
  { cases, generated }: CorpusShare,
): Generator<ShareStep> {
  const moves: ArgumentMoves = new Map()
  let travellers: Array<ChangedTraveller> = []
  let changedCases = 0
  let done = 0
  const of = cases.length + generated.length
  const part = (): SharePart => ({
    tally,
    moves,
    travellers: mostChanged(travellers),
    situations: done,
    cases: cases.length,
    changedCases,
  })
  const take = (placed: PlacedSituation): void => {
    const change = count(placed.situation, placed.place)
    done += 1
    if (change.changes.length === 0) return
    if (placed.situation.origin === "case") changedCases += 1
    countOrder(moves, placed, change)
    travellers.push(changedTraveller(placed, change))
    if (travellers.length > gatheredMax) travellers = [...mostChanged(travellers)]
  }
  for (const placed of cases) {
    take(placed)
    if (done % stepSize === 0) yield { done, of }
  }
  yield { done, of, part: part() }
  for (const placed of generated) {
    take(placed)
    if (done % stepSize === 0) yield { done, of }
  }
  yield { done, of, part: part() }
}

/**
 * Prepares the share that one thread has of a corpus. It is drawn again when the tables change that it is
 * drawn from, and says whether it was.
 */
export const prepareShare = ({
  share,
  shares,
  situations: count,
}: OwnShare): ((tables: AllTables) => {
  readonly corpus: CorpusShare
  readonly isNew: boolean
}) => {
  let known: CorpusShare = { cases: [], generated: [] }
  let casesOf: AllTables["corpusCases"] | undefined
  let drawn: ReadonlyArray<unknown> = []
  let caseCount = 0
  const own = (all: ReadonlyArray<Situation>, from: number): ReadonlyArray<PlacedSituation> =>
    all.flatMap((situation, index) =>
      index % shares === share ? [{ situation, place: from + index }] : [],
    )
  return (tables) => {
    const sources = drawnFrom.map((name) => tables[name])
    const sameDraw = drawn.length > 0 && sources.every((table, index) => table === drawn[index])
    if (sameDraw && casesOf === tables.corpusCases) return { corpus: known, isNew: false }
    const all = caseSituations(tables)
    const cases = sameAsBefore(known.cases, own(all, 0))
    const shift = all.length - caseCount
    const generatedCount = Math.max(count - all.length, 0)
    // The fewer own cases there are, the more are generated; a larger count begins with those of a smaller.
    const generated =
      sameDraw && shift === 0
        ? known.generated
        : sameAsBefore(
            known.generated,
            own(situations(tables, corpusSeed, generatedCount), all.length),
          )
    known = { cases, generated }
    casesOf = tables.corpusCases
    drawn = sources
    caseCount = all.length
    return { corpus: known, isNew: true }
  }
}

/** How far the counting of a share is; `part` where it may be told. */
interface ShareStep {
  readonly done: number
  readonly of: number
  readonly part?: SharePart
}

/** Situations are counted so many at a time, then whatever else waits has its turn. */
const stepSize = 20

/** So many travellers are gathered before those that change most are chosen of them. */
const gatheredMax = 20 * travellersMax

const countOrder = (
  moves: ArgumentMoves,
  { situation }: PlacedSituation,
  { after, before }: SituationChange,
): void => {
  if (before.bilan === after.bilan) return
  const older = successOf(before.bilan?.answer)
  const newer = successOf(after.bilan?.answer)
  if (older === undefined || newer === undefined) return
  const moved = movedIds(older.bilan.arguments, newer.bilan.arguments)
  if (moved.length === 0) return
  const card = cardNameOf(after.bilan?.catalogueId ?? null, situation.bilan.card)
  countMoves(moves, card, moved)
}

/** The tables that generated situations are drawn from. */
const drawnFrom = [
  "bankAliases",
  "coachBins",
  "coachCards",
  "corpusCards",
  "corpusCurrencies",
  "corpusDepartures",
  "corpusDestinationCounts",
  "corpusDestinations",
  "corpusIntents",
  "corpusLengths",
  "corpusMarkets",
  "corpusParties",
  "corpusPartyMembers",
  "corpusRanges",
  "corpusResidences",
  "corpusTripPrices",
  "countries",
  "networkWords",
  "tierWords",
] as const satisfies ReadonlyArray<keyof CorpusTables>

/** Situations that are the same as before stay the same objects, so that what is kept of them is found. */
const sameAsBefore = (
  known: ReadonlyArray<PlacedSituation>,
  fresh: ReadonlyArray<PlacedSituation>,
): ReadonlyArray<PlacedSituation> => {
  const byText = new Map(
    known.map(({ situation }) => [JSON.stringify(situation), situation] as const),
  )
  return fresh.map(({ place, situation }) => ({
    place,
    situation: byText.get(JSON.stringify(situation)) ?? situation,
  }))
}
