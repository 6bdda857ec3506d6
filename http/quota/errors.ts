import * as Data from "effect/Data"

/** The store of quotas did not answer, so no call can be let through. */
export class QuotaStoreUnavailable extends Data.TaggedError("QuotaStoreUnavailable")<{
  readonly cause: unknown
}> {
  override get message() {
    const reason = this.cause instanceof Error ? `: ${this.cause.message}` : ""
    return `The quota store cannot be used${reason}`
  }
}
