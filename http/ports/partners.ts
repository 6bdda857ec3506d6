import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { PartnerStatus } from "../../rules/accounts/partner.ts"
import type {
  BadLimit,
  BadPartner,
  CommissionRefused,
  KeyStoreUnavailable,
  PartnerExists,
  PartnerNotFound,
} from "./account-errors.ts"

/** An account as its operators see it; rates in basis points, instants in ISO 8601, UTC. */
export interface Partner {
  readonly code: string
  readonly name: string
  readonly status: PartnerStatus
  readonly baseRateBps: number
  /** What a sale pays the partner: the base rate and the uplift. */
  readonly commissionBps: number
  readonly upliftBps: number
  /** Daily limits of live keys; null until the account is approved. */
  readonly liveQuota: { readonly reads: number; readonly writes: number } | null
  readonly approvedAt: string | null
  readonly createdAt: string
}

/** Daily limits that an approval may set; what is left out keeps its value or its default. */
export interface LiveLimits {
  readonly reads?: number
  readonly writes?: number
}

/** The accounts of partners. Every change is audited; what changes nothing is not. */
export class Partners extends Context.Service<
  Partners,
  {
    /** Makes an account with its first tracked link. */
    readonly create: (wish: {
      readonly code: string
      readonly name: string
    }) => Effect.Effect<Partner, BadPartner | PartnerExists | KeyStoreUnavailable>
    /** Approves an account for live use; also lifts a suspension. Sets the limits of live keys. */
    readonly approve: (
      code: string,
      limits: LiveLimits,
    ) => Effect.Effect<Partner, BadLimit | PartnerNotFound | KeyStoreUnavailable>
    /** Stops every call of an account's keys until it is approved again. */
    readonly suspend: (
      code: string,
    ) => Effect.Effect<Partner, PartnerNotFound | KeyStoreUnavailable>
    readonly setCommission: (
      code: string,
      bps: number,
    ) => Effect.Effect<Partner, CommissionRefused | PartnerNotFound | KeyStoreUnavailable>
    /** All accounts, by code. */
    readonly list: Effect.Effect<ReadonlyArray<Partner>, KeyStoreUnavailable>
    readonly get: (code: string) => Effect.Effect<Partner, PartnerNotFound | KeyStoreUnavailable>
  }
>()("viatica/Partners") {}
