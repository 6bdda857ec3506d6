import type { CurrencyCode } from "../../core/vocabulary/codes.ts"
import type { KeyId } from "../../rules/accounts/key-text.ts"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import type * as Effect from "effect/Effect"
import { cannotBeUsed } from "../platform/system-error.ts"
import type { PartnerNotFound } from "./account-errors.ts"
import type { SaleOwner } from "./sales.ts"
import type { LinksPage, LinksQuery, TrackedLink } from "./tracked-links.ts"
import type { KeyMode, PartnerCode } from "../../rules/accounts/partner.ts"
import type { SubscriptionStage } from "../../rules/links/link-step.ts"
import type { QuotaState } from "../../rules/quota/quota.ts"
import type { LedgerAccount, MovementKind } from "../../rules/sales/sale-record.ts"
import type { CallCursor, CallNumbers } from "../../rules/usage/next-calls.ts"

/** A signed call that was answered, as it is kept for its account; nothing of its body or query. */
export interface CallRecord {
  readonly keyId: KeyId
  /** Whether its signature was found to hold: else anybody may have sent it who knows the key id. */
  readonly isSigned: boolean
  /** Whether it is kept among the last calls; it counts in any case. */
  readonly isListed: boolean
  readonly requestId: string
  /** When it came in, in milliseconds since 1970. */
  readonly atMs: number
  readonly durationMs: number
  /** The name of the endpoint. */
  readonly endpoint: string
  readonly method: string
  readonly status: number
  /** The code and the sentence that the caller got; undefined where the call was answered. */
  readonly refused: { readonly code: string; readonly detail: string } | undefined
}

/**
 * Where signed calls are recorded for their accounts: nowhere, unless a layer says otherwise. It
 * never fails and waits for nothing.
 */
export class CallRecords extends Context.Reference<(call: CallRecord) => void>(
  "viatica/CallRecords",
  { defaultValue: () => () => {} },
) {}

/** The store of usage did not answer. */
export class UsageUnavailable extends Data.TaggedError("UsageUnavailable")<{
  readonly cause: unknown
}> {
  override get message() {
    return cannotBeUsed("store of usage", this.cause)
  }
}

/** Days of UTC, `YYYY-MM-DD`, both of them included. */
export interface UsageDays {
  readonly from: string
  readonly to: string
  /** One key of the account; left out, all of its keys of the mode, revoked ones included. */
  readonly keyId?: KeyId
}

/** Calls that were refused or failed under one error code. */
interface RefusedCalls {
  /** The code as the caller got it, such as `BAD_DATES`. */
  readonly code: string
  readonly calls: number
}

/** What one endpoint was called on one day. */
export interface EndpointDay {
  /** The day of UTC, `YYYY-MM-DD`. */
  readonly day: string
  /** The name of the endpoint, such as `quotes`. */
  readonly endpoint: string
  /** All calls, refused ones included. */
  readonly calls: number
  /** By code, the most frequent first; empty where every call was answered. */
  readonly refused: ReadonlyArray<RefusedCalls>
}

/** What a key has used of its quota, as it stands now; its window says when it begins anew. */
export interface KeyToday extends QuotaState {
  readonly keyId: KeyId
}

/** Which of the recent calls are asked for, the newest first. */
export interface RecentCallsQuery {
  readonly limit: number
  /** Where the page before ended; null asks for the newest. */
  readonly before: CallCursor | null
  /** Only calls that were refused or failed. */
  readonly isRefusedOnly: boolean
}

/** A call that an account made; nothing of its body or query is kept. */
export interface RecentCall {
  /** When it came in: ISO 8601, UTC. */
  readonly at: string
  /** The name of the endpoint, such as `quotes`. */
  readonly endpoint: string
  readonly method: string
  /** The path of the endpoint, without a query. */
  readonly path: string
  readonly status: number
  /** Null where the call was answered. */
  readonly errorCode: string | null
  /** What was wrong, as the caller was told, at most 200 characters; null where nothing was. */
  readonly detail: string | null
  readonly requestId: string
  readonly keyId: string
  readonly durationMs: number
  /** Whether its signature was found to hold: else anybody may have sent it who knows the key id. */
  readonly isSigned: boolean
}

/** A page of recent calls, and where it ended; null where no more follow. */
export interface RecentCallsPage {
  readonly calls: ReadonlyArray<RecentCall>
  readonly next: CallCursor | null
}

