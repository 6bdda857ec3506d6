import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as SqlClient from "effect/sql/SqlClient"
import { openTrip } from "../../../http/store/links/subscriptions.ts"
import { type Balance, Sales } from "../../../http/ports/sales.ts"
import { Envelope } from "../../../http/store/secrets/envelope.ts"
import { type BookedMovement, replayJournal } from "../../rules/sales/replay-journal.ts"
import type { Mode } from "./calls.ts"
import { followed, type Model, type ModelSubscription } from "./model.ts"
import { figuresOf } from "./quota-model.ts"
import { type Real, renamed } from "./real.ts"
import { spellingOf } from "./spellings.ts"

/** Everything that is compared of an account: lists in an order of their own, under the model's names. */
export interface Standing {
  readonly subscriptions: Readonly<Record<string, unknown>>
  readonly sessions: Readonly<Record<string, unknown>>
  readonly sales: Readonly<Record<string, unknown>>
  readonly journal: Readonly<Record<string, ReadonlyArray<string>>>
  readonly balances: Readonly<Record<string, { pending: number; payable: number }>>
  readonly quotas: Readonly<Record<Mode, unknown>>
  readonly links: ReadonlyArray<unknown>
}

const subscriptionOf = ({ spelling, ...subscription }: ModelSubscription) => ({
  ...subscription,
  trip: spellingOf(spelling).kept,
})

/** What the model says that the account's standing is. */
export const standingOf = (model: Model): Standing => {
  const isLive = ([, { link }]: readonly [string, ModelSubscription]) => link !== null
  const quota = (mode: Mode) => ({ ...figuresOf(model, mode), ...model.usage[mode].lifetime })
  return {
    subscriptions: Object.fromEntries(
      [...model.subscriptions].filter(isLive).map(([name, one]) => [name, subscriptionOf(one)]),
    ),
    sessions: Object.fromEntries(
      [...model.sessions].map(([session, { link }]) => {
        const name = followed(model, session)
        const held = model.subscriptions.get(name)
        const trip = link === null && held !== undefined ? spellingOf(held.spelling).kept : null
        return [session, { link, subscription: name, trip }]
      }),
    ),
    sales: Object.fromEntries(model.sales),
    journal: Object.fromEntries(model.journal),
    balances: Object.fromEntries(model.owed),
    quotas: { live: quota("live"), sandbox: quota("sandbox") },
    links: model.links,
  }
}

/** The rows of an account in one statement, so that they are of one moment. */
const statement = `
  with owned as (select * from tracked_link where partner_id = $1)
  select
    (select json_agg(json_build_object('id', s.id, 'stage', stage, 'link', owned.code,
        'language', language, 'offerId', offer_id, 'offerIds', offer_ids,
        'sealed', encode(trip_sealed, 'hex')))
      from subscription s join owned on owned.id = link_id) as subscriptions,
    (select json_agg(json_build_object('nonce', nonce, 'subscription', subscription_id,
        'link', owned.code, 'sealed', encode(rehearsed_trip_sealed, 'hex')))
      from link_session l left join owned on owned.id = link_id
      where l.partner_id = $1) as sessions,
    (select json_agg(json_build_object('order', external_order_id, 'mode', mode,
        'link', owned.code, 'currency', currency, 'feeBps', fee_bps, 'upliftBps', uplift_bps,
        'bookedAtMs', (extract(epoch from booked_at) * 1000)::bigint,
        'changedAtMs', (extract(epoch from changed_at) * 1000)::bigint,
        'status', status, 'amountMinor', amount_minor, 'commissionMinor', commission_minor,
        'wholeCapMinor', commission_cap_minor, 'upliftCapMinor', uplift_cap_minor,
        'signedAtSeconds', signed_at_seconds))
      from sale join owned on owned.id = link_id where sale.partner_id = $1) as sales,
    (select json_agg(json_build_object('order', external_order_id, 'kind', j.kind,
        'from', f.account, 'to', t.account, 'amountMinor', t.amount_minor, 'currency', t.currency,
        'sum', f.amount_minor + t.amount_minor) order by j.id)
      from sale join ledger_journal j on j.sale_id = sale.id
      join ledger_entry f on f.journal_id = j.id and f.amount_minor < 0
      join ledger_entry t on t.journal_id = j.id and t.amount_minor > 0
      where sale.partner_id = $1) as journal,
    (select json_agg(q) from (select quota.*, mode from quota join api_key using (key_id)
      where partner_id = $1) q) as quotas,
    (select json_agg(json_build_object('name', code, 'archived', archived_at is not null)
      order by id) from owned) as links`

