import * as Context from "effect/Context"
import * as Data from "effect/Data"
import type * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import type { Charge, ChargeOutcome } from "../../rules/quota/charge.ts"
import { cannotBeUsed } from "../platform/system-error.ts"

/** The store of quotas did not answer, so no call can be let through. */
export class QuotaStoreUnavailable extends Data.TaggedError("QuotaStoreUnavailable")<{
  readonly cause: unknown
}> {
  override get message() {
    return cannotBeUsed("quota store", this.cause)
  }
}

/** What a charge came to. */
export type Charged = Exit.Exit<ChargeOutcome, QuotaStoreUnavailable>

/** Quotas of keys, exact over every server process on one database. */
export class Quotas extends Context.Service<
  Quotas,
  {
    /**
     * Counts one call, or says why it is refused; a refused call is counted nowhere. While the
     * database is at it, `beside` is called, or not: it says nothing, and what it throws is not heard.
     */
    readonly charge: (
      charge: Charge,
      beside?: () => void,
    ) => Effect.Effect<ChargeOutcome, QuotaStoreUnavailable>
    /** Gives back the read of a call that was charged on `day` (days since 1970) and failed. */
    readonly refund: (
      charge: Charge & { readonly day: number },
    ) => Effect.Effect<void, QuotaStoreUnavailable>
    /** Takes a call that was charged in `minute` (minutes since 1970) out of the burst again. */
    readonly uncount: (call: {
      readonly keyId: string
      readonly minute: number
    }) => Effect.Effect<void, QuotaStoreUnavailable>
  }
>()("viatica/Quotas") {}
