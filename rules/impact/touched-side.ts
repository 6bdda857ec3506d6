import * as Result from "effect/Result"
import { prepareBilan } from "../coach/bilan.ts"
import { preparePieces } from "../coach/prepared.ts"
import type { PricingEngine } from "../pricing/engine.ts"
import { prepareLive } from "../pricing/live.ts"
import { prepareSandbox } from "../pricing/sandbox.ts"
import type { Situation } from "../corpus/situation.ts"
import type { Tables } from "../tables/index.ts"
import {
  type AnswerQuote,
  corpusContext,
  prepareQuoteAnswers,
  type QuoteResult,
  type SituationAnswers,
} from "./answers.ts"
import { differencesAt, type FieldChange } from "./differences.ts"
import { bilanSaid, isSpoken, prepareCatalogueIds, quoteSaid } from "./outcome.ts"
import type { TouchedAnswers } from "./touched-answers.ts"

/** What one version answers to a situation, as far as a change of tables can touch it. */
export interface TouchedAnswersOf {
  readonly bilan?: {
    readonly answer: SituationAnswers["bilan"]
    readonly catalogueId: number | null
  }
  readonly quote?: QuoteResult
  readonly live?: QuoteResult
}

const prepareBilans = (tables: Tables) => {
  const pieces = preparePieces(tables)
  const { make } = prepareBilan(pieces)
  const catalogueIdOf = prepareCatalogueIds(pieces)
  return (situation: Situation) => ({
    answer: make(situation.bilan, corpusContext),
    catalogueId: catalogueIdOf(situation),
  })
}

/** Prepares the answers of one set of tables that a change can touch, and no others. */
export const prepareTouched = (
  tables: Tables,
  touched: TouchedAnswers,
): ((situation: Situation) => TouchedAnswersOf) => {
  const quotes = (engine: Pick<PricingEngine, "price">): AnswerQuote =>
    prepareQuoteAnswers(tables, engine)
  const bilan = touched.bilan ? prepareBilans(tables) : undefined
  const quote = touched.quote ? quotes(prepareSandbox(tables)) : undefined
  const live = touched.live ? quotes(prepareLive(tables)) : undefined
  return (situation) => ({
    ...(bilan === undefined ? {} : { bilan: bilan(situation) }),
    ...(quote === undefined ? {} : { quote: quote(situation) }),
    ...(live === undefined ? {} : { live: live(situation) }),
  })
}

/** The answer where there is one. */
export const successOf = <Answer>(
  result: Result.Result<Answer, unknown> | undefined,
): Answer | undefined =>
  result !== undefined && Result.isSuccess(result) ? result.success : undefined

/** The fields in which two answers to the same situation differ, by their names in outcomes. */
export const touchedChanges = (
  before: TouchedAnswersOf,
  after: TouchedAnswersOf,
): ReadonlyArray<FieldChange> => {
  const changes: Array<FieldChange> = []
  if (before.bilan !== undefined && after.bilan !== undefined) {
    const [older, newer] = [before.bilan, after.bilan]
    changes.push(
      ...differencesAt("bilan.card.catalogueId", older.catalogueId, newer.catalogueId),
      ...differencesAt("bilan", bilanSaid(older.answer), bilanSaid(newer.answer)),
    )
  }
  for (const name of ["quote", "live"] as const) {
    const [older, newer] = [before[name], after[name]]
    if (older === undefined || newer === undefined) continue
    changes.push(...differencesAt(name, quoteSaid(older), quoteSaid(newer)))
  }
  return changes.filter(({ field }) => isSpoken(field))
}
