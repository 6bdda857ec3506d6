/** How far a trip goes, seen from home: abroad, inside one's own country, or to its territories alone. */
export const reachKinds = ["abroad", "home", "own_territory"] as const

/** How far a trip goes, seen from home. */
export type ReachKind = (typeof reachKinds)[number]

/** Who pays for care at home: a public plan, one's own health plan (US), or one's province (CA). */
export const homePlans = ["public", "own_plan", "province"] as const

/** Who pays for care at home. */
export type HomePlan = (typeof homePlans)[number]

/** What a trip that does not leave home, or its territories, rests on. */
export interface TripReach {
  readonly kind: ReachKind
  readonly plan: HomePlan
  /** Whether the usual cover holds there as a whole, or in its own network alone. */
  readonly extent: "full" | "partial"
}

/** A trip abroad. */
export const abroad: TripReach = { kind: "abroad", plan: "public", extent: "full" }
