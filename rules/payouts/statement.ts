import type { CurrencyCode } from "../../core/vocabulary/codes.ts"
import { dayMs, dayStartMs } from "../../core/vocabulary/day.ts"
import type { PartnerCode } from "../accounts/partner.ts"
import type { LedgerAccount, MovementKind } from "../sales/sale-record.ts"

/** A month of UTC, `YYYY-MM`. */
export type Month = string

/** What of one kind has moved between two accounts of the ledger, in minor units. */
export interface MovedTotal {
  readonly kind: MovementKind
  readonly from: LedgerAccount
  readonly to: LedgerAccount
  readonly amountMinor: bigint
  /** How many sales it is of. */
  readonly sales: number
}

/** A figure of a statement, and how many sales it is of; what takes away is negative. */
export interface StatementLine {
  readonly amountMinor: bigint
  readonly sales: number
}

/**
 * What waits in the course of a month, without being owed for certain: the opening and the lines come
 * to the closing.
 */
export interface PendingFigures {
  readonly openingMinor: bigint
  /** Reported for the first time. */
  readonly opened: StatementLine
  /** Reported anew with another amount. */
  readonly changed: StatementLine
  /** Became owed: the same as {@link OwedFigures.validated}, taken away. */
  readonly validated: StatementLine
  /** Cancelled before they were validated. */
  readonly cancelled: StatementLine
  /** Put right by the check of the ledger. */
  readonly corrected: StatementLine
  readonly closingMinor: bigint
}

/** What is owed in the course of a month: the opening and the lines come to the closing. */
export interface OwedFigures {
  /** Carried over from the statement before; negative where more was reversed than earned. */
  readonly openingMinor: bigint
  readonly validated: StatementLine
  /** Reported anew with another amount after their validation. */
  readonly changed: StatementLine
  /** Cancelled after their validation, whether or not they were paid by then. */
  readonly reversed: StatementLine
  readonly corrected: StatementLine
  /** Payouts of statements before that came back, or were withdrawn: as many as `sales` says. */
  readonly returned: StatementLine
  readonly closingMinor: bigint
}

/** The figures of a month of one account and currency, in minor units. */
export interface StatementFigures {
  readonly pending: PendingFigures
  readonly owed: OwedFigures
  /** The part of what is owed whose sales are still too young to be paid. */
  readonly heldMinor: bigint
  /** The least that a payout comes to. */
  readonly minimumMinor: bigint
  /** What is paid by this statement: nothing, or all that is owed and not held. */
  readonly dueMinor: bigint
  /** What the next statement opens with: what is owed and not paid by this one. */
  readonly carriedMinor: bigint
}

/** What a statement closes over. */
export interface MonthBooks {
  /** What the statement before has left pending, and carried over. */
  readonly opening: { readonly pendingMinor: bigint; readonly carriedMinor: bigint }
  /** All that was booked since the statement before, until the end of the month. */
  readonly moved: ReadonlyArray<MovedTotal>
  /** Payouts that came back since the statement before. */
  readonly returned: StatementLine
  /** What of all that is owed belongs to sales that are too young. */
  readonly heldMinor: bigint
  /** The least that a payout comes to. */
  readonly minimumMinor: bigint
}

/**
 * Closes a month: what was booked, line by line, what is due by it, and what is carried over. All that
 * is owed and not held is paid at once, where it reaches the minimum; else it is carried over, and so
 * is what is below nothing, as after reversals of sales that were paid already.
 *
 * ```ts
 * import { closeStatement } from "../rules/payouts/statement.ts"
 *
 * const validated = { kind: "validation", from: "pending", to: "payable", amountMinor: 6_000n, sales: 2 } as const
 * const books = { opening: { pendingMinor: 7_500n, carriedMinor: -500n }, moved: [validated], returned: { amountMinor: 0n, sales: 0 }, heldMinor: 1_000n, minimumMinor: 4_000n }
 * const { carriedMinor, dueMinor, owed, pending } = closeStatement(books)
 * owed.closingMinor // => 5_500n
 * pending.closingMinor // => 1_500n
 * dueMinor // => 4_500n
 * carriedMinor // => 1_000n
 * closeStatement({ ...books, minimumMinor: 5_000n }).carriedMinor // => 5_500n
 * ```
 */
