import type { CurrencyCode } from "../../core/vocabulary/codes.ts"
import type { Guarantee } from "../../core/vocabulary/guarantee.ts"
import type { GuardText } from "./tables/guard-hooks.ts"

/** What an offer costs. Amounts are in main units of their currency and include the handling fee. */
export interface Price {
  /** What the traveller pays, in `currency`. */
  readonly amount: number
  /** `amount` in minor units of `currency`. */
  readonly amountInCents: number
  /** The requested currency, or the insurer's when no conversion was possible. */
  readonly currency: CurrencyCode
  /** The price before conversion; equals `amount` when there was none. */
  readonly insurerAmount: number
  readonly insurerCurrency: CurrencyCode
  /** Whether it is a from-price that the funnel settles. */
  readonly isStartingPrice: boolean
  /** What the price is for: `month`, `year`, or `2 years` and more for the years begun; null is the whole trip. */
  readonly period: string | null
}

/** An offer as answers carry it. */
export interface Offer {
  readonly id: number
  readonly name: string | null
  readonly plan: string | null
  /** `logoUrl` is the offer's pictogram when it has one, else the insurer's logo. */
  readonly insurer: { readonly name: string | null; readonly logoUrl: string | null }
  /** The offer's pictogram, byte-equal to `insurer.logoUrl`; absent when there is none. */
  readonly iconUrl?: string
  readonly price: Price
  readonly guaranteeCurrency: CurrencyCode
  readonly guarantees: Readonly<Record<string, Guarantee>>
  readonly highlights: {
    readonly included: ReadonlyArray<string>
    readonly excluded: ReadonlyArray<string>
  }
  readonly documents: { readonly cgvUrl: string | null; readonly ipidUrl: string | null }
  /** Rank by premium, from 1, cheapest first. */
  readonly position: number
}

/** A priced trip: the offers cheapest first, as they are shown, and how many others there were. */
export interface PricedQuote<Shown = Offer> {
  readonly offers: ReadonlyArray<Shown>
  /** Offers that match but could not be priced for this trip. */
  readonly unpricedCount: number
  /** Offers that match but are sold on the insurer's own site only. */
  readonly redirectOnlyCount: number
  /** Offers that fail exactly one condition that can be relaxed. */
  readonly nearMissCount: number
  /** What guards say of offers that they keep back; left out where they keep none. */
  readonly said?: ReadonlyArray<GuardText>
}
