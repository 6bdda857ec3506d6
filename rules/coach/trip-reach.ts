/** How far a trip goes, seen from home: abroad, inside one's own country, or to its territories alone. */
export const reachKinds = ["abroad", "home", "own_territory"] as const

/** How far a trip goes, seen from home. */
export type ReachKind = (typeof reachKinds)[number]

/** Who pays for care at home: a public plan, one's own health plan (US), or one's province (CA). */
export const homePlans = ["public", "own_plan", "province"] as const

/** Who pays for care at home. */
export type HomePlan = (typeof homePlans)[number]

/** Whether the usual cover holds in a place as a whole, or with a form, in its network or in part only. */
export const placeExtents = ["full", "partial"] as const

/** Whether the usual cover holds in a place as a whole. */
export type PlaceExtent = (typeof placeExtents)[number]

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
