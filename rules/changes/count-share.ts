import { type ArgumentMoves, cardNameOf, countMoves, movedIds } from "../impact/argument-tally.ts"
import type { ImpactTally, SituationChange } from "../impact/impact-tally.ts"
import type { ImpactCount } from "../impact/kept-impact.ts"
import { successOf } from "../impact/one-version-answers.ts"
import { changedTraveller, mostChanged, travellersMax } from "./changed-travellers.ts"
import type { CorpusShare, PlacedSituation } from "./shared-corpus.ts"
import type { ChangedTraveller } from "./changed-travellers.ts"

/** What the share of one thread comes to. */
export interface SharePart {
  readonly tally: ImpactTally
  readonly moves: ArgumentMoves
  readonly travellers: ReadonlyArray<ChangedTraveller>
  readonly situations: number
  readonly cases: number
  readonly changedCases: number
}

/** How far the counting of a share is; `part` where it may be told. */
export interface ShareStep {
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
