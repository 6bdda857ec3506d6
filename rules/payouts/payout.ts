import * as Result from "effect/Result"
import { plusDays } from "../../core/vocabulary/day.ts"
import { type Month, nextMonth } from "./statement.ts"

/**
 * Where a payout stands: it is due by a statement, the bank was told to send it, the bank has returned
 * it, or it was withdrawn before it was sent. What was returned or withdrawn is owed again, and the next
 * statement pays it.
 */
export const payoutStates = ["due", "sent", "returned", "withdrawn"] as const

/** One standing of a payout. */
export type PayoutState = (typeof payoutStates)[number]

/** Accounts that payouts move between: what is owed, what is on its way, and what the bank has sent. */
export type PayoutAccount = "payable" | "on_its_way" | "bank"

/** Why something is booked for a payout. */
export type PayoutMovementKind = "payout" | "sending" | "return" | "withdrawal"

/** One pair of entries of a payout: the whole of it leaves one account and comes into another. */
export interface PayoutMovement {
  readonly kind: PayoutMovementKind
  readonly from: PayoutAccount
  readonly to: PayoutAccount
}

/** What makes a payout due: it leaves what is owed, so that no other statement pays it. */
export const dueMovement: PayoutMovement = { kind: "payout", from: "payable", to: "on_its_way" }

/** What may become of a payout. */
export type PayoutStep = "send" | "return" | "withdraw"

/** A step of a payout, which it stands too far for, or not far enough. */
export interface PayoutStepRefused {
  readonly step: PayoutStep
  readonly state: PayoutState
}

const steps: Readonly<
  Record<
    PayoutStep,
    { readonly of: PayoutState; readonly state: PayoutState; readonly movement: PayoutMovement }
  >
> = {
  send: {
    of: "due",
    state: "sent",
    movement: { kind: "sending", from: "on_its_way", to: "bank" },
  },
  return: {
    of: "sent",
    state: "returned",
    movement: { kind: "return", from: "bank", to: "payable" },
  },
  withdraw: {
    of: "due",
    state: "withdrawn",
    movement: { kind: "withdrawal", from: "on_its_way", to: "payable" },
  },
}

/**
 * What a step makes of a payout, and what is booked for it. A payout is sent at most once, and returned
 * only after that.
 *
 * ```ts
 * import * as Result from "effect/Result"
 * import { stepPayout } from "../rules/payouts/payout.ts"
 *
 * Result.getOrThrow(stepPayout("due", "send")).state // => "sent"
 * Result.getOrThrow(stepPayout("sent", "return")).movement // => { kind: "return", from: "bank", to: "payable" }
 * Result.isFailure(stepPayout("sent", "send")) // => true
 * ```
 */
export const stepPayout = (
  state: PayoutState,
  step: PayoutStep,
): Result.Result<
  { readonly state: PayoutState; readonly movement: PayoutMovement },
  PayoutStepRefused
> => {
  const { movement, of, state: next } = steps[step]
  return state === of ? Result.succeed({ state: next, movement }) : Result.fail({ step, state })
}

/** The day on which what a statement of a month makes due is paid. */
export const payoutDay = (month: Month, payoutDays: number): string => {
  const first = `${nextMonth(month)}-01`
  return plusDays(first, payoutDays) ?? first
}

/**
 * The number of a payout, which the partner's bank shows beside the money: at most 35 characters of
 * those that every bank takes.
 *
 * ```ts
 * import { payoutNumber } from "../rules/payouts/payout.ts"
 *
 * payoutNumber(1204n) // => "PO-1204"
 * ```
 */
export const payoutNumber = (id: bigint): string => `PO-${id}`

/** The number of a batch of payouts. */
export const batchNumber = (id: bigint): string => `PB-${id}`

/** The id that a number of a payout or of a batch stands for; undefined for any other text. */
export const numberedId = (prefix: "PO" | "PB", text: string): bigint | undefined => {
  const digits = new RegExp(`^${prefix}-([1-9]\\d{0,17})$`, "i").exec(text.trim())?.[1]
  return digits === undefined ? undefined : BigInt(digits)
}
