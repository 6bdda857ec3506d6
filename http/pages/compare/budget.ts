import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import type { ChargeKind, QuotaState } from "../../../rules/quota/quota.ts"
import { KeyStoreUnavailable } from "../../ports/account-errors.ts"
import type { House } from "../../ports/house.ts"
import type { KeyRecord } from "../../ports/keys.ts"
import type { Quotas, QuotaStoreUnavailable } from "../../ports/quotas.ts"

/** The house's key has nothing left for now; again after so many seconds. */
export class HouseSpent extends Data.TaggedError("HouseSpent")<{
  readonly bucket: "day" | "minute"
  readonly retryAfterSeconds: number
}> {}

/** The house does not sell: its operators have suspended its account. */
export class HouseClosed extends Data.TaggedError("HouseClosed")<{}> {}

/** Whom a call of ours credits, and how the house's key stands after it. */
export interface HouseCall {
  readonly key: KeyRecord
  readonly state: QuotaState
}

/** How a call of ours can fail before any work is done. */
export type NoHouseCall = HouseSpent | HouseClosed | KeyStoreUnavailable | QuotaStoreUnavailable

/** Charges a call of our own pages to the house's key, whichever partner is credited. */
export type ChargeHouse = (ref: string, kind: ChargeKind) => Effect.Effect<HouseCall, NoHouseCall>

/** Prepares charging; a key that has just been changed, or was suspended, is read again once. */
export const makeChargeHouse = (
  house: House["Service"],
  quotas: Quotas["Service"],
): ChargeHouse => {
  const looks = (
    ref: string,
    kind: ChargeKind,
    again: Effect.Effect<HouseCall, NoHouseCall> | undefined,
  ): Effect.Effect<HouseCall, NoHouseCall> =>
    Effect.flatMap(house.crediting(ref), (key) => {
      if (key.partner.status === "suspended") return again ?? Effect.fail(new HouseClosed())
      const { keyId, revision } = key
      return Effect.flatMap(quotas.charge({ keyId, revision, kind }), (outcome) => {
        switch (outcome._tag) {
          case "Granted":
            return Effect.succeed({ key, state: outcome.state })
          case "BurstSpent":
            return spent("minute", outcome.state)
          case "DaySpent":
            return spent("day", outcome.state)
          case "KeyChanged":
            return again ?? Effect.fail(changing)
        }
      })
    })

  const changing = new KeyStoreUnavailable({ cause: "The house's key changes at every look." })
  return Effect.fn("ChargeHouse")((ref: string, kind: ChargeKind) =>
    looks(ref, kind, Effect.andThen(house.forget, looks(ref, kind, undefined))),
  )
}

const spent = (
  bucket: HouseSpent["bucket"],
  { window }: QuotaState,
): Effect.Effect<never, HouseSpent> =>
  Effect.fail(
    new HouseSpent({
      bucket,
      retryAfterSeconds: bucket === "day" ? window.dayEndsInSeconds : window.minuteEndsInSeconds,
    }),
  )
