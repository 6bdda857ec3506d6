import type { CoachTables } from "./tables.ts"
import { type MedicalStep, medicalSteps } from "./vocabulary.ts"

/** The step that a trip aims at, and the destination that sets it. */
export interface MedicalTarget {
  readonly step: MedicalStep
  /** The first destination, by code, of the highest step. */
  readonly destination: string
}

type HealthZoneRow = CoachTables["healthZones"]["rows"][number]

/** The medical target of trips. */
export interface MedicalTargets {
  /** The fact that puts a destination inside a resident's health zone, if one does. */
  readonly zoneRow: (residence: string, destination: string) => HealthZoneRow | undefined
  /** The step of one destination for a resident. */
  readonly stepOf: (residence: string, destination: string) => MedicalStep
  /** The highest step of the destinations, whatever their order. */
  readonly targetOf: (residence: string, destinations: ReadonlyArray<string>) => MedicalTarget
}

const zoneStep = 0
const topStep = medicalSteps.length - 1

/** Zone membership counts for a resident who is fully treated there, when the fact is sure enough. */
const zonesByResidence = (
  tables: CoachTables,
): ReadonlyMap<string, ReadonlyMap<string, HealthZoneRow>> => {
  const zones = new Map<string, Map<string, HealthZoneRow>>()
  for (const row of tables.healthZones.rows) {
    const { certainty, extent, member, residence } = row
    if (certainty === "low" || (extent !== "domestic" && extent !== "statutory")) continue
    const members = zones.get(residence) ?? new Map<string, HealthZoneRow>()
    zones.set(residence, members)
    if (!members.has(member)) members.set(member, row)
  }
  return zones
}

/**
 * Prepares the medical targets. A destination inside the resident's health zone takes the zone
 * step, another its cost tier's, one without data the top; a trip takes the highest of its
 * destinations, so another destination never lowers it.
 */
export const prepareMedicalTargets = (tables: CoachTables): MedicalTargets => {
  const zones = zonesByResidence(tables)
  const costs = new Map(
    tables.countries.rows.map(({ code, costTier }) => [
      code,
      costTier === null ? topStep : medicalSteps.indexOf(costTier),
    ]),
  )
  const rankOf = (members: ReadonlyMap<string, unknown> | undefined, destination: string): number =>
    members?.has(destination) === true ? zoneStep : (costs.get(destination) ?? topStep)
  return {
    zoneRow: (residence, destination) => zones.get(residence)?.get(destination),
    stepOf: (residence, destination) =>
      medicalSteps[rankOf(zones.get(residence), destination)] ?? "top",
    targetOf: (residence, destinations) => {
      const members = zones.get(residence)
      let highest = -1
      let driver = ""
      for (const destination of destinations) {
        const rank = rankOf(members, destination)
        if (rank > highest || (rank === highest && destination < driver)) {
          highest = rank
          driver = destination
        }
      }
      return { step: medicalSteps[highest] ?? "top", destination: driver }
    },
  }
}
