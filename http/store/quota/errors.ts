import * as Data from "effect/Data"
import { cannotBeUsed } from "../database/errors.ts"

/** The store of quotas did not answer, so no call can be let through. */
export class QuotaStoreUnavailable extends Data.TaggedError("QuotaStoreUnavailable")<{
  readonly cause: unknown
}> {
  override get message() {
    return cannotBeUsed("quota store", this.cause)
  }
}
