import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import type { Trip } from "../../../rules/trip/trip.ts"
import type { Envelope } from "../secrets/envelope.ts"
import type { SealBroken, WrongMasterKey } from "../secrets/secret-errors.ts"

/** Seals the trip of a subscription for storage: it holds ages. */
export const sealTrip = (
  envelope: Envelope["Service"],
  subscriptionId: string,
  trip: Trip,
): Uint8Array =>
  envelope.seal({ subscriptionId, slot: "trip" }, Redacted.make(JSON.stringify(trip)))

/** Opens the trip of a subscription; what opens was sealed here, so it is a trip. */
export const openTrip = (
  envelope: Envelope["Service"],
  subscriptionId: string,
  sealed: Uint8Array,
): Result.Result<Trip, WrongMasterKey | SealBroken> =>
  Result.map(
    envelope.open({ subscriptionId, slot: "trip" }, sealed),
    (text) => JSON.parse(Redacted.value(text)) as Trip,
  )
