import { isKeyIdText } from "../../../rules/accounts/key-text.ts"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { scopes } from "../../../rules/accounts/scopes.ts"
import type { SubscriptionStage } from "../../../rules/links/link-step.ts"
import { quotaWindow } from "../../../rules/quota/quota.ts"
import { Actor } from "../../ports/audit-log.ts"
import { Keys } from "../../ports/keys.ts"
import { PayoutDesk } from "../../ports/payouts.ts"
import { Partners } from "../../ports/partners.ts"
import { TrackedLinks } from "../../ports/tracked-links.ts"
import { demoPartnerCode } from "../../store/accounts/demo.ts"
import { Subscriptions } from "../../store/links/subscriptions.ts"
import { correctLedger } from "../../store/sales/ledger-correct.ts"
import { pingAll } from "../listening.ts"
import { triggerRefused } from "./trigger-refused.ts"

/** What a change of the world may be told about. */
export interface StateWish {
  /** The key that it affects; the sandbox key when left out. */
  readonly key?: string | undefined
  /** The subscription that it befalls; the one that was opened last when left out. */
  readonly subscription?: string | undefined
}

const keyOf = Effect.fnUntraced(function* ({ key }: StateWish) {
  const keys = yield* Keys
  const listed = (yield* keys.list(demoPartnerCode)).filter(({ revokedAt }) => revokedAt === null)
  const found = key === undefined ? listed.find(({ mode }) => mode === "sandbox") : undefined
  const keyId = key ?? found?.keyId
  if (keyId !== undefined && isKeyIdText(keyId)) {
    if ((yield* keys.find(keyId)) !== undefined) return keyId
  }
  return yield* triggerRefused(
    key === undefined ? { _tag: "NoSandboxKey" } : { _tag: "NoKey", key },
  )
})

/** Fills or empties what a key has used of its day or of its minute, in the windows of now. */
const setUsed = (figure: "burst" | "reads" | "writes", isSpent: boolean) =>
  Effect.fnUntraced(function* (wish: StateWish) {
    const sql = yield* SqlClient.SqlClient
    const keyId = yield* keyOf(wish)
    const { day, minute } = quotaWindow(yield* Clock.currentTimeMillis)
    const limit = sql.literal(isSpent ? `${figure}_limit` : "0")
    yield* sql`
      update quota set
        burst_used = case when minute = ${minute} then burst_used else 0 end,
        reads_used = case when day = ${day} then reads_used else 0 end,
        writes_used = case when day = ${day} then writes_used else 0 end,
        minute = ${minute}, day = ${day}
      where key_id = ${keyId}`
    yield* sql`update quota set ${sql.literal(`${figure}_used`)} = ${limit} where key_id = ${keyId}`
    return { keyId }
  })

const freshQuota = Effect.fnUntraced(function* (wish: StateWish) {
  yield* setUsed("burst", false)(wish)
  yield* setUsed("reads", false)(wish)
  return yield* setUsed("writes", false)(wish)
})

const latestSubscription = Effect.fnUntraced(function* ({ subscription }: StateWish) {
  if (subscription !== undefined) return subscription
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ readonly id: string }>`
    select id from subscription order by created_at desc, id desc limit 1`
  return row?.id ?? (yield* triggerRefused({ _tag: "NoSubscription" }))
})

const moveTo = (stage: SubscriptionStage) =>
  Effect.fnUntraced(function* (wish: StateWish) {
    const subscriptions = yield* Subscriptions
    const moved = yield* subscriptions.advance(yield* latestSubscription(wish), stage)
    return { subscriptionId: moved.subscriptionId, stage: moved.stage, ref: moved.ref }
  })

const declareWithdrawal = Effect.fnUntraced(function* (wish: StateWish) {
  const subscriptions = yield* Subscriptions
  const { subscriptionId, withdrawalDeclaredAt } = yield* subscriptions.declareWithdrawal(
    yield* latestSubscription(wish),
  )
  return { subscriptionId, withdrawalDeclaredAt }
})

/** Makes the live sale that was reported last say something else, and has the ledger's check see to it. */
const correctSale = Effect.fnUntraced(function* () {
  const sql = yield* SqlClient.SqlClient
  const [sale] = yield* sql<{ readonly externalOrderId: string }>`
    update sale set amount_minor = amount_minor + 100
    where id = (select max(id) from sale where mode = 'live')
    returning external_order_id as "externalOrderId"`
  if (sale === undefined) {
    return yield* triggerRefused({ _tag: "NoSale" })
  }
  const { correctedCount } = yield* correctLedger({ isTrial: false, adopts: false })
  return { ...sale, corrected: correctedCount }
})

/** The payout of the account in a state that is due first. */
const firstPayout = Effect.fnUntraced(function* (state: "due" | "sent") {
  const desk = yield* PayoutDesk
  const payouts = yield* desk.payouts({ partnerCode: demoPartnerCode, state, limit: 100 })
  return payouts.at(-1) ?? (yield* triggerRefused({ _tag: "NoPayout", state }))
})

/** Draws up, approves and sends a batch with the payout that is due first, to an account of nobody's. */
const sendPayout = Effect.fnUntraced(function* () {
  const desk = yield* PayoutDesk
  const { currency, dueOn } = yield* firstPayout("due")
  if ((yield* desk.payee(demoPartnerCode)) === null) yield* desk.setPayee(demoPartnerCode, nobody)
  const { batch } = yield* desk.draw({ currency, payOn: dueOn })
  yield* Effect.provideService(desk.approve(batch.number), Actor, "emulator: second operator")
  const { number, payouts } = yield* desk.send(batch.number, dueOn, "rehearsed")
  return { batch: number, payouts }
})

