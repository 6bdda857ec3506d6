import * as Result from "effect/Result"
import { prepareArguments } from "../coach/arguments/arguments.ts"
import { prepareBilan } from "../coach/bilan.ts"
import { prepareCardReadings } from "../coach/covers/card-reading.ts"
import { prepareConditions } from "../coach/covers/conditions.ts"
import { prepareDemands } from "../coach/formalities/demands.ts"
import { prepareGaps } from "../coach/covers/gaps.ts"
import { prepareHeadline } from "../coach/arguments/headline.ts"
import { prepareCoachPieces } from "../coach/coach-pieces.ts"
import { prepareSelling } from "../coach/arguments/selling.ts"
import { prepareSharesOfCards } from "../coach/arguments/share-of-cards.ts"
import { prepareSocial } from "../coach/arguments/social.ts"
import type { PricingEngine } from "../pricing/engine.ts"
import { prepareLive } from "../pricing/live.ts"
import { prepareSandbox } from "../pricing/sandbox.ts"
import type { Tables } from "../tables/index.ts"
import { corpusContext, prepareQuoteAnswers } from "./situation-answers.ts"
import { conclusionText, prepareConclusions } from "./outcome.ts"
import type { Situation } from "../corpus/situation.ts"

/** What a situation comes to, as a text that is the same for the same answers. */
export type AnswerText = (situation: Situation) => string

const textOf = <Answer, Refusal>(answer: Result.Result<Answer, Refusal>): string =>
  JSON.stringify(Result.isSuccess(answer) ? answer.success : answer.failure)

/** The answer of whoever reads a table, over tables in which that one alone is another. */
export type AnswersWith = (tables: Tables) => AnswerText

/** Bilans, of which only what decision tables decide is prepared anew. */
const prepareDecidedBilans = (tables: Tables): AnswersWith => {
  const pieces = prepareCoachPieces(tables)
  const shares = prepareSharesOfCards(tables, pieces.catalogue, pieces.markets)
  return (others) => {
    const gaps = prepareGaps(others, pieces.terms)
    const { make } = prepareBilan({
      ...pieces,
      tables: others,
      gaps,
      readCard: prepareCardReadings(gaps, prepareConditions(gaps, pieces.terms)),
      demandsOf: prepareDemands(others),
      arguments: prepareArguments(others),
      headline: prepareHeadline(others),
      social: prepareSocial(others, shares),
      selling: prepareSelling(others),
    })
    return ({ bilan }) => textOf(make(bilan, corpusContext))
  }
}

/** Prices from one catalogue, over tables in which others read the trips as before. */
const preparePrices =
  (prepare: (tables: Tables) => Pick<PricingEngine, "price">) =>
  (tables: Tables): AnswersWith =>
  (others) => {
    const answer = prepareQuoteAnswers(tables, prepare(others))
    return (situation) => textOf(answer(situation))
  }

const prepareSandboxPrices = preparePrices(prepareSandbox)

const prepareLivePrices = preparePrices(prepareLive)

const conclusions: AnswersWith = (tables) => {
  const conclude = prepareConclusions(tables)
  return (situation) => conclusionText(conclude(situation))
}

/**
 * Prepares the answers that depend on one table: prices for those of a catalogue and of
 * printed guarantees, bilans for the decision tables of the Coach, everything for all others. What does not depend on it is prepared once.
 */
export const prepareAnswersWith = (
  tables: Tables,
): ((file: string, decides: boolean) => AnswersWith) => {
  const bilans = prepareDecidedBilans(tables)
  const sandboxPrices = prepareSandboxPrices(tables)
  const livePrices = prepareLivePrices(tables)
  return (file, decides) => {
    if (file.startsWith("sandbox/")) return sandboxPrices
    if (file.startsWith("catalogue/") || file.startsWith("printed/")) return livePrices
    return decides && file.startsWith("coach/") ? bilans : conclusions
  }
}
