import {
  balancesDue,
  checkedSale,
  type HeldBalance,
  misreckoned,
  missJournals,
  type SaleCheck,
  type StoredSale,
} from "./check-sale.ts"
import type { ReplayedSale } from "./replay-record.ts"
import { type AdoptableSale, adoptableSale, type UnrecordedTime } from "./adopt-sale.ts"
import type { CorrectionReason, CorrectionRecord, LedgerAccount } from "./sale-record.ts"
import { isBalancedJournal, onceKindsToCome, type Journal, type SaleFault } from "./sale-fault.ts"

/** A pair of entries that a correction books. */
export type CorrectingMovement = CorrectionRecord["movements"][number]

/** Why a sale is not corrected: what is wrong cannot be put right out of its records alone. */
export type LeftReason =
  /** There is no record of it. */
  | "no_records"
  /** Older code may have left it so, which records nothing: it is adopted where that is asked for. */
  | "unrecorded"
  /** A record cannot be read or cannot stand where it stands. */
  | "unreadable_record"
  /** Its records contradict each other: they do not earn what they say, or booked something else. */
  | "doubtful_record"
  /** A journal of it has not two sides of one account and currency, and no pair mends that. */
  | "unbalanced_journal"
  /** It holds a journal of a kind that is booked once and may still come due. */
  | "early_journal"
  /** It has more journals than a correction can take note of, or amounts beyond the numbers. */
  | "too_large"

/** What is to be done about a sale. */
export type SaleCorrection =
  | { readonly _tag: "Holds" }
  | {
      readonly _tag: "Left"
      readonly reason: LeftReason
      readonly faults: ReadonlyArray<SaleFault>
    }
  | {
      readonly _tag: "Adopt"
      readonly faults: ReadonlyArray<SaleFault>
      readonly adopted: AdoptableSale
    }
  | {
      readonly _tag: "Correct"
      readonly why: ReadonlyArray<CorrectionReason>
      readonly faults: ReadonlyArray<SaleFault>
      /** The sale as its records tell it. */
      readonly replayed: ReplayedSale
      readonly movements: ReadonlyArray<CorrectingMovement>
    }

/** Journals of a sale that a correction takes note of at most. */
const notedJournalsMax = 1_000

const least = (left: bigint, right: bigint): bigint => (left < right ? left : right)

/** The pairs that bring what an account holds to what it is to hold. */
const settle = (held: HeldBalance, due: HeldBalance): ReadonlyArray<CorrectingMovement> => {
  const missing = {
    pending: due.pendingMinor - held.pendingMinor,
    payable: due.payableMinor - held.payableMinor,
  }
  const moves: Array<CorrectingMovement> = []
  const move = (from: LedgerAccount, to: LedgerAccount, amountMinor: bigint): void => {
    const { currency, partnerId } = held
    if (amountMinor <= 0n) return
    moves.push({
      kind: "correction",
      from,
      to,
      amountMinor: Number(amountMinor),
      partnerId,
      currency,
    })
  }
  const across = (from: "pending" | "payable", to: "pending" | "payable"): void => {
    const amountMinor = least(-missing[from], missing[to])
    if (amountMinor <= 0n) return
    move(from, to, amountMinor)
    missing[from] += amountMinor
    missing[to] -= amountMinor
  }
  across("pending", "payable")
  across("payable", "pending")
  for (const account of ["pending", "payable"] as const) {
    move(account, "commission_expense", -missing[account])
    move("commission_expense", account, missing[account])
  }
  return moves
}

/** What keeps a sale from being corrected, if anything does. */
const leftReason = (
  check: SaleCheck,
  replayed: ReplayedSale,
  faults: ReadonlyArray<SaleFault>,
  journals: ReadonlyArray<Journal>,
): LeftReason | undefined => {
  if (faults.some(({ _tag }) => _tag === "RecordMisplaced")) return "unreadable_record"
  if (misreckoned(replayed).length > 0) return "doubtful_record"
  const isBooked = check.faults.every(({ _tag }) => _tag !== "JournalDiffers")
  if (isBooked && faults.some(({ _tag }) => _tag === "BalanceDiffers")) return "doubtful_record"
  if (journals.length > notedJournalsMax || journals.some(({ atMs }) => !Number.isFinite(atMs))) {
    return "too_large"
  }
  if (!journals.every(isBalancedJournal)) return "unbalanced_journal"
  const early = onceKindsToCome[replayed.sale.status]
  return journals.some(({ kind }) => early.includes(kind)) ? "early_journal" : undefined
}

const reasonsOf = (faults: ReadonlyArray<SaleFault>): ReadonlyArray<CorrectionReason> => {
  const has = (...tags: ReadonlyArray<SaleFault["_tag"]>): boolean =>
    faults.some(({ _tag }) => tags.includes(_tag))
  return [
    ...(has("SaleMissing") ? (["missing"] as const) : []),
    ...(has("FieldDiffers") ? (["sale"] as const) : []),
    ...(has("JournalDiffers", "BalanceDiffers") ? (["ledger"] as const) : []),
  ]
}

/**
 * What puts a sale right that its records do not come to: the sale as they tell it, and pairs of
 * entries that bring what is booked for it to what it earns. Where older code may have left it as it
 * stands, in the time given if it knows a report of it, nothing is booked: it can be adopted. `check` has gone through all records and journals of the
 * sale, `journals` are those that are there.
 *
 * ```ts
 * import { newSaleCheck } from "../rules/sales/check-sale.ts"
 * import { correctSale } from "../rules/sales/correct-sale.ts"
 *
 * correctSale(newSaleCheck, undefined, []) // => { _tag: "Left", reason: "no_records", faults: [{ _tag: "SaleMissing" }] }
 * ```
 */
export const correctSale = (
  check: SaleCheck,
  stored: StoredSale | undefined,
  journals: ReadonlyArray<Journal>,
  unrecorded?: UnrecordedTime,
): SaleCorrection => {
  const faults = checkedSale(check, stored)
  if (faults.length === 0) return { _tag: "Holds" }
  const done = missJournals(check)
  const { records, replayed } = done
  const left = (reason: LeftReason): SaleCorrection => ({ _tag: "Left", reason, faults })
  const adopted = adoptableSale(done, stored, unrecorded)
  if (adopted !== undefined) return { _tag: "Adopt", faults, adopted }
  if (replayed === undefined) return left(records === 0 ? "no_records" : "unreadable_record")
  const reason = leftReason(done, replayed, faults, journals)
  if (reason !== undefined) return left(reason)
  const movements = balancesDue(done, replayed).flatMap(({ due, held }) => settle(held, due))
  return movements.every(isExact)
    ? { _tag: "Correct", why: reasonsOf(faults), faults, replayed, movements }
    : left("too_large")
}

const isExact = ({ amountMinor }: CorrectingMovement): boolean => Number.isSafeInteger(amountMinor)
