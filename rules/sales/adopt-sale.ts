import { balancesDue, type SaleCheck, type StoredSale } from "./check-sale.ts"
import { commissionMinor, noCaps } from "./commission.ts"
import { isBalancedJournal, type Journal, onceKindsToCome } from "./sale-fault.ts"
import type { HeldJournal, Sale, SaleRecord } from "./sale-record.ts"
import type { ReplayedSale } from "./replay-record.ts"

/** A record that takes a sale as it stands. */
export type AdoptingRecord = Extract<SaleRecord, { readonly _tag: "Opened" | "Adopted" }>

/** A sale that can be adopted, as its record will tell it. */
export interface AdoptableSale {
  readonly replayed: ReplayedSale
  /** Whether records of it are there, which do not come to how it stands. */
  readonly hasRecords: boolean
}

/**
 * The time in which code that keeps no records may have changed sales that have some, in milliseconds
 * since 1970: from when there are records to when such a change is refused.
 */
export interface UnrecordedTime {
  readonly fromMs: number
  readonly untilMs: number
}

/**
 * A sale as older code leaves it, which keeps no record of what it does: undefined where that code
 * could not have left it so. Row and journals agree, and nobody knows when its report was signed, as
 * only code that keeps records writes that down. Of a sale whose first report is not recorded it may be
 * known, where a later one is; and of one whose reports are recorded, where its last change falls into
 * the time in which that code may have run. `check` has gone through all records and journals of the sale.
 *
 * Code of that time kept no caps either: a commission below what the rates make has been capped at it.
 *
 * ```ts
 * import { adoptableSale } from "../rules/sales/adopt-sale.ts"
 * import { newSaleCheck } from "../rules/sales/check-sale.ts"
 *
 * adoptableSale(newSaleCheck, undefined) // => undefined
 * ```
 */
export const adoptableSale = (
  check: SaleCheck,
  stored: StoredSale | undefined,
  unrecorded?: UnrecordedTime,
): AdoptableSale | undefined => {
  if (stored === undefined) return undefined
  const { bookedAtMs, changedAtMs, correctedAtMs, ...rest } = stored
  const {
    amountMinor,
    caps,
    commissionMinor: earnedMinor,
    signedAtSeconds,
    status,
    ...facts
  } = rest
  const isUnsigned = signedAtSeconds === null
  const hasRecords = check.records > 0
  const isOlder =
    check.replayed === undefined
      ? isUnsigned || (hasRecords && check.unreadable === 0)
      : isSameSale(check.replayed, stored) &&
        (isUnsigned || isChangedUnrecorded(check.replayed, stored, unrecorded))
  const held: Sale = { status, amountMinor, commissionMinor: earnedMinor, caps, signedAtSeconds }
  const sale = isUnsigned ? withInferredCaps(held, facts) : held
  const isWhole = [bookedAtMs, changedAtMs].every((ms) => Number.isSafeInteger(ms))
  if (!isOlder || !isWhole) return undefined
  if (sale.commissionMinor !== commissionMinor(amountMinor, sale.caps, facts)) return undefined
  const replayed = { facts, sale, bookedAtMs, changedAtMs, correctedAtMs }
  const isBooked = balancesDue(check, replayed).every(
    ({ due, held: has }) =>
      due.pendingMinor === has.pendingMinor && due.payableMinor === has.payableMinor,
  )
  return isBooked ? { replayed, hasRecords } : undefined
}

/**
 * The record that adopts a sale with these journals; undefined where they do not let it go on from
 * there.
 *
 * ```ts
 * import { adoptingRecord } from "../rules/sales/adopt-sale.ts"
 *
 * const facts = {
 *   ...{ partnerId: "1", externalOrderId: "A-1", linkId: "1", currency: "EUR", minorUnits: 2 },
 *   ...{ feeBps: 1000, baseRateBps: 1000, upliftBps: 0 },
 * }
 * const caps = { commissionMinor: null, upliftMinor: null }
 * const sale = { status: "pending", amountMinor: 0, commissionMinor: 0, caps, signedAtSeconds: null } as const
 * const replayed = { facts, sale, bookedAtMs: 5, changedAtMs: 5, correctedAtMs: null }
 * adoptingRecord({ replayed, hasRecords: false }, [], 9)?._tag // => "Opened"
 * ```
 */
