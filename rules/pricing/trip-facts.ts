import type { PricingZone } from "./zone.ts"

/** The facts of a trip that decide who may buy what and at which rate. */
export interface TripFacts {
  readonly intent: string
  readonly residence: string
  readonly residenceZone: PricingZone
  readonly zone: PricingZone
  /** Whether a destination is the country of residence. */
  readonly domestic: boolean
  /** Whether every destination is the country of residence; a cover for the year goes abroad too. */
  readonly atHome: boolean
  /** Whether a destination is one that offers may leave out of their cover. */
  readonly excluded: boolean
  readonly allSchengen: boolean
  readonly days: number
  readonly travellers: number
  readonly youngestAge: number
  readonly oldestAge: number
  readonly annual: boolean
  readonly cancellation: boolean
  readonly extremeSports: boolean
}
