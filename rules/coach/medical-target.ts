import { groupBy } from "../../core/group-by.ts"
import { memo } from "../../core/memory.ts"
import { certainties } from "./coach-vocabulary.ts"
import type { CoachTables } from "./coach-tables.ts"
import { type MedicalStep, medicalSteps } from "./coach-vocabulary.ts"
import type { HomePlaces } from "./trip-reach.ts"

/** The step that a trip aims at, and the destination that sets it. */
export interface MedicalTarget {
  readonly step: MedicalStep
  /** The first destination, by code, of the highest step. */
  readonly destination: string
}

type HealthZoneRow = CoachTables["healthZones"]["rows"][number]

/** How far a resident is treated in full, as the facts say of one residence and destination. */
export interface ZoneFacts {
  /** The row of full treatment. */
  readonly full: HealthZoneRow | undefined
  /** The row that says, at least as surely, that treatment is not full. */
  readonly contradicted: HealthZoneRow | undefined
}

/** The medical target of trips. */
export interface MedicalTargets {
  /** What the facts say of a resident's treatment at a destination, if anything. */
  readonly zoneFacts: (residence: string, destination: string) => ZoneFacts | undefined
  /** The step of one destination for a resident. */
  readonly stepOf: (residence: string, destination: string) => MedicalStep
  /** The highest step of the destinations, whatever their order. */
  readonly targetOf: (residence: string, destinations: ReadonlyArray<string>) => MedicalTarget
}

const zoneStep = 0
const topStep = medicalSteps.length - 1

const rankOfCertainty = ({ certainty }: HealthZoneRow): number => certainties.indexOf(certainty)

/**
 * What the facts of one residence and destination come to: those that are sure enough, the surest
 * first. Where one as sure as the full treatment says that only part is treated, they contradict
 * each other.
 */
const zoneFactsOf = (rows: ReadonlyArray<HealthZoneRow>): ZoneFacts => {
  const sure = rows
    .filter(({ certainty }) => certainty !== "low")
    .sort((left, right) => rankOfCertainty(left) - rankOfCertainty(right))
  const full = sure.find(({ extent }) => extent === "domestic" || extent === "statutory")
  const contradicted = sure.find(
    (row) =>
      full !== undefined &&
      (row.extent === "urgent_care" || row.extent === "limited") &&
      rankOfCertainty(row) <= rankOfCertainty(full),
  )
  return { full, contradicted }
}

/** Whether a destination is inside the health zone: treated in full, and nothing says otherwise. */
export const isInside = ({ contradicted, full }: ZoneFacts): boolean =>
  full !== undefined && contradicted === undefined

/** The facts of a residence by destination. */
const zonesOf = (tables: CoachTables, residence: string): ReadonlyMap<string, ZoneFacts> =>
  new Map(
    [...groupBy(tables.healthZones.having("residence", residence), ({ member }) => member)].map(
      ([member, facts]) => [member, zoneFactsOf(facts)],
    ),
  )

/**
 * Prepares the medical targets. The own country, its territories with the same cover and a
 * destination inside the resident's health zone take the zone step, another its cost tier's, one
 * without data the top; a trip takes the highest of its destinations, so another destination never
 * lowers it.
 */
export const prepareMedicalTargets = (tables: CoachTables, home: HomePlaces): MedicalTargets => {
  const zones = memo((residence: string) => zonesOf(tables, residence))
  const costOf = memo((code: string): number => {
    const costTier = tables.countries.get(code)?.costTier ?? null
    return costTier === null ? topStep : medicalSteps.indexOf(costTier)
  })
  const rankOf = (residence: string, destination: string): number => {
    if (home.isHomeOrTerritory(residence, destination)) return zoneStep
    const facts = zones(residence).get(destination)
    return facts !== undefined && isInside(facts) ? zoneStep : costOf(destination)
  }
  return {
    zoneFacts: (residence, destination) => zones(residence).get(destination),
    stepOf: (residence, destination) => medicalSteps[rankOf(residence, destination)] ?? "top",
    targetOf: (residence, destinations) => {
      let highest = -1
      let driver = ""
      for (const destination of destinations) {
        const rank = rankOf(residence, destination)
        if (rank > highest || (rank === highest && destination < driver)) {
          highest = rank
          driver = destination
        }
      }
      return { step: medicalSteps[highest] ?? "top", destination: driver }
    },
  }
}
