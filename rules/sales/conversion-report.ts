import type { SaleStatus } from "./sale.ts"

/** What a report says of the uplift part of the commission. */
export type DeclaredUplift =
  /** Contract 3.1 has no such field. */
  | { readonly _tag: "Unknown" }
  /** Contract 3.2, without the field. */
  | { readonly _tag: "LeftOut" }
  /** Contract 3.2: what was charged, in minor units. It can only lower the part. */
  | { readonly _tag: "AtMost"; readonly amountMinor: number }

/** What a report declares of a sale, and what the commission of the sale goes by. */
export interface DeclaredSale {
  readonly status: SaleStatus
  /** Premium with its handling fee: what the traveller paid. */
  readonly amountMinor: number
  /** The commission that the partner expects, which can only lower what is computed. */
  readonly commissionMinor: number | null
  readonly uplift: DeclaredUplift
}

/** A conversion as a partner reports it, once read; amounts in minor units of the currency. */
export interface ConversionReport extends DeclaredSale {
  readonly ref: string
  readonly externalOrderId: string
  readonly currency: string
  /** Decimals of the currency. */
  readonly minorUnits: number
}

/** What was declared, and when its sender signed that, in Unix seconds. */
export interface SignedSale extends DeclaredSale {
  readonly signedAtSeconds: number
}

/** A report, and when its sender signed it, in Unix seconds. */
export interface SignedReport extends ConversionReport, SignedSale {}
