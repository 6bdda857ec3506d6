import { type ConversionPlan, conversionPlan } from "../currency/convert.ts"
import { type OfferGuarantees, prepareGuarantees } from "../guarantees/offer-guarantees.ts"
import type { Tables } from "../tables/index.ts"
import type { CurrencyRow } from "../tables/money.ts"
import type { OfferRow } from "../tables/pricing.ts"
import { memo } from "./memo.ts"
import type { AgeScale } from "./rate.ts"

/** The tables that describe the offers of a catalogue. */
export interface OfferTables {
  readonly insurers: Tables["sandboxInsurers"]
  readonly offers: Tables["sandboxOffers"]
  readonly ageFactors: Tables["sandboxAgeFactors"]
  readonly guarantees: Tables["sandboxGuarantees"]
  readonly highlights: Tables["sandboxHighlights"]
  readonly currencies: Tables["currencies"]
}

/** An offer with everything about it that no trip changes, joined and prepared once. */
export interface CatalogueOffer {
  readonly row: OfferRow
  readonly insurerName: string
  readonly logoFile: string
  readonly currency: CurrencyRow
  readonly guaranteeCurrency: CurrencyRow
  /** Undefined for an offer that costs the same at every age. */
  readonly ageScale: AgeScale | undefined
  /** Conversions of its prices, by target currency. */
  readonly plans: ReadonlyMap<string, ConversionPlan>
  readonly guarantees: OfferGuarantees
  readonly included: ReadonlyArray<string>
  readonly excluded: ReadonlyArray<string>
}

const ageYearsMax = 120

/** A row that gives the factor of an age. */
export type AgeFactorRow = OfferTables["ageFactors"]["rows"][number]

/** The row of an age in a scale; undefined where the scale has a hole. */
export const ageFactorRow = (
  factors: OfferTables["ageFactors"],
  scale: string,
  age: number,
): AgeFactorRow | undefined => factors.evaluate({ ageScale: scale, age })[0]

const ageScale = (factors: OfferTables["ageFactors"], name: string): AgeScale =>
  Array.from(
    { length: ageYearsMax + 1 },
    (_, age) => ageFactorRow(factors, name, age)?.factorPercent,
  )

const plansFrom = (
  source: CurrencyRow,
  targets: ReadonlyArray<CurrencyRow>,
): ReadonlyMap<string, ConversionPlan> => {
  const plans = targets.flatMap((target) => conversionPlan(source, target) ?? [])
  return new Map(plans.map((plan) => [plan.target, plan]))
}

/**
 * Joins the tables of a catalogue into its offers, by id as written in the tables. The tables are
 * loaded, so their references hold and every offer finds its insurer and currencies.
 */
export const prepareOffers = (tables: OfferTables): ReadonlyMap<string, CatalogueOffer> => {
  const plansOf = memo((currency: CurrencyRow) => plansFrom(currency, tables.currencies.rows))
  const scaleOf = memo((name: string) => ageScale(tables.ageFactors, name))
  const linesOf = Map.groupBy(tables.guarantees.rows, ({ offerId }) => offerId)
  const textsOf = Map.groupBy(tables.highlights.rows, ({ offerId }) => offerId)
  const join = (row: OfferRow): ReadonlyArray<readonly [string, CatalogueOffer]> => {
    const insurer = tables.insurers.get(row.insurer)
    const currency = tables.currencies.get(row.currency)
    const guaranteeCurrency = tables.currencies.get(row.guaranteeCurrency)
    if (insurer === undefined || currency === undefined || guaranteeCurrency === undefined)
      return []
    const key = String(row.offerId)
    const texts = (kind: "included" | "excluded"): ReadonlyArray<string> =>
      (textsOf.get(key) ?? []).flatMap((line) => (line.kind === kind ? line.text : []))
    const offer: CatalogueOffer = {
      row,
      insurerName: insurer.name,
      logoFile: insurer.logoFile,
      currency,
      guaranteeCurrency,
      ageScale: row.ageScale === null ? undefined : scaleOf(row.ageScale),
      plans: plansOf(currency),
      guarantees: prepareGuarantees(linesOf.get(key) ?? [], guaranteeCurrency.minorUnits),
      included: texts("included"),
      excluded: texts("excluded"),
    }
    return [[key, offer]]
  }
  return new Map(tables.offers.rows.flatMap(join))
}
