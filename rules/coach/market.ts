import type { MarketRow } from "../tables/coach.ts"
import type { CoachTables } from "./tables.ts"
import type { Market, MedicalStep } from "./vocabulary.ts"

/** The markets, and the medical steps in each currency. */
export interface Markets {
  /** The market asked for, or the one that serves a residence, or the universal one. */
  readonly marketOf: (residence: string, asked: Market | null) => MarketRow
  /** The amount of a medical step in a currency that a market uses, in units of that currency. */
  readonly stepAmount: (currency: string, step: MedicalStep) => number
}

/** Prepares the markets. Each currency reads its steps from the first market that uses it. */
export const prepareMarkets = (tables: CoachTables): Markets => {
  const byName = new Map(tables.coachMarkets.rows.map((row) => [row.market, row]))
  const byResidence = new Map(
    tables.coachMarkets.rows.flatMap((row) =>
      row.residences.map((residence) => [residence, row] as const),
    ),
  )
  const fallback: MarketRow = byName.get("universal") ?? {
    market: "universal",
    residences: [],
    currency: "EUR",
    language: "en",
    locale: "en",
  }
  const amounts = new Map<string, Map<MedicalStep, number>>()
  for (const { amount, currency, step } of tables.medicalSteps.rows) {
    const steps = amounts.get(currency) ?? new Map<MedicalStep, number>()
    amounts.set(currency, steps)
    if (!steps.has(step)) steps.set(step, amount)
  }
  return {
    marketOf: (residence, asked) =>
      (asked === null ? byResidence.get(residence) : byName.get(asked)) ?? fallback,
    stepAmount: (currency, step) =>
      (amounts.get(currency) ?? amounts.get(fallback.currency))?.get(step) ?? 0,
  }
}
