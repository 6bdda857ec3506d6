import { memo } from "../../core/memory.ts"
import type { CountryCode } from "../../core/vocabulary/codes.ts"
import type { CoachTables } from "./coach-tables.ts"
import {
  type HomePlan,
  homePlans,
  type PlaceExtent,
  placeExtents,
  type ReachKind,
  reachKinds,
} from "./coach-vocabulary.ts"

/** What a trip that does not leave home, or its territories, rests on. */
export interface TripReach {
  readonly kind: ReachKind
  readonly plan: HomePlan
  /** Whether the usual cover holds there as a whole, or in its own network alone. */
  readonly extent: PlaceExtent
}

/** A trip abroad. */
export const abroad: TripReach = { kind: "abroad", plan: "public", extent: "full" }

/** The number of reaches that differ. */
export const reachCount = reachKinds.length * homePlans.length * placeExtents.length

/**
 * A number of its own for each reach, from 0 up to {@link reachCount}.
 *
 * ```ts
 * import { abroad, reachNumber } from "../rules/coach/trip-reach.ts"
 *
 * reachNumber(abroad) // => 0
 * reachNumber({ kind: "home", plan: "own_plan", extent: "partial" }) // => 9
 * ```
 */
export const reachNumber = ({ extent, kind, plan }: TripReach): number =>
  (reachKinds.indexOf(kind) * homePlans.length + homePlans.indexOf(plan)) * placeExtents.length +
  placeExtents.indexOf(extent)

type DomesticRow = CoachTables["domestic"]["rows"][number]

type TerritoryRow = CoachTables["territories"]["rows"][number]

/** The places where a resident's usual cover holds as it does at home. */
export interface HomePlaces {
  /** The row of a destination that is the residence itself. */
  readonly homeRow: (residence: CountryCode, destination: string) => DomesticRow | undefined
  /** The row of a destination that is one of its territories. */
  readonly territoryRow: (residence: CountryCode, destination: string) => TerritoryRow | undefined
  readonly isHomeOrTerritory: (residence: CountryCode, destination: string) => boolean
  /**
   * How far a trip goes: home when every destination is the residence, own_territory when all are that
   * or its territories, else abroad. The cover holds in full where it does at every destination.
   */
  readonly reachOf: (residence: CountryCode, destinations: ReadonlyArray<string>) => TripReach
}

const worseOf = (left: PlaceExtent, right: PlaceExtent): PlaceExtent =>
  left === "partial" ? left : right

/** Prepares them. Equal reaches are one object. */
export const prepareHomePlaces = (
  tables: Pick<CoachTables, "domestic" | "territories">,
): HomePlaces => {
  const { domestic, territories } = tables
  const shared = memo((number: number): TripReach => {
    const extent = placeExtents[number % placeExtents.length] ?? abroad.extent
    const rest = Math.floor(number / placeExtents.length)
    const plan = homePlans[rest % homePlans.length] ?? abroad.plan
    const kind = reachKinds[Math.floor(rest / homePlans.length)] ?? abroad.kind
    return Object.freeze({ kind, plan, extent })
  })
  const homeRow: HomePlaces["homeRow"] = (residence, destination) =>
    destination === residence ? domestic.get(residence) : undefined
  const territoryRow: HomePlaces["territoryRow"] = (residence, destination) =>
    territories.get(residence, destination)
  return {
    homeRow,
    territoryRow,
    isHomeOrTerritory: (residence, destination) =>
      (homeRow(residence, destination) ?? territoryRow(residence, destination)) !== undefined,
    reachOf: (residence, destinations) => {
      const plan = domestic.get(residence)?.plan ?? abroad.plan
      let kind: ReachKind = "home"
      let extent: PlaceExtent = "full"
      for (const destination of destinations) {
        const home = homeRow(residence, destination)
        const row = home ?? territoryRow(residence, destination)
        if (row === undefined) return abroad
        if (home === undefined) kind = "own_territory"
        extent = worseOf(extent, row.extent)
      }
      return shared(reachNumber({ kind, plan, extent }))
    },
  }
}
