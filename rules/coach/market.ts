import type { CountryCode, CurrencyCode } from "../../core/vocabulary/codes.ts"
import type { CoachTables } from "./coach-tables.ts"
import { type Market, type MedicalStep, universalMarket } from "./coach-vocabulary.ts"
import type { MarketRow } from "./tables/index.ts"

/** The markets, and the medical steps in each currency. */
export interface Markets {
  /** The market asked for, or the one that serves a residence, or the universal one. */
  readonly marketOf: (residence: CountryCode, asked: Market | null) => MarketRow
  /** A market by its name; the universal one for a name that no market has. */
  readonly marketNamed: (market: Market) => MarketRow
  /** The row of a medical step in a currency: of the first market that uses it, else in the universal currency. */
  readonly stepRow: (currency: CurrencyCode, step: MedicalStep) => MedicalStepRow | undefined
  /** The amount of a medical step in a currency that a market uses, in units of that currency. */
  readonly stepAmount: (currency: CurrencyCode, step: MedicalStep) => number
}

/** Prepares the markets. Each currency reads its steps from the first market that uses it. */
export const prepareMarkets = (tables: CoachTables): Markets => {
  const byName = new Map(tables.coachMarkets.rows.map((row) => [row.market, row]))
  const byResidence = new Map(
    tables.coachMarkets.rows.flatMap((row) =>
      row.residences.map((residence) => [residence, row] as const),
    ),
  )
  const fallback: MarketRow = byName.get(universalMarket) ?? {
    market: universalMarket,
    residences: [],
    currency: "EUR",
    language: "en",
    locale: "en",
    nameFr: "tous marchés",
    nameEn: "all markets",
  }
  const byCurrency = new Map<string, Map<MedicalStep, MedicalStepRow>>()
  for (const row of tables.medicalSteps.rows) {
    const steps = byCurrency.get(row.currency) ?? new Map<MedicalStep, MedicalStepRow>()
    byCurrency.set(row.currency, steps)
    if (!steps.has(row.step)) steps.set(row.step, row)
  }
  const stepRow: Markets["stepRow"] = (currency, step) =>
    (byCurrency.get(currency) ?? byCurrency.get(fallback.currency))?.get(step)
  const marketNamed: Markets["marketNamed"] = (market) => byName.get(market) ?? fallback
  return {
    marketOf: (residence, asked) =>
      asked === null ? (byResidence.get(residence) ?? fallback) : marketNamed(asked),
    marketNamed,
    stepRow,
    stepAmount: (currency, step) => stepRow(currency, step)?.amount ?? 0,
  }
}

/** What opens public care in a health zone: a European card, a British one, or other papers. */
export const zoneSchemes = ["ehic", "ghic", "other"] as const

/** What opens public care in a health zone. */
export type ZoneScheme = (typeof zoneSchemes)[number]

/**
 * What opens public care under a scheme of `health_zones.csv`.
 *
 * ```ts
 * import { zoneSchemeOf } from "../rules/coach/market.ts"
 *
 * zoneSchemeOf("ehic") // => "ehic"
 * zoneSchemeOf("nordic") // => "other"
 * zoneSchemeOf(undefined) // => "other"
 * ```
 */
export const zoneSchemeOf = (zone: string | undefined): ZoneScheme =>
  zoneSchemes.find((scheme) => scheme === zone) ?? "other"

type MedicalStepRow = CoachTables["medicalSteps"]["rows"][number]
