import * as Context from "effect/Context"
import * as Data from "effect/Data"
import type * as Effect from "effect/Effect"
import type { Charge, ChargeOutcome } from "../../rules/quota/quota.ts"
import { cannotBeUsed } from "../platform/system-error.ts"

/** The store of quotas did not answer, so no call can be let through. */
export class QuotaStoreUnavailable extends Data.TaggedError("QuotaStoreUnavailable")<{
  readonly cause: unknown
}> {
  override get message() {
    return cannotBeUsed("quota store", this.cause)
  }
}

/** Quotas of keys, exact over every server process on one database. */
export class Quotas extends Context.Service<
  Quotas,
  {
    /** Counts one call, or says why it is refused; a refused call is counted nowhere. */
    readonly charge: (charge: Charge) => Effect.Effect<ChargeOutcome, QuotaStoreUnavailable>
    /** Gives back the read of a call that was charged on `day` (days since 1970) and failed. */
    readonly refund: (
      charge: Charge & { readonly day: number },
    ) => Effect.Effect<void, QuotaStoreUnavailable>
  }
>()("viatica/Quotas") {}
