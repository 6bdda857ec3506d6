import * as Schema from "effect/Schema"
import { type EventType, pingType } from "../../rules/events/event-policy.ts"
import { CurrencyCode } from "../../core/vocabulary/code-schemas.ts"
import { scopes } from "../../rules/accounts/scopes.ts"
import { saleFields } from "./conversion.ts"

const instant = (description: string) => Schema.String.annotate({ description })

/** The frame of every body that an endpoint of events receives, around what the type says. */
const bodyOf = <Type extends string, Data extends Schema.Struct.Fields>(
  type: Type,
  identifier: string,
  description: string,
  data: Data,
) =>
  Schema.Struct({
    id: Schema.String.annotate({ description: "The same at every attempt, as `webhook-id`." }),
    type: Schema.Literal(type),
    mode: Schema.Literals(["sandbox", "live"]),
    timestamp: instant("When it happened."),
    example: Schema.optionalKey(
      Schema.Literal(true).annotate({
        description:
          "There where you had an example sent from the console: nothing of it has happened.",
      }),
    ),
    data: Schema.Struct(data),
  }).annotate({ identifier, description })

const { amount, commission, currency, externalOrderId, status } = saleFields

/** What is booked for a sale, before or after our check put it right. */
const booked = {
  pending: Schema.Finite.annotate({ description: "Commission that is pending for it." }),
  payable: Schema.Finite.annotate({ description: "Commission that is owed for it." }),
}

const bookedSale = Schema.Struct({
  externalOrderId,
  status,
  amount,
  commission,
  currency,
  bookedAt: Schema.NullOr(instant("When it was first reported; null where that is not known.")),
}).annotate({ identifier: "BookedSale" })

const rateBps = (description: string) =>
  Schema.Int.annotate({ description: `${description} In basis points.` })

const day = (description: string) =>
  Schema.String.annotate({ description: `${description} YYYY-MM-DD.` })

const payoutFields = {
  number: Schema.String.annotate({ description: "Its number, which your bank shows." }),
  statement: Schema.String.annotate({ description: "The number of the statement that it is of." }),
  amount: Schema.Finite,
  currency: CurrencyCode,
}

const stageBody = (stage: "presubscribed" | "paid" | "subscribed", identifier: string) =>
  bodyOf(`subscription.${stage}`, identifier, "A subscription under one of your links moved on.", {
    subscriptionId: Schema.String,
    stage: Schema.Literal(stage),
    ref: Schema.String,
    offerId: Schema.NullOr(Schema.Int),
    changedAt: instant("When it moved on."),
  })

