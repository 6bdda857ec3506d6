/** The pricing zones, from the narrowest to the widest. */
export const pricingZones = ["europe", "world", "north_america"] as const

/** A pricing zone. */
export type PricingZone = (typeof pricingZones)[number]

/** The zone of a country that no table lists. */
export const unlistedZone: PricingZone = "world"

/**
 * The zone that a trip is priced in: the widest that any of its destinations lies in, whatever
 * their order; a trip without destinations is priced in the zone of unlisted countries.
 *
 * ```ts
 * import { widestZone } from "../rules/pricing/zone.ts"
 * widestZone(["europe", "north_america", "world"]) // => "north_america"
 * ```
 */
export const widestZone = (zones: ReadonlyArray<PricingZone>): PricingZone =>
  pricingZones.findLast((zone) => zones.includes(zone)) ?? unlistedZone
