import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { Bps } from "../../core/money/minor.ts"
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
  /** Why it is suspended, as its people read it; null where it is not, or nobody has said. */
  readonly suspendedFor: string | null
  readonly baseRateBps: Bps
  /** What a sale pays the partner: the base rate and the uplift. */
  readonly commissionBps: Bps
  readonly upliftBps: Bps
  /** Whether the Coach shows it facts alone, without any recommendation. */
  readonly factsOnly: boolean
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

/** Which accounts are asked for, by code, a page at a time. */
export interface PartnersQuery {
  /** Part of a name or a code, in any case; empty asks for all. */
  readonly text: string
  /** Null asks for every status. */
  readonly status: PartnerStatus | null
  /** The code of the account that the page before ended with. */
  readonly after: string | null
  readonly limit: number
}

/** An account in a list, and whether it waits for a review. */
export interface ListedPartner extends Partner {
  readonly isWaiting: boolean
}

/** A page of accounts, and the code that it ended with; null where no more follow. */
export interface PartnersPage {
  readonly partners: ReadonlyArray<ListedPartner>
  readonly next: string | null
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
    /** Stops every call of an account's keys until it is approved again; its owners are told why. */
    readonly suspend: (
      code: string,
      reason: string,
    ) => Effect.Effect<Partner, PartnerNotFound | KeyStoreUnavailable>
    readonly setCommission: (
      code: string,
      bps: Bps,
    ) => Effect.Effect<Partner, CommissionRefused | PartnerNotFound | KeyStoreUnavailable>
    /** Sets whether the Coach shows facts alone. */
    readonly setFactsOnly: (
      code: string,
      factsOnly: boolean,
    ) => Effect.Effect<Partner, PartnerNotFound | KeyStoreUnavailable>
    /** All accounts, by code. */
    readonly list: Effect.Effect<ReadonlyArray<Partner>, KeyStoreUnavailable>
    readonly page: (query: PartnersQuery) => Effect.Effect<PartnersPage, KeyStoreUnavailable>
    /** How many accounts there are of each status, counted no further than so many. */
    readonly counts: (
      most: number,
    ) => Effect.Effect<Readonly<Record<PartnerStatus, number>>, KeyStoreUnavailable>
    readonly get: (code: string) => Effect.Effect<Partner, PartnerNotFound | KeyStoreUnavailable>
  }
>()("viatica/Partners") {}
