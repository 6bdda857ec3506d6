import { createHash } from "node:crypto"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import type * as SqlClient from "effect/sql/SqlClient"
import type { CurrencyCode } from "../../../core/vocabulary/codes.ts"
import type { PartnerCode } from "../../../rules/accounts/partner.ts"
import type { RandomBytes } from "../../platform/random-bytes.ts"
import { Actor } from "../../ports/audit-log.ts"
import {
  type BatchState,
  type LeftPayout,
  type LeftWhy,
  type OpenPayouts,
  type PayoutBatch,
  type PayoutDesk,
  type PayoutRefusal,
  PayoutRefused,
  PayoutStoreUnavailable,
  type ShownPayee,
} from "../../ports/payouts.ts"
import { actorName, recordAudit } from "../accounts/audit-log.ts"
import { partnerIdOf } from "../accounts/store.ts"
import { databaseNow } from "../database/client.ts"
import type { Envelope, SealBroken, WrongMasterKey } from "../secrets/envelope.ts"
import {
  bookPayouts,
  inPayoutTransaction,
  orPayoutsUnavailable,
  payoutColumns,
  payoutOf,
  type PayoutRow,
} from "./payout-books.ts"
import type { PayoutPolicy } from "../../../rules/payouts/payout-tables.ts"
import {
  type BankAccount,
  maskedIban,
  type Payee,
  payeeOf,
  payeeText,
} from "../../../rules/payouts/payee.ts"
import {
  batchNumber,
  numberedId,
  payoutNumber,
  type PayoutStep,
  stepPayout,
} from "../../../rules/payouts/payout.ts"
import { transferFile } from "../../../rules/payouts/transfer-file.ts"

/** What operators' acts on payouts are made with. */
interface DeskParts {
  readonly sql: SqlClient.SqlClient
  readonly envelope: Envelope["Service"]
  readonly random: RandomBytes["Service"]
  readonly policy: () => PayoutPolicy
}

