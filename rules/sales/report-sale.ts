import type { AmountMinor } from "../../core/money/minor.ts"
import { capsAfter, commissionMinor, noCaps, sameCaps } from "./commission.ts"
import type { SignedSale } from "./read-report.ts"
import type {
  FrozenRates,
  LedgerAccount,
  Movement,
  MovementKind,
  Sale,
  SaleStatus,
} from "./sale-record.ts"

/** A sale after something happened to it, and what is booked for that, in this order. */
export interface SaleStep {
  readonly sale: Sale
  readonly movements: ReadonlyArray<Movement>
}

/** What a report came to. */
export interface ReportedSale extends SaleStep {
  /** The sale was not known before. */
  readonly created: boolean
  /** The report changed status, amount or commission of a known sale. */
  readonly updated: boolean
  /** The report is the one that stands now. */
  readonly counts: boolean
  /** The report counts as the sale is of age: its record has to say so. */
  readonly countsByAge: boolean
}

const house: LedgerAccount = "commission_expense"

/** The account that holds what a sale earns, by where it stands; cancelled, it is back where it came from. */
const accounts = {
  pending: "pending",
  validated: "payable",
  cancelled: house,
} as const satisfies Readonly<Record<SaleStatus, LedgerAccount>>

/** A movement of nothing is none. */
const move = (
  kind: MovementKind,
  from: LedgerAccount,
  to: LedgerAccount,
  amountMinor: AmountMinor,
): ReadonlyArray<Movement> => (amountMinor === 0 ? [] : [{ kind, from, to, amountMinor }])

/** The reports that count, by where a sale stands: it never goes back, and cancelled is final. */
const counting: Readonly<Record<SaleStatus, ReadonlyArray<SaleStatus>>> = {
  pending: ["pending", "validated", "cancelled"],
  validated: ["validated", "cancelled"],
  cancelled: [],
}

/**
 * Moves a sale on: what it earns goes to the account of its new status, and back when cancelled. It
 * never goes back to pending.
 */
const moveOn = (sale: Sale, status: SaleStatus): SaleStep =>
  sale.status === status || status === "pending"
    ? { sale, movements: [] }
    : {
        sale: { ...sale, status },
        movements: move(
          status === "cancelled" ? "reversal" : "validation",
          accounts[sale.status],
          accounts[status],
          sale.commissionMinor,
        ),
      }

const firstReported = (report: SignedSale, rates: FrozenRates): SaleStep => {
  const caps = capsAfter(noCaps, report)
  const earnedMinor = commissionMinor(report.amountMinor, caps, rates)
  const booked: Sale = {
    status: "pending",
    amountMinor: report.amountMinor,
    commissionMinor: earnedMinor,
    caps,
    signedAtSeconds: report.signedAtSeconds,
  }
  const moved = moveOn(booked, report.status)
  return {
    sale: moved.sale,
    movements: [
      ...move("booking", house, accounts[booked.status], earnedMinor),
      ...moved.movements,
    ],
  }
}

/** Gives a sale what was declared: what it earns more is booked, what it earns less is booked back. */
const adjust = (held: Sale, report: SignedSale, rates: FrozenRates): SaleStep => {
  const { amountMinor, signedAtSeconds } = report
  const caps = capsAfter(held.caps, report)
  // What is as it was earns what it earned, whatever rates it is looked at with.
  if (amountMinor === held.amountMinor && sameCaps(caps, held.caps)) {
    return { sale: { ...held, signedAtSeconds }, movements: [] }
  }
  const earnedMinor = commissionMinor(amountMinor, caps, rates)
  const differenceMinor = earnedMinor - held.commissionMinor
  const account = accounts[held.status]
  const [from, to] = differenceMinor > 0 ? [house, account] : [account, house]
  return {
    sale: { ...held, amountMinor, commissionMinor: earnedMinor, caps, signedAtSeconds },
    movements: move("adjustment", from, to, Math.abs(differenceMinor)),
  }
}

/** Whether a report was signed before the one that stands. */
const isOutrun = (held: Sale, { signedAtSeconds }: SignedSale): boolean =>
  held.signedAtSeconds !== null && signedAtSeconds < held.signedAtSeconds

const differs = (left: Sale, right: Sale): boolean =>
  left.status !== right.status ||
  left.amountMinor !== right.amountMinor ||
  left.commissionMinor !== right.commissionMinor

