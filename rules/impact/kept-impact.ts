import * as Result from "effect/Result"
import { makeSharing } from "../../core/memory.ts"
import type { Situation } from "../corpus/situation.ts"
import type { Tables } from "../tables/index.ts"
import type { TextsOfVersions } from "./watched-tables.ts"
import { countChange, emptyTally, type ImpactTally, type SituationChange } from "./impact-tally.ts"
import type { Catalogue } from "./price-impact.ts"
import {
  type AskedBilan,
  askedBilan,
  narrowBilans,
  narrowPrices,
  preparePriceQuestions,
  type PriceQuestions,
  type TouchedAnswers,
  touchedAnswers,
} from "./touched-answers.ts"
import { type AnswerSide, prepareAnswerSide, type TouchedAnswersOf } from "./one-version-answers.ts"

/** What is kept of a situation: what the version before answers to it, and what that asked. */
interface KeptSituation {
  bilan?: TouchedAnswersOf["bilan"]
  quote?: TouchedAnswersOf["quote"]
  live?: TouchedAnswersOf["live"]
  askedBilan?: AskedBilan | null
  readonly askedPrices: { quote?: PriceQuestions | null; live?: PriceQuestions | null }
}

/** A change of tables: the version after, and which texts of both differ. */
export interface TablesChange {
  readonly tables: Tables
  /** The files whose texts differ. */
  readonly files: ReadonlyArray<string>
  readonly texts: TextsOfVersions
}

/** Counts what a change does to situations, one after another. */
export interface ImpactCount {
  readonly touched: TouchedAnswers
  readonly tally: ImpactTally
  readonly count: (situation: Situation, place: number) => SituationChange
}

/** Answers of one version to situations, of which those that a change leaves alone are made once. */
export interface KeptImpact {
  /** Prepares to count a change. */
  readonly prepare: (change: TablesChange) => ImpactCount
  /** Makes what is kept of a situation, so that counting finds it. */
  readonly keep: (situation: Situation) => void
  /** Says that all situations are kept: what finds equal parts of their answers is let go. */
  readonly allKept: () => void
  /** Forgets all situations but these. */
  readonly retain: (situations: ReadonlyArray<Situation>) => void
}

const catalogues = ["quote", "live"] as const

const parts = ["bilan", ...catalogues] as const

/** The files among some that touch one of the answers. */
const filesOf = (files: ReadonlyArray<string>, part: keyof TouchedAnswers) =>
  files.filter((file) => touchedAnswers([file])[part])

/**
 * Keeps what the version before answers to each situation, so that a change costs the answers after
 * alone, and of those only the ones that it can touch. Every other answer stands for itself on both sides.
 */
export const keepImpact = (before: Tables): KeptImpact => {
  const older: AnswerSide = prepareAnswerSide(before)
  let kept = new Map<Situation, KeptSituation>()
  const questions = {
    quote: preparePriceQuestions(before, {
      plan: (...asked) => older.engine("quote").plan(...asked),
    }),
    live: preparePriceQuestions(before, {
      plan: (...asked) => older.engine("live").plan(...asked),
    }),
  }

  const keptOf = (situation: Situation): KeptSituation => {
    const known = kept.get(situation)
    if (known !== undefined) return known
    const fresh: KeptSituation = { askedPrices: {} }
    kept.set(situation, fresh)
    return fresh
  }

  // Bilans of a corpus say the same of the same covers: as they are made they take three times the room.
  let share = makeSharing()

  const bilanBefore = (situation: Situation, own: KeptSituation) => {
    if (own.bilan !== undefined) return own.bilan
    const { answer, catalogueId } = older.bilan(situation)
    return (own.bilan = { answer: Result.map(answer, (bilan) => share(bilan)), catalogueId })
  }

  const priceBefore = (catalogue: Catalogue, situation: Situation, own: KeptSituation) =>
    (own[catalogue] ??= older.price(catalogue, situation))

  const askedOf = (situation: Situation, own: KeptSituation): AskedBilan | null => {
    if (own.askedBilan === undefined) own.askedBilan = askedBilan(older.coach(), situation)
    return own.askedBilan
  }

  const asksOf = (catalogue: Catalogue, situation: Situation, { askedPrices }: KeptSituation) => {
    const known = askedPrices[catalogue]
    if (known !== undefined) return known
    return (askedPrices[catalogue] = questions[catalogue](situation))
  }

  const prepareBilans = (newer: AnswerSide, { files, texts }: TablesChange) => {
    const touches = narrowBilans(older.coach, newer.coach, filesOf(files, "bilan"), texts)
    return (situation: Situation, own: KeptSituation) => {
      const was = bilanBefore(situation, own)
      const asked = touches === undefined ? undefined : askedOf(situation, own)
      // What is refused before is refused after, unless other tables change.
      if (asked === null) return { was, is: was }
      if (touches !== undefined && asked !== undefined && !touches(asked, was.answer)) {
        return { was, is: was }
      }
      return { was, is: newer.bilan(situation) }
    }
  }

  const preparePrices = (
    catalogue: Catalogue,
    newer: AnswerSide,
    { files, texts }: TablesChange,
  ) => {
    const touches = narrowPrices(before, catalogue, filesOf(files, catalogue), texts)
    return (situation: Situation, own: KeptSituation) => {
      const was = priceBefore(catalogue, situation, own)
      const asked = touches === undefined ? undefined : asksOf(catalogue, situation, own)
      if (asked === null) return { was, is: was }
      if (touches !== undefined && asked !== undefined && !touches(asked)) return { was, is: was }
      return { was, is: newer.price(catalogue, situation) }
    }
  }

  return {
    prepare: (change) => {
      const touched = touchedAnswers(change.files)
      const newer = prepareAnswerSide(change.tables)
      const bilans = touched.bilan ? prepareBilans(newer, change) : undefined
      const quotes = touched.quote ? preparePrices("quote", newer, change) : undefined
      const lives = touched.live ? preparePrices("live", newer, change) : undefined
      const tally = emptyTally()
      return {
        touched,
        tally,
        count: (situation, place) => {
          const own = keptOf(situation)
          const answers = {
            bilan: bilans?.(situation, own),
            quote: quotes?.(situation, own),
            live: lives?.(situation, own),
          }
          const side = (version: "is" | "was"): TouchedAnswersOf =>
            Object.fromEntries(
              parts.flatMap((part) => {
                const found = answers[part]
                return found === undefined ? [] : [[part, found[version]]]
              }),
            )
          return countChange(tally, situation, place, { before: side("was"), after: side("is") })
        },
      }
    },
    keep: (situation) => {
      const own = keptOf(situation)
      bilanBefore(situation, own)
      for (const catalogue of catalogues) {
        priceBefore(catalogue, situation, own)
        asksOf(catalogue, situation, own)
      }
      askedOf(situation, own)
    },
    allKept: () => {
      share = makeSharing()
    },
    retain: (situations) => {
      kept = new Map(
        situations.flatMap((situation) => {
          const own = kept.get(situation)
          return own === undefined ? [] : [[situation, own] as const]
        }),
      )
    },
  }
}