export const closeStatement = ({
  heldMinor,
  minimumMinor,
  moved,
  opening,
  returned,
}: MonthBooks): StatementFigures => {
  const into = (account: LedgerAccount, ...kinds: ReadonlyArray<MovementKind>): StatementLine =>
    moved
      .filter(({ kind, from, to }) => kinds.includes(kind) && (from === account || to === account))
      .reduce((line, one) => added(line, one, one.to === account ? 1n : -1n), nothing)
  const pending = {
    opened: into("pending", "booking"),
    changed: into("pending", "adjustment"),
    validated: into("pending", "validation"),
    cancelled: into("pending", "reversal"),
    corrected: into("pending", "correction"),
  }
  const owed = {
    validated: into("payable", "validation"),
    changed: into("payable", "booking", "adjustment"),
    reversed: into("payable", "reversal"),
    corrected: into("payable", "correction"),
    returned,
  }
  const owedMinor = closingOf(opening.carriedMinor, owed)
  const free = owedMinor - (heldMinor > 0n ? heldMinor : 0n)
  const dueMinor = free > 0n && free >= minimumMinor ? free : 0n
  return {
    pending: {
      openingMinor: opening.pendingMinor,
      ...pending,
      closingMinor: closingOf(opening.pendingMinor, pending),
    },
    owed: { openingMinor: opening.carriedMinor, ...owed, closingMinor: owedMinor },
    heldMinor,
    minimumMinor,
    dueMinor,
    carriedMinor: owedMinor - dueMinor,
  }
}

const nothing: StatementLine = { amountMinor: 0n, sales: 0 }

const added = (
  line: StatementLine,
  { amountMinor, sales }: StatementLine,
  sign: bigint,
): StatementLine => ({
  amountMinor: line.amountMinor + sign * amountMinor,
  sales: line.sales + sales,
})

const closingOf = (openingMinor: bigint, lines: Readonly<Record<string, StatementLine>>): bigint =>
  Object.values(lines).reduce((sum, { amountMinor }) => sum + amountMinor, openingMinor)

/**
 * The number of a statement: whose it is, the month and the currency, and the decimals of that where an
 * account has sales in it with others.
 *
 * ```ts
 * import { statementNumber } from "../rules/payouts/statement.ts"
 *
 * statementNumber("gt", "2026-11", "EUR", null) // => "GT-2026-11-EUR"
 * ```
 */
export const statementNumber = (
  partnerCode: PartnerCode,
  month: Month,
  currency: CurrencyCode,
  decimals: number | null,
): string =>
  [partnerCode, month, currency, ...(decimals === null ? [] : [String(decimals)])]
    .join("-")
    .toUpperCase()

/**
 * The instant at which a month begins, in milliseconds since 1970.
 *
 * ```ts
 * import { monthStartMs } from "../rules/payouts/statement.ts"
 *
 * monthStartMs("1970-02") // => 2_678_400_000
 * ```
 */
export const monthStartMs = (month: Month): number => dayStartMs(`${month}-01`)

/**
 * The month after one.
 *
 * ```ts
 * import { nextMonth } from "../rules/payouts/statement.ts"
 *
 * nextMonth("2026-11") // => "2026-12"
 * nextMonth("2026-12") // => "2027-01"
 * ```
 */
export const nextMonth = (month: Month): Month => {
  const [year = 0, number = 0] = month.split("-").map(Number)
  return number === 12
    ? `${String(year + 1).padStart(4, "0")}-01`
    : `${month.slice(0, 5)}${String(number + 1).padStart(2, "0")}`
}

const hourMs = 3_600_000

/** The instant from which on a month may be closed: some hours after its end. */
export const closesAtMs = (month: Month, closingHours: number): number =>
  monthStartMs(nextMonth(month)) + closingHours * hourMs

/** The instant after which a sale has to have been reported first to be held at the end of a month. */
export const heldSinceMs = (month: Month, holdDays: number): number =>
  monthStartMs(nextMonth(month)) - holdDays * dayMs

/**
 * Months that are over and not closed yet, the oldest first: from one month on, which is the first that
 * is not closed, as of an instant.
 *
 * ```ts
 * import { monthsToClose, monthStartMs } from "../rules/payouts/statement.ts"
 *
 * monthsToClose("2026-10", monthStartMs("2026-12") + 7_200_000, 2) // => ["2026-10", "2026-11"]
 * monthsToClose("2026-10", monthStartMs("2026-12") + 7_199_999, 2) // => ["2026-10"]
 * ```
 */
export const monthsToClose = (
  from: Month,
  nowMs: number,
  closingHours: number,
): ReadonlyArray<Month> => {
  const months: Array<Month> = []
  for (let month = from; closesAtMs(month, closingHours) <= nowMs; month = nextMonth(month)) {
    months.push(month)
  }
  return months
}
