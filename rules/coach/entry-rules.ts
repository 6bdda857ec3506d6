import type { CoachTables } from "./tables.ts"

type FormalityRow = CoachTables["formalities"]["rows"][number]

/** What destinations ask of visitors. */
export interface EntryRules {
  /** Whether a destination other than the residence asks visitors for insurance. */
  readonly asksForInsurance: (residence: string, destinations: ReadonlyArray<string>) => boolean
  /** The rules of the destinations that do. */
  readonly rulesFor: (
    residence: string,
    destinations: ReadonlyArray<string>,
  ) => ReadonlyArray<FormalityRow>
}

/** Indexes the destinations whose rule binds visitors in general and is sure enough. */
export const prepareEntryRules = (tables: CoachTables): EntryRules => {
  const mandatory = Map.groupBy(
    tables.formalities.rows.filter(
      ({ certainty, requirement }) =>
        certainty !== "low" &&
        (requirement === "mandatory_medical" || requirement === "mandatory_local_policy"),
    ),
    (row) => row.destination,
  )
  return {
    asksForInsurance: (residence, destinations) =>
      destinations.some((code) => code !== residence && mandatory.has(code)),
    rulesFor: (residence, destinations) =>
      destinations.flatMap((code) => (code === residence ? [] : (mandatory.get(code) ?? []))),
  }
}
