import * as Layer from "effect/Layer"
import type { Database } from "../database/client.ts"
import { Envelope, type MasterKey } from "../secrets/envelope.ts"
import type { RandomBytes } from "../../platform/random-bytes.ts"
import { makeSessionLinks, type MintPolicy, mintPolicy, QuoteTokens } from "./session-links.ts"
import { SessionLinks } from "../../ports/session-links.ts"
import { FunnelQuotes } from "../../ports/funnel-quotes.ts"
import { makeFunnelQuotes } from "./store.ts"
import { Subscriptions } from "./subscriptions.ts"
import { makeSubscriptions } from "./subscriptions-sql.ts"
import { TrackedLinks } from "../../ports/tracked-links.ts"
import { makeTrackedLinks } from "./tracked-links-sql.ts"

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
> = Layer.merge(layerSessionLinks(mintPolicy), Layer.effect(FunnelQuotes, makeFunnelQuotes)).pipe(
  Layer.provideMerge(Layer.effect(Subscriptions, makeSubscriptions)),
  Layer.provideMerge(Layer.effect(TrackedLinks, makeTrackedLinks)),
  Layer.provide(Envelope.layer),
)
