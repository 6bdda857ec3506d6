import type { CoachTables } from "./tables.ts"

/** What destinations ask of visitors. */
export interface EntryRules {
  /** Whether a destination other than the residence asks visitors for insurance. */
  readonly asksForInsurance: (residence: string, destinations: ReadonlyArray<string>) => boolean
}

/** Indexes the destinations whose rule binds visitors in general and is sure enough. */
export const prepareEntryRules = (tables: CoachTables): EntryRules => {
  const mandatory = new Set(
    tables.formalities.rows
      .filter(
        ({ certainty, requirement }) =>
          certainty !== "low" &&
          (requirement === "mandatory_medical" || requirement === "mandatory_local_policy"),
      )
      .map((row) => row.destination),
  )
  return {
    asksForInsurance: (residence, destinations) =>
      destinations.some((code) => code !== residence && mandatory.has(code)),
  }
}
