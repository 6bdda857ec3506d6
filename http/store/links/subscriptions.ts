import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as SqlClient from "effect/sql/SqlClient"
import {
  LinkStoreUnavailable,
  type NotMade,
  StageRefused,
  SubscriptionNotFound,
  SubscriptionRefused,
} from "../../ports/link-errors.ts"
import { Envelope, type SealBroken, type WrongMasterKey } from "../secrets/envelope.ts"
import {
  type FollowedSubscription,
  type SubscriptionStage,
  isBehind,
} from "../../../rules/links/link-step.ts"
import type { Trip } from "../../../rules/trip/trip.ts"
import type { FunnelQuote } from "../../ports/funnel-quotes.ts"
import type { PartnerCode } from "../../../rules/accounts/partner.ts"
import { parseQuoteToken, trackedRef } from "../../../rules/links/link-code.ts"
import { recordAudit } from "../accounts/audit-log.ts"
import { databaseNow } from "../database/client.ts"
import { type EventToTell, tellEvents } from "../events/store.ts"
import { inLinkTransaction, orLinkStoreUnavailable, orNotMade } from "./store.ts"

/** A quoting-stage subscription to open. */
export interface SubscriptionDraft {
  readonly id: string
  /** The name that the traveller's funnel knows it under; it tells nothing and cannot be guessed. */
  readonly quoteRef: string
  /** The tracked link that is credited. */
  readonly linkId: bigint
  readonly trip: Trip
  readonly language: string
  /** The offer that was clicked. */
  readonly offerId: number | null
}

/** A subscription that a session follows, locked against changes until the transaction ends. */
export interface HeldSubscription extends FollowedSubscription {
  /** Empty for a rehearsed one. */
  readonly quoteRef: string
}

/** What a further link of the session changes in a quoting subscription. */
export interface SubscriptionChange {
  readonly id: string
  /** The trip where it has changed. */
  readonly trip: Trip | null
  readonly language: string
  readonly offerId: number | null
}

/** A subscription as the traveller's funnel sees it. Instants in ISO 8601, UTC. */
export interface Subscription extends Omit<FunnelQuote, "partner"> {
  readonly createdAt: string
}

/**
 * The subscriptions of the traveller's funnel: links open and change them, the funnel moves them
 * on. What links do runs inside their transaction, so that a session and its subscription are
 * written together or not at all.
 */
export class Subscriptions extends Context.Service<
  Subscriptions,
  {
    readonly open: (draft: SubscriptionDraft) => Effect.Effect<void, NotMade>
    /** The subscription of an id, held until the transaction ends. */
    readonly hold: (id: string) => Effect.Effect<HeldSubscription, NotMade>
    readonly change: (change: SubscriptionChange) => Effect.Effect<void, NotMade>
    /** Moves a subscription on; the stage that it is in already changes nothing. */
    readonly advance: (
      id: string,
      stage: SubscriptionStage,
    ) => Effect.Effect<Subscription, SubscriptionNotFound | StageRefused | LinkStoreUnavailable>
    /**
     * Keeps that the traveller declares to withdraw from the contract; a declaration that is there already
     * stays as it is. Its stage stays: what the declaration comes to is the insurer's to say.
     */
    readonly declareWithdrawal: (
      id: string,
    ) => Effect.Effect<Subscription, SubscriptionNotFound | LinkStoreUnavailable>
    /** The subscription of an id, or of a quote as it stands in an address of ours or of the funnel. */
    readonly get: (
      idOrQuote: string,
    ) => Effect.Effect<Subscription, SubscriptionNotFound | LinkStoreUnavailable>
  }
>()("viatica/Subscriptions") {}

/** Seals the trip of a subscription for storage: it holds ages. */
export const sealTrip = (
  envelope: Envelope["Service"],
  subscriptionId: string,
  trip: Trip,
): Uint8Array =>
  envelope.seal({ subscriptionId, slot: "trip" }, Redacted.make(JSON.stringify(trip)))

