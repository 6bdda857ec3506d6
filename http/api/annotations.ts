import * as Context from "effect/Context"
import type { Scope } from "../../rules/accounts/scopes.ts"
import type { BucketName, ChargeKind } from "../../rules/quota/quota.ts"

/** The scope that a key needs for an endpoint; null when every key may call it. */
export const RequiredScope = Context.Reference<Scope | null>("viatica/RequiredScope", {
  defaultValue: () => null,
})

/** Whether an endpoint tells the amounts of sales, or where to send them; the holder of a key may keep them from it. */
export const TellsSales = Context.Reference<boolean>("viatica/TellsSales", {
  defaultValue: () => false,
})

/** What a valid call of an endpoint costs. */
export const ChargedAs = Context.Reference<ChargeKind>("viatica/ChargedAs", {
  defaultValue: () => "call",
})

/** The daily bucket that an endpoint's rate headers describe. */
export const ShownBucket = Context.Reference<BucketName>("viatica/ShownBucket", {
  defaultValue: () => "reads",
})

/** Which outage code an endpoint answers when keys or quotas cannot be read. */
export const StoreOutage = Context.Reference<"SERVICE_UNAVAILABLE" | "AUTH_LOOKUP_FAILED">(
  "viatica/StoreOutage",
  { defaultValue: () => "SERVICE_UNAVAILABLE" },
)

/**
 * Whether calls of an endpoint that were answered stay out of the list of an account's last calls: those
 * that ask for that list would push out what they look for.
 */
export const Unlisted = Context.Reference<boolean>("viatica/Unlisted", {
  defaultValue: () => false,
})