/** Which calls are asked for of those that have come since a list was read so far. */
export interface CallsSinceQuery {
  /** How far it was read; null asks for the last calls. */
  readonly after: CallNumbers | null
  readonly limit: number
  /** Only calls that were refused or failed. */
  readonly isRefusedOnly: boolean
}

/** Calls in the order in which they came, and how far the list has been read with them. */
export interface CallsSince {
  readonly calls: ReadonlyArray<RecentCall>
  readonly next: CallNumbers
}

/** Sales in one currency, amounts in its minor units. */
export interface SalesTotal {
  readonly sales: number
  /** What travellers paid. */
  readonly amountMinor: bigint
  readonly commissionMinor: bigint
}

/** What sales of one currency come to. */
export interface CurrencyTotals {
  readonly currency: CurrencyCode
  readonly minorUnits: number
  /** Validated sales: what is payable now. */
  readonly payable: SalesTotal
  /** Pending sales: what becomes payable within the days of validation. */
  readonly pending: SalesTotal
  /** Cancelled sales, which pay nothing. */
  readonly cancelled: SalesTotal
}

/**
 * A tracked link with what came of it. Links, clicks and subscriptions are the account's in either
 * mode; the sales are those of one.
 */
export interface LinkUsage extends TrackedLink {
  /** How many subscriptions are at each stage now. */
  readonly subscriptions: Readonly<Record<SubscriptionStage, number>>
  readonly totals: ReadonlyArray<CurrencyTotals>
}

/** One side of what was booked for a sale of an account. */
export interface LedgerRow {
  readonly entryId: bigint
  /** The two entries that were booked together have the same. */
  readonly journalId: bigint
  /** ISO 8601, UTC. */
  readonly at: string
  readonly kind: MovementKind
  readonly externalOrderId: string
  readonly ref: string
  readonly account: LedgerAccount
  readonly currency: CurrencyCode
  readonly minorUnits: number
  /** What came into the account; negative where it left it. */
  readonly amountMinor: bigint
}

/** Which entries of the ledger are asked for, the oldest first. */
export interface LedgerQuery {
  /** The entry that the page before ended with; null asks for the first. */
  readonly after: bigint | null
  readonly limit: number
}

/** A page of ledger entries, and the last one where more follow. */
export interface LedgerPage {
  readonly entries: ReadonlyArray<LedgerRow>
  readonly next: bigint | null
}

/**
 * What partners see of their own use of the service. Pages of their sales come from `Sales.page`,
 * which takes the same owner.
 */
export class Usage extends Context.Service<
  Usage,
  {
    /** The account of a code in one mode, as all others ask for it. */
    readonly owner: (
      partnerCode: PartnerCode,
      mode: KeyMode,
    ) => Effect.Effect<SaleOwner, PartnerNotFound | UsageUnavailable>
    /** Calls by day and endpoint, by day and then by endpoint; days without calls are left out. */
    readonly days: (
      owner: SaleOwner,
      days: UsageDays,
    ) => Effect.Effect<ReadonlyArray<EndpointDay>, UsageUnavailable>
    /** The keys in use, the oldest first, with what they have used today and in this minute. */
    readonly today: (owner: SaleOwner) => Effect.Effect<ReadonlyArray<KeyToday>, UsageUnavailable>
    /** The last calls, the newest first; how many are kept and for how long is a matter of limits. */
    readonly recentCalls: (
      owner: SaleOwner,
      query: RecentCallsQuery,
    ) => Effect.Effect<RecentCallsPage, UsageUnavailable>
    /** The calls that were written since a list was read so far, the oldest first, each once. */
    readonly callsSince: (
      owner: SaleOwner,
      query: CallsSinceQuery,
    ) => Effect.Effect<CallsSince, UsageUnavailable>
    /** A page of links with what came of them, the newest first; what is searched, by code. */
    readonly links: (
      owner: SaleOwner,
      query: LinksQuery,
    ) => Effect.Effect<LinksPage<LinkUsage>, UsageUnavailable>
    /** What the sales come to, by currency. */
    readonly salesSummary: (
      owner: SaleOwner,
    ) => Effect.Effect<ReadonlyArray<CurrencyTotals>, UsageUnavailable>
    /** Ledger entries, for an export page by page; the sandbox has none. */
    readonly ledger: (
      owner: SaleOwner,
      query: LedgerQuery,
    ) => Effect.Effect<LedgerPage, UsageUnavailable>
  }
>()("viatica/Usage") {}
