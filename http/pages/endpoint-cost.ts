import * as Context from "effect/Context"
import type { Scope } from "../../rules/accounts/scopes.ts"
import { ChargedAs, RequiredScope, ShownBucket } from "../api/annotations.ts"
import { endpoints, type EndpointName } from "../api/api.ts"

/** What a call of an endpoint takes from the day: one read, one write when it opens something, or nothing. */
export type CallCost = "read" | "write" | "nothing"

/**
 * What a call of an endpoint costs, as it is charged.
 *
 * ```ts
 * import { callCost } from "../http/pages/endpoint-cost.ts"
 *
 * callCost("quotes") // => "read"
 * callCost("links") // => "write"
 * callCost("sales") // => "nothing"
 * ```
 */
export const callCost = (name: EndpointName): CallCost => {
  const { annotations } = endpoints[name]
  if (Context.get(annotations, ChargedAs) !== "call") return "read"
  return Context.get(annotations, ShownBucket) === "writes" ? "write" : "nothing"
}

/** The scope that a key needs for an endpoint; null where every key may call it. */
export const scopeOf = (name: EndpointName): Scope | null =>
  Context.get(endpoints[name].annotations, RequiredScope)