export const adoptingRecord = (
  { hasRecords, replayed }: AdoptableSale,
  journals: ReadonlyArray<HeldJournal>,
  atMs: number,
): AdoptingRecord | undefined => {
  const { bookedAtMs, changedAtMs, facts, sale } = replayed
  const early = onceKindsToCome[sale.status]
  if (!journals.every((journal) => isBalancedJournal(journal) && !early.includes(journal.kind))) {
    return undefined
  }
  const standing = {
    version: 1,
    atMs,
    facts,
    sale,
    bookedAtMs,
    changedAtMs,
    by: "operator",
  } as const
  if (hasRecords) return { _tag: "Adopted", ...standing, held: journals }
  const journal = journals.map(movementOf)
  return journal.every((movement) => movement !== undefined)
    ? { _tag: "Opened", ...standing, journal }
    : undefined
}

/** Whether a sale is the one that its records tell, changed since. */
const isSameSale = (
  { bookedAtMs, changedAtMs, facts }: ReplayedSale,
  stored: StoredSale,
): boolean =>
  bookedAtMs === stored.bookedAtMs &&
  changedAtMs < stored.changedAtMs &&
  (Object.keys(facts) as ReadonlyArray<keyof typeof facts>).every(
    (name) => facts[name] === stored[name],
  )

/** Whether that code may have changed a sale of which a report is known: it leaves that and caps alone. */
const isChangedUnrecorded = (
  { sale }: ReplayedSale,
  { caps, changedAtMs, signedAtSeconds }: StoredSale,
  time: UnrecordedTime | undefined,
): boolean =>
  time !== undefined &&
  time.fromMs < changedAtMs &&
  changedAtMs < time.untilMs &&
  sale.signedAtSeconds === signedAtSeconds &&
  sale.caps.commissionMinor === caps.commissionMinor &&
  sale.caps.upliftMinor === caps.upliftMinor

const withInferredCaps = (sale: Sale, facts: Parameters<typeof commissionMinor>[2]): Sale => {
  const { amountMinor, caps, commissionMinor: earnedMinor } = sale
  if (earnedMinor >= commissionMinor(amountMinor, caps, facts)) return sale
  const baseMinor = commissionMinor(amountMinor, { ...noCaps, upliftMinor: 0 }, facts)
  return {
    ...sale,
    caps:
      earnedMinor < baseMinor
        ? { ...caps, commissionMinor: earnedMinor }
        : { ...caps, upliftMinor: earnedMinor - baseMinor },
  }
}

type OpenedMovement = Extract<SaleRecord, { readonly _tag: "Opened" }>["journal"][number]

const movementAccounts = ["commission_expense", "pending", "payable"] as const
const movementKinds = ["booking", "adjustment", "validation", "reversal", "correction"] as const

/** A balanced journal as the movement that it booked. */
const movementOf = ({ atMs, entries, kind }: Journal): OpenedMovement | undefined => {
  const source = entries.find(({ amountMinor }) => amountMinor.startsWith("-"))
  const target = entries.find((entry) => entry !== source)
  const from = movementAccounts.find((account) => account === source?.account)
  const to = movementAccounts.find((account) => account === target?.account)
  const known = movementKinds.find((one) => one === kind)
  const amountMinor = Number(target?.amountMinor)
  return from === undefined ||
    to === undefined ||
    known === undefined ||
    !Number.isSafeInteger(atMs) ||
    !Number.isSafeInteger(amountMinor)
    ? undefined
    : { kind: known, from, to, amountMinor, atMs }
}
