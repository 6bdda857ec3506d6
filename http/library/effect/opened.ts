import { memo, once } from "../../../core/memory.ts"
import { prepareCoachSteps } from "../../../rules/coach/steps.ts"
import { handlingFeeBps } from "../../../rules/fees/handling-fee.ts"
import { type OpenCoach, openCoachOver } from "../../../rules/offline/coach.ts"
import type { PackedTables } from "../../../rules/offline/packed-tables.ts"
import { type OpenPricing, openPricingOver } from "../../../rules/offline/pricing.ts"
import type { QuoteMode } from "../../../rules/offline/pricing-functions.ts"
import { versionOf } from "../../../rules/offline/table-texts.ts"
import { preparePricingSteps } from "../../../rules/pricing/steps.ts"
import { compileText } from "../../messages/icu.ts"
import { facts } from "../built-facts.ts"
import type {
  CoachOfTables,
  PricingOfTables,
  TablesNamed,
  TablesOptions,
  TablesShape,
} from "../../../rules/programs/tables.ts"

/** Bilans, whole and in steps. */
export const coachOf = (opened: OpenCoach): CoachOfTables => ({
  functions: opened,
  steps: prepareCoachSteps(opened.engine, opened.context, opened.read),
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

/** The tables of some that are needed; who asks without naming them has made a mistake. */
const named = <Some extends PackedTables | ReadonlyArray<PackedTables>>(
  tables: Some | undefined,
  what: keyof TablesNamed,
): Some => {
  if (tables === undefined) throw new TypeError(`tables of ${what} were asked and none are named`)
  return tables
}

const listOf = (
  tables: PackedTables | ReadonlyArray<PackedTables> = [],
): ReadonlyArray<PackedTables> => ("_tag" in tables ? [tables] : tables)

/** Answers over tables of the package that are named, with a day and addresses of one's own. */
export const openTables = (
  { coach, pricing }: TablesNamed,
  { baseUrl, factsOnly, today }: TablesOptions,
): TablesShape => ({
  engineVersion: versionOf([...listOf(coach), ...listOf(pricing)]),
  coach: once(() => {
    const parts = { shape: facts.bilanShape, today, factsOnly }
    return coachOf(openCoachOver(listOf(named(coach, "coach")), parts))
  }),
  pricing: once(() => {
    const parts = { facts, format: compileText, baseUrl, today }
    return pricingOf(openPricingOver(named(pricing, "pricing"), parts))
  }),
})
