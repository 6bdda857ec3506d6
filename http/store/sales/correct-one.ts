import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { minorToNumber } from "../../../core/money/minor.ts"
import type { CurrencyCode } from "../../../core/vocabulary/codes.ts"
import type { PartnerCode } from "../../../rules/accounts/partner.ts"
import { recordAudit } from "../accounts/audit-log.ts"
import { databaseNow } from "../database/client.ts"
import { type EventToTell, tellEvents } from "../events/store.ts"
import type { RecordStrand } from "./ledger-chain.ts"
import { book } from "./ledger-sql.ts"
import { examineSale, type MisbookedSale } from "./ledger-walk.ts"
import { keepRecords } from "./report-sql.ts"
import { trackedRef } from "../../../rules/links/link-code.ts"
import { type AdoptableSale, adoptingRecord } from "../../../rules/sales/adopt-sale.ts"
import { balancesDue, type SaleCheck, type StoredSale } from "../../../rules/sales/check-sale.ts"
import {
  type CorrectingMovement,
  correctSale,
  type LeftReason,
} from "../../../rules/sales/correct-sale.ts"
import type { ReplayedSale } from "../../../rules/sales/replay-record.ts"
import {
  type CorrectionReason,
  earnedMinor,
  recordVersion,
  type Sale,
  type SaleFacts,
} from "../../../rules/sales/sale-record.ts"

/** A sale that was put right, and how. */
export interface SaleCorrected extends MisbookedSale {
  readonly why: ReadonlyArray<CorrectionReason>
  readonly movements: ReadonlyArray<CorrectingMovement>
}

/** A sale that was left as it is, and why. */
export interface SaleLeft extends MisbookedSale {
  readonly reason:
    | LeftReason
    /** The chain of its records is broken, so that they may not be what was declared. */
    | "broken_chain"
    /** Entries of its account have lost their journal, and may be its own. */
    | "stray_entries"
    /** Another sale has its order id by now. */
    | "order_taken"
    /** Its account, its link, or another account that something is booked for is gone. */
    | "owner_gone"
    /** It would still not hold with the correction. */
    | "unsound"
    /** Somebody else held it for too long. */
    | "held"
}

/** What came of a sale; null where it holds by now. */
export type CorrectedOrLeft =
  | { readonly _tag: "Corrected"; readonly sale: SaleCorrected }
  /** What it is stands in a record now; nothing of it has changed. */
  | { readonly _tag: "Adopted"; readonly sale: MisbookedSale }
  | { readonly _tag: "Left"; readonly sale: SaleLeft }
  | null

/** What is known of the books as a whole: where no sale may be touched. */
export interface Untouchable {
  readonly isBroken: (strand: RecordStrand) => boolean
  readonly isStray: (account: {
    readonly partnerId: string
    readonly currency: CurrencyCode
  }) => boolean
}

/** A sale does not hold with its correction, which is rolled back. */
class UnsoundCorrection extends Data.TaggedError("UnsoundCorrection")<{
  readonly sale: SaleLeft
}> {}

/** What is asked for beside what the records settle. */
export interface CorrectionWish {
  /** Whether sales are adopted that older code may have left without a record. */
  readonly adopts: boolean
}

const corrected = (sale: SaleCorrected): CorrectedOrLeft => ({ _tag: "Corrected", sale })

/** One correction at a time, over all processes: numbers of a lock that nothing else takes. */
export const correctionLock = [0x76_69_61_74, 13] as const

/** Strands that a sale's records stand in. */
const strandCount = 16n

/** What the records name is still there: codes of account and link, or undefined. */
const ownersOf = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { facts }: ReplayedSale,
  movements: ReadonlyArray<CorrectingMovement>,
) {
  const [owner] = yield* sql<{ readonly partnerCode: PartnerCode; readonly linkCode: string }>`
    select partner.code as "partnerCode", tracked_link.code as "linkCode"
    from partner join tracked_link on partner_id = partner.id
    where partner.id = ${facts.partnerId} and tracked_link.id::text = ${facts.linkId}`
  const named = [...new Set(movements.map(({ partnerId }) => partnerId))]
  const there = yield* sql`select id from partner where id = any(${named}::text[])`
  return there.length === named.length ? owner : undefined
})

