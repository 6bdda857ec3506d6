import { tables as bins } from "#library/bins"
import { tables as priced } from "#library/pricing"
import { tables as universal } from "#library/universal"
import * as Result from "effect/Result"
import { memo } from "../../../core/memo.ts"
import { once } from "../../../core/once.ts"
import { inFileOrder, type TableError } from "../../../core/table/error.ts"
import { prepareCoachSteps } from "../../../rules/coach/steps.ts"
import { handlingFeeBps } from "../../../rules/fees/handling-fee.ts"
import {
  makeCoachOver,
  type OpenCoach,
  openCoachOver,
  unknownFiles,
} from "../../../rules/offline/coach.ts"
import type { OwnTexts } from "../../../rules/offline/packed-tables.ts"
import {
  makePricingOver,
  type OpenPricing,
  openPricingOver,
} from "../../../rules/offline/pricing.ts"
import type { QuoteMode } from "../../../rules/offline/pricing-functions.ts"
import { versionOf } from "../../../rules/offline/table-texts.ts"
import { preparePricingSteps } from "../../../rules/pricing/steps.ts"
import { offlineTableFiles } from "../../../rules/tables/offline.ts"
import { offlinePricingFiles } from "../../../rules/tables/offline-pricing.ts"
import { compileText } from "../../messages/icu.ts"
import { facts } from "../built-facts.ts"
import { shippedCoach } from "../shipped-coach.ts"
import { shippedPricing } from "../shipped-pricing.ts"
import type {
  CoachOfTables,
  OwnTablesOptions,
  PricingOfTables,
  TablesOptions,
  TablesShape,
} from "./tables-shape.ts"

/** Bilans, whole and in steps. */
export const coachOf = (opened: OpenCoach): CoachOfTables => ({
  functions: opened,
  steps: prepareCoachSteps(opened.engine, opened.context),
})

/** Prices, whole and in steps. */
export const pricingOf = (opened: OpenPricing): PricingOfTables => ({
  functions: opened,
  read: (body) => opened.quotesIn("sandbox").read(body),
  steps: memo((mode: QuoteMode) => {
    const { pricing, rates, terms } = opened.quotesIn(mode)
    return preparePricingSteps({ engine: pricing, rates, feeBps: handlingFeeBps(terms) })
  }),
})

const packedCoach = [universal, bins]

const ownVersion = `${versionOf(packedCoach)}+own`

/** Bilans over edited texts of the Coach's tables. */
export const editedCoach = (
  texts: OwnTexts,
  { engineVersion = ownVersion, today }: OwnTablesOptions,
): Result.Result<OpenCoach, ReadonlyArray<TableError>> =>
  makeCoachOver(packedCoach, texts, { engineVersion, shape: facts.bilanShape, today })

/** Prices over edited texts of the tables of prices. */
export const editedPricing = (
  texts: OwnTexts,
  { baseUrl, engineVersion = ownVersion, today }: OwnTablesOptions,
): Result.Result<OpenPricing, ReadonlyArray<TableError>> =>
  makePricingOver([priced], texts, { baseUrl, engineVersion, facts, format: compileText, today })

/** Answers over the package's own tables, which a process prepares once. */
export const shippedTables = once((): TablesShape => ({
  engineVersion: universal.engineVersion,
  coach: once(() => coachOf(shippedCoach())),
  pricing: once(() => pricingOf(shippedPricing())),
}))

/** Answers over the package's own tables, with a day and addresses of one's own. */
export const openTables = ({ baseUrl, today }: TablesOptions): TablesShape => ({
  engineVersion: universal.engineVersion,
  coach: once(() => coachOf(openCoachOver(packedCoach, { shape: facts.bilanShape, today }))),
  pricing: once(() =>
    pricingOf(openPricingOver(priced, { facts, format: compileText, baseUrl, today })),
  ),
})

const pick = (texts: OwnTexts, files: ReadonlyArray<string>): OwnTexts =>
  Object.fromEntries(Object.entries(texts).filter(([file]) => files.includes(file)))

const mistakesIn = (
  result: Result.Result<unknown, ReadonlyArray<TableError>>,
): ReadonlyArray<TableError> => (Result.isFailure(result) ? result.failure : [])

/** Tables that bilans and prices both read tell their mistakes once. */
const each = (mistakes: ReadonlyArray<TableError>): ReadonlyArray<TableError> => [
  ...new Map(mistakes.map((mistake) => [JSON.stringify(mistake), mistake])).values(),
]

/** Answers over edited tables, or every mistake in them. */
export const editedTables = (
  texts: OwnTexts,
  options: OwnTablesOptions,
): Result.Result<TablesShape, ReadonlyArray<TableError>> => {
  const coach = editedCoach(pick(texts, offlineTableFiles), options)
  const pricing = editedPricing(pick(texts, offlinePricingFiles), options)
  const unknown = unknownFiles(texts, new Set([...offlineTableFiles, ...offlinePricingFiles]))
  const mistakes = each([...unknown, ...mistakesIn(coach), ...mistakesIn(pricing)])
  if (Result.isFailure(coach) || Result.isFailure(pricing) || mistakes.length > 0) {
    return Result.fail(inFileOrder(mistakes))
  }
  return Result.succeed({
    engineVersion: coach.success.engineVersion,
    coach: once(() => coachOf(coach.success)),
    pricing: once(() => pricingOf(pricing.success)),
  })
}