/** Opens the trip of a subscription; what opens was sealed here, so it is a trip. */
export const openTrip = (
  envelope: Envelope["Service"],
  subscriptionId: string,
  sealed: Uint8Array,
): Result.Result<Trip, WrongMasterKey | SealBroken> =>
  Result.map(
    envelope.open({ subscriptionId, slot: "trip" }, sealed),
    (text) => JSON.parse(Redacted.value(text)) as Trip,
  )

interface HeldRow {
  readonly stage: SubscriptionStage
  readonly tripSealed: Uint8Array
  readonly quoteRef: string
}

interface SubscriptionRow extends HeldRow {
  readonly id: string
  readonly partnerId: string
  readonly partnerCode: PartnerCode
  readonly linkCode: string
  readonly language: string
  readonly offerId: number | null
  readonly createdAt: Date
  readonly changedAt: Date
  readonly withdrawalDeclaredAt: Date | null
}

const rowColumns = `
  subscription.id, quote_ref as "quoteRef", stage, trip_sealed as "tripSealed", language,
  offer_id as "offerId", subscription.created_at as "createdAt", changed_at as "changedAt",
  withdrawal.declared_at as "withdrawalDeclaredAt", tracked_link.code as "linkCode", partner.id as "partnerId",
  partner.code as "partnerCode"`

const rowTables = `
  subscription join tracked_link on tracked_link.id = link_id
  join partner on partner.id = tracked_link.partner_id
  left join withdrawal on withdrawal.subscription_id = subscription.id`

/** What an account receives about a subscription that was moved on: nothing about its traveller or trip. */
const stageEvents = (partnerId: string, after: Subscription): ReadonlyArray<EventToTell> => {
  const { changedAt, offerId, ref, stage, subscriptionId } = after
  if (stage === "quoting") return []
  return [
    {
      partnerId,
      mode: "live",
      type: `subscription.${stage}`,
      once: `subscription:${subscriptionId}:${stage}`,
      data: { subscriptionId, stage, ref, offerId, changedAt },
    },
  ]
}

/** What an account receives about a declaration to withdraw: nothing about its traveller or trip. */
const withdrawalEvents = (
  partnerId: string,
  { offerId, ref, subscriptionId, withdrawalDeclaredAt }: Subscription,
): ReadonlyArray<EventToTell> => [
  {
    partnerId,
    mode: "live",
    type: "subscription.withdrawal_declared",
    once: `subscription:${subscriptionId}:withdrawal`,
    data: { subscriptionId, ref, offerId, declaredAt: withdrawalDeclaredAt },
  },
]

