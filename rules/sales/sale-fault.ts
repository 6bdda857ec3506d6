import type { CurrencyCode } from "../../core/vocabulary/codes.ts"
import type { SaleStatus } from "./sale-record.ts"

/** One side of a journal, in minor units: what leaves an account is negative. */
export interface JournalEntry {
  readonly account: string
  readonly partnerId: string
  readonly currency: CurrencyCode
  /** A text, as a stored one may be beyond the numbers. */
  readonly amountMinor: string
}

/** What was booked at one moment, in milliseconds since 1970. */
export interface Journal {
  readonly kind: string
  readonly atMs: number
  readonly entries: ReadonlyArray<JournalEntry>
}

/**
 * Whether a journal has two sides of one account and currency that come to zero.
 *
 * ```ts
 * import { isBalancedJournal } from "../rules/sales/sale-fault.ts"
 *
 * isBalancedJournal({ kind: "booking", atMs: 0, entries: [] }) // => false
 * ```
 */
export const isBalancedJournal = ({ entries }: Journal): boolean => {
  const [left, right] = entries
  return (
    left !== undefined &&
    right !== undefined &&
    entries.length === 2 &&
    BigInt(left.amountMinor) + BigInt(right.amountMinor) === 0n &&
    left.partnerId === right.partnerId &&
    left.currency === right.currency
  )
}

/** Kinds of journals that are booked once for a sale and may still come, by where it stands. */
export const onceKindsToCome: Readonly<Record<SaleStatus, ReadonlyArray<string>>> = {
  pending: ["validation", "reversal"],
  validated: ["reversal"],
  cancelled: [],
}

/** A way in which the books disagree with the records of a sale. */
export type SaleFault =
  /** There are records of a sale that is not there. */
  | { readonly _tag: "SaleMissing" }
  /** There is a sale without any record. */
  | { readonly _tag: "RecordsMissing" }
  /** A record, counted from 1, cannot be read, or cannot stand where it stands. */
  | { readonly _tag: "RecordMisplaced"; readonly place: number }
  /** The sale says something else than its records come to. */
  | {
      readonly _tag: "FieldDiffers"
      readonly field: string
      readonly held: string
      readonly due: string
    }
  /** What was booked as its so manieth journal is something else than was due; null is nothing. */
  | {
      readonly _tag: "JournalDiffers"
      readonly place: number
      readonly held: Journal | null
      readonly due: Journal | null
    }
  /** What is booked does not come to what the sale earns, in minor units. */
  | {
      readonly _tag: "BalanceDiffers"
      readonly account: "pending" | "payable"
      readonly held: string
      readonly due: string
      /** Whose books hold it, and in what, where that is not the sale's own account and currency. */
      readonly elsewhere?: { readonly partnerId: string; readonly currency: CurrencyCode }
    }
