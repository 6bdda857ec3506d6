import type { SaleStatus } from "./sale.ts"

/** What a report says of the uplift part of the commission. */
export type DeclaredUplift =
  /** Contract 3.1 has no such field: the part is computed. */
  | { readonly _tag: "Computed" }
  /** Contract 3.2: what was charged, in minor units; 0 when left out. It can only lower the part. */
  | { readonly _tag: "AtMost"; readonly amountMinor: number }

/** A conversion as a partner reports it, once read; amounts in minor units of the currency. */
export interface ConversionReport {
  readonly ref: string
  readonly externalOrderId: string
  /** Premium with its handling fee: what the traveller paid. */
  readonly amountMinor: number
  readonly currency: string
  /** Decimals of the currency. */
  readonly minorUnits: number
  readonly status: SaleStatus
  /** The commission that the partner expects, which can only lower what is computed. */
  readonly commissionMinor: number | null
  readonly uplift: DeclaredUplift
}
