import * as Layer from "effect/Layer"
import type * as SqlClient from "effect/sql/SqlClient"
import { QuoteTokens } from "../links/quote-tokens.ts"
import type { MasterKey } from "../secrets/master-key.ts"
import { Clicks } from "../../ports/clicks.ts"
import { clicksPolicy, makeClicks } from "./clicks-sql.ts"
import { LinkTargets } from "../../ports/link-targets.ts"
import { makeLinkTargets } from "./link-targets-sql.ts"

/** Where links lead, and the count of their clicks, over the database. */
export const layerRedirects: Layer.Layer<
  Clicks | LinkTargets,
  never,
  SqlClient.SqlClient | MasterKey
> = Layer.mergeAll(
  Layer.effect(Clicks, makeClicks(clicksPolicy)),
  Layer.provide(Layer.effect(LinkTargets, makeLinkTargets), QuoteTokens.layer),
)
