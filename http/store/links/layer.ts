import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import type { Database } from "../database/client.ts"
import { Envelope, type MasterKey } from "../secrets/envelope.ts"
import type { RandomBytes } from "../../platform/random-bytes.ts"
import { makeSessionLinks, type MintPolicy, mintPolicy, QuoteTokens } from "./session-links.ts"
import { SessionLinks } from "../../ports/session-links.ts"
import {
  type FunnelPartner,
  type FunnelQuote,
  FunnelQuotes,
  type Presubscription,
} from "../../ports/funnel-quotes.ts"
import { LinkStoreUnavailable, SubscriptionNotFound } from "../../ports/link-errors.ts"
import { inLinkTransaction, orLinkStoreUnavailable } from "./store.ts"
import { type Subscription, Subscriptions, makeSubscriptions } from "./subscriptions.ts"
import { TrackedLinks } from "../../ports/tracked-links.ts"
import { makeTrackedLinks } from "./tracked-links-sql.ts"
import { partnerCodeOfRef } from "../../../rules/links/link-code.ts"
import { isFrozen, type SubscriptionStage } from "../../../rules/links/link-step.ts"

type Store = Database | MasterKey | RandomBytes

/** Links of sessions over whatever keeps subscriptions, under a policy. */
export const layerSessionLinks = (
  policy: MintPolicy,
): Layer.Layer<SessionLinks, never, Subscriptions | Store> =>
  Layer.effect(SessionLinks, makeSessionLinks(policy)).pipe(
    Layer.provide([Envelope.layer, QuoteTokens.layer]),
  )

/** Tracked links and subscriptions in the database, and the links of sessions over them. */
export const layerLinks: Layer.Layer<
  TrackedLinks | Subscriptions | SessionLinks | FunnelQuotes,
  never,
  Store
> = Layer.merge(
  layerSessionLinks(mintPolicy),
  Layer.effect(
    FunnelQuotes,
    Effect.suspend(() => makeFunnelQuotes),
  ),
).pipe(
  Layer.provideMerge(Layer.effect(Subscriptions, makeSubscriptions)),
  Layer.provideMerge(Layer.effect(TrackedLinks, makeTrackedLinks)),
  Layer.provide(Envelope.layer),
)

/** The service FunnelQuotes over whatever keeps subscriptions, and the accounts in the database. */
const makeFunnelQuotes = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const subscriptions = yield* Subscriptions

  const partnerOf = Effect.fnUntraced(function* (ref: string) {
    const [partner] = yield* sql<FunnelPartner>`
      select code, name, base_rate_bps as "baseRateBps",
        commission_bps - base_rate_bps as "upliftBps"
      from partner where code = ${partnerCodeOfRef(ref) ?? ""}`
    return (
      partner ?? (yield* new LinkStoreUnavailable({ cause: `no account is credited by ${ref}` }))
    )
  })

  const withPartner = Effect.fnUntraced(function* (subscription: Subscription) {
    const { createdAt: _, ...held } = subscription
    const quote: FunnelQuote = { ...held, partner: yield* partnerOf(held.ref) }
    return quote
  })

  /** A subscription by its `quoteRef`: who has its id alone is no traveller. */
  const named = (quoteRef: string) =>
    Effect.flatMap(subscriptions.get(quoteRef), (found) =>
      found.quoteRef === quoteRef
        ? Effect.succeed(found)
        : Effect.fail(new SubscriptionNotFound({ id: quoteRef })),
    )

  const find = Effect.fn("FunnelQuotes.find")(function* (quoteRef: string) {
    const found = yield* Effect.catchTag(
      named(quoteRef),
      "SubscriptionNotFound",
      () => Effect.undefined,
    )
    return found === undefined ? undefined : yield* withPartner(found)
  }, orLinkStoreUnavailable)

  /** Keeps the offer and moves on what is quoting; the keeper of subscriptions may refuse. */
  const take = Effect.fnUntraced(
    function* (id: string, { insteadOf, language, offerId }: Presubscription) {
      const { stage } = yield* subscriptions.hold(id)
      const held = yield* subscriptions.get(id)
      const givesWay = stage === "presubscribed" && held.offerId === insteadOf
      if (isFrozen(stage) && !givesWay) return
      yield* subscriptions.change({ id, trip: null, language, offerId })
      yield* subscriptions.advance(id, "presubscribed")
    },
    Effect.catchTag(
      ["SubscriptionRefused", "SubscriptionTimedOut", "StageRefused"],
      (cause) => new LinkStoreUnavailable({ cause }),
    ),
  )

  const presubscribe = Effect.fn("FunnelQuotes.presubscribe")(function* (wished: Presubscription) {
    const { quoteRef } = wished
    const { subscriptionId } = yield* named(quoteRef)
    yield* take(subscriptionId, wished)
    return yield* withPartner(yield* named(quoteRef))
  }, inLinkTransaction(sql))

  const advance = Effect.fn("FunnelQuotes.advance")(
    ({ subscriptionId }: FunnelQuote, stage: SubscriptionStage) =>
      Effect.asVoid(subscriptions.advance(subscriptionId, stage)),
  )

  const declareWithdrawal = Effect.fn("FunnelQuotes.declareWithdrawal")(
    ({ subscriptionId }: FunnelQuote) =>
      Effect.flatMap(subscriptions.declareWithdrawal(subscriptionId), withPartner),
    orLinkStoreUnavailable,
  )

  return { find, presubscribe, advance, declareWithdrawal }
})
