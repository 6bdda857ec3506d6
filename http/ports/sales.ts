import * as Context from "effect/Context"
import * as Data from "effect/Data"
import type * as Effect from "effect/Effect"
import type { CurrencyCode } from "../../core/vocabulary/codes.ts"
import { cannotBeUsed } from "../platform/system-error.ts"
import type { PartnerNotFound } from "./account-errors.ts"
import type { LinkNotFound } from "./link-errors.ts"
import type { KeyMode, PartnerCode } from "../../rules/accounts/partner.ts"
import type { SignedReport } from "../../rules/sales/read-report.ts"
import type { FrozenRates, SaleStatus } from "../../rules/sales/sale-record.ts"
import type { SalesCursor, SalesQuery } from "../../rules/sales/sales-query.ts"
import { type AmountMinor, minorToNumber } from "../../core/money/minor.ts"

/** The store of sales did not answer. */
export class SaleStoreUnavailable extends Data.TaggedError("SaleStoreUnavailable")<{
  readonly cause: unknown
}> {
  override get message() {
    return cannotBeUsed("store of sales", this.cause)
  }
}

/** A report of a known sale gives it another ref or currency. */
export class ReportContradicts extends Data.TaggedError("ReportContradicts")<{
  readonly field: "ref" | "currency"
  /** What the sale has there. */
  readonly held: string
  /** The decimals of the currency that it has, where they are not those of now. */
  readonly minorUnits?: number
}> {
  override get message() {
    const { field, held, minorUnits } = this
    const decimals = minorUnits === undefined ? "" : ` of ${minorUnits} decimals`
    return `${field}: the sale was reported with ${held}${decimals}`
  }
}

/** A sale of the demo's funnel. */
export interface DemoSale {
  readonly ref: string
  /** The partner whom the ref credits. */
  readonly partnerCode: PartnerCode
  /** One id for a subscription, however often its sale is reported. */
  readonly externalOrderId: string
  readonly amount: number
  readonly currency: CurrencyCode
}

/** The demo's sale was not booked. */
export class DemoSaleRefused extends Data.TaggedError("DemoSaleRefused")<{
  /** `no_live_key`, or the code that the postback answered with. */
  readonly code: string
}> {}

/**
 * Reports a sale as its partner's server would: by the conversion postback, signed with a live key of
 * that partner.
 */
export type ReportDemoSale = (sale: DemoSale) => Effect.Effect<void, DemoSaleRefused>

/** Who reports, and the rates that a sale reported for the first time is frozen at. */
export interface Reporter {
  readonly partnerId: string
  readonly partnerCode: PartnerCode
  readonly mode: KeyMode
  readonly rates: FrozenRates
}

/** A sale as it stands, amounts in minor units of its currency: a cancelled one earns nothing. */
export interface BookedSale {
  readonly externalOrderId: string
  readonly ref: string
  readonly status: SaleStatus
  readonly amountMinor: AmountMinor
  readonly commissionMinor: AmountMinor
  readonly currency: CurrencyCode
  readonly minorUnits: number
}

/** A sale as answers and events show it, with its amounts in the currency's main unit. */
export const shownSale = ({ amountMinor, commissionMinor, minorUnits, ...sale }: BookedSale) => ({
  externalOrderId: sale.externalOrderId,
  ref: sale.ref,
  status: sale.status,
  amount: minorToNumber(amountMinor, minorUnits),
  commission: minorToNumber(commissionMinor, minorUnits),
  currency: sale.currency,
})

/** What a report came to. */
export interface BookedReport {
  readonly sale: BookedSale
  /** The sale was not known before. */
  readonly created: boolean
  /** The report changed status, amount or commission of a known sale. */
  readonly updated: boolean
}

/** Whose sales are listed: those of an account in one mode. */
export interface SaleOwner {
  readonly partnerId: string
  readonly partnerCode: PartnerCode
  readonly mode: KeyMode
}

/** A sale as operators and its account see it; instants in ISO 8601, UTC. */
export interface ListedSale extends BookedSale {
  readonly bookedAt: string
  readonly changedAt: string
  /** When it validates itself; null once it is not pending any more. */
  readonly validatesAt: string | null
  /** When the check of the ledger last put it right; null where it never had to. */
  readonly correctedAt: string | null
}

/** A sale as its account lists it. */
export interface PagedSale extends ListedSale {
  /** When it was validated; null while it is not. */
  readonly validatedAt: string | null
}

/** A page of sales, and where it ended; null where no more follow. */
export interface SalesPageFound {
  readonly sales: ReadonlyArray<PagedSale>
  readonly next: SalesCursor | null
}

/** What a partner is owed in one currency, in its minor units: sums of the ledger. */
export interface Balance {
  readonly currency: CurrencyCode
  readonly minorUnits: number
  readonly pendingMinor: bigint
  /** Owed for certain, and not sent. */
  readonly payableMinor: bigint
}

/** Sales that partners report, and the ledger of what they earn. */
export class Sales extends Context.Service<
  Sales,
  {
    /**
     * Books a report: once for each order id of an account and mode, however many arrive at once. One
     * that was signed before the report that stands changes nothing.
     */
    readonly report: (
      reporter: Reporter,
      report: SignedReport,
    ) => Effect.Effect<BookedReport, LinkNotFound | ReportContradicts | SaleStoreUnavailable>
    /** Validates pending sales that are old enough, each once over all processes; how many. */
    readonly validateDue: Effect.Effect<number, SaleStoreUnavailable>
    /** Live sales of a partner, oldest first. */
    readonly list: (
      partnerCode: PartnerCode,
    ) => Effect.Effect<ReadonlyArray<ListedSale>, PartnerNotFound | SaleStoreUnavailable>
    /** A page of the sales of an account. */
    readonly page: (
      owner: SaleOwner,
      query: SalesQuery,
    ) => Effect.Effect<SalesPageFound, SaleStoreUnavailable>
    /** Balances of a partner by currency. */
    readonly balances: (
      partnerCode: PartnerCode,
    ) => Effect.Effect<ReadonlyArray<Balance>, PartnerNotFound | SaleStoreUnavailable>
  }
>()("viatica/Sales") {}
