import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { AmountMinor, Bps } from "../../core/money/minor.ts"
import { dayMs } from "../../core/vocabulary/day.ts"

/** Where a sale stands. */
export const saleStatuses = ["pending", "validated", "cancelled"] as const

/** One standing of a sale. */
export type SaleStatus = (typeof saleStatuses)[number]

/** The rates of a sale in basis points of the premium, frozen when it is first reported. */
export interface FrozenRates {
  /** The whole handling fee: the house's and the uplift. */
  readonly feeBps: Bps
  readonly baseRateBps: Bps
  readonly upliftBps: Bps
}

/** What was declared of a sale that its commission must not exceed; null where nothing was. */
export interface SaleCaps {
  /** The most that the whole commission may be. */
  readonly commissionMinor: AmountMinor | null
  /** The most that its uplift part may be. */
  readonly upliftMinor: AmountMinor | null
}

/** What a sale is worth and where it stands; amounts in minor units of its currency. */
export interface Sale {
  readonly status: SaleStatus
  readonly amountMinor: AmountMinor
  /** What was booked for it, also where that has been reversed. */
  readonly commissionMinor: AmountMinor
  readonly caps: SaleCaps
  /** When the report that stands was signed, in Unix seconds; null where nobody knows any more. */
  readonly signedAtSeconds: number | null
}

/** Accounts of the ledger: what the house owes for sales, not yet for certain (pending) or for certain. */
export type LedgerAccount = "commission_expense" | "pending" | "payable"

/** Why something is booked. */
export type MovementKind = "booking" | "adjustment" | "validation" | "reversal" | "correction"

/**
 * One pair of ledger entries: the amount leaves one account and comes into another. It is positive,
 * in minor units of the sale's currency.
 */
export interface Movement {
  readonly kind: MovementKind
  readonly from: LedgerAccount
  readonly to: LedgerAccount
  readonly amountMinor: AmountMinor
}

/**
 * What a sale earns as it stands, in minor units: a cancelled one earns nothing, whatever was booked
 * for it before.
 *
 * ```ts
 * import { earnedMinor } from "../rules/sales/sale-record.ts"
 *
 * earnedMinor({ status: "validated", commissionMinor: 1000 }) // => 1000
 * earnedMinor({ status: "cancelled", commissionMinor: 1000 }) // => 0
 * ```
 */
export const earnedMinor = ({
  commissionMinor,
  status,
}: Pick<Sale, "status" | "commissionMinor">): number =>
  status === "cancelled" ? 0 : commissionMinor

/**
 * The instant from which on a sale that is still pending validates itself: so many times 24 hours
 * after it was first reported.
 *
 * ```ts
 * import { validatesAtMs } from "../rules/sales/sale-record.ts"
 *
 * validatesAtMs(0, 14) // => 1_209_600_000
 * ```
 */
export const validatesAtMs = (bookedAtMs: number, days: number): number => bookedAtMs + days * dayMs

const minor = Schema.Int
const minorOrNull = Schema.NullOr(minor)
const bps = Schema.Int
/** Milliseconds since 1970. */
const instantMs = Schema.Int
const status = Schema.Literals(saleStatuses)

/** What stays as it is all the life of a sale: whose it is, over which link, in what, at which rates. */
const Facts = Schema.Struct({
  partnerId: Schema.String,
  externalOrderId: Schema.String,
  linkId: Schema.String,
  currency: Schema.String,
  minorUnits: Schema.Int,
  feeBps: bps,
  baseRateBps: bps,
  upliftBps: bps,
})

/** The facts of a sale that no report changes. */
export type SaleFacts = typeof Facts.Type

const Declared = Schema.Struct({
  status,
  amountMinor: minor,
  commissionMinor: minorOrNull,
  uplift: Schema.TaggedUnion({ Unknown: {}, LeftOut: {}, AtMost: { amountMinor: minor } }),
  signedAtSeconds: Schema.Int,
})

const Held = Schema.Struct({
  status,
  amountMinor: minor,
  commissionMinor: minor,
  caps: Schema.Struct({ commissionMinor: minorOrNull, upliftMinor: minorOrNull }),
  signedAtSeconds: Schema.NullOr(Schema.Int),
})

const accounts = Schema.Literals(["commission_expense", "pending", "payable"])

const BookedMovement = Schema.Struct({
  kind: Schema.Literals(["booking", "adjustment", "validation", "reversal", "correction"]),
  from: accounts,
  to: accounts,
  amountMinor: minor,
  atMs: instantMs,
})

