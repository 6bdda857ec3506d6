import { memo } from "../../../core/memory.ts"
import { prepareSchengenByCode } from "../../reference/schengen.ts"
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

const noVisa: VisaNeed = "none"

/**
 * Indexes what the tables know of destinations. A passport that has rows needs nothing wherever it
 * has none; one without any row, such as an overseas territory's, is not known.
 */
export const prepareTableRules = (tables: CoachTables): TableRules => {
  const rulesOf = memo((code: string) => tables.formalities.having("destination", code))
  const adviceOf = memo((code: string) => tables.travelWarnings.having("country", code))
  const isSchengen = prepareSchengenByCode(tables.countries)
  const visasOf = memo((passport: string): ReadonlyMap<string, VisaRow> | undefined => {
    const rows = tables.visaObligations.having("passport", passport)
    return rows.length === 0 ? undefined : new Map(rows.map((row) => [row.destinationArea, row]))
  })
  const areaOf = (destination: string): string =>
    isSchengen(destination) ? schengenArea : destination
  return {
    adviceOf,
    rulesOf,
    visaFor: (passport, destination) => {
      const byArea = visasOf(passport)
      if (byArea === undefined) return null
      return byArea.get(areaOf(destination))?.requirement ?? noVisa
    },
    visaRow: (passport, destination) => visasOf(passport)?.get(areaOf(destination)),
  }
}
