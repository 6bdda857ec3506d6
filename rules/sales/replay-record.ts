import type { CurrencyCode } from "../../core/vocabulary/codes.ts"
import { reportSale, validateSale } from "./report-sale.ts"
import {
  countedByAgeVersion,
  type Movement,
  type Sale,
  type SaleFacts,
  type SaleRecord,
} from "./sale-record.ts"

/** A movement with the moment at which it was booked, in milliseconds since 1970. */
export interface DatedMovement extends Movement {
  readonly atMs: number
  /** In whose books and in what, where a correction books it; else those of the sale. */
  readonly partnerId?: string
  readonly currency?: CurrencyCode
}

/** A sale as its records tell it. */
export interface ReplayedSale {
  readonly facts: SaleFacts
  readonly sale: Sale
  readonly bookedAtMs: number
  readonly changedAtMs: number
  /** When it was last corrected; null where it never was. */
  readonly correctedAtMs: number | null
}

/** A sale after one more record, and what had to be booked for that. */
export interface ReplayStep {
  readonly replayed: ReplayedSale
  readonly due: ReadonlyArray<DatedMovement>
}

const dated = (movements: ReadonlyArray<Movement>, atMs: number): ReadonlyArray<DatedMovement> =>
  movements.map((movement) => ({ ...movement, atMs }))

/** What a record says that stood in the books. */
const standingIn = (
  record: Extract<SaleRecord, { readonly _tag: "Opened" | "Adopted" }>,
  correctedAtMs: number | null,
): ReplayedSale => {
  const { bookedAtMs, changedAtMs, facts, sale } = record
  return { facts, sale, bookedAtMs, changedAtMs, correctedAtMs }
}

const begin = (record: SaleRecord): ReplayStep | undefined => {
  switch (record._tag) {
    case "Booked": {
      const { atMs, declared, facts } = record
      const { movements, sale } = reportSale(undefined, declared, facts)
      const replayed = { facts, sale, bookedAtMs: atMs, changedAtMs: atMs, correctedAtMs: null }
      return { replayed, due: dated(movements, atMs) }
    }
    case "Opened":
      return { replayed: standingIn(record, null), due: record.journal }
    case "Adopted":
      return { replayed: standingIn(record, null), due: [] }
    case "Reported":
    case "Validated":
    case "Corrected":
      return undefined
  }
}

const sameFacts = (left: SaleFacts, right: SaleFacts): boolean =>
  (Object.keys(left) as ReadonlyArray<keyof SaleFacts>).every((name) => left[name] === right[name])

const goOn = (before: ReplayedSale, record: SaleRecord): ReplayStep | undefined => {
  const { atMs } = record
  switch (record._tag) {
    case "Reported": {
      const isOfAge = record.version === countedByAgeVersion
      const done = reportSale(before.sale, record.declared, before.facts, isOfAge)
      const { movements, sale, updated } = done
      const changedAtMs = updated ? atMs : before.changedAtMs
      return { replayed: { ...before, sale, changedAtMs }, due: dated(movements, atMs) }
    }
    case "Validated": {
      const { movements, sale } = validateSale(before.sale)
      return { replayed: { ...before, sale, changedAtMs: atMs }, due: dated(movements, atMs) }
    }
    case "Corrected": {
      const due = record.movements.map((movement) => ({ ...movement, atMs }))
      return { replayed: { ...before, changedAtMs: atMs, correctedAtMs: atMs }, due }
    }
    case "Adopted": {
      // The database refuses that code what it would do to a sale of which a report is known, since
      // migration 0016; before that it did.
      const { signedAtSeconds } = before.sale
      const isOlder =
        record.sale.signedAtSeconds === signedAtSeconds &&
        (signedAtSeconds === null || record.by === "operator")
      const isSame =
        record.bookedAtMs === before.bookedAtMs && sameFacts(record.facts, before.facts)
      return isOlder && isSame
        ? { replayed: standingIn(record, before.correctedAtMs), due: [] }
        : undefined
    }
    case "Booked":
    case "Opened":
      return undefined
  }
}

/**
 * Does once more what a record holds: the sale after it, and what had to be booked then. Undefined
 * where the record cannot stand there: a sale begins once, before anything else happens to it, and stays
 * the same sale.
 *
 * ```ts
 * import { replayRecord } from "../rules/sales/replay-record.ts"
 *
 * const facts = {
 *   ...{ partnerId: "1", externalOrderId: "A-1", linkId: "1", currency: "EUR", minorUnits: 2 },
 *   ...{ feeBps: 1000, baseRateBps: 1000, upliftBps: 0 },
 * }
 * const declared = {
 *   ...{ status: "pending", amountMinor: 11_000, commissionMinor: null, signedAtSeconds: 20 },
 *   uplift: { _tag: "Unknown" },
 * } as const
 * const booked = replayRecord(undefined, { _tag: "Booked", version: 1, atMs: 5, facts, declared })
 * booked?.replayed.sale.commissionMinor // => 1000
 * const validated = replayRecord(booked?.replayed, { _tag: "Validated", version: 1, atMs: 9 })
 * validated?.due // => [{ kind: "validation", from: "pending", to: "payable", amountMinor: 1000, atMs: 9 }]
 * replayRecord(undefined, { _tag: "Validated", version: 1, atMs: 9 }) // => undefined
 * ```
 */
export const replayRecord = (
  before: ReplayedSale | undefined,
  record: SaleRecord,
): ReplayStep | undefined => (before === undefined ? begin(record) : goOn(before, record))