const CorrectingMovement = Schema.Struct({
  kind: Schema.Literal("correction"),
  from: accounts,
  to: accounts,
  amountMinor: minor,
  partnerId: Schema.String,
  currency: Schema.String,
})

/** A journal as it stood, whatever had become of it; its moment may have parts of a millisecond. */
const FoundJournal = Schema.Struct({
  journalId: Schema.String,
  kind: Schema.String,
  atMs: Schema.Finite,
  entries: Schema.Array(
    Schema.Struct({
      account: Schema.String,
      partnerId: Schema.String,
      currency: Schema.String,
      amountMinor: Schema.String,
    }),
  ),
})

/** The form of a record: one number, as it may get others. */
const version = Schema.Literal(1)

/**
 * Of a report, 2 where it called a validated sale pending and its amount counted all the same, as the
 * sale was of age: code from before, for which such a report came to nothing, reads all others.
 */
const reportVersion = Schema.Literals([1, 2])

/**
 * What a correction has put right: the sale was not there (`missing`), said something else than was
 * declared (`sale`), or had something else booked for it than was due (`ledger`).
 */
const correctionReasons = ["missing", "sale", "ledger"] as const

/** One thing that a correction has put right. */
export type CorrectionReason = (typeof correctionReasons)[number]

/** Who has recorded what stood in the books, where nobody had at the time. */
const by = Schema.Literals(["database", "operator"])

/** What stands in the books of a sale, whatever came before. */
const standing = {
  version,
  atMs: instantMs,
  facts: Facts,
  sale: Held,
  bookedAtMs: instantMs,
  changedAtMs: instantMs,
}

const Record = Schema.TaggedUnion({
  Booked: { version, atMs: instantMs, facts: Facts, declared: Declared },
  Reported: { version: reportVersion, atMs: instantMs, declared: Declared },
  Validated: { version, atMs: instantMs },
  Opened: {
    ...standing,
    journal: Schema.Array(BookedMovement),
    // None in records that migration 0007 has made.
    by: Schema.optionalKey(by),
  },
  Adopted: { ...standing, held: Schema.Array(FoundJournal), by },
  Corrected: {
    version,
    atMs: instantMs,
    why: Schema.Array(Schema.Literals(correctionReasons)),
    held: Schema.Array(FoundJournal),
    movements: Schema.Array(CorrectingMovement),
  },
})

/**
 * Something that happened to a sale, as it is kept for good: its first report (`Booked`), another
 * report (`Reported`), whether or not that changed anything, and its validation by age (`Validated`).
 * A sale from before records were kept begins with what stood in the books by then (`Opened`), and so
 * does one that older code has made since, which records nothing; what that code has done to a sale
 * with records is taken as it stood, with its journals (`Adopted`). What the ledger's check has put
 * right is kept as well, with the journals as they stood (`Corrected`).
 */
export type SaleRecord = typeof Record.Type

/** A journal as a correction found it. */
export type HeldJournal = CorrectionRecord["held"][number]

/** The record of a correction. */
export type CorrectionRecord = Extract<SaleRecord, { readonly _tag: "Corrected" }>

/** A record that notes the journals of a sale as they stood, which is what they are held to from then on. */
export type NotingRecord = CorrectionRecord | Extract<SaleRecord, { readonly _tag: "Adopted" }>

/** The records of a sale that note its journals, in their order; what cannot be read is none. */
export const notingRecords = (
  records: ReadonlyArray<SaleRecord | undefined>,
): ReadonlyArray<NotingRecord> =>
  records.filter((record) => record?._tag === "Corrected" || record?._tag === "Adopted")

/** The version of records that are written now, but of reports that count by the age of their sale. */
export const recordVersion = 1

/** The version of the record of a report that counts by the age of its sale. */
export const countedByAgeVersion = 2

const decode = Schema.decodeUnknownResult(Schema.fromJsonString(Record))

/** The text of a record, as it is stored and chained. */
export const recordText = (record: SaleRecord): string => JSON.stringify(record)

/**
 * Reads the text of a record; undefined where it is none.
 *
 * ```ts
 * import { readRecord, recordText } from "../rules/sales/sale-record.ts"
 *
 * const record = { _tag: "Validated", version: 1, atMs: 1_767_225_600_000 } as const
 * readRecord(recordText(record)) // => record
 * readRecord('{"_tag":"Validated"}') // => undefined
 * ```
 */
export const readRecord = (text: string): SaleRecord | undefined =>
  Result.getOrUndefined(decode(text))
