import { commissionMinor } from "./commission.ts"
import type { ConversionReport } from "./conversion-report.ts"
import type {
  FrozenRates,
  LedgerAccount,
  Movement,
  MovementKind,
  Sale,
  SaleStatus,
} from "./sale.ts"

/** A sale after something happened to it, and what is booked for that, in this order. */
export interface SaleStep {
  readonly sale: Sale
  readonly movements: ReadonlyArray<Movement>
}

/** What a report came to. */
export interface ReportedSale extends SaleStep {
  /** The sale was not known before. */
  readonly created: boolean
  /** The report changed a known sale. */
  readonly updated: boolean
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
  amountMinor: number,
): ReadonlyArray<Movement> => (amountMinor === 0 ? [] : [{ kind, from, to, amountMinor }])

/** The reports that count, by where a sale stands: it never goes back, and cancelled is final. */
const counting: Readonly<Record<SaleStatus, ReadonlyArray<SaleStatus>>> = {
  pending: ["pending", "validated", "cancelled"],
  validated: ["validated", "cancelled"],
  cancelled: [],
}

/** Moves a sale on: what it earns goes to the account of its new status, and back when cancelled. */
const moveOn = (sale: Sale, status: SaleStatus): SaleStep =>
  sale.status === status
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

const firstReported = (report: ConversionReport, rates: FrozenRates): SaleStep => {
  const earnedMinor = commissionMinor(report, rates)
  const booked: Sale = {
    status: "pending",
    amountMinor: report.amountMinor,
    commissionMinor: earnedMinor,
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

/** Gives a sale another amount: what it earns more is booked, what it earns less is booked back. */
const adjust = (held: Sale, report: ConversionReport, rates: FrozenRates): SaleStep => {
  if (report.amountMinor === held.amountMinor) return { sale: held, movements: [] }
  const earnedMinor = commissionMinor(report, rates)
  const differenceMinor = earnedMinor - held.commissionMinor
  const account = accounts[held.status]
  const [from, to] = differenceMinor > 0 ? [house, account] : [account, house]
  return {
    sale: { ...held, amountMinor: report.amountMinor, commissionMinor: earnedMinor },
    movements: move("adjustment", from, to, Math.abs(differenceMinor)),
  }
}

/**
 * What a report makes of a sale; `held` is the sale as it stands, undefined for an order id that is
 * new, and `rates` are those that it was, or is now, frozen at.
 *
 * | held | report | outcome |
 * | --- | --- | --- |
 * | none | `pending` | booked as pending |
 * | none | `validated`, `cancelled` | booked, then validated or reversed |
 * | `pending`, `validated` | its own status | adjusted where the amount differs |
 * | `pending` | `validated`, `cancelled` | adjusted where the amount differs, then validated or reversed |
 * | `validated` | `cancelled` | adjusted where the amount differs, then reversed |
 * | `validated` | `pending` | as it was |
 * | `cancelled` | any | as it was |
 *
 * The commission changes with the amount only, at the frozen rates. A reversal books back what is
 * booked; the sale goes on showing it.
 *
 * ```ts
 * import { reportSale } from "../rules/sales/report-sale.ts"
 *
 * const rates = { feeBps: 1000, baseRateBps: 1000, upliftBps: 0 }
 * const money = { amountMinor: 11_000, currency: "EUR", minorUnits: 2, commissionMinor: null }
 * const names = { ref: "acme-SPRING27", externalOrderId: "1", uplift: { _tag: "Computed" } } as const
 * const { movements, sale } = reportSale(undefined, { ...names, ...money, status: "pending" }, rates)
 * sale // => { status: "pending", amountMinor: 11_000, commissionMinor: 1000 }
 * movements // => [{ kind: "booking", from: "commission_expense", to: "pending", amountMinor: 1000 }]
 * reportSale(sale, { ...names, ...money, status: "cancelled" }, rates).movements // => [{ kind: "reversal", from: "pending", to: "commission_expense", amountMinor: 1000 }]
 * ```
 */
export const reportSale = (
  held: Sale | undefined,
  report: ConversionReport,
  rates: FrozenRates,
): ReportedSale => {
  if (held === undefined) {
    return { ...firstReported(report, rates), created: true, updated: false }
  }
  if (!counting[held.status].includes(report.status)) {
    return { sale: held, movements: [], created: false, updated: false }
  }
  const adjusted = adjust(held, report, rates)
  const moved = moveOn(adjusted.sale, report.status)
  return {
    sale: moved.sale,
    movements: [...adjusted.movements, ...moved.movements],
    created: false,
    updated: moved.sale !== held,
  }
}

/**
 * Validates a sale that has been pending for long enough; one that is not pending stays as it is.
 *
 * ```ts
 * import { validateSale } from "../rules/sales/report-sale.ts"
 *
 * const sale = { status: "pending", amountMinor: 11_000, commissionMinor: 1000 } as const
 * validateSale(sale).movements // => [{ kind: "validation", from: "pending", to: "payable", amountMinor: 1000 }]
 * validateSale({ ...sale, status: "cancelled" }).movements // => []
 * ```
 */
export const validateSale = (sale: Sale): SaleStep =>
  sale.status === "pending" ? moveOn(sale, "validated") : { sale, movements: [] }