/** The service Subscriptions over the database. */
export const makeSubscriptions = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const envelope = yield* Envelope
  const now = sql.literal(databaseNow)
  const columns = sql.literal(rowColumns)
  const tables = sql.literal(rowTables)

  const open = Effect.fn("Subscriptions.open")(function* (draft: SubscriptionDraft) {
    const { id, language, linkId, offerId, quoteRef } = draft
    const sealed = sealTrip(envelope, id, draft.trip)
    const offerIds = offerId === null ? [] : [offerId]
    yield* sql`
      insert into subscription (id, quote_ref, link_id, trip_sealed, language, offer_id, offer_ids,
        created_at, changed_at)
      values (${id}, ${quoteRef}, ${linkId}, ${sealed}, ${language}, ${offerId}, ${offerIds}::int[],
        ${now}, ${now})`
  }, orNotMade)

  const hold = Effect.fn("Subscriptions.hold")(function* (id: string) {
    const [row] = yield* sql<HeldRow>`
      select stage, trip_sealed as "tripSealed", quote_ref as "quoteRef"
      from subscription where id = ${id} for update`
    if (row === undefined) {
      return yield* new SubscriptionRefused({ cause: new SubscriptionNotFound({ id }) })
    }
    const trip = openTrip(envelope, id, row.tripSealed)
    return Result.isSuccess(trip)
      ? { stage: row.stage, trip: trip.success, quoteRef: row.quoteRef }
      : yield* new SubscriptionRefused({ cause: trip.failure })
  }, orNotMade)

  const change = Effect.fn("Subscriptions.change")(function* (wished: SubscriptionChange) {
    const { id, language, offerId } = wished
    const sealed = wished.trip === null ? null : sealTrip(envelope, id, wished.trip)
    yield* sql`
      update subscription set
        trip_sealed = coalesce(${sealed}::bytea, trip_sealed),
        language = ${language},
        offer_id = coalesce(${offerId}::int, offer_id),
        offer_ids = case when ${offerId}::int = any(offer_ids) then offer_ids
          else array_remove(array_append(offer_ids, ${offerId}::int), null) end,
        changed_at = ${now}
      where id = ${id} and (${sealed}::bytea is not null or language <> ${language}
        or offer_id is distinct from coalesce(${offerId}::int, offer_id))`
  }, orNotMade)

  const subscriptionOf = (row: SubscriptionRow) =>
    Result.map(openTrip(envelope, row.id, row.tripSealed), (trip): Subscription => ({
      subscriptionId: row.id,
      quoteRef: row.quoteRef,
      stage: row.stage,
      ref: trackedRef(row),
      trip,
      language: row.language,
      offerId: row.offerId,
      createdAt: row.createdAt.toISOString(),
      changedAt: row.changedAt.toISOString(),
      withdrawalDeclaredAt: row.withdrawalDeclaredAt?.toISOString() ?? null,
    }))

  const only = Effect.fnUntraced(function* (id: string, rows: ReadonlyArray<SubscriptionRow>) {
    const [row] = rows
    if (row === undefined) return yield* new SubscriptionNotFound({ id })
    return yield* Effect.mapError(
      Effect.fromResult(subscriptionOf(row)),
      (cause) => new LinkStoreUnavailable({ cause }),
    )
  })

  const held = (id: string) => sql<SubscriptionRow>`
    select ${columns} from ${tables} where subscription.id = ${id} for update of subscription`

  const advance = Effect.fn("Subscriptions.advance")(function* (id: string, to: SubscriptionStage) {
    const rows = yield* held(id)
    const before = yield* only(id, rows)
    if (isBehind(to, before.stage)) return yield* new StageRefused({ id, from: before.stage, to })
    if (to === before.stage) return before
    yield* sql`update subscription set stage = ${to}, changed_at = ${now} where id = ${id}`
    const details = { ref: before.ref, from: before.stage, to }
    yield* recordAudit(sql, { action: "subscription.advance", subject: id, details })
    const after = yield* only(id, yield* held(id))
    yield* tellEvents(
      sql,
      rows.flatMap(({ partnerId }) => stageEvents(partnerId, after)),
    )
    return after
  }, inLinkTransaction(sql))

  const declareWithdrawal = Effect.fn("Subscriptions.declareWithdrawal")(function* (id: string) {
    const { ref, stage } = yield* only(id, yield* held(id))
    // What another call has kept while this one waited shows in a statement of its own alone.
    const kept = yield* sql`
      insert into withdrawal (subscription_id, declared_at) values (${id}, ${now})
      on conflict do nothing returning subscription_id`
    const rows = yield* held(id)
    const after = yield* only(id, rows)
    if (kept.length === 0) return after
    const details = { ref, stage }
    yield* recordAudit(sql, { action: "subscription.withdraw", subject: id, details })
    yield* tellEvents(
      sql,
      rows.flatMap(({ partnerId }) => withdrawalEvents(partnerId, after)),
    )
    return after
  }, inLinkTransaction(sql))

  const get = Effect.fn("Subscriptions.get")(function* (name: string) {
    const quoteRef = parseQuoteToken(name)?.quoteRef ?? name
    const rows = yield* sql<SubscriptionRow>`
      select ${columns} from ${tables} where subscription.id = ${name} or quote_ref = ${quoteRef}`
    return yield* only(name, rows)
  }, orLinkStoreUnavailable)

  return { open, hold, change, advance, declareWithdrawal, get }
})
