import { tables as bins } from "#library/bins"
import { tables as pricing } from "#library/pricing"
import { tables as universal } from "#library/universal"
import * as Result from "effect/Result"
import { once } from "../../../core/memory.ts"
import { inFileOrder, type ReadingError } from "../../../core/table/error.ts"
import { makeCoachOver, type OpenCoach, unknownFiles } from "../../../rules/offline/coach.ts"
import type { OwnTexts } from "../../../rules/offline/packed-tables.ts"
import { makePricingOver, type OpenPricing } from "../../../rules/offline/pricing.ts"
import { versionOf } from "../../../rules/offline/table-texts.ts"
import { offlineTableFiles } from "../../../rules/tables/offline.ts"
import { offlinePricingFiles } from "../../../rules/tables/offline-pricing.ts"
import { compileText } from "../../messages/icu.ts"
import { facts } from "../built-facts.ts"
import { shippedCoach } from "../shipped-coach.ts"
import { shippedPricing } from "../shipped-pricing.ts"
import { coachOf, pricingOf } from "./opened.ts"
import type { OwnTablesOptions, TablesShape } from "../../../rules/programs/tables.ts"

/** All tables of the package. */
export const shipped = { coach: [universal, bins], pricing }

const ownVersion = `${versionOf(shipped.coach)}+own`

/** Bilans over edited texts of the Coach's tables. */
export const editedCoach = (
  texts: OwnTexts,
  { engineVersion = ownVersion, factsOnly, today }: OwnTablesOptions,
): Result.Result<OpenCoach, ReadonlyArray<ReadingError>> =>
  makeCoachOver(shipped.coach, texts, {
    engineVersion,
    shape: facts.bilanShape,
    today,
    factsOnly,
  })

/** Prices over edited texts of the tables of prices. */
export const editedPricing = (
  texts: OwnTexts,
  { baseUrl, engineVersion = ownVersion, today }: OwnTablesOptions,
): Result.Result<OpenPricing, ReadonlyArray<ReadingError>> =>
  makePricingOver([pricing], texts, { baseUrl, engineVersion, facts, format: compileText, today })

/** Answers over the package's own tables, which a process prepares once. */
export const shippedTables = once((): TablesShape => ({
  engineVersion: universal.engineVersion,
  coach: once(() => coachOf(shippedCoach())),
  pricing: once(() => pricingOf(shippedPricing())),
}))

const pick = (texts: OwnTexts, files: ReadonlyArray<string>): OwnTexts =>
  Object.fromEntries(Object.entries(texts).filter(([file]) => files.includes(file)))

const mistakesIn = (
  result: Result.Result<unknown, ReadonlyArray<ReadingError>>,
): ReadonlyArray<ReadingError> => (Result.isFailure(result) ? result.failure : [])

/** Tables that bilans and prices both read tell their mistakes once. */
const each = (mistakes: ReadonlyArray<ReadingError>): ReadonlyArray<ReadingError> => [
  ...new Map(mistakes.map((mistake) => [JSON.stringify(mistake), mistake])).values(),
]

/** Answers over edited tables, or every mistake in them. */
export const editedTables = (
  texts: OwnTexts,
  options: OwnTablesOptions,
): Result.Result<TablesShape, ReadonlyArray<ReadingError>> => {
  const coach = editedCoach(pick(texts, offlineTableFiles), options)
  const prices = editedPricing(pick(texts, offlinePricingFiles), options)
  const unknown = unknownFiles(texts, new Set([...offlineTableFiles, ...offlinePricingFiles]))
  const mistakes = each([...unknown, ...mistakesIn(coach), ...mistakesIn(prices)])
  if (Result.isFailure(coach) || Result.isFailure(prices) || mistakes.length > 0) {
    return Result.fail(inFileOrder(mistakes))
  }
  return Result.succeed({
    engineVersion: coach.success.engineVersion,
    coach: once(() => coachOf(coach.success)),
    pricing: once(() => pricingOf(prices.success)),
  })
}