type Row = Readonly<Record<string, unknown>>

interface Rows {
  readonly subscriptions: ReadonlyArray<Row> | null
  readonly sessions: ReadonlyArray<Row> | null
  readonly sales: ReadonlyArray<Row> | null
  readonly journal: ReadonlyArray<BookedMovement & Row> | null
  readonly quotas: ReadonlyArray<Row> | null
  readonly links: ReadonlyArray<Row> | null
}

const readRows = ({ account }: Real) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const envelope = yield* Envelope
    const [rows] = yield* sql.unsafe<Rows>(statement, [account.partnerId])
    const balances = yield* (yield* Sales).balances(account.partnerCode)
    const trip = (id: unknown, sealed: unknown): unknown =>
      sealed === null
        ? null
        : Result.getOrThrow(openTrip(envelope, String(id), Buffer.from(String(sealed), "hex")))
    return { rows, balances, trip }
  })

const lineOf = ({ amountMinor, currency, from, kind, to }: BookedMovement): string =>
  [kind, from, to, amountMinor, currency].join(" ")

/** A key's row as it counts at a moment: windows that have passed are empty. */
const quotaAt = (row: Row, nowMs: number) => {
  const today = Number(row["day"]) === Math.floor(nowMs / 86_400_000)
  const thisMinute = Number(row["minute"]) === Math.floor(nowMs / 60_000)
  const { bilans, links, prices } = row
  return {
    reads: today ? row["reads_used"] : 0,
    writes: today ? row["writes_used"] : 0,
    burst: thisMinute ? row["burst_used"] : 0,
    prices,
    bilans,
    links,
  }
}

const byName = (rows: ReadonlyArray<readonly [unknown, unknown]>) =>
  Object.fromEntries(rows.map(([name, row]) => [String(name), row]))

const journalOf = (movements: ReadonlyArray<BookedMovement & Row>) => {
  const lines = new Map<string, Array<string>>()
  for (const movement of movements) {
    const order = String(movement["order"])
    lines.set(order, [...(lines.get(order) ?? []), lineOf(movement)])
  }
  return Object.fromEntries(lines)
}

/** Balances as the service tells them, held against a replay of the journal that was read back. */
const balancesOf = (
  balances: ReadonlyArray<Balance>,
  movements: ReadonlyArray<BookedMovement & Row>,
): Standing["balances"] => {
  const replayed = replayJournal(movements)
  const told = balances.map(({ currency, payableMinor, pendingMinor }) => ({
    currency,
    pendingMinor: Number(pendingMinor),
    payableMinor: Number(payableMinor),
  }))
  const wrong = told.filter(({ currency, payableMinor, pendingMinor }) => {
    const balance = replayed.get(currency)
    const sum = pendingMinor + payableMinor + (balance?.expenseMinor ?? 0)
    return (
      balance?.pendingMinor !== pendingMinor || balance.payableMinor !== payableMinor || sum !== 0
    )
  })
  if (wrong.length > 0 || told.length !== replayed.size) {
    throw new Error(`balances are no replay: ${JSON.stringify([told, [...replayed]])}`)
  }
  return byName(
    told.map(({ currency, payableMinor, pendingMinor }) => [
      currency,
      { pending: pendingMinor, payable: payableMinor },
    ]),
  ) as Standing["balances"]
}

/** What the database says that the account's standing is. */
export const standingInDatabase = async (real: Real): Promise<Standing> => {
  const { account, world } = real
  const { balances, rows, trip } = await world.run(readRows(real))
  const nonces = [...account.sessions].map(([name, token]) => [token.slice(3, 25), name] as const)
  const movements = rows?.journal ?? []
  if (movements.some(({ sum }) => sum !== 0)) throw new Error("a journal does not come to zero")
  const standing = {
    subscriptions: byName(
      (rows?.subscriptions ?? []).map(({ id, sealed, ...row }) => [
        id,
        { ...row, trip: trip(id, sealed) },
      ]),
    ),
    sessions: byName(
      (rows?.sessions ?? []).map(({ nonce, sealed, ...row }) => [
        new Map(nonces).get(String(nonce)),
        { ...row, trip: trip(row["subscription"], sealed) },
      ]),
    ),
    sales: byName((rows?.sales ?? []).map(({ order, ...row }) => [`${row["mode"]}/${order}`, row])),
    journal: journalOf(movements),
    balances: balancesOf(balances, movements),
    quotas: byName((rows?.quotas ?? []).map((row) => [row["mode"], quotaAt(row, world.nowMs())])),
    links: rows?.links ?? [],
  }
  return JSON.parse(renamed(account, JSON.stringify(standing))) as Standing
}