/**
 * What a report makes of a sale; `held` is the sale as it stands, undefined for an order id that is
 * new, `rates` are those that it was, or is now, frozen at, and `isOfAge` says whether it is old
 * enough to have validated itself.
 *
 * Reports go by the moment at which they were signed, and by their arrival where that is the same
 * second: one that was signed before the one that stands changes nothing, nor does it declare
 * anything. Of any other:
 *
 * | held | report | outcome |
 * | --- | --- | --- |
 * | none | `pending` | booked as pending |
 * | none | `validated`, `cancelled` | booked, then validated or reversed |
 * | `pending`, `validated` | its own status | adjusted where it earns something else |
 * | `pending` | `validated`, `cancelled` | the same, then validated or reversed |
 * | `validated` | `cancelled` | the same, then reversed |
 * | `validated`, of age | `pending` | adjusted where it earns something else, stays validated |
 * | `validated` before | `pending` | as it was |
 * | `cancelled` | any | as it was |
 *
 * A sale is of age once it is old enough to validate itself. Its partner need not know that it did:
 * what the partner goes on to report as pending is no step back then, and its amount is the amount.
 *
 * What a sale earns follows from its amount, the caps declared for it and the frozen rates, and from
 * nothing else. A report that leaves all as it was stands all the same from then on: one that was
 * signed before it comes too late. A reversal books back what is booked.
 *
 * ```ts
 * import { reportSale } from "../rules/sales/report-sale.ts"
 *
 * const rates = { feeBps: 1000, baseRateBps: 1000, upliftBps: 0 }
 * const first = { status: "pending", amountMinor: 11_000, commissionMinor: null, uplift: { _tag: "Unknown" }, signedAtSeconds: 20 } as const
 * const { movements, sale } = reportSale(undefined, first, rates)
 * sale.commissionMinor // => 1000
 * movements // => [{ kind: "booking", from: "commission_expense", to: "pending", amountMinor: 1000 }]
 * reportSale(sale, { ...first, status: "cancelled" }, rates).movements // => [{ kind: "reversal", from: "pending", to: "commission_expense", amountMinor: 1000 }]
 * reportSale(sale, { ...first, amountMinor: 9_091, signedAtSeconds: 19 }, rates).sale // => sale
 *
 * const validated = { ...sale, status: "validated" } as const
 * const late = { ...first, amountMinor: 5_500 }
 * reportSale(validated, late, rates).movements // => []
 * reportSale(validated, late, rates, true).movements // => [{ kind: "adjustment", from: "payable", to: "commission_expense", amountMinor: 500 }]
 * ```
 */
export const reportSale = (
  held: Sale | undefined,
  report: SignedSale,
  rates: FrozenRates,
  isOfAge = false,
): ReportedSale => {
  if (held === undefined) {
    const booked = firstReported(report, rates)
    return { ...booked, created: true, updated: false, counts: true, countsByAge: false }
  }
  const isInTime = !isOutrun(held, report)
  const isNoStepBack = counting[held.status].includes(report.status)
  const countsByAge = isInTime && isOfAge && held.status === "validated" && !isNoStepBack
  if (!isInTime || (!isNoStepBack && !countsByAge)) {
    return { sale: held, movements: [], created: false, updated: false, counts: false, countsByAge }
  }
  const adjusted = adjust(held, report, rates)
  const moved = moveOn(adjusted.sale, report.status)
  return {
    sale: moved.sale,
    movements: [...adjusted.movements, ...moved.movements],
    created: false,
    updated: differs(held, moved.sale),
    counts: true,
    countsByAge,
  }
}

/**
 * Validates a sale that has been pending for long enough; one that is not pending stays as it is.
 *
 * ```ts
 * import { noCaps } from "../rules/sales/commission.ts"
 * import { validateSale } from "../rules/sales/report-sale.ts"
 *
 * const sale = { status: "pending", amountMinor: 11_000, commissionMinor: 1000, caps: noCaps, signedAtSeconds: 20 } as const
 * validateSale(sale).movements // => [{ kind: "validation", from: "pending", to: "payable", amountMinor: 1000 }]
 * validateSale({ ...sale, status: "cancelled" }).movements // => []
 * ```
 */
export const validateSale = (sale: Sale): SaleStep =>
  sale.status === "pending" ? moveOn(sale, "validated") : { sale, movements: [] }
