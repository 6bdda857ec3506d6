import type { CountryCode } from "../../core/vocabulary/codes.ts"
import type { Trip } from "../trip/trip.ts"

/** What a magic destination makes the sandbox rehearse. */
export type SandboxOutcome = "refused" | "timed_out" | "near_miss_only"

/** A row of the table of magic destinations. */
export interface MagicDestination {
  readonly country: CountryCode
  readonly outcome: SandboxOutcome
}

/** The first row whose country is among a trip's destinations, if any. */
export const magicRow = <Row extends MagicDestination>(
  magic: ReadonlyArray<Row>,
  trip: Pick<Trip, "arrivalCountries">,
): Row | undefined => magic.find(({ country }) => trip.arrivalCountries.includes(country))

/**
 * What the sandbox rehearses for a trip: the outcome of the first row whose country is among the
 * destinations, or undefined for a trip that is priced as any other.
 *
 * ```ts
 * import { rehearsedOutcome } from "../rules/pricing/magic.ts"
 * const rows = [{ country: "BV", outcome: "refused" }] as const
 * rehearsedOutcome(rows, { arrivalCountries: ["FR", "BV"] }) // => "refused"
 * rehearsedOutcome(rows, { arrivalCountries: ["FR"] }) // => undefined
 * ```
 */
export const rehearsedOutcome = (
  magic: ReadonlyArray<MagicDestination>,
  trip: Pick<Trip, "arrivalCountries">,
): SandboxOutcome | undefined => magicRow(magic, trip)?.outcome