/** What operators do about payouts, in the database; each act is a transaction with its line in the audit. */
export const makePayoutDesk = ({
  envelope,
  policy,
  random,
  sql,
}: DeskParts): PayoutDesk["Service"] => {
  const now = sql.literal(databaseNow)
  const payoutsSelected = sql.literal(payoutColumns)
  const batchesSelected = sql.literal(batchColumns)

  const opened = <Value>(result: Result.Result<Value, WrongMasterKey | SealBroken>) =>
    Result.isSuccess(result)
      ? Effect.succeed(result.success)
      : Effect.fail(new PayoutStoreUnavailable({ cause: result.failure }))

  const openPayee = Effect.fnUntraced(function* (payeeId: string, sealed: Uint8Array) {
    const text = Redacted.value(yield* opened(envelope.open({ payeeId, slot: "payee" }, sealed)))
    const payee = payeeOf(text)
    return payee ?? (yield* Effect.die(new Error(`the bank account ${payeeId} cannot be read`)))
  })

  const setPayee = Effect.fn("PayoutDesk.setPayee")(function* (
    partnerCode: PartnerCode,
    payee: Payee,
  ) {
    const partnerId = yield* partnerIdOf(sql, partnerCode)
    const id = `pye_${Buffer.from(random.take(idBytes)).toString("hex")}`
    const shown = maskedIban(payee.iban)
    const sealed = envelope.seal({ payeeId: id, slot: "payee" }, Redacted.make(payeeText(payee)))
    const [before] = yield* sql<{ readonly shown: string }>`
      select shown from payee where partner_id = ${partnerId} order by made_at desc, id desc limit 1`
    const [row] = yield* sql<{ readonly madeAt: Date }>`
      insert into payee (id, partner_id, sealed, country, shown, made_at, made_by)
      values (${id}, ${partnerId}, ${sealed}, ${payee.address.country}, ${shown}, ${now},
        ${yield* Actor}) returning made_at as "madeAt"`
    const details = {
      partner: partnerCode,
      from: before?.shown ?? null,
      account: shown,
      country: payee.address.country,
    }
    yield* recordAudit(sql, { action: "payee.set", subject: id, details })
    return shownPayee(payee, row?.madeAt ?? new Date(0))
  }, inPayoutTransaction(sql))

  const payee = Effect.fn("PayoutDesk.payee")(function* (partnerCode: PartnerCode) {
    const partnerId = yield* partnerIdOf(sql, partnerCode)
    const [row] = yield* sql<PayeeRow>`
      select id, sealed, made_at as "madeAt" from payee where partner_id = ${partnerId}
      order by made_at desc, id desc limit 1`
    if (row === undefined) return null
    return shownPayee(yield* openPayee(row.id, row.sealed), row.madeAt)
  }, orPayoutsUnavailable)

  const payouts = Effect.fn("PayoutDesk.payouts")(function* ({
    limit,
    partnerCode,
    state,
  }: Parameters<PayoutDesk["Service"]["payouts"]>[0]) {
    const rows = yield* sql<PayoutRow>`
      select ${payoutsSelected} from payout
      where (${partnerCode}::text is null
          or partner_id = (select id from partner where code = ${partnerCode}))
        and (${state}::text is null or state = ${state})
      order by payout.id desc limit ${limit}`
    return rows.map(payoutOf)
  }, orPayoutsUnavailable)

  const batches = Effect.fn("PayoutDesk.batches")(function* (limit: number) {
    const rows = yield* sql<BatchRow>`
      select ${batchesSelected} from payout_batch order by payout_batch.id desc limit ${limit}`
    return rows.map(batchOf)
  }, orPayoutsUnavailable)

  const open = Effect.fn("PayoutDesk.open")(function* (limit: number) {
    const totals = yield* sql<OpenPayouts["totals"][number]>`
      select currency, minor_units as "minorUnits", count(*)::int as payouts,
        sum(amount_minor)::bigint as "amountMinor", min(due_on)::text as "dueOn"
      from payout where state = 'due' and batch_id is null group by 1, 2 order by 1, 2`
    const rows = yield* sql<PayoutRow>`
      select ${payoutsSelected} from payout where state = 'due' and batch_id is null
      order by payout.currency, payout.minor_units, due_on, payout.id limit ${limit}`
    return { totals, payouts: rows.map(payoutOf) }
  }, orPayoutsUnavailable)

  const rowsIn = (batchId: bigint, after = 0n, limit: number | null = null) => sql<PayoutRow>`
    select ${payoutsSelected} from payout where batch_id = ${batchId} and payout.id > ${after}
    order by payout.id limit ${limit}`

  /** A batch, held until the transaction ends; a text that is no number of one holds none. */
  const holdBatch = Effect.fnUntraced(function* (number: string) {
    const id = numberedId("PB", number)
    if (id === undefined) return yield* refused({ _tag: "NoSuchBatch", number })
    yield* sql`select id from payout_batch where id = ${id} for no key update`
    const [row] = yield* sql<BatchRow>`
      select ${batchesSelected} from payout_batch where payout_batch.id = ${id}`
    return row ?? (yield* refused({ _tag: "NoSuchBatch", number }))
  })

  const batch = Effect.fn("PayoutDesk.batch")(function* (
    number: string,
    page?: { readonly after: string; readonly limit: number },
  ) {
    const row = yield* holdBatch(number)
    const rows = rowsIn(row.id, numberedId("PO", page?.after ?? ""), page?.limit ?? null)
    return { batch: batchOf(row), payouts: (yield* rows).map(payoutOf) }
  }, inPayoutTransaction(sql))

  /** A held batch that stands as an act needs it to. */
  const batchIn = Effect.fnUntraced(function* (number: string, states: ReadonlyArray<BatchState>) {
    const row = yield* holdBatch(number)
    const { state } = batchOf(row)
    return states.includes(state)
      ? row
      : yield* refused({ _tag: "WrongBatchState", number: batchNumber(row.id), state })
  })

  const changed = Effect.fnUntraced(function* (
    action: "batch.approve" | "batch.dissolve" | "batch.draw" | "batch.export" | "batch.send",
    id: bigint,
    more: Readonly<Record<string, unknown>> = {},
  ) {
    const [row] = yield* sql<BatchRow>`
      select ${batchesSelected} from payout_batch where payout_batch.id = ${id}`
    const stands = batchOf(row as BatchRow)
    const details = {
      currency: stands.currency,
      payouts: stands.payouts,
      totalMinor: String(stands.totalMinor),
      ...more,
    }
    yield* recordAudit(sql, { action, subject: stands.number, details })
    return stands
  })

  const draw = Effect.fn("PayoutDesk.draw")(function* ({
    currency,
    payOn,
  }: Parameters<PayoutDesk["Service"]["draw"]>[0]) {
    // Two operators who draw up at once take turns: the second finds what the first has left.
    yield* sql`select pg_advisory_xact_lock(${drawLock})`
    const { changedAccountDays } = policy()
    const rows = yield* sql<DueRow>`
      select payout.id, payout.minor_units as "minorUnits", amount_minor as "amountMinor",
        partner.code as "partnerCode", partner.status = 'suspended' as "isSuspended",
        newest.id as "newestPayee",
        coalesce(newest.made_at > now() - make_interval(days => ${changedAccountDays})
          and exists (select from payee older where older.partner_id = payout.partner_id
            and older.id <> newest.id), false) as "isChanged"
      from payout join partner on partner.id = payout.partner_id
      left join lateral (
        select id, made_at from payee where payee.partner_id = payout.partner_id
        order by made_at desc, id desc limit 1
      ) newest on true
      where payout.state = 'due' and batch_id is null and currency = ${currency}
        and due_on <= ${payOn}::date
      order by payout.id for update of payout`
    const left = rows.flatMap((row): ReadonlyArray<LeftPayout> => {
      const why = leftWhy(row)
      const { amountMinor, id, partnerCode } = row
      return why === undefined ? [] : [{ number: payoutNumber(id), partnerCode, amountMinor, why }]
    })
    const going = rows.filter((row) => leftWhy(row) === undefined)
    // Amounts of other decimals cannot be added: they go into a batch of their own.
    const minorUnits = going[0]?.minorUnits
    if (minorUnits === undefined) return yield* refused({ _tag: "NothingDue", currency, left })
    const [made] = yield* sql<{ readonly id: bigint }>`
      insert into payout_batch (currency, minor_units, pay_on, drawn_by, drawn_at)
      values (${currency}, ${minorUnits}, ${payOn}::date, ${yield* Actor}, ${now}) returning id`
    const id = made?.id ?? 0n
    const chosen = going.filter((row) => row.minorUnits === minorUnits)
    yield* sql`
      update payout set batch_id = ${id}, payee_id = chosen.payee
      from unnest(${chosen.map((row) => String(row.id))}::bigint[],
        ${chosen.map((row) => row.newestPayee)}::text[]) as chosen (id, payee)
      where payout.id = chosen.id`
    return { batch: yield* changed("batch.draw", id), left }
  }, inPayoutTransaction(sql))

  const approve = Effect.fn("PayoutDesk.approve")(function* (number: string) {
    const row = yield* batchIn(number, ["drawn"])
    const actor = yield* Actor
    if (actor === row.drawnBy) {
      return yield* refused({
        _tag: "SameOperator",
        number: batchNumber(row.id),
        by: row.drawnByName,
      })
    }
    yield* sql`update payout_batch set approved_by = ${actor}, approved_at = ${now}
      where id = ${row.id}`
    return yield* changed("batch.approve", row.id)
  }, inPayoutTransaction(sql))

  const dissolve = Effect.fn("PayoutDesk.dissolve")(function* (number: string, reason: string) {
    const { id } = yield* batchIn(number, ["drawn", "approved"])
    const before = yield* changed("batch.dissolve", id, { reason })
    yield* sql`update payout set batch_id = null, payee_id = null where batch_id = ${id}`
    yield* sql`update payout_batch set dissolved_at = ${now}, reason = ${reason} where id = ${id}`
    return { ...before, state: "dissolved" as const, payouts: 0, totalMinor: 0n, reason }
  }, inPayoutTransaction(sql))

  const transfersOf = Effect.fnUntraced(function* (batchId: bigint) {
    const rows = yield* sql<PayoutRow & { readonly sealed: Uint8Array }>`
      select ${payoutsSelected}, paid.sealed from payout join payee paid on paid.id = payee_id
      where batch_id = ${batchId} order by payout.id`
    return yield* Effect.forEach(rows, (row) =>
      Effect.map(openPayee(row.payeeId ?? "", row.sealed), (to) => ({
        endToEndId: payoutNumber(row.id),
        amountMinor: row.amountMinor,
        currency: row.currency,
        minorUnits: row.minorUnits,
        payee: to,
        remittance: row.statement,
      })),
    )
  })

  const fileOf = Effect.fn("PayoutDesk.transferFile")(function* (
    number: string,
    debtor: BankAccount,
  ) {
    const row = yield* batchIn(number, ["approved", "exported", "sent"])
    const messageId = batchNumber(row.id)
    const place = { batchNumber: messageId, slot: "transfers" } as const
    if (row.fileSealed !== null) {
      return Redacted.value(yield* opened(envelope.open(place, row.fileSealed)))
    }
    if (batchOf(row).state === "sent") {
      return yield* refused({ _tag: "WrongBatchState", number: messageId, state: "sent" })
    }
    const made = transferFile({
      messageId,
      madeAt: row.now.toISOString().slice(0, 19),
      executionDay: row.payOn,
      debtor,
      transfers: yield* transfersOf(row.id),
      approvedMinor: row.totalMinor,
    })
    if (Result.isFailure(made)) {
      return yield* refused({ _tag: "NoFile", number: messageId, faults: made.failure })
    }
    const digest = createHash("sha256").update(made.success).digest("hex")
    const sealed = envelope.seal(place, Redacted.make(made.success))
    yield* sql`update payout_batch set file_sealed = ${sealed}, file_digest = ${digest},
      exported_at = ${now} where id = ${row.id}`
    yield* changed("batch.export", row.id, { digest })
    return made.success
  }, inPayoutTransaction(sql))

  const send = Effect.fn("PayoutDesk.send")(function* (
    number: string,
    sentOn: string,
    bankReference: string | null,
  ) {
    const { id } = yield* batchIn(number, ["approved", "exported"])
    const rows = yield* rowsIn(id)
    const steps = yield* Effect.forEach(rows, (row) => stepped(row, "send"))
    const [step] = steps
    if (step !== undefined) {
      yield* sql`update payout set state = ${step.state}, sent_on = ${sentOn}::date,
        bank_reference = ${bankReference} where batch_id = ${id}`
      yield* bookPayouts(
        sql,
        rows.map((row) => row.id),
        step.movement,
      )
    }
    yield* sql`update payout_batch set sent_at = ${now} where id = ${id}`
    return yield* changed("batch.send", id, { sentOn, bankReference })
  }, inPayoutTransaction(sql))

  /** Ends a payout by a step: it is owed again from then on. */
  const end = Effect.fnUntraced(function* (
    number: string,
    step: "return" | "withdraw",
    on: string | null,
    reason: string,
  ) {
    const id = numberedId("PO", number)
    if (id === undefined) return yield* refused({ _tag: "NoSuchPayout", number })
    yield* sql`select id from payout where id = ${id} for no key update`
    const [row] =
      yield* sql<PayoutRow>`select ${payoutsSelected} from payout where payout.id = ${id}`
    if (row === undefined) return yield* refused({ _tag: "NoSuchPayout", number })
    if (step === "withdraw" && row.state === "due" && row.batchId !== null) {
      const batchOfIt = batchNumber(row.batchId)
      return yield* refused({ _tag: "InBatch", number: payoutNumber(id), batch: batchOfIt })
    }
    const { movement, state } = yield* stepped(row, step)
    const [ended] = yield* sql<PayoutRow>`
      update payout set state = ${state}, reason = ${reason},
        ended_on = coalesce(${on}::date, (${now} at time zone 'UTC')::date)
      where id = ${id} returning ${payoutsSelected}`
    yield* bookPayouts(sql, [id], movement)
    const details = { partner: row.partnerCode, amountMinor: String(row.amountMinor), reason }
    yield* recordAudit(sql, { action: `payout.${step}`, subject: payoutNumber(id), details })
    return payoutOf(ended as PayoutRow)
  }, inPayoutTransaction(sql))

  return {
    setPayee,
    payee,
    payouts,
    batches,
    open,
    batch,
    draw,
    approve,
    dissolve,
    transferFile: fileOf,
    send,
    markReturned: (number, on, reason) => end(number, "return", on, reason),
    withdraw: (number, reason) => end(number, "withdraw", null, reason),
  }
}

