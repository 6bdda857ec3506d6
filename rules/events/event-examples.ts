import type { KeyMode } from "../accounts/partner.ts"
import { type EventType, pingType } from "./event-policy.ts"

/** What an event of a type may say: when it happened, and its data. */
interface EventExample {
  readonly at: string
  readonly data: Readonly<Record<string, unknown>>
}

const keyId = "ak_live_00000000000000000000000000000000"
const endpointId = "we_000000000000000000000000"
const subscriptionId = "sub_00000000000000000000000000000000"
const ref = "acme-SPRING27"
const paidAt = "2027-05-03T09:30:00.000Z"

const stage = (named: "presubscribed" | "paid" | "subscribed"): EventExample => ({
  at: paidAt,
  data: { subscriptionId, stage: named, ref, offerId: 7, changedAt: paidAt },
})

const correctedSale = (amount: number) => ({
  sale: {
    externalOrderId: "AC-2291",
    status: "validated",
    amount,
    commission: 10,
    currency: "EUR",
    bookedAt: paidAt,
  },
  pending: 0,
  payable: 10,
})

const payout = { number: "PO-1204", statement: "ACME-2027-04-EUR", amount: 412.5, currency: "EUR" }

/** An event of each type, of things that are nobody's. */
const eventExamples: Readonly<Record<EventType | typeof pingType, EventExample>> = {
  "sale.validated": {
    at: "2027-05-17T09:30:00.000Z",
    data: {
      externalOrderId: "AC-2291",
      ref,
      status: "validated",
      amount: 110,
      commission: 10,
      currency: "EUR",
      bookedAt: paidAt,
      validatedAt: "2027-05-17T09:30:00.000Z",
    },
  },
  "sale.corrected": {
    at: "2027-05-18T03:00:00.000Z",
    data: {
      externalOrderId: "AC-2291",
      ref,
      why: ["sale"],
      before: correctedSale(100),
      after: correctedSale(110),
      correctedAt: "2027-05-18T03:00:00.000Z",
    },
  },
  "subscription.presubscribed": stage("presubscribed"),
  "subscription.paid": stage("paid"),
  "subscription.subscribed": stage("subscribed"),
  "subscription.withdrawal_declared": {
    at: "2027-05-09T18:04:00.000Z",
    data: { subscriptionId, ref, offerId: 7, declaredAt: "2027-05-09T18:04:00.000Z" },
  },
  "key.secret_ending": {
    at: paidAt,
    data: { keyId, previousValidUntil: "2027-05-03T13:30:00.000Z" },
  },
  "quota.nearly_spent": {
    at: paidAt,
    data: { keyId, bucket: "reads", limit: 2000, used: 1600, day: "2027-05-03" },
  },
  "account.suspended": { at: paidAt, data: { reason: "Your licence has expired." } },
  "account.restored": { at: "2027-05-04T08:00:00.000Z", data: {} },
  "commission.changed": { at: paidAt, data: { fromBps: 1000, toBps: 1200 } },
  "key.created": { at: paidAt, data: { keyId, scopes: ["quotes", "quotes.link", "coach"] } },
  "key.rotated": {
    at: paidAt,
    data: { keyId, previousValidUntil: "2027-05-04T09:30:00.000Z" },
  },
  "key.revoked": { at: paidAt, data: { keyId } },
  "endpoint.created": { at: paidAt, data: { endpointId, types: ["sale.validated"] } },
  "endpoint.failing": {
    at: "2027-05-04T09:30:00.000Z",
    data: { endpointId, failingSince: paidAt },
  },
  "statement.ready": {
    at: "2027-05-01T12:00:00.000Z",
    data: {
      number: payout.statement,
      month: "2027-04",
      currency: "EUR",
      due: 412.5,
      carried: 17.31,
      payOn: "2027-05-15",
    },
  },
  "payout.sent": {
    at: "2027-05-15T10:00:00.000Z",
    data: { ...payout, sentOn: "2027-05-15", bankReference: "BK-77120" },
  },
  "payout.returned": {
    at: "2027-05-18T10:00:00.000Z",
    data: { ...payout, returnedOn: "2027-05-18", reason: "AC04" },
  },
  [pingType]: { at: paidAt, data: { endpointId } },
}

/**
 * The body of an example of an event, as it is sent: marked with `example`, which no real event is, so
 * that a receiver tells it from one.
 *
 * ```ts
 * import { exampleBody } from "../rules/events/event-examples.ts"
 *
 * const body = exampleBody("key.revoked", { id: "evt_1", mode: "sandbox", at: "2027-05-03T09:30:00.000Z" })
 * JSON.parse(body).example // => true
 * JSON.parse(body).type // => "key.revoked"
 * ```
 */
export const exampleBody = (
  type: EventType,
  { at, id, mode }: { readonly id: string; readonly mode: KeyMode; readonly at: string },
): string =>
  JSON.stringify({
    id,
    type,
    mode,
    timestamp: at,
    example: true,
    data: eventExamples[type].data,
  })

/** An event as documents show it. */
export const documentedEvent = (type: EventType | typeof pingType) => ({
  id: "evt_00000000000000000000000000000000",
  type,
  mode: "live" as const,
  timestamp: eventExamples[type].at,
  data: eventExamples[type].data,
})
