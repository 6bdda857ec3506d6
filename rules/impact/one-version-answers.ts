import { prepareArgumentGuards } from "../coach/arguments/argument-guards.ts"
import * as Result from "effect/Result"
import { once } from "../../core/memory.ts"
import { prepareBilan } from "../coach/bilan.ts"
import { prepareCoachPieces } from "../coach/coach-pieces.ts"
import type { PricingEngine } from "../pricing/engine.ts"
import { prepareLive } from "../pricing/live.ts"
import { prepareSandbox } from "../pricing/sandbox.ts"
import type { Situation } from "../corpus/situation.ts"
import type { Tables } from "../tables/index.ts"
import {
  type AnswerQuote,
  bilanContent,
  corpusContext,
  isSpoken,
  prepareCatalogueIds,
  prepareQuoteAnswers,
  quoteContent,
  type QuoteResult,
  type SituationAnswers,
} from "./situation-answers.ts"
import { differencesAt, type FieldChange } from "./differences.ts"
import type { Catalogue } from "./price-impact.ts"
import type { BilanSide, TouchedAnswers } from "./touched-answers.ts"

/** What one version answers to a situation, as far as a change of tables can touch it. */
export interface TouchedAnswersOf {
  readonly bilan?: {
    readonly answer: SituationAnswers["bilan"]
    readonly catalogueId: number | null
  }
  readonly quote?: QuoteResult
  readonly live?: QuoteResult
}

/** What answers each part by one set of tables; each is prepared when it is first asked for. */
export interface AnswerSide {
  readonly coach: () => BilanSide
  readonly engine: (catalogue: Catalogue) => PricingEngine
  readonly bilan: (situation: Situation) => NonNullable<TouchedAnswersOf["bilan"]>
  readonly price: (catalogue: Catalogue, situation: Situation) => QuoteResult
}

/** Prepares the answers of one set of tables. */
export const prepareAnswerSide = (tables: Tables): AnswerSide => {
  const coach = once((): BilanSide => {
    const pieces = prepareCoachPieces(tables, prepareArgumentGuards)
    return { pieces, bilans: prepareBilan(pieces) }
  })
  const catalogueIdOf = once(() => prepareCatalogueIds(coach().pieces))
  const engines = {
    quote: once((): PricingEngine => prepareSandbox(tables)),
    live: once((): PricingEngine => prepareLive(tables)),
  }
  const quotes = {
    quote: once((): AnswerQuote => prepareQuoteAnswers(tables, engines.quote())),
    live: once((): AnswerQuote => prepareQuoteAnswers(tables, engines.live())),
  }
  return {
    coach,
    engine: (catalogue) => engines[catalogue](),
    bilan: (situation) => ({
      answer: coach().bilans.make(situation.bilan, corpusContext),
      catalogueId: catalogueIdOf()(situation),
    }),
    price: (catalogue, situation) => quotes[catalogue]()(situation),
  }
}

/** Prepares the answers of one set of tables that a change can touch, and no others. */
export const prepareTouched = (
  tables: Tables,
  touched: TouchedAnswers,
): ((situation: Situation) => TouchedAnswersOf) => {
  const { bilan, price } = prepareAnswerSide(tables)
  return (situation) => ({
    ...(touched.bilan ? { bilan: bilan(situation) } : {}),
    ...(touched.quote ? { quote: price("quote", situation) } : {}),
    ...(touched.live ? { live: price("live", situation) } : {}),
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
      ...differencesAt("bilan", bilanContent(older.answer), bilanContent(newer.answer)),
    )
  }
  for (const name of ["quote", "live"] as const) {
    const [older, newer] = [before[name], after[name]]
    if (older === undefined || newer === undefined) continue
    changes.push(...differencesAt(name, quoteContent(older), quoteContent(newer)))
  }
  return changes.filter(({ field }) => isSpoken(field))
}
