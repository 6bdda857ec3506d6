import { groupBy } from "../../core/group-by.ts"
import { memo } from "../../core/memory.ts"
import type { CountryCode, CurrencyCode } from "../../core/vocabulary/codes.ts"
import type { CoachTables } from "./coach-tables.ts"
import { certainties, type MedicalStep, medicalSteps } from "./coach-vocabulary.ts"
import { prepareMarkets } from "./market.ts"
import { type HomePlaces, prepareHomePlaces } from "./trip-reach.ts"

/** The medical target of trips. */
export interface MedicalTargets {
  /** What the facts say of a resident's treatment at a destination, if anything. */
  readonly zoneFacts: (residence: CountryCode, destination: string) => ZoneFacts | undefined
  /** The step of one destination for a resident. */
  readonly stepOf: (residence: CountryCode, destination: string) => MedicalStep
  /** The highest step of the destinations, whatever their order. */
  readonly targetOf: (residence: CountryCode, destinations: ReadonlyArray<string>) => MedicalTarget
}

/** Whether a destination is inside the health zone: treated in full, and nothing says otherwise. */
export const isInside = ({ contradicted, full }: ZoneFacts): boolean =>
  full !== undefined && contradicted === undefined

/**
 * Prepares the medical targets. The own country, its territories with the same cover and a
 * destination inside the resident's health zone take the zone step, another its cost tier's, one
 * without data the top; a trip takes the highest of its destinations, so another destination never
 * lowers it.
 */
export const prepareMedicalTargets = (tables: CoachTables, home: HomePlaces): MedicalTargets => {
  const zones = memo((residence: CountryCode) => zonesOf(tables, residence))
  const costOf = memo((code: string): number => {
    const costTier = tables.countries.get(code)?.costTier ?? null
    return costTier === null ? topStep : medicalSteps.indexOf(costTier)
  })
  const rankOf = (residence: CountryCode, destination: string): number => {
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

/** A step of the medical target in the currency of a resident's market. */
export interface StepAmount {
  readonly step: MedicalStep
  readonly amount: number
  readonly line: number | null
}

/** Every country of the tables with the medical target of a resident's trip there. */
export const medicalMap = (tables: CoachTables, residence: CountryCode): MedicalMap => {
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

/** How far a resident is treated in full, as the facts say of one residence and destination. */
interface ZoneFacts {
  /** The row of full treatment. */
  readonly full: HealthZoneRow | undefined
  /** The row that says, at least as surely, that treatment is not full. */
  readonly contradicted: HealthZoneRow | undefined
}

type HealthZoneRow = CoachTables["healthZones"]["rows"][number]

/** The step that a trip aims at, and the destination that sets it. */
interface MedicalTarget {
  readonly step: MedicalStep
  /** The first destination, by code, of the highest step. */
  readonly destination: string
}

/** The facts of a residence by destination. */
const zonesOf = (tables: CoachTables, residence: CountryCode): ReadonlyMap<string, ZoneFacts> =>
  new Map(
    [...groupBy(tables.healthZones.having("residence", residence), ({ member }) => member)].map(
      ([member, facts]) => [member, zoneFactsOf(facts)],
    ),
  )

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

const rankOfCertainty = ({ certainty }: HealthZoneRow): number => certainties.indexOf(certainty)

const topStep = medicalSteps.length - 1

const zoneStep = 0

/** The medical targets of a resident, country by country. */
interface MedicalMap {
  readonly currency: CurrencyCode
  readonly amountOf: (step: MedicalStep) => StepAmount
  readonly targets: ReadonlyArray<PlaceTarget>
}

/** The medical target of a trip to one country, and the row that decides it. */
interface PlaceTarget {
  readonly code: string
  readonly step: MedicalStep
  /** What care costs there, as the table of countries has it; null where it is not known. */
  readonly costTier: string | null
  readonly file: string
  readonly line: number | null
}