/** Makes the row of a sale what its records tell. */
const restoreSale = (
  sql: SqlClient.SqlClient,
  saleId: bigint,
  { bookedAtMs, facts, sale }: ReplayedSale,
  at: Date,
) => sql`
  insert into sale (id, partner_id, mode, external_order_id, link_id, status, amount_minor,
    commission_minor, commission_cap_minor, uplift_cap_minor, signed_at_seconds, currency,
    minor_units, fee_bps, base_rate_bps, uplift_bps, booked_at, changed_at, corrected_at)
  overriding system value
  values (${saleId}, ${facts.partnerId}, 'live', ${facts.externalOrderId}, ${BigInt(facts.linkId)},
    ${sale.status}, ${sale.amountMinor}, ${sale.commissionMinor}, ${sale.caps.commissionMinor},
    ${sale.caps.upliftMinor}, ${sale.signedAtSeconds}, ${facts.currency}, ${facts.minorUnits},
    ${facts.feeBps}, ${facts.baseRateBps}, ${facts.upliftBps}, ${new Date(bookedAtMs)}, ${at}, ${at})
  on conflict (id) do update set partner_id = excluded.partner_id,
    external_order_id = excluded.external_order_id, link_id = excluded.link_id,
    status = excluded.status, amount_minor = excluded.amount_minor,
    commission_minor = excluded.commission_minor,
    commission_cap_minor = excluded.commission_cap_minor,
    uplift_cap_minor = excluded.uplift_cap_minor, signed_at_seconds = excluded.signed_at_seconds,
    currency = excluded.currency, minor_units = excluded.minor_units, fee_bps = excluded.fee_bps,
    base_rate_bps = excluded.base_rate_bps, uplift_bps = excluded.uplift_bps,
    booked_at = excluded.booked_at, changed_at = excluded.changed_at,
    corrected_at = excluded.corrected_at`

/** Whether all records of a sale stand in its own strand, which is whole. */
const standsInChain = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  saleId: bigint,
  { facts }: ReplayedSale,
  { isBroken }: Untouchable,
) {
  const strands = yield* sql<RecordStrand>`
    select distinct partner_id as "partnerId", strand from sale_record where sale_id = ${saleId}`
  return strands.every(
    (one) =>
      !isBroken(one) &&
      one.partnerId === facts.partnerId &&
      BigInt(one.strand) === saleId % strandCount,
  )
})

/** The sale that has the order id of another one by now, if there is one. */
const takenOrder = (sql: SqlClient.SqlClient, saleId: bigint, { facts }: ReplayedSale) => sql`
  select id from sale where partner_id = ${facts.partnerId} and mode = 'live'
    and external_order_id = ${facts.externalOrderId} and id <> ${saleId}`

const readClock = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const [clock] = yield* sql<{ readonly now: Date }>`select ${sql.literal(databaseNow)} as now`
  return clock?.now ?? (yield* Effect.die(new Error("the database tells no time")))
})

/**
 * Adopts a sale: a record of how it stands, with the caps that older code has not written down, a line
 * in the audit, and the event that tells the account. It books nothing.
 */
const adoptOne = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  saleId: bigint,
  adopted: AdoptableSale,
  { check, found, journals, stored }: Effect.Success<ReturnType<typeof examineSale>>,
) {
  const { replayed } = adopted
  const at = yield* readClock(sql)
  const record = adoptingRecord(adopted, journals, at.getTime())
  const owners = yield* ownersOf(sql, replayed, [])
  const unsound = new UnsoundCorrection({ sale: { ...found, reason: "unsound" } })
  if (record === undefined || owners === undefined) return yield* unsound
  const { facts, sale } = replayed
  yield* sql`update sale set commission_cap_minor = ${sale.caps.commissionMinor},
    uplift_cap_minor = ${sale.caps.upliftMinor} where id = ${saleId}`
  const { externalOrderId, partnerId } = facts
  const { amountMinor, commissionMinor, status } = sale
  const details = {
    partner: owners.partnerCode,
    externalOrderId,
    status,
    amountMinor,
    commissionMinor,
  }
  yield* recordAudit(sql, { action: "sale.adopt", subject: String(saleId), details })
  const event = { saleId, ...owners, check, stored, replayed, why: ["record"], at } as const
  yield* tellEvents(sql, [correctedEvent(event)])
  yield* keepRecords(sql, [{ partnerId, saleId, record }])
  yield* sql`set constraints all immediate`
  const after = yield* examineSale(sql, saleId)
  if (after.found.faults.length > 0) return yield* unsound
  return { _tag: "Adopted", sale: found } satisfies CorrectedOrLeft
})

/**
 * Puts one sale right, inside of a transaction: the row as its records tell it, pairs of entries for
 * what is booked otherwise, the record of the correction, its line in the audit, and the event that
 * tells the account. What would not hold after that is left alone.
 */
