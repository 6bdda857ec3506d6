import { groupBy } from "../../core/group-by.ts"
import { memo, once } from "../../core/memory.ts"
import type { Rational } from "../../core/money/rational.ts"
import type { CurrencyRow } from "../currency/currency-tables.ts"
import { type OfferGuarantees, prepareGuarantees } from "../guarantees/offer-guarantees.ts"
import type { PrintedLanguage } from "../guarantees/printed/printed-vocabulary.ts"
import type { InsurerAdapter } from "./adapters.ts"
import { type HighlightsOnTrip, prepareHighlights } from "./highlights.ts"
import type { AgeFactorRow, InsurerRow, OfferRow, PricingTables } from "./pricing-tables.ts"
import type { AgeScale } from "./rate.ts"

/** An insurer of a catalogue, and how its premiums are had. */
export interface CatalogueInsurer {
  /** Its key in the tables. */
  readonly insurer: string
  readonly name: string
  readonly logoFile: string
  readonly adapter: InsurerAdapter
  /** The language and number format that it prints guarantees in. */
  readonly language: PrintedLanguage
}

/** An offer with everything about it that no trip changes, joined once; each part is prepared once. */
export interface CatalogueOffer {
  readonly row: OfferRow
  /** The insurer's own code for it. */
  readonly code: string
  readonly insurer: CatalogueInsurer
  readonly guaranteeCurrency: CurrencyRow
  /** Undefined for an offer whose tariff tells ages apart itself, or costs the same at every age. */
  readonly ageScale: AgeScale | undefined
  readonly guarantees: OfferGuarantees
  /** The excess of each of its guarantees, as its insurer's contracts have it. */
  readonly excessOf: (slug: string) => Rational | null
  /** What is said of it in short, for what it holds on a trip. */
  readonly highlights: HighlightsOnTrip
}

/** The guarantees that offers hold on trips abroad only. */
export const abroadOnly = ({
  guaranteeNames,
}: Pick<PricingTables, "guaranteeNames">): ReadonlySet<string> =>
  new Set(guaranteeNames.rows.flatMap(({ atHome, slug }) => (atHome ? [] : slug)))

/** The row of an age in a scale; undefined where the scale has a hole. */
export const ageFactorRow = (
  factors: PricingTables["ageFactors"],
  ageScale: string,
  age: number,
): AgeFactorRow | undefined => factors?.evaluate({ ageScale, age })[0]

/**
 * Joins the tables of a catalogue into its offers, by id as written in the tables. The tables are
 * loaded, so their references hold and every offer finds its insurer and currencies.
 */
export const prepareOffers = (tables: PricingTables): ReadonlyMap<string, CatalogueOffer> => {
  const insurerOf = memo(prepareInsurer)
  const scaleOf = memo((name: string) => prepareAgeScale(tables.ageFactors, name))
  const isAbroadOnly = abroadOnly(tables)
  const highlightRows = groupBy(tables.highlights.rows, ({ offerId }) => offerId)
  const join = (row: OfferRow): ReadonlyArray<readonly [string, CatalogueOffer]> => {
    const insurer = tables.insurers.get(row.insurer)
    const guaranteeCurrency = tables.currencies.get(row.guaranteeCurrency)
    if (insurer === undefined || guaranteeCurrency === undefined) return []
    const key = String(row.offerId)
    // Computed on first use: reading what an insurer prints takes long, and only shown offers need
    // it.
    const lines = once(() => tables.linesOf(row))
    const guarantees = once(() => prepareGuarantees(lines(), guaranteeCurrency.minorUnits))
    const offer: CatalogueOffer = {
      row,
      code: row.code ?? key,
      insurer: insurerOf(insurer),
      guaranteeCurrency,
      ageScale: (row.ageScale ?? null) === null ? undefined : scaleOf(String(row.ageScale)),
      excessOf: (slug) => lines().find((line) => line.slug === slug)?.excess ?? null,
      guarantees: (options, insured) => guarantees()(options, insured),
      highlights: prepareHighlights({
        rows: highlightRows.get(key) ?? [],
        lines,
        isAbroadOnly,
        currency: guaranteeCurrency.code,
      }),
    }
    return [[key, offer]]
  }
  return new Map(tables.offers.rows.flatMap(join))
}

const prepareInsurer = ({
  adapter = "tariff",
  insurer,
  language = "en",
  logoFile,
  name,
}: InsurerRow): CatalogueInsurer => ({ insurer, name, logoFile, adapter, language })

const prepareAgeScale = (factors: PricingTables["ageFactors"], name: string): AgeScale =>
  Array.from(
    { length: ageYearsMax + 1 },
    (_, age) => ageFactorRow(factors, name, age)?.factorPercent,
  )

const ageYearsMax = 120
