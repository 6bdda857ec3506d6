import type { CoachTables } from "./coach-tables.ts"
import type { MedicalStep } from "./coach-vocabulary.ts"
import { prepareMarkets } from "./market.ts"
import { isInside, prepareMedicalTargets } from "./medical-target.ts"
import { prepareHomePlaces } from "./trip-reach.ts"

/** The medical target of a trip to one country, and the row that decides it. */
export interface PlaceTarget {
  readonly code: string
  readonly step: MedicalStep
  /** What care costs there, as the table of countries has it; null where it is not known. */
  readonly costTier: string | null
  readonly file: string
  readonly line: number | null
}

/** A step of the medical target in the currency of a resident's market. */
export interface StepAmount {
  readonly step: MedicalStep
  readonly amount: number
  readonly line: number | null
}

/** The medical targets of a resident, country by country. */
export interface MedicalMap {
  readonly currency: string
  readonly amountOf: (step: MedicalStep) => StepAmount
  readonly targets: ReadonlyArray<PlaceTarget>
}

/** Every country of the tables with the medical target of a resident's trip there. */
export const medicalMap = (tables: CoachTables, residence: string): MedicalMap => {
  const home = prepareHomePlaces(tables)
  const markets = prepareMarkets(tables)
  const { stepOf, zoneFacts } = prepareMedicalTargets(tables, home)
  const { currency } = markets.marketOf(residence, null)

  const decidedBy = (code: string): Pick<PlaceTarget, "file" | "line"> => {
    const { countries, domestic, healthZones, territories } = tables
    const placeOf = (
      { file, lineOf }: Pick<typeof countries, "file" | "lineOf">,
      row: unknown,
    ) => ({ file, line: lineOf(row) ?? null })
    const own = home.homeRow(residence, code)
    if (own !== undefined) return placeOf(domestic, own)
    const territory = home.territoryRow(residence, code)
    if (territory !== undefined) return placeOf(territories, territory)
    const facts = zoneFacts(residence, code)
    if (facts !== undefined && isInside(facts)) return placeOf(healthZones, facts.full)
    return placeOf(countries, countries.get(code))
  }

  return {
    currency,
    amountOf: (step) => {
      const row = markets.stepRow(currency, step)
      return {
        step,
        amount: markets.stepAmount(currency, step),
        line: row === undefined ? null : (tables.medicalSteps.lineOf(row) ?? null),
      }
    },
    targets: tables.countries.rows.map(({ code, costTier }) => ({
      code,
      step: stepOf(residence, code),
      costTier,
      ...decidedBy(code),
    })),
  }
}
