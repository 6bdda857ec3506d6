import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { isSqlError } from "effect/sql/SqlError"
import type { FunnelPartner, FunnelQuote, Presubscription } from "../../ports/funnel-quotes.ts"
import {
  LinkStoreUnavailable,
  SubscriptionNotFound,
  SubscriptionRefused,
  SubscriptionTimedOut,
} from "../../ports/link-errors.ts"
import { inTransactionOr, orFailure } from "../database/database-errors.ts"
import { type Subscription, Subscriptions } from "./subscriptions.ts"
import { orSealRefused } from "../secrets/layer.ts"
import { partnerCodeOfRef } from "../../../rules/links/link-code.ts"
import { isFrozen, type SubscriptionStage } from "../../../rules/links/link-step.ts"

/** The errors of a database that was too slow or could not be reached. */
const tooLate: ReadonlySet<string> = new Set([
  "LockTimeoutError",
  "StatementTimeoutError",
  "ConnectionError",
])

/** Turns failures of the database into those of a subscription and leaves others as they are. */
export const orNotMade = orFailure((cause) =>
  isSqlError(cause) && !tooLate.has(cause.reason._tag)
    ? new SubscriptionRefused({ cause: orSealRefused(cause) })
    : new SubscriptionTimedOut({ cause }),
)

/** Turns failures of the database into LinkStoreUnavailable and leaves refusals as they are. */
export const orLinkStoreUnavailable = orFailure((cause) => new LinkStoreUnavailable({ cause }))

/** Runs an effect on links in one transaction, which a failure rolls back. */
export const inLinkTransaction = inTransactionOr(orLinkStoreUnavailable)

/** The service FunnelQuotes over whatever keeps subscriptions, and the accounts in the database. */
export const makeFunnelQuotes = Effect.gen(function* () {
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
