import { caseSituations } from "../corpus/cases.ts"
import { corpusSeed } from "../corpus/corpus.ts"
import type { CorpusTables } from "../corpus/corpus-tables.ts"
import { situations } from "../corpus/generate.ts"
import type { Situation } from "../corpus/situation.ts"
import type { AllTables } from "../tables/index.ts"

/** Which share of a corpus is counted in one place. */
export interface OwnShare {
  /** Each so manieth situation, from this one on. */
  readonly share: number
  readonly shares: number
  /** How many situations there are in all. */
  readonly situations: number
}

/** A situation and its place in the corpus. */
export interface PlacedSituation {
  readonly situation: Situation
  readonly place: number
}

/** The share of one thread: own cases first. */
export interface CorpusShare {
  readonly cases: ReadonlyArray<PlacedSituation>
  readonly generated: ReadonlyArray<PlacedSituation>
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
