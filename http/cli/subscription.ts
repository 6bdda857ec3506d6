import * as Effect from "effect/Effect"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import { subscriptionStages } from "../../rules/links/link-step.ts"
import { type Subscription, Subscriptions } from "../store/links/subscriptions.ts"
import { layerOperations } from "../runtime/foundations.ts"
import { asOperator } from "./operator.ts"
import { jsonFlag, print } from "../terminal/output.ts"
import { recordText } from "../../core/plain-text.ts"

const [, ...laterStages] = subscriptionStages

const subscriptionText = (subscription: Subscription): string => {
  const { trip } = subscription
  return recordText({
    subscription: subscription.subscriptionId,
    quote: subscription.quoteRef,
    stage: subscription.stage,
    ref: subscription.ref,
    trip: `${trip.intent}, ${trip.countryResidence} to ${trip.arrivalCountries.join(" ")}`,
    dates: `${trip.startDate} to ${trip.endDate}`,
    travellers: trip.travellers.length,
    offer: subscription.offerId,
    language: subscription.language,
    created: subscription.createdAt,
    changed: subscription.changedAt,
    withdrawalDeclared: subscription.withdrawalDeclaredAt,
  })
}

const shown = (json: boolean) => (subscription: Subscription) =>
  print(json, subscription, () => subscriptionText(subscription))

const advance = Command.make(
  "advance",
  {
    id: Argument.String("id").pipe(Argument.withDescription("Id of the subscription: sub_…")),
    stage: Argument.Literals("stage", laterStages).pipe(
      Argument.withDescription("The stage that the traveller has reached"),
    ),
    json: jsonFlag,
  },
  ({ id, json, stage }) =>
    Effect.flatMap(Subscriptions, (subscriptions) => subscriptions.advance(id, stage)).pipe(
      asOperator,
      Effect.flatMap(shown(json)),
    ),
).pipe(Command.withDescription("Move a subscription on, as the traveller's funnel does"))

const show = Command.make(
  "show",
  {
    idOrQuote: Argument.String("id").pipe(
      Argument.withDescription("Id of the subscription, or its quote as it stands in an address"),
    ),
    json: jsonFlag,
  },
  ({ idOrQuote, json }) =>
    Effect.flatMap(Subscriptions, (subscriptions) => subscriptions.get(idOrQuote)).pipe(
      Effect.flatMap(shown(json)),
    ),
).pipe(Command.withDescription("Show a subscription as the traveller's funnel sees it"))

/** `viatica subscription …`: the traveller's funnel, stage by stage. */
export const subscriptionCommand = Command.make("subscription").pipe(
  Command.withSubcommands([
    advance.pipe(Command.provide(layerOperations)),
    show.pipe(Command.provide(layerOperations)),
  ]),
)
