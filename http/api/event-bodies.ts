import * as Schema from "effect/Schema"
import { type EventType, pingType } from "../../rules/events/event-policy.ts"
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
})

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
  [pingType]: bodyOf(pingType, "PingEvent", "You asked for it.", { endpointId: Schema.String }),
} satisfies Readonly<Record<EventType | typeof pingType, Schema.Top>>
