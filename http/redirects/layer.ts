import * as Layer from "effect/Layer"
import type * as SqlClient from "effect/sql/SqlClient"
import { Clicks } from "./clicks.ts"
import { clicksPolicy, makeClicks } from "./clicks-sql.ts"
import { LinkTargets } from "./link-targets.ts"
import { makeLinkTargets } from "./link-targets-sql.ts"

/** Where links lead, and the count of their clicks, over the database. */
export const layerRedirects: Layer.Layer<Clicks | LinkTargets, never, SqlClient.SqlClient> =
  Layer.mergeAll(
    Layer.effect(Clicks, makeClicks(clicksPolicy)),
    Layer.effect(LinkTargets, makeLinkTargets),
  )