/** Any fixed number: operators who draw up batches at once take turns on it. */
const drawLock = 7_460_022

/** Random bytes in the id of a payee. */
const idBytes = 12

interface PayeeRow {
  readonly id: string
  readonly sealed: Uint8Array
  readonly madeAt: Date
}

interface DueRow {
  readonly id: bigint
  readonly minorUnits: number
  readonly amountMinor: bigint
  readonly partnerCode: PartnerCode
  readonly isSuspended: boolean
  readonly newestPayee: string | null
  /** Whether its bank account was replaced of late. */
  readonly isChanged: boolean
}

/** Why a payout that is due goes into no batch yet; undefined where it does. */
const leftWhy = ({ isChanged, isSuspended, newestPayee }: DueRow): LeftWhy | undefined => {
  if (isSuspended) return "suspended"
  if (newestPayee === null) return "no_account"
  return isChanged ? "account_changed" : undefined
}

interface BatchRow {
  readonly id: bigint
  readonly currency: CurrencyCode
  readonly minorUnits: number
  readonly payOn: string
  readonly drawnBy: string
  readonly drawnByName: string
  readonly approvedByName: string | null
  readonly drawnAt: Date
  readonly approvedBy: string | null
  readonly approvedAt: Date | null
  readonly fileSealed: Uint8Array | null
  readonly fileDigest: string | null
  readonly sentAt: Date | null
  readonly dissolvedAt: Date | null
  readonly reason: string | null
  readonly payouts: number
  readonly totalMinor: bigint
  readonly now: Date
}

