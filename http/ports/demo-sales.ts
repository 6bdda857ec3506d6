import * as Data from "effect/Data"
import type * as Effect from "effect/Effect"

/** A sale of the demo's funnel. */
export interface DemoSale {
  readonly ref: string
  /** The partner whom the ref credits. */
  readonly partnerCode: string
  /** One id for a subscription, however often its sale is reported. */
  readonly externalOrderId: string
  readonly amount: number
  readonly currency: string
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