/** The body of each type of event; members and types that a receiver does not know may come. */
export const eventBodies = {
  "sale.validated": bodyOf(
    "sale.validated",
    "SaleValidatedEvent",
    "A pending sale has validated itself.",
    {
      ...saleFields,
      bookedAt: instant("When it was first reported."),
      validatedAt: instant("When it was validated."),
    },
  ),
  "sale.corrected": bodyOf(
    "sale.corrected",
    "SaleCorrectedEvent",
    "Our check of the ledger has put right a sale, or what is booked for it.",
    {
      externalOrderId,
      ref: saleFields.ref,
      why: Schema.Array(Schema.Literals(["missing", "sale", "ledger", "record"])),
      before: Schema.Struct({ sale: Schema.NullOr(bookedSale), ...booked }),
      after: Schema.Struct({ sale: bookedSale, ...booked }),
      correctedAt: instant("When it was put right."),
    },
  ),
  "subscription.presubscribed": stageBody("presubscribed", "SubscriptionPresubscribedEvent"),
  "subscription.paid": stageBody("paid", "SubscriptionPaidEvent"),
  "subscription.subscribed": stageBody("subscribed", "SubscriptionSubscribedEvent"),
  "subscription.withdrawal_declared": bodyOf(
    "subscription.withdrawal_declared",
    "WithdrawalDeclaredEvent",
    "A traveller has declared to withdraw from the contract of a subscription.",
    {
      subscriptionId: Schema.String,
      ref: Schema.String,
      offerId: Schema.NullOr(Schema.Int),
      declaredAt: instant("When it was declared."),
    },
  ),
  "key.secret_ending": bodyOf(
    "key.secret_ending",
    "SecretEndingEvent",
    "The previous secret of a rotated key ends soon.",
    { keyId: Schema.String, previousValidUntil: instant("When it ends.") },
  ),
  "quota.nearly_spent": bodyOf(
    "quota.nearly_spent",
    "QuotaNearlySpentEvent",
    "Four fifths of a key's reads or writes of the day are used.",
    {
      keyId: Schema.String,
      bucket: Schema.Literals(["reads", "writes"]),
      limit: Schema.Int,
      used: Schema.Int,
      day: Schema.String.annotate({ description: "The day of UTC, YYYY-MM-DD." }),
    },
  ),
  "account.suspended": bodyOf(
    "account.suspended",
    "AccountSuspendedEvent",
    "The account is suspended: every call of its keys is refused.",
    {
      reason: Schema.NullOr(Schema.String).annotate({
        description: "Why, as your people read it; null where it was not written down.",
      }),
    },
  ),
  "account.restored": bodyOf(
    "account.restored",
    "AccountRestoredEvent",
    "The suspension is lifted: the keys work again.",
    {},
  ),
  "commission.changed": bodyOf(
    "commission.changed",
    "CommissionChangedEvent",
    "The commission of the account was changed; sales of links from before keep their rate.",
    { fromBps: rateBps("The rate before."), toBps: rateBps("The rate from now on.") },
  ),
  "key.created": bodyOf("key.created", "KeyCreatedEvent", "A key was made.", {
    keyId: Schema.String,
    scopes: Schema.Array(Schema.Literals(scopes)).annotate({ description: "What it may do." }),
  }),
  "key.rotated": bodyOf("key.rotated", "KeyRotatedEvent", "A key has a new secret.", {
    keyId: Schema.String,
    previousValidUntil: instant("Until when the secret before signs too."),
  }),
  "key.revoked": bodyOf(
    "key.revoked",
    "KeyRevokedEvent",
    "A key is revoked: its calls are refused.",
    { keyId: Schema.String },
  ),
  "endpoint.created": bodyOf(
    "endpoint.created",
    "EndpointCreatedEvent",
    "Another endpoint receives your events from now on.",
    {
      endpointId: Schema.String,
      types: Schema.Array(Schema.String).annotate({
        description: "What it is told; empty for all types.",
      }),
    },
  ),
  "endpoint.failing": bodyOf(
    "endpoint.failing",
    "EndpointFailingEvent",
    "An endpoint has taken no event for a day.",
    { endpointId: Schema.String, failingSince: instant("When the first attempt failed.") },
  ),
  "statement.ready": bodyOf(
    "statement.ready",
    "StatementReadyEvent",
    "The statement of a month is closed, in one currency.",
    {
      number: Schema.String.annotate({ description: "As `GET /api/v1/statements` lists it." }),
      month: Schema.String.annotate({ description: "The month that it is of, YYYY-MM." }),
      currency: CurrencyCode,
      due: Schema.Finite.annotate({ description: "What is paid by it." }),
      carried: Schema.Finite.annotate({ description: "What the next statement opens with." }),
      payOn: Schema.NullOr(day("The day on which what is due is paid; null where nothing is.")),
    },
  ),
  "payout.sent": bodyOf("payout.sent", "PayoutSentEvent", "A payout has left for your bank.", {
    ...payoutFields,
    sentOn: day("The day on which the bank has sent it."),
    bankReference: Schema.NullOr(Schema.String).annotate({
      description: "What the bank calls the transfer; null where it is not known.",
    }),
  }),
  "payout.returned": bodyOf(
    "payout.returned",
    "PayoutReturnedEvent",
    "A payout came back: it is owed to you again, and stands in the next statement.",
    {
      ...payoutFields,
      returnedOn: day("The day on which it came back."),
      reason: Schema.NullOr(Schema.String).annotate({ description: "Why, as the bank says." }),
    },
  ),
  [pingType]: bodyOf(pingType, "PingEvent", "You asked for it.", { endpointId: Schema.String }),
} satisfies Readonly<Record<EventType | typeof pingType, Schema.Top>>