const batchColumns = `
  payout_batch.id, currency, minor_units as "minorUnits", pay_on::text as "payOn",
  drawn_by as "drawnBy", ${actorName("drawn_by")} as "drawnByName",
  ${actorName("approved_by")} as "approvedByName", drawn_at as "drawnAt", approved_by as "approvedBy",
  approved_at as "approvedAt", file_sealed as "fileSealed", file_digest as "fileDigest",
  sent_at as "sentAt", dissolved_at as "dissolvedAt", reason,
  (select count(*)::int from payout where batch_id = payout_batch.id) as payouts,
  (select coalesce(sum(amount_minor), 0)::bigint from payout where batch_id = payout_batch.id)
    as "totalMinor",
  ${databaseNow} as now`

const stateOf = (row: BatchRow): BatchState => {
  if (row.dissolvedAt !== null) return "dissolved"
  if (row.sentAt !== null) return "sent"
  if (row.fileSealed !== null) return "exported"
  return row.approvedAt === null ? "drawn" : "approved"
}

const batchOf = (row: BatchRow): PayoutBatch => ({
  number: batchNumber(row.id),
  currency: row.currency,
  minorUnits: row.minorUnits,
  payOn: row.payOn,
  state: stateOf(row),
  payouts: row.payouts,
  totalMinor: row.totalMinor,
  drawnBy: row.drawnByName,
  drawnAt: row.drawnAt.toISOString(),
  approvedBy: row.approvedByName,
  approvedAt: row.approvedAt?.toISOString() ?? null,
  fileDigest: row.fileDigest,
  reason: row.reason,
})

const shownPayee = (payee: Payee, madeAt: Date): ShownPayee => ({
  holder: payee.holder,
  account: maskedIban(payee.iban),
  address: payee.address,
  vatNumber: payee.vatNumber,
  vatNote: payee.vatNote,
  since: madeAt.toISOString(),
})

const refused = (refusal: PayoutRefusal) => Effect.fail(new PayoutRefused({ refusal }))

const stepped = (row: PayoutRow, step: PayoutStep) =>
  Result.match(stepPayout(row.state, step), {
    onSuccess: Effect.succeed,
    onFailure: (why) => refused({ _tag: "WrongStep", number: payoutNumber(row.id), ...why }),
  })