const returnPayout = Effect.fnUntraced(function* () {
  const sent = yield* firstPayout("sent")
  const { number, reason, state } = yield* (yield* PayoutDesk).markReturned(
    sent.number,
    sent.sentOn ?? sent.dueOn,
    "AC04",
  )
  return { payout: number, state, reason }
})

/** Raises the account's commission by a point, or takes it back where it is raised already. */
const changeCommission = Effect.fnUntraced(function* () {
  const partners = yield* Partners
  const { baseRateBps, upliftBps } = yield* partners.get(demoPartnerCode)
  const { commissionBps } = yield* partners.setCommission(
    demoPartnerCode,
    upliftBps === 0 ? baseRateBps + raisedBps : baseRateBps,
  )
  return { partner: demoPartnerCode, commissionBps }
})

const archiveLinks = Effect.fnUntraced(function* () {
  const links = yield* TrackedLinks
  const inUse = (yield* links.list(demoPartnerCode)).filter(({ archived }) => !archived)
  yield* Effect.forEach(inUse, ({ code }) => links.archive({ partnerCode: demoPartnerCode, code }))
  return { archived: inUse.map(({ code }) => code) }
})

const raisedBps = 100

/** A bank account of documentation's own. */
const nobody = {
  holder: "Rehearsed Partner",
  iban: "DE89370400440532013000",
  bic: null,
  address: {
    street: "Rue du Port",
    building: "3",
    postCode: "69002",
    town: "Lyon",
    country: "FR",
  },
  vatNumber: null,
  vatNote: null,
}

const lasting = <E, R>(what: string, run: (wish: StateWish) => Effect.Effect<unknown, E, R>) => ({
  what,
  run,
})

/** Changes of the world that last, by their names. */
export const stateTriggers = {
  "spend-reads": lasting(
    "spends a key's reads of the day; quotes and bilans are refused with QUOTA_EXCEEDED",
    setUsed("reads", true),
  ),
  "spend-writes": lasting(
    "spends a key's writes of the day; new links are refused with QUOTA_EXCEEDED",
    setUsed("writes", true),
  ),
  "spend-minute": lasting(
    "spends a key's calls of the minute; all calls are refused with RATE_LIMITED",
    setUsed("burst", true),
  ),
  "fresh-quota": lasting("gives a key all of its quota back", freshQuota),
  "revoke-key": lasting(
    "ends a key and its secrets for good; its calls are refused with UNAUTHORIZED",
    Effect.fnUntraced(function* (wish: StateWish) {
      return yield* (yield* Keys).revoke(yield* keyOf(wish))
    }),
  ),
  "rotate-key": lasting(
    "gives a key a new secret; the one before it signs for another 24 hours",
    Effect.fnUntraced(function* (wish: StateWish) {
      const rotated = yield* (yield* Keys).rotate(yield* keyOf(wish))
      return { ...rotated, secret: Redacted.value(rotated.secret) }
    }),
  ),
  "new-key": lasting(
    "makes another sandbox key, such as after revoke-key",
    Effect.fnUntraced(function* () {
      const made = yield* (yield* Keys).create({
        partnerCode: demoPartnerCode,
        mode: "sandbox",
        scopes,
      })
      return { keyId: made.keyId, secret: Redacted.value(made.secret), mode: made.mode }
    }),
  ),
  "suspend-account": lasting(
    "suspends the account; all calls of its keys are refused with SCOPE_FORBIDDEN",
    Effect.fnUntraced(function* () {
      const { code, status } = yield* (yield* Partners).suspend(demoPartnerCode, "rehearsed")
      return { partner: code, status }
    }),
  ),
  "approve-account": lasting(
    "lifts the suspension of the account",
    Effect.fnUntraced(function* () {
      const { code, status } = yield* (yield* Partners).approve(demoPartnerCode, {})
      return { partner: code, status }
    }),
  ),
  "archive-links": lasting(
    "archives the account's links; live links are refused with NO_ATTRIBUTION_CONFIGURED",
    archiveLinks,
  ),
  "new-link": lasting(
    "makes a tracked link for the account, such as after archive-links",
    Effect.fnUntraced(function* () {
      const { code, ref } = yield* (yield* TrackedLinks).create({ partnerCode: demoPartnerCode })
      return { code, ref }
    }),
  ),
  presubscribe: lasting(
    "moves a live subscription on to presubscribed, as the traveller's funnel does",
    moveTo("presubscribed"),
  ),
  pay: lasting("moves a live subscription on to paid", moveTo("paid")),
  subscribe: lasting("moves a live subscription on to subscribed", moveTo("subscribed")),
  withdraw: lasting(
    "declares to withdraw from a live subscription, as the traveller's receipt does",
    declareWithdrawal,
  ),
  "correct-sale": lasting(
    "has the ledger's check find the last live sale changed behind its back, and put it right",
    correctSale,
  ),
  "change-commission": lasting(
    "raises the account's commission by one per cent, or takes that back",
    changeCommission,
  ),
  "send-payout": lasting(
    "has the payout that is due first sent to a bank account of nobody's, with those of its currency",
    sendPayout,
  ),
  "return-payout": lasting("has the payout that was sent first come back", returnPayout),
  ping: lasting("has every endpoint sent an event ping", pingAll),
} as const

/** The name of a change of the world. */
export type StateName = keyof typeof stateTriggers
