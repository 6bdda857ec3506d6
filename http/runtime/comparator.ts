import * as Effect from "effect/Effect"
import { once } from "../../core/memory.ts"
import type { Coach } from "../../rules/coach/engine.ts"
import { makeBilanRenderer } from "../../rules/messages/render.ts"
import type { LivePricing } from "../../rules/pricing/live.ts"
import type { Tables } from "../../rules/tables/index.ts"
import type { ServerSettings } from "../config/server.ts"
import { apiVersion } from "../config/version.ts"
import { CallGate } from "../gateway/gate.ts"
import type { ComparePaces } from "../pages/compare/pace.ts"
import { makeCompareRoutes } from "../pages/compare/routes.ts"
import type { Icons } from "../pages/icons.ts"
import type { MakePage } from "../pages/kit/page.ts"
import { offerLinks } from "../pages/documents.ts"
import { House } from "../ports/house.ts"
import { Insurers } from "../ports/live-quotes.ts"
import { Quotas } from "../ports/quotas.ts"
import { SessionLinks, Sessions } from "../ports/session-links.ts"
import type { LoadTravellerTexts } from "../ports/traveller-texts.ts"
import { DestinationFacts } from "../ports/destination-facts.ts"
import { Rates } from "../ports/rates.ts"

/** What the comparator stands on beside services. */
export interface ComparatorParts {
  readonly settings: ServerSettings
  readonly hash: string
  readonly tables: Tables
  readonly icons: Icons
  readonly live: () => LivePricing
  readonly coach: () => Coach
  readonly makePage: MakePage
  readonly texts: LoadTravellerTexts
  readonly paces: ComparePaces
}

/** The routes of the comparator, over the services of the process. */
export const comparatorRoutes = Effect.fnUntraced(function* (parts: ComparatorParts) {
  const { coach, hash, icons, settings, tables } = parts
  const facts = yield* DestinationFacts
  const rates = yield* Rates
  const gate = yield* CallGate
  const loadRender = yield* Effect.cached(
    Effect.promise(async () => {
      const { compileText } = await import("../messages/icu.ts")
      return makeBilanRenderer({ texts: tables, format: compileText })
    }).pipe(Effect.uninterruptible),
  )
  return makeCompareRoutes({
    ...parts,
    engineVersion: `${apiVersion}+${hash}`,
    rulesFor: once(() => facts.over(coach().tableRules)),
    loadRender,
    insurers: yield* Insurers,
    currentRates: rates.over(tables.currencies),
    // The page and what it shows are of one origin, under whatever address that is reached.
    links: offerLinks("", icons),
    house: yield* House,
    quotas: yield* Quotas,
    sessions: yield* Sessions,
    sessionLinks: yield* SessionLinks,
    networkOf: gate.strangers.networkOf,
    addresses: settings,
  })
})
