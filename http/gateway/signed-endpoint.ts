import * as Context from "effect/Context"
import type { Scope } from "../../rules/accounts/scopes.ts"
import type { BucketName, ChargeKind } from "../../rules/quota/quota.ts"
import { ChargedAs, RequiredScope, ShownBucket, StoreOutage } from "../api/annotations.ts"
import type { Operation } from "../api/operation.ts"

/** An endpoint as the pipeline runs it: its facts, read once from the API's annotations. */
export interface SignedEndpoint {
  readonly name: string
  readonly scope: Scope | null
  readonly charge: ChargeKind
  readonly bucket: BucketName
  readonly outage: "SERVICE_UNAVAILABLE" | "AUTH_LOOKUP_FAILED"
  readonly operation: Operation<unknown>
}

/** The facts of an endpoint from its annotations, with its program. */
export const signedEndpoint = (
  endpoint: { readonly identifier: string; readonly annotations: Context.Context<never> },
  operation: Operation<unknown>,
): SignedEndpoint => ({
  name: endpoint.identifier,
  scope: Context.get(endpoint.annotations, RequiredScope),
  charge: Context.get(endpoint.annotations, ChargedAs),
  bucket: Context.get(endpoint.annotations, ShownBucket),
  outage: Context.get(endpoint.annotations, StoreOutage),
  operation,
})
