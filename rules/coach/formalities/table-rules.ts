import { groupBy } from "../../../core/group-by.ts"
import { prepareSchengen } from "../../reference/schengen.ts"
import type { CoachTables } from "../coach-tables.ts"
import type { DestinationRules } from "./destination-rules.ts"
import type { AdviceOf } from "../warnings/gravest.ts"
import type { VisaNeed } from "./formality-words.ts"

/** A row of the visa obligations. */
export type VisaRow = CoachTables["visaObligations"]["rows"][number]

/** The facts of the tables, with the row behind a visa. */
export interface TableRules extends DestinationRules {
  readonly adviceOf: AdviceOf
  /** The row by which a passport needs a visa at a destination; none where it needs none or is not known. */
  readonly visaRow: (passport: string, destination: string) => VisaRow | undefined
}

/** The name of the Schengen area among visa obligations: its countries share one list of passports. */
const schengenArea = "schengen"

const noRules: ReadonlyArray<never> = []
const noVisa: VisaNeed = "none"

/**
 * Indexes what the tables know of destinations. A passport that has rows needs nothing wherever it
 * has none; one without any row, such as an overseas territory's, is not known.
 */
export const prepareTableRules = (tables: CoachTables): TableRules => {
  const rules = groupBy(tables.formalities.rows, (row) => row.destination)
  const advice = groupBy(tables.travelWarnings.rows, (row) => row.country)
  const isSchengen = prepareSchengen(tables.countries.rows)
  const visas = new Map<string, Map<string, VisaRow>>()
  for (const row of tables.visaObligations.rows) {
    const byArea = visas.get(row.passport) ?? new Map<string, VisaRow>()
    visas.set(row.passport, byArea.set(row.destinationArea, row))
  }
  const areaOf = (destination: string): string =>
    isSchengen(destination) ? schengenArea : destination
  return {
    adviceOf: (destination) => advice.get(destination) ?? noRules,
    rulesOf: (destination) => rules.get(destination) ?? noRules,
    visaFor: (passport, destination) => {
      const byArea = visas.get(passport)
      if (byArea === undefined) return null
      return byArea.get(areaOf(destination))?.requirement ?? noVisa
    },
    visaRow: (passport, destination) => visas.get(passport)?.get(areaOf(destination)),
  }
}