export const correctOne = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  saleId: bigint,
  books: Untouchable,
  { adopts }: CorrectionWish,
) {
  const [first, second] = correctionLock
  yield* sql`select pg_advisory_xact_lock(${first}::int, ${second}::int)`
  yield* sql`select id from sale where id = ${saleId} for update`
  const examined = yield* examineSale(sql, saleId)
  const { check, found, journals, stored, unrecorded } = examined
  const step = correctSale(check, stored, journals, unrecorded)
  const left = (reason: SaleLeft["reason"]): CorrectedOrLeft => ({
    _tag: "Left",
    sale: { ...found, reason },
  })
  if (step._tag === "Holds") return null
  if (step._tag === "Left") return left(step.reason)
  if (step._tag === "Adopt") {
    if (!(yield* standsInChain(sql, saleId, step.adopted.replayed, books))) {
      return left("broken_chain")
    }
    if (books.isStray(step.adopted.replayed.facts)) return left("stray_entries")
    return adopts ? yield* adoptOne(sql, saleId, step.adopted, examined) : left("unrecorded")
  }
  const { movements, replayed, why } = step
  const { facts } = replayed
  if (!(yield* standsInChain(sql, saleId, replayed, books))) return left("broken_chain")
  if (why.includes("ledger") && books.isStray(facts)) return left("stray_entries")
  if ((yield* takenOrder(sql, saleId, replayed)).length > 0) return left("order_taken")
  const owners = yield* ownersOf(sql, replayed, movements)
  if (owners === undefined) return left("owner_gone")
  const at = yield* readClock(sql)
  yield* restoreSale(sql, saleId, replayed, at)
  const { currency, partnerId } = facts
  yield* book(sql, [{ saleId, partnerId, currency, movements }], at)
  const { partnerCode } = owners
  const { externalOrderId } = facts
  const details = { partner: partnerCode, externalOrderId, why, movements }
  yield* recordAudit(sql, { action: "sale.correct", subject: String(saleId), details })
  const event = { saleId, ...owners, check, stored, replayed, why, at }
  yield* tellEvents(sql, [correctedEvent(event)])
  const record = {
    _tag: "Corrected",
    version: recordVersion,
    atMs: at.getTime(),
    why,
    held: journals,
    movements,
  } as const
  yield* keepRecords(sql, [{ partnerId, saleId, record }])
  yield* sql`set constraints all immediate`
  const after = yield* examineSale(sql, saleId)
  return after.found.faults.length === 0
    ? corrected({ ...found, partnerCode, externalOrderId, why, movements })
    : yield* new UnsoundCorrection({ sale: { ...found, reason: "unsound" } })
})

/** A correction, as its event tells the account of it. */
interface CorrectionToTell {
  readonly saleId: bigint
  readonly partnerCode: PartnerCode
  readonly linkCode: string
  readonly check: SaleCheck
  readonly stored: StoredSale | undefined
  readonly replayed: ReplayedSale
  /** `record` where nothing but the record of it was missing. */
  readonly why: ReadonlyArray<CorrectionReason | "record">
  readonly at: Date
}

/** What a sale said, as a list of sales shows it. */
const told = (
  sale: SaleFacts & Pick<Sale, "amountMinor" | "commissionMinor" | "status">,
  bookedAtMs: number,
) => ({
  externalOrderId: sale.externalOrderId,
  status: sale.status,
  amount: minorToNumber(sale.amountMinor, sale.minorUnits),
  commission: minorToNumber(earnedMinor(sale), sale.minorUnits),
  currency: sale.currency,
  bookedAt: Number.isFinite(bookedAtMs) ? new Date(bookedAtMs).toISOString() : null,
})

/**
 * The event of a correction: the sale and what is booked for it, before and after. What another
 * account had of it meanwhile is not told.
 */
const correctedEvent = (correction: CorrectionToTell): EventToTell => {
  const { at, check, linkCode, partnerCode, replayed, saleId, stored, why } = correction
  const { facts, sale } = replayed
  const own = balancesDue(check, replayed).find(({ isOwn }) => isOwn)
  const booked = (side: "held" | "due") => ({
    pending: minorToNumber(own?.[side].pendingMinor ?? 0n, facts.minorUnits),
    payable: minorToNumber(own?.[side].payableMinor ?? 0n, facts.minorUnits),
  })
  const isSeen = stored !== undefined && stored.partnerId === facts.partnerId
  return {
    partnerId: facts.partnerId,
    mode: "live",
    type: "sale.corrected",
    once: `sale:${saleId}:corrected:${at.getTime()}`,
    data: {
      externalOrderId: facts.externalOrderId,
      ref: trackedRef({ partnerCode, linkCode }),
      why,
      before: { sale: isSeen ? told(stored, stored.bookedAtMs) : null, ...booked("held") },
      after: { sale: told({ ...facts, ...sale }, replayed.bookedAtMs), ...booked("due") },
      correctedAt: at.toISOString(),
    },
  }
}
