import type { LedgerAccount, Movement } from "../../../rules/sales/sale-record.ts"

/** A movement in the currency of its sale. */
export interface BookedMovement extends Movement {
  readonly currency: string
}

/** What the accounts of the ledger hold in one currency, in its minor units; together 0. */
export interface Balances {
  /** Owed for sales that are pending. */
  readonly pendingMinor: number
  /** Owed for certain. */
  readonly payableMinor: number
  /** What the house has spent: 0 or less. */
  readonly expenseMinor: number
}

const nothing: Balances = { pendingMinor: 0, payableMinor: 0, expenseMinor: 0 }

const balanceNames = {
  pending: "pendingMinor",
  payable: "payableMinor",
  commission_expense: "expenseMinor",
} as const satisfies Readonly<Record<LedgerAccount, keyof Balances>>

const plus = (balances: Balances, account: LedgerAccount, amountMinor: number): Balances => {
  const name = balanceNames[account]
  return { ...balances, [name]: balances[name] + amountMinor }
}

/**
 * The balances that a journal comes to, by currency. A balance is nothing but the sum of its
 * movements, so this is what any stored sum has to equal.
 */
export const replayJournal = (
  movements: Iterable<BookedMovement>,
): ReadonlyMap<string, Balances> => {
  const byCurrency = new Map<string, Balances>()
  for (const { amountMinor, currency, from, to } of movements) {
    const left = plus(byCurrency.get(currency) ?? nothing, from, -amountMinor)
    byCurrency.set(currency, plus(left, to, amountMinor))
  }
  return byCurrency
}
